package facts

import (
	"maps"
	"slices"

	"rastro/internal/kind"
	"rastro/internal/profile"
	"rastro/internal/ptbr/words"
)

// Crop returns the canonical name of the harvest's crop; "" if unknown: the one that the profile
// states, or else the one derived from the records.
func (b *Book) Crop() string {
	return profile.Inherit(profile.Crop, "", b.Profile, profile.Derived{profile.Crop: b.derivedCrop()}).Text
}

// derivedCrop returns the crop according to the records: the one stated by the newest validation
// that states any, else the one that most records state (usually a crop plan), else the one that
// they mention. If nothing names a crop but there is a seed technology that only soy has, it is
// soy. A value in the field soja means nothing, because that field also says how coffee is grown.
// There is no crop if several are mentioned about equally often.
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

// statedCrop returns the crop that most of the statements state, "" for none or a tie.
func (b *Book) statedCrop() string {
	said := map[words.Term]int{}
	for _, s := range b.CropsStated {
		if b.KindOf(s.Rec) != kind.Profile { // the profile has priority over the records, and is not one of them
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

// clearlyMost returns the crop that is mentioned more than twice as often as any other.
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
