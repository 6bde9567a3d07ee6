package webhook

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"time"

	"rastro/internal/canon"
	"rastro/internal/changes"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/notebook"
	"rastro/internal/trace"
	"rastro/internal/webhook/endpoint"
	"rastro/internal/webhook/post"
	"rastro/internal/webhook/progress"
	"rastro/internal/webhook/sign"
)

// Request is a caller's request for a webhook.
type Request struct {
	URL, Description, AccessKey string
	Types, Phases, Harvests     []string
	Full, Ordered               bool
}

// The rules of a request.
var (
	badType = &finding.Rule{ID: "WEBHOOK_TIPO", Severity: finding.Error, Message: lang.Text{
		PT: "'{valor}' não é um tipo de evento; tipos: {valores}", EN: "'{valor}' is not a type of event; types: {valores}", ES: "'{valor}' no es un tipo de evento; tipos: {valores}",
	}}
	badKey = &finding.Rule{ID: "WEBHOOK_CHAVE", Severity: finding.Error, Message: lang.Text{
		PT: "não é uma chave ativa com escopo leitura entre as que esta chave administra", EN: "is not one of the active leitura keys that this key manages", ES: "no es una clave activa con alcance leitura entre las que esta clave administra",
	}}
	badContent = &finding.Rule{ID: "WEBHOOK_CONTEUDO", Severity: finding.Error, Message: lang.Text{
		PT: "deve ser resumo ou completo", EN: "must be resumo or completo", ES: "debe ser resumo o completo",
	}}
	badStretch = &finding.Rule{ID: "WEBHOOK_TRECHO", Severity: finding.Error, Message: lang.Text{
		PT: "deve ser uma posição do log ou um instante, como 42 ou 2026-11-18T12:00:00Z, e 'ate' não pode vir antes de 'desde'", EN: "must be a position in the log or an instant, such as 42 or 2026-11-18T12:00:00Z, and 'ate' cannot come before 'desde'", ES: "debe ser una posición del log o un instante, como 42 o 2026-11-18T12:00:00Z, y 'ate' no puede venir antes de 'desde'",
	}}
)

// Rules are the rules of a request.
var Rules = []*finding.Rule{badType, badKey, badContent, badStretch}

// ReadRequest reads the body of a request.
func ReadRequest(body []byte) (r Request, err error) {
	var m trace.Members
	err = trace.ReadObject(body, func(name string, value canon.Value) error {
		switch name {
		case "url":
			r.URL = m.Text(name, value, 2048)
		case "descricao":
			r.Description = m.Text(name, value, maxText)
		case "chave":
			r.AccessKey = m.Text(name, value, trace.MaxName)
		case "tipos":
			r.Types = m.Texts(name, value, maxList)
		case "fases":
			r.Phases = m.Phases(name, m.Texts(name, value, maxList))
		case "safras":
			r.Harvests = m.Texts(name, value, maxList)
		case "emOrdem":
			r.Ordered = m.Flag(name, value)
		case "conteudo":
			switch m.Text(name, value, maxText) {
			case "", "resumo":
			case "completo":
				r.Full = true
			default:
				m.Report(name, badContent, nil)
			}
		}
		return nil
	})
	if err != nil {
		return r, err
	}
	return r, r.check(&m)
}

// Check validates the input of a form or a command.
func (r *Request) Check() error { return r.check(&trace.Members{}) }

func (r *Request) check(m *trace.Members) error {
	m.Required("url", r.URL)
	for _, t := range r.Types {
		if !slices.Contains(changes.Types, changes.Type(t)) {
			m.Report("tipos", badType, lang.Args{"valor": trace.Clip(t), "valores": changes.TypeNames()})
		}
	}
	return m.Err()
}

// forbidden is the error for an address that is not called.
func forbidden(err error) error {
	failed, ok := errors.AsType[*post.Error](err)
	if !ok {
		return err
	}
	return &trace.Error{Code: trace.CodeWebhookForbidden, Problems: []trace.Problem{{Field: "url", Pointer: "/url", Rule: string(trace.CodeWebhookForbidden), Message: post.Texts[failed.Reason]}}, Cause: err}
}

// apply applies a request, if the caller may make it.
func (k *HookKeeper) apply(by *trace.Key, r *Request, e *endpoint.Endpoint) error {
	if err := k.poster.Check(r.URL); err != nil {
		return forbidden(err)
	}
	access := r.AccessKey
	if access == "" && e.AccessKey == "" && by != nil && by.Person == "" {
		access = by.AccessKey
	}
	if access == "" {
		access = e.AccessKey
	}
	key, ok := k.keys.KeyNamed(access)
	if !ok || !by.Manages(key) || !key.ActiveAt(k.now()) || !key.Has(trace.Read) {
		var m trace.Members
		m.Report("chave", badKey, nil)
		return m.Err()
	}
	for _, harvestID := range r.Harvests {
		if err := key.NeedHarvest(harvestID); err != nil {
			return orMissing(key.ReachErr(), err)
		}
	}
	e.Owner, e.AccessKey = notebook.OwnerOf(key), access
	e.URL, e.Description, e.Types, e.Phases, e.Harvests, e.Full, e.Ordered = r.URL, r.Description, r.Types, r.Phases, r.Harvests, r.Full, r.Ordered
	return nil
}

// newSecret makes a secret.
func (k *HookKeeper) newSecret() (sign.Secret, endpoint.Secret, error) {
	salt := make([]byte, 16)
	if _, err := io.ReadFull(k.random, salt); err != nil {
		return nil, endpoint.Secret{}, err
	}
	return endpoint.Make(k.log(), salt)
}

