package tracefile

import (
	"encoding/hex"
	"io"
	"math"
	"strconv"
	"time"

	"rastro/internal/canon"
	"rastro/internal/lineage"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// jsonWriter writes a trace as one object: nodes as they come; edges, which are after them, are
// kept in blocks until then.
type jsonWriter struct {
	out   io.Writer
	node  []byte
	nodes int
	edges [][]byte
}

// nodeBlock is how much of the nodes is collected before it is written, edgeBlock the maximum size
// of a block of edges.
const (
	nodeBlock = 32 << 10
	edgeBlock = 256 << 10
)

func newJSON(out io.Writer, head lineage.Head) *jsonWriter {
	t := &jsonWriter{out: out}
	t.node = append(t.node, '{')
	if head.HarvestID != "" {
		t.node = append(t.node, `"safraId":`...)
		t.node = canon.AppendString(t.node, head.HarvestID)
	} else {
		t.node = append(t.node, `"lote":`...)
		t.node = canon.AppendString(t.node, head.Lot)
	}
	t.node = append(t.node, `,"direcao":"`...)
	t.node = append(t.node, head.Direction...)
	t.node = append(t.node, `","em":"`...)
	t.node = trace.AppendTime(t.node, head.At)
	t.node = append(t.node, `","nos":[`...)
	return t
}

// Node implements lineage.Sink.
func (t *jsonWriter) Node(n *lineage.Node) error {
	if t.nodes > 0 {
		t.node = append(t.node, ',')
	}
	t.nodes++
	t.node = appendNode(t.node, n)
	if len(t.node) < nodeBlock {
		return nil
	}
	_, err := t.out.Write(t.node)
	t.node = t.node[:0]
	return err
}

// Edge implements lineage.Sink.
func (t *jsonWriter) Edge(e *lineage.Edge) error {
	last := len(t.edges) - 1
	if last < 0 || len(t.edges[last]) > edgeBlock-1024 {
		t.edges = append(t.edges, make([]byte, 0, edgeBlock))
		last++
	}
	if last > 0 || len(t.edges[last]) > 0 {
		t.edges[last] = append(t.edges[last], ',')
	}
	t.edges[last] = appendEdge(t.edges[last], e)
	return nil
}

// End implements Writer.
func (t *jsonWriter) End(e lineage.End) error {
	if _, err := t.out.Write(append(t.node, `],"arestas":[`...)); err != nil {
		return err
	}
	for i, block := range t.edges {
		if _, err := t.out.Write(block); err != nil {
			return err
		}
		t.edges[i] = nil
	}
	tail := append([]byte(nil), `],"truncado":`...)
	tail = strconv.AppendBool(tail, e.Truncated)
	tail = append(tail, `,"restrito":`...)
	tail = strconv.AppendBool(tail, e.Restricted)
	tail = append(tail, `,"next":`...)
	if e.Next == "" {
		tail = append(tail, `null}`...)
	} else {
		tail = append(canon.AppendString(tail, e.Next), '}')
	}
	_, err := t.out.Write(tail)
	return err
}

func appendNode(dst []byte, n *lineage.Node) []byte {
	dst = append(dst, `{"chave":`...)
	dst = canon.AppendString(dst, n.Key())
	dst = append(dst, `,"tipo":"`...)
	dst = append(dst, n.Type...)
	dst = append(dst, `","codigo":`...)
	dst = canon.AppendString(dst, n.Code)
	switch n.Type {
	case lineage.LotNode:
		dst = appendLotNode(dst, n)
	case lineage.HarvestNode:
		dst = append(dst, `,"certificados":`...)
		dst = appendRefs(dst, n.Certificates)
		if n.Third {
			dst = append(dst, `,"terceiro":true`...)
		}
	case lineage.PlotNode:
		dst = append(dst, `,"safraId":`...)
		dst = canon.AppendString(dst, n.Plot.Record.HarvestID)
		dst = append(dst, `,"produtor":`...)
		dst = canon.AppendString(dst, n.Plot.Producer.Name)
		dst = append(dst, `,"geometria":`...)
		if n.Plot.Shape == nil { // the caller may not see it
			dst = append(dst, `null`...)
		} else {
			dst = append(dst, n.Plot.Shape.Geometry()...)
		}
	case lineage.PlaceNode:
		dst = append(dst, `,"detentor":`...)
		dst = canon.AppendString(dst, n.Holder)
	case lineage.ShipmentNode:
		dst = append(dst, `,"identificacao":`...)
		dst = canon.AppendString(dst, n.Name)
		dst = append(dst, `,"destino":`...)
		dst = canon.AppendString(dst, n.Destination)
		dst = append(dst, `,"detentor":`...)
		dst = canon.AppendString(dst, n.Holder)
		dst = append(dst, `,"safraId":`...)
		dst = canon.AppendString(dst, n.HarvestIDs[0])
		dst = appendDays(dst, n.On)
	}
	return append(dst, '}')
}

// appendLotNode appends what is known about a lot. Empty lists are left out, because a long trace
// has many lots.
func appendLotNode(dst []byte, n *lineage.Node) []byte {
	dst = append(dst, `,"nivel":`...)
	dst = strconv.AppendInt(dst, int64(n.Depth), 10)
	dst = append(dst, `,"conhecido":`...)
	dst = strconv.AppendBool(dst, n.Known)
	dst = append(dst, `,"safras":`...)
	dst = canon.AppendStrings(dst, n.HarvestIDs)
	dst = append(dst, `,"avisos":{"erro":`...)
	dst = strconv.AppendInt(dst, int64(n.Errors), 10)
	dst = append(dst, `,"alerta":`...)
	dst = strconv.AppendInt(dst, int64(n.Alerts), 10)
	dst = append(dst, '}')
	if len(n.Inspections) > 0 {
		dst = append(dst, `,"inspecoes":[`...)
		for i := range n.Inspections {
			one := &n.Inspections[i]
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, `{"registro":`...)
			dst = appendRef(dst, one.Record)
			dst = append(dst, `,"resultado":`...)
			dst = canon.AppendString(dst, one.Verdict.String())
			dst = append(dst, `,"relatorio":`...)
			dst = canon.AppendString(dst, one.Report)
			dst = append(appendDays(dst, one.On), '}')
		}
		dst = append(dst, ']')
	}
	if len(n.Documents) > 0 {
		dst = append(dst, `,"documentos":[`...)
		for i := range n.Documents {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, `{"registro":`...)
			dst = appendRef(dst, n.Documents[i].Record)
			dst = append(dst, `,"numero":`...)
			dst = append(canon.AppendString(dst, n.Documents[i].Number), '}')
		}
		dst = append(dst, ']')
	}
	if len(n.Samples) > 0 {
		dst = appendRefs(append(dst, `,"analises":`...), n.Samples)
	}
	if len(n.Validations) > 0 {
		dst = appendRefs(append(dst, `,"validacoes":`...), n.Validations)
	}
	if n.Truncated {
		dst = append(dst, `,"truncado":true`...)
	}
	if n.Disputed {
		dst = append(dst, `,"disputa":true`...)
	}
	if n.Restricted {
		dst = append(dst, `,"restrito":true`...)
	}
	return dst
}

