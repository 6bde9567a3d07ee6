package sqlite

import "context"

// TakeTurn implements derive.Store. A database file has one server.
func (*Store) TakeTurn(context.Context) (release func(), ok bool, err error) {
	return func() {}, true, nil
}
