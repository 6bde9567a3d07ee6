package record_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/sheet"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/pagekit"
	"rastro/internal/web/console/record"
)

// readBack reads a downloaded spreadsheet back.
func readBack(s consoletest.Seen, k *kind.Kind) []sheet.Row {
	s.T.Helper()
	file, err := sheet.Open(strings.NewReader(s.Body), int64(len(s.Body)), k, sheet.DefaultLimits)
	if err != nil {
		s.T.Fatalf("%v\n%.300s", err, s.Body)
	}
	defer file.Close()
	var all []sheet.Row
	for {
		row, err := file.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			s.T.Fatal(err)
		}
		all = append(all, row)
	}
}

// The shown list can be downloaded as a spreadsheet: all pages of it, each record unchanged, and no
// cell a formula.
func TestExport(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	k := kind.ByPrefix("/armazenamento/recebimento")
	want := map[string]string{}
	for i := range 30 {
		payload := fmt.Sprintf(`{"loteOrigem":"LOTE-%d","volume":"=1+%d","veiculo":"@SUM(A1)","nota":{"x":-1.5}}`, i, i)
		r := s.Create(k.Prefix, fmt.Sprintf("S-%d", i%2), payload)
		want[r.ID.String()] = payload
	}
	list := pagekit.RecordsPath(k)
	b.Get(list).Has(200, "formato=csv", "formato=xlsx")
	for _, tc := range []struct {
		query string
		n     int
	}{{"?", 30}, {"?safra=S-1&", 15}, {"?q=lote-7&", 1}, {"?q=lote-2&modo=texto&", 11}, {"?sort=safraId,asc&", 30}, {"?safra=NADA&", 0}} {
		for name, format := range record.ExportFormats() {
			got := b.Get(list + tc.query + "formato=" + name)
			if got.Status != 200 || got.Header.Get("Content-Type") != format.MediaType() || !strings.Contains(got.Header.Get("Content-Disposition"), pagekit.KindSlug(k)+format.Extension()) {
				t.Fatalf("%s%s: %d %v", tc.query, name, got.Status, got.Header)
			}
			rows := readBack(got, k)
			if len(rows) != tc.n {
				t.Errorf("%s%s: %d rows, want %d", tc.query, name, len(rows), tc.n)
			}
			for _, row := range rows {
				same, err := canon.Canonical(row.Payload)
				if err != nil || len(row.Problems) > 0 {
					t.Fatalf("line %d: %v %v", row.Line, err, row.Problems)
				}
				found := false
				for _, payload := range want {
					before, err := canon.Canonical([]byte(payload))
					found = found || err == nil && string(before) == string(same)
				}
				if !found {
					t.Errorf("%s%s: line %d says %s", tc.query, name, row.Line, row.Payload)
				}
			}
		}
	}
	for line := range strings.Lines(b.Get(list + "?formato=csv").Body) {
		for cell := range strings.SplitSeq(line, ";") {
			if begins := strings.TrimPrefix(cell, `"`); begins != "" && strings.ContainsAny(begins[:1], "=@+") {
				t.Errorf("a cell begins like a formula: %q", cell)
			}
		}
	}
	b.Get(list+"?formato=pdf").Has(400, "csv, xlsx")
	writer := s.As(s.Key(access.Request{Name: "Coletor", Scopes: []trace.Scope{trace.Write}}))
	writer.Get(list + "?formato=csv").Has(403)
}

// What does not fit into a cell is said on a page, which names the other format.
func TestExportTooLongForACell(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	plot := "[" + strings.Repeat("-55.123456,-12.123456,", 3000) + "-55,-12]"
	s.Create("/producaoAgricola/plantioManejo", "S", `{"areaPlantada":`+plot+`}`)
	const list = "/registros/producaoAgricola.plantioManejo"
	got := b.Get(list+"?formato=xlsx").Has(422, "CSV")
	if got.Header.Get("Content-Disposition") != "" {
		t.Errorf("the page is sent as a file: %v", got.Header)
	}
	if rows := readBack(b.Get(list+"?formato=csv"), kind.ByPrefix("/producaoAgricola/plantioManejo")); len(rows) != 1 || !strings.Contains(string(rows[0].Payload), plot) {
		t.Errorf("%d rows", len(rows))
	}
	b.Get(list).Has(200) // and a list does not show it all
	edit := pagekit.RecordPath(kind.ByPrefix("/producaoAgricola/plantioManejo"), s.All("/producaoAgricola/plantioManejo")[0].ID.String()) + "/editar"
	form := b.Get(edit).Has(200, "não cabe neste formulário").Lacks("-55.123456").Filled()
	form.Set("d.dataPlantio", "05/10/2024")
	b.Send(edit, form).Has(200, "Mudanças gravadas")
	if now := s.All("/producaoAgricola/plantioManejo")[0]; !strings.Contains(string(now.Payload), plot) || !strings.Contains(string(now.Payload), `"2024-10-05"`) {
		t.Errorf("%.200s", now.Payload)
	}
}