// Made is a webhook that was made, with its secret, or the stored answer to an earlier request for
// it.
type Made struct {
	Hook
	Secret sign.Secret
	Replay *trace.Reply
}

// CreateHook creates a webhook, which is notified of what is written from now on.
func (k *HookKeeper) CreateHook(ctx context.Context, by *trace.Key, r Request, once *trace.Idempotency) (made Made, err error) {
	if err := need(by); err != nil {
		return made, err
	}
	if err := k.apply(by, &r, &made.Endpoint); err != nil {
		return made, err
	}
	start, _, err := k.feed.Places(ctx, changes.Start{Now: true})
	if err != nil {
		return made, err
	}
	template := made.Hook
	err = k.store.Update(ctx, func(w Writer) error {
		made = Made{Hook: template}
		replay, err := once.Replay(ctx, w, by, k.now())
		if err != nil {
			return err
		}
		if replay != nil {
			replay.Data, err = once.Open(replay.Data)
			made.Replay = replay
			return err
		}
		have, err := w.NoteEntries(ctx, notebook.Query{Owner: made.Owner, Kind: kind.Webhook, Limit: MaxOfOwner})
		if err != nil {
			return err
		}
		if len(have) >= MaxOfOwner {
			return trace.Fail(trace.CodeManyWebhooks, "max", strconv.Itoa(MaxOfOwner))
		}
		secret, known, err := k.newSecret()
		if err != nil {
			return err
		}
		made.Secret = secret
		made.Rotate(known, k.now())
		return k.begin(ctx, w, by, &made, start, once)
	})
	return made, err
}

// begin writes a new webhook.
func (k *HookKeeper) begin(ctx context.Context, w Writer, by *trace.Key, made *Made, start int64, once *trace.Idempotency) error {
	body, err := made.Body()
	if err != nil {
		return err
	}
	who := by
	if who == nil {
		who = system
	}
	note, err := notebook.Begin(ctx, w, k.journal, kind.Webhook, who, body)
	if err != nil {
		return err
	}
	made.ID, made.Version = note.ID, note.Version
	made.State = progress.State{ID: note.ID, Version: note.Version, Active: true, Next: start}
	if err := w.HookWriter().PutHookState(ctx, made.State); err != nil || once == nil {
		return err
	}
	data, err := k.JSONWith(&made.Hook, made.Secret)
	if err != nil {
		return err
	}
	sealed, err := once.Seal(data, k.random)
	if err != nil {
		return err
	}
	return once.Remember(ctx, w, by, k.now(), Path(made.ID), sealed)
}

// Path returns the address of a webhook.
func Path(id trace.ID) string { return kind.Webhook.Prefix + "/" + id.String() }

// ChangeHook replaces what a webhook subscribes to. Its secret and its progress stay.
func (k *HookKeeper) ChangeHook(ctx context.Context, by *trace.Key, id string, r Request, match trace.IfMatch) (Hook, error) {
	return k.change(ctx, by, id, match, func(h *Hook) error { return k.apply(by, &r, &h.Endpoint) })
}

// RotateSecret gives a webhook a new secret. The previous one signs for another day.
func (k *HookKeeper) RotateSecret(ctx context.Context, by *trace.Key, id string) (h Hook, secret sign.Secret, err error) {
	h, err = k.change(ctx, by, id, trace.AnyVersion, func(h *Hook) error {
		made, known, err := k.newSecret()
		if err != nil {
			return err
		}
		secret = made
		if _, err := h.Signing(k.log(), k.now()); err != nil {
			h.Secrets = nil // a secret that cannot be derived again signs nothing
		}
		h.Rotate(known, k.now())
		return nil
	})
	return h, secret, err
}

// Activate lets a webhook continue where it stopped; false disables it manually.
func (k *HookKeeper) Activate(ctx context.Context, by *trace.Key, id string, active bool) (Hook, error) {
	return k.change(ctx, by, id, trace.AnyVersion, func(h *Hook) error {
		if active {
			h.Disabled, h.DisabledAt, h.State.FailingSince = "", time.Time{}, time.Time{}
			return k.apply(by, &Request{URL: h.URL, Description: h.Description, Types: h.Types, Phases: h.Phases, Harvests: h.Harvests, Full: h.Full, Ordered: h.Ordered}, &h.Endpoint)
		}
		h.Disabled, h.DisabledAt = endpoint.ByHand, k.now()
		return nil
	})
}

// DeleteHook destroys a webhook, with all versions of its note, because addresses may contain
// secrets of others.
func (k *HookKeeper) DeleteHook(ctx context.Context, by *trace.Key, id string, match trace.IfMatch) (h Hook, err error) {
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
		receipt, err := canon.Marshal(trace.Receipt{Reason: "webhook excluído", Versions: h.Version})
		if err != nil {
			return err
		}
		versions, err := w.Versions(ctx, h.ID)
		if err != nil || len(versions) == 0 {
			return orMissing(err, trace.Fail(trace.CodeStoreDamaged))
		}
		r := versions[len(versions)-1]
		who := by
		if who == nil {
			who = system
		}
		if err := notebook.Continue(ctx, w, k.journal, &r, trace.Erased, who, receipt); err != nil {
			return err
		}
		if err := w.HookWriter().DropHook(ctx, h.ID); err != nil {
			return err
		}
		return w.Erase(ctx, h.ID, r.Version-1, "")
	})
	return h, err
}
