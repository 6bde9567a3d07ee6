package ptbr

// Dimension is what a unit measures.
type Dimension uint8

// The dimensions, each with its base unit.
const (
	NoDimension  Dimension = iota
	Masses                 // kg
	Volumes                // L
	Areas                  // ha
	Lengths                // m
	Times                  // h
	Temperatures           // °C
	Shares                 // %
	Counts                 // 1
)

// Unit is a row of the table of units.
type Unit struct {
	Symbol    string
	Dimension Dimension
	// Factor is the number of base units; 0 if that varies: an alqueire of unknown kind, a month.
	Factor float64
	// fine marks units in which three decimals are common, so that 1.500 may mean one and a half.
	// In the others, 1,500 may mean one thousand five hundred.
	fine bool
	// spellings are separated by bars, folded; words of a phrase by spaces.
	spellings string
}

// units is the table. A saca of soy, coffee or maize is 60 kg; see Custom for the others. Sacks and
// big bags have no fixed mass, so they are not units; a text for a mass that only says "600 sacos"
// counts in sacas.
var units = []Unit{
	{"kg", Masses, 1, false, "kg|kgs|kilo|kilos|quilo|quilos|quilograma|quilogramas|kilograma|kilogramas"},
	{"t", Masses, 1000, true, "t|ton|tons|tonelada|toneladas|tn|tonelada metrica|toneladas metricas"},
	{"saca", Masses, 60, false, "saca|sacas|sc|scs"},
	{"@", Masses, 15, false, "arroba|arrobas"},
	{"g", Masses, 1e-3, false, "g|gr|grs|grama|gramas"},
	{"mg", Masses, 1e-6, false, "mg|miligrama|miligramas"},

	{"L", Volumes, 1, true, "l|lt|lts|litro|litros"},
	{"mL", Volumes, 1e-3, false, "ml|mls|mililitro|mililitros"},
	{"hL", Volumes, 100, true, "hl|hectolitro|hectolitros"},
	{"m³", Volumes, 1000, true, "m3|metro cubico|metros cubicos"},

	{"ha", Areas, 1, true, "ha|has|hectare|hectares|hect"},
	{"m²", Areas, 1e-4, false, "m2|metro quadrado|metros quadrados"},
	{"alqueire", Areas, 0, true, "alqueire|alqueires|alq|alqs"},
	{"alqueire paulista", Areas, 2.42, true, "alqueire paulista|alqueires paulistas|alq paulista|alq paulistas|alqs paulistas"},
	{"alqueire mineiro", Areas, 4.84, true, "alqueire mineiro|alqueires mineiros|alq mineiro|alq mineiros|alqs mineiros|" +
		"alqueire goiano|alqueires goianos|alq goiano|alq goianos|alqs goianos"},
	{"alqueire baiano", Areas, 9.68, true, "alqueire baiano|alqueires baianos|alq baiano|alq baianos|alqs baianos"},
	{"alqueire do norte", Areas, 2.7225, true, "alqueire do norte|alqueires do norte|alq do norte|alqs do norte"},

	{"m", Lengths, 1, true, "m|metro|metros"},
	{"km", Lengths, 1000, true, "km|kms|quilometro|quilometros"},
	{"cm", Lengths, 1e-2, false, "cm|centimetro|centimetros"},
	{"mm", Lengths, 1e-3, false, "mm|milimetro|milimetros"},

	{"h", Times, 1, true, "h|hs|hr|hrs|hora|horas"},
	{"min", Times, 1.0 / 60, false, "min|mins|minuto|minutos"},
	{"dia", Times, 24, false, "d|dd|dia|dias"},
	{"semana", Times, 168, false, "semana|semanas"},
	{"mês", Times, 0, false, "mes|meses"},
	{"ano", Times, 0, false, "ano|anos"},

	{"°C", Temperatures, 1, true, "oc|o c|c|grau|graus|celsius|grau celsius|graus celsius|graus c|graus centigrados"},

	{"%", Shares, 1, true, "por cento|porcento|p cento|pct"},
	{"ppm", Shares, 1e-4, false, "ppm"},
	{"ppb", Shares, 1e-7, false, "ppb"},

	{"planta", Counts, 1, false, "planta|plantas|pe|pes|muda|mudas|cova|covas"},
	{"semente", Counts, 1, false, "semente|sementes"},
}

// unitBySymbol finds a row of the table, for the units the rules speak of.
func unitBySymbol(symbol string) *Unit {
	for i := range units {
		if units[i].Symbol == symbol {
			return &units[i]
		}
	}
	return nil
}

var (
	kilogram = unitBySymbol("kg")
	saca     = unitBySymbol("saca")
	arroba   = unitBySymbol("@")
	hectare  = unitBySymbol("ha")
	alqueire = unitBySymbol("alqueire")
	days     = unitBySymbol("dia")
	celsius  = unitBySymbol("°C")
	percent  = unitBySymbol("%")
)
