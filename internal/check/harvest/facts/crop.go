package facts

import (
	"maps"
	"slices"

	"rastro/internal/kind"
	"rastro/internal/profile"
	"rastro/internal/ptbr/words"
)

// Crop returns the crop of the harvest by its canonical name, "" if it is not known: the one that
// the profile states, else the one that its records come to.
func (b *Book) Crop() string {
	return profile.Inherit(profile.Crop, "", b.Profile, profile.Derived{profile.Crop: b.derivedCrop()}).Text
}

// derivedCrop returns the crop that the records come to: the one that the newest validation to
// state any states, else the one that most records state (a crop plan, as a rule), else the
// one that they mention. If nothing names a crop, but a seed technology that only soy has, it
// is soy: that the field soja is filled says nothing, for it also has how coffee is grown. It
// is none if they mention several about as often.
func (b *Book) derivedCrop() profile.Value {
	b.Settle()
	for _, s := range slices.Backward(b.CropsStated) { // ids, and so records, are in the order of time
		if b.KindOf(s.Rec).IsValidation() {
			return profile.Value{Text: string(s.Crop), From: profile.FromRecords}
		}
	}
	if crop := b.statedCrop(); crop != "" {
		return profile.Value{Text: crop, From: profile.FromRecords}
	}
	spoken := maps.Clone(b.cropWord)
	for code := range b.Codes {
		for _, crop := range words.Crops.All(code) {
			spoken[crop]++
		}
	}
	if len(spoken) == 0 && len(b.CropsStated) == 0 && b.soyTrait && !b.coffeeSigns {
		return profile.Value{Text: soyCrop, From: profile.FromSoy}
	}
	return profile.Value{Text: clearlyMost(spoken), From: profile.FromRecords}
}

// soyCrop is the crop that seed technologies of soy mean.
const soyCrop = "SOJA"

// statedCrop returns the crop that most of the statements state, "" for none or a draw.
func (b *Book) statedCrop() string {
	said := map[words.Term]int{}
	for _, s := range b.CropsStated {
		if b.KindOf(s.Rec) != kind.Profile { // it goes before the records, and is not one of them
			said[s.Crop]++
		}
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

// clearlyMost returns the crop that is spoken of more than twice as often as any
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
