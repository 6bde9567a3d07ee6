package trace

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

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

// maxOrder bounds the order number of a catalogue entry.
const maxOrder = 9999

// PhaseRequest is a create or an update of a catalogue entry: what it names is
// set, what it leaves out is not.
type PhaseRequest struct {
	ID   string
	at   string // its pointer, where it came in a list
	set  []func(*CropPhase)
	crop string
}

// ReadPhaseRequest reads DadosCadastroFase or DadosAtualizacaoFase.
func ReadPhaseRequest(body []byte) (PhaseRequest, error) {
	var req PhaseRequest
	m := members{}
	err := readObject(body, func(name string, value canon.Value) error {
		req.member(&m, name, value)
		return nil
	})
	if err != nil {
		return PhaseRequest{}, err
	}
	return req, m.err()
}

// ReadPhaseRequests reads a list of DadosCadastroFase.
func ReadPhaseRequests(body []byte) ([]PhaseRequest, error) {
	if err := readable(body); err != nil {
		return nil, err
	}
	notList := Fail(CodeNotList, "max", strconv.Itoa(maxCatalogue))
	var items []canon.Value
	if canon.Value(body).Kind() != '[' || canon.Unmarshal(body, &items) != nil || len(items) == 0 || len(items) > maxCatalogue {
		return nil, notList
	}
	requests := make([]PhaseRequest, len(items))
	var problems []Problem
	for i, item := range items {
		m := members{at: "/" + strconv.Itoa(i)}
		requests[i].at = m.at
		if item.Kind() != '{' {
			m.problems = append(m.problems, problem(strconv.Itoa(i), m.at, ruleObject, nil))
		} else if err := canon.Members(item, func(name string, value canon.Value) error {
			requests[i].member(&m, name, value)
			return nil
		}); err != nil {
			return nil, err
		}
		if problems = append(problems, m.problems...); len(problems) > 20 {
			break
		}
	}
	if problems != nil {
		return nil, &Error{Code: CodeInvalid, Problems: problems}
	}
	return requests, nil
}

// member takes one member over; null is absent.
func (req *PhaseRequest) member(m *members, name string, value canon.Value) {
	if value.Kind() == 'n' {
		return
	}
	set := func(fn func(*CropPhase)) { req.set = append(req.set, fn) }
	text := func(most int, fn func(*CropPhase, string)) {
		s := m.text(name, value, most)
		set(func(p *CropPhase) { fn(p, s) })
	}
	switch name {
	case "id":
		req.ID = m.text(name, value, maxName)
	case "cultura":
		req.crop = m.text(name, value, maxName)
	case "etapa":
		text(maxName, func(p *CropPhase, s string) { p.Etapa = s })
	case "etapaNome":
		text(200, func(p *CropPhase, s string) { p.EtapaNome = s })
	case "nome":
		text(200, func(p *CropPhase, s string) { p.Nome = s })
	case "descricao":
		text(kind.MaxText, func(p *CropPhase, s string) { p.Descricao = s })
	case "tipoRegistro":
		text(maxName, func(p *CropPhase, s string) { p.TipoRegistro = s })
	case "numeroRegistro":
		text(maxName, func(p *CropPhase, s string) { p.NumeroRegistro = s })
	case "ordem":
		n := m.integer(name, value, maxOrder)
		set(func(p *CropPhase) { p.Ordem = n })
	case "obrigatoria":
		on := m.flag(name, value)
		set(func(p *CropPhase) { p.Obrigatoria = on })
	case "ativo":
		on := m.flag(name, value)
		set(func(p *CropPhase) { p.Ativo = on })
	}
}

// apply sets what the request names and checks that the entry is whole.
func (req *PhaseRequest) apply(p *CropPhase, at string) error {
	for _, set := range req.set {
		set(p)
	}
	if req.crop != "" {
		crop, err := ParseCrop(req.crop)
		if err != nil {
			return err
		}
		p.Cultura = crop
	}
	m := members{at: at}
	m.required("cultura", string(p.Cultura))
	m.required("etapa", p.Etapa)
	m.required("nome", p.Nome)
	p.Etapa = canonicalStage(p)
	return m.err()
}

// canonicalStage brings a stage to its code. A caller who follows the published
// list writes 04 for transport too; what the entry is about tells the two apart.
func canonicalStage(p *CropPhase) string {
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

// PhaseFilter picks catalogue entries; what is empty picks all.
type PhaseFilter struct {
	Cultura Crop
	Etapa   string
	Nome    string
}

// Picks tells whether the filter picks an entry. A stage is named by its code,
// by its slug, or by its published number, which two stages share.
func (f PhaseFilter) Picks(p *CropPhase) bool {
	if f.Cultura != "" && p.Cultura != f.Cultura {
		return false
	}
	if f.Etapa != "" && !slices.Contains(kind.ResolvePhases(f.Etapa), p.Etapa) && lang.Fold(f.Etapa) != lang.Fold(p.Etapa) {
		return false
	}
	return f.Nome == "" || lang.Fold(f.Nome) == p.FoldedName()
}

// PhaseSortFields are the fields a catalogue list can be sorted by.
var PhaseSortFields = []struct {
	Name    string
	Compare func(a, b *CropPhase) int
}{
	{"cultura", func(a, b *CropPhase) int { return strings.Compare(string(a.Cultura), string(b.Cultura)) }},
	{"etapa", func(a, b *CropPhase) int { return strings.Compare(a.Etapa, b.Etapa) }},
	{"nome", func(a, b *CropPhase) int { return strings.Compare(a.FoldedName(), b.FoldedName()) }},
	{"ordem", func(a, b *CropPhase) int { return a.Ordem - b.Ordem }},
	{"criadoEm", func(a, b *CropPhase) int { return a.CriadoEm.Compare(b.CriadoEm) }},
	{"atualizadoEm", func(a, b *CropPhase) int { return a.AtualizadoEm.Compare(b.AtualizadoEm) }},
	{"id", func(a, b *CropPhase) int { return strings.Compare(string(a.ID[:]), string(b.ID[:])) }},
}

// kind is the record kind a catalogue entry is proved by, nil for none. The
// stage tells apart the two kinds that share a name.
func (p *CropPhase) kind() *kind.Kind {
	for _, k := range kind.All {
		if k.Name == p.TipoRegistro && k.Phase == p.Etapa {
			return k
		}
	}
	return nil
}
