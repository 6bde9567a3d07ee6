package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// table writes rows in columns: the first is aligned left, numbers right.
type table struct {
	head []string
	rows [][]string
	left int // how many columns are texts
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) write(w io.Writer) {
	widths := make([]int, len(t.head))
	for _, row := range append([][]string{t.head}, t.rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range append([][]string{t.head}, t.rows...) {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i < t.left {
				line.WriteString(cell + pad + "  ")
			} else {
				line.WriteString(pad + cell + "  ")
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}

// measurementTable returns the table of the run: the middle round of each series.
func (r *results) measurementTable(sizes []int) *table {
	t := &table{left: 2, head: []string{"load", "system", "records", "req/s", "p50 ms", "p99 ms", "cpu s/1000", "pg cpu s/1000", "peak MiB", "of limit", "× PocketBase"}}
	for _, l := range loads() {
		for _, records := range sizes {
			for _, system := range allSystems() {
				m, ok := r.median(l.name, system, records)
				if !ok {
					continue
				}
				t.add(l.title, system, grouped(int64(records)), grouped(int64(m.PerSecond)), fmt.Sprintf("%.2f", m.P50), fmt.Sprintf("%.2f", m.P99),
					zeroBlank("%.3f", m.CPU), zeroBlank("%.3f", m.DatabaseCPU), zeroBlank("%.0f", mib(m.Peak)),
					r.against(l.name, system, records, limitName), r.against(l.name, system, records, pocketbaseName))
			}
		}
	}
	return t
}

// against returns a ratio for the table; blank if it is meaningless.
func (r *results) against(load, system string, records int, other string) string {
	if system == other || system == pgbenchName || system == limitName {
		return ""
	}
	ratio, ok := r.ratio(point{load, system, records}, point{load, other, records})
	if !ok {
		return ""
	}
	return short(ratio)
}

func zeroBlank(format string, v float64) string {
	if v == 0 {
		return ""
	}
	return fmt.Sprintf(format, v)
}

func (r *results) startTable() *table {
	t := &table{left: 1, head: []string{"store", "records", "start ms", "cold ms", "idle MiB", "disk MiB", "× JSON sent", "× dados", "filled a second"}}
	for _, s := range r.Starts {
		t.add(s.System, grouped(int64(s.Records)), fmt.Sprintf("%.0f", 1000*s.Warm), fmt.Sprintf("%.0f", 1000*s.Cold), fmt.Sprintf("%.0f", mib(s.Idle)),
			fmt.Sprintf("%.0f", mib(s.Disk)), short(float64(s.Disk)/float64(max(1, s.BodyBytes))), short(float64(s.Disk)/float64(max(1, s.PayloadBytes))),
			grouped(int64(float64(s.Records)/s.LoadSeconds)))
	}
	return t
}

// checkTable returns the table of the promises, without those that a partial run has
// not measured.
func checkTable(checks []check, whole bool) *table {
	t := &table{left: 2, head: []string{"promise", "against", "target", "measured", ""}}
	for _, c := range checks {
		measured := "–"
		if c.Measured != nil {
			measured = short(*c.Measured)
		} else if !whole {
			continue
		}
		t.add(c.Work, c.Of, c.target(), measured, c.verdict())
	}
	return t
}
