package api

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/api/params"
	"rastro/internal/httpkit"
	"rastro/internal/print/labels"
	"rastro/internal/trace"
)

// label answers with a label to print: a picture, a page, or the commands of a
// label printer.
func label(a *API, c *call) (reply, error) {
	query := c.query()
	format, err := labelFormat(c, query.Get("formato"))
	if err != nil {
		return reply{}, err
	}
	size, ok := labels.FindSize(cmp.Or(query.Get("tamanho"), labels.Sizes[0].Name))
	if !ok {
		return reply{}, trace.BadParameter("tamanho", strings.Join(labelSizes(), ", "))
	}
	dpi := format.DPI
	if written := query.Get("dpi"); written != "" {
		if dpi, err = strconv.Atoi(written); err != nil || !slices.Contains(labels.Resolutions, dpi) {
			return reply{}, trace.BadParameter("dpi", strings.Join(labelResolutions(), ", "))
		}
	}
	l := httpkit.LanguageOfBuyers(c.r)
	public, err := a.service.PublicOf(c.ctx, c.key, c.path("codigo"))
	if err != nil {
		return reply{}, err
	}
	file, err := labels.Draw(public, a.options.PublicURL, l, format, size, dpi)
	if errors.Is(err, labels.ErrTooDense) {
		return reply{}, trace.Fail(trace.CodeLabelTooSmall, "tamanho", size.Name)
	}
	return reply{media: format.Media, raw: file}, err
}

// labelFormat picks the format of a label: ?formato, then what Accept prefers, then the first.
func labelFormat(c *call, written string) (labels.Format, error) {
	if written != "" {
		format, ok := labels.FindFormat(written)
		if !ok {
			return format, trace.Fail(trace.CodeFormatUnsupported, "formato", params.Clip(written), "formatos", strings.Join(labelFormats(), ", "))
		}
		return format, nil
	}
	media := make([]string, len(labels.Formats))
	for i, f := range labels.Formats {
		media[i], _, _ = strings.Cut(f.Media, ";")
	}
	return labels.Formats[slices.Index(media, params.Accepted(c.r.Header.Get("Accept"), media...))], nil
}

// labelFormats, labelSizes and labelResolutions return the values of parameters.
func labelFormats() []string {
	return names(labels.Formats, func(f labels.Format) string { return f.Name })
}

func labelSizes() []string {
	return names(labels.Sizes, func(s labels.Size) string { return s.Name })
}

func labelResolutions() []string { return names(labels.Resolutions, strconv.Itoa) }

func names[T any](list []T, name func(T) string) []string {
	all := make([]string, len(list))
	for i, v := range list {
		all[i] = name(v)
	}
	return all
}
