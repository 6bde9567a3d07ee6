package sheet

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"rastro/internal/kind"
	"rastro/internal/lang"
)

// column is a column of a file.
type column struct {
	header string
	field  *kind.Field // nil if the header is unknown
	near   string      // the names it may have meant
	bare   bool        // the header is just "Safra"
}

// aliases are other names of the columns before the fields: those that the console has
// on its own pages.
var aliases = map[string][]string{
	harvestID: {"Identificador da safra", "Identifier of the harvest", "Harvest identifier", "Harvest id", "Identificador de la cosecha", "Id da safra"},
	season:    {"Código da safra", "Code of the harvest", "Harvest code", "Código de la cosecha"},
}

// Columns names the columns of a kind's template, in order.
func Columns(k *kind.Kind) []string {
	var names []string
	for _, f := range templateFields(k) {
		names = append(names, f.Name)
	}
	return names
}

func templateFields(k *kind.Kind) []kind.Field { return slices.Concat(envelope, k.Fields) }

func exportFields(k *kind.Kind) []kind.Field { return slices.Concat(envelope, k.Fields, trailing) }

func signedFields(k *kind.Kind) []kind.Field { return slices.Concat(exportFields(k), signed) }

// headings finds columns by their headers: a field's exact name, or else its name or label in any
// language and spelling, unless two fields share it.
type headings struct {
	fields []kind.Field
	exact  map[string]*kind.Field
	loose  map[string]*kind.Field // nil: more than one
}

func newHeadings(k *kind.Kind) *headings {
	h := &headings{signedFields(k), map[string]*kind.Field{}, map[string]*kind.Field{}}
	for i := range h.fields {
		f := &h.fields[i]
		h.exact[f.Name] = f
		for _, name := range append([]string{f.Name, f.Label.PT, f.Label.EN, f.Label.ES}, aliases[f.Name]...) {
			key := squash(name)
			if other, taken := h.loose[key]; taken && other != f {
				f = nil
			}
			h.loose[key] = f
			f = &h.fields[i]
		}
	}
	return h
}

// squash folds a header and leaves letters and digits alone; a unit in brackets
// at its end does not count.
func squash(s string) string {
	s = lang.Fold(s)
	if open := strings.LastIndexAny(s, "(["); open > 0 && strings.IndexAny(s[open:], ")]") == len(s)-open-1 && len(s)-open <= 8 {
		s = s[:open]
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, s)
}

// find returns the field that a header means; nil if unknown.
func (h *headings) find(header string) *kind.Field {
	if header = strings.TrimSpace(header); len(header) > maxHeader {
		return nil
	}
	if f := h.exact[header]; f != nil {
		return f
	}
	return h.loose[squash(header)]
}

const (
	maxNear    = 3
	maxShown   = 60   // characters of someone's text that a message repeats
	nearEnough = 5    // edits, at most
	maxHeader  = 1000 // bytes; a longer text names no field
)

// near lists the names that a header may have meant, the nearest first; all of
// the kind's where none is near.
func (h *headings) near(header string) string {
	type candidate struct {
		name  string
		edits int
	}
	var found []candidate
	header = squash(lang.Clip(header, maxShown))
	for i := range h.fields {
		f := &h.fields[i]
		best := nearEnough
		for _, name := range []string{f.Name, f.Label.PT, f.Label.EN, f.Label.ES} {
			if edits := lang.Edits(header, squash(name), nearEnough); edits <= len(name)/2 {
				best = min(best, edits)
			}
		}
		if best < nearEnough {
			found = append(found, candidate{f.Name, best})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(a.edits, b.edits) })
	var names []string
	for _, c := range found[:min(len(found), maxNear)] {
		names = append(names, c.name)
	}
	if names == nil {
		return h.names(8)
	}
	return strings.Join(names, ", ")
}

// names lists the first names of the kind's columns.
func (h *headings) names(most int) string {
	var names []string
	for i := range h.fields[:min(most, len(h.fields))] {
		names = append(names, h.fields[i].Name)
	}
	if most < len(h.fields) {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}

// known counts the known headers.
func (h *headings) known(cells []Cell) int {
	n := 0
	for i := range cells {
		if h.find(cells[i].Shown()) != nil {
			n++
		}
	}
	return n
}

// columns reads the header. It fails if no header is known, if two mean the same field, or if there
// are too many.
func (h *headings) columns(cells []Cell, most int) ([]column, error) {
	var (
		all   []column
		seen  = map[string]string{}
		first []string
	)
	for i := range cells {
		c := &cells[i]
		header := strings.TrimSpace(c.Shown())
		if header == "" {
			continue
		}
		if c.Column >= most {
			return nil, tooManyColumns(most)
		}
		for len(all) <= c.Column {
			all = append(all, column{})
		}
		field := h.find(header)
		short := lang.Clip(header, maxShown)
		if len(first) < maxNear {
			first = append(first, short)
		}
		one := column{header: short, field: field, bare: isBare(header, field)}
		if one.bare {
			// Which one is meant is only known when all headers have been read.
		} else if field == nil {
			one.near = h.near(header)
		} else if other, twice := seen[field.Name]; twice {
			return nil, &Error{Reason: DuplicateColumn, Args: lang.Args{"coluna": other, "outra": letters(c.Column), "campo": field.Name}}
		} else {
			seen[field.Name] = letters(c.Column)
		}
		all[c.Column] = one
	}
	if err := h.settle(all, seen); err != nil {
		return nil, err
	}
	if len(seen) == 0 {
		return nil, &Error{Reason: NoKnownColumn, Args: lang.Args{"lido": strings.Join(first, ", "), "nomes": h.names(8)}}
	}
	return all, nil
}

// isBare reports whether a header is just "Safra", which may be the identifier or the code.
func isBare(header string, field *kind.Field) bool {
	return field != nil && field.Name == season && !strings.ContainsAny(header, "([") && slices.Contains(bareNames, squash(header))
}

var bareNames = []string{"safra", "harvest", "cosecha"}

// settle decides what a column with the bare header "Safra" is: the identifier, which every row
// needs, or the code if another column is the identifier.
func (h *headings) settle(all []column, seen map[string]string) error {
	for i := range all {
		if !all[i].bare {
			continue
		}
		name := harvestID
		if _, taken := seen[harvestID]; taken {
			name, all[i].bare = season, false
		}
		if other, twice := seen[name]; twice {
			return &Error{Reason: DuplicateColumn, Args: lang.Args{"coluna": other, "outra": letters(i), "campo": name}}
		}
		all[i].field, seen[name] = h.exact[name], letters(i)
	}
	return nil
}

// problem reports a value under an unknown header.
func (c *column) problem(at, line int) Problem {
	header := c.header
	if header == "" {
		header = letters(at)
	}
	return Problem{Address(at, line), header, UnknownColumn, lang.Args{"coluna": header, "nomes": c.near}}
}
