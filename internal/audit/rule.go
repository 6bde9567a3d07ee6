// Package audit grades what was written. A finding never blocks a write by
// itself: it goes back beside the record, and weighs when the harvest is
// validated. The rules are rows of a table.
package audit

import "rastro/internal/lang"

// Severity says how much a finding weighs.
type Severity string

// The severities, lightest first. In strict mode an Error refuses the write.
const (
	Info  Severity = "info"
	Alert Severity = "alerta"
	Error Severity = "erro"
)

// Rule is one row of the rule table.
type Rule struct {
	ID       string
	Severity Severity
	Message  lang.Text // with {placeholders} for a finding's Args
	// Hint follows the message when the finding has a {sugestao} to make.
	Hint lang.Text
	// Source says where the rule comes from.
	Source string
	// Kinds are the prefixes of the kinds that it looks at; nil: every kind.
	Kinds []string
	// Harvest: it looks at all the records of a harvest, not at one alone.
	Harvest bool
	// Trigger is a payload (or, of a harvest's rule, a list of records) that it
	// finds something in, Quiet a near one that it does not. They are shown in
	// the documents and run by the tests.
	Trigger, Quiet string
}

// The rules on one record.
var (
	UnknownField = Rule{
		ID: "CAMPO_DESCONHECIDO", Severity: Alert, Source: "the interface's payload tables",
		Message: lang.Text{
			PT: "campo desconhecido '{campo}'",
			EN: "unknown field '{campo}'",
			ES: "campo desconocido '{campo}'",
		},
		Hint: lang.Text{
			PT: "; talvez '{sugestao}'",
			EN: "; perhaps '{sugestao}'",
			ES: "; tal vez '{sugestao}'",
		},
	}

	ImpossibleDate = Rule{
		ID: "DATA_INEXISTENTE", Severity: Error, Source: "calendar",
		Message: lang.Text{
			PT: "'{valor}' tem forma de data, mas esse dia ou hora não existe; use AAAA-MM-DD ou DD/MM/AAAA",
			EN: "'{valor}' looks like a date, but there is no such day or time; use YYYY-MM-DD or DD/MM/YYYY",
			ES: "'{valor}' tiene forma de fecha, pero ese día u hora no existe; use AAAA-MM-DD o DD/MM/AAAA",
		},
	}

	UnreadableDate = Rule{
		ID: "DATA_ILEGIVEL", Severity: Alert, Source: "house rule",
		Message: lang.Text{
			PT: "não foi possível ler uma data em '{valor}'; use AAAA-MM-DD ou DD/MM/AAAA",
			EN: "no date can be read in '{valor}'; use YYYY-MM-DD or DD/MM/YYYY",
			ES: "no se pudo leer una fecha en '{valor}'; use AAAA-MM-DD o DD/MM/AAAA",
		},
	}
)

// Rules lists every rule.
var Rules = []*Rule{&UnknownField, &ImpossibleDate, &UnreadableDate}
