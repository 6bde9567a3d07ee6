package public

import (
	"context"
	"time"

	"rastro/internal/brdoc"
	"rastro/internal/disclose"
	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// Phase says what was recorded in a phase.
type Phase struct {
	Fase      string `json:"fase"`
	Registros int    `json:"registros"`
	Tipos     []Kind `json:"tipos"`
}

// Kind says what the records of one kind tell: how many, of which months.
type Kind struct {
	Tipo      string `json:"tipo"`
	Registros int    `json:"registros"`
	De        string `json:"de"` // a month, "" for none
	Ate       string `json:"ate"`
	Fatos     []Fact `json:"fatos"`
}

// Fact is terms of a closed table, or a range of percentages.
type Fact struct {
	Tema   disclose.Topic `json:"tema"`
	Termos []string       `json:"termos,omitempty"`
	De     *float64       `json:"de,omitempty"`
	Ate    *float64       `json:"ate,omitempty"`
}

// Absent is a kind that the catalogue asks of the crop and that has no
// record.
type Absent struct {
	Fase string `json:"fase"`
	Tipo string `json:"tipo"`
}

// Place is where the harvest grew: by municipality, and to a kilometre.
type Place struct {
	Municipios []Town     `json:"municipios"`
	Talhoes    []Position `json:"talhoes"`
}

// Town is a municipality.
type Town struct {
	Codigo string `json:"codigo"` // IBGE's
	Nome   string `json:"nome"`
	UF     string `json:"uf"`
	// The seat of the municipality, not the farm.
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

// Position is the middle of a plot, to two decimals of a degree.
type Position struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

// Lot is a lot, the phases whose records speak of it, what it was made of,
// and the ports it was shipped to.
type Lot struct {
	Codigo   string   `json:"codigo"`
	Fases    []string `json:"fases"`
	De       []string `json:"de"`
	Destinos []string `json:"destinos"`
	// DeTerceiros: it belongs to another party, which is never told.
	DeTerceiros bool `json:"deTerceiros"`
}

// maxStory is how many records are read for what they tell. Of those beyond it
// only the number is told: nobody may be kept waiting by one large harvest.
const maxStory = 10_000

// story reads what may be told of the live records of a harvest.
func (s *Publisher) story(ctx context.Context, r Reader, safraID string) (disclose.Story, error) {
	o := disclose.New(s.now().Year(), lot.Shown)
	n := 0
	err := r.EachOf(ctx, safraID, func(live *trace.Record) error {
		if n++; n > maxStory {
			o.Count(live.Kind)
		} else {
			o.Add(live.Kind, live.Dados)
		}
		return nil
	})
	return o.Tell(), err
}

// tell puts a story into its public form.
func (p *Page) tell(s disclose.Story) {
	for _, k := range s.Kinds {
		if n := len(p.Fases); n == 0 || p.Fases[n-1].Fase != k.Kind.Phase {
			p.Fases = append(p.Fases, Phase{Fase: k.Kind.Phase})
		}
		phase := &p.Fases[len(p.Fases)-1]
		told := Kind{Tipo: k.Kind.Name, Registros: k.Count, De: toMonth(k.From), Ate: toMonth(k.To), Fatos: []Fact{}}
		for _, f := range k.Facts {
			fact := Fact{Tema: f.Topic, Termos: f.Terms}
			if f.Terms == nil {
				fact.De, fact.Ate = &f.Low, &f.High
			}
			told.Fatos = append(told.Fatos, fact)
		}
		phase.Tipos = append(phase.Tipos, told)
		phase.Registros += k.Count
	}
	p.Local = Place{Municipios: []Town{}, Talhoes: []Position{}}
	for _, m := range s.Municipalities {
		uf, _ := brdoc.UFByCode(int(m.Code[0]-'0')*10 + int(m.Code[1]-'0'))
		p.Local.Municipios = append(p.Local.Municipios, Town{m.Code, m.Name, uf, m.Lat, m.Lon})
	}
	for _, at := range s.Plots {
		p.Local.Talhoes = append(p.Local.Talhoes, Position{at.Lat, at.Lon})
	}
	for _, lot := range s.Lots {
		p.Cadeia = append(p.Cadeia, Lot{Codigo: lot.Code, Fases: orEmpty(lot.Phases), De: orEmpty(lot.From), Destinos: orEmpty(lot.Destinations)})
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

// absent lists what the catalogue asks of a crop and nobody recorded. Export is
// asked of harvests that were exported: those with a record of it.
func absent(ctx context.Context, r Reader, crop trace.Crop, s disclose.Story) ([]Absent, error) {
	phases, err := r.Phases(ctx, crop)
	if err != nil {
		return nil, err
	}
	there, exported := map[*kind.Kind]bool{}, false
	for _, k := range s.Kinds {
		there[k.Kind] = true
		exported = exported || abroad(k.Kind)
	}
	asked := map[*kind.Kind]bool{}
	for i := range phases {
		if k := phases[i].Kind(); k != nil && phases[i].Obrigatoria && phases[i].Ativo {
			asked[k] = true
		}
	}
	missing := []Absent{}
	for _, k := range kind.All {
		if asked[k] && !there[k] && (exported || !abroad(k)) {
			missing = append(missing, Absent{k.Phase, k.Name})
		}
	}
	return missing, nil
}

func abroad(k *kind.Kind) bool { return k.Phase == "08" || k.Phase == "09" }
