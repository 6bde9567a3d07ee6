package files

import (
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"strconv"

	"rastro/internal/attach"
	"rastro/internal/attachment"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Limits on what is sent at once. A file that is too large is skipped, and does not block the
// others.
const (
	maxUpload = 8 * attachment.MaxBytes
	maxParts  = 2 * attachment.MaxFiles
)

// The limits as people read them.
var (
	uploadText = strconv.Itoa(maxUpload>>20) + " MiB"
	filesText  = strconv.Itoa(attachment.MaxFiles)
)

// refusedView says which files were attached and why others were not.
type refusedView struct {
	pagekit.Frame
	Kind    pagekit.KindView
	Path    string
	Added   []string
	Refused []refusal
}

type refusal struct{ Name, Why string }

// Add attaches the files of a form, one after the other. A refused file does not block the others.
// A file that the record already has stays unchanged, so sending the form twice changes nothing.
func (c *Controller) Add(on *pagekit.Call) (pagekit.Reply, error) {
	k, err := pagekit.KindOf(on.Path("tipo"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	id := on.Path("id")
	if err := c.files.MayAttach(on.Ctx, on.Key, k, id); err != nil {
		return pagekit.Reply{}, err
	}
	v := &refusedView{Kind: pagekit.ViewKind(k, on.Lang), Path: pagekit.RecordPath(k, id)}
	sent, err := c.readForm(on, k, id, v)
	if err != nil {
		return pagekit.Reply{}, err
	}
	if sent > attachment.MaxFiles {
		v.Refused = append(v.Refused, refusal{Why: texts["toomany"].In(on.Lang)})
	}
	switch {
	case len(v.Refused) > 0:
	case len(v.Added) == 0:
		v.Refused = []refusal{{Why: texts["nofile"].In(on.Lang)}}
	default:
		return pagekit.Done(v.Path, "anexado"), nil
	}
	return pagekit.Reply{Page: "file_refused", View: v, Status: http.StatusUnprocessableEntity}, nil
}

// readForm reads the parts of the form as they come, and counts the files. The box comes before them,
// as on the page. What is over maxParts is left.
func (c *Controller) readForm(on *pagekit.Call, k *kind.Kind, id string, v *refusedView) (files int, err error) {
	if !on.LimitUpload(maxUpload) {
		v.Refused = append(v.Refused, refusal{Why: texts["toomuch"].In(on.Lang)})
		return 0, nil
	}
	parts, err := on.Request.MultipartReader()
	if err != nil {
		return 0, &trace.Error{Code: trace.CodeFormUnreadable, Cause: err}
	}
	var personal *bool // as the type of a file usually is
	for n := 0; n < maxParts; n++ {
		part, err := parts.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			return files, nil
		case over(err):
			v.Refused = append(v.Refused, refusal{Why: texts["toomuch"].In(on.Lang)})
			return files, nil
		case err != nil:
			return files, &trace.Error{Code: trace.CodeFormUnreadable, Cause: err}
		case part.FormName() == "pessoal":
			yes := true
			personal = &yes
		case part.FormName() == "arquivo" && part.FileName() != "":
			if files++; files > attachment.MaxFiles { // avoids storing a file that is then refused
				continue
			}
			if err := c.take(on, k, id, part, personal, v); err != nil {
				return files, err
			}
		}
	}
	return files, nil
}

// over reports whether more was sent than is read.
func over(err error) bool {
	_, over := errors.AsType[*http.MaxBytesError](err)
	return over
}

// take attaches one file, or notes why it is refused. It fails if the others would fail too.
func (c *Controller) take(on *pagekit.Call, k *kind.Kind, id string, part *multipart.Part, personal *bool, v *refusedView) error {
	received, err := c.files.Receive(on.Ctx, attach.Upload{From: on.Key, Name: part.FileName(), Personal: personal, Body: part})
	defer received.Drop()
	if err == nil {
		_, err = c.files.Attach(on.Ctx, on.Key, k, id, received, trace.AnyVersion, nil)
	}
	if err == nil {
		v.Added = append(v.Added, received.File.Name)
		return nil
	}
	if over(err) { // the next part reports it
		return nil
	}
	failed := trace.AsError(err)
	switch failed.Code {
	case trace.CodeFileType, trace.CodeFileTooLarge, trace.CodeTooManyFiles, trace.CodeFilesFull, trace.CodeFileLeaving:
	default:
		return err
	}
	v.Refused = append(v.Refused, refusal{lang.Clip(part.FileName(), attachment.MaxName), why(on, failed)})
	return nil
}

// why explains why a file is refused.
func why(on *pagekit.Call, failed *trace.Error) string {
	if len(failed.Problems) == 0 {
		return on.ErrorText(failed)
	}
	p := failed.Problems[0]
	return texts["because"].Fill(on.Lang, lang.Args{"motivo": p.Message.Fill(on.Lang, p.Args)})
}
