package organization

import (
	"errors"
	"io"
	"net/http"
	"net/url"

	"rastro/internal/logo"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// maxLogoForm is how much of a form with a logo is read. A file that is too large is read up to
// this and refused with its size: a browser that is still sending sees no answer.
const maxLogoForm = 4 << 20

// PutLogo takes the logo of an organisation.
func (c *Controller) PutLogo(on *pagekit.Call) (pagekit.Reply, error) {
	file, form, err := readLogo(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	_, err = c.service.PutLogo(on.Ctx, on.Key, on.Path("id"), file, pagekit.FormVersion(form))
	return c.logoDone(on, err, "logokept")
}

// RemoveLogo takes the logo of an organisation away.
func (c *Controller) RemoveLogo(on *pagekit.Call) (pagekit.Reply, error) {
	_, err := c.service.RemoveLogo(on.Ctx, on.Key, on.Path("id"), pagekit.FormVersion(on.Form))
	return c.logoDone(on, err, "logogone")
}

func (c *Controller) logoDone(on *pagekit.Call, err error, notice string) (pagekit.Reply, error) {
	id := on.Path("id")
	if refused(err) {
		o, failed := c.service.Organization(on.Ctx, on.Key, id)
		if failed != nil {
			return pagekit.Reply{}, failed
		}
		return refuse(on, c.formOf(on, &o, &o.Document), err)
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Done("/organizacoes/"+url.PathEscape(id), notice), nil
}

// readLogo reads the form of a logo: the file, and what is written beside it.
func readLogo(on *pagekit.Call) (file []byte, form url.Values, err error) {
	form = url.Values{}
	unreadable := func(err error) error { return &trace.Error{Code: trace.CodeFormUnreadable, Cause: err} }
	on.Request.Body = http.MaxBytesReader(on.Writer, on.Request.Body, maxLogoForm)
	parts, err := on.Request.MultipartReader()
	if err != nil {
		return nil, nil, unreadable(err)
	}
	for n := 0; ; n++ {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return file, form, nil
		}
		if err != nil || n > 8 {
			return nil, nil, unreadable(err)
		}
		name, most := part.FormName(), int64(100)
		if name == "logo" {
			most = logo.MaxBytes
		}
		body, err := io.ReadAll(io.LimitReader(part, most+1))
		if err == nil {
			_, err = io.Copy(io.Discard, part)
		}
		if err != nil {
			return nil, nil, unreadable(err)
		}
		if name == "logo" {
			file = body
		} else {
			form.Set(name, string(body))
		}
	}
}
