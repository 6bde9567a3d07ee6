package attach_test

import (
	"bytes"
	"slices"
	"testing"

	"rastro/internal/attach"
	"rastro/internal/attach/photo/phototest"
	"rastro/internal/kind"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// A review finds nothing in personal photos for readers who may not see them, because a finding
// would reveal them. Its findings on other photos are the same for everybody.
func TestAttackFindingsOfPersonalFiles(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		b := newBench(t, d)
		plan := kind.ByPrefix(kind.Plan)
		made, err := b.app.Create(t.Context(), everybody, plan, trace.Envelope{HarvestID: "S", Payload: []byte(`{"cultura":"SOJA","poligono":[-55.72,-12.55,-55.71,-12.54]}`)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		yes, no := true, false
		for i, up := range []attach.Upload{{Name: "casa.jpg", Personal: &yes}, {Name: "placa.jpg", Personal: &no}} {
			up.Body = bytes.NewReader(phototest.Shot{Lat: -12.9, Lon: -55.7, Seed: byte(i)}.JPEG(t))
			if _, err := b.app.Files.Attach(t.Context(), everybody, plan, made.Record.ID.String(), b.receive(up), trace.AnyVersion, nil); err != nil {
				t.Fatal(err)
			}
		}
		for _, tc := range []struct {
			by   *trace.Key
			want []string
		}{{everybody, []string{"casa.jpg", "placa.jpg"}}, {grader, []string{"placa.jpg"}}} {
			found, err := b.app.Review(t.Context(), tc.by, "S", "")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range found.Findings {
				if f.Rule.ID == "FOTO_FORA_DO_TALHAO" {
					got = append(got, f.Args["nome"])
				}
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("%s: %q, want %q", tc.by.Name, got, tc.want)
			}
		}
	})
}
