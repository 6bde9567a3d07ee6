// Package derive compares the tables that follow from the journal with the
// journal, and restores rows that differ: the lot graph, the plot index, goods,
// codes, counts, the catalogue and keys. Only the journal is trusted, because the
// public log commits to every version in it. Tables lists all derived tables; a
// new one is a new row there. See docs/decisions.md#derived-tables.
package derive
