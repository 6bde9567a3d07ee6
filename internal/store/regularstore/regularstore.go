// Package regularstore reads the networks that people work from, in tables of both engines.
package regularstore

import (
	"context"
	"errors"

	"rastro/internal/store/sqlconn"
	"rastro/internal/trace"
)

// Key reads the key that the store's marks are made with.
func Key(ctx context.Context, conn sqlconn.Conn) (key []byte, err error) {
	rows, err := conn.Query(ctx, `SELECT key FROM regular_key WHERE one = 1`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	if !rows.Next() {
		return nil, errors.Join(rows.Err(), trace.Fail(trace.CodeInternal))
	}
	return key, rows.Scan(&key)
}

// Marks reads the marks of the networks in use, each with its day.
func Marks(ctx context.Context, conn sqlconn.Conn) (map[uint32]int64, error) {
	rows, err := conn.Query(ctx, `SELECT mark, seen FROM regular`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[uint32]int64{}
	for rows.Next() {
		var mark, seen int64
		if err := rows.Scan(&mark, &seen); err != nil {
			return nil, err
		}
		all[uint32(mark)] = seen
	}
	return all, rows.Err()
}
