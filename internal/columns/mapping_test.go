package columns_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"rastro/internal/columns"
	"rastro/internal/kind"
	"rastro/internal/sheet"
)

// mapping returns a mapping of receiving, to change in tests.
func mapping(all ...columns.Column) *columns.Mapping {
	m := &columns.Mapping{Version: columns.CurrentVersion, Name: "Romaneio da Coop X", Kind: kind.Receiving, HeaderRows: 1, Header: 1, Columns: all}
	m.Sign()
	return m
}

func open(t testing.TB, text string, m *columns.Mapping) (*columns.Rows, error) {
	t.Helper()
	f, err := sheet.OpenFile(strings.NewReader(text), int64(len(text)), sheet.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return columns.Open(f, m)
}

// payloads reads all rows: the payload, and the reasons of its problems.
func payloads(t testing.TB, text string, m *columns.Mapping) (all []string) {
	t.Helper()
	rows, err := open(t, text, m)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		one := string(row.Payload)
		for _, p := range row.Problems {
			one += " " + p.Cell + ":" + string(p.Reason)
		}
		all = append(all, strings.TrimSpace(row.HarvestID+row.HarvestCode+" "+one))
	}
}

func TestMappingsComeBackTheSame(t *testing.T) {
	m := mapping(
		columns.Column{At: 0, Header: "Data", Use: columns.Join, Field: "dataHoraRecebimento", Dates: columns.DayFirst, With: []int{1}, Separator: " "},
		columns.Column{At: 1, Header: "Hora", Use: columns.Part},
		columns.Column{At: 2, Header: "Peso", Use: columns.Field, Field: "volume", Numbers: columns.Brazilian, Unit: "kg"},
		columns.Column{At: 3, Header: "Lote/Placa", Use: columns.Split, Field: "loteOrigem", Second: "veiculo", Separator: "/"},
		columns.Column{At: 4, Header: "Moega", Use: columns.Extra, Field: "moega"},
		columns.Column{At: 5, Header: "Seq", Use: columns.Ignore})
	m.Constants = []columns.Constant{{Field: "safraCodigo", Value: "2024/25"}}
	text, err := m.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	back, err := columns.Read(text)
	if err != nil || !reflect.DeepEqual(m, back) {
		t.Errorf("%s came back as %+v, %v", text, back, err)
	}
	got := payloads(t, "Título\nData;Hora;Peso;Lote/Placa;Moega;Seq\n10/02/2025;14:20;36.000;L-1/ABC1C34;3;1\n", m)
	want := `2024/25 {"loteOrigem":"L-1","veiculo":"ABC1C34","moega":"3","dataHoraRecebimento":"2025-02-10T14:20:00","colunasMantidas":{"moega":"Moega"}}`
	want = strings.Replace(want, `{"lote`, `{"volume":"36000 kg","lote`, 1)
	if len(got) != 1 || got[0] != want {
		t.Errorf("read %q, want %q", got, want)
	}
}

