package api

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/trace"
)

// sizeNames are the names clients give the page size; the first is ours.
var sizeNames = []string{"size", "pageSize", "page_size", "limit"}

// paging reads the paging parameters.
func paging(query url.Values) (trace.Paging, error) {
	return pagingWithin(query, trace.DefaultPageSize, trace.MaxPageSize)
}

// pagingWithin reads them for a list with page sizes of its own.
func pagingWithin(query url.Values, usual, most int) (trace.Paging, error) {
	p := trace.Paging{Size: usual, Total: true}
	for _, name := range sizeNames {
		if !query.Has(name) {
			continue
		}
		size, err := strconv.Atoi(query.Get(name))
		if err != nil && !errors.Is(err, strconv.ErrRange) || size < 1 { // out of range, size is the nearest
			return p, badParameter(name, "1–"+strconv.Itoa(most))
		}
		p.Size = min(size, most)
		break
	}
	if query.Has("page") {
		number, err := strconv.ParseInt(query.Get("page"), 10, 64)
		if err != nil || number < 0 {
			return p, badParameter("page", "0, 1, 2 …")
		}
		p.Number = number
	}
	if query.Has("total") {
		total, err := strconv.ParseBool(query.Get("total"))
		if err != nil {
			return p, badParameter("total", "true, false")
		}
		p.Total = total
	}
	p.Cursor = query.Get("cursor")
	if query.Has("cursor") && p.Cursor == "" {
		return p, trace.Fail(trace.CodeBadCursor)
	}
	return p, nil
}

// list makes the reply of a page: Spring's PagedModel, and a cursor beside it.
// size is about how many bytes the items take.
func list(r *http.Request, p trace.Paging, total int64, next string, size int, items func(dst []byte) []byte) reply {
	data := append(make([]byte, 0, size+512), `{"content":[`...)
	data = items(data)
	data = append(data, `],"page":{"size":`...)
	data = strconv.AppendInt(data, int64(p.Size), 10)
	if p.Cursor == "" { // where a cursor stands has no number
		data = append(data, `,"number":`...)
		data = strconv.AppendInt(data, p.Number, 10)
	}
	if p.Total {
		data = append(data, `,"totalElements":`...)
		data = strconv.AppendInt(data, total, 10)
		data = append(data, `,"totalPages":`...)
		data = strconv.AppendInt(data, (total+int64(p.Size)-1)/int64(p.Size), 10)
	}
	data = append(data, `},"next":`...)
	if next == "" {
		return reply{data: append(data, `null}`...)}
	}
	data = canon.AppendString(data, next)
	data = append(data, '}')
	query := r.URL.Query()
	query.Del("page")
	query.Set("cursor", next)
	return reply{data: data, link: "<" + r.URL.EscapedPath() + "?" + query.Encode() + `>; rel="next"`}
}
