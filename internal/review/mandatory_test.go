package review_test

import (
	"fmt"
	"testing"

	"rastro/internal/catalogue"
	"rastro/internal/testkit/world"
	"rastro/internal/trace"
)

// Reviews read the catalogue once, and again after it changed.
func TestReviewsKeepTheCatalogue(t *testing.T) {
	w := world.New(t)
	w.Create(world.Planting, "S", `{"cultura":"soja"}`)
	if _, err := w.App.PutProfile(t.Context(), world.Everybody, trace.Envelope{HarvestID: "S", Payload: []byte(`{"cultura":"soja"}`)}, trace.AnyVersion, nil); err != nil {
		t.Fatal(err)
	}
	require := func(kindName string) {
		t.Helper()
		request, err := catalogue.ReadRequest(fmt.Appendf(nil, `{"cultura":"SOJA","etapa":"02","nome":%q,"tipoRegistro":%q,"obrigatoria":true}`, kindName, kindName))
		if err != nil {
			t.Fatal(err)
		}
		none := func([]trace.CropPhase) []byte { return nil }
		if _, err := w.App.CreatePhases(t.Context(), world.Everybody, []catalogue.Request{request}, nil, none); err != nil {
			t.Fatal(err)
		}
	}
	asked := func() int {
		t.Helper()
		found, err := w.App.Review(t.Context(), world.Everybody, "S", "")
		if err != nil {
			t.Fatal(err)
		}
		return len(found.Completeness.Present) + len(found.Completeness.Missing)
	}
	require("controleQualidade")
	before := asked()
	kept := w.App.Reviewer.CatalogueKept()
	if kept == 0 {
		t.Error("the required kinds are not kept")
	}
	require("plantioManejo")
	if after := asked(); after != before+1 {
		t.Errorf("%d steps are asked, then %d", before, after)
	}
	if again := w.App.Reviewer.CatalogueKept(); again <= kept {
		t.Errorf("revision %d is kept after %d", again, kept)
	}
}
