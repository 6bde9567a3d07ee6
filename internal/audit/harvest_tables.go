package audit

import (
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/ptbr"
)

// otherCrop is the crop of those that have no name here.
const otherCrop = "OUTRA"

// custodyRanks are the models of the chain of custody, the strictest first.
var custodyRanks = ptbr.Custody.Terms()

// looseCustody are the ranks in which certified and other goods may be mixed.
const looseCustody = 3 // BALANCO_MASSA and below

// coffeeForm is the state in which coffee is weighed: it loses most of its
// weight on the way to the green bean.
type coffeeForm uint8

const (
	unknownForm coffeeForm = iota
	cherry
	dried
	parchment
	green
)

// leastGreen is the least of a form's weight that becomes green coffee.
var leastGreen = map[coffeeForm]float64{unknownForm: 0.14, cherry: 0.14, dried: 0.40, parchment: 0.75, green: 1}

func coffeeFormOf(text string) coffeeForm {
	plain := plainWords(text)
	form := unknownForm
	for w := range wordSeq(plain) {
		is := unknownForm
		switch w {
		case "cereja", "cerejas", "boia", "fruto", "frutos":
			is = cherry
		case "coco":
			is = dried
		case "pergaminho":
			is = parchment
		case "beneficiado", "beneficiada", "cru", "green":
			is = green
		case "verde":
			if strings.Contains(plain, "cafe verde") || strings.Contains(plain, "grao verde") {
				is = green
			}
		}
		switch {
		case is == unknownForm:
		case form != unknownForm && form != is:
			return unknownForm
		default:
			form = is
		}
	}
	return form
}

// productKind is a product of industry whose yield is known.
type productKind uint8

const (
	otherProduct productKind = iota
	soyOil
	soyMeal
	soyHulls
	roasted
	soluble
)

// industrialYield is what share of the raw material a product is, in percent.
type industrialYield struct {
	crop     string
	low, top float64
}

// industrialYields are the usual ones.
var industrialYields = map[productKind]industrialYield{
	soyOil:   {"SOJA", 17, 21},
	soyMeal:  {"SOJA", 70, 82},
	soyHulls: {"SOJA", 0, 9},
	roasted:  {"CAFE", 80, 88},
	soluble:  {"CAFE", 36, 46},
}

// yieldSlack is how far beyond the usual a plant may be, as a share of it.
const yieldSlack = 0.1

func productIn(segment string) productKind {
	is := otherProduct
	for w := range wordSeq(plainWords(segment)) {
		var one productKind
		switch w {
		case "oleo", "oil":
			one = soyOil
		case "farelo", "farelos", "meal":
			one = soyMeal
		case "casca", "cascas", "hulls":
			one = soyHulls
		case "torrado", "torrada", "torrefado", "torra", "roasted":
			one = roasted
		case "soluvel", "instantaneo", "soluble":
			one = soluble
		default:
			continue
		}
		if is != otherProduct && is != one {
			return otherProduct
		}
		is = one
	}
	return is
}

// productsOf says which product each mass of an output is: the text of the
// masses says it, or the list of products does in the same order.
func productsOf(product, output string, masses int) []productKind {
	if masses == 0 || len(product)+len(output) > maxProductText {
		return nil
	}
	for _, text := range []string{output, product} {
		segments := strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '+' || r == '\n' })
		if len(segments) != masses {
			if segments = ptbr.Lots(text); len(segments) != masses {
				continue
			}
		}
		kinds := make([]productKind, masses)
		known := false
		for i, s := range segments {
			kinds[i] = productIn(s)
			known = known || kinds[i] != otherProduct
		}
		if known {
			return kinds
		}
	}
	return nil
}

// maxProductText bounds the texts in which products are looked for.
const maxProductText = 600

// inEurope tells whether a destination lies in the European Union.
func inEurope(text string) bool {
	if len(text) > maxProductText {
		return false
	}
	for _, id := range brdoc.Scan(text, brdoc.Types(brdoc.Locode), 0) {
		if len(id.Value) == 5 && id.Valid && brdoc.InEU(id.Value[:2]) {
			return true
		}
	}
	plain := plainWords(text)
	return hasWord(plain, europe) || hasPhrase(plain, europePhrases)
}

// europe are the names of the members of the Union, and of the ports that take
// most of what is sent there, as people write them.
var europe = wordsOf("alemanha austria belgica bulgaria chipre croacia dinamarca eslovaquia eslovenia espanha estonia finlandia franca grecia " +
	"hungria irlanda italia letonia lituania luxemburgo malta holanda polonia portugal romenia suecia tchequia " +
	"germany belgium spain france italy netherlands portugal poland sweden finland denmark ireland greece " +
	"roterda rotterdam amsterda amsterdam antuerpia antwerp hamburgo hamburg bremen bremerhaven barcelona trieste")

var europePhrases = []string{"paises baixos", "uniao europeia", "republica tcheca", "european union", "le havre"}
