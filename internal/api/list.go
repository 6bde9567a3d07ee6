package api

import (
	"net/http"
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/trace"
)

// list makes the reply of a page: Spring's PagedModel, plus a cursor.
// size is about how many bytes the items take.
func list(r *http.Request, p trace.Paging, total int64, next string, size int, items func(dst []byte) []byte) reply {
	data := append(make([]byte, 0, size+512), `{"content":[`...)
	data = items(data)
	data = append(data, `],"page":{"size":`...)
	data = strconv.AppendInt(data, int64(p.Size), 10)
	if p.Cursor == "" { // the place of a cursor has no number
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
