// Package report prints labels and certificates for validations. Its input is
// trace.Public, the public allow-list, so it cannot print more than that. The same
// input always gives the same bytes.
package report

// Memory is what drawing a label or a certificate takes: the typefaces that are put
// into it, and the file.
const Memory = 4 << 20
