package storetest

import (
	"context"
	"fmt"
	"testing"

	"rastro/internal/trace"
)

// benchPlots measures the review of a harvest among adjacent plots, each of its own harvest. It
// must cost about the same however many there are. Nine of ten plots are from other seasons.
func benchPlots(b *testing.B, store trace.Store, plots int) {
	ctx := context.Background()
	svc := benchService(b, store)
	const wide = 400 // plots in a row
	claim := func(harvestID string, n int, plot string) trace.Record {
		r := plotted(b, plan, harvestID, n, plot)
		r.Payload = append(r.Payload[:len(r.Payload)-1], `,"cultura":"SOJA"}`...)
		return r
	}
	const chunk = 1_000
	for first := 0; first < plots; first += chunk {
		var records []trace.Record
		for i := first; i < min(first+chunk, plots); i++ {
			r := claim(fmt.Sprint("V-", i), i, square(i%wide, i/wide))
			if i%10 != 0 {
				r.HarvestCode = fmt.Sprintf("%d/%02d", 2010+i%10, 11+i%10)
			}
			records = append(records, r)
		}
		write(b, store, records...)
	}
	write(b, store, claim("S-alone", plots, square(-300, 0)), claim("S-among", plots+1, rectangle(100, 1, 1, 1)))
	for _, of := range []string{"alone", "among"} {
		b.Run(of, func(b *testing.B) {
			for b.Loop() {
				found, err := svc.Review(ctx, everybody, "S-"+of, "")
				if err != nil {
					b.Fatal(err)
				}
				if told := found.Summary.Alerts; told != 0 && of == "alone" || told == 0 && of == "among" {
					b.Fatal(found.Findings)
				}
			}
		})
	}
}
