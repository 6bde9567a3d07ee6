package harvest

import (
	"slices"
	"strings"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Target is a market with its own requirements.
type Target string

// The targets. Without one a harvest is compared with the phase catalogue alone.
const (
	EUDR     Target = "EUDR"       // the European Union's regulation on deforestation
	Export   Target = "EXPORTACAO" // sale abroad
	Domestic Target = "INTERNO"    // sale in the country
)

// Targets lists the targets.
var Targets = []Target{EUDR, Export, Domestic}

// TargetNames lists the targets as the wire spells them.
func TargetNames() string {
	names := make([]string, len(Targets))
	for i, t := range Targets {
		names[i] = string(t)
	}
	return strings.Join(names, ", ")
}

// ParseTarget reads a target in any case; "" means none.
func ParseTarget(s string) (Target, bool) {
	t := Target(strings.ToUpper(strings.TrimSpace(s)))
	return t, t == "" || slices.Contains(Targets, t)
}

// Who must act.
type Who string

// Those who write records.
const (
	Producer   Who = "produtor"
	Warehouse  Who = "armazem"
	Plant      Who = "industria"
	Exporter   Who = "exportador"
	Certifying Who = "certificadora"
)

// Completeness is how much of what a harvest needs is present.
type Completeness struct {
	Target           Target
	Present, Missing []Step
	Percent          int
	Next             []NextStep
}

// TargetReview is a review's result for one target: its completeness, and how many findings
// count for it.
type TargetReview struct {
	Completeness
	Summary finding.Summary
}

// Step is a requirement: a record of a kind, or a value in one of its fields. The reason says what
// was found or what is missing.
type Step struct {
	Kind   *kind.Kind
	Field  string
	Reason lang.Text
	Topic  Topic  // "" if the record itself is required
	Record string // of a missing step, the id of the record to correct; "" for a new one
}

// Topic is a subject of a target's requirements.
type Topic string

// The topics.
const (
	AboutPlots    Topic = "plots"
	AboutLand     Topic = "land" // the farm's register
	AboutDate     Topic = "date" // of production
	AboutLot      Topic = "lot"
	AboutMass     Topic = "mass"
	AboutBuyer    Topic = "buyer"
	AboutPapers   Topic = "papers"
	AboutForest   Topic = "forest"
	AboutLaw      Topic = "law"
	AboutProducer Topic = "producer"
)

// NextStep is the next thing to do.
type NextStep struct {
	Action lang.Text
	Prefix string
	Who    Who
}

// exportPhases are required only for a harvest that has a record of them, or that is to be
// exported: one that stays in the country is complete without.
var exportPhases = []string{"08", "09"}

// homePhases are the phases of a harvest that is sold within the country.
var homePhases = []string{"01", "02", "03", "04", "05", "06"}

// completeness compares the harvest with a target's requirements.
func (c *checker) completeness(target Target) Completeness {
	out := Completeness{Target: target, Present: []Step{}, Missing: []Step{}, Next: []NextStep{}}
	asked := c.asked(target)
	for _, k := range asked {
		switch n := c.Count(k); {
		case c.Filled(k) > 0:
			out.Present = append(out.Present, Step{Kind: k, Reason: fill(stepThere, lang.Args{"n": grouped(float64(n), 0).PT})})
			continue
		case n > 0:
			out.Missing = append(out.Missing, Step{Kind: k, Reason: stepEmpty, Record: c.Ref(c.anyOf(k.Prefix), "").ID})
		default:
			out.Missing = append(out.Missing, Step{Kind: k, Reason: stepAbsent})
		}
		out.Next = append(out.Next, NextStep{stepActions[k], k.Prefix, responsible(k)})
	}
	for i := range requirements {
		r := &requirements[i]
		if !slices.Contains(r.targets, target) {
			continue
		}
		step := Step{Kind: kind.ByPrefix(r.prefix), Field: r.field, Topic: r.topic}
		if c.Count(step.Kind) == 0 && slices.Contains(asked, step.Kind) {
			continue // the record itself is required
		}
		lacks, met := r.met(c)
		if met {
			step.Reason = r.found
			out.Present = append(out.Present, step)
			continue
		}
		step.Reason = r.missing
		// A planting may lack its plot if no plan has it. Then a new plan is requested.
		if lacks != noRecord && c.KindOf(lacks) == step.Kind {
			step.Record = c.Ref(lacks, "").ID
		}
		out.Missing = append(out.Missing, step)
		out.Next = append(out.Next, NextStep{r.action, r.prefix, r.who})
	}
	out.Percent = 100
	if all := len(out.Present) + len(out.Missing); all > 0 {
		out.Percent = 100 * len(out.Present) / all
	}
	return out
}

// asked returns the kinds that a target requires records of.
func (c *checker) asked(target Target) []*kind.Kind {
	mandatory, ok := c.o.Mandatory[c.crop]
	if !ok {
		mandatory = c.o.Mandatory[facts.OtherCrop]
	}
	return Asked(mandatory, func(k *kind.Kind) bool { return c.Count(k) > 0 }, target, Abroad(c.Profile.Targets))
}

// Abroad reports whether the targets that a profile names are markets abroad.
func Abroad(targets []string) bool {
	return slices.Contains(targets, string(Export)) || slices.Contains(targets, string(EUDR))
}

// Asked returns the kinds of which a target requires a record, in the order of the phases, given
// those that the catalogue requires and those that exist. A validation is not among them: it
// reports how complete the rest is. exports means that the harvest is for export.
func Asked(mandatory []*kind.Kind, has func(*kind.Kind) bool, target Target, exports bool) []*kind.Kind {
	exports = exports || target == Export || target == EUDR ||
		slices.ContainsFunc(kind.All, func(k *kind.Kind) bool { return slices.Contains(exportPhases, k.Phase) && has(k) })
	var asked []*kind.Kind
	for _, k := range kind.All {
		abroad := slices.Contains(exportPhases, k.Phase)
		due := slices.Contains(mandatory, k) && (exports || !abroad)
		switch target {
		case EUDR: // the regulation's requirements are on fields
			due = false
		case Export:
			due = due || abroad
		case Domestic:
			due = slices.Contains(mandatory, k) && slices.Contains(homePhases, k.Phase)
		}
		if due && !k.IsValidation() {
			asked = append(asked, k)
		}
	}
	return asked
}

// responsible returns who writes records of a kind.
func responsible(k *kind.Kind) Who {
	switch {
	case k.Name == "certificadoConformidade", k.Name == "inspecaoPreEmbarque", k.IsValidation():
		return Certifying
	case k.Phase >= "08":
		return Exporter
	case k.Phase == "07":
		return Plant
	case k.Phase == "06":
		return Warehouse
	}
	return Producer
}

var (
	stepThere  = lang.Text{PT: "{n} {n|registro|registros}", EN: "{n} {n|record|records}", ES: "{n} {n|registro|registros}"}
	stepAbsent = lang.Text{PT: "nenhum registro", EN: "no record", ES: "ningún registro"}
	stepEmpty  = lang.Text{PT: "só há registro em branco", EN: "only a blank record", ES: "solo hay registro en blanco"}
	stepAction = lang.Text{PT: "Registrar: {titulo}", EN: "Record: {titulo}", ES: "Registrar: {titulo}"}
)

// stepActions say what to do about a missing record, by kind.
var stepActions = func() map[*kind.Kind]lang.Text {
	all := map[*kind.Kind]lang.Text{}
	for _, k := range kind.All {
		all[k] = fillText(stepAction, "titulo", k.Title)
	}
	return all
}()

func fill(t lang.Text, args lang.Args) lang.Text {
	return lang.Text{PT: t.Fill(lang.PT, args), EN: t.Fill(lang.EN, args), ES: t.Fill(lang.ES, args)}
}

func fillText(t lang.Text, name string, value lang.Text) lang.Text {
	return lang.Text{
		PT: t.Fill(lang.PT, lang.Args{name: value.PT}), EN: t.Fill(lang.EN, lang.Args{name: value.EN}), ES: t.Fill(lang.ES, lang.Args{name: value.ES}),
	}
}
