package verdict

import (
	"slices"

	"rastro/internal/finding"
	"rastro/internal/lang"
)

// Readiness reports whether a harvest is ready for a market.
type Readiness struct {
	Target string      // as the wire spells it
	Gates  []GateCheck // in the order of Gates
	// Present counts the recorded steps, Total those that the market requires.
	Present, Total int
	// Summary counts the findings of a review for the market.
	Summary finding.Summary
}

// Narrow returns the verdict for a single market, as in a review for it.
func (v *Verdict) Narrow(target string) Verdict {
	out := *v
	out.Targets = nil
	if of, ok := v.For(target); ok {
		out.Summary, out.Present, out.Total = of.Summary, of.Present, of.Total
	}
	return out
}

// For returns the harvest's readiness for a market; false if it is unknown.
func (v *Verdict) For(target string) (*Readiness, bool) {
	at := slices.IndexFunc(v.Targets, func(r Readiness) bool { return r.Target == target })
	if at < 0 {
		return nil, false
	}
	return &v.Targets[at], true
}

// Shut counts the gates that are shut.
func (r *Readiness) Shut() int {
	n := 0
	for i := range r.Gates {
		if r.Gates[i].Passing() == Shut {
			n++
		}
	}
	return n
}

// Ready reports whether every gate is open.
func (r *Readiness) Ready() bool { return r.Shut() == 0 }

// Gate is a topic of a market's requirements.
type Gate string

// The gates.
const (
	Plot     Gate = "TALHAO"
	Land     Gate = "REGISTRO_RURAL"
	Lots     Gate = "LOTES"
	Mass     Gate = "MASSA"
	Papers   Gate = "DOCUMENTOS"
	Quality  Gate = "QUALIDADE"
	Supplier Gate = "FORNECEDOR"
)

// Gates lists the gates in display order.
var Gates = []Gate{Plot, Land, Lots, Mass, Papers, Quality, Supplier}

var gateNames = map[Gate]lang.Text{
	Plot:     {PT: "Talhões", EN: "Plots", ES: "Parcelas"},
	Land:     {PT: "Registro rural", EN: "Land registry", ES: "Registro rural"},
	Lots:     {PT: "Lotes", EN: "Lots", ES: "Lotes"},
	Mass:     {PT: "Massa", EN: "Mass", ES: "Masa"},
	Papers:   {PT: "Documentos", EN: "Documents", ES: "Documentos"},
	Quality:  {PT: "Qualidade", EN: "Quality", ES: "Calidad"},
	Supplier: {PT: "Fornecedor e comprador", EN: "Supplier and buyer", ES: "Proveedor y comprador"},
}

// Name returns the gate in words.
func (g Gate) Name() lang.Text { return gateNames[g] }

// GateCheck is a gate, and what keeps it shut.
type GateCheck struct {
	Gate  Gate
	Asked bool // the market requires it, or something is wrong with it
	Gaps  []Gap
}

// Passing is the state of a gate.
type Passing string

// The ways.
const (
	Open     Passing = "PASSA"
	Shut     Passing = "FALTA"
	NotAsked Passing = "NAO_SE_APLICA"
)

// Passing returns the state of the gate.
func (p *GateCheck) Passing() Passing {
	switch {
	case len(p.Gaps) > 0:
		return Shut
	case p.Asked:
		return Open
	}
	return NotAsked
}

// Gap is something missing or wrong, what to do about it, and where.
type Gap struct {
	Reason, Action lang.Text
	Who            string // who must act, as the API spells it
	Prefix, Field  string // the kind of record and its field
	Record         string // the record to correct; "" for a new one
}

// Sentence says what to do and why.
func (g *Gap) Sentence(l lang.Lang) string {
	action, reason := g.Action.In(l), g.Reason.In(l)
	if action == "" {
		return reason
	}
	return action + " (" + reason + ")"
}
