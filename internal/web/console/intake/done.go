package intake

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"rastro/internal/intake/runs"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// importRow is an import that was written.
type importRow struct {
	ID, At, By, What, State string
	Records, File           string
	MayUndo                 bool
}

// reasonView is why something was refused: a record by its title, and its problem.
type reasonView struct{ Href, Name, Text string }

// layoutRow is a saved layout.
type layoutRow struct{ ID, Name, Kind string }

// doneView is the page of finished imports and saved layouts.
type doneView struct {
	pagekit.Frame
	Wrong   string
	Reasons []reasonView
	Imports []importRow
	Older   string
	Layouts []layoutRow
}

// importsShown is how many imports a page lists.
const importsShown = 20

// ShowDone lists imports and layouts.
func (c *Controller) ShowDone(on *pagekit.Call) (pagekit.Reply, error) {
	v, err := c.doneView(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Reply{Page: "import_done", View: v}, nil
}

func (c *Controller) doneView(on *pagekit.Call) (*doneView, error) {
	v := &doneView{}
	v.Title = doneTexts["title"].In(on.Lang)
	v.Curl = on.Curl(http.MethodGet, "/importacoes", "")
	before, _ := trace.ParseID(on.Request.URL.Query().Get("antes"))
	list, next, err := c.service.Imports(on.Ctx, on.Key, before, importsShown)
	if err != nil {
		return nil, err
	}
	files := c.filesOf(on)
	for i := range list {
		row := viewImport(on, &list[i])
		row.File = files[list[i].ID]
		v.Imports = append(v.Imports, row)
	}
	if next != (trace.ID{}) {
		v.Older = pagekit.Root(on.Request) + "console/importar/feitas?antes=" + next.String()
	}
	saved, err := c.service.Mappings(on.Ctx, on.Key)
	for i := range saved {
		row := layoutRow{ID: saved[i].ID.String(), Name: saved[i].Mapping.Name}
		if k := kind.ByPrefix(saved[i].Mapping.Kind); k != nil {
			row.Kind = k.Title.In(on.Lang)
		}
		v.Layouts = append(v.Layouts, row)
	}
	return v, err
}

// filesOf has the names of the files that this session sent, by their imports. No other name is
// kept: see docs/decisions.md#console-imports.
func (c *Controller) filesOf(on *pagekit.Call) map[trace.ID]string {
	names := map[trace.ID]string{}
	for _, job := range c.jobs.of(c.owner(on), c.service.Now()) {
		job.mu.Lock()
		names[job.run] = job.name
		job.mu.Unlock()
	}
	return names
}

func viewImport(on *pagekit.Call, i *runs.Import) importRow {
	row := importRow{ID: i.ID.String(), At: on.Moment(i.At()), By: on.Author(i.By), State: doneTexts["state."+string(i.State)].In(on.Lang), Records: pagekit.CountText(i.Rows, on.Lang), MayUndo: i.State != runs.Undone}
	var what []string
	for _, prefix := range i.Kinds {
		if k := kind.ByPrefix(prefix); k != nil {
			what = append(what, k.Title.In(on.Lang))
		}
	}
	row.What = strings.Join(what, ", ")
	if i.Mapping != "" {
		row.What += " · " + i.Mapping
	}
	if i.Papers > 0 {
		row.What += " · " + doneTexts["papers"].Fill(on.Lang, lang.Args{"n": pagekit.CountText(i.Papers, on.Lang)})
	}
	if len(i.Harvests) > 0 {
		row.What += " · " + strings.Join(i.Harvests[:min(3, len(i.Harvests))], ", ")
	}
	return row
}

// Undo deletes what an import wrote. A caller who hangs up does not stop it half-way.
func (c *Controller) Undo(on *pagekit.Call) (pagekit.Reply, error) {
	_, err := c.service.UndoImport(context.WithoutCancel(on.Ctx), on.Key, on.Path("id"))
	if err == nil {
		return pagekit.Done("/importar/feitas", "importundone"), nil
	}
	return c.refuseDone(on, err, trace.CodeImportBuiltOn)
}

// RenameLayout renames a saved layout.
func (c *Controller) RenameLayout(on *pagekit.Call) (pagekit.Reply, error) {
	_, err := c.service.RenameMapping(on.Ctx, on.Key, on.Path("id"), on.Form.Get("nome"))
	if err == nil {
		return pagekit.Done("/importar/feitas", "layoutkept"), nil
	}
	return c.refuseDone(on, err, trace.CodeInvalid, trace.CodeMappingTaken)
}

// DeleteLayout forgets a saved layout. Pressing the button twice has the same result.
func (c *Controller) DeleteLayout(on *pagekit.Call) (pagekit.Reply, error) {
	if err := c.service.DeleteMapping(on.Ctx, on.Key, on.Path("id"), trace.AnyVersion); err != nil && !trace.Is(err, trace.CodeNoMapping) {
		return pagekit.Reply{}, err
	}
	return pagekit.Done("/importar/feitas", "layoutended"), nil
}

// refuseDone shows the page again with why something was refused.
func (c *Controller) refuseDone(on *pagekit.Call, err error, codes ...trace.Code) (pagekit.Reply, error) {
	failed, ok := errors.AsType[*trace.Error](err)
	refused := false
	for _, code := range codes {
		refused = refused || ok && failed.Code == code
	}
	if !refused {
		return pagekit.Reply{}, err
	}
	v, err := c.doneView(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v.Wrong = on.ErrorText(failed)
	for _, p := range failed.Problems {
		v.Reasons = append(v.Reasons, c.reason(on, p))
	}
	status := http.StatusConflict
	if failed.Class() == trace.Unacceptable {
		status = http.StatusUnprocessableEntity
	}
	return pagekit.Reply{Page: "import_done", View: v, Status: status}, nil
}

// reason describes a record's problem, with the record by its title.
func (c *Controller) reason(on *pagekit.Call, p trace.Problem) reasonView {
	out := reasonView{Name: p.Field, Text: p.Message.Fill(on.Lang, p.Args)}
	switch p.Kind {
	case nil:
	case kind.ImportRun:
		out.Name = "" // it is about the import as a whole
	default:
		out.Name = p.Kind.Title.In(on.Lang)
		if r, err := c.service.Get(on.Ctx, on.Key, p.Kind, p.ID.String()); err == nil {
			out.Name, out.Href = title.Of(on.Key, r, on.Lang).String(), pagekit.RecordHref(on, p.Kind.Prefix, p.ID.String())
		}
	}
	return out
}
