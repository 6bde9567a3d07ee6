package record

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"rastro/internal/geo/landfile"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// LandFileMemory is what reading a plot from a file claims: the file, and its form.
const LandFileMemory = landfile.Memory + 8*maxLandForm + 2*PlotForm

// Limits of a form with a file: its texts without the plot, which the file replaces, their number,
// and the total size.
const (
	maxLandForm   = 1 << 20
	maxLandParts  = 1_000
	maxLandUpload = landfile.MaxBytes + PlotForm + maxLandForm
)

// ReadLandFile puts the plot of a file into the form. Nothing is written.
func (c *Controller) ReadLandFile(on *pagekit.Call) (pagekit.Reply, error) {
	k, err := formKind(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	if !k.HasPlot() {
		return pagekit.Reply{}, trace.Fail(trace.CodePathNotFound)
	}
	form, file, err := readLandForm(on, k)
	if err != nil {
		return pagekit.Reply{}, err
	}
	base, err := c.formBase(on, k, form.Get("id"), form.Get("versao"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	d := readDraft(k, form, base)
	if len(file) == 0 {
		return c.refuse(on, d, &trace.Error{Code: trace.CodeInvalid, Problems: []trace.Problem{{Field: k.PlotField(), Message: noLandFile}}})
	}
	plot, err := landfile.Read(file)
	if wrong, ok := errors.AsType[*landfile.Error](err); ok {
		return c.refuse(on, d, &trace.Error{Code: trace.CodeInvalid, Problems: []trace.Problem{
			{Field: k.PlotField(), Message: landfile.Reasons[wrong.Reason], Args: lang.Args{"o": wrong.Said}},
		}})
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	d.texts[k.PlotField()] = string(plot)
	v, err := c.form(on, d, nil)
	if err != nil {
		return pagekit.Reply{}, err
	}
	c.check(on, v, d)
	return pagekit.Reply{Page: "record_form", View: v, Map: d.kind.HasPlot()}, nil
}

// noLandFile says that the button was pressed before a file was chosen.
var noLandFile = lang.Text{
	PT: "nenhum arquivo foi escolhido, ou ele está vazio; o que estava no campo continua aqui",
	EN: "no file was chosen, or it is empty; what was in the field is still here",
	ES: "no se eligió ningún archivo, o está vacío; lo que estaba en el campo sigue aquí",
}

// readLandForm reads the texts of a form and its file, up to one byte over the limit.
func readLandForm(on *pagekit.Call, k *kind.Kind) (form url.Values, file []byte, err error) {
	unreadable := func(err error) error {
		if _, over := errors.AsType[*http.MaxBytesError](err); over {
			return trace.Fail(trace.CodeBodyTooLarge, "max", strconv.Itoa(landfile.MaxBytes))
		}
		return &trace.Error{Code: trace.CodeFormUnreadable, Cause: err}
	}
	if !on.LimitUpload(maxLandUpload) {
		return nil, nil, trace.Fail(trace.CodeBodyTooLarge, "max", strconv.Itoa(landfile.MaxBytes))
	}
	parts, err := on.Request.MultipartReader()
	if err != nil {
		return nil, nil, unreadable(err)
	}
	form = url.Values{}
	left := maxLandForm
	for n := 0; ; n++ {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return form, file, nil
		}
		if err != nil || n == maxLandParts {
			return nil, nil, unreadable(err)
		}
		name, limit := part.FormName(), left
		switch name {
		case "arquivo":
			limit = landfile.MaxBytes
		case fieldPrefix + k.PlotField(): // which stays if no file takes its place
			limit = PlotForm
		}
		content, err := io.ReadAll(io.LimitReader(part, int64(limit)+1))
		switch {
		case err != nil:
			return nil, nil, unreadable(err)
		case name == "arquivo":
			file = content
		case name == fieldPrefix+k.PlotField():
			if len(content) <= limit && utf8.Valid(content) {
				form.Set(name, string(content))
			}
		case len(content) > limit || !utf8.Valid(content) || strings.IndexByte(string(content), 0) >= 0:
			return nil, nil, unreadable(nil)
		default:
			left -= len(content)
			form.Add(name, string(content))
		}
	}
}
