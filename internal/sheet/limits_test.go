package sheet_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"runtime"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/testkit"
)

// filled makes the file of many records of ten columns.
func filled(t testing.TB, format sheet.Format, n int) []byte {
	var out bytes.Buffer
	k := kind.ByPrefix("/logisticaExportacao/transporteExportacao")
	w, err := sheet.NewWriter(&out, format, k, lang.PT)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		payload := fmt.Appendf(nil, `{"dataTransporte":"2025-03-%02d","identificacaoTransporte":"Placa ABC1C%02d","motoristaComandante":"Ana Lima","volumeTransportado":%d.5,"loteOrigem":"MT25-S-%06d","destino":"BRSSZ","mais":%d}`, i%28+1, i%100, i, i, i)
		if err := w.Write(sheet.Record{ID: fmt.Sprint(i), HarvestID: "S-1", HarvestCode: "2024/25", Payload: payload}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

var shipping = kind.ByPrefix("/logisticaExportacao/transporteExportacao")

// TestTooManyRowsIsSaidEarly: before the first row is returned.
func TestTooManyRowsIsSaidEarly(t *testing.T) {
	const text = "safraId;talhao\n"
	for name, file := range map[string][]byte{
		"csv":  []byte(text + strings.Repeat("S;1\n", 200_000)),
		"xlsx": pack(workbook(header("safraId") + strings.Repeat(`<row><c t="s"><v>0</v></c></row>`, 200_000))),
	} {
		_, err := open(file, harvest, sheet.Limits{})
		failed := new(sheet.Error)
		if !errors.As(err, &failed) || failed.Reason != sheet.TooManyRows || !strings.Contains(failed.Message(lang.PT), "100000") {
			t.Errorf("%s: %v", name, err)
		}
	}
	full := []byte(text + strings.Repeat("S;1\n", 100_000))
	if got := reasonOf(t, full, harvest, sheet.Limits{}); got != "" {
		t.Errorf("100 000 rows: %s", got)
	}
	if got := reasonOf(t, append(full, "S;1\n"...), harvest, sheet.Limits{}); got != sheet.TooManyRows {
		t.Errorf("100 001 rows: %q", got)
	}
	// A template's own rows do not count, nor do blank ones.
	if got := reasonOf(t, []byte(text+"#rótulo\n#ajuda\n#exemplo S\n\n;;\n"+strings.Repeat("S;1\n", 5)), harvest, sheet.Limits{Rows: 5}); got != "" {
		t.Errorf("5 rows of 5: %s", got)
	}
}

func TestLimits(t *testing.T) {
	wide := strings.Repeat("talhao;", 300)
	for _, tc := range []struct {
		name   string
		file   []byte
		limits sheet.Limits
		want   sheet.Reason
	}{
		{"bytes", []byte("safraId;talhao\n" + strings.Repeat("S;1\n", 1000)), sheet.Limits{Bytes: 1000}, sheet.TooLarge},
		{"columns", []byte("safraId;" + strings.Repeat(";", 298) + "x;y\n"), sheet.Limits{}, sheet.TooManyColumns},
		{"a line of millions of columns", bytes.Repeat([]byte("a;"), 10<<20), sheet.Limits{}, sheet.TooManyColumns},
		{"columns of a book", pack(workbook(`<row><c t="inlineStr"><is><t>safraId</t></is></c><c r="XFD1"><v>1</v></c></row>`)), sheet.Limits{}, sheet.TooManyColumns},
		{"unpacked", pack(workbook(header("safraId") + strings.Repeat(" ", 2<<20))), sheet.Limits{Expanded: 1 << 20}, sheet.Expands},
		{"one line without end", []byte("safraId;talhao\nS;\"" + strings.Repeat("a", 9<<20) + "\"\n"), sheet.Limits{}, sheet.RowTooLong},
		{"a first cell without end", []byte("safraId;talhao\n\"" + strings.Repeat("a", 9<<20) + "\"\n"), sheet.Limits{}, sheet.RowTooLong},
		{"a header without end", []byte("\"" + strings.Repeat("a", 9<<20)), sheet.Limits{}, sheet.RowTooLong},
		{"one text without end", pack(workbook(header("safraId") + `<row><c t="inlineStr"><is><t>` + strings.Repeat("a", 2<<20) + `</t></is></c></row>`)), sheet.Limits{}, sheet.Damaged},
		{"cells without end", pack(workbook(header("safraId") + `<row><c t="s"><v>0</v></c>` + strings.Repeat(`<c r="B2"><v>1</v></c>`, 100_000) + `</row>`)), sheet.Limits{}, ""},
		{"many columns of one field", []byte("safraId;" + wide + "\n"), sheet.Limits{}, sheet.DuplicateColumn},
	} {
		if got := reasonOf(t, tc.file, harvest, tc.limits); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
	}
}

// bomb makes a book whose sheet unpacks to n bytes, and whose header claims others.
func bomb(t *testing.T, size int64, says uint64) []byte {
	t.Helper()
	var packed bytes.Buffer
	deflate, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	text := "<worksheet><sheetData>" + header("safraId")
	sum := crc32.NewIEEE()
	all := io.MultiWriter(deflate, sum)
	_, _ = io.WriteString(all, text)
	blank := bytes.Repeat([]byte(" "), 1<<20)
	for n := int64(0); n < size; n += int64(len(blank)) {
		_, _ = all.Write(blank)
	}
	_, _ = io.WriteString(all, "</sheetData></worksheet>")
	_ = deflate.Close()

	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for name, text := range with(workbook(""), "xl/worksheets/sheet1.xml", "") {
		w, _ := z.Create(name)
		_, _ = io.WriteString(w, text)
	}
	w, err := z.CreateRaw(&zip.FileHeader{Name: "xl/worksheets/sheet1.xml", Method: zip.Deflate, CRC32: sum.Sum32(),
		CompressedSize64: uint64(packed.Len()), UncompressedSize64: says})
	if err == nil {
		_, err = w.Write(packed.Bytes())
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestBombs(t *testing.T) {
	for _, tc := range []struct {
		name string
		file []byte
		want sheet.Reason
	}{
		{"high ratio", bomb(t, 1<<20, 100<<20), sheet.Expands},
		{"huge as it says", bomb(t, 1<<20, 1<<40), sheet.Expands},
		{"more than it says", bomb(t, 4<<20, 1000), sheet.Damaged},
		{"many parts", append([]byte("PK\x03\x04"), bytes.Repeat([]byte("PK\x01\x02"), 11_000)...), sheet.Expands},
		{"nested", pack(with(workbook(""), "xl/worksheets/sheet1.xml", string(bomb(t, 1<<20, 1<<30)))), sheet.Damaged},
	} {
		before := allocated()
		if got := reasonOf(t, tc.file, harvest, sheet.Limits{}); got != tc.want {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.want)
		}
		if grew := allocated() - before; grew > 16<<20 {
			t.Errorf("%s: asked for %d MiB", tc.name, grew>>20)
		}
	}
}

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

func live() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestMemoryIsFlat measures the memory in the middle of 1 000 and of 8 000 rows: it must not grow
// with the file.
func TestMemoryIsFlat(t *testing.T) {
	for _, format := range []sheet.Format{sheet.XLSX, sheet.CSV} {
		for _, n := range []int{1_000, 8_000} {
			file := filled(t, format, n)
			before := live()
			rows, err := open(file, shipping, sheet.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			most := uint64(0)
			for i := 0; ; i++ {
				if _, err := rows.Next(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
				if i%2_000 == 500 {
					most = max(most, live())
				}
			}
			if rows.Total() != n {
				t.Errorf("%s: %d rows counted, want %d", format.Extension(), rows.Total(), n)
			}
			runtime.KeepAlive(file)
			if held := int64(most) - int64(before); held > 1<<20 {
				t.Errorf("%s, %d rows: holds %d KiB", format.Extension(), n, held>>10)
			}
		}
	}
}

// TestWriterMemoryIsFlat: rows wait in a buffer of 16 MiB at most, then in a file.
func TestWriterMemoryIsFlat(t *testing.T) {
	for format, most := range map[sheet.Format]int64{sheet.XLSX: 36 << 20, sheet.CSV: 1 << 20} {
		w, err := sheet.NewWriter(io.Discard, format, harvest, lang.PT)
		if err != nil {
			t.Fatal(err)
		}
		long := []byte(`{"registroLimpeza":"` + strings.Repeat("abcdefghij ", 100) + `"}`)
		before := live()
		for range 40_000 { // 44 MiB
			if err := w.Write(sheet.Record{HarvestID: "S", Payload: long}); err != nil {
				t.Fatal(err)
			}
		}
		if held := int64(live()) - int64(before); held > most {
			t.Errorf("%s: holds %d KiB", format.Extension(), held>>10)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCellTooLong(t *testing.T) {
	plot := []byte(`{"areaPlantada":[` + strings.Repeat("-55.1234,-12.1234,", 3000) + `0,0]}`)
	var out bytes.Buffer
	w, err := sheet.NewWriter(&out, sheet.XLSX, planting, lang.PT)
	if err != nil {
		t.Fatal(err)
	}
	failed := new(sheet.Error)
	if err := w.Write(sheet.Record{HarvestID: "S", Payload: plot}); !errors.As(err, &failed) || failed.Reason != sheet.CellTooLong || !strings.Contains(failed.Message(lang.PT), "areaPlantada") {
		t.Errorf("got %v", err)
	}
	ok := sheet.Record{HarvestID: "S", Payload: []byte(`{"quantidadeSemente":1}`)}
	if err := errors.Join(w.Write(ok), w.Close()); err != nil {
		t.Fatal(err)
	}
	same(t, readAll(t, out.Bytes(), planting), []sheet.Record{ok})
	whole := sheet.Record{HarvestID: "S", Payload: plot}
	same(t, readAll(t, write(t, sheet.CSV, lang.PT, planting, whole), planting), []sheet.Record{whole})
}

func BenchmarkRead(b *testing.B) {
	each := testkit.Sized(b, 99_000)
	for _, format := range []sheet.Format{sheet.XLSX, sheet.CSV} {
		file := filled(b, format, each)
		b.Run(format.Extension()[1:], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				rows, err := open(file, shipping, sheet.Limits{})
				if err != nil {
					b.Fatal(err)
				}
				for err == nil {
					_, err = rows.Next()
				}
				if !errors.Is(err, io.EOF) {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(each*b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	each := testkit.Sized(b, 10_000)
	for _, format := range []sheet.Format{sheet.XLSX, sheet.CSV} {
		b.Run(format.Extension()[1:], func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				filled(b, format, each)
			}
			b.ReportMetric(float64(each*b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

// A line of millions of cells is refused before much memory is taken for each of them.
func TestAttackLineOfMillionsOfCells(t *testing.T) {
	line := append(bytes.Repeat([]byte("a;"), 4<<20), '\n')
	file := bytes.Repeat(line, 3)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if got := reasonOf(t, file, harvest, sheet.Limits{}); got != sheet.TooManyColumns {
		t.Errorf("%q", got)
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 256<<20 {
		t.Errorf("%d MiB were allocated for %d MiB", used>>20, len(file)>>20)
	}
}