func TestMappingsThatAreRefused(t *testing.T) {
	plate := columns.Column{At: 0, Header: "Placa", Use: columns.Field, Field: "veiculo"}
	for name, change := range map[string]func(*columns.Mapping){
		"a version of the future": func(m *columns.Mapping) { m.Version = 2 },
		"no kind":                 func(m *columns.Mapping) { m.Kind = "/nada" },
		"a profile":               func(m *columns.Mapping) { m.Kind = kind.Profiles },
		"no columns":              func(m *columns.Mapping) { m.Columns = nil },
		"a field of another kind": func(m *columns.Mapping) { m.Columns[0].Field = "talhao" },
		"a field twice": func(m *columns.Mapping) {
			m.Columns = append(m.Columns, columns.Column{At: 1, Use: columns.Field, Field: "veiculo"})
		},
		"a column twice":            func(m *columns.Mapping) { m.Columns = append(m.Columns, plate) },
		"an unknown use":            func(m *columns.Mapping) { m.Columns[0].Use = "usar" },
		"an unknown order":          func(m *columns.Mapping) { m.Columns[0].Dates = "dmy" },
		"an unknown notation":       func(m *columns.Mapping) { m.Columns[0].Numbers = "de" },
		"a unit where none fits":    func(m *columns.Mapping) { m.Columns[0].Unit = "kg" },
		"an extra named as a field": func(m *columns.Mapping) { m.Columns[0].Use = columns.Extra },
		"an extra with a strange name": func(m *columns.Mapping) {
			m.Columns[0] = columns.Column{Use: columns.Extra, Header: "Placa", Field: "a\"b"}
		},
		"a join with nothing there": func(m *columns.Mapping) { m.Columns[0].Use, m.Columns[0].With = columns.Join, []int{7} },
		"a part of nothing":         func(m *columns.Mapping) { m.Columns = append(m.Columns, columns.Column{At: 1, Use: columns.Part}) },
		"a split without a way":     func(m *columns.Mapping) { m.Columns[0].Use, m.Columns[0].Second = columns.Split, "loteOrigem" },
		"a pattern with one group": func(m *columns.Mapping) {
			m.Columns[0].Use, m.Columns[0].Second, m.Columns[0].Pattern = columns.Split, "loteOrigem", "(a)b"
		},
		"a constant that has a column": func(m *columns.Mapping) { m.Constants = []columns.Constant{{Field: "veiculo", Value: "x"}} },
		"a constant without a unit":    func(m *columns.Mapping) { m.Constants = []columns.Constant{{Field: "volume", Value: "600"}} },
		"a constant of two days": func(m *columns.Mapping) {
			m.Constants = []columns.Constant{{Field: "dataHoraRecebimento", Value: "05/02/2025"}}
		},
		"300 columns to the right": func(m *columns.Mapping) { m.Columns[0].At = 300 },
		"a long name":              func(m *columns.Mapping) { m.Name = strings.Repeat("a", 121) },
	} {
		m := mapping(plate)
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		change(m)
		m.Sign()
		text, err := m.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := columns.Read(text); reason(err) != sheet.BadMapping {
			t.Errorf("%s: %v", name, err)
		}
	}
	good, _ := mapping(plate).Append(nil)
	for name, text := range map[string][]byte{
		"an unknown member": bytes.Replace(good, []byte(`"versao"`), []byte(`"novo":1,"versao"`), 1),
		"half":              good[:len(good)/2],
		"too much":          bytes.Repeat([]byte(" "), columns.MaxBytes+1),
		"another signature": bytes.Replace(good, []byte("Placa"), []byte("Chapa"), 1),
	} {
		if _, err := columns.Read(text); reason(err) != sheet.BadMapping {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func reason(err error) sheet.Reason {
	if failed, ok := errors.AsType[*sheet.Error](err); ok {
		return failed.Reason
	}
	return ""
}

// What a mapping leaves open is a problem, never a value.
func TestDoubtIsAProblem(t *testing.T) {
	date := columns.Column{Header: "x", Use: columns.Field, Field: "dataHoraRecebimento"}
	mass := columns.Column{Header: "x", Use: columns.Field, Field: "volume"}
	share := columns.Column{Header: "x", Use: columns.Field, Field: "umidade"}
	with := func(c columns.Column, change func(*columns.Column)) columns.Column { change(&c); return c }
	kg := with(mass, func(c *columns.Column) { c.Unit = "kg" })
	br := with(kg, func(c *columns.Column) { c.Numbers = columns.Brazilian })
	us := with(kg, func(c *columns.Column) { c.Numbers = columns.American })
	dma := with(date, func(c *columns.Column) { c.Dates = columns.DayFirst })
	mda := with(date, func(c *columns.Column) { c.Dates = columns.MonthDay })
	amd := with(date, func(c *columns.Column) { c.Dates = columns.YearFirst })
	for _, tc := range []struct {
		column     columns.Column
		cell, want string
	}{
		{date, "05/02/2025", "DATA_AMBIGUA"}, {date, "02/02/2025", "2025-02-02"}, {date, "25/02/2025", "2025-02-25"}, {date, "02/25/2025", "2025-02-25"},
		{date, "05/02/25", "DATA_AMBIGUA"}, {date, "31/02/2025", "DIA_INEXISTENTE"}, {date, "45698", "DATA_NAO_LIDA"}, {date, "2025-13-01", "DATA_NAO_LIDA"},
		{dma, "05/02/2025", "2025-02-05"}, {dma, "02/25/2025", "DATA_NAO_LIDA"}, {dma, "5.2.25", "2025-02-05"}, {dma, "05022025", "2025-02-05"}, {dma, "5/2/2025 8h05", "2025-02-05T08:05:00"},
		{mda, "05/02/2025", "2025-05-02"}, {mda, "25/02/2025", "DATA_NAO_LIDA"}, {mda, "2/5/2025 2:05 PM", "2025-02-05T14:05:00"}, {mda, "10-Feb-2025", "2025-02-10"}, {mda, "Feb 10, 2025", "2025-02-10"},
		{amd, "25/02/05", "2025-02-05"}, {amd, "2025-02-05T10:00:00-03:00", "2025-02-05T10:00:00-03:00"},
		{dma, "1º/02/2025", "2025-02-01"}, {dma, "10 de fevereiro de 2025", "2025-02-10"}, {dma, "fevereiro", "DATA_NAO_LIDA"}, {dma, "10/02", "DATA_NAO_LIDA"},
		{mass, "36.000", "NUMERO_AMBIGUO"}, {mass, "36000", "UNIDADE_EM_ABERTO"}, {mass, "36000 kg", "36000 kg"}, {mass, "36,5 t", "36,5 t"}, {mass, "36.000 kg", "NUMERO_AMBIGUO"}, {mass, "36000 lb", "UNIDADE_EM_ABERTO"},
		{kg, "36.000", "NUMERO_AMBIGUO"}, {kg, "36,000", "NUMERO_AMBIGUO"}, {kg, "36.000,5", "36000,5 kg"}, {kg, "36,000.5", "36000,5 kg"}, {kg, "1.234.567", "1234567 kg"},
		{br, "36.000", "36000 kg"}, {br, "36,125", "36,1250 kg"}, {br, "1.2.3", "UNIDADE_EM_ABERTO|NUMERO_NAO_LIDO"}, {us, "36,000", "36000 kg"}, {us, "36.125", "36,1250 kg"},
		{br, "cerca de 36.000 kg", "cerca de 36.000 kg"}, {us, "about 36,000 kg", "NUMERO_NAO_LIDO"}, {kg, "sem peso", "sem peso"}, {kg, ".5", "0,5 kg"}, {kg, ",500", "0,5 kg"},
		{share, "13,8", "PERCENTUAL_EM_ABERTO"}, {share, "13,8%", "13,8%"}, {share, "0.138", "PERCENTUAL_EM_ABERTO"},
		{with(share, func(c *columns.Column) { c.Unit = columns.Fraction }), "0,138", "13,8%"},
		{with(mass, func(c *columns.Column) { c.Unit = "saca" }), "600", "600 saca"},
	} {
		got := payloads(t, "x\ty\n"+tc.cell+"\tz\n", mapping(tc.column, columns.Column{At: 1, Header: "y", Use: columns.Field, Field: "veiculo"}))
		fits := false
		for want := range strings.SplitSeq(tc.want, "|") {
			fits = fits || len(got) == 1 && (strings.HasSuffix(got[0], ":"+want) || strings.Contains(got[0], `:"`+want+`"`))
		}
		if !fits {
			t.Errorf("%q in %+v came to %s, want %s", tc.cell, tc.column, got, tc.want)
		}
	}
}

func TestAnotherLayout(t *testing.T) {
	m := mapping(columns.Column{At: 0, Header: "Placa", Use: columns.Field, Field: "veiculo"}, columns.Column{At: 1, Header: "Peso líquido", Use: columns.Field, Field: "volume", Unit: "kg"})
	for _, text := range []string{"Placa;Peso bruto\nA;1\n", "Peso líquido;Placa\n1;A\n", "Placa;Peso líquido;Tara\nA;1;2\n", "Placa\nA\n"} {
		if _, err := open(t, text, m); reason(err) != sheet.OtherLayout {
			t.Errorf("%q: %v", text, err)
		}
	}
	if got := payloads(t, "novo título\n\nPLACA;PESO LIQUIDO\nABC1C34;36000\n", m); len(got) != 1 || !strings.Contains(got[0], "36000 kg") {
		t.Errorf("a title above: %q", got)
	}
}

// outcomes reads all rows, and returns why each is refused, or "ok".
func outcomes(t *testing.T, rows *columns.Rows) string {
	t.Helper()
	var all []string
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return strings.Join(all, " ")
		}
		if err != nil {
			t.Fatal(err)
		}
		one := "ok"
		for _, p := range row.Problems {
			one = string(p.Reason)
		}
		all = append(all, one)
	}
}

func TestRowsThatAreNoRecords(t *testing.T) {
	m := mapping(columns.Column{At: 0, Header: "Data", Use: columns.Field, Field: "dataHoraRecebimento", Dates: columns.DayFirst}, columns.Column{At: 1, Header: "Placa", Use: columns.Field, Field: "veiculo"},
		columns.Column{At: 2, Header: "Peso", Use: columns.Field, Field: "volume", Numbers: columns.Brazilian, Unit: "kg"})
	text := "Data;Placa;Peso\n10/02/2025;ABC1C34;36.000\nSubtotal;;36.000\nData;Placa;Peso\n11/02/2025;ABC1C34;30.000\n;;66.000\n;;1.234\nVisto: ________;;\n"
	rows, err := open(t, text, m)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	want := []columns.Skip{{Line: 3, Reason: columns.Total}, {Line: 4, Reason: columns.Repeated}, {Line: 6, Reason: columns.Total}, {Line: 8, Reason: columns.Note}}
	if got := outcomes(t, rows); got != "ok ok LINHA_INCOMPLETA" || !reflect.DeepEqual(rows.Skipped(), want) || rows.Passed() != 4 {
		t.Errorf("rows %s, skipped %v", got, rows.Skipped())
	}
}

// A day that its month does not have is reported as such; other text that cannot be read as a date
// is not.
func TestDaysThatDoNotExist(t *testing.T) {
	for _, tc := range []struct {
		dates columns.Dates
		text  string
		want  sheet.Reason
	}{
		{columns.DayFirst, "31/02/2025", sheet.NoSuchDay},
		{columns.DayFirst, "29/02/2025 14:20", sheet.NoSuchDay},
		{columns.DayFirst, "31/04/25", sheet.NoSuchDay},
		{columns.DayFirst, "31 de abril de 2025", sheet.NoSuchDay},
		{columns.OpenDates, "31/02/2025", sheet.NoSuchDay},
		{columns.OpenDates, "2025-02-30", sheet.NoSuchDay},
		{columns.MonthDay, "02/30/2025", sheet.NoSuchDay},
		{columns.DayFirst, "29/02/2024", ""},
		{columns.DayFirst, "02/17/2025", sheet.WantDate},
		{columns.DayFirst, "45/13/2025", sheet.WantDate},
		{columns.DayFirst, "amanhã", sheet.WantDate},
	} {
		m := mapping(columns.Column{At: 0, Header: "Data", Use: columns.Field, Field: "dataHoraRecebimento", Dates: tc.dates}, columns.Column{At: 1, Header: "Placa", Use: columns.Field, Field: "veiculo"})
		rows, err := open(t, "Data;Placa\n"+tc.text+";ABC1C34\n", m)
		if err != nil {
			t.Fatal(err)
		}
		row, err := rows.Next()
		if err != nil {
			t.Fatal(err)
		}
		var got sheet.Reason
		if len(row.Problems) > 0 {
			got = row.Problems[0].Reason
		}
		if got != tc.want {
			t.Errorf("%s in %q: %q, want %q", tc.text, tc.dates, got, tc.want)
		}
		_ = rows.Close()
	}
}

// A row in which no column fills a field is not a record, and is not written as an empty one.
func TestRowsWithoutAField(t *testing.T) {
	m := mapping(columns.Column{At: 0, Header: "Placa", Use: columns.Ignore}, columns.Column{At: 1, Header: "Obs", Use: columns.Ignore})
	rows, err := open(t, "Placa;Obs\nABC1C34;a\nABC1C34;b\n", m)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	if got := outcomes(t, rows); got != "LINHA_SEM_CAMPO LINHA_SEM_CAMPO" {
		t.Errorf("%s, skipped %+v", got, rows.Skipped())
	}
}
