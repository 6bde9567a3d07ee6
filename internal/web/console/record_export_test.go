package console

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/sheet"
	"rastro/internal/trace"
)

// rows reads a downloaded spreadsheet back.
func (s seen) rows(k *kind.Kind) []sheet.Row {
	s.t.Helper()
	file, err := sheet.Open(strings.NewReader(s.body), int64(len(s.body)), k, sheet.DefaultLimits)
	if err != nil {
		s.t.Fatalf("%v\n%.300s", err, s.body)
	}
	defer file.Close()
	var all []sheet.Row
	for {
		row, err := file.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			s.t.Fatal(err)
		}
		all = append(all, row)
	}
}

// The list that is shown comes as a spreadsheet: all pages of it, each record as it
// is, and no cell a formula.
func TestExport(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	k := kind.ByPrefix("/armazenamento/recebimento")
	want := map[string]string{}
	for i := range 30 {
		dados := fmt.Sprintf(`{"loteOrigem":"LOTE-%d","volume":"=1+%d","veiculo":"@SUM(A1)","nota":{"x":-1.5}}`, i, i)
		r := s.create(k.Prefix, fmt.Sprintf("S-%d", i%2), dados)
		want[r.ID.String()] = dados
	}
	list := recordsPath(k)
	b.get(list).has(200, "formato=csv", "formato=xlsx")
	for _, tc := range []struct {
		query string
		n     int
	}{{"?", 30}, {"?safra=S-1&", 15}, {"?q=lote-7&", 1}, {"?q=lote-2&modo=texto&", 11}, {"?sort=safraId,asc&", 30}, {"?safra=NADA&", 0}} {
		for _, f := range exportFormats {
			got := b.get(list + tc.query + "formato=" + f.name)
			if got.status != 200 || got.header.Get("Content-Type") != f.format.MediaType() || !strings.Contains(got.header.Get("Content-Disposition"), kindSlug(k)+f.format.Extension()) {
				t.Fatalf("%s%s: %d %v", tc.query, f.name, got.status, got.header)
			}
			rows := got.rows(k)
			if len(rows) != tc.n {
				t.Errorf("%s%s: %d rows, want %d", tc.query, f.name, len(rows), tc.n)
			}
			for _, row := range rows {
				same, err := canon.Canonical(row.Dados)
				if err != nil || len(row.Problems) > 0 {
					t.Fatalf("line %d: %v %v", row.Line, err, row.Problems)
				}
				found := false
				for _, dados := range want {
					before, err := canon.Canonical([]byte(dados))
					found = found || err == nil && string(before) == string(same)
				}
				if !found {
					t.Errorf("%s%s: line %d says %s", tc.query, f.name, row.Line, row.Dados)
				}
			}
		}
	}
	for line := range strings.Lines(b.get(list + "?formato=csv").body) {
		for cell := range strings.SplitSeq(line, ";") {
			if begins := strings.TrimPrefix(cell, `"`); begins != "" && strings.ContainsAny(begins[:1], "=@+") {
				t.Errorf("a cell begins like a formula: %q", cell)
			}
		}
	}
	b.get(list+"?formato=pdf").has(400, "csv, xlsx")
	writer := s.as(s.key(trace.KeyRequest{Nome: "Coletor", Escopos: []trace.Scope{trace.Write}}))
	writer.get(list + "?formato=csv").has(403)
}

// What does not fit into a cell is said on a page, which names the other format.
func TestExportTooLongForACell(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	plot := "[" + strings.Repeat("-55.123456,-12.123456,", 3000) + "-55,-12]"
	s.create("/producaoAgricola/plantioManejo", "S", `{"areaPlantada":`+plot+`}`)
	const list = "/registros/producaoAgricola.plantioManejo"
	got := b.get(list+"?formato=xlsx").has(422, "CSV")
	if got.header.Get("Content-Disposition") != "" {
		t.Errorf("the page is sent as a file: %v", got.header)
	}
	if rows := b.get(list + "?formato=csv").rows(kind.ByPrefix("/producaoAgricola/plantioManejo")); len(rows) != 1 || !strings.Contains(string(rows[0].Dados), plot) {
		t.Errorf("%d rows", len(rows))
	}
	b.get(list).has(200) // and a list does not show it all
	edit := recordPath(kind.ByPrefix("/producaoAgricola/plantioManejo"), s.all("/producaoAgricola/plantioManejo")[0].ID.String()) + "/editar"
	form := b.get(edit).has(200, "grande demais para o formulário").lacks("-55.123456").filled()
	form.Set("d.dataPlantio", "05/10/2024")
	b.send(edit, form).has(200, "Mudanças gravadas")
	if now := s.all("/producaoAgricola/plantioManejo")[0]; !strings.Contains(string(now.Dados), plot) || !strings.Contains(string(now.Dados), "05/10/2024") {
		t.Errorf("%.200s", now.Dados)
	}
}
