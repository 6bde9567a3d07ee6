package trace

import (
	"slices"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// MaxCatalogue bounds the catalogue, which is read whole.
const MaxCatalogue = 10_000

// CropPhase is one entry of the phase catalogue: a step that a crop's harvest
// goes through, the record kind that proves it, and whether it must be there.
type CropPhase struct {
	ID             ID
	Cultura        Crop
	Etapa          string
	EtapaNome      string
	Nome           string
	Descricao      string
	Ordem          int
	TipoRegistro   string
	NumeroRegistro string
	Obrigatoria    bool
	Ativo          bool
	Version        int64
	CriadoEm       time.Time
	AtualizadoEm   time.Time
	Deleted        bool
}

// FoldedName is the name as uniqueness sees it.
func (p *CropPhase) FoldedName() string { return lang.Fold(p.Nome) }

// CanonicalStage brings a stage to its code. A caller who follows the published
// list writes 04 for transport too; what the entry is about tells the two apart.
func CanonicalStage(p *CropPhase) string {
	codes := kind.ResolvePhases(p.Etapa)
	if len(codes) == 0 {
		return p.Etapa
	}
	for _, k := range kind.All {
		if (k.Name == p.TipoRegistro || k.Name == p.Nome) && slices.Contains(codes, k.Phase) {
			return k.Phase
		}
	}
	return codes[0]
}

// Kind is the record kind a catalogue entry is proved by, nil for none. The
// stage tells apart the two kinds that share a name.
func (p *CropPhase) Kind() *kind.Kind {
	for _, k := range kind.All {
		if k.Name == p.TipoRegistro && k.Phase == p.Etapa {
			return k
		}
	}
	return nil
}

// PhaseDocument is a catalogue entry as the wire and the journal show it.
type PhaseDocument struct {
	ID             string  `json:"id"`
	Cultura        Crop    `json:"cultura"`
	Etapa          string  `json:"etapa"`
	EtapaNome      string  `json:"etapaNome"`
	Nome           string  `json:"nome"`
	Descricao      string  `json:"descricao"`
	Ordem          int     `json:"ordem"`
	TipoRegistro   string  `json:"tipoRegistro"`
	NumeroRegistro string  `json:"numeroRegistro"`
	Obrigatoria    bool    `json:"obrigatoria"`
	Ativo          bool    `json:"ativo"`
	Versao         int64   `json:"versao"`
	CriadoEm       *string `json:"criadoEm"`
	AtualizadoEm   *string `json:"atualizadoEm"`
}

// JSON is the entry as the wire shows it.
func (p *CropPhase) JSON() []byte {
	data, err := canon.Marshal(PhaseDocument{
		p.ID.String(), p.Cultura, p.Etapa, p.EtapaNome, p.Nome, p.Descricao, p.Ordem, p.TipoRegistro, p.NumeroRegistro,
		p.Obrigatoria, p.Ativo, p.Version, instant(p.CriadoEm), instant(p.AtualizadoEm),
	})
	if err != nil {
		panic(err) // plain strings and numbers: cannot fail
	}
	return data
}
