package rastro

import (
	"context"
	"encoding/json"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Event is something that was written: a CloudEvent, as delivered by the feed and webhooks.
type Event struct {
	ID      string          `json:"id"`
	Source  string          `json:"source"`
	Type    string          `json:"type"`
	Subject string          `json:"subject,omitempty"`
	Time    time.Time       `json:"time,omitzero"`
	Posicao int64           `json:"rastroposicao"` // its place in the signed log
	Hash    string          `json:"rastrohash,omitempty"`
	Data    json.RawMessage `json:"data,omitempty"`
}

// checkpointSigned is the type of events that are not entries themselves.
const checkpointSigned = "rastro.prova.checkpoint"

// Changes is a part of the feed.
type Changes struct {
	Content []Event `json:"content"`
	// Next is the position to go on from, also where Content is empty: keep it.
	Next         int64 `json:"next"`
	TamanhoDoLog int64 `json:"tamanhoDoLog"`
	// Checkpoint is the signed state of the log: see LogKey.Open and Audit.
	Checkpoint string `json:"checkpoint"`
}

// Changes reads the feed once from a position. query may have tipo, prefixo, fase, safraId, lote,
// tamanho, espera (seconds to wait for an event), conteudo and lacunas.
func (c *Client) Changes(ctx context.Context, from int64, query url.Values) (*Changes, error) {
	asked := url.Values{}
	maps.Copy(asked, query)
	asked.Set("desde", strconv.FormatInt(from, 10))
	page := new(Changes)
	if err := c.Call(ctx, http.MethodGet, "/mudancas", asked, nil, page); err != nil {
		return nil, err
	}
	return page, nil
}

// followWait is how long the server holds a request of Follow.
const followWait = "50"

// Follow iterates over what was written from a position on, and waits for what follows, until the
// context ends or an error occurs. Keep the position of each event and resume after it: then
// nothing is missed, whichever server answers and whatever was restarted. The error has the code
// LOG_MENOR_QUE_O_CURSOR if the position is from another store. query is that of Changes; Follow
// itself decides how long a request waits.
func (c *Client) Follow(ctx context.Context, from int64, query url.Values) iter.Seq2[*Event, error] {
	return func(yield func(*Event, error) bool) {
		asked := url.Values{}
		maps.Copy(asked, query)
		asked.Set("espera", followWait) // without a wait this would poll endlessly
		for {
			page, err := c.Changes(ctx, from, asked)
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range page.Content {
				if !yield(&page.Content[i], nil) {
					return
				}
			}
			from = page.Next
		}
	}
}
