// Package console is the part of the site for people who keep the records: pages to enter, find,
// correct, import and validate records, follow lots, and manage keys.
//
// A request passes through one adapter (adapter.go): the session's key, the right that the screen
// needs, the handler, one writer. A handler reads its call, calls the domain as the API does, and
// returns a view; templates render views. Each page is a plain link or form; htmx only saves a
// reload. What a key may not do is not shown, and the domain refuses it in any case.
package console
