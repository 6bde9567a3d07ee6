package record

import (
	"bytes"
	"crypto/sha256"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"rastro/internal/httpkit"
	"rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

func (c *Controller) AskForNew(on *pagekit.Call) (pagekit.Reply, error) {
	k, err := formKind(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	query := on.Request.URL.Query()
	d := &draft{kind: k, harvestID: strings.TrimSpace(query.Get("safra")), season: strings.TrimSpace(query.Get("codigo"))}
	if d.harvestID == "" && len(on.Key.Harvests) == 1 {
		d.harvestID = on.Key.Harvests[0]
	}
	if err := on.Key.NeedWrite(k, d.harvestID); d.harvestID != "" && trace.Is(err, trace.CodeForbiddenScope) {
		return pagekit.Reply{}, err // everything that was typed would be refused
	}
	v, err := c.form(on, d, nil)
	if id := query.Get(savedParameter); id != "" && err == nil {
		c.tellSaved(on, v, k, id)
	}
	return pagekit.Reply{Page: "record_form", View: v, Map: d.kind.HasPlot()}, err
}

func (c *Controller) Create(on *pagekit.Call) (pagekit.Reply, error) {
	k, err := formKind(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	d := readDraft(k, on.Form, nil)
	env, err := d.envelope()
	if err != nil {
		return c.refuse(on, d, err)
	}
	once := &trace.Idempotency{Name: "console " + d.once, Lang: on.Lang, Request: sha256.Sum256(append([]byte(k.Prefix+"\n"), d.body(env.Payload)...))}
	if d.once == "" || len(d.once) > 100 {
		return pagekit.Reply{}, trace.Fail(trace.CodeFormUnreadable)
	}
	if string(env.Payload) == "{}" {
		return c.refuseEmpty(on, d)
	}
	if err := d.slips(env.Payload); err != nil {
		return c.refuse(on, d, err)
	}
	if reply, err := c.sameLoad(on, d, env, once); reply != nil || err != nil {
		if err != nil {
			return pagekit.Reply{}, err
		}
		return *reply, nil
	}
	made, err := c.service.Create(on.Ctx, on.Key, k, env, once)
	err = pagekit.ReplayErased(err)
	if trace.Is(err, trace.CodeReplayMismatch) {
		// The form was already submitted, restored from the browser's history, and its content is
		// different now. That may be intended, so it gets a name of its own.
		d.once = ""
		v, err := c.form(on, d, nil)
		if err != nil {
			return pagekit.Reply{}, err
		}
		v.Wrong = recordFormTexts["again"].In(on.Lang)
		return pagekit.Reply{Page: "record_form", View: v, Status: http.StatusConflict, Map: d.kind.HasPlot()}, nil
	}
	if err != nil {
		return c.refuse(on, d, err)
	}
	if !on.Key.Has(trace.Read) || on.Form.Get("depois") == "novo" {
		again := url.Values{"safra": {d.harvestID}, "codigo": {d.season}}
		if on.Key.Has(trace.Read) {
			again.Set(savedParameter, writtenID(made))
		}
		return pagekit.Done(pagekit.RecordsPath(k)+"/novo?"+again.Encode(), "registro-gravado"), nil
	}
	return pagekit.Done(pagekit.RecordPath(k, writtenID(made)), "registro-gravado"), nil
}

// refuseEmpty shows the form of a new record again in which no field was filled in. The API takes
// such records; whoever sends a form meant to write something.
func (c *Controller) refuseEmpty(on *pagekit.Call, d *draft) (pagekit.Reply, error) {
	v, err := c.form(on, d, nil)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v.Wrong = recordFormTexts["nothing"].In(on.Lang)
	return pagekit.Reply{Page: "record_form", View: v, Status: http.StatusUnprocessableEntity, Map: d.kind.HasPlot()}, nil
}

// refuse shows the form again with everything typed, and why it was not written. Anything that the
// clerk cannot fix is returned as an ordinary error.
func (c *Controller) refuse(on *pagekit.Call, d *draft, err error) (pagekit.Reply, error) {
	failed := trace.AsError(err)
	switch failed.Class() {
	case trace.Unacceptable, trace.Forbidden, trace.Conflict, trace.Unreadable, trace.Unavailable:
	default:
		return pagekit.Reply{}, err
	}
	v, err := c.form(on, d, failed)
	if err != nil {
		return pagekit.Reply{}, err
	}
	if failed.Class() == trace.Unacceptable {
		c.check(on, v, d)
	}
	if m := on.Key.Member(); m != nil && d.base == nil && failed.Code == trace.CodeForbiddenHarvest && len(on.Key.Harvests) == 0 {
		v.Wrong, v.HarvestWrong = pagekit.WrongForm.In(on.Lang), recordFormTexts["nottheirs"].In(on.Lang)
	}
	return pagekit.Reply{Page: "record_form", View: v, Status: httpkit.Status(failed.Class()), Map: d.kind.HasPlot()}, nil
}

func (c *Controller) Edit(on *pagekit.Call) (pagekit.Reply, error) {
	k, err := formKind(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	r, err := c.service.Get(on.Ctx, on.Key, k, on.Path("id"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	if err := on.Key.NeedWrite(k, r.HarvestID); err != nil {
		return pagekit.Reply{}, err
	}
	d := &draft{kind: k, base: r, harvestID: r.HarvestID, season: r.HarvestCode}
	v, err := c.form(on, d, nil)
	if err != nil {
		return pagekit.Reply{}, err
	}
	c.check(on, v, d)
	return pagekit.Reply{Page: "record_form", View: v, Map: d.kind.HasPlot()}, nil
}

func (c *Controller) Update(on *pagekit.Call) (pagekit.Reply, error) {
	k, err := formKind(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	id := on.Path("id")
	base, err := c.formBase(on, k, id, on.Form.Get("versao"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	d := readDraft(k, on.Form, base)
	env, err := d.envelope()
	if err != nil {
		return c.refuse(on, d, err)
	}
	if bytes.Equal(env.Payload, base.Payload) && env.HarvestCode == base.HarvestCode {
		return pagekit.Done(pagekit.RecordPath(k, id), "registro-igual"), nil
	}
	if err := d.slips(env.Payload); err != nil {
		return c.refuse(on, d, err)
	}
	_, err = c.service.Update(on.Ctx, on.Key, k, env, trace.IfMatch{base.Version})
	switch {
	case err == nil:
		return pagekit.Done(pagekit.RecordPath(k, id), "registro-mudado"), nil
	case trace.Is(err, trace.CodeStale), trace.Is(err, trace.CodeRecordNotFound):
		return c.conflict(on, d, env)
	}
	return c.refuse(on, d, err)
}

// deleteView asks for confirmation before a record is deleted.
type deleteView struct {
	pagekit.Frame
	Kind      pagekit.KindView
	Path      string
	ID        string
	HarvestID string
	Version   string
	Name      string
}

func (c *Controller) AskToDelete(on *pagekit.Call) (pagekit.Reply, error) {
	k, err := pagekit.KindOf(on.Path("tipo"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	r, err := c.service.Get(on.Ctx, on.Key, k, on.Path("id"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	if err := on.Key.NeedWrite(k, r.HarvestID); err != nil {
		return pagekit.Reply{}, err
	}
	id := r.ID.String()
	v := &deleteView{Kind: pagekit.ViewKind(k, on.Lang), Path: pagekit.RecordPath(k, id), ID: id, HarvestID: r.HarvestID, Version: strconv.FormatInt(r.Version, 10)}
	named := title.Of(on.Key, r, on.Lang)
	v.Name = named.Name()
	v.Title = recordShownTexts["delete"].In(on.Lang) + " · " + named.String()
	v.Curl = on.Curl(http.MethodDelete, k.Prefix+"/"+id, "")
	return pagekit.Reply{Page: "record_delete", View: v}, nil
}

func (c *Controller) Delete(on *pagekit.Call) (pagekit.Reply, error) {
	k, err := pagekit.KindOf(on.Path("tipo"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	version, err := strconv.ParseInt(on.Form.Get("versao"), 10, 64)
	if err != nil {
		return pagekit.Reply{}, trace.Fail(trace.CodeFormUnreadable)
	}
	if _, err := c.service.Delete(on.Ctx, on.Key, k, on.Path("id"), trace.IfMatch{version}); err != nil {
		return pagekit.Reply{}, err
	}
	deleted := url.Values{pagekit.DeletedParameter: {on.Path("id")}}
	return pagekit.Done(pagekit.RecordsPath(k)+"?"+deleted.Encode(), "registro-excluido"), nil
}
