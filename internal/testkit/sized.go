package testkit

import "testing"

// Sized returns how much a benchmark writes before it measures: n, or a tenth of it with -short,
// which runs each benchmark once without using its numbers. Tests have no short form.
func Sized(b *testing.B, n int) int {
	b.Helper()
	if testing.Short() {
		return n / 10
	}
	return n
}
