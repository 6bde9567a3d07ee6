package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// report is everything that a run found out, as stored.
type report struct {
	Date        string  `json:"date"`
	Machine     machine `json:"machine"`
	Rounds      int     `json:"rounds"`
	Seconds     float64 `json:"seconds"`
	Connections int     `json:"connections"`
	Sizes       []int   `json:"sizes"`
	BodyBytes   int     `json:"createBodyBytes"`
	Checks      []check `json:"checks"`
	results
}

// report prints the tables, and writes the report and its chart.
func (b *bencher) report(ctx context.Context, w io.Writer) error {
	r := report{
		Date: b.out.now().UTC().Format("2006-01-02"), Machine: b.look(ctx), Rounds: b.options.rounds, Seconds: b.options.measure.Seconds(),
		Connections: connections, Sizes: b.options.sizes, BodyBytes: bodyBytes, Checks: b.results.checks(b.options.sizes), results: b.results,
	}
	for _, t := range []*table{r.measurementTable(r.Sizes), r.startTable(), checkTable(r.Checks, b.options.whole)} {
		fmt.Fprintln(w)
		t.write(w)
	}
	for _, f := range r.Failures {
		fmt.Fprintf(w, "\nFAILED: %s on %s with %s records, round %d: %s\n", f.Load, f.System, grouped(int64(f.Records)), f.Round, f.Error)
	}
	if len(r.Failures) > 0 { // such a run is not published
		b.options.out = b.options.data
	}
	if err := os.MkdirAll(b.options.out, 0o755); err != nil {
		return err
	}
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{"latest.json": append(text, '\n'), "latest.svg": []byte(r.chart())} {
		if err := os.WriteFile(filepath.Join(b.options.out, name), content, 0o644); err != nil {
			return err
		}
	}
	b.out.step("the report is in %s", b.options.out)
	if n := len(r.Failures); n > 0 {
		return fmt.Errorf("%d of %d measurements failed", n, b.planned)
	}
	return nil
}
