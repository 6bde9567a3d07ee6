package lineage

import (
	"strconv"

	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// NodeType is the type of a node of a trace, as on the wire.
type NodeType string

// The types.
const (
	LotNode      NodeType = "lote"
	HarvestNode  NodeType = "safra"
	PlotNode     NodeType = "talhao"
	PlaceNode    NodeType = "instalacao"
	ShipmentNode NodeType = "embarque"
	// RestrictedNode represents everything that strangers have.
	RestrictedNode NodeType = "restrito"
)

// Node is a node of a trace.
type Node struct {
	Type NodeType
	// Code is a lot's folded code, a harvest's id, a place's name, or the id of the
	// record of a plot or a shipment.
	Code string

	// Of a lot.
	Depth       int
	Known       bool     // some record states its origin
	HarvestIDs  []string // the harvests that it came out of directly; for a shipment, its own
	Inspections []Inspection
	Samples     []trace.RecordRef
	Documents   []Document
	Validations []trace.RecordRef
	Errors      int // findings on its records when they were written
	Alerts      int
	Truncated   bool // there is more than is shown
	Disputed    bool // a harvest that does not own it claims it
	Restricted  bool // only a stranger's step reaches it

	from, out OnceList // the harvests whose records identify or make it, and HarvestIDs
	last      [16]byte // the record that was counted last

	// Of a harvest.
	Certificates []trace.RecordRef
	// Third: it only claims what another harvest owns. Its plots are not shown.
	Third bool

	// Of a plot.
	Plot   *OriginPlot
	AreaHa float64 // 0 for none

	// For a place or a shipment: who recorded it; for a shipment also the carrier, the
	// destination and the time.
	Holder, Name, Destination string
	On                        lot.Days
}

// Inspection is the result of an inspection of a lot.
type Inspection struct {
	Record  trace.RecordRef
	On      lot.Days
	Verdict lot.Verdict
	Report  string
}

// Document is a paper that names a lot.
type Document struct {
	Record trace.RecordRef
	Number string
}

// Edge connects two nodes, and names the record that proves it.
type Edge struct {
	From, To string // keys of nodes
	Role     string
	// Kg is how much of the first went to the second, OutKg how much the second became
	// in all; NaN if unknown. Share is a blend's percentage, 0 for none.
	Kg, OutKg, Share float64
	On               lot.Days
	Record           trace.RecordRef
	// Third: the edge is a claim on a lot that another party owns.
	Third bool
	// Restricted: the record is a stranger's. Only its kind is shown and, once it is in the log,
	// the proof.
	Restricted bool
	Proof      *Proof
}

// Key names the node among all of a trace.
func (n *Node) Key() string { return string(n.Type) + ":" + n.Code }

func lotKey(code string) string        { return string(LotNode) + ":" + code }
func harvestKey(harvest string) string { return string(HarvestNode) + ":" + harvest }

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// RowRef names the record of a row.
func RowRef(r *lot.Row) trace.RecordRef {
	return trace.RecordRef{Kind: kind.ByCode(r.Kind), ID: trace.ID(r.ID), Version: r.Version, HarvestID: r.HarvestID}
}

// knownKg returns a mass of one lot, NaN if unknown.
func knownKg(m lot.Mass, among int) float64 {
	if !m.Known() || among > 1 {
		return lot.Unknown
	}
	return m.Value
}

func newEdge(r *lot.Row) Edge {
	return Edge{Role: roleName(r), Kg: lot.Unknown, OutKg: lot.Unknown, On: r.On, Record: RowRef(r), Restricted: foreign(r)}
}

// roleName returns an edge's role on the wire: the record's kind or, if the kind has several
// roles, which one.
func roleName(r *lot.Row) string {
	k := kind.ByCode(r.Kind)
	switch {
	case k == nil:
		return ""
	case k.Prefix == kind.Processing && (r.Role == lot.Produced || r.Role == lot.Consumed) && blends(r):
		return "blendagem"
	case k.Prefix == kind.StorageQuality, k.Prefix == kind.ProcessingQuality:
		return "mistura"
	case k.Prefix == kind.LotIdentification:
		return "identificacao"
	case k.Prefix == kind.Shipment:
		return "embarque"
	}
	return k.Name
}

func blends(r *lot.Row) bool {
	if r.Share > 0 || len(r.Others) > 1 {
		return true
	}
	for _, o := range r.Others {
		if o.Share > 0 {
			return true
		}
	}
	return false
}

func newLotNode(step *lot.Step) *Node {
	return &Node{Type: LotNode, Code: step.Lot, Depth: step.Depth, On: lot.NoDays}
}

// take adds what a row says about the lot on the path.
func (n *Node) take(r *lot.Row) {
	n.count(r)
	if r.Role > lot.Produced {
		return
	}
	n.Known = true
	n.from.Add(r.HarvestID)
	if r.Role == lot.Identified || len(r.Others) == 0 {
		n.out.Add(r.HarvestID)
		n.HarvestIDs = n.out.List
	}
}

// count adds the findings of a row's record; rows of one record mostly follow each
// other.
func (n *Node) count(r *lot.Row) {
	if r.ID == n.last {
		return
	}
	n.last = r.ID
	n.Errors += int(r.Errors)
	n.Alerts += int(r.Alerts)
}

// tell sets the facts shown for the lot.
func (n *Node) tell(facts []lot.Row, left bool) {
	n.Truncated = left
	for i := range facts {
		r := &facts[i]
		n.count(r)
		switch r.Role {
		case lot.Inspected:
			n.Inspections = append(n.Inspections, Inspection{RowRef(r), r.On, r.Verdict, r.Paper})
		case lot.Sampled:
			n.Samples = append(n.Samples, RowRef(r))
		case lot.Documented:
			n.Documents = append(n.Documents, Document{RowRef(r), r.Paper})
		case lot.Validated:
			n.Validations = append(n.Validations, RowRef(r))
		}
	}
}

func plotNode(p *OriginPlot) Node {
	return Node{Type: PlotNode, Code: p.Record.ID.String(), Plot: p, AreaHa: p.Shape.AreaHa, On: lot.NoDays}
}
