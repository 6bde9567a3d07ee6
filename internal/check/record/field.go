package record

import (
	"sync"

	"rastro/internal/brdoc"
	"rastro/internal/kind"
)

// row is a row of the field table: what is checked in a field of some kinds.
type row struct {
	kinds []string // prefixes
	field string
	// ids are the identifiers that are looked for. In addition, a valid CPF that leaves no doubt is
	// found in every text.
	ids brdoc.Set
	// label: of ids, those that count only with their label or mask, because a
	// bare number is more likely something else in this field.
	label brdoc.Set
	// crop: the text may name the crop.
	crop   bool
	read   reader  // of the value, before the checks
	checks []check // in their order
}

// reader reads a field's value once for all checks.
type reader func(*fact)

// check looks at one field of a payload.
type check func(*grader, *fact)

// field is a field of one kind, as the kind table and the field table have it.
type field struct {
	is       *kind.Field
	name     string
	pointer  string // from the record's root
	shape    kind.Shape
	values   []string
	personal bool

	ids, label brdoc.Set
	crop       bool
	read       reader
	checks     []check
}

// form is everything that grading knows about a kind.
type form struct {
	kind   *kind.Kind
	open   bool
	fields []field
	index  map[string]int
	checks []func(*grader) // of several fields together

	blanks sync.Pool // of *[]fact, to be filled in again
}

// blank returns the form's fields, empty; keep returns them to the pool.
func (f *form) blank() *[]fact {
	if kept, ok := f.blanks.Get().(*[]fact); ok {
		return kept
	}
	facts := make([]fact, len(f.fields))
	for i := range facts {
		facts[i].field = &f.fields[i]
	}
	return &facts
}

func (f *form) keep(facts *[]fact) {
	for i := range *facts {
		(*facts)[i] = fact{field: &f.fields[i]}
	}
	f.blanks.Put(facts)
}

// forms has the form of every kind.
var forms = makeForms()

func makeForms() map[*kind.Kind]*form {
	all := map[*kind.Kind]*form{}
	byPrefix := map[string]*form{}
	for _, k := range kind.All {
		f := &form{kind: k, open: k.Open, index: map[string]int{}}
		for i := range k.Fields {
			f.field(&k.Fields[i])
		}
		for i := range k.Beside {
			f.field(&k.Beside[i])
		}
		if k.HasPlot() {
			f.field(&kind.Field{Name: "geojson", Shape: kind.Plot})
		}
		all[k], byPrefix[k.Prefix] = f, f
	}
	for _, r := range fieldTable {
		for _, prefix := range r.kinds {
			byPrefix[prefix].add(r)
		}
	}
	for _, r := range kindTable {
		for _, prefix := range r.kinds {
			byPrefix[prefix].checks = append(byPrefix[prefix].checks, r.checks...)
		}
	}
	return all
}

func (f *form) field(from *kind.Field) {
	f.index[from.Name] = len(f.fields)
	f.fields = append(f.fields, field{
		is: from, name: from.Name, pointer: "/dados/" + from.Name, shape: from.Shape, values: from.Values, personal: from.Personal,
	})
}

// add puts a row of the field table into the form. A row for a field that the
// kind does not have is a mistake in the table: no program starts with it.
func (f *form) add(r row) {
	i, ok := f.index[r.field]
	if !ok || f.fields[i].ids != 0 || f.fields[i].crop || f.fields[i].read != nil || f.fields[i].checks != nil {
		panic("record: " + f.kind.Prefix + " has no field " + r.field + ", or it has two rows")
	}
	at := &f.fields[i]
	at.ids, at.label, at.crop, at.read, at.checks = r.ids, r.label, r.crop, r.read, r.checks
}
