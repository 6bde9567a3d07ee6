// Package outline decides what anybody may see of a harvest's records, through one
// allow-list of fields. It can only express counts, months, percentages, places to
// the kilometre, lot codes and terms of our own tables, so free text never gets
// out. See docs/decisions.md#public-allow-list.
package outline
