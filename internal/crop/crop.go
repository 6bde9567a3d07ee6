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

// All lists every crop, the most grown first. OUTRA represents the rest.
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

// form returns a form that is equal for all spellings of a name.
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
	Soy:                {PT: "Soja", EN: "Soybeans", ES: "Soja", More: &lang.More{DE: "Sojabohnen", NL: "Sojabonen", FR: "Soja", IT: "Soia"}},
	Coffee:             {PT: "Café", EN: "Coffee", ES: "Café", More: &lang.More{DE: "Kaffee", NL: "Koffie", FR: "Café", IT: "Caffè"}},
	"MILHO":            {PT: "Milho", EN: "Maize", ES: "Maíz", More: &lang.More{DE: "Mais", NL: "Mais", FR: "Maïs", IT: "Mais"}},
	"ALGODAO":          {PT: "Algodão", EN: "Cotton", ES: "Algodón", More: &lang.More{DE: "Baumwolle", NL: "Katoen", FR: "Coton", IT: "Cotone"}},
	"CANA_DE_ACUCAR":   {PT: "Cana-de-açúcar", EN: "Sugar cane", ES: "Caña de azúcar", More: &lang.More{DE: "Zuckerrohr", NL: "Suikerriet", FR: "Canne à sucre", IT: "Canna da zucchero"}},
	"TRIGO":            {PT: "Trigo", EN: "Wheat", ES: "Trigo", More: &lang.More{DE: "Weizen", NL: "Tarwe", FR: "Blé", IT: "Frumento"}},
	"ARROZ":            {PT: "Arroz", EN: "Rice", ES: "Arroz", More: &lang.More{DE: "Reis", NL: "Rijst", FR: "Riz", IT: "Riso"}},
	"FEIJAO":           {PT: "Feijão", EN: "Beans", ES: "Frijol", More: &lang.More{DE: "Bohnen", NL: "Bonen", FR: "Haricots", IT: "Fagioli"}},
	"SORGO":            {PT: "Sorgo", EN: "Sorghum", ES: "Sorgo", More: &lang.More{DE: "Sorghum", NL: "Sorghum", FR: "Sorgho", IT: "Sorgo"}},
	"AMENDOIM":         {PT: "Amendoim", EN: "Groundnuts", ES: "Maní", More: &lang.More{DE: "Erdnüsse", NL: "Pinda’s", FR: "Arachides", IT: "Arachidi"}},
	"GIRASSOL":         {PT: "Girassol", EN: "Sunflower", ES: "Girasol", More: &lang.More{DE: "Sonnenblumen", NL: "Zonnebloemen", FR: "Tournesol", IT: "Girasole"}},
	"GERGELIM":         {PT: "Gergelim", EN: "Sesame", ES: "Sésamo", More: &lang.More{DE: "Sesam", NL: "Sesam", FR: "Sésame", IT: "Sesamo"}},
	"CANOLA":           {PT: "Canola", EN: "Canola", ES: "Canola", More: &lang.More{DE: "Raps (Canola)", NL: "Canola", FR: "Canola", IT: "Colza (canola)"}},
	"AVEIA":            {PT: "Aveia", EN: "Oats", ES: "Avena", More: &lang.More{DE: "Hafer", NL: "Haver", FR: "Avoine", IT: "Avena"}},
	"CEVADA":           {PT: "Cevada", EN: "Barley", ES: "Cebada", More: &lang.More{DE: "Gerste", NL: "Gerst", FR: "Orge", IT: "Orzo"}},
	"CENTEIO":          {PT: "Centeio", EN: "Rye", ES: "Centeno", More: &lang.More{DE: "Roggen", NL: "Rogge", FR: "Seigle", IT: "Segale"}},
	"TRITICALE":        {PT: "Triticale", EN: "Triticale", ES: "Triticale", More: &lang.More{DE: "Triticale", NL: "Triticale", FR: "Triticale", IT: "Triticale"}},
	"MAMONA":           {PT: "Mamona", EN: "Castor beans", ES: "Ricino", More: &lang.More{DE: "Rizinusbohnen", NL: "Wonderbonen", FR: "Ricin", IT: "Ricino"}},
	"MANDIOCA":         {PT: "Mandioca", EN: "Cassava", ES: "Mandioca", More: &lang.More{DE: "Maniok", NL: "Cassave", FR: "Manioc", IT: "Manioca"}},
	"BATATA":           {PT: "Batata", EN: "Potatoes", ES: "Papa", More: &lang.More{DE: "Kartoffeln", NL: "Aardappelen", FR: "Pommes de terre", IT: "Patate"}},
	"CACAU":            {PT: "Cacau", EN: "Cocoa", ES: "Cacao", More: &lang.More{DE: "Kakao", NL: "Cacao", FR: "Cacao", IT: "Cacao"}},
	"LARANJA":          {PT: "Laranja", EN: "Oranges", ES: "Naranja", More: &lang.More{DE: "Orangen", NL: "Sinaasappelen", FR: "Oranges", IT: "Arance"}},
	"UVA":              {PT: "Uva", EN: "Grapes", ES: "Uva", More: &lang.More{DE: "Trauben", NL: "Druiven", FR: "Raisins", IT: "Uva"}},
	"BANANA":           {PT: "Banana", EN: "Bananas", ES: "Banana", More: &lang.More{DE: "Bananen", NL: "Bananen", FR: "Bananes", IT: "Banane"}},
	"MACA":             {PT: "Maçã", EN: "Apples", ES: "Manzana", More: &lang.More{DE: "Äpfel", NL: "Appels", FR: "Pommes", IT: "Mele"}},
	"FUMO":             {PT: "Fumo", EN: "Tobacco", ES: "Tabaco", More: &lang.More{DE: "Tabak", NL: "Tabak", FR: "Tabac", IT: "Tabacco"}},
	"ERVA_MATE":        {PT: "Erva-mate", EN: "Yerba mate", ES: "Yerba mate", More: &lang.More{DE: "Mate", NL: "Yerba maté", FR: "Maté", IT: "Erba mate"}},
	"DENDE":            {PT: "Dendê", EN: "Oil palm", ES: "Palma aceitera", More: &lang.More{DE: "Ölpalme", NL: "Oliepalm", FR: "Palmier à huile", IT: "Palma da olio"}},
	"SERINGUEIRA":      {PT: "Borracha natural", EN: "Natural rubber", ES: "Caucho natural", More: &lang.More{DE: "Naturkautschuk", NL: "Natuurrubber", FR: "Caoutchouc naturel", IT: "Gomma naturale"}},
	"PIMENTA_DO_REINO": {PT: "Pimenta-do-reino", EN: "Black pepper", ES: "Pimienta negra", More: &lang.More{DE: "Schwarzer Pfeffer", NL: "Zwarte peper", FR: "Poivre noir", IT: "Pepe nero"}},
	"CASTANHA_DE_CAJU": {PT: "Castanha de caju", EN: "Cashew nuts", ES: "Castaña de cajú", More: &lang.More{DE: "Cashewkerne", NL: "Cashewnoten", FR: "Noix de cajou", IT: "Anacardi"}},
	Other:              {PT: "Outra cultura", EN: "Another crop", ES: "Otro cultivo", More: &lang.More{DE: "Andere Kultur", NL: "Ander gewas", FR: "Autre culture", IT: "Altra coltura"}},
}

// Name returns what people call a crop; empty for an unknown one.
func (c Crop) Name() lang.Text { return people[c] }

var unstated = lang.Text{PT: "Cultura não informada", EN: "Crop not stated", ES: "Cultivo no indicado", More: &lang.More{DE: "Kultur nicht angegeben", NL: "Gewas niet vermeld", FR: "Culture non précisée", IT: "Coltura non indicata"}}

// Shown returns a harvest's crop for pages and papers: "" and Other both mean that it is not
// stated.
func (c Crop) Shown() lang.Text {
	if c == "" || c == Other {
		return unstated
	}
	return c.Name()
}
