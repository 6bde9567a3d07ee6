package facts

import (
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/ptbr/lotlist"
	"rastro/internal/ptbr/words"
)

// OtherCrop stands for every crop that is not in the list.
const OtherCrop = "OUTRA"

// CustodyRanks are the chain-of-custody models, the strictest first.
var CustodyRanks = words.Custody.Terms()

// CoffeeForm is the state in which coffee is weighed: it loses most of its
// weight on the way to the green bean.
type CoffeeForm uint8

const (
	UnknownForm CoffeeForm = iota
	Cherry
	Dried
	Parchment
	Green
)

func coffeeFormOf(text string) CoffeeForm {
	plain := PlainWords(text)
	form := UnknownForm
	for w := range EachWord(plain) {
		is := UnknownForm
		switch w {
		case "cereja", "cerejas", "boia", "fruto", "frutos":
			is = Cherry
		case "coco":
			is = Dried
		case "pergaminho":
			is = Parchment
		case "beneficiado", "beneficiada", "cru", "green":
			is = Green
		case "verde":
			if strings.Contains(plain, "cafe verde") || strings.Contains(plain, "grao verde") {
				is = Green
			}
		}
		switch {
		case is == UnknownForm:
		case form != UnknownForm && form != is:
			return UnknownForm
		default:
			form = is
		}
	}
	return form
}

// ProductKind is a product of industry with a known yield.
type ProductKind uint8

const (
	OtherProduct ProductKind = iota
	SoyOil
	SoyMeal
	SoyHulls
	Roasted
	Soluble
)

func productIn(segment string) ProductKind {
	is := OtherProduct
	for w := range EachWord(PlainWords(segment)) {
		var one ProductKind
		switch w {
		case "oleo", "oil":
			one = SoyOil
		case "farelo", "farelos", "meal":
			one = SoyMeal
		case "casca", "cascas", "hulls":
			one = SoyHulls
		case "torrado", "torrada", "torrefado", "torra", "roasted":
			one = Roasted
		case "soluvel", "instantaneo", "soluble":
			one = Soluble
		default:
			continue
		}
		if is != OtherProduct && is != one {
			return OtherProduct
		}
		is = one
	}
	return is
}

// productsOf returns the product of each mass in an output: as named in the text of the masses or,
// in the same order, in the list of products.
func productsOf(product, output string, masses int) []ProductKind {
	if masses == 0 || len(product)+len(output) > maxProductText {
		return nil
	}
	for _, text := range []string{output, product} {
		segments := strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '+' || r == '\n' })
		if len(segments) != masses {
			if segments = lotlist.Split(text); len(segments) != masses {
				continue
			}
		}
		kinds := make([]ProductKind, masses)
		known := false
		for i, s := range segments {
			kinds[i] = productIn(s)
			known = known || kinds[i] != OtherProduct
		}
		if known {
			return kinds
		}
	}
	return nil
}

// maxProductText limits the texts that are searched for products.
const maxProductText = 600

// inEurope reports whether a destination lies in the European Union.
func inEurope(text string) bool {
	if len(text) > maxProductText {
		return false
	}
	for _, id := range brdoc.Scan(text, brdoc.Types(brdoc.Locode), 0) {
		if len(id.Value) == 5 && id.Valid && brdoc.InEU(id.Value[:2]) {
			return true
		}
	}
	plain := PlainWords(text)
	return hasWord(plain, europe) || hasPhrase(plain, europePhrases)
}

// europe are the names that people use for members of the Union, and for the ports that receive
// most shipments to it.
var europe = WordSet("alemanha austria belgica bulgaria chipre croacia dinamarca eslovaquia eslovenia espanha estonia finlandia franca grecia " +
	"hungria irlanda italia letonia lituania luxemburgo malta holanda polonia portugal romenia suecia tchequia " +
	"germany belgium spain france italy netherlands portugal poland sweden finland denmark ireland greece " +
	"roterda rotterdam amsterda amsterdam antuerpia antwerp hamburgo hamburg bremen bremerhaven barcelona trieste")

var europePhrases = []string{"paises baixos", "uniao europeia", "republica tcheca", "european union", "le havre"}
