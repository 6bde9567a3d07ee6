package ptbr

// Label is a text's name for a number: the net weight, the moisture.
type Label uint8

// The labels.
const (
	NoLabel Label = iota
	Several       // more than one at once, and not a pair that is measured together
	Net
	Gross
	Tare
	Total
	Discount // a deduction: shrink, waste, losses
	Sample   // the sample, not the lot
	Moisture
	Impurity
	Damaged
	Burnt
	Sour
	SourBurnt
	Mouldy
	Fermented
	Greenish
	Broken
	Bored
	Black
	OffColour
	OtherDamage
	Density
	Defects
	OfficialType // of the official classification, or of the COB
	Protein
	Oil
	AirHeat
	GrainHeat
	Yield
	Score
	PreHarvest // between the application of a pesticide and the harvest
	Reentry    // until people may enter again: not the interval
	GMContent  // genetically modified matter
	Spray      // the volume that is sprayed, water and all
)

// labelled is a row of the table of labels.
type labelled struct {
	label Label
	// of is the dimension of such a number. A number without a unit fits any label.
	of   Dimension
	near bool // counts only right before the number
	// spellings are separated by bars, folded; words of a phrase by spaces.
	spellings string
}

var labels = []labelled{
	{Net, Masses, false, "liquido|liquida|liquidos|liquidas|liq|peso liquido|peso liq|pl|net|neto|neta"},
	{Gross, Masses, false, "bruto|bruta|brutos|brutas|peso bruto|pb|gross"},
	{Tare, Masses, false, "tara|taras"},
	{Total, Masses, false, "total|totais|totalizando|somando|soma"},
	{Discount, Masses, false, "desconto|descontos|desc|quebra|quebra tecnica|perda|perdas|residuo|residuos|casca|cascas"},
	{Sample, Masses, true, "amostra|amostras|amostra de|amostra com"},
	{Moisture, Shares, false, "umidade|umidades|umid|umd|humidade|humedad|humidad|moisture|h2o|ubu"},
	{Impurity, Shares, false, "impureza|impurezas|impur|imp|impureza total|materia estranha|materias estranhas|mat estranhas|mei"},
	{Damaged, Shares, false, "avariado|avariados|avariadas|avaria|avarias|avar|graos avariados"},
	{Burnt, Shares, false, "queimado|queimados|queim|graos queimados"},
	{Sour, Shares, false, "ardido|ardidos|ard|graos ardidos"},
	{Mouldy, Shares, false, "mofado|mofados|mof|graos mofados"},
	{Fermented, Shares, false, "fermentado|fermentados|graos fermentados"},
	{Greenish, Shares, false, "esverdeado|esverdeados|esverd|verdes|graos esverdeados|graos verdes"},
	{Broken, Shares, false, "quebrado|quebrados|partido|partidos|amassado|amassados|graos quebrados|graos partidos"},
	{Bored, Shares, false, "brocado|brocados|broca|picados|graos brocados"},
	{Black, Shares, false, "preto|pretos|graos pretos"},
	{OffColour, Shares, false, "outras cores"},
	{OtherDamage, Shares, false, "germinado|germinados|imaturo|imaturos|chocho|chochos|danificado|danificados|enrugados"},
	{Density, Masses, false, "densidade|dens|peso hectolitrico|peso hectolitro"},
	{Defects, Counts, false, "defeito|defeitos|def"},
	{OfficialType, NoDimension, true, "tipo|tp|tipo cob|cob"},
	{Protein, Shares, false, "proteina|proteinas|prot"},
	{Oil, Shares, false, "oleo|teor de oleo"},
	{AirHeat, Temperatures, false, "temperatura do ar|temp do ar|temp ar|temperatura ar"},
	{AirHeat, onlyTemperatures, false, "ar"},
	{GrainHeat, Temperatures, false, "temperatura da massa|temp da massa|temp massa|temperatura massa|temperatura do grao|temperatura dos graos|" +
		"temp do grao|temp grao|temp graos|temp dos graos"},
	{GrainHeat, onlyTemperatures, false, "massa"},
	{Yield, Shares, false, "rendimento|rend"},
	{Score, Counts, false, "pontos|pts|pontuacao|nota sca|nota sensorial"},
	{PreHarvest, Times, false, "carencia|carencias|carenc|carrencia|carecia|periodo de carencia|intervalo de seguranca|periodo de seguranca|" +
		"int de seguranca|int seguranca|intervalo seguranca|prazo de seguranca|i s|phi"},
	{Reentry, Times, false, "reentrada|re entrada|reingresso|intervalo de reentrada"},
	{GMContent, Shares, false, "ogm|ogms|transgenico|transgenicos|gmo"},
	{Spray, Volumes, false, "calda|vazao|volume de calda|volume de aplicacao|taxa de aplicacao"},
}

// onlyTemperatures is for words with many uses: they do not fit a bare number.
const onlyTemperatures Dimension = 255

// together returns the label of two that are measured as one; the limits have no other such pair.
func together(a, b Label) Label {
	switch {
	case a == b:
		return a
	case a == Sour && b == Burnt, a == Burnt && b == Sour:
		return SourBurnt
	case a == Total: // total de avariados
		return b
	}
	return Several
}

// fits reports whether a number in this unit can have the label.
func (l *labelled) fits(unit, per *Unit) bool {
	switch {
	case l.of == onlyTemperatures:
		return unit == celsius && per == nil
	case unit == nil:
		return true
	case l.label == Density:
		return unit.Dimension == Masses && per != nil && per.Dimension == Volumes
	case l.label == OfficialType:
		return false
	case l.label == Discount && unit.Dimension == Shares:
		return per == nil
	case l.label == Spray:
		return unit.Dimension == Volumes && (per == nil || per.Dimension == Areas)
	}
	return unit.Dimension == l.of && per == nil
}

// of returns the dimension of numbers with a label.
func (l Label) of() Dimension {
	for i := range labels {
		if labels[i].label == l {
			return labels[i].of
		}
	}
	return NoDimension
}
