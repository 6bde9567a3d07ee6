// Package derive derives again what the store keeps beside the journal: the lot
// graph, the index of plots, the goods that validations name, their codes, the
// counts, the catalogue and the keys. It names every difference, and restores
// what differs. The journal alone is trusted, since every version in it is
// committed to in the log.
//
// Tables lists what is derived. A new derived table is a new row there.
package derive
