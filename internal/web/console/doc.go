// Package console is where the people who keep the records work: pages to enter,
// find, correct, import and validate records, follow lots, and look after keys.
//
// A request goes through one adapter (adapter.go): the session's key, the right
// that the screen asks for, the handler, one writer. A handler reads its call,
// asks the domain as the API does, and returns a view; templates show views. Each
// page is a plain link or form; htmx only spares a reload. What a key may not do
// is not shown, and the domain refuses it all the same.
package console
