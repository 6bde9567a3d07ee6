// Package rastro is a client of Rastro's HTTP interface. It uses only the standard library.
//
// What mirrors the interface has the interface's own names: the fields of records are those of
// docs/api.md. [For] reads and writes the records of one kind, [Client.Call] calls any other route,
// [All] iterates over a list, [Client.Follow] over what is written from now on. [Webhook] checks
// deliveries, and [LogKey] checks proofs without contacting the server.
package rastro
