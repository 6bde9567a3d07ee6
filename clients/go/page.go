package rastro

import (
	"context"
	"iter"
	"maps"
	"net/http"
	"net/url"
)

// pageSize is how many records are requested at once.
const pageSize = 200

// All iterates over a list of the interface to its end, and requests further pages as needed.
// Records created meanwhile neither repeat nor hide others. It stops after an error.
func All[T any](ctx context.Context, c *Client, path string, query url.Values) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		asked := url.Values{}
		maps.Copy(asked, query)
		for {
			var page struct {
				Content []T
				Next    *string
			}
			if err := c.Call(ctx, http.MethodGet, path, asked, nil, &page); err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, item := range page.Content {
				if !yield(item, nil) {
					return
				}
			}
			if page.Next == nil || *page.Next == "" {
				return
			}
			asked.Del("page")
			asked.Set("cursor", *page.Next)
		}
	}
}
