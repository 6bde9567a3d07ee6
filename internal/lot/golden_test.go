package lot_test

import (
	"slices"
	"strings"
	"testing"

	"rastro/internal/demo"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lot"
)

// goldenBalance computes the balance of a lot of the golden harvests, with one text replaced by
// another.
func goldenBalance(t *testing.T, code, old, new string) []string {
	t.Helper()
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]lot.Row{}
	replaced := old == ""
	for i, r := range records {
		payload := string(r.Payload)
		if !replaced && strings.Contains(payload, old) {
			payload, replaced = strings.Replace(payload, old, new, 1), true
		}
		k := kind.ByPrefix(r.Prefix)
		for _, row := range lot.Read(k, []byte(payload)).Rows() {
			row.ID[14], row.ID[15], row.Version, row.Kind, row.HarvestID = byte(i>>8), byte(i), 1, k.Code, r.HarvestID
			rows[row.Lot] = append(rows[row.Lot], row)
		}
	}
	if !replaced {
		t.Fatalf("no record has %s", old)
	}
	d := lot.NewDraft(kind.ByPrefix("/armazenamento/armazenamento").Code, 2026, 0)
	w := lot.Walk{Direction: lot.Back, Depth: -1, Source: held(rows)}
	if err := w.From([]string{code}, d.Add); err != nil {
		t.Fatal(err)
	}
	b := d.Balance()
	var found []string
	for _, a := range b.Accounts {
		for _, v := range a.Violations {
			found = append(found, v.Rule.ID)
		}
	}
	for _, s := range b.Steps {
		for _, v := range s.Violations {
			found = append(found, v.Rule.ID)
		}
	}
	slices.Sort(found)
	return found
}

// held maps lots to rows in memory.
type held map[string][]lot.Row

func (h held) Chunk(lots []string, fn func(*lot.Row)) (bool, error) {
	for _, l := range lots {
		for i := range h[l] {
			fn(&h[l][i])
		}
	}
	return true, nil
}

func (held) Each(string, lot.Role, lot.Role, lot.RowKey, bool, func(*lot.Row) error) error {
	return nil
}

func (held) Judge(r *lot.Row, d lot.Direction) (bool, []lot.Other) { return true, r.Leads(d) }

// The golden harvests balance, and each change causes exactly one violation.
func TestGoldenBalance(t *testing.T) {
	for _, c := range []struct{ name, lot, old, new, want string }{
		{"soy as it is", "MT25-S-001", "", "", ""},
		{"coffee as it is", "MG25-C-01", "", "", ""},
		{"more out of the dryer than dry matter allows", "MT25-S-001", `"umidadeEntrada":14.0`, `"umidadeEntrada":18.0`, "SAIDA_ACIMA_DA_MATERIA_SECA"},
		{"losses that do not close", "MT25-S-001", `"perdaTecnica":87`, `"perdaTecnica":870`, "BALANCO_NAO_FECHA"},
		{"more out of the plant than went in", "MT25-S-001", `"volumeFinal":"35.855 kg"`, `"volumeFinal":"36.855 kg"`, "SAIDA_ACIMA_DA_ENTRADA"},
		{"shipped more than there was", "MT25-S-001", `"volumeTransportado":35800`, `"volumeTransportado":37000`, "EMBARQUE_ACIMA_DO_DISPONIVEL"},
		{"a blend that is no whole", "MT25-S-001", `"blendagem":"Não houve"`, `"blendagem":"MT25-S-001 60%; X-9 45%"`, "BLENDAGEM_DIFERENTE_DE_100"},
		{"coffee: more out than in", "MG25-C-01", `"pesoSaida":6000`, `"pesoSaida":13000`, "BALANCO_NAO_FECHA SAIDA_ACIMA_DA_ENTRADA"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.Join(goldenBalance(t, c.lot, c.old, c.new), " "); got != c.want {
				t.Errorf("%s with %s: %q, want %q", c.lot, c.new, got, c.want)
			}
		})
	}
}

// The rules have distinct codes, and texts in three languages.
func TestViolationRules(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range lot.Rules {
		if r.ID == "" || seen[r.ID] || !r.In(finding.Balance).Message.Complete() {
			t.Errorf("rule %q: %+v", r.ID, r.In(finding.Balance))
		}
		seen[r.ID] = true
	}
}
