// Package crop names the crops: one table of their names, how people write them, and what
// people call them in each language.
package crop

import (
	"regexp"
	"strings"

	"rastro/internal/lang"
)

// Crop is the canonical name of a crop (TipoCultura).
type Crop string

// The crops the rules mention by name.
const (
	Soy    Crop = "SOJA"
	Coffee Crop = "CAFE"
	Other  Crop = "OUTRA"
)

// All lists every crop, the most grown first. OUTRA stands for the rest.
var All = []Crop{
	Soy, Coffee, "MILHO", "ALGODAO", "CANA_DE_ACUCAR", "TRIGO", "ARROZ", "FEIJAO", "SORGO", "AMENDOIM", "GIRASSOL",
	"GERGELIM", "CANOLA", "AVEIA", "CEVADA", "CENTEIO", "TRITICALE", "MAMONA", "MANDIOCA", "BATATA", "CACAU", "LARANJA",
	"UVA", "BANANA", "MACA", "FUMO", "ERVA_MATE", "DENDE", "SERINGUEIRA", "PIMENTA_DO_REINO", "CASTANHA_DE_CAJU", Other,
}

// aliases are other names people use.
var aliases = map[string]Crop{
	"COFFEE": Coffee, "CAFE_ARABICA": Coffee, "CAFE_CONILON": Coffee, "CAFE_CANEFORA": Coffee, "CAFE_CANEPHORA": Coffee,
	"CAFE_ROBUSTA": Coffee, "ARABICA": Coffee, "CONILON": Coffee, "CAFE_EM_GRAO": Coffee,
	"SOY": Soy, "SOYBEAN": Soy, "SOYBEANS": Soy, "SOJA_EM_GRAO": Soy,
	"CANA": "CANA_DE_ACUCAR", "SUGARCANE": "CANA_DE_ACUCAR", "MILHO_SAFRINHA": "MILHO", "CORN": "MILHO", "MAIZE": "MILHO",
	"COTTON": "ALGODAO", "WHEAT": "TRIGO", "RICE": "ARROZ", "TABACO": "FUMO", "TOBACCO": "FUMO", "COCOA": "CACAU",
	"PALMA": "DENDE", "BORRACHA": "SERINGUEIRA", "OUTRO": Other, "OUTROS": Other, "OUTRAS": Other, "OTHER": Other,
}

var separators = regexp.MustCompile(`[^A-Z0-9]+`)

// form is the form in which the spellings of one name are equal.
func form(written string) string {
	return separators.ReplaceAllString(strings.ToUpper(lang.Fold(written)), "")
}

// forms has every crop by the form of its name and of its aliases.
var forms = func() map[string]Crop {
	forms := map[string]Crop{}
	for _, c := range All {
		forms[form(string(c))] = c
	}
	for alias, c := range aliases {
		forms[form(alias)] = c
	}
	return forms
}()

// Parse reads a crop as people write it, in any case and with any accents and separators;
// ok is false for a text that is not the name of one.
func Parse(written string) (c Crop, ok bool) {
	c, ok = forms[form(written)]
	return c, ok
}

// List names all crops, separated by commas.
func List() string {
	names := make([]string, len(All))
	for i, c := range All {
		names[i] = string(c)
	}
	return strings.Join(names, ", ")
}

// people are the crops as people call them.
var people = map[Crop]lang.Text{
	Soy:                {PT: "Soja", EN: "Soybeans", ES: "Soja"},
	Coffee:             {PT: "Café", EN: "Coffee", ES: "Café"},
	"MILHO":            {PT: "Milho", EN: "Maize", ES: "Maíz"},
	"ALGODAO":          {PT: "Algodão", EN: "Cotton", ES: "Algodón"},
	"CANA_DE_ACUCAR":   {PT: "Cana-de-açúcar", EN: "Sugar cane", ES: "Caña de azúcar"},
	"TRIGO":            {PT: "Trigo", EN: "Wheat", ES: "Trigo"},
	"ARROZ":            {PT: "Arroz", EN: "Rice", ES: "Arroz"},
	"FEIJAO":           {PT: "Feijão", EN: "Beans", ES: "Frijol"},
	"SORGO":            {PT: "Sorgo", EN: "Sorghum", ES: "Sorgo"},
	"AMENDOIM":         {PT: "Amendoim", EN: "Groundnuts", ES: "Maní"},
	"GIRASSOL":         {PT: "Girassol", EN: "Sunflower", ES: "Girasol"},
	"GERGELIM":         {PT: "Gergelim", EN: "Sesame", ES: "Sésamo"},
	"CANOLA":           {PT: "Canola", EN: "Canola", ES: "Canola"},
	"AVEIA":            {PT: "Aveia", EN: "Oats", ES: "Avena"},
	"CEVADA":           {PT: "Cevada", EN: "Barley", ES: "Cebada"},
	"CENTEIO":          {PT: "Centeio", EN: "Rye", ES: "Centeno"},
	"TRITICALE":        {PT: "Triticale", EN: "Triticale", ES: "Triticale"},
	"MAMONA":           {PT: "Mamona", EN: "Castor beans", ES: "Ricino"},
	"MANDIOCA":         {PT: "Mandioca", EN: "Cassava", ES: "Mandioca"},
	"BATATA":           {PT: "Batata", EN: "Potatoes", ES: "Papa"},
	"CACAU":            {PT: "Cacau", EN: "Cocoa", ES: "Cacao"},
	"LARANJA":          {PT: "Laranja", EN: "Oranges", ES: "Naranja"},
	"UVA":              {PT: "Uva", EN: "Grapes", ES: "Uva"},
	"BANANA":           {PT: "Banana", EN: "Bananas", ES: "Banana"},
	"MACA":             {PT: "Maçã", EN: "Apples", ES: "Manzana"},
	"FUMO":             {PT: "Fumo", EN: "Tobacco", ES: "Tabaco"},
	"ERVA_MATE":        {PT: "Erva-mate", EN: "Yerba mate", ES: "Yerba mate"},
	"DENDE":            {PT: "Dendê", EN: "Oil palm", ES: "Palma aceitera"},
	"SERINGUEIRA":      {PT: "Borracha natural", EN: "Natural rubber", ES: "Caucho natural"},
	"PIMENTA_DO_REINO": {PT: "Pimenta-do-reino", EN: "Black pepper", ES: "Pimienta negra"},
	"CASTANHA_DE_CAJU": {PT: "Castanha de caju", EN: "Cashew nuts", ES: "Castaña de cajú"},
	Other:              {PT: "Outra cultura", EN: "Another crop", ES: "Otro cultivo"},
}

// Name returns what people call a crop; empty for an unknown one.
func (c Crop) Name() lang.Text { return people[c] }

var unstated = lang.Text{PT: "Cultura não informada", EN: "Crop not stated", ES: "Cultivo no informado"}

// Shown returns the crop of a harvest as pages and papers say it: none and Other both mean that
// nobody said which one it is.
func (c Crop) Shown() lang.Text {
	if c == "" || c == Other {
		return unstated
	}
	return c.Name()
}