func appendEdge(dst []byte, e *lineage.Edge) []byte {
	dst = append(dst, `{"de":`...)
	dst = canon.AppendString(dst, e.From)
	dst = append(dst, `,"para":`...)
	dst = canon.AppendString(dst, e.To)
	dst = append(dst, `,"papel":"`...)
	dst = append(dst, e.Role...)
	dst = append(dst, `","quantidadeKg":`...)
	dst = appendKg(dst, e.Kg)
	if lot.IsKnown(e.OutKg) {
		dst = appendKg(append(dst, `,"saidaKg":`...), e.OutKg)
	}
	if e.Share > 0 {
		dst = appendKg(append(dst, `,"percentual":`...), e.Share)
	}
	dst = appendDays(dst, e.On)
	if e.Third {
		dst = append(dst, `,"terceiro":true`...)
	}
	if e.Restricted {
		return append(appendForeign(dst, e), '}')
	}
	dst = append(dst, `,"registro":`...)
	return append(appendRef(dst, e.Record), '}')
}

// restricted replaces what is not shown.
const restricted = string(lineage.RestrictedNode)

// appendForeign appends the record of a stranger: its kind, and its place in the log.
func appendForeign(dst []byte, e *lineage.Edge) []byte {
	dst = append(dst, `,"restrito":true,"prova":`...)
	if e.Proof == nil {
		dst = append(dst, `null`...)
	} else {
		dst = append(dst, `{"posicao":`...)
		dst = strconv.AppendInt(dst, e.Proof.Index, 10)
		dst = append(dst, `,"folha":"`...)
		dst = append(hex.AppendEncode(dst, e.Proof.Leaf[:]), `"}`...)
	}
	dst = append(dst, `,"registro":{"prefixo":"`...)
	dst = append(dst, e.Record.Kind.Prefix...)
	return append(dst, `","id":"`+restricted+`","versao":0}`...)
}

func appendRef(dst []byte, r trace.RecordRef) []byte {
	dst = append(dst, `{"prefixo":"`...)
	dst = append(dst, r.Kind.Prefix...)
	dst = append(dst, `","id":"`...)
	dst = append(dst, r.ID.String()...)
	dst = append(dst, `","versao":`...)
	return append(strconv.AppendInt(dst, r.Version, 10), '}')
}

func appendRefs(dst []byte, refs []trace.RecordRef) []byte {
	dst = append(dst, '[')
	for i, r := range refs {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendRef(dst, r)
	}
	return append(dst, ']')
}

// appendKg appends a number to the gram; null if unknown.
func appendKg(dst []byte, v float64) []byte {
	if !lot.IsKnown(v) {
		return append(dst, `null`...)
	}
	return strconv.AppendFloat(dst, math.Round(v*1000)/1000, 'f', -1, 64)
}

// appendDays appends the members of a span of days; none if unknown.
func appendDays(dst []byte, on lot.Days) []byte {
	if !on.Known() {
		return dst
	}
	dst = append(dst, `,"inicio":"`...)
	dst = on.From.Time().AppendFormat(dst, time.DateOnly)
	dst = append(dst, `","fim":"`...)
	dst = on.To.Time().AppendFormat(dst, time.DateOnly)
	return append(dst, '"')
}
