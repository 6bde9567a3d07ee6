package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
)

// TestConsoleAdmin manages keys and phases, follows the audit trail and views the log, in a
// browser.
func TestConsoleAdmin(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	runScript(t, "console_admin.mjs", sceneFile(t, map[string]string{"server": startServer(t), "access": rootAccess, "secret": rootSecret}))
}

// TestConsoleImport imports a spreadsheet of 500 rows, three of them bad, and a
// long one, in a browser.
func TestConsoleImport(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	folder := t.TempDir()
	bad, long, broken := filepath.Join(folder, "insumos.xlsx"), filepath.Join(folder, "comprido.csv"), filepath.Join(folder, "foto.xlsx")
	book := excelize.NewFile()
	defer book.Close()
	write := func(line int, row []any) {
		if err := book.SetSheetRow("Sheet1", fmt.Sprint("A", line), &row); err != nil {
			t.Fatal(err)
		}
	}
	write(1, []any{"safraId", "safraCodigo", "tipo", "dose", "data", "areaAplicada"})
	for line := 2; line <= 501; line++ {
		row := []any{"E2E-IMPORT", "2025/26", "herbicida", fmt.Sprint(line, ",5 L/ha"), "2025-11-02", 12.5}
		switch line {
		case 12:
			row[0] = nil
		case 251:
			row[5] = "muito"
		case 501:
			row[5] = -3
		}
		write(line, row)
	}
	if err := book.SaveAs(bad); err != nil {
		t.Fatal(err)
	}
	var rows strings.Builder
	rows.WriteString("safraId;tipo;dose;data\n")
	for i := range 60_000 {
		fmt.Fprintf(&rows, "E2E-LONG;herbicida;%d L/ha;2025-11-02\n", i)
	}
	for name, content := range map[string]string{long: rows.String(), broken: "\x89PNG\r\n\x1a\n" + strings.Repeat("\x00", 400)} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	runScript(t, "console_import.mjs", sceneFile(t, map[string]string{
		"server": startServer(t), "access": rootAccess, "secret": rootSecret, "bad": bad, "long": long, "broken": broken,
	}))
}
