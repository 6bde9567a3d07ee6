package main

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
)

// scene returns a small run: two sizes, two rounds, the second on a machine that was
// disturbed and only half as fast.
func scene() results {
	var r results
	speed := map[string]float64{limitName: 60_000, sqliteName: 51_000, pocketbaseName: 3_000, postgresName: 6_000, pgbenchName: 8_000}
	for round := 1; round <= 2; round++ {
		for _, records := range []int{10_000, million} {
			for _, load := range []string{"hot", "uniform", "harvest", createLoad} {
				for system, s := range speed {
					if records == million && (system == sqliteName || system == postgresName) {
						s *= 0.95
					}
					if load == createLoad && system == sqliteName {
						s *= 0.25
					}
					r.Measurements = append(r.Measurements, measurement{
						Load: load, System: system, Records: records, Round: round, PerSecond: s / float64(round), P50: 1, P99: 10, CPU: 0.02, Peak: 150 << 20,
					})
				}
			}
		}
	}
	for _, records := range []int{10_000, million} {
		r.Starts = append(r.Starts, start{
			System: sqliteName, Records: records, Cold: 0.2, Warm: 0.1, Idle: 40 << 20, Disk: int64(records) * 700, BodyBytes: int64(records) * 480, PayloadBytes: int64(records) * 400, LoadSeconds: 2,
		})
	}
	return r
}

func TestRatioHoldsNeighboursAgainstEachOther(t *testing.T) {
	r := scene()
	got, ok := r.ratio(point{"hot", sqliteName, 10_000}, point{"hot", limitName, 10_000})
	if !ok || math.Abs(got-0.85) > 1e-9 {
		t.Errorf("ratio %v, %t; want 0.85 despite the slow round", got, ok)
	}
	if _, ok := r.ratio(point{"deep", sqliteName, 10_000}, point{"deep", limitName, 10_000}); ok {
		t.Error("there is a ratio of what was not measured")
	}
}

func TestMiddle(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{{[]float64{3}, 3}, {[]float64{9, 1, 2}, 2}, {[]float64{4, 1, 2, 8}, 3}} {
		if got, ok := middle(c.values); !ok || got != c.want {
			t.Errorf("middle of %v is %v, want %v", c.values, got, c.want)
		}
	}
	if _, ok := middle(nil); ok {
		t.Error("nothing has a middle")
	}
}

func TestMedianIsARound(t *testing.T) {
	r := results{Measurements: []measurement{
		{Load: "hot", System: limitName, Records: 1, Round: 1, PerSecond: 30},
		{Load: "hot", System: limitName, Records: 1, Round: 2, PerSecond: 10},
		{Load: "hot", System: limitName, Records: 1, Round: 3, PerSecond: 20},
	}}
	if m, ok := r.median("hot", limitName, 1); !ok || m.Round != 3 {
		t.Errorf("round %d, %t; want the third", m.Round, ok)
	}
}

func TestChecks(t *testing.T) {
	r := scene()
	var text strings.Builder
	checkTable(r.checks([]int{10_000, million}), true).write(&text)
	for _, want := range []string{
		"read by id, hot, rastro-sqlite, at 10 000 the limit ≥ 0.80 0.85 met",
		"read by id, hot, rastro-sqlite, at 10 000 PocketBase ≥ 10.0 17.0 met",
		"create, rastro-sqlite, at 10 000 the limit ≥ 0.25 0.21 NOT MET",
		"create, rastro-postgres, at 10 000 pgbench ≥ 0.60 0.75 met",
		"create, rastro-sqlite, at 1 000 000 the same at 10 000 ≥ 0.90 0.95 met",
		"list, 100 000 deep by cursor, rastro-sqlite, at 1 000 000 the same at 10 000 ≥ 0.90 – not measured",
		"memory, under load, rastro-sqlite, at 1 000 000 MiB ≤ 200 150 met",
		"start to the first answer, rastro-sqlite, at 1 000 000 s ≤ 1.00 0.20 met",
		"disk, rastro-sqlite, at 1 000 000 × the JSON sent ≤ 1.60 1.46 met",
	} {
		if !strings.Contains(squeeze(text.String()), want) {
			t.Errorf("the promises lack %q:\n%s", want, text.String())
		}
	}
	if strings.Contains(text.String(), "uniform, rastro-sqlite, at 10 000 ") {
		t.Errorf("uniform reads are promised over 1 000 000 records only:\n%s", text.String())
	}
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

func TestTable(t *testing.T) {
	tab := &table{left: 1, head: []string{"naïve", "n"}}
	tab.add("a", "1")
	tab.add("é", "1 000")
	var text strings.Builder
	tab.write(&text)
	if want := "naïve      n\na          1\né      1 000\n"; text.String() != want {
		t.Errorf("the table is\n%swant\n%s", text.String(), want)
	}
}

func TestMeasurementTable(t *testing.T) {
	r := scene()
	var text strings.Builder
	r.measurementTable([]int{10_000, million}).write(&text)
	lines := strings.Split(strings.TrimSpace(text.String()), "\n")
	if want := 1 + 4*2*5; len(lines) != want {
		t.Errorf("%d lines, want %d:\n%s", len(lines), want, text.String())
	}
	if want := "read by id, hot rastro-sqlite 10 000 25 500 1.00 10.00 0.020 150 0.85 17.0"; !strings.Contains(squeeze(text.String()), want) {
		t.Errorf("the table lacks %q:\n%s", want, text.String())
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1_000: "1 000", 1_234_567: "1 234 567", -1_000: "-1 000", -100: "-100"} {
		if got := grouped(n); got != want {
			t.Errorf("%d is written %q, want %q", n, got, want)
		}
	}
}

func TestChartIsWellFormed(t *testing.T) {
	r := report{Date: "2025-01-01", Rounds: 2, Seconds: 5, Connections: 64, Sizes: []int{10_000, million}, Machine: machine{Processors: 2}, results: scene()}
	chart := r.chart()
	decoder := xml.NewDecoder(strings.NewReader(chart))
	for {
		_, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, chart)
		}
	}
	for _, want := range []string{"Share of the limit", "Times PocketBase", ">0.85</text>", "≥ 0.80", "1 000 000 records"} {
		if !strings.Contains(chart, want) {
			t.Errorf("the chart lacks %q", want)
		}
	}
}
