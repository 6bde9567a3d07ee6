package storetest

import (
	"context"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lineage/recall"
	"rastro/internal/trace"
)

// respelledQuotes are sentences that quote "José Antônio Zqxwjvk-Conceição", who is named
// in a record, or its lot "ZQX-4242", in other spellings.
var respelledQuotes = map[string]string{
	"double spaces":    "queixa de José  Antônio   Zqxwjvk-Conceição",
	"line break":       "queixa de José\nAntônio\r\nZqxwjvk-Conceição",
	"hard spaces":      "queixa de José\u00a0Antônio\u202fZqxwjvk-Conceição",
	"zero width":       "queixa de Jo\u200bsé Antô\u200dnio Zqx\ufeffwjvk-Con\u2060ceição",
	"soft hyphen":      "queixa de José Antônio Zqxwjvk-Concei\u00adção",
	"upper case":       "queixa de JOSÉ ANTÔNIO ZQXWJVK-CONCEIÇÃO",
	"no accents":       "queixa de jose antonio zqxwjvk-conceicao",
	"decomposed":       "queixa de " + norm.NFD.String("José Antônio Zqxwjvk-Conceição"),
	"hard hyphen":      "queixa de José Antônio Zqxwjvk\u2011Conceição",
	"dash":             "queixa de José Antônio Zqxwjvk–Conceição",
	"minus":            "queixa de José Antônio Zqxwjvk−Conceição",
	"full width":       "queixa de Ｊｏｓé Antônio Zqxwjvk-Conceição",
	"all of them":      "(JOSE\u0301\u200b \n ANTO\u0302NIO ZQXWJVK\u2014CONCEICAO)",
	"lot, hard hyphen": "o lote zqx\u20114242",
	"lot, zero width":  "o lote Z\u200bQX-42\u200b42",
}

var respelledCases = []namedCase{
	{"an erasure finds quotes however they are spelled", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc, _ := shippedLots(t, s)
		create(t, svc, identification.Prefix, "S-2", `{"codigoLote":"B-2"}`)
		named := create(t, svc, identification.Prefix, "S-3", `{"responsavel":"José Antônio Zqxwjvk-Conceição","codigoLote":"ZQX-4242"}`)
		create(t, svc, identification.Prefix, "S-3", `{"codigoLote":"C-3"}`)
		notes := map[trace.ID]string{}
		for name, reason := range respelledQuotes {
			for _, lot := range []string{"B-2", "C-3"} { // of another harvest, and of the record's own
				report, err := svc.Recall(ctx, everybody, recall.Request{Reason: reason, Lots: []string{lot}})
				if err != nil {
					t.Fatal(err)
				}
				notes[report.ID] = name
			}
			settleAs(t, svc, reason)
		}
		kept, err := svc.Recall(ctx, everybody, recall.Request{Reason: "queixa de José Antônio da Silva, ZQX-42421", Lots: []string{"B-2"}})
		if err != nil {
			t.Fatal(err)
		}
		settleAs(t, svc, "queixa de José")
		if _, err := svc.Erase(ctx, everybody, named.Kind, named.ID.String(), "pedido do titular"); err != nil {
			t.Fatal(err)
		}
		for id, name := range notes {
			if got, err := svc.RecallOf(ctx, everybody, id.String()); err != nil || got.Reason != "" || !got.ReasonErased {
				t.Errorf("%s: the reason is %q, %v", name, got.Reason, err)
			}
		}
		if got, err := svc.RecallOf(ctx, everybody, kept.ID.String()); err != nil || got.Reason != kept.Reason {
			t.Errorf("a reason that does not quote the record became %q, %v", got.Reason, err)
		}
		left := 0
		err = s.EachNote(ctx, kind.Settlement, func(v *trace.Record) error {
			said := lang.FoldQuote(string(v.Payload))
			if strings.Contains(said, "zqx") {
				t.Errorf("a decision says %s", v.Payload)
			}
			if strings.Contains(said, "queixa de jose") {
				left++
			}
			return nil
		})
		if err != nil || left != 1 {
			t.Errorf("%d decisions keep their reason, %v; want 1", left, err)
		}
	}},
}
