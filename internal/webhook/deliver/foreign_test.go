package deliver_test

import (
	"strings"
	"testing"
	"time"

	"rastro/internal/testkit/outside"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
	"rastro/internal/webhook"
)

// Third-party libraries accept what is delivered: standardwebhooks and svix its signature,
// cloudevents its form. They compare its time with their own.
func TestForeignReceivers(t *testing.T) {
	s := &site{TB: t, store: stores.SQLite(t).Store(t), now: time.Now}
	s.app = s.server()
	root, err := s.app.Bootstrap(t.Context(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	s.root = &root.Key
	h := s.hook(s.root, webhook.Request{URL: "https://example.com"})
	receiver := outside.StartReceiver(t, h.Secret.Text())
	if _, err := s.app.Hooks.ChangeHook(t.Context(), s.root, h.ID.String(), webhook.Request{URL: receiver.URL, Ordered: true}, trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	s.create(s.root, "Safra São João")
	s.once()
	got := receiver.Next(t)
	if got.Standard != "ok" || got.Svix != "ok" || got.CloudEvent != "ok" || got.Forged == "ok" || got.Forged == "" {
		t.Errorf("%+v", got)
	}
	if !strings.HasPrefix(got.ID, h.ID.String()+"_") || got.Type != "rastro.registro.criado" || got.Position <= 0 {
		t.Errorf("%+v", got)
	}
	if tried, err := s.app.Deliveries.Try(t.Context(), s.root, h.ID.String(), "test"); err != nil || tried.Status != 204 {
		t.Errorf("%+v, %v", tried, err)
	}
	for {
		if got = receiver.Next(t); got.Standard != "ok" || got.CloudEvent != "ok" {
			t.Errorf("%+v", got)
		}
		if got.Type == "rastro.webhook.teste" {
			return
		}
	}
}
