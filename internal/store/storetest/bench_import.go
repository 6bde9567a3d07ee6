package storetest

import (
	"bytes"
	"context"
	"testing"

	"rastro/internal/canon"
	"rastro/internal/intake"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

// benchFile is NDJSON of rows that no other file of the benchmark has.
func benchFile(first, rows int) []byte {
	var file []byte
	for n := first; n < first+rows; n++ {
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
	each, rows := testkit.Sized(b, 5000), 0
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		file := benchFile(i*each, each)
		b.StartTimer()
		source, err := intake.NewRowReader(bytes.NewReader(file), receipt)
		if err != nil {
			b.Fatal(err)
		}
		count, _, err := svc.Import(context.Background(), everybody, source, o, func(*intake.Result) error { return nil })
		if err != nil || count.Created != int64(each) {
			b.Fatalf("%+v, %v", count, err)
		}
		rows += each
	}
	b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
}
