package record_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"rastro/internal/check/checktest"
	"rastro/internal/check/record"
	"rastro/internal/demo"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

func TestOneChangeOneFinding(t *testing.T) {
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	touched := map[string]bool{}
	for _, tc := range checktest.RecordChanges {
		at := slices.IndexFunc(records, func(r demo.Record) bool { return r.HarvestID == tc.Harvest && r.Prefix == tc.Prefix })
		k := kind.ByPrefix(tc.Prefix)
		if at < 0 || k == nil {
			t.Errorf("no record of %s in %s", tc.Prefix, tc.Harvest)
			continue
		}
		touched[tc.Prefix] = true
		before := ids(record.Grade(k, records[at].Payload, thisYear).Findings)
		payload := changed(t, records[at].Payload, tc.Member, tc.Value)
		if problems := k.Check(payload); problems != nil {
			t.Errorf("%s %s=%s is refused: %v", tc.Prefix, tc.Member, tc.Value, problems)
		}
		var got []string
		for _, f := range record.Grade(k, payload, thisYear).Findings {
			looksAt(t, f, k)
			if i := slices.Index(before, f.Rule.ID); i >= 0 {
				before = slices.Delete(before, i, i+1)
				continue
			}
			if f.Field != tc.Member && !strings.Contains(tc.Want, ",") && related[f.Rule.ID] == "" {
				t.Errorf("%s %s=%s: %s is on %s", tc.Prefix, tc.Member, tc.Value, f.Rule.ID, f.Field)
			}
			if f.Message(lang.PT) == "" {
				t.Errorf("%s says nothing", f.Rule.ID)
			}
			got = append(got, f.Rule.ID)
		}
		want := strings.Split(tc.Want, ", ")
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s %s=%s finds %q, want %q", tc.Prefix, tc.Member, tc.Value, got, want)
		}
	}
	for _, k := range kind.All {
		if !touched[k.Prefix] {
			t.Errorf("no change of %s", k.Prefix)
		}
	}
	if len(checktest.RecordChanges) < 100 {
		t.Errorf("%d changes, want 100 or more", len(checktest.RecordChanges))
	}
}

// related maps a rule that compares two fields to the other field that it mentions.
var related = map[string]string{
	"REPROVADO_SEM_MOTIVO": "naoConformidades", "TIPO_COB_MELHOR_QUE_OS_DEFEITOS": "tipoCob", "TRANSGENIA_CONTRADITORIA": "soja", "UMIDADE_SAIDA_MAIOR": "umidadeSaida",
	"BALANCO_NAO_FECHA": "pesoSaida", "UNIDADES_MISTURADAS": "pesoSaida", "UMIDADE_ALTA": "umidade",
}

func ids(findings []finding.Finding) []string {
	var list []string
	for _, f := range findings {
		list = append(list, f.Rule.ID)
	}
	return list
}

// changed sets or removes a member of a payload.
func changed(t *testing.T, payload []byte, member, value string) []byte {
	t.Helper()
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(payload, &members); err != nil {
		t.Fatal(err)
	}
	if members[member] = json.RawMessage(value); value == "" {
		delete(members, member)
	}
	out, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
