package boardfile

import (
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"rastro/internal/board"
	"rastro/internal/check/harvest"
	"rastro/internal/crop"
	"rastro/internal/trace"
	"rastro/internal/verdict"
)

// maxText limits the texts in a query: the maximum length of a harvest's name.
const maxText = 100

// ReadQuery reads a query from the parameters of a request, all but the page. The target is sale
// abroad where none is named.
func ReadQuery(query url.Values) (board.Query, error) {
	target, ok := harvest.ParseTarget(query.Get("alvo"))
	if !ok {
		return board.Query{}, trace.BadParameter("alvo", harvest.TargetNames())
	}
	q := board.Query{Target: target, Season: strings.TrimSpace(query.Get("safra")), Text: query.Get("busca"), Sort: board.ByName, Size: board.DefaultSize}
	if target == "" {
		q.Target = harvest.Export
	}
	for name, text := range map[string]string{"busca": q.Text, "safra": q.Season} {
		if !utf8.ValidString(text) || utf8.RuneCountInString(text) > maxText {
			return q, trace.BadParameter(name, "0–100 caracteres")
		}
	}
	if written := query.Get("cultura"); written != "" {
		of, ok := crop.Parse(written)
		if !ok {
			return q, trace.BadParameter("cultura", crop.List())
		}
		q.Crop = string(of)
	}
	var err error
	if q.State, err = oneOf(query, "estado", board.States); err != nil {
		return q, err
	}
	if q.Gate, err = oneOf(query, "porta", verdict.Gates); err != nil {
		return q, err
	}
	if written := query.Get("sort"); written != "" {
		return q, readSort(&q, written)
	}
	return q, nil
}

// readSort reads "campo", "-campo" and "campo,desc".
func readSort(q *board.Query, written string) error {
	field, direction, _ := strings.Cut(written, ",")
	field, down := strings.CutPrefix(strings.TrimSpace(field), "-")
	q.Desc = down || strings.EqualFold(strings.TrimSpace(direction), "desc")
	for _, known := range board.Sorts {
		if strings.EqualFold(field, string(known)) {
			q.Sort = known
			return nil
		}
	}
	return trace.BadParameter("sort", joined(board.Sorts))
}

// oneOf reads a parameter with one of several values, in any case, or none.
func oneOf[T ~string](query url.Values, name string, all []T) (T, error) {
	written := query.Get(name)
	at := slices.IndexFunc(all, func(one T) bool { return strings.EqualFold(string(one), written) })
	switch {
	case written == "":
		return "", nil
	case at < 0:
		return "", trace.BadParameter(name, joined(all))
	}
	return all[at], nil
}

func joined[T ~string](all []T) string {
	var names []string
	for _, one := range all {
		names = append(names, string(one))
	}
	return strings.Join(names, ", ")
}
