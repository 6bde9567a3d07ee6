// Package report prints what strangers may know of a validation: labels for
// sacks and pallets, and a certificate. It is given trace.Public, the allow-list,
// and so cannot print more than that. The same input always gives the same bytes.
package report
