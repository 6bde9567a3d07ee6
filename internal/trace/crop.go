package trace

import (
	"regexp"
	"strings"

	"rastro/internal/lang"
)

// Crop is a crop by its canonical name (TipoCultura).
type Crop string

// The crops the rules speak of by name.
const (
	Soy    Crop = "SOJA"
	Coffee Crop = "CAFE"
	Other  Crop = "OUTRA"
)

// Crops lists every crop, the most grown first. OUTRA stands for the rest.
var Crops = []Crop{
	Soy, Coffee, "MILHO", "ALGODAO", "CANA_DE_ACUCAR", "TRIGO", "ARROZ", "FEIJAO", "SORGO", "AMENDOIM", "GIRASSOL",
	"GERGELIM", "CANOLA", "AVEIA", "CEVADA", "CENTEIO", "TRITICALE", "MAMONA", "MANDIOCA", "BATATA", "CACAU", "LARANJA",
	"UVA", "BANANA", "MACA", "FUMO", "ERVA_MATE", "DENDE", "SERINGUEIRA", "PIMENTA_DO_REINO", "CASTANHA_DE_CAJU", Other,
}

// cropAliases are other names people use.
var cropAliases = map[string]Crop{
	"COFFEE": Coffee, "CAFE_ARABICA": Coffee, "CAFE_CONILON": Coffee, "CAFE_CANEFORA": Coffee, "CAFE_CANEPHORA": Coffee,
	"CAFE_ROBUSTA": Coffee, "ARABICA": Coffee, "CONILON": Coffee, "CAFE_EM_GRAO": Coffee,
	"SOY": Soy, "SOYBEAN": Soy, "SOYBEANS": Soy, "SOJA_EM_GRAO": Soy,
	"CANA": "CANA_DE_ACUCAR", "SUGARCANE": "CANA_DE_ACUCAR", "MILHO_SAFRINHA": "MILHO", "CORN": "MILHO", "MAIZE": "MILHO",
	"COTTON": "ALGODAO", "WHEAT": "TRIGO", "RICE": "ARROZ", "TABACO": "FUMO", "TOBACCO": "FUMO", "COCOA": "CACAU",
	"PALMA": "DENDE", "BORRACHA": "SERINGUEIRA", "OUTRO": Other, "OUTROS": Other, "OUTRAS": Other, "OTHER": Other,
}

var cropSeparators = regexp.MustCompile(`[^A-Z0-9]+`)

// cropForm is the form in which the spellings of one name are equal.
func cropForm(written string) string {
	return cropSeparators.ReplaceAllString(strings.ToUpper(lang.Fold(written)), "")
}

// cropForms holds every crop by the form of its name and of its aliases.
var cropForms = func() map[string]Crop {
	forms := map[string]Crop{}
	for _, c := range Crops {
		forms[cropForm(string(c))] = c
	}
	for alias, c := range cropAliases {
		forms[cropForm(alias)] = c
	}
	return forms
}()

// ParseCrop reads a crop as people write it, whatever the case, accents and
// separators. An unknown one is CodeUnknownCrop, which lists them all.
func ParseCrop(written string) (Crop, error) {
	if c, ok := cropForms[cropForm(written)]; ok {
		return c, nil
	}
	names := make([]string, len(Crops))
	for i, c := range Crops {
		names[i] = string(c)
	}
	return "", Fail(CodeUnknownCrop, "cultura", clip(written), "valores", strings.Join(names, ", "))
}

// clip bounds how much of a caller's text a message repeats.
func clip(s string) string { return lang.Clip(s, 60) }
