package api_test

import (
	"encoding/json"
	"slices"
	"testing"
)

// ok ends the test unless the answer has a status.
func (a answer) ok(status int) answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("%s: status %d, want %d: %s", a.request, a.status, status, a.body)
	}
	return a
}

// fails ends the test unless the answer is an error of a status and a code.
func (a answer) fails(status int, code string) answer {
	a.t.Helper()
	if a.status != status || a.Error != code {
		a.t.Fatalf("%s: %d %s, want %d %s: %s", a.request, a.status, a.Error, status, code, a.body)
	}
	return a
}

// points returns the pointers of the answer's errors.
func (a answer) points() []string {
	var all []string
	for _, p := range a.Errors {
		all = append(all, p.Ponteiro)
	}
	return all
}

// has compares a header with the expected value; "" means that it must be absent.
func (a answer) has(name, want string) answer {
	a.t.Helper()
	if got := a.header.Get(name); got != want {
		a.t.Errorf("%s: %s is %q, want %q", a.request, name, got, want)
	}
	return a
}

func decode[T any](t testing.TB, what string, data []byte) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%s: %v in %s", what, err, data)
	}
	return v
}

// geometry is how a plot was read.
type geometry struct {
	Interpretacao string
	AreaHa        *float64
	BBox          []float64
	Ordem         *string
}

// record is a record as the wire shows it.
type record struct {
	ID, Tipo, Prefixo, Fase, SafraID string
	SafraCodigo                      *string
	Codigo                           string
	Dados                            json.RawMessage
	Versao                           int64
	CriadoEm, AtualizadoEm           string
	CriadoPor, AtualizadoPor, Hash   string
	Avisos                           []findingAnswer
	Identificadores                  []identifier
	Geometria                        *geometry
	Cobertura                        struct {
		Registros int
		Raiz      string
	}
	Completude    completeness
	Relatorio     reportAnswer
	Justificativa *string
	Estado        string
}

type findingAnswer struct{ Regra, Campo, Ponteiro, Severidade, Mensagem string }

func (a answer) record() record {
	a.t.Helper()
	return decode[record](a.t, a.request, a.Data)
}

// page is a page of a list.
type page[T any] struct {
	Content []T
	Page    struct {
		Size, Number              int
		TotalElements, TotalPages *int
	}
	Next *string
}

func (a answer) records() page[record] {
	a.t.Helper()
	return decode[page[record]](a.t, a.request, a.ok(200).Data)
}

func (p page[T]) total() int {
	if p.Page.TotalElements == nil {
		return -1
	}
	return *p.Page.TotalElements
}

func ids(records []record) []string {
	all := make([]string, len(records))
	for i, r := range records {
		all[i] = r.ID
	}
	return all
}

// same compares two lists with each other.
func same[T comparable](t testing.TB, what string, got, want []T) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %v\nwant %v", what, got, want)
	}
}
