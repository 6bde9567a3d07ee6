package catalogue

import (
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// maxOrder bounds the order number of a catalogue entry.
const maxOrder = 9999

// Request creates or updates a catalogue entry: it sets what it names, and leaves the rest.
type Request struct {
	ID   string
	at   string // its pointer, if it came in a list
	set  []func(*trace.CropPhase)
	crop string
}

// ReadRequest reads DadosCadastroFase or DadosAtualizacaoFase.
func ReadRequest(body []byte) (Request, error) {
	var req Request
	m := trace.Members{}
	err := trace.ReadObject(body, func(name string, value canon.Value) error {
		req.member(&m, name, value)
		return nil
	})
	if err != nil {
		return Request{}, err
	}
	return req, m.Err()
}

// ReadRequests reads a list of DadosCadastroFase.
func ReadRequests(body []byte) ([]Request, error) {
	if err := trace.Readable(body); err != nil {
		return nil, err
	}
	notList := trace.Fail(trace.CodeNotList, "max", strconv.Itoa(trace.MaxCatalogue))
	var items []canon.Value
	if canon.Value(body).Kind() != '[' || canon.Unmarshal(body, &items) != nil || len(items) == 0 || len(items) > trace.MaxCatalogue {
		return nil, notList
	}
	requests := make([]Request, len(items))
	var problems []trace.Problem
	for i, item := range items {
		m := trace.Members{At: "/" + strconv.Itoa(i)}
		requests[i].at = m.At
		if item.Kind() != '{' {
			m.Problems = append(m.Problems, trace.NewProblem(strconv.Itoa(i), m.At, trace.RuleObject, nil))
		} else if err := canon.Members(item, func(name string, value canon.Value) error {
			requests[i].member(&m, name, value)
			return nil
		}); err != nil {
			return nil, err
		}
		if problems = append(problems, m.Problems...); len(problems) > 20 {
			break
		}
	}
	if problems != nil {
		return nil, &trace.Error{Code: trace.CodeInvalid, Problems: problems}
	}
	return requests, nil
}

// member sets one member; null means absent.
func (req *Request) member(m *trace.Members, name string, value canon.Value) {
	if value.Kind() == 'n' {
		return
	}
	set := func(fn func(*trace.CropPhase)) { req.set = append(req.set, fn) }
	text := func(most int, fn func(*trace.CropPhase, string)) {
		s := m.Text(name, value, most)
		set(func(p *trace.CropPhase) { fn(p, s) })
	}
	switch name {
	case "id":
		req.ID = m.Text(name, value, trace.MaxName)
	case "cultura":
		req.crop = m.Text(name, value, trace.MaxName)
	case "etapa":
		text(trace.MaxName, func(p *trace.CropPhase, s string) { p.Stage = s })
	case "etapaNome":
		text(200, func(p *trace.CropPhase, s string) { p.StageName = s })
	case "nome":
		text(200, func(p *trace.CropPhase, s string) { p.Name = s })
	case "descricao":
		text(kind.MaxText, func(p *trace.CropPhase, s string) { p.Description = s })
	case "tipoRegistro":
		text(trace.MaxName, func(p *trace.CropPhase, s string) { p.KindName = s })
	case "numeroRegistro":
		text(trace.MaxName, func(p *trace.CropPhase, s string) { p.KindNumber = s })
	case "ordem":
		n := m.Integer(name, value, maxOrder)
		set(func(p *trace.CropPhase) { p.Order = n })
	case "obrigatoria":
		on := m.Flag(name, value)
		set(func(p *trace.CropPhase) { p.Required = on })
	case "ativo":
		on := m.Flag(name, value)
		set(func(p *trace.CropPhase) { p.Active = on })
	}
}

// apply sets what the request names and checks that the entry is complete.
func (req *Request) apply(p *trace.CropPhase, at string) error {
	for _, set := range req.set {
		set(p)
	}
	if req.crop != "" {
		crop, err := ParseCrop(req.crop)
		if err != nil {
			return err
		}
		p.Crop = crop
	}
	m := trace.Members{At: at}
	m.Required("cultura", string(p.Crop))
	m.Required("etapa", p.Stage)
	m.Required("nome", p.Name)
	p.Stage = trace.CanonicalStage(p)
	return m.Err()
}
