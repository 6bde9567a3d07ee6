package rastro

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Payload is the content of a kind of record: one of the structs in kinds.go.
type Payload interface {
	// Prefixo returns the path below which the kind's operations are served.
	Prefixo() string
}

// New is a record that is to be created.
type New[P Payload] struct {
	SafraID     string `json:"safraId"`
	SafraCodigo string `json:"safraCodigo,omitempty"`
	Dados       P      `json:"dados"`
}

// Record is a record as stored on the server.
type Record[P Payload] struct {
	ID              string          `json:"id"`
	Tipo            string          `json:"tipo"`
	Prefixo         string          `json:"prefixo"`
	Fase            string          `json:"fase"`
	SafraID         string          `json:"safraId"`
	SafraCodigo     string          `json:"safraCodigo"`
	Dados           P               `json:"dados"`
	Versao          int64           `json:"versao"`
	CriadoEm        time.Time       `json:"criadoEm"`
	AtualizadoEm    time.Time       `json:"atualizadoEm"`
	CriadoPor       string          `json:"criadoPor"`
	AtualizadoPor   string          `json:"atualizadoPor"`
	Hash            string          `json:"hash"`
	Avisos          []Finding       `json:"avisos"`
	Identificadores []Identifier    `json:"identificadores"`
	Geometria       json.RawMessage `json:"geometria,omitempty"` // if the kind has a plot
	Codigo          string          `json:"codigo,omitempty"`    // of a validation
	Estado          string          `json:"estado,omitempty"`    // of a validation
}

// Finding is something that the server noticed in a record. It never refuses one, unless the
// server is strict.
type Finding struct {
	Regra      string `json:"regra"`
	Campo      string `json:"campo"`
	Ponteiro   string `json:"ponteiro"`
	Severidade string `json:"severidade"` // erro, alerta or info
	Mensagem   string `json:"mensagem"`
}

// Identifier is a number that the server found in a text: a plate, an invoice, a container.
type Identifier struct {
	Tipo   string `json:"tipo"`
	Valor  string `json:"valor"`
	Valido bool   `json:"valido"`
	Campo  string `json:"campo"`
}

// Records reads and writes the records of one kind.
type Records[P Payload] struct {
	client *Client
	prefix string
}

// For returns the records of a kind: rastro.For[rastro.Recebimento](client).
func For[P Payload](c *Client) Records[P] {
	var p P
	return Records[P]{client: c, prefix: p.Prefixo()}
}

// Create creates a record.
func (r Records[P]) Create(ctx context.Context, n New[P], options ...Option) (*Record[P], error) {
	return r.one(ctx, http.MethodPost, r.prefix, n, options)
}

// Update replaces a record's content, and fails with status 412 if it has a newer version than the
// given one. Fields unknown to this client stay as they were read.
func (r Records[P]) Update(ctx context.Context, record *Record[P], options ...Option) (*Record[P], error) {
	body := struct {
		ID string `json:"id"`
		New[P]
	}{record.ID, New[P]{record.SafraID, record.SafraCodigo, record.Dados}}
	return r.one(ctx, http.MethodPut, r.prefix, body, append([]Option{IfVersion(record.Versao)}, options...))
}

// Get reads a record.
func (r Records[P]) Get(ctx context.Context, id string) (*Record[P], error) {
	return r.one(ctx, http.MethodGet, r.prefix+"/"+url.PathEscape(id), nil, nil)
}

// Delete deletes a record. Its history stays.
func (r Records[P]) Delete(ctx context.Context, id string, options ...Option) error {
	return r.client.Call(ctx, http.MethodDelete, r.prefix+"/"+url.PathEscape(id), nil, nil, nil, options...)
}

// Proof returns the proof of a record, for [LogKey.Verify]: keep it unchanged.
func (r Records[P]) Proof(ctx context.Context, id string) (json.RawMessage, error) {
	var proof json.RawMessage
	err := r.client.Call(ctx, http.MethodGet, r.prefix+"/"+url.PathEscape(id)+"/prova", nil, nil, &proof)
	return proof, err
}

// List iterates over the live records, newest first, and requests further pages as needed. query
// may have sort and em.
func (r Records[P]) List(ctx context.Context, query url.Values) iter.Seq2[*Record[P], error] {
	return All[*Record[P]](ctx, r.client, r.prefix, untotalled(query))
}

// Harvest goes through the live records of a harvest, the oldest first.
func (r Records[P]) Harvest(ctx context.Context, safraID string) iter.Seq2[*Record[P], error] {
	return All[*Record[P]](ctx, r.client, r.prefix+"/safra/"+url.PathEscape(safraID), untotalled(nil))
}

// untotalled requests large pages without their totals, which are not used here.
func untotalled(query url.Values) url.Values {
	asked := url.Values{"total": {"false"}, "size": {strconv.Itoa(pageSize)}}
	for name, values := range query {
		asked[name] = values
	}
	return asked
}

func (r Records[P]) one(ctx context.Context, method, path string, body any, options []Option) (*Record[P], error) {
	record := new(Record[P])
	if err := r.client.Call(ctx, method, path, nil, body, record, options...); err != nil {
		return nil, err
	}
	return record, nil
}
