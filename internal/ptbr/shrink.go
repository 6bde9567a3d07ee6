package ptbr

// The shrink formulas of storage. Dry matter stays: taking a share of a mass
// from one percentage down to another takes kg·(from−to)/(100−to) away.
// Percentages are of the mass as it is (wet base).

// MoistureLoss is the water that drying takes away. It is zero where nothing is
// dried.
func MoistureLoss(kg, from, to float64) float64 { return shrink(kg, from, to) }

// ImpurityLoss is the matter that cleaning takes away.
func ImpurityLoss(kg, from, to float64) float64 { return shrink(kg, from, to) }

// Expected is what is left of a mass that is cleaned first and then dried.
func Expected(kg, impurityFrom, impurityTo, moistureFrom, moistureTo float64) float64 {
	kg -= ImpurityLoss(kg, impurityFrom, impurityTo)
	return kg - MoistureLoss(kg, moistureFrom, moistureTo)
}

func shrink(kg, from, to float64) float64 {
	if !(kg > 0 && to >= 0 && to < from && from <= 100) { // NaN fails as well
		return 0
	}
	return min(kg, kg*(from-to)/(100-to)) // rounding must not take more than there is
}
