// Package rastro is a client of Rastro's HTTP interface. It uses the standard library alone.
//
// What mirrors the interface has the interface's own names: the fields of records are those of
// docs/api.md. [For] reads and writes the records of one kind, [Client.Call] calls any other
// route, [All] goes through a list, [Client.Follow] through what is written from now on.
// [Webhook] checks deliveries, and [LogKey] checks proofs without asking the server.
package rastro
