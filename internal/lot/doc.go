// Package lot has everything about lots that needs no store: the canonical form of a code, which
// lots a record names and in which role, the rows that the lot graph keeps, and walks and sums
// over that graph. A record is read once, when it is written; each row carries the lots on the
// other side, so a walk reads rows and no records. See docs/decisions.md#lot-names.
package lot
