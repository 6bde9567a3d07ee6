// Package files has the part of a record's page that is about its attachments, and the pages
// that add, show and remove one.
package files

import (
	"context"
	"embed"
	"net/http"

	"rastro/internal/attach"
	"rastro/internal/attach/filesend"
	"rastro/internal/attachment"
	"rastro/internal/blob"
	"rastro/internal/kind"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Files is what the pages need from the domain; attach.Keeper documents each method.
type Files interface {
	MayAttach(ctx context.Context, by *trace.Key, kd *kind.Kind, id string) error
	Receive(ctx context.Context, up attach.Upload) (*attach.Received, error)
	Attach(ctx context.Context, by *trace.Key, kd *kind.Kind, id string, received *attach.Received, ifMatch trace.IfMatch, once *trace.Idempotency) (attach.Attached, error)
	Detach(ctx context.Context, by *trace.Key, kd *kind.Kind, id, sum string, ifMatch trace.IfMatch) (attach.Attached, error)
	Attachments(ctx context.Context, by *trace.Key, kd *kind.Kind, id string) ([]attachment.File, int64, error)
	Open(ctx context.Context, by *trace.Key, sum string) (attachment.File, blob.Content, error)
	Small(ctx context.Context, by *trace.Key, sum string, side int) (attachment.File, []byte, error)
}

// Controller answers the requests for files.
type Controller struct{ files Files }

// New returns a controller.
func New(f Files) *Controller { return &Controller{f} }

//go:embed templates/*.html
var templates embed.FS

// Templates has the template of a Section, for any page.
var Templates = templates

// TemplateFile is the file of Templates with the section.
const TemplateFile = "templates/attachments.html"

// Pages lists the pages of this package.
func Pages() []pagekit.Page {
	return pagekit.From(templates, nil,
		pagekit.Page{Name: "file_refused", Words: []pagekit.Words{texts}},
		pagekit.Page{Name: "file_remove", Words: []pagekit.Words{texts}},
	)
}

// Open sends a file, or a small copy of a photo.
func (c *Controller) Open(on *pagekit.Call) (pagekit.Reply, error) {
	return pagekit.Reply{Raw: func(w http.ResponseWriter) error {
		return filesend.File(on.Ctx, w, on.Request, c.files, on.Key, on.Path("sha256"), func(http.Header) {})
	}}, nil
}

// removeView asks for confirmation before a file is removed.
type removeView struct {
	pagekit.Frame
	Kind             pagekit.KindView
	Name, Path, Here string
}

// AskToRemove asks for confirmation before a file is removed from a record.
func (c *Controller) AskToRemove(on *pagekit.Call) (pagekit.Reply, error) {
	k, err := pagekit.KindOf(on.Path("tipo"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	id := on.Path("id")
	if err := c.files.MayAttach(on.Ctx, on.Key, k, id); err != nil {
		return pagekit.Reply{}, err
	}
	listed, _, err := c.files.Attachments(on.Ctx, on.Key, k, id)
	if err != nil {
		return pagekit.Reply{}, err
	}
	f := attachment.Find(listed, on.Path("sha256"))
	if f == nil {
		return pagekit.Reply{}, trace.Fail(trace.CodeNoFile)
	}
	return pagekit.Reply{Page: "file_remove", View: &removeView{Kind: pagekit.ViewKind(k, on.Lang), Name: f.Name, Path: pagekit.RecordPath(k, id), Here: removePath(k, id, f.Sum)}}, nil
}

// Remove removes a file from a record. The record may have changed since the question, but it is
// still clear which file is meant.
func (c *Controller) Remove(on *pagekit.Call) (pagekit.Reply, error) {
	k, err := pagekit.KindOf(on.Path("tipo"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	id := on.Path("id")
	if _, err := c.files.Detach(on.Ctx, on.Key, k, id, on.Path("sha256"), trace.AnyVersion); err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Done(pagekit.RecordPath(k, id), "anexo-tirado"), nil
}

// removePath returns the path for removing a file, below /console.
func removePath(k *kind.Kind, id, sum string) string {
	return pagekit.RecordPath(k, id) + "/anexos/" + sum + "/tirar"
}
