package trace

import "rastro/internal/crop"

// Crop is the canonical name of a crop (TipoCultura).
type Crop = crop.Crop

// The crops the rules mention by name.
const (
	Soy    = crop.Soy
	Coffee = crop.Coffee
	Other  = crop.Other
)

// Crops lists every crop, the most grown first. OUTRA stands for the rest.
var Crops = crop.All
