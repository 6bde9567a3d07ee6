package harvests_test

import (
	"strings"
	"testing"

	"rastro/internal/attach"
	"rastro/internal/harvests"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// attach attaches a file to a record of post-harvest.
func (s *site) attach(id trace.ID, text string) {
	s.Helper()
	file, err := s.app.Files.Receive(s.Context(), attach.Upload{Body: strings.NewReader("<nota>" + text + "</nota>")})
	if err == nil {
		defer file.Drop()
		_, err = s.app.Files.Attach(s.Context(), &s.root.Key, kind.ByPrefix(kind.PostHarvest), id.String(), file, trace.AnyVersion, nil)
	}
	if err != nil {
		s.Fatal(err)
	}
}

// A card is made again when another harvest has the same file.
func TestRememberedFiles(t *testing.T) {
	onBoth(t, harvests.Limits{}, func(t *testing.T, s *site) {
		kept := newMemory()
		one, two := s.create(kind.PostHarvest, "S-1", `{}`), s.create(kind.PostHarvest, "S-2", `{}`)
		s.attach(one, "1")
		for _, c := range []struct {
			what  string
			write func()
			made  int
		}{
			{"at first", func() {}, 1},
			{"after another harvest attached another file", func() { s.attach(two, "2") }, 1},
			{"after another harvest attached its file", func() { s.attach(two, "1") }, 2},
			{"again", func() {}, 2},
		} {
			c.write()
			if s.card("S-1", kept); kept.made != c.made {
				t.Errorf("%s: %d cards were made, want %d", c.what, kept.made, c.made)
			}
		}
		var told harvests.LotsAndLand
		told.Add(s.card("S-2", newMemory()))
		if other := s.create(kind.PostHarvest, "S-3", `{}`); !told.Concerns(s.card("S-1", kept)) || told.Concerns(s.card("S-3", newMemory())) {
			t.Errorf("the files of S-2 concern S-3 or not S-1: %v", other)
		}
	})
}
