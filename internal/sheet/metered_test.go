package sheet_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"rastro/internal/sheet"
)

// document makes an OpenDocument spreadsheet of the rows of one sheet.
func document(rows string) []byte {
	return pack(map[string]string{
		"mimetype":    "application/vnd.oasis.opendocument.spreadsheet",
		"content.xml": `<document-content><body><spreadsheet><table name="S">` + rows + `</table></spreadsheet></body></document-content>`,
	})
}

func odsRow(times int, text string, columns int) string {
	return fmt.Sprintf(`<table-row number-rows-repeated="%d"><table-cell number-columns-repeated="%d"><p>%s</p></table-cell></table-row>`, times, columns, text)
}

// readCells reads all cells of a file's first sheet, and returns how many rows came before the end.
func readCells(t *testing.T, file []byte, limits sheet.Limits) (rows int, err error) {
	t.Helper()
	f, err := sheet.OpenFile(bytes.NewReader(file), int64(len(file)), limits)
	if err != nil {
		return 0, err
	}
	cells, err := f.Cells(0)
	if err != nil {
		return 0, err
	}
	defer cells.Close()
	for ; ; rows++ {
		if _, _, err := cells.Next(); errors.Is(err, io.EOF) {
			return rows, nil
		} else if err != nil {
			return rows, err
		}
	}
}

// TestCellsOfASmallFile: what a small file repeats counts as often as it is read.
func TestCellsOfASmallFile(t *testing.T) {
	long := strings.Repeat("z", 30_000)
	shared := func(rows, columns int) []byte {
		row := `<row>` + strings.Repeat(`<c t="s"><v>0</v></c>`, columns) + `</row>`
		return pack(with(workbook(strings.Repeat(row, rows)), "xl/sharedStrings.xml", `<sst><si><t>`+long+`</t></si></sst>`))
	}
	for _, tc := range []struct {
		name string
		file []byte
		want sheet.Reason
		rows int // at most, before the refusal
	}{
		{"an OpenDocument row repeated", document(odsRow(2000, long, 200)), sheet.Expands, 44},
		{"an OpenDocument cell repeated", document(odsRow(2000, long, 290)), sheet.RowTooLong, 0},
		{"as many cells as a row can have", document(odsRow(1, long, 1<<20)), sheet.TooManyColumns, 0},
		{"empty cells repeated", document(`<table-row>` + strings.Repeat(`<table-cell number-columns-repeated="16384"/>`, 1000) + `</table-row>`), sheet.TooManyColumns, 0},
		{"empty cells to the last column", document(`<table-row><table-cell><p>a</p></table-cell><table-cell number-columns-repeated="16383"/></table-row>`), "", 1},
		{"a shared text in all cells", shared(100, 200), sheet.Expands, 44},
		{"a shared text in a wide row", shared(1, 16_384), sheet.RowTooLong, 0},
		{"a repeated row within the limits", document(odsRow(2000, "36.000", 20)), "", 2000},
	} {
		rows, err := readCells(t, tc.file, sheet.Limits{})
		got := sheet.Reason("")
		if failed, ok := errors.AsType[*sheet.Error](err); ok {
			got = failed.Reason
		} else if err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
		if got != tc.want || rows > tc.rows || tc.want == "" && rows != tc.rows {
			t.Errorf("%s: %q after %d rows, want %q after %d", tc.name, got, rows, tc.want, tc.rows)
		}
	}
	// A template is read by other code, with the same limit.
	template := header("safraId") + strings.Repeat(`<row>`+strings.Repeat(`<c t="s"><v>0</v></c>`, 10)+`</row>`, 100)
	if _, err := open(pack(with(workbook(template), "xl/sharedStrings.xml", `<sst><si><t>`+long+`</t></si></sst>`)), harvest, sheet.Limits{}); err != nil {
		t.Fatal(err)
	}
	if got := reasonOf(t, pack(with(workbook(template), "xl/sharedStrings.xml", `<sst><si><t>`+long+`</t></si></sst>`)), harvest, sheet.Limits{Expanded: 4 << 20}); got != sheet.Expands {
		t.Errorf("a template: %q", got)
	}
}

// TestSharedTextIsHeldOnce: the cells of a row do not copy it.
func TestSharedTextIsHeldOnce(t *testing.T) {
	row := `<row>` + strings.Repeat(`<c t="s"><v>0</v></c>`, 200) + `</row>`
	file := pack(with(workbook(strings.Repeat(row, 20)), "xl/sharedStrings.xml", `<sst><si><t>`+strings.Repeat("z", 30_000)+`</t></si></sst>`))
	before := allocated()
	if rows, err := readCells(t, file, sheet.Limits{}); rows != 20 || err != nil {
		t.Fatal(rows, err)
	}
	if grew := allocated() - before; grew > 16<<20 { // the texts of the cells are 120 MB
		t.Errorf("asked for %d MiB", grew>>20)
	}
}

// TestReadingEnds with the request that asked for it, though a row is repeated and nothing is read.
func TestReadingEnds(t *testing.T) {
	asked := 0
	ended := func() error {
		if asked++; asked > 5 {
			return context.Canceled
		}
		return nil
	}
	rows, err := readCells(t, document(odsRow(2000, "36.000", 20)), sheet.Limits{Ended: ended})
	if rows != 5 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d rows, %v", rows, err)
	}
}
