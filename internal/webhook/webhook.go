// Package webhook manages webhooks: who may create them, what they subscribe to, and the outcomes
// of their deliveries. Package deliver sends them.
package webhook

import (
	"context"
	"crypto/ed25519"
	"io"
	"strconv"
	"time"

	"rastro/internal/changes"
	"rastro/internal/kind"
	"rastro/internal/notebook"
	"rastro/internal/trace"
	"rastro/internal/webhook/endpoint"
	"rastro/internal/webhook/post"
	"rastro/internal/webhook/progress"
	"rastro/internal/webhook/sign"
)

// Reader is what the package reads.
type Reader interface {
	notebook.Reader
	trace.VersionReader
	progress.Reads
}

// Writer reads and writes in a transaction.
type Writer interface {
	Reader
	notebook.Writer
	trace.RecordWriter
	trace.ReplyReader
	trace.ReplyWriter
	progress.Writes
}

// Port is the store as the package sees it.
type Port = trace.Port[Reader, Writer]

// NewPort narrows a store.
func NewPort(store trace.Store) Port {
	read := func(r trace.Reader) Reader {
		found, _ := r.(Reader) // a store outside a snapshot is not queried
		return found
	}
	return trace.Narrow(store, read, func(w trace.Writer) Writer { return w.(Writer) })
}

// Keys finds keys.
type Keys interface {
	KeyNamed(access string) (*trace.Key, bool)
}

// Limits.
const (
	// MaxOfOwner bounds the webhooks of an organisation.
	MaxOfOwner = 50
	maxList    = 100
	maxText    = 200
	listPage   = 200
)

// HookKeeper keeps webhooks. It is safe for concurrent use.
type HookKeeper struct {
	store   Port
	journal *trace.Journal
	keys    Keys
	log     func() endpoint.Deriver
	feed    *changes.Feed
	poster  *post.Poster
	now     func() time.Time
	random  io.Reader
}

// Parts are a HookKeeper's dependencies.
type Parts struct {
	Store   Port
	Journal *trace.Journal
	Keys    Keys
	// Log derives secrets from the log's key, which is known after the log has started.
	Log    func() endpoint.Deriver
	Feed   *changes.Feed
	Poster *post.Poster
	Now    func() time.Time
	Random io.Reader
}

// New returns a HookKeeper.
func New(p Parts) *HookKeeper {
	return &HookKeeper{p.Store, p.Journal, p.Keys, p.Log, p.Feed, p.Poster, p.Now, p.Random}
}

// Hook is a webhook and its progress.
type Hook struct {
	endpoint.Endpoint
	State progress.State
}

// manages reports whether a caller may know of an endpoint: it must manage its key.
func (k *HookKeeper) manages(by *trace.Key, e *endpoint.Endpoint) bool {
	key, ok := k.keys.KeyNamed(e.AccessKey)
	if !ok { // its row differs from the journal
		return by == nil || by.Administers()
	}
	return by.Manages(key)
}

func need(by *trace.Key) error {
	if by == nil { // the server's operator
		return nil
	}
	return by.Need(trace.Admin)
}

// Hooks lists the webhooks that a caller manages, oldest first.
func (k *HookKeeper) Hooks(ctx context.Context, by *trace.Key) (all []Hook, err error) {
	if err := need(by); err != nil {
		return nil, err
	}
	err = k.store.View(ctx, func(r Reader) error {
		all = nil
		after := trace.ID{}
		for {
			states, err := r.HookReader().HookStates(ctx, after, listPage)
			if err != nil {
				return err
			}
			for i := range states {
				after = states[i].ID
				h, ok, err := hookOf(ctx, r, &states[i])
				if err != nil {
					return err
				}
				if ok && k.manages(by, &h.Endpoint) {
					all = append(all, h)
				}
			}
			if len(states) < listPage {
				return nil
			}
		}
	})
	return all, err
}

// hookOf reads the endpoint of a state.
func hookOf(ctx context.Context, r notebook.Reader, s *progress.State) (h Hook, ok bool, err error) {
	e, ok, err := r.NoteEntry(ctx, s.ID)
	if err != nil || !ok || e.Kind != kind.Webhook {
		return h, false, err
	}
	h.State = *s
	h.Endpoint, ok = endpoint.Read(e.ID, e.Version, e.Body)
	return h, ok, nil
}

