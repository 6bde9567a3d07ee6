package record_test

import (
	"encoding/json"
	"strings"
	"syscall"
	"testing"
	"time"

	"rastro/internal/check/record"
	"rastro/internal/demo"
	"rastro/internal/kind"
)

type sample struct {
	kind    *kind.Kind
	payload []byte
}

func golden(tb testing.TB) []sample {
	tb.Helper()
	records, err := demo.Harvests()
	if err != nil {
		tb.Fatal(err)
	}
	all := make([]sample, len(records))
	for i, r := range records {
		all[i] = sample{kind.ByPrefix(r.Prefix), r.Payload}
	}
	return all
}

// One operation grades one record; the golden records take turns.
func BenchmarkRecord(b *testing.B) {
	records := golden(b)
	b.ReportAllocs()
	before := cpuTime()
	for i := 0; b.Loop(); i++ {
		r := &records[i%len(records)]
		record.Grade(r.kind, r.payload, thisYear)
	}
	b.ReportMetric(float64(cpuTime()-before)/float64(b.N), "cpu-ns/op")
}

// cpuTime returns the processor time of this process. On a machine that others use too, wall-clock
// time would include theirs.
func cpuTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// Each kind's own example, to show where the time goes.
func BenchmarkRecordOf(b *testing.B) {
	for _, k := range kind.All {
		b.Run(strings.ReplaceAll(k.Prefix[1:], "/", "."), func(b *testing.B) {
			payload := []byte(k.Example)
			b.ReportAllocs()
			for b.Loop() {
				record.Grade(k, payload, thisYear)
			}
		})
	}
}

// The most expensive payload: every name is unknown, and as long as names that are compared.
func BenchmarkRecordUnknown(b *testing.B) {
	var in strings.Builder
	for i := range kind.MaxItems {
		in.WriteString(`,"cultivacaoUtilizada` + strings.Repeat("x", i%4) + string(rune('a'+i/26%26)) + string(rune('a'+i%26)) + string(rune('A'+i/676)) + `":0`)
	}
	payload := []byte("{" + in.String()[1:] + "}")
	b.SetBytes(int64(len(payload)))
	b.ReportAllocs()
	for b.Loop() {
		if got := len(record.Grade(planting, payload, thisYear).Findings); got != 100 {
			b.Fatalf("%d findings, want 100", got)
		}
	}
}

// hard are repeated to make texts in which every position looks like the start of something.
var hard = []string{
	"5", "51 ", "5125 ", "MT-5107925-", "MSKU ", "A-", "1/", "5BR1", "C.", "CPF ", "CPF 529.982.247-", "é", "ABC-1234-", "1.1.", "002/1961/", "n-n-",
	"1,", "1 a ", "umidade ", "umidade 1% ", "10/02/2025 ", "1 kg + ", "31/02/", "não ", "RR ", "soja café ", "LOTE-A 1%; ", "\u0301", "fev/", "tipo 4 24 defeitos ",
}

// adversary returns a payload of a kind with the longest allowed repetition of a hard text in each
// field.
func adversary(tb testing.TB, k *kind.Kind, piece string, size int) []byte {
	tb.Helper()
	text := strings.Repeat(piece, size/len(piece))
	members := map[string]any{}
	for _, f := range k.Fields {
		switch f.Shape {
		case kind.Plot, kind.Number, kind.Objects:
		case kind.Texts:
			members[f.Name] = []string{text}
		default:
			members[f.Name] = text
		}
	}
	payload, err := json.Marshal(members)
	if err != nil {
		tb.Fatal(err)
	}
	return payload
}

// Texts of 5 000 characters in every field of every kind. The time for a byte
// stays that of ordinary text, within a small factor.
func BenchmarkRecordAdversarial(b *testing.B) {
	for _, piece := range hard {
		b.Run(strings.TrimSpace(piece), func(b *testing.B) {
			var all []sample
			size := 0
			for _, k := range kind.All {
				all = append(all, sample{k, adversary(b, k, piece, kind.MaxText)})
				size += len(all[len(all)-1].payload)
			}
			b.SetBytes(int64(size))
			for b.Loop() {
				for _, s := range all {
					record.Grade(s.kind, s.payload, thisYear)
				}
			}
		})
	}
}

// Time grows with the length of the text, not with its square: one long text takes about as long as
// eight texts of an eighth. Both sides do the same work, measured in processor time, so that a
// coarse clock and a busy machine affect both equally. A slow result is measured again before it
// fails.
func TestTimeIsLinear(t *testing.T) {
	const times, slack, attempts = 8, 4, 5
	grading := func(piece string, size, repeat int) time.Duration {
		var all []sample
		for _, k := range kind.All {
			all = append(all, sample{k, adversary(t, k, piece, size)})
		}
		before := cpuTime()
		for range repeat {
			for _, s := range all {
				record.Grade(s.kind, s.payload, thisYear)
			}
		}
		return cpuTime() - before
	}
	for _, piece := range hard {
		short, long := time.Duration(0), time.Hour
		for attempt := 0; attempt < attempts && long > short*slack; attempt++ {
			short = max(short, grading(piece, kind.MaxText/times, times))
			long = min(long, grading(piece, kind.MaxText, 1))
		}
		if long > short*slack {
			t.Errorf("%q: %v for %d texts of %d characters a field, %v for one of %d", piece, short, times, kind.MaxText/times, long, kind.MaxText)
		}
	}
}
