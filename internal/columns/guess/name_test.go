package guess

import "testing"

// A header is an amount per hectare only if it says ha as a word.
func TestPerHectare(t *testing.T) {
	for header, want := range map[string]bool{
		"Dose/ha": true, "Dose (L/ha)": true, "dose / ha": true, "kg por ha": true, "kg/hectare": true, "L por hectare": true,
		"Lote/Harvest": false, "Fazenda/Hacienda": false, "valor por hacienda": false, "Talhão (ha)": false,
	} {
		if h := newHeading(header, ""); h.hectare != want || h.rate != want {
			t.Errorf("%s: hectare %v, rate %v", header, h.hectare, h.rate)
		}
	}
}
