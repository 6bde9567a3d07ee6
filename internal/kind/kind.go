// Package kind describes every record kind and phase as data, in one table per
// phase, and checks the shape of payloads against these tables. To add a kind, add
// a row: routes, forms and documents follow from it.
package kind

import (
	"slices"
	"strings"

	"rastro/internal/crop"
	"rastro/internal/lang"
)

// Kind is a record kind. The prefix identifies it, because two kinds are named controleQualidade.
type Kind struct {
	// Code is the number that the database stores. It never changes, and equals Number if there is
	// one; numbers missing from the published list stay free.
	Code int16
	// Name is the kind's name on the wire ("tipo").
	Name string
	// Prefix is the path below which its operations are served.
	Prefix string
	// Phase is the code of its phase; see Phases.
	Phase string
	// Number is its published number, "" for the validation.
	Number string
	// QueryUnknown marks the kinds whose create operation declares a query
	// parameter "unknown" instead of a body. They take the same body.
	QueryUnknown bool
	// Open marks the kinds whose payload the interface leaves open: their
	// Fields are what we propose, and an unknown field is not a finding.
	Open bool
	// Title names the kind for people.
	Title lang.Text
	// Synonyms are what people write above a table of such records: in a title, or as the name of a
	// sheet.
	Synonyms []string
	// About describes the record in one sentence.
	About lang.Text
	// Known are the fields by which people recognise a record of the kind, the most specific first:
	// see package title.
	Known  []string
	Fields []Field
	// Beside are fields that the interface does not have, and that we read if they are sent.
	// They take any shape.
	Beside []Field
	// Example is a payload a real user would send. Tests post it.
	Example string
}

// Field is one field of a payload.
type Field struct {
	Name  string
	Shape Shape
	// Label is the field's name in a form. Help explains in one sentence what to enter.
	Label lang.Text
	Help  lang.Text
	// Synonyms are other names that people give the column in their own spreadsheets, as
	// they write them: case, accents and punctuation do not count.
	Synonyms []string
	// Unit is the unit of a plain number, "" if it has none.
	Unit string
	// Measure is the unit in which a text of this field usually states its quantity, "" if there
	// is none.
	Measure string
	// Values are the known values of a text, for documents and forms. Others
	// are accepted.
	Values []string
	// Says is the field's meaning for lots: see Says.
	Says LotMeaning
	// Personal marks data that identifies a natural person (LGPD): never public, never in a log.
	Personal bool
	// Section is the part of a form that contains the field. The fields people usually fill in have
	// none, and come first.
	Section Section
	// Long marks a text that takes several lines.
	Long bool
	// Choice marks a text for which people choose one of Values, or write their own if none
	// fits.
	Choice bool
	// Pattern is the format of identifiers in the field; 0 if it has none of its own.
	Pattern Pattern
	// Only is the crop to which the field applies; "" for all.
	Only crop.Crop
	// Columns are the members of each object, for Objects.
	Columns []Field
	// SameAs names the field with the same meaning; "" for none. A form shows only that one.
	SameAs string
}

// Shape is the form of a field's JSON value.
type Shape uint8

const (
	// Text is a text. A number is taken as well and kept as sent.
	Text Shape = iota + 1
	// Date is a text that contains a date. It is graded, and never refused for its format.
	Date
	// DateTime is a text with a date and a time of day.
	DateTime
	// Number is a quantity: finite and not negative.
	Number
	// Plot is a plot of land in any form that geo reads: a list of plain numbers,
	// which may be negative, of positions, or a GeoJSON object.
	Plot
	// Texts is a list of texts (or numbers, as in Text).
	Texts
	// Quantity is a number, or a text with a number in it ("13,5 %").
	Quantity
	// TextOrTexts is a text or a list of texts.
	TextOrTexts
	// Objects is a list of objects, described by the field's help.
	Objects
)

// Field finds a field by name.
func (k *Kind) Field(name string) (Field, bool) {
	if i := k.FieldAt(name); i >= 0 {
		return k.Fields[i], true
	}
	return Field{}, false
}

// FieldAt returns the index of a field in Fields, -1 if the kind has no field of that name.
func (k *Kind) FieldAt(name string) int {
	for i := range k.Fields {
		if k.Fields[i].Name == name {
			return i
		}
	}
	return -1
}

