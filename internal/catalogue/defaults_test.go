package catalogue

import (
	"math/rand/v2"
	"testing"
	"time"

	"rastro/internal/trace"
)

// step is a row of the agreed catalogue, written by hand.
type step struct {
	stage, name, number string
	order               int
	soy, coffee         bool // mandatory
}

var steps = []step{
	{"01", "planoCultivo", "01", 1, true, true},
	{"02", "plantioManejo", "02", 2, true, true},
	{"02", "aplicacaoInsumo", "03", 3, true, true},
	{"02", "maoDeObra", "04", 4, false, true},
	{"03", "colheita", "06", 6, true, true},
	{"03", "identificacaoLote", "07", 7, true, true},
	{"04", "beneficiamento", "10", 10, false, true},
	{"05", "documentacaoCarga", "14", 14, true, true},
	{"06", "recebimento", "15", 15, true, true},
	{"06", "armazenamento", "16", 16, true, true},
	{"06", "controleQualidade", "18", 18, true, true},
	{"07", "processamento", "19", 19, false, false},
	{"07", "controleQualidade", "21", 21, false, false},
	{"08", "transporteExportacao", "22", 22, true, true},
	{"08", "documentacaoCargaExportacao", "24", 24, true, true},
	{"09", "documentacaoAduaneira", "25", 25, true, true},
	{"09", "certificadoConformidade", "26", 26, true, true},
	{"09", "inspecaoPreEmbarque", "28", 28, false, false},
	{"10", "validacao", "", 100, true, true},
}

func catalogue(t *testing.T) []trace.CropPhase {
	t.Helper()
	all, err := Default(time.UnixMilli(1763172000123).UTC(), rand.NewChaCha8([32]byte{}))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestDefaultCatalogue(t *testing.T) {
	all := catalogue(t)
	if got, want := len(all), len(trace.Crops)*len(steps); got != want || want != 608 {
		t.Fatalf("%d rows, want %d", got, want)
	}
	for i, p := range all {
		crop, want := trace.Crops[i/len(steps)], steps[i%len(steps)]
		mandatory := want.soy // other crops follow soy
		if crop == trace.Coffee {
			mandatory = want.coffee
		}
		if p.Crop != crop || p.Stage != want.stage || p.Name != want.name || p.KindNumber != want.number ||
			p.KindName != want.name || p.Order != want.order || p.Required != mandatory {
			t.Errorf("row %d is %+v, want %+v of %s", i, p, want, crop)
		}
		if !p.Active || p.Deleted || p.Version != 1 || p.StageName == "" || !p.CreatedAt.Equal(p.UpdatedAt) || !p.ID.Time().Equal(p.CreatedAt) {
			t.Errorf("row %d is not as a new row is: %+v", i, p)
		}
	}
}

func TestDefaultCatalogueIsUnique(t *testing.T) {
	type key struct {
		crop        trace.Crop
		stage, name string
	}
	names, ids := map[key]bool{}, map[trace.ID]bool{}
	for _, p := range catalogue(t) {
		k := key{p.Crop, p.Stage, p.FoldedName()}
		if names[k] || ids[p.ID] {
			t.Errorf("%v or its id %s is there twice", k, p.ID)
		}
		names[k], ids[p.ID] = true, true
	}
}

// Every row is proved by its own kind: the stage distinguishes the two kinds that share a name.
func TestCatalogueRowsNameTheirKind(t *testing.T) {
	prefixes := map[string]string{}
	for _, p := range catalogue(t)[:len(steps)] {
		k := p.Kind()
		if k == nil || k.Phase != p.Stage || k.Number != p.KindNumber {
			t.Errorf("row %s/%s is proved by %+v", p.Stage, p.Name, k)
			continue
		}
		prefixes[p.Stage+" "+p.Name] = k.Prefix
	}
	for row, want := range map[string]string{
		"05 documentacaoCarga": "/transporteLogistico/documentacaoCarga",
		"06 controleQualidade": "/armazenamento/controleQualidade",
		"07 controleQualidade": "/processamento/controleQualidade",
		"10 validacao":         "/validacao",
	} {
		if got := prefixes[row]; got != want {
			t.Errorf("row %q is proved by %q, want %q", row, got, want)
		}
	}
	for _, p := range []trace.CropPhase{
		{Stage: "05", KindName: "controleQualidade"}, {Stage: "06", KindName: "nada"}, {Stage: "06"},
	} {
		if k := p.Kind(); k != nil {
			t.Errorf("row %+v is proved by %s, want nothing", p, k.Prefix)
		}
	}
}

func TestCatalogueNotes(t *testing.T) {
	for crop, byNumber := range notes {
		for number := range byNumber {
			known := false
			for _, s := range steps {
				known = known || s.number == number
			}
			if !known {
				t.Errorf("note of %s on record number %q, which does not exist", crop, number)
			}
		}
	}
	for _, p := range catalogue(t) {
		if got, want := p.Description, notes[p.Crop][p.KindNumber]; got != want {
			t.Errorf("%s %s: description %q, want %q", p.Crop, p.Name, got, want)
		}
	}
}
