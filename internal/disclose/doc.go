// Package disclose decides what anyone may see of a harvest's records. One table
// lists the fields that are disclosed at least in part; a field without a row is not disclosed,
// and of a kind without rows only the number of records is disclosed. The table can only
// express months, percentages, one mass, places to the kilometre, lot codes and terms of our own
// tables, so free text never gets out. See docs/decisions.md#public-allow-list.
package disclose
