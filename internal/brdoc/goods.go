package brdoc

import (
	"strings"

	"rastro/internal/lang"
)

// Good is a row of the goods table.
type Good struct {
	NCM  string // eight digits, or their beginning if the rest does not matter
	Crop string // SOJA or CAFE
	Name lang.Text
}

var goods = []Good{
	{"12011000", "SOJA", lang.Text{PT: "soja para semeadura", EN: "soya beans, seed", ES: "soja para siembra"}},
	{"12019000", "SOJA", lang.Text{PT: "soja em grão", EN: "soya beans", ES: "soja en grano"}},
	{"12081000", "SOJA", lang.Text{PT: "farinha de soja", EN: "soya flour", ES: "harina de soja"}},
	{"15071000", "SOJA", lang.Text{PT: "óleo de soja em bruto", EN: "crude soya oil", ES: "aceite de soja en bruto"}},
	{"150790", "SOJA", lang.Text{PT: "óleo de soja refinado", EN: "refined soya oil", ES: "aceite de soja refinado"}},
	{"23040010", "SOJA", lang.Text{PT: "farelo de soja", EN: "soya meal", ES: "harina de extracción de soja"}},
	{"23040090", "SOJA", lang.Text{PT: "outros resíduos de soja", EN: "other soya residues", ES: "otros residuos de soja"}},
	{"09011110", "CAFE", lang.Text{PT: "café verde em grão", EN: "green coffee beans", ES: "café verde en grano"}},
	{"09011190", "CAFE", lang.Text{PT: "café verde, outros", EN: "green coffee, other", ES: "café verde, otros"}},
	{"09011200", "CAFE", lang.Text{PT: "café verde descafeinado", EN: "green coffee, decaffeinated", ES: "café verde descafeinado"}},
	{"09012100", "CAFE", lang.Text{PT: "café torrado", EN: "roasted coffee", ES: "café tostado"}},
	{"09012200", "CAFE", lang.Text{PT: "café torrado descafeinado", EN: "roasted coffee, decaffeinated", ES: "café tostado descafeinado"}},
	{"09019000", "CAFE", lang.Text{PT: "cascas e sucedâneos de café", EN: "coffee husks and substitutes", ES: "cáscaras y sucedáneos de café"}},
	{"21011110", "CAFE", lang.Text{PT: "café solúvel", EN: "soluble coffee", ES: "café soluble"}},
}

// Goods returns the row of an NCM code of eight digits, with full stops or without,
// for the goods of soy and coffee.
func Goods(ncm string) (Good, bool) {
	ncm = strings.ReplaceAll(ncm, ".", "")
	if len(ncm) == 8 {
		for _, g := range goods {
			if strings.HasPrefix(ncm, g.NCM) {
				return g, true
			}
		}
	}
	return Good{}, false
}
