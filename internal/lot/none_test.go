package lot

import "testing"

func TestNumberWordsAndSpreadsheetErrors(t *testing.T) {
	for written, want := range map[string]string{
		"lote nº 45/2025": "45/2025", "LOTE Nº A-5": "A-5", "  lote nº a-4 ": "A-4", "Lote Nº. 46/2025": "46/2025", "Nº N.5": "5", "N.A1": "N.A1", "Nº": "Nº",
		"#N/A": "", "#ref!": "", "#VALOR!": "", "#12": "#12",
	} {
		if got := Fold(written); got != want {
			t.Errorf("Fold(%q) = %q, want %q", written, got, want)
		}
	}
}
