package trace

import (
	"slices"
	"time"

	"rastro/internal/canon"
	"rastro/internal/crop"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Crop is the canonical name of a crop (TipoCultura).
type Crop = crop.Crop

// The crops the rules mention by name.
const Soy, Coffee, Other = crop.Soy, crop.Coffee, crop.Other

// Crops lists every crop, the most grown first. OUTRA is any other crop.
var Crops = crop.All

// MaxCatalogue bounds the catalogue, which is always read as a whole.
const MaxCatalogue = 10_000

// CropPhase is one entry of the phase catalogue: a step of a crop's harvest, the
// record kind that proves it, and whether it is required.
type CropPhase struct {
	ID          ID
	Crop        Crop
	Stage       string
	StageName   string
	Name        string
	Description string
	Order       int
	KindName    string
	KindNumber  string
	Required    bool
	Active      bool
	Version     int64
	CreatedAt   time.Time
	UpdatedAt   time.Time
	Deleted     bool
}

// FoldedName returns the name as uniqueness sees it.
func (p *CropPhase) FoldedName() string { return lang.Fold(p.Name) }

// CanonicalStage returns the code of a stage. The published list uses 04 for
// transport too; the entry's subject distinguishes the two.
func CanonicalStage(p *CropPhase) string {
	codes := kind.ResolvePhases(p.Stage)
	if len(codes) == 0 {
		return p.Stage
	}
	for _, k := range kind.All {
		if (k.Name == p.KindName || k.Name == p.Name) && slices.Contains(codes, k.Phase) {
			return k.Phase
		}
	}
	return codes[0]
}

// Kind returns the record kind that proves a catalogue entry, nil for none. The stage
// distinguishes the two kinds that share a name.
func (p *CropPhase) Kind() *kind.Kind {
	for _, k := range kind.All {
		if k.Name == p.KindName && k.Phase == p.Stage {
			return k
		}
	}
	return nil
}

// PhaseDocument is a catalogue entry as the wire and the journal show it.
type PhaseDocument struct {
	ID          string  `json:"id"`
	Crop        Crop    `json:"cultura"`
	Stage       string  `json:"etapa"`
	StageName   string  `json:"etapaNome"`
	Name        string  `json:"nome"`
	Description string  `json:"descricao"`
	Order       int     `json:"ordem"`
	KindName    string  `json:"tipoRegistro"`
	KindNumber  string  `json:"numeroRegistro"`
	Required    bool    `json:"obrigatoria"`
	Active      bool    `json:"ativo"`
	Version     int64   `json:"versao"`
	CreatedAt   *string `json:"criadoEm"`
	UpdatedAt   *string `json:"atualizadoEm"`
}

// JSON returns the entry as the wire shows it.
func (p *CropPhase) JSON() []byte {
	data, err := canon.Marshal(PhaseDocument{
		p.ID.String(), p.Crop, p.Stage, p.StageName, p.Name, p.Description, p.Order, p.KindName, p.KindNumber,
		p.Required, p.Active, p.Version, instant(p.CreatedAt), instant(p.UpdatedAt),
	})
	if err != nil {
		panic(err) // plain strings and numbers: cannot fail
	}
	return data
}
