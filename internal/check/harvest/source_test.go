package harvest_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/check/record"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// kept is a harvest in memory, with its surroundings. The method named in fails returns errAway.
type kept struct {
	entries  []facts.Entry
	lots     []string
	lotsLeft int
	claims   []harvest.RivalClaim
	fails    string
}

var errAway = errors.New("out of reach")

func (k *kept) err(method string) error {
	if k.fails == method {
		return errAway
	}
	return nil
}

func (k *kept) Records(_ context.Context, fn func(facts.Entry, []finding.Finding)) error {
	for _, e := range k.entries {
		fn(e, record.Grade(e.Kind, e.Payload, reviewYear).Findings)
	}
	return k.err("Records")
}

func (k *kept) Mandatory(context.Context) (map[string][]*kind.Kind, error) {
	return mandatoryKinds(), k.err("Mandatory")
}

func (k *kept) OtherLots(context.Context, *facts.Book) ([]string, int, error) {
	return k.lots, k.lotsLeft, k.err("OtherLots")
}

func (k *kept) OtherPlots(context.Context, *facts.Book) ([]harvest.OtherPlot, bool, error) {
	return nil, false, k.err("OtherPlots")
}

func (k *kept) HiddenLand(context.Context, *facts.Book) ([]harvest.HiddenLand, error) {
	return nil, k.err("HiddenLand")
}

func (k *kept) Land(context.Context, *facts.Book) (harvest.Land, error) {
	return harvest.Land{}, k.err("Land")
}

func (k *kept) OtherFiles(context.Context, *facts.Book) ([]harvest.OtherFile, error) {
	return nil, k.err("OtherFiles")
}

func (k *kept) Claims(context.Context, *facts.Book) ([]harvest.RivalClaim, error) {
	return k.claims, k.err("Claims")
}

// A review runs over what its source reads, and takes up what checking each record
// alone found.
func TestRunReadsItsSource(t *testing.T) {
	from := &kept{entries: changedHarvest(t, goldenHarvest(t, soyDemo), "recebimento", 0, "loteOrigem", `"GO24-S-7"`)}
	run := func() string {
		t.Helper()
		c, err := harvest.Run(t.Context(), from, reviewYear, "")
		if err != nil {
			t.Fatal(err)
		}
		if c.Completeness.Percent != 100 {
			t.Errorf("%d %% complete", c.Completeness.Percent)
		}
		return strings.TrimSpace(strings.TrimSuffix(rulesOf(c), "GEO_EXIGE_POLIGONO GEO_EXIGE_POLIGONO")) // of the golden records themselves
	}
	if got := run(); got != "LOTE_DESCONHECIDO" {
		t.Errorf("a lot that nobody knows: %q", got)
	}
	from.lots = []string{"GO24-S-7"}
	if got := run(); got != "" {
		t.Errorf("a lot of another harvest: %q", got)
	}
	from.claims = []harvest.RivalClaim{{Code: "MT25-S-001", Owned: true}}
	if got := run(); got != "LOTE_DISPUTADO" {
		t.Errorf("a lot that another party claims: %q", got)
	}
	from.claims, from.lotsLeft = nil, 3
	if got := run(); got != "LOTES_NAO_PROCURADOS" {
		t.Errorf("lots that were not looked for: %q", got)
	}
	from.lotsLeft = 0
	from.entries = changedHarvest(t, goldenHarvest(t, soyDemo), "recebimento", 0, "umidade", `"15,2%"`)
	if got := run(); got != "UMIDADE_ALTA" {
		t.Errorf("a finding on one record: %q", got)
	}
}

// If anything cannot be read, there is no review, rather than half of one.
func TestRunFailsWithItsSource(t *testing.T) {
	port := reflect.TypeFor[harvest.Source]()
	if n := port.NumMethod(); n > 12 {
		t.Errorf("the port has %d methods, want 12 at most", n)
	}
	for method := range port.Methods() {
		c, err := harvest.Run(t.Context(), &kept{entries: goldenHarvest(t, soyDemo), fails: method.Name}, reviewYear, harvest.EUDR)
		if !errors.Is(err, errAway) || string(c.AppendJSON(nil, lang.PT)) != string(harvest.Review{}.AppendJSON(nil, lang.PT)) {
			t.Errorf("%s fails: %v, %+v", method.Name, err, c)
		}
	}
}
