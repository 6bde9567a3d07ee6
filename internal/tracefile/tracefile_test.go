package tracefile

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"rastro/internal/kind"
	"rastro/internal/lineage"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// Whatever a lot is called, each format stays valid, and a spreadsheet reads no cell as a formula.
func TestFormsHold(t *testing.T) {
	identification := kind.ByPrefix("/colheitaIdentificacaoProducao/identificacaoLote")
	for _, code := range []string{"A-1", `a"b`, "=1+1", "@SUM(A1)", "x\ny", "<b>&", "ç…", `\"`, "[[|]]"} {
		for i := range Formats {
			f := &Formats[i]
			var out bytes.Buffer
			w := f.Open(&out, lineage.Head{Lot: code, Direction: lineage.BothWays, At: time.Unix(0, 0)})
			node := &lineage.Node{Type: lineage.LotNode, Code: code, Known: true, On: lot.NoDays}
			edge := &lineage.Edge{From: "safra:" + code, To: node.Key(), Role: "identificacao", Kg: 1.5, OutKg: lot.Unknown, On: lot.NoDays, Record: trace.RecordRef{Kind: identification}}
			for _, err := range []error{w.Node(node), w.Edge(edge), w.End(lineage.End{Truncated: true, Next: "mais"})} {
				if err != nil {
					t.Fatalf("%s of %q: %v", f.Name, code, err)
				}
			}
			switch f.Media {
			case JSON, GeoJSON:
				if !json.Valid(out.Bytes()) {
					t.Errorf("%s of %q is not JSON: %s", f.Name, code, out.String())
				}
			case CSV:
				rows, err := csv.NewReader(&out).ReadAll()
				if err != nil || len(rows) != 4 {
					t.Fatalf("CSV of %q: %v, %v", code, rows, err)
				}
				for _, row := range rows {
					for _, cell := range row {
						if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
							t.Errorf("CSV of %q has a formula: %q", code, cell)
						}
					}
				}
			default:
				if lines := strings.Count(out.String(), "\n"); lines < 4 || strings.Contains(out.String(), "x\ny") {
					t.Errorf("%s of %q: %s", f.Name, code, out.String())
				}
			}
		}
	}
}

func TestFileName(t *testing.T) {
	for code, want := range map[string]string{"MT25-S-001": "rastreio-MT25-S-001.csv", `a/..\b"c`: "rastreio-a-..-b-c.csv", "ção": "rastreio---" + "--o.csv", "": "rastreio-.csv"} {
		if got := FileName("rastreio", code, ".csv"); got != want {
			t.Errorf("FileName of %q is %s, want %s", code, got, want)
		}
	}
}
