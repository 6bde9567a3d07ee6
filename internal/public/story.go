package public

import (
	"cmp"
	"context"
	"time"

	"rastro/internal/attachment"
	"rastro/internal/brdoc"
	"rastro/internal/check/harvest"
	"rastro/internal/disclose"
	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// Phase says what was recorded in a phase.
type Phase struct {
	Phase   string `json:"fase"`
	Records int    `json:"registros"`
	Kinds   []Kind `json:"tipos"`
}

// Kind is what is shown about the records of a kind: their number and months.
type Kind struct {
	Type    string `json:"tipo"`
	Records int    `json:"registros"`
	From    string `json:"de"` // a month, "" for none
	To      string `json:"ate"`
	Facts   []Fact `json:"fatos"`
}

// Fact is terms of a closed table, a range of percentages, or a mass.
type Fact struct {
	Topic disclose.Topic `json:"tema"`
	Terms []string       `json:"termos,omitempty"`
	From  *float64       `json:"de,omitempty"`
	To    *float64       `json:"ate,omitempty"`
	// Tonnes is what the records that state a mass add up to, to three digits. Partial: others state none.
	Tonnes  float64 `json:"toneladas,omitempty"`
	Partial bool    `json:"parcial,omitempty"`
}

// Absent is a kind that the catalogue requires of the crop and that has no record.
type Absent struct {
	Phase string `json:"fase"`
	Type  string `json:"tipo"`
}

// Place is where the harvest grew: by municipality, and to a kilometre.
type Place struct {
	Municipalities []Town     `json:"municipios"`
	State          string     `json:"uf,omitempty"` // from the profile of the harvest
	Plots          []Position `json:"talhoes"`
}

// Town is a municipality.
type Town struct {
	Code string `json:"codigo"` // IBGE's
	Name string `json:"nome"`
	UF   string `json:"uf"`
	// The seat of the municipality, not the farm.
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

// Position is the middle of a plot, to two decimals of a degree.
type Position struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

// Lot is a lot, the phases whose records mention it, what it was made from, and the ports it was
// shipped to.
type Lot struct {
	Code         string   `json:"codigo"`
	Phases       []string `json:"fases"`
	From         []string `json:"de"`
	Destinations []string `json:"destinos"`
	// OfOthers: it belongs to another party, which is never shown.
	OfOthers bool `json:"deTerceiros"`
}

// maxStory is how many records are read for their content. Of further ones only the number is
// shown: one large harvest must not delay others.
const maxStory = 10_000

// story reads what may be shown of the live records of a harvest, and counts their files. A file in
// several records counts each time, because readers of the records see it in each.
// changed is when the newest of the live records was written; validations do not count.
func (s *Publisher) story(ctx context.Context, r Reader, harvestID string) (told disclose.Story, files int, changed time.Time, err error) {
	o := disclose.New(s.now().Year(), lot.Shown)
	n := 0
	err = r.EachOf(ctx, harvestID, func(live *trace.Record) error {
		files += len(attachment.List(live.Seal))
		if !live.Kind.IsValidation() && live.UpdatedAt.After(changed) {
			changed = live.UpdatedAt
		}
		if n++; n > maxStory && live.Kind != kind.Profile {
			o.Count(live.Kind)
		} else {
			o.Add(live.Kind, live.Payload)
		}
		return nil
	})
	return o.Tell(), files, changed, err
}

// tell converts a story to its public form.
func (p *Page) tell(s disclose.Story) {
	for _, k := range s.Kinds {
		if n := len(p.Phases); n == 0 || p.Phases[n-1].Phase != k.Kind.Phase {
			p.Phases = append(p.Phases, Phase{Phase: k.Kind.Phase})
		}
		phase := &p.Phases[len(p.Phases)-1]
		told := Kind{Type: k.Kind.Name, Records: k.Count, From: toMonth(k.From), To: toMonth(k.To), Facts: []Fact{}}
		for _, f := range k.Facts {
			fact := Fact{Topic: f.Topic, Terms: f.Terms, Tonnes: f.Tonnes, Partial: f.AtLeast}
			if f.Terms == nil && f.Topic != disclose.Quantity {
				fact.From, fact.To = &f.Low, &f.High
			}
			told.Facts = append(told.Facts, fact)
		}
		phase.Kinds = append(phase.Kinds, told)
		phase.Records += k.Count
	}
	p.Place = Place{Municipalities: []Town{}, State: s.State, Plots: []Position{}}
	p.Harvest = cmp.Or(p.Harvest, s.Season)
	for _, m := range s.Municipalities {
		uf, _ := brdoc.UFByCode(int(m.Code[0]-'0')*10 + int(m.Code[1]-'0'))
		p.Place.Municipalities = append(p.Place.Municipalities, Town{m.Code, m.Name, uf, m.Lat, m.Lon})
	}
	for _, at := range s.Plots {
		p.Place.Plots = append(p.Place.Plots, Position{at.Lat, at.Lon})
	}
	for _, lot := range s.Lots {
		p.Chain = append(p.Chain, Lot{Code: lot.Code, Phases: orEmpty(lot.Phases), From: orEmpty(lot.From), Destinations: orEmpty(lot.Destinations)})
	}
}

func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

func toMonth(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.Format("2006-01")
}

// absent lists what the catalogue requires of a crop and nobody recorded.
func absent(ctx context.Context, r Reader, crop trace.Crop, s disclose.Story) ([]Absent, error) {
	phases, err := r.Phases(ctx, crop)
	if err != nil {
		return nil, err
	}
	there := map[*kind.Kind]bool{}
	for _, k := range s.Kinds {
		there[k.Kind] = true
	}
	var mandatory []*kind.Kind
	for i := range phases {
		if k := phases[i].Kind(); k != nil && phases[i].Required && phases[i].Active {
			mandatory = append(mandatory, k)
		}
	}
	missing := []Absent{}
	for _, k := range harvest.Asked(mandatory, func(k *kind.Kind) bool { return there[k] }, "", harvest.Abroad(s.Targets)) {
		if !there[k] {
			missing = append(missing, Absent{k.Phase, k.Name})
		}
	}
	return missing, nil
}
