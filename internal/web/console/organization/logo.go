package organization

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"rastro/internal/lang"
	"rastro/internal/logo"
	"rastro/internal/organization"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// maxLogoForm is how much of a form with a logo is read. A file that is too large is read up to
// this and refused with its size: a browser that is still sending would not see the answer.
const maxLogoForm = 4 << 20

// leftOutParameter names, in an address, what was removed from the drawing just sent.
const leftOutParameter = "fora"

// savedPath leads to an organisation that was saved.
func savedPath(id string, leftOut []string) string {
	path := "/organizacoes/" + url.PathEscape(id)
	if len(leftOut) > 0 {
		path += "?" + url.Values{leftOutParameter: {strings.Join(leftOut, ",")}}.Encode()
	}
	return path
}

// leftOut says what was removed from a drawing. Only names that logo knows can be in the address,
// so that nobody can make the page say anything else.
func leftOut(on *pagekit.Call) string {
	var names []string
	for name := range strings.SplitSeq(on.Request.URL.Query().Get(leftOutParameter), ",") {
		if slices.Contains(logo.Droppable, name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if names == nil {
		return ""
	}
	return formTexts["logo.leftout"].Fill(on.Lang, lang.Args{"nomes": strings.Join(names, ", ")})
}

// changeLogo gives an organisation that was just changed the logo that came with the form, or
// takes its logo away.
func (c *Controller) changeLogo(on *pagekit.Call, o *organization.Organization, file []byte) (err error) {
	switch {
	case len(file) > 0:
		_, err = c.service.PutLogo(on.Ctx, on.Key, o.ID.String(), file, trace.IfMatch{o.Version})
	case on.Form.Has("tirar"):
		_, err = c.service.RemoveLogo(on.Ctx, on.Key, o.ID.String(), trace.IfMatch{o.Version})
	}
	return err
}

// maxField is how many bytes of a field are read: slightly more than the longest, so that a longer
// one is refused.
const maxField = 2000

// readForm reads the form of an organisation: its fields, and the file of a logo if there is
// one. A form without a file may come without parts, and was then read before.
func readForm(on *pagekit.Call) (file []byte, err error) {
	if on.Form != nil {
		return nil, nil
	}
	on.Form = url.Values{}
	unreadable := func(err error) error { return &trace.Error{Code: trace.CodeFormUnreadable, Cause: err} }
	on.Request.Body = http.MaxBytesReader(on.Writer, on.Request.Body, maxLogoForm)
	parts, err := on.Request.MultipartReader()
	if err != nil {
		return nil, unreadable(err)
	}
	for n := 0; ; n++ {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return file, nil
		}
		if err != nil || n > 2*len(fields) {
			return nil, unreadable(err)
		}
		name, most := part.FormName(), int64(maxField)
		if name == "logo" {
			most = logo.MaxBytes
		}
		body, err := io.ReadAll(io.LimitReader(part, most+1))
		if err == nil {
			_, err = io.Copy(io.Discard, part)
		}
		switch {
		case err != nil:
			return nil, unreadable(err)
		case name == "logo":
			file = body
		default:
			on.Form.Add(name, string(body))
		}
	}
}
