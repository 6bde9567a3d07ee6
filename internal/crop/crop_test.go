package crop

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	for _, c := range All {
		if !c.Name().Complete() {
			t.Errorf("%s lacks a name in some language: %+v", c, c.Name())
		}
		if read, ok := Parse(c.Name().PT); !ok || read != c {
			if c != Other && c != "SERINGUEIRA" { // these two are named after their product
				t.Errorf("the name %q is read as %q, %v; want %s", c.Name().PT, read, ok, c)
			}
		}
	}
	if n := Crop("NADA").Name(); n.PT != "" {
		t.Errorf("a crop that is none is called %q", n.PT)
	}
}

func TestParse(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want Crop
	}{
		{"soja", Soy}, {" Soja ", Soy}, {"soy", Soy}, {"Soybean", Soy}, {"SOYBEANS", Soy}, {"Soja (em grão)", Soy},
		{"café", Coffee}, {"CAFÉ", Coffee}, {"Cafe\u0301", Coffee}, {"coffee", Coffee}, {"cafe_arabica", Coffee}, {"Café Arábica", Coffee},
		{"café-conilon", Coffee}, {"Café Canéfora", Coffee}, {"cafeArabica", Coffee}, {"Café (em grão)", Coffee},
		{"cana", "CANA_DE_ACUCAR"}, {"Cana-de-açúcar", "CANA_DE_ACUCAR"}, {"cana de açúcar", "CANA_DE_ACUCAR"},
		{"canaDeAcucar", "CANA_DE_ACUCAR"}, {"CANADEACUCAR", "CANA_DE_ACUCAR"}, {"cana__de--acucar", "CANA_DE_ACUCAR"},
		{"milho_safrinha", "MILHO"}, {"Milho safrinha", "MILHO"}, {"corn", "MILHO"},
		{"algodão", "ALGODAO"}, {"Feijão", "FEIJAO"}, {"maçã", "MACA"}, {"dendê", "DENDE"}, {"Erva-mate", "ERVA_MATE"}, {"ervamate", "ERVA_MATE"},
		{"pimenta-do-reino", "PIMENTA_DO_REINO"}, {"Castanha de Caju", "CASTANHA_DE_CAJU"}, {"castanha/de.caju", "CASTANHA_DE_CAJU"},
		{"tabaco", "FUMO"}, {"_trigo_", "TRIGO"}, {"outra", Other}, {"Outros", Other},
	} {
		if got, ok := Parse(tc.in); !ok || got != tc.want {
			t.Errorf("Parse(%q) = %q, %v; want %q", tc.in, got, ok, tc.want)
		}
	}
}

func TestParseTakesEveryCanonicalName(t *testing.T) {
	if got, want := len(All), 32; got != want {
		t.Errorf("%d crops, want %d", got, want)
	}
	seen := map[Crop]bool{}
	for _, c := range All {
		if seen[c] {
			t.Errorf("crop %s is listed twice", c)
		}
		seen[c] = true
		name := string(c)
		for _, spelling := range []string{
			name, strings.ToLower(name), " " + name + "\n", strings.ReplaceAll(name, "_", " "), strings.ReplaceAll(name, "_", "-"), strings.ReplaceAll(name, "_", ""),
		} {
			if got, ok := Parse(spelling); !ok || got != c {
				t.Errorf("Parse(%q) = %q, %v; want %q", spelling, got, ok, c)
			}
		}
	}
	for alias, c := range aliases {
		if !seen[c] {
			t.Errorf("alias %s stands for %q, which is not a crop", alias, c)
		}
		if got, ok := Parse(alias); !ok || got != c {
			t.Errorf("Parse(%q) = %q, %v; want %q", alias, got, ok, c)
		}
	}
}

// An unstated crop and "another one" are shown in the same words.
func TestShown(t *testing.T) {
	if a, b := Crop("").Shown(), Other.Shown(); a != b || a.PT != "Cultura não informada" || Crop("SOJA").Shown() != Crop("SOJA").Name() {
		t.Errorf("%q, %q", a.PT, b.PT)
	}
}
