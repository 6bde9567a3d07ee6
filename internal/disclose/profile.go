package disclose

import (
	"rastro/internal/brdoc"
	"rastro/internal/profile"
)

// stated is what is disclosed of a harvest's profile: its municipality and state, if our own tables
// have them, the years of its season, and its target markets, since they decide which records are
// missing. The crop is public as the validation froze it. No other field of a profile is read here:
// producer, document, farm and CAR stay private.
type stated struct {
	town, state, season string
	targets             []string
}

// addProfile reads from a profile what may be shown.
func (o *Builder) addProfile(payload []byte) {
	p := profile.Read(payload)
	derived := p.Derive()
	of := func(field string) string { return profile.Inherit(field, "", p, derived).Text }
	o.stated = stated{season: profile.Years(of(profile.Season)), targets: p.Targets}
	if country := of(profile.Country); country != "" && country != "BR" {
		return // its places are in none of our tables
	}
	if _, ok := brdoc.UFCode(of(profile.State)); ok {
		o.stated.state = of(profile.State)
	}
	if code, uf := profile.TownCode(o.stated.state, of(profile.Town)); code != "" {
		o.stated.town, o.stated.state = code, uf
	}
}
