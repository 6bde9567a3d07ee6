// Package load determines whether a record is about a load of crop that is already registered: the
// weighbridge's sheet and the invoice of the same load come from different people, at different
// times, and both become an arrival.
package load

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/check/record"
	"rastro/internal/find/term"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
	"rastro/internal/trace"
)

// Load is what a record says about a load.
type Load struct {
	ID     trace.ID // of the record
	day    string
	clock  string // of the arrival; "" if not stated
	plates []string
	kilos  float64 // 0 if it is not certain
	keys   []string
	// invoiced: the record was made from an invoice, or names one. Its day is then that of the
	// invoice.
	invoiced bool
	// numbers are the numbers of invoices whose keys are unknown, and tickets those of weighbridge
	// tickets.
	numbers, tickets []string
	// tooLittleData: it has too little data to be recognised.
	tooLittleData bool
}

// The maximum difference between two weighings of one load. The weighing for the invoice is done at
// the farm.
const (
	sameKilos = 0.5  // kg: the same weighing, written twice
	nearKilos = 0.05 // of the larger
	// alikeKilos is the maximum difference at which a person must decide whether it is one load.
	// Two weighbridges differ by half a percent, and drying from 22 % to 14 % and cleaning reduce
	// the net weight by up to ten.
	alikeKilos = 0.10
	// twiceKilos is the maximum difference between two weighings of one load on two weighbridges.
	twiceKilos = 0.005
)

// onTheWay is how long a load may take from the invoice to the weighbridge.
const onTheWay = 3 * 24 * time.Hour

// maxText limits what is read of a member.
const maxText = 300

// Is reports whether the records of a kind are about loads.
func Is(k *kind.Kind) bool { return k != nil && k.Prefix == kind.Receiving }

// Of reads the load of a record; false if the record is not about one, or has too little data to
// recognise it. It reads only the kind, the id and the payload.
func Of(r *trace.Record) (l Load, ok bool) {
	if !Is(r.Kind) {
		return l, false
	}
	l.ID = r.ID
	canon.Each(string(r.Payload), func(name, value string) bool {
		text := textOf(value)
		switch _, declared := r.Kind.Declared(name); {
		case name == "dataHoraRecebimento":
			l.readMoment(text)
		case name == "veiculo":
			l.plates = identifiers(text, brdoc.Plate)
		case name == "volume":
			l.readMass(text)
		case name == record.TaxPapers:
			l.readPapers(text)
		case name == kind.LoadTicket:
			l.readTicket(text)
		case declared:
		default:
			l.readBeside(name, text)
		}
		return true
	})
	if l.invoiced {
		l.clock = "" // an invoice states when the load left, not when it arrived
	}
	return l, len(l.keys) > 0 || len(l.plates) > 0 && l.kilos > 0
}

// textOf returns a value as a text; "" if it has none.
func textOf(value string) string {
	switch canon.KindOf(value) {
	case '"':
		value = canon.Unquote(value)
	case '[':
		var parts []string
		canon.Each(value, func(_, one string) bool {
			if canon.KindOf(one) == '"' {
				parts = append(parts, canon.Unquote(one))
			}
			return true
		})
		return strings.Join(parts, "; ")
	case '0':
	default:
		return ""
	}
	return value[:min(len(value), maxText)]
}

func (l *Load) readMoment(text string) {
	for _, m := range ptbr.Dates(text) {
		if m.Reading != ptbr.Read || m.Precision < ptbr.ToTheDay {
			continue
		}
		if l.day = m.At.Format(time.DateOnly); m.Precision >= ptbr.ToTheMinute {
			l.clock = m.At.Format("15:04")
		}
		return
	}
}

func (l *Load) readMass(text string) {
	if m := lot.ReadMass(text); m.Known() || m.State == lot.Bare { // the field is in kg
		l.kilos = m.Value
	}
}

// anyYear is the last year that the key of an invoice can have. A year in the future is reported
// elsewhere.
const anyYear = 2099

// identifiers returns the valid identifiers of a type in a text.
func identifiers(text string, of brdoc.Type) (list []string) {
	for _, id := range brdoc.Scan(text, brdoc.Types(of), anyYear) {
		if id.Valid && !slices.Contains(list, id.Value) {
			list = append(list, id.Value)
		}
	}
	return list
}

// The words in people's names for columns of invoices and of weighbridge tickets.
var (
	invoiceWords = []string{"nf", "nfe", "nota", "danfe", "chave", "invoice", "factura"}
	ticketWords  = []string{"romaneio", "ticket", "tiquete", "tique"}
)

// readPapers reads the list of tax documents. A bare key or number is a spreadsheet's or a person's
// statement about the load; a line with more about a key was imported with the invoice.
func (l *Load) readPapers(text string) {
	for line := range strings.SplitSeq(text, "; ") {
		keys := identifiers(line, brdoc.NFe)
		if len(keys) == 0 {
			l.numbers = append(l.numbers, term.InvoiceNumbers(line)...)
			continue
		}
		l.keys = append(l.keys, keys...)
		l.invoiced = l.invoiced || strings.Trim(line, "0123456789 ") != ""
	}
}

