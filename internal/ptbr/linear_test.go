//go:build unix

package ptbr_test

import (
	"strings"
	"syscall"
	"testing"
	"time"
)

// slow are texts made to be slow to read, by their repeated part.
var slow = []string{
	"1", "0", "1.", "1,", "1.1", "111.", "111 ", "1 ", "1-", "1/", "1:", "01/02/", "1 a ", "1 x ", "1 + ", "1kg+", "1 kg e ", "1% de ",
	" ", ".", ",", "-", "/", "(", "%", "@", "\u00a0", "\u0301", "é", "日", "\xff", "a", "a ", "A.", "e ", " e ", "de ", "lote ",
	"alqueire ", "temperatura da ", "por ", "nao ", "sem ", "umidade ", "umidade e ", "umidade, ", "sacas ", "2 sacas de ",
	"2024/", "2024-25-", "safra ", "mar ", "mar/25 ", "8 de ", "carencia ", "bebida ", "ogm ", "+/-", "<", "2 caminhoes de ", "em 1/2025 ",
	"1.000.000,", "12 de marco de ", "R$ 1 ", "nº 1 ", "aprovado com ", "rain forest ",
}

// Reading takes time linear in the length of the text: one long text takes about as long as the
// eight short ones it is made of, where quadratic reading would take eight times as long. It is
// measured in processor time, because the machine is shared.
func TestReadingIsLinear(t *testing.T) {
	const pieces, allowed = 8, 4
	for _, piece := range slow {
		short := strings.Repeat(piece, longest/pieces/len(piece))
		long := strings.Repeat(short, pieces)
		ratio := 0.0
		for range 5 {
			one := spent(t, func() { readAll(long) })
			all := spent(t, func() {
				for range pieces {
					readAll(short)
				}
			})
			if ratio = float64(one) / float64(all); ratio < allowed {
				break
			}
		}
		if ratio >= allowed {
			t.Errorf("%q repeated: one long text takes %.1f times as long as its pieces", piece, ratio)
		}
	}
}

// spent returns the processor's time a function takes.
func spent(t *testing.T, f func()) time.Duration {
	t.Helper()
	var before, after syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &before); err != nil {
		t.Fatal(err)
	}
	f()
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &after); err != nil {
		t.Fatal(err)
	}
	cpu := func(r syscall.Rusage) time.Duration { return time.Duration(r.Utime.Nano() + r.Stime.Nano()) }
	return max(cpu(after)-cpu(before), time.Microsecond)
}
