package guess_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"rastro/internal/columns"
	"rastro/internal/columns/guess"
	"rastro/internal/kind"
	"rastro/internal/sheet"
)

func file(t testing.TB, data []byte) *sheet.File {
	t.Helper()
	f, err := sheet.OpenFile(bytes.NewReader(data), int64(len(data)), sheet.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// memory remembers one mapping and choices by header.
type memory struct {
	mapping *columns.Mapping
	choices map[string][]guess.Choice
}

func (m memory) Mapping(signature string) (*columns.Mapping, bool) {
	return m.mapping, m.mapping != nil && m.mapping.Signature == signature
}

func (m memory) Choices(header string) []guess.Choice { return m.choices[header] }

func TestEarlierChoicesCount(t *testing.T) {
	data := []byte("Data;Placa;Peso líquido;Bag\n13/02/2025;ABC1C34;36000;L-1\n")
	m := memory{choices: map[string][]guess.Choice{
		"bag":   {{Kind: kind.Receiving, Use: columns.Field, Field: "loteOrigem"}},
		"placa": {{Kind: kind.Receiving, Use: columns.Ignore}},
	}}
	g, err := guess.File(file(t, data), guess.Options{Memory: m, Kind: kind.ByPrefix(kind.Receiving)})
	if err != nil {
		t.Fatal(err)
	}
	if c := g.Mapping.Columns[3]; c.Field != "loteOrigem" || g.Columns[3].Why != guess.ByEarlier {
		t.Errorf("a column that was a lot before is %+v, %+v", c, g.Columns[3])
	}
	if c := g.Mapping.Columns[1]; c.Use != columns.Ignore {
		t.Errorf("a column that was ignored before is %+v", c)
	}
}

func TestAKnownLayout(t *testing.T) {
	first := []byte("Data;Placa;Peso líquido\n13/02/2025;ABC1C34;36000\n")
	g, err := guess.File(file(t, first), guess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g.Mapping.Name = "Romaneio da Coop X"
	for _, tc := range []struct {
		name, text string
		known      bool
		asks       int
	}{
		{"the same", "Relatório\nDATA;PLACA;PESO LIQUIDO\n05/03/2025;ABC1C34;30000\n", true, 0},
		{"days the other way round", "Data;Placa;Peso líquido\n02/25/2025;ABC1C34;30000\n", true, 1},
		{"another column", "Data;Placa;Peso líquido;Tara\n13/02/2025;ABC1C34;30000;1\n", false, 0},
	} {
		again, err := guess.File(file(t, []byte(tc.text)), guess.Options{Memory: memory{mapping: &g.Mapping}})
		if err != nil {
			t.Fatal(err)
		}
		if again.Known != tc.known || len(again.Questions) != tc.asks {
			t.Errorf("%s: known %t, questions %v", tc.name, again.Known, again.Questions)
		}
	}
}

// What the file leaves open is asked, and settled only by enough of its values.
func TestWhatIsAsked(t *testing.T) {
	rows := func(header string, values ...string) []byte {
		text := "Placa;" + header + "\n"
		for _, v := range values {
			text += "ABC1C34;" + v + "\n"
		}
		return []byte(text)
	}
	many := func(n int, v string) []string { return strings.Split(strings.Repeat(v+"|", n-1)+v, "|") }
	for _, tc := range []struct {
		name string
		file []byte
		want string // the questions, then what was settled
	}{
		{"days up to the 12th", rows("Data", "05/02/2025", "06/02/2025"), "datas"},
		{"one day that tells", rows("Data", "05/02/2025", "16/02/2025"), "dma"},
		{"one day that tells, of many", rows("Data", append(many(60, "05/02/2025"), "16/02/2025")...), "datas"},
		{"days that contradict", rows("Data", "16/02/2025", "02/17/2025", "05/02/2025"), "datas"},
		{"years of two digits", rows("Data", "05/02/25", "06/02/25"), "datas"},
		{"years that come first", rows("Data", "25/02/16", "25/02/17", "25/03/18"), "amd"},
		{"weights in both notations", rows("Peso líquido (kg)", "36.000,5", "36,000.5", "36.000"), "numeros"},
		{"a point between people", rows("Peso líquido (kg)", "36.000", "34.500", "35.5"), "numeros"},
		{"thousands alone", rows("Peso líquido (kg)", "36.000", "34.500"), "numeros"},
		{"a scale's weights", rows("Peso líquido", "36000", "34500"), "kg"},
		{"tonnes, perhaps", rows("Peso líquido", "36", "34"), "unidade"},
		{"kg and t", rows("Peso líquido", "36000", "34500", "35"), "unidade"},
		{"pounds", rows("Peso líquido (lb)", "36000", "34500"), "unidade"},
		{"an amount", rows("Quantidade", "36000", "34500"), "unidade"},
		{"moisture below one", rows("Umidade", "0,138", "0,14"), "unidade"},
		{"moisture", rows("Umidade", "13,8", "14"), "%"},
	} {
		g, err := guess.File(file(t, tc.file), guess.Options{Kind: kind.ByPrefix(kind.Receiving)})
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		got := ""
		for _, q := range g.Questions {
			got += string(q.Asks)
		}
		if c := g.Mapping.Columns[1]; got == "" {
			got = string(c.Dates) + c.Unit
		}
		if got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

// A program in another country reads 05/02 as the 2nd of May and leaves 16/02 as a text.
func TestDaysThatAProgramSwapped(t *testing.T) {
	data := workbook(page{name: "a", rows: [][]any{{"Data", "Placa"}, {day(45779), "ABC1C34"}, {"16/02/2025", "ABC1C34"}, {"17/02/2025", "ABC1C34"}}})
	f := file(t, data)
	g, err := guess.File(f, guess.Options{Kind: kind.ByPrefix(kind.Receiving)})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := columns.Open(f, &g.Mapping)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	row, err := rows.Next()
	if err != nil || len(row.Problems) != 1 || row.Problems[0].Reason != sheet.OpenDate {
		t.Errorf("a day that may be swapped: %s %v %v", row.Payload, row.Problems, err)
	}
	if row, err = rows.Next(); err != nil || !strings.Contains(string(row.Payload), "2025-02-16") {
		t.Errorf("a day that cannot be swapped: %s %v", row.Payload, err)
	}
}

// A date among texts is read as it is if the texts show that no program swapped it.
func TestDatesAmongTexts(t *testing.T) {
	for _, tc := range []struct {
		name string
		days []any // 45698 is the 10th of February 2025, 45695 the 7th
		want string
		bad  int
	}{
		{"beside a text of both readings", []any{day(45698), "11/02/2025", "16/02/2025", "17/02/2025", "18/02/2025", "05/02/2025"}, "dma", 0},
		{"in the months of the texts", []any{day(45698), "16/02/2025", "17/02/2025", "18/02/2025"}, "dma", 0},
		{"with years of two digits", []any{day(45698), "16/02/25", "17/02/2025", "18/02/2025", "05/02/25"}, "dma", 0},
		{"in the month that it would be in if it were swapped", []any{day(45779), "16/02/2025", "17/02/2025"}, "mista", 1},
		{"where both are near", []any{day(45718), "16/02/2025", "17/02/2025", "20/03/2025"}, "mista", 1}, // 2 March or 3 February
	} {
		rows := [][]any{{"Data", "Placa"}}
		for _, d := range tc.days {
			rows = append(rows, []any{d, "ABC1C34"})
		}
		f := file(t, workbook(page{name: "a", rows: rows}))
		g, err := guess.File(f, guess.Options{Kind: kind.ByPrefix(kind.Receiving)})
		if err != nil {
			t.Fatal(err)
		}
		if got := string(g.Mapping.Columns[0].Dates); got != tc.want || len(g.Questions) > 0 {
			t.Errorf("%s: %q, %v, want %q", tc.name, got, g.Questions, tc.want)
		}
		read, err := columns.Open(f, &g.Mapping)
		if err != nil {
			t.Fatal(err)
		}
		bad := 0
		for {
			row, err := read.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			bad += len(row.Problems)
		}
		if bad != tc.bad {
			t.Errorf("%s: %d days cannot be read, want %d", tc.name, bad, tc.bad)
		}
		_ = read.Close()
	}
}

func TestFilesWithoutATable(t *testing.T) {
	wide := make([]any, 16_000)
	for i := range wide {
		wide[i] = fmt.Sprintf("Coluna %d", i)
	}
	for name, tc := range map[string]struct {
		data []byte
		want sheet.Reason
	}{
		"16 000 columns":  {workbook(page{name: "a", rows: [][]any{wide, wide}}), sheet.TooManyColumns},
		"prose":           {[]byte("Prezados,\nsegue em anexo o que pediram.\nAbraços\n"), sheet.NoHeader},
		"numbers alone":   {[]byte("1;2;3\n4;5;6\n"), sheet.NoHeader},
		"a header alone":  {[]byte("Data;Placa;Peso\n"), sheet.NoHeader},
		"an empty sheet":  {workbook(page{name: "a"}), sheet.NoHeader},
		"a page":          {[]byte("<html><table><tr><td>Data</td></tr></table>"), sheet.NotSpreadsheet},
		"nothing visible": {workbook(page{name: "a", hidden: true, rows: [][]any{{"Data", "Placa"}, {day(45698), "ABC1C34"}}}), sheet.NoSheet},
	} {
		f, err := sheet.OpenFile(bytes.NewReader(tc.data), int64(len(tc.data)), sheet.Limits{})
		if err == nil {
			_, err = guess.File(f, guess.Options{})
		}
		if failed, ok := errors.AsType[*sheet.Error](err); !ok || failed.Reason != tc.want {
			t.Errorf("%s: %v, want %s", name, err, tc.want)
		}
	}
}

// endless is a text that repeats a row without being in memory.
type endless struct {
	head, row string
	size      int64
}

func (e endless) ReadAt(p []byte, at int64) (n int, err error) {
	for n < len(p) && at < e.size {
		if at < int64(len(e.head)) {
			p[n] = e.head[at]
		} else {
			p[n] = e.row[(at-int64(len(e.head)))%int64(len(e.row))]
		}
		n, at = n+1, at+1
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

const longRow = "13/02/2025;ABC1C34;36.000;13,8;0,9;uma observação qualquer que ninguém lê\n"

// TestMemoryOfALargeFile reads 8 MB row by row. What is held afterwards does not grow with it.
func TestMemoryOfALargeFile(t *testing.T) {
	in := endless{"Data;Placa;Peso líquido;Umid.;Imp.;Obs\n", longRow, 0}
	in.size = int64(len(in.head)) + 100_000*int64(len(longRow))
	f, err := sheet.OpenFile(in, in.size, sheet.Limits{Rows: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	g, err := guess.File(f, guess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := columns.Open(f, &g.Mapping)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	n := 0
	for ; err == nil; n++ {
		_, err = rows.Next()
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); !errors.Is(err, io.EOF) || n != 100_001 || grown > 4<<20 {
		t.Errorf("%d rows, %d bytes held, %v", n, grown, err)
	}
}

func BenchmarkMapping(b *testing.B) {
	const rows = 20_000
	data := []byte("Data;Placa;Peso líquido;Umid.;Imp.;Obs\n" + strings.Repeat(longRow, rows))
	f := file(b, data)
	g, err := guess.File(f, guess.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	for b.Loop() {
		in, err := columns.Open(f, &g.Mapping)
		for err == nil {
			_, err = in.Next()
		}
		_ = in.Close()
	}
	b.ReportMetric(float64(b.N*rows)/b.Elapsed().Seconds(), "rows/s")
}

func BenchmarkGuess(b *testing.B) {
	data := []byte("Data;Placa;Peso líquido;Umid.;Imp.;Obs\n" + strings.Repeat(longRow, 20_000))
	f := file(b, data)
	for b.Loop() {
		if _, err := guess.File(f, guess.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// FuzzGuess: whatever a text is, a guess is a mapping that can be used, and nothing panics.
func FuzzGuess(f *testing.F) {
	for _, l := range first {
		f.Add(l.file)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in, err := sheet.OpenFile(bytes.NewReader(data), int64(len(data)), sheet.Limits{})
		if err != nil {
			return
		}
		g, err := guess.File(in, guess.Options{})
		if err != nil {
			return
		}
		if err := g.Mapping.Check(); err != nil {
			t.Fatalf("%v: %+v", err, g.Mapping)
		}
		rows, err := columns.Open(in, &g.Mapping)
		if err != nil {
			t.Fatalf("the file is not its own layout: %v", err)
		}
		defer rows.Close()
		for err == nil {
			_, err = rows.Next()
		}
	})
}

// An unknown column may contain people's names and numbers, so it is kept only if somebody once
// said so.
func TestUnknownColumnsAreKeptOnlyWhenAsked(t *testing.T) {
	data := []byte("Data;Placa;Peso líquido (kg);CPF motorista\n15/02/2025;ABC1C34;36000;529.982.247-25\n16/02/2025;ABC1C35;35000;529.982.247-25\n")
	m := memory{choices: map[string][]guess.Choice{"cpf motorista": {{Kind: kind.Receiving, Use: columns.Extra}}}}
	for name, c := range map[string]struct {
		memory guess.Memory
		want   columns.Use
		field  string
	}{
		"nobody asked":     {nil, columns.Ignore, ""},
		"somebody kept it": {m, columns.Extra, "cpfMotorista"},
	} {
		g, err := guess.File(file(t, data), guess.Options{Memory: c.memory})
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Mapping.Columns[3]; got.Use != c.want || got.Field != c.field {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
