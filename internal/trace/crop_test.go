package trace

import (
	"strings"
	"testing"

	"rastro/internal/lang"
)

func TestCropNames(t *testing.T) {
	if len(cropNames) != len(Crops) {
		t.Errorf("%d names for %d crops", len(cropNames), len(Crops))
	}
	for _, c := range Crops {
		if !c.Name().Complete() {
			t.Errorf("%s lacks a name in some language: %+v", c, c.Name())
		}
		if read, err := ParseCrop(c.Name().PT); err != nil || read != c {
			if c != Other && c != "SERINGUEIRA" { // these two are named by what they give, not by what is written
				t.Errorf("the name %q is read as %q, %v; want %s", c.Name().PT, read, err, c)
			}
		}
	}
	if n := Crop("NADA").Name(); n.PT != "" {
		t.Errorf("a crop that is none is called %q", n.PT)
	}
}

func TestParseCrop(t *testing.T) {
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
		if got, err := ParseCrop(tc.in); err != nil || got != tc.want {
			t.Errorf("ParseCrop(%q) = %q, %v; want %q", tc.in, got, err, tc.want)
		}
	}
}

func TestParseCropTakesEveryCanonicalName(t *testing.T) {
	if got, want := len(Crops), 32; got != want {
		t.Errorf("%d crops, want %d", got, want)
	}
	seen := map[Crop]bool{}
	for _, c := range Crops {
		if seen[c] {
			t.Errorf("crop %s is listed twice", c)
		}
		seen[c] = true
		name := string(c)
		for _, spelling := range []string{
			name, strings.ToLower(name), " " + name + "\n", strings.ReplaceAll(name, "_", " "), strings.ReplaceAll(name, "_", "-"), strings.ReplaceAll(name, "_", ""),
		} {
			if got, err := ParseCrop(spelling); err != nil || got != c {
				t.Errorf("ParseCrop(%q) = %q, %v; want %q", spelling, got, err, c)
			}
		}
	}
	for alias, c := range cropAliases {
		if !seen[c] {
			t.Errorf("alias %s stands for %q, which is not a crop", alias, c)
		}
		if got, err := ParseCrop(alias); err != nil || got != c {
			t.Errorf("ParseCrop(%q) = %q, %v; want %q", alias, got, err, c)
		}
	}
}

func TestUnknownCropListsTheValues(t *testing.T) {
	for _, in := range []string{"", " ", "_", "quinoa", "soja e milho", "sojaa", "日本", strings.Repeat("soja", 1000)} {
		got, err := ParseCrop(in)
		if got != "" || !Is(err, CodeUnknownCrop) {
			t.Errorf("ParseCrop(%.40q) = %q, %v; want %s", in, got, err, CodeUnknownCrop)
			continue
		}
		for _, l := range lang.All {
			text := AsError(err).Text(l)
			for _, c := range Crops {
				if !strings.Contains(text, string(c)) {
					t.Errorf("ParseCrop(%.40q) in %s does not name %s: %s", in, l.Tag(), c, text)
				}
			}
			if !strings.Contains(text, "'"+Clip(in)+"'") || len(text) > 1000 {
				t.Errorf("ParseCrop(%.40q) in %s does not repeat the start of it: %.1000s", in, l.Tag(), text)
			}
		}
	}
}