// HasPlot reports whether a plot may be sent, which allows a larger body.
func (k *Kind) HasPlot() bool { return k.PlotField() != "" }

// PlotField returns the field that holds the plot; "" if the kind has none. No kind has two.
func (k *Kind) PlotField() string {
	for _, f := range k.Fields {
		if f.Shape == Plot {
			return f.Name
		}
	}
	return ""
}

// TypeName returns the kind's name as a type name in programs, or as a part of one. Two kinds share
// a name; the first word of their prefixes distinguishes them.
func (k *Kind) TypeName() string {
	name := capital(k.Name)
	for _, other := range All {
		if other != k && other.Name == k.Name {
			first, _, _ := strings.Cut(strings.Trim(k.Prefix, "/"), "/")
			return name + capital(first)
		}
	}
	return name
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// All lists every kind in the order of the phases and numbers. It is built once and must not be
// changed.
var All = concat(phase01, phase02, phase03, phase04, phase05, phase06, phase07, phase08, phase09, phase10)

// ByPrefix finds a kind, or the profile, by its path prefix; nil when there is none.
func ByPrefix(prefix string) *Kind {
	for _, k := range All {
		if k.Prefix == prefix {
			return k
		}
	}
	if prefix == Profiles {
		return Profile
	}
	return nil
}

// Named finds a kind by its prefix, with or without the first slash, or by its name if only one
// kind has it; nil if there is none, or several.
func Named(text string) *Kind {
	var found *Kind
	for _, k := range All {
		switch {
		case k.Prefix == text, k.Prefix == "/"+text && strings.Contains(text, "/"):
			return k
		case k.Name == text && found != nil:
			return nil
		case k.Name == text:
			found = k
		}
	}
	return found
}

// The kinds of journal entries that are not records of a harvest. They have no routes and no
// payload of their own.
var (
	KeyChange          = change(201, "apikey", "/apikey")
	PhaseChange        = change(202, "fase", "/fase") // of the phase catalogue
	RecallReport       = change(203, "recall", "/rastreio/recall")
	Settlement         = change(205, "titular", "/titular") // the owner of a code
	LogChange          = change(210, "log", "/log")         // of the log's name
	Person             = change(206, "pessoa", "/pessoa")
	SignIn             = change(211, "entrada", "/entrada")
	Role               = change(212, "papel", "/papel") // one that an organisation makes
	OrganizationChange = change(207, "organizacao", "/organizacoes")
	ShareChange        = change(208, "acesso", "/acessos") // what an organisation may do in a harvest
	Logo               = change(213, "logo", "/logo")
	Statement          = change(214, "declaracao", "/eudr/declaracoes") // filed with the EU for a lot
	MappingChange      = change(215, "mapeamento", "/importacoes/mapeamentos")
	ImportRun          = change(216, "importacao", "/importacoes")
	LinkChange         = change(220, "link", "/compartilhamentos") // a link with which a buyer reads a lot
	Reminder           = change(221, "lembrete", "/lembretes")     // what the passing of time alone brings about
	Webhook            = change(223, "webhook", "/webhooks")
)

// Changes are these kinds.
var Changes = []*Kind{KeyChange, PhaseChange, RecallReport, Settlement, LogChange, Person, SignIn, Role, OrganizationChange, ShareChange, Logo, Statement, MappingChange, ImportRun, LinkChange, Reminder, Webhook}

func change(code int16, name, prefix string) *Kind {
	return &Kind{Code: code, Name: name, Prefix: prefix, Phase: "00", Open: true}
}

// IsChange reports whether the kind is one of Changes and not a record kind.
func (k *Kind) IsChange() bool { return slices.Contains(Changes, k) }

// ByCode finds a kind, the profile or a note by its stored code, nil when there is none.
func ByCode(code int16) *Kind {
	for _, k := range append(All[:len(All):len(All)], Changes...) {
		if k.Code == code {
			return k
		}
	}
	if code == Profile.Code {
		return Profile
	}
	return nil
}

func concat(phases ...[]Kind) []*Kind {
	var all []*Kind
	for _, kinds := range phases {
		for i := range kinds {
			all = append(all, &kinds[i])
		}
	}
	return all
}

// IsValidation reports whether the kind is the validation.
func (k *Kind) IsValidation() bool { return k.Prefix == Validation }
