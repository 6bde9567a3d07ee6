package console

import (
	"bytes"
	"crypto/sha256"
	"net/http"
	"strconv"
	"strings"

	"rastro/internal/httpstatus"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

func newRecord(c *Console, on *call) (reply, error) {
	k, err := formKind(on)
	if err != nil {
		return reply{}, err
	}
	query := on.r.URL.Query()
	d := &draft{kind: k, safraID: strings.TrimSpace(query.Get("safra")), safraCodigo: strings.TrimSpace(query.Get("codigo"))}
	if d.safraID == "" && len(on.key.Safras) == 1 {
		d.safraID = on.key.Safras[0]
	}
	v, err := c.form(on, d, nil)
	return reply{page: "record_form", view: v}, err
}

func createRecord(c *Console, on *call) (reply, error) {
	k, err := formKind(on)
	if err != nil {
		return reply{}, err
	}
	d := readDraft(k, on.form, nil)
	env, err := d.envelope()
	if err != nil {
		return c.refuse(on, d, err)
	}
	once := &trace.Once{Name: "console " + d.once, Lang: on.lang, Request: sha256.Sum256(append([]byte(k.Prefix+"\n"), d.body(env.Dados)...))}
	if d.once == "" || len(d.once) > 100 {
		return reply{}, trace.Fail(trace.CodeFormUnreadable)
	}
	made, err := c.create(on, k, env, once)
	if trace.Is(err, trace.CodeReplayMismatch) {
		// The form was written before, came back by the browser's history and says
		// something else now. That may be meant: it gets a name of its own.
		d.once = ""
		v, err := c.form(on, d, nil)
		if err != nil {
			return reply{}, err
		}
		v.Wrong = recordFormTexts["again"].In(on.lang)
		return reply{page: "record_form", view: v, status: http.StatusConflict}, nil
	}
	if err != nil {
		return c.refuse(on, d, err)
	}
	if !on.key.Has(trace.Read) {
		return done(recordsPath(k)+"/novo", "registro-gravado"), nil
	}
	id := made.Record.ID.String()
	if made.Replay != nil {
		id = made.Replay.Location[strings.LastIndexByte(made.Replay.Location, '/')+1:]
	}
	return done(recordPath(k, id), "registro-gravado"), nil
}

// create writes a record once. Where the same form made one that was erased since,
// the page says so; the receipt is for programs.
func (c *Console) create(on *call, k *kind.Kind, env trace.Envelope, once *trace.Once) (trace.Written, error) {
	made, err := c.service.Create(on.ctx, on.key, k, env, once)
	if trace.Is(err, trace.CodeErased) {
		err = trace.Fail(trace.CodeReplayErased)
	}
	return made, err
}

// refuse shows the form again with everything typed, and why it was not written.
// What is not the clerk's to mend is an error as any other.
func (c *Console) refuse(on *call, d *draft, err error) (reply, error) {
	failed := trace.AsError(err)
	switch failed.Class() {
	case trace.Unacceptable, trace.Forbidden, trace.Conflict, trace.Unreadable, trace.Unavailable:
	default:
		return reply{}, err
	}
	v, err := c.form(on, d, failed)
	if err != nil {
		return reply{}, err
	}
	if failed.Class() == trace.Unacceptable {
		c.check(v, d, on.lang)
	}
	return reply{page: "record_form", view: v, status: httpstatus.Of(failed.Class())}, nil
}

func editRecord(c *Console, on *call) (reply, error) {
	k, err := formKind(on)
	if err != nil {
		return reply{}, err
	}
	r, err := c.service.Get(on.ctx, on.key, k, on.path("id"))
	if err != nil {
		return reply{}, err
	}
	if !on.key.MayWrite(k, r.SafraID) {
		return reply{}, trace.Fail(trace.CodeForbiddenHarvest)
	}
	d := &draft{kind: k, base: r, safraID: r.SafraID, safraCodigo: r.SafraCodigo}
	v, err := c.form(on, d, nil)
	if err != nil {
		return reply{}, err
	}
	c.check(v, d, on.lang)
	return reply{page: "record_form", view: v}, nil
}

func updateRecord(c *Console, on *call) (reply, error) {
	k, err := formKind(on)
	if err != nil {
		return reply{}, err
	}
	id := on.path("id")
	base, err := c.formBase(on, k, id, on.form.Get("versao"))
	if err != nil {
		return reply{}, err
	}
	d := readDraft(k, on.form, base)
	env, err := d.envelope()
	if err != nil {
		return c.refuse(on, d, err)
	}
	if bytes.Equal(env.Dados, base.Dados) && env.SafraCodigo == base.SafraCodigo {
		return done(recordPath(k, id), "registro-igual"), nil
	}
	_, err = c.service.Update(on.ctx, on.key, k, env, trace.IfMatch{base.Version})
	switch {
	case err == nil:
		return done(recordPath(k, id), "registro-mudado"), nil
	case trace.Is(err, trace.CodeStale), trace.Is(err, trace.CodeRecordNotFound):
		return c.conflict(on, d, env)
	}
	return c.refuse(on, d, err)
}

// deleteView asks whether a record is to be deleted.
type deleteView struct {
	frameView
	Kind    kindView
	Path    string
	ID      string
	SafraID string
	Version string
	Name    string
}

func askToDelete(c *Console, on *call) (reply, error) {
	k, err := kindOf(on.path("tipo"))
	if err != nil {
		return reply{}, err
	}
	r, err := c.service.Get(on.ctx, on.key, k, on.path("id"))
	if err != nil {
		return reply{}, err
	}
	if !on.key.MayWrite(k, r.SafraID) {
		return reply{}, trace.Fail(trace.CodeForbiddenPhase, "fase", k.Phase)
	}
	id := r.ID.String()
	v := &deleteView{Kind: viewKind(k, on.lang), Path: recordPath(k, id), ID: id, SafraID: r.SafraID, Version: strconv.FormatInt(r.Version, 10)}
	v.Name = viewRow(r, telling(k), on.lang).Name
	v.Title = recordShownTexts["delete"].In(on.lang) + " · " + v.Kind.Title
	v.Curl = c.curl(http.MethodDelete, k.Prefix+"/"+id, "")
	return reply{page: "record_delete", view: v}, nil
}

func deleteRecord(c *Console, on *call) (reply, error) {
	k, err := kindOf(on.path("tipo"))
	if err != nil {
		return reply{}, err
	}
	version, err := strconv.ParseInt(on.form.Get("versao"), 10, 64)
	if err != nil {
		return reply{}, trace.Fail(trace.CodeFormUnreadable)
	}
	if _, err := c.service.Delete(on.ctx, on.key, k, on.path("id"), trace.IfMatch{version}); err != nil {
		return reply{}, err
	}
	return done(recordsPath(k), "registro-excluido"), nil
}
