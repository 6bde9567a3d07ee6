package facts

import (
	"maps"
	"slices"

	"rastro/internal/ptbr/words"
)

// Crop is the crop of the harvest by its canonical name: the one that the newest
// validation to state any states, else the one that most records state (a crop
// plan, as a rule), else the one that they mention. It is "" when they mention
// none, or of several about as often.
func (b *Book) Crop() string {
	b.Settle()
	for _, s := range slices.Backward(b.CropsStated) { // ids, and so records, are in the order of time
		if b.KindOf(s.Rec).IsValidation() {
			return string(s.Crop)
		}
	}
	if crop := b.statedCrop(); crop != "" {
		return crop
	}
	spoken := maps.Clone(b.cropWord)
	for code := range b.Codes {
		for _, crop := range words.Crops.All(code) {
			spoken[crop]++
		}
	}
	return clearlyMost(spoken)
}

// statedCrop is the crop that most of the statements state, "" for none or a draw.
func (b *Book) statedCrop() string {
	said := map[words.Term]int{}
	for _, s := range b.CropsStated {
		said[s.Crop]++
	}
	best, most, draw := words.Term(""), 0, false
	for crop, n := range said {
		switch {
		case n > most:
			best, most, draw = crop, n, false
		case n == most:
			draw = true
		}
	}
	if draw {
		return ""
	}
	return string(best)
}

// clearlyMost is the crop that is spoken of more than twice as often as any
// other.
func clearlyMost(spoken map[words.Term]int) string {
	best, most, second := words.Term(""), 0, 0
	for crop, n := range spoken {
		switch {
		case n > most:
			best, most, second = crop, n, most
		case n > second:
			second = n
		}
	}
	if most <= 2*second {
		return ""
	}
	return string(best)
}
