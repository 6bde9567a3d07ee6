package public_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"rastro/internal/demo"
	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/public"
	"rastro/internal/testkit/world"
	"rastro/internal/trace"
)

// writeDemo writes a demonstration harvest except for the kinds left out, and
// returns the code of its validation.
func writeDemo(t *testing.T, w *world.World, harvestID string, without ...string) (code string) {
	t.Helper()
	if _, err := w.App.Bootstrap(t.Context(), "", ""); err != nil { // and the catalogue
		t.Fatal(err)
	}
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		k := kind.ByPrefix(r.Prefix)
		if r.HarvestID != harvestID || slices.Contains(without, k.Name) {
			continue
		}
		env := trace.Envelope{HarvestID: r.HarvestID, HarvestCode: r.Season, Payload: r.Payload}
		made, err := w.App.Create(t.Context(), world.Everybody, k, env, nil)
		if err != nil {
			t.Fatal(err)
		}
		code = made.Record.ValidationCode
	}
	return code
}

func TestPublicStory(t *testing.T) {
	w := world.New(t)
	code := writeDemo(t, w, "DEMO-SOJA-MT-2024-25", "aplicacaoInsumo", "documentacaoAduaneira")
	got, err := w.App.PublicValidation(t.Context(), code)
	if err != nil {
		t.Fatal(err)
	}
	if want := []public.Absent{{Phase: "02", Type: "aplicacaoInsumo"}, {Phase: "09", Type: "documentacaoAduaneira"}}; !slices.Equal(got.Absent, want) {
		t.Errorf("absent %+v, want %+v", got.Absent, want)
	}
	if m := got.Place.Municipalities; len(m) != 1 || m[0].Name != "Sorriso" || m[0].UF != "MT" || m[0].Code != "5107925" {
		t.Errorf("municipalities %+v", m)
	}
	if p := got.Place.Plots; len(p) != 1 || p[0] != (public.Position{Latitude: -12.55, Longitude: -55.72}) && p[0] != (public.Position{Latitude: -12.54, Longitude: -55.71}) {
		t.Errorf("plots %+v", p)
	}
	i := slices.IndexFunc(got.Chain, func(l public.Lot) bool { return l.Code == "MT25-S-001" })
	if i < 0 || !slices.Equal(got.Chain[i].From, []string{"MT25-S-001-CAMPO"}) || !slices.Contains(got.Chain[i].Destinations, "NLRTM") {
		t.Errorf("lots %+v", got.Chain)
	}
	phase := got.Phases[1]
	if phase.Phase != "02" || phase.Kinds[0].Type != "plantioManejo" || phase.Kinds[0].From != "2024-10" || phase.Kinds[0].To != "2024-10" {
		t.Errorf("phase %+v", phase)
	}
	if got.Until.Format("2006-01-02") <= w.Clock.Format("2006-01-02") {
		t.Errorf("the state changes at %s", got.Until)
	}
	shown, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	for _, hidden := range []string{"Ana", "Sorriso/MT", "-55.720000", "-55.71,", "123456/2024", "51250211", "ABC1C34", "0123456789ABCDEF"} {
		if strings.Contains(string(shown), hidden) {
			t.Errorf("%q is shown: %s", hidden, shown)
		}
	}
}

// A harvest that was never exported lacks nothing about export.
func TestPublicStoryAtHome(t *testing.T) {
	w := world.New(t)
	code := writeDemo(t, w, "DEMO-CAFE-MG-2025", "transporteExportacao", "documentacaoCargaExportacao", "documentacaoAduaneira", "certificadoConformidade", "inspecaoPreEmbarque")
	got, err := w.App.PublicValidation(t.Context(), code)
	if err != nil || len(got.Absent) != 0 {
		t.Errorf("absent %+v, %v", got.Absent, err)
	}
}

// The proof for strangers is valid, reveals nothing of the document, and does not exist before the
// log has the entry.
func TestPublicProof(t *testing.T) {
	w := world.New(t)
	v := w.Create(world.Validation, "S", `{"codigo":"PROVA","responsavel":"Maria Aparecida"}`)
	_, err := w.App.PublicProof(t.Context(), "prova")
	world.WantCode(t, "before it is logged", err, trace.CodeNotLogged)
	public, err := w.App.PublicValidation(t.Context(), "prova")
	if err != nil || public.Log.Index != nil {
		t.Errorf("before it is logged: %v, %v", public.Log, err)
	}
	if _, err := w.App.Integrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	proof, err := w.App.PublicProof(t.Context(), "prova")
	if err != nil {
		t.Fatal(err)
	}
	file, err := json.Marshal(proof)
	if err != nil {
		t.Fatal(err)
	}
	for _, hidden := range []string{"Maria", "documento", "sal\"", v.ID.String()} {
		if strings.Contains(string(file), hidden) {
			t.Errorf("%q is in the proof: %s", hidden, file)
		}
	}
	verifier, err := ledger.NewVerifier(w.App.VerifierKey())
	if err != nil {
		t.Fatal(err)
	}
	read, err := ledger.ReadProof(file)
	if err != nil || !read.Bare() {
		t.Fatalf("%+v, %v", read, err)
	}
	tree, err := read.Check(verifier)
	if err != nil {
		t.Fatal(err)
	}
	public, err = w.App.PublicValidation(t.Context(), "prova")
	if err != nil || public.Log.Index == nil || *public.Log.Index != proof.Index || public.Log.Size != tree.Size || public.Hash != proof.Hash ||
		!strings.Contains(proof.Checkpoint, public.Log.Root) {
		t.Errorf("%+v, %v", public.Log, err)
	}
	read.Hash = strings.Repeat("0", 64)
	if _, err := read.Check(verifier); err == nil {
		t.Error("another commitment holds as well")
	}
	_, err = w.App.PublicProof(t.Context(), "NADA")
	world.WantCode(t, "an unknown code", err, trace.CodeCodeNotFound)
}