// readTicket reads the number of a ticket. Programs print zeros before it, and spreadsheets lose them.
func (l *Load) readTicket(text string) {
	if text = strings.TrimLeft(lang.Fold(text), "0"); text != "" {
		l.tickets = append(l.tickets, text)
	}
}

// readBeside reads a member that the kind does not have: a spreadsheet column that somebody chose
// to keep.
func (l *Load) readBeside(name, text string) {
	if keys := identifiers(text, brdoc.NFe); len(keys) > 0 {
		l.keys = append(l.keys, keys...)
		return
	}
	parts := words(name)
	has := func(list []string) bool {
		return slices.ContainsFunc(parts, func(w string) bool { return slices.Contains(list, w) })
	}
	switch {
	case has(ticketWords):
		l.readTicket(text)
	case has(invoiceWords):
		l.numbers = append(l.numbers, term.InvoiceNumbers(text)...)
	}
}

// words returns the words in a member's name: "numeroNf" and "numero_nf" have two.
func words(name string) (list []string) {
	var spaced strings.Builder
	before := ' '
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(before) || !unicode.IsLetter(r) {
			spaced.WriteByte(' ')
		}
		if before = r; unicode.IsLetter(r) {
			spaced.WriteRune(r)
		}
	}
	return strings.Fields(lang.Fold(spaced.String()))
}

// Same reports whether two records are about one load: they name the same invoice, or the same day,
// lorry and weight. Differences have priority: an invoice may cover several journeys, and a lorry
// may come twice a day. A record that names several invoices, or an invoice and no weight, may be
// about anything.
func (l *Load) Same(other *Load) bool {
	if apart(l.plates, other.plates) || apart(l.tickets, other.tickets) || len(l.keys) > 1 || len(other.keys) > 1 {
		return false
	}
	far := math.Abs(l.kilos - other.kilos)
	near := l.kilos > 0 && other.kilos > 0 && far <= nearKilos*max(l.kilos, other.kilos)
	switch {
	case meet(l.keys, other.keys):
		return near && l.days(other) || l.bare() && other.bare()
	case len(l.keys) > 0 && len(other.keys) > 0:
		return false
	case meet(l.plates, other.plates) && near && l.days(other) && meet(l.allNumbers(), other.allNumbers()):
		return true
	}
	clocks := l.clock == "" || other.clock == "" || l.clock == other.clock
	return meet(l.plates, other.plates) && l.day != "" && l.day == other.day && clocks && l.kilos > 0 && far < sameKilos
}

// Alike reports whether two records may be about one load, which a person has to decide: they have
// the same day and lorry, and no distinguishing data. Either one was made from an invoice and the
// other at the weighbridge, with weights that drying explains; or both come from weighbridges, with
// weights as close as two weighbridges give. A lorry that comes twice a day is about equally full
// each time, so different clock times or tickets mean two loads.
func (l *Load) Alike(other *Load) bool {
	if l.Same(other) {
		return true
	}
	if len(l.keys) > 1 || len(other.keys) > 1 || len(l.keys) > 0 && len(other.keys) > 0 {
		return false
	}
	if apart(l.tickets, other.tickets) || apart(l.allNumbers(), other.allNumbers()) || !meet(l.plates, other.plates) {
		return false
	}
	within := alikeKilos
	if l.invoiced == other.invoiced {
		if within = twiceKilos; l.invoiced || l.clock != "" && other.clock != "" && l.clock != other.clock {
			return false
		}
	}
	return l.day != "" && l.day == other.day && l.kilos > 0 && other.kilos > 0 && l.far(other) <= within
}

// far returns how far the weights of two records are apart, as a part of the larger; 1 if one is unknown.
func (l *Load) far(other *Load) float64 {
	if l.kilos <= 0 || other.kilos <= 0 {
		return 1
	}
	return math.Abs(l.kilos-other.kilos) / max(l.kilos, other.kilos)
}

// bare reports whether a record says nothing about the load but its invoice.
func (l *Load) bare() bool { return l.kilos == 0 && len(l.plates) == 0 }

// days reports whether the days of two records fit one load: the same day, or that of the invoice
// and one soon after.
func (l *Load) days(other *Load) bool {
	if l.day == "" || other.day == "" || l.day == other.day {
		return true
	}
	a, errA := time.Parse(time.DateOnly, l.day)
	b, errB := time.Parse(time.DateOnly, other.day)
	return l.invoiced != other.invoiced && errA == nil && errB == nil && b.Sub(a).Abs() <= onTheWay
}

// allNumbers returns the numbers of invoices, including those whose keys are known.
func (l *Load) allNumbers() []string {
	list := slices.Clip(l.numbers)
	for _, key := range l.keys {
		list = append(list, numberOf(key))
	}
	return list
}

func meet(a, b []string) bool {
	return slices.ContainsFunc(a, func(one string) bool { return slices.Contains(b, one) })
}

// apart reports whether both have values, none of which are equal.
func apart(a, b []string) bool { return len(a) > 0 && len(b) > 0 && !meet(a, b) }
