package tracefile

import (
	"encoding/csv"
	"encoding/hex"
	"io"
	"strconv"
	"strings"
	"time"

	"rastro/internal/lineage"
	"rastro/internal/lot"
)

// csvWriter writes a line for each node and each edge.
type csvWriter struct{ *csv.Writer }

func newCSV(out io.Writer) csvWriter {
	t := csvWriter{csv.NewWriter(out)}
	_ = t.Write([]string{"linha", "chave", "para", "papel", "quantidadeKg", "saidaKg", "percentual", "inicio", "fim", "prefixo", "id", "nome", "destino", "areaHa", "disputa", "posicaoNoLog", "folha"})
	return t
}

// cells keeps a spreadsheet from taking a text for a formula.
func cells(texts ...string) []string {
	for i, s := range texts {
		if s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) {
			texts[i] = "'" + s
		}
	}
	return texts
}

// Node implements lineage.Sink.
func (t csvWriter) Node(n *lineage.Node) error {
	name, area, from, to := n.Name, "", "", ""
	if n.Plot != nil {
		name, area = n.Plot.Producer.Name, strconv.FormatFloat(n.AreaHa, 'f', 4, 64)
	}
	if n.Type == lineage.ShipmentNode && n.On.Known() {
		from, to = n.On.From.Time().Format(time.DateOnly), n.On.To.Time().Format(time.DateOnly)
	}
	return t.Write(cells("no", n.Key(), "", "", "", "", "", from, to, "", "", name, n.Destination, area, mark(n.Disputed, n.Third, n.Restricted), "", ""))
}

// Edge implements lineage.Sink.
func (t csvWriter) Edge(e *lineage.Edge) error {
	kg := func(v float64) string {
		if !lot.IsKnown(v) {
			return ""
		}
		return string(appendKg(nil, v))
	}
	share, from, to := "", "", ""
	if e.Share > 0 {
		share = kg(e.Share)
	}
	if e.On.Known() {
		from, to = e.On.From.Time().Format(time.DateOnly), e.On.To.Time().Format(time.DateOnly)
	}
	id, place, leaf := e.Record.ID.String(), "", ""
	if e.Restricted {
		id = restricted
	}
	if e.Proof != nil {
		place, leaf = strconv.FormatInt(e.Proof.Index, 10), hex.EncodeToString(e.Proof.Leaf[:])
	}
	return t.Write(cells("aresta", e.From, e.To, e.Role, kg(e.Kg), kg(e.OutKg), share, from, to, e.Record.Kind.Prefix, id, "", "", "", mark(false, e.Third, e.Restricted), place, leaf))
}

// mark returns the text for the column of disputes: that a lot is in dispute, that a claim on it is
// someone else's, or that it is a stranger's.
func mark(disputed, third, foreign bool) string {
	switch {
	case foreign:
		return restricted
	case disputed:
		return "disputa"
	case third:
		return "terceiro"
	}
	return ""
}

// End implements Writer.
func (t csvWriter) End(e lineage.End) error {
	if e.Truncated {
		if err := t.Write(cells("truncado", e.Next, "", "", "", "", "", "", "", "", "", "", "", "", "", "", "")); err != nil {
			return err
		}
	}
	t.Flush()
	return t.Error()
}
