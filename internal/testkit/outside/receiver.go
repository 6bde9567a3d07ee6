package outside

import (
	"strconv"
	"testing"
)

// Receiver is a running receiver of webhooks, which checks each delivery with third-party
// libraries.
type Receiver struct {
	URL    string
	server *server
}

// Judged is their verdict on a delivery; "ok" for a good one.
type Judged struct {
	ID         string `json:"id"`
	Standard   string `json:"standard"`   // standardwebhooks
	Svix       string `json:"svix"`       // svix
	Forged     string `json:"forged"`     // standardwebhooks, of a changed body
	CloudEvent string `json:"cloudevent"` // cloudevents
	Type       string `json:"type"`
	Position   int64  `json:"position"`
}

// StartReceiver starts a receiver that knows a secret.
func StartReceiver(tb testing.TB, secret string) *Receiver {
	tb.Helper()
	r := &Receiver{server: start(tb, "receiver.mjs", "standardwebhooks", map[string]string{"secret": secret})}
	var ready struct{ Port int }
	r.server.next(tb, &ready)
	r.URL = "http://127.0.0.1:" + strconv.Itoa(ready.Port) + "/in"
	return r
}

// Next waits for the next delivery.
func (r *Receiver) Next(tb testing.TB) (got Judged) {
	tb.Helper()
	r.server.next(tb, &got)
	return got
}

// Listener is a running reader of server-sent events.
type Listener struct{ server *server }

// Heard is an event that it got.
type Heard struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Position int64  `json:"position"`
}

// StartListener starts a reader, which is connected when this returns.
func StartListener(tb testing.TB, url string, headers map[string]string, types ...string) *Listener {
	tb.Helper()
	l := &Listener{start(tb, "eventsource.mjs", "eventsource", map[string]any{"url": url, "headers": headers, "types": types})}
	var open struct{ Open bool }
	l.server.next(tb, &open)
	return l
}

// Next waits for the next event.
func (l *Listener) Next(tb testing.TB) (got Heard) {
	tb.Helper()
	l.server.next(tb, &got)
	return got
}