// Hook finds one by its id; CodeNoWebhook if the caller does not manage it.
func (k *HookKeeper) Hook(ctx context.Context, by *trace.Key, id string) (h Hook, err error) {
	if err := need(by); err != nil {
		return h, err
	}
	err = k.store.View(ctx, func(r Reader) error {
		h, err = k.find(ctx, r, by, id)
		return err
	})
	return h, err
}

func (k *HookKeeper) find(ctx context.Context, r Reader, by *trace.Key, id string) (h Hook, err error) {
	missing := trace.Fail(trace.CodeNoWebhook)
	parsed, ok := trace.ParseID(id)
	if !ok {
		return h, missing
	}
	s, ok, err := r.HookReader().HookState(ctx, parsed)
	if err != nil || !ok {
		return h, orMissing(err, missing)
	}
	h, ok, err = hookOf(ctx, r, &s)
	if err != nil || !ok || !k.manages(by, &h.Endpoint) {
		return Hook{}, orMissing(err, missing)
	}
	return h, nil
}

func orMissing(err, missing error) error {
	if err != nil {
		return err
	}
	return missing
}

// Loaded returns an endpoint as the journal commits to it, for a delivery: changes made only in the
// database do not count.
func (k *HookKeeper) Loaded(ctx context.Context, id trace.ID) (e endpoint.Endpoint, ok bool, err error) {
	err = k.store.View(ctx, func(r Reader) error {
		versions, err := r.Versions(ctx, id)
		if err != nil || len(versions) == 0 {
			return err
		}
		last := &versions[len(versions)-1]
		if ok = last.Intact(); ok {
			e, ok = endpoint.Of(last)
		}
		return nil
	})
	return e, ok, err
}

// Public returns the public half of the key pair that all deliveries are signed with.
func (k *HookKeeper) Public() (string, error) {
	pair, err := endpoint.Pair(k.log())
	if err != nil {
		return "", err
	}
	return sign.PublicText(pair.Public().(ed25519.PublicKey)), nil
}

// system is how the journal names the server.
var system = &trace.Key{AccessKey: "rastro", Name: "rastro"}

// put writes a further version of an endpoint, and its state.
func (k *HookKeeper) put(ctx context.Context, w Writer, by *trace.Key, h *Hook) error {
	body, err := h.Body()
	if err != nil {
		return err
	}
	versions, err := w.Versions(ctx, h.ID)
	if err != nil {
		return err
	}
	if len(versions) == 0 {
		return trace.Fail(trace.CodeStoreDamaged)
	}
	r := versions[len(versions)-1]
	if by == nil {
		by = system
	}
	if err := notebook.Continue(ctx, w, k.journal, &r, trace.Updated, by, body); err != nil {
		return err
	}
	h.Version = r.Version
	h.State.Version, h.State.Active = r.Version, h.Disabled == ""
	return w.HookWriter().PutHookState(ctx, h.State)
}

// change finds a webhook, changes it and writes it.
func (k *HookKeeper) change(ctx context.Context, by *trace.Key, id string, match trace.IfMatch, fn func(*Hook) error) (h Hook, err error) {
	if err := need(by); err != nil {
		return h, err
	}
	err = k.store.Update(ctx, func(w Writer) error {
		if h, err = k.find(ctx, w, by, id); err != nil {
			return err
		}
		if !match.Admits(h.Version) {
			return trace.Fail(trace.CodeStale, "versao", strconv.FormatInt(h.Version, 10))
		}
		if err := fn(&h); err != nil {
			return err
		}
		return k.put(ctx, w, by, &h)
	})
	return h, err
}

// Disable disables an endpoint for a reason of the server's own, unless it changed meanwhile.
func (k *HookKeeper) Disable(ctx context.Context, e *endpoint.Endpoint, why endpoint.Reason) error {
	return k.store.Update(ctx, func(w Writer) error {
		s, ok, err := w.HookReader().HookState(ctx, e.ID)
		if err != nil || !ok || s.Version != e.Version {
			return err
		}
		h, ok, err := hookOf(ctx, w, &s)
		if err != nil || !ok || h.Disabled != "" {
			return err
		}
		h.Disabled, h.DisabledAt = why, k.now()
		return k.put(ctx, w, nil, &h)
	})
}
