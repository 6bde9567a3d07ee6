package brazil

import "testing"

func TestMunicipalitiesNamed(t *testing.T) {
	for name, want := range map[string]int{
		"Sorriso": 1, " sorriso ": 1, "SÃO PAULO": 1, "sao paulo": 1, "Alta Floresta D'Oeste": 1, "alta floresta d oeste": 1,
		"Bom Jesus": 5, "Atlântida": 0, "": 0, "'": 0,
	} {
		if got := MunicipalitiesNamed(name); len(got) != want {
			t.Errorf("%q: %d municipalities %v, want %d", name, len(got), got, want)
		}
	}
	for _, row := range rows() {
		m, _ := MunicipalityByCode(row[:7])
		found := false
		for _, named := range MunicipalitiesNamed(m.Name) {
			found = found || named == m
		}
		if !found {
			t.Errorf("%s is not found by its name", m.Name)
		}
	}
}

// A state is certain only well inside its border: no seat of a municipality is placed in
// another state.
func TestStateAt(t *testing.T) {
	for _, tc := range []struct {
		lat, lon float64
		want     string
	}{
		{-12.545, -55.715, "MT"}, {-21.36, -45.45, "MG"}, {-23.55, -46.63, "SP"},
		{-8.76, -63.90, ""},                           // Porto Velho, 20 km from Amazonas
		{0, -30, ""}, {91, 0, ""}, {-34.6, -58.4, ""}, // at sea, nowhere, Buenos Aires
	} {
		if got := StateAt(tc.lat, tc.lon); got != tc.want {
			t.Errorf("StateAt(%v, %v) = %q, want %q", tc.lat, tc.lon, got, tc.want)
		}
	}
	codes := map[string]string{"11": "RO", "12": "AC", "13": "AM", "14": "RR", "15": "PA", "16": "AP", "17": "TO", "21": "MA", "22": "PI", "23": "CE", "24": "RN", "25": "PB", "26": "PE", "27": "AL", "28": "SE", "29": "BA",
		"31": "MG", "32": "ES", "33": "RJ", "35": "SP", "41": "PR", "42": "SC", "43": "RS", "50": "MS", "51": "MT", "52": "GO", "53": "DF"}
	certain := 0
	for _, row := range rows() {
		m, _ := MunicipalityByCode(row[:7])
		got := StateAt(m.Lat, m.Lon)
		if got != "" && got != codes[m.Code[:2]] {
			t.Errorf("%s (%s) is placed in %s", m.Name, m.Code, got)
		}
		if got != "" {
			certain++
		}
	}
	if certain < len(rows())/2 {
		t.Errorf("only %d of %d seats have a certain state", certain, len(rows()))
	}
}
