package params

import (
	"errors"
	"net/url"
	"strconv"

	"rastro/internal/trace"
)

// sizeNames are the names clients give the page size; the first is ours.
var sizeNames = append([]string{"size"}, OtherSizeNames...)

// OtherSizeNames are names that other services use for size.
var OtherSizeNames = []string{"pageSize", "page_size", "limit"}

// Paging reads the paging parameters.
func Paging(query url.Values) (trace.Paging, error) {
	return PagingWithin(query, trace.DefaultPageSize, trace.MaxPageSize)
}

// PagingWithin reads them for a list with its own page sizes.
func PagingWithin(query url.Values, usual, most int) (trace.Paging, error) {
	p := trace.Paging{Size: usual, Total: true}
	for _, name := range sizeNames {
		if !query.Has(name) {
			continue
		}
		size, err := strconv.Atoi(query.Get(name))
		if err != nil && !errors.Is(err, strconv.ErrRange) || size < 1 { // out of range, size is the nearest
			return p, trace.BadParameter(name, "1–"+strconv.Itoa(most))
		}
		p.Size = min(size, most)
		break
	}
	if query.Has("page") {
		number, err := strconv.ParseInt(query.Get("page"), 10, 64)
		if err != nil || number < 0 {
			return p, trace.BadParameter("page", "0, 1, 2 …")
		}
		p.Number = number
	}
	if query.Has("total") {
		total, err := strconv.ParseBool(query.Get("total"))
		if err != nil {
			return p, trace.BadParameter("total", "true, false")
		}
		p.Total = total
	}
	p.Cursor = query.Get("cursor")
	if query.Has("cursor") && p.Cursor == "" {
		return p, trace.Fail(trace.CodeBadCursor)
	}
	return p, nil
}
