package lot

// MassAfter returns what remains of a mass that is first cleaned and then dried. Percentages are
// of the original mass (wet base).
func MassAfter(kg, impurityFrom, impurityTo, moistureFrom, moistureTo float64) float64 {
	kg -= shrink(kg, impurityFrom, impurityTo)
	return kg - shrink(kg, moistureFrom, moistureTo)
}

// shrink returns the mass lost when drying or cleaning reduces a share of it. The rest stays, so
// the loss is kg·(from−to)/(100−to). It is zero if nothing is reduced.
func shrink(kg, from, to float64) float64 {
	if !(kg > 0 && to >= 0 && to < from && from <= 100) { // NaN fails as well
		return 0
	}
	return min(kg, kg*(from-to)/(100-to)) // rounding must not remove more than there is
}
