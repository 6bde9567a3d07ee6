// Package report prints what strangers may know of a validation: labels for
// sacks and pallets, and a certificate. It is given trace.Public, the allow-list,
// and so cannot print more than that. The same input always gives the same bytes.
package report

// Memory is what drawing a label or a certificate takes: the typefaces that are put
// into it, and the file.
const Memory = 4 << 20
