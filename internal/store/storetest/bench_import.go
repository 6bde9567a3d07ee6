package storetest

import (
	"bytes"
	"context"
	"testing"

	"rastro/internal/canon"
	"rastro/internal/intake"
	"rastro/internal/trace"
)

// benchRows is how many rows an import of the benchmark has.
const benchRows = 5000

// benchFile is NDJSON of rows that no other file of the benchmark has.
func benchFile(first int) []byte {
	var file []byte
	for n := first; n < first+benchRows; n++ {
		env := benchEnvelope(n)
		file = append(file, `{"safraId":`...)
		file = canon.AppendString(file, env.HarvestID)
		file = append(file, `,"safraCodigo":"2024/25","dados":`...)
		file = append(append(file, env.Payload...), "}\n"...)
	}
	return file
}

// benchImport measures an import from the bytes of a file to the last result.
func benchImport(b *testing.B, store trace.Store, o intake.Options) {
	svc := benchService(b, store)
	rows := 0
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		file := benchFile(i * benchRows)
		b.StartTimer()
		source, err := intake.NewRowReader(bytes.NewReader(file), receipt)
		if err != nil {
			b.Fatal(err)
		}
		count, _, err := svc.Import(context.Background(), everybody, source, o, func(*intake.Result) error { return nil })
		if err != nil || count.Created != benchRows {
			b.Fatalf("%+v, %v", count, err)
		}
		rows += benchRows
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
}
