package ptbr

// Readers that the program does not need, for the texts of the corpus.

var litre, hours = unitBySymbol("L"), unitBySymbol("h")

// GramsPerLitre reads a density in g/L: 720 g/L, 72 kg/hL.
func GramsPerLitre(text string) (gPerL float64, reading Reading) {
	w := want{unit: kilogram, per: litre}
	q, gPerL, reading := w.one(text)
	if q.Unit != nil {
		gPerL *= 1000
	}
	return gPerL, reading
}

// Hours reads a time span in hours: 14 h, 90 min, 3 dias.
func Hours(text string) (h float64, reading Reading) {
	w := want{unit: hours}
	_, h, reading = w.one(text)
	return h, reading
}
