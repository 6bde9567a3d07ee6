package boardfile_test

import (
	"net/url"
	"strings"
	"testing"

	"rastro/internal/board"
	"rastro/internal/boardfile"
	"rastro/internal/check/harvest"
	"rastro/internal/trace"
	"rastro/internal/verdict"
)

func TestReadQuery(t *testing.T) {
	for _, c := range []struct {
		written string
		want    board.Query
	}{
		{"", board.Query{Target: harvest.Export, Sort: board.ByName, Size: board.DefaultSize}},
		{"estado=pronta&cultura=soja&safra=+2025%2F26+", board.Query{Target: harvest.Export, State: board.Ready, Crop: "SOJA", Season: "2025/26", Sort: board.ByName, Size: board.DefaultSize}},
		{"sort=-CULTURA", board.Query{Target: harvest.Export, Sort: board.ByCrop, Desc: true, Size: board.DefaultSize}},
		{"sort=safraCodigo,desc", board.Query{Target: harvest.Export, Sort: board.BySeason, Desc: true, Size: board.DefaultSize}},
		{"porta=" + strings.ToLower(string(verdict.Gates[0])), board.Query{Target: harvest.Export, Gate: verdict.Gates[0], Sort: board.ByName, Size: board.DefaultSize}},
	} {
		query, err := url.ParseQuery(c.written)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := boardfile.ReadQuery(query); err != nil || got != c.want {
			t.Errorf("%q: %+v, %v; want %+v", c.written, got, err, c.want)
		}
	}
}

func TestReadQueryRefuses(t *testing.T) {
	for _, written := range []string{"alvo=LUA", "estado=X", "porta=X", "sort=X", "cultura=plástico", "busca=" + strings.Repeat("x", 101), "safra=%ff"} {
		query, err := url.ParseQuery(written)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := boardfile.ReadQuery(query); !trace.Is(err, trace.CodeBadParameter) {
			t.Errorf("%q: %v, want %s", written, err, trace.CodeBadParameter)
		}
	}
}
