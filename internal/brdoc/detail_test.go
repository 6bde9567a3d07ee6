package brdoc

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseKey(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want AccessKey
		ok   bool
	}{
		{keyMT, AccessKey{NFe, "MT", 2025, 2, "11222333000181", false, 55, 1, 12345, 1}, true},
		{"31250600052998224725559200000000171987654320", AccessKey{NFe, "MG", 2025, 6, "52998224725", true, 55, 920, 17, 1}, true},
		{"41260812ABC34501DE35550010000000421102030404", AccessKey{NFe, "PR", 2026, 8, "12ABC34501DE35", false, 55, 1, 42, 1}, true},
		{"51250211222333000181580010000123451123456781", AccessKey{MDFe, "MT", 2025, 2, "11222333000181", false, 58, 1, 12345, 1}, true},
		{"52060433009911002506550120000007800267301615", AccessKey{NFe, "GO", 2006, 4, "33009911002506", false, 55, 12, 780, 0}, true},
		{"51250200000000000191550010000123451123456780", AccessKey{NFe, "MT", 2025, 2, "00000000000191", false, 55, 1, 12345, 1}, true}, // a CNPJ that is a CPF too
		{keyMT[:43], AccessKey{}, false},
		{keyMT + "0", AccessKey{}, false},
		{"x" + keyMT[1:], AccessKey{}, false},
	} {
		got, ok := ParseKey(tc.in)
		if ok != tc.ok || got != tc.want {
			t.Errorf("ParseKey(%q) = %+v, %t; want %+v, %t", tc.in, got, ok, tc.want, tc.ok)
		}
	}
}

func TestParseRUC(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want CargoReference
		ok   bool
	}{
		{"5BR112223332MT25S001", CargoReference{2025, "11222333", "", "MT25S001"}, true},
		{"4BR11222333200000000000000000000001", CargoReference{2024, "11222333", "", "00000000000000000000001"}, true},
		{"5BR529982247252CAFE01", CargoReference{2025, "", "52998224725", "CAFE01"}, true},
		{"5BR529982247262CAFE01", CargoReference{2075, "52998224", "", "262CAFE01"}, true}, // not a CPF: the ninth digit is the decade
		{"5BR12ABC3452X", CargoReference{2025, "12ABC345", "", "X"}, true},
		{"4BR0055771", CargoReference{}, false},
		{"5BR11222333XMT", CargoReference{}, false},
	} {
		if got, ok := ParseRUC(tc.in); ok != tc.ok || got != tc.want {
			t.Errorf("ParseRUC(%q) = %+v, %t; want %+v, %t", tc.in, got, ok, tc.want, tc.ok)
		}
	}
}

func TestParseCAR(t *testing.T) {
	got, ok := ParseCAR(carMT)
	if want := (Property{"MT", "5107925"}); !ok || got != want {
		t.Errorf("ParseCAR(%q) = %+v, %t; want %+v", carMT, got, ok, want)
	}
	if _, ok := ParseCAR("MT-5107925"); ok {
		t.Error("a CAR without a hash was read")
	}
}

func TestYear(t *testing.T) {
	for _, tc := range []struct {
		t     Type
		value string
		want  int // 0: none
	}{
		{NFe, keyMT, 2025}, {DUE, "24BR0000170788", 2024}, {Duimp, "25BR00000123456", 2025}, {RUC, "5BR112223332MT25S001", 2025},
		{LPCO, "E1700000124", 2017}, {DDS, "25NLAB12CD3456", 2025}, {CPF, "52998224725", 0}, {LPCO, "E", 0}, {DUE, "", 0},
	} {
		if got, ok := (ID{Type: tc.t, Value: tc.value}).Year(); got != tc.want || ok != (tc.want != 0) {
			t.Errorf("year of %s %q = %d, %t; want %d", tc.t, tc.value, got, ok, tc.want)
		}
	}
}

func TestImport(t *testing.T) {
	for value, want := range map[string]bool{"E1700000124": false, "I1700000124": true, "": false} {
		if got := (ID{Type: LPCO, Value: value}).Import(); got != want {
			t.Errorf("LPCO %q: import %t", value, got)
		}
	}
	if !(ID{Type: Duimp, Value: "25BR00000123456"}).Import() || (ID{Type: DUE, Value: "25BR0012345677"}).Import() {
		t.Error("a Duimp is for import, a DU-E is not")
	}
}

func TestLookups(t *testing.T) {
	states := 0
	for code := range 100 {
		if uf, ok := UFByCode(code); ok {
			states++
			if back, ok := UFCode(uf); !ok || back != code {
				t.Errorf("state %d is %s, which is %d", code, uf, back)
			}
		}
	}
	members, all := 0, 0
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			code := string(a) + string(b)
			if IsCountry(code) {
				all++
			}
			if InEU(code) {
				members++
				if !IsCountry(code) {
					t.Errorf("%s is in the Union but no country", code)
				}
			}
		}
	}
	if got, want := [3]int{states, all, members}, [3]int{27, 249, 27}; got != want {
		t.Errorf("%v states, countries, members; want %v", got, want)
	}
	for code := range ports {
		if id := Check(Locode, code, thisYear); !id.Valid {
			t.Errorf("port %s: %s", code, id.Reason.Text().EN)
		}
	}
	for _, tc := range []struct{ ncm, name string }{
		{"12019000", "soja em grão"}, {"1208.10.00", "farinha de soja"}, {"15079011", "óleo de soja refinado"}, {"09011110", "café verde em grão"},
		{"21011110", "café solúvel"}, {"10059010", ""}, {"1201", ""}, {"12089000", ""},
	} {
		if g, _ := Goods(tc.ncm); g.Name.PT != tc.name {
			t.Errorf("NCM %s: %q", tc.ncm, g.Name.PT)
		}
	}
	if got := []string{GTIN14("7891234567895"), GTIN14("96385074"), GTIN14("17891234567892")}; !cmp.Equal(got, []string{"07891234567895", "00000096385074", "17891234567892"}) {
		t.Errorf("GTIN14: %q", got)
	}
	if name, _ := Port("BRPNG"); name != "Paranaguá" {
		t.Errorf("BRPNG is %q", name)
	}
}
