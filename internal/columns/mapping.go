// Package columns reads spreadsheets that were not made for Rastro. A Mapping says what each
// column of a layout means, and Rows reads files of that layout through it, into the rows that
// an import takes. What a mapping leaves open is a problem of each cell that needs it: no value
// is guessed here. Package guess proposes mappings.
package columns

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ptbr"
	"rastro/internal/sheet"
)

// Use says what happens to a column.
type Use string

// The uses.
const (
	Field  Use = "campo"   // it is a field of the kind
	Extra  Use = "extra"   // it is kept under a name of its own
	Ignore Use = "ignorar" // it is not read
	Join   Use = "juntar"  // it is a field, together with the columns in With
	Part   Use = "parte"   // another column joins it
	Split  Use = "dividir" // it is two fields
)

// Numbers is how a column writes numbers.
type Numbers string

// The notations. An open one reads only numbers that have one reading.
const (
	OpenNumbers Numbers = ""
	Brazilian   Numbers = "br" // 1.234,5
	American    Numbers = "us" // 1,234.5
)

// Dates is how a column writes days.
type Dates string

// The orders. An open one reads only days that have one reading.
const (
	OpenDates Dates = ""
	DayFirst  Dates = "dma"
	MonthDay  Dates = "mda"
	YearFirst Dates = "amd"
	Serial    Dates = "serial" // the count of days that spreadsheets keep
	// Mixed is a column in which a program read days up to the 12th as months, and kept the others
	// as texts. Only days that cannot have been swapped are read.
	Mixed Dates = "mista"
)

// Fraction is the unit of a share that is written as a part of one: 0,135 for 13,5%.
const Fraction = "fração"

// Column is the meaning of a column.
type Column struct {
	At      int     `json:"coluna"` // from 0
	Header  string  `json:"cabecalho"`
	Use     Use     `json:"uso"`
	Field   string  `json:"campo,omitzero"` // of the kind; for an extra, the member's name
	Numbers Numbers `json:"numeros,omitzero"`
	Dates   Dates   `json:"datas,omitzero"`
	Unit    string  `json:"unidade,omitzero"`
	// With lists the columns that follow this one in a join, in order.
	With []int `json:"com,omitzero"`
	// Separator joins columns, or is where one is split.
	Separator string `json:"separador,omitzero"`
	// Pattern splits instead of Separator: its two groups are the two parts.
	Pattern string `json:"padrao,omitzero"`
	// Second is the field of the second part of a split.
	Second string `json:"segundo,omitzero"`
}

// Constant is a value that all rows have.
type Constant struct {
	Field string `json:"campo"`
	Value string `json:"valor"`
}

// Mapping says what the columns of a layout mean.
type Mapping struct {
	Version    int        `json:"versao"`
	Name       string     `json:"nome"`
	Kind       string     `json:"tipo"`              // its prefix
	Sheet      string     `json:"planilha,omitzero"` // its name; "" for any
	HeaderRows int        `json:"linhasCabecalho"`   // 1 or 2; 0 if the file has none
	Header     int        `json:"linha"`             // of the first, in the file that was looked at
	Signature  string     `json:"assinatura"`
	Columns    []Column   `json:"colunas"`
	Constants  []Constant `json:"constantes,omitzero"`
}

// Limits on a mapping.
const (
	CurrentVersion = 1
	MaxBytes       = 256 << 10
	maxName        = 120
	maxColumns     = 300
	maxConstants   = 50
	maxValue       = 1000
	maxPattern     = 200
	maxSeparator   = 8
	maxMember      = 100
	MaxHeader      = 200 // characters of a header that are kept
)

// Read reads a mapping from JSON. It is strict: an unknown member is an error, and so is anything
// that Check refuses.
func Read(data []byte) (*Mapping, error) {
	if len(data) > MaxBytes {
		return nil, bad("mais de " + strconv.Itoa(MaxBytes>>10) + " KiB")
	}
	var m Mapping
	if err := canon.Unmarshal(data, &m); err != nil {
		return nil, &sheet.Error{Reason: sheet.BadMapping, Args: lang.Args{"motivo": "JSON"}, Err: err}
	}
	if err := m.Check(); err != nil {
		return nil, err
	}
	return &m, nil
}

// Append writes the mapping as JSON that Read takes.
func (m *Mapping) Append(dst []byte) ([]byte, error) {
	text, err := canon.Marshal(m)
	return append(dst, text...), err
}

func bad(why string) error {
	return &sheet.Error{Reason: sheet.BadMapping, Args: lang.Args{"motivo": why}}
}

// Check says why a mapping cannot be used; nil if it can. One without a header cannot: nothing would
// tell another file from the one that it was made for.
func (m *Mapping) Check() error {
	if m.Bare() {
		return bad("linhasCabecalho, linha")
	}
	return m.CheckHere()
}

// Bare reports whether a file has no header: its first record is in the line of the header.
func (m *Mapping) Bare() bool { return m.HeaderRows == 0 }

// CheckHere is Check for a mapping that a person makes for the file at hand.
func (m *Mapping) CheckHere() error {
	k := kind.ByPrefix(m.Kind)
	switch {
	case m.Version != CurrentVersion:
		return bad("versao " + strconv.Itoa(m.Version))
	case k == nil || k == kind.Profile:
		return bad("tipo " + lang.Clip(m.Kind, maxName))
	case !utf8.ValidString(m.Name) || utf8.RuneCountInString(m.Name) > maxName:
		return bad("nome")
	case utf8.RuneCountInString(m.Sheet) > maxName:
		return bad("planilha")
	case m.HeaderRows < 0 || m.HeaderRows > 2 || m.Header < 1:
		return bad("linhasCabecalho, linha")
	case len(m.Columns) == 0 || len(m.Columns) > maxColumns:
		return bad("colunas")
	case len(m.Constants) > maxConstants:
		return bad("constantes")
	}
	c := checker{fields: fieldsOf(k), taken: map[string]bool{}, columns: map[int]*Column{}, joined: map[int]bool{}}
	for i := range m.Columns {
		if err := c.column(&m.Columns[i]); err != nil {
			return err
		}
	}
	if err := c.parts(); err != nil {
		return err
	}
	for _, constant := range m.Constants {
		if err := c.constant(constant); err != nil {
			return err
		}
	}
	if m.Signature != signature(m.headers()) {
		return bad("assinatura")
	}
	return nil
}

// fieldsOf has the fields of a kind by name.
func fieldsOf(k *kind.Kind) map[string]*kind.Field {
	all := map[string]*kind.Field{}
	fields := sheet.Fields(k)
	for i := range fields {
		all[fields[i].Name] = &fields[i]
	}
	return all
}

// checker checks the columns of a mapping against each other.
type checker struct {
	fields  map[string]*kind.Field
	taken   map[string]bool
	columns map[int]*Column
	joined  map[int]bool
}

func (c *checker) column(one *Column) error {
	where := func(what string) error { return bad("coluna " + strconv.Itoa(one.At) + ": " + what) }
	switch {
	case one.At < 0 || one.At >= maxColumns || c.columns[one.At] != nil:
		return where("coluna")
	case utf8.RuneCountInString(one.Header) > MaxHeader+1 || !utf8.ValidString(one.Header):
		return where("cabecalho")
	case !slices.Contains([]Numbers{OpenNumbers, Brazilian, American}, one.Numbers):
		return where("numeros")
	case !slices.Contains([]Dates{OpenDates, DayFirst, MonthDay, YearFirst, Serial, Mixed}, one.Dates):
		return where("datas")
	case len(one.Separator) > maxSeparator || len(one.Pattern) > maxPattern || len(one.With) > 5:
		return where("separador, padrao, com")
	}
	c.columns[one.At] = one
	names := []string{one.Field}
	switch one.Use {
	case Ignore, Part:
		return nil
	case Split:
		names = append(names, one.Second)
		if why := one.splits(); why != "" {
			return where(why)
		}
	case Join:
		for _, at := range one.With {
			if c.joined[at] || at == one.At {
				return where("com")
			}
			c.joined[at] = true
		}
	case Field, Extra:
	default:
		return where("uso")
	}
	return c.targets(one, names, where)
}

// targets checks what a column is read into.
func (c *checker) targets(one *Column, names []string, where func(string) error) error {
	for _, name := range names {
		f := c.fields[name]
		switch {
		case c.taken[name]:
			return where("campo " + name + " repetido")
		case one.Use == Extra && (f != nil || !isMember(name)), one.Use != Extra && f == nil:
			return where("campo " + lang.Clip(name, maxMember))
		case one.Unit != "" && one.Use != Extra && !Fits(f, one.Unit):
			return where("unidade " + lang.Clip(one.Unit, maxMember))
		}
		c.taken[name] = true
	}
	return nil
}

// splits says what is wrong with how a column is split; "" for nothing.
func (one *Column) splits() string {
	if (one.Separator == "") == (one.Pattern == "") {
		return "separador ou padrao"
	}
	if one.Pattern != "" {
		if _, ok := compile(one.Pattern); !ok {
			return "padrao"
		}
	}
	return ""
}

// parts checks that joins and the columns in them name each other.
func (c *checker) parts() error {
	for at := range c.joined {
		if one := c.columns[at]; one == nil || one.Use != Part {
			return bad(fmt.Sprintf("coluna %d: com", at))
		}
	}
	for at, one := range c.columns {
		if one.Use == Part && !c.joined[at] {
			return bad(fmt.Sprintf("coluna %d: parte", at))
		}
	}
	return nil
}

func (c *checker) constant(one Constant) error {
	f := c.fields[one.Field]
	if f == nil || c.taken[one.Field] || strings.TrimSpace(one.Value) == "" || len(one.Value) > maxValue || !utf8.ValidString(one.Value) {
		return bad("constante " + lang.Clip(one.Field, maxMember))
	}
	c.taken[one.Field] = true
	if !takes(f, one.Value) {
		return bad("constante " + one.Field)
	}
	return nil
}

// Takes reports whether a field of the mapping's kind can have a value in all rows.
func (m *Mapping) Takes(field, value string) bool {
	k := kind.ByPrefix(m.Kind)
	if k == nil {
		return false
	}
	f := fieldsOf(k)[field]
	return f != nil && len(value) <= maxValue && takes(f, value)
}

func takes(f *kind.Field, value string) bool {
	row := sheet.NewRow(1)
	put(row, f, &Column{Field: f.Name}, &sheet.Cell{Text: value})
	return len(row.Problems) == 0
}

// isMember reports whether an extra field may have a name.
func isMember(name string) bool {
	if name == "" || len(name) > maxMember || name == "id" || name == "dados" || name == "geojson" || name == kind.KeptColumns {
		return false
	}
	return strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// Member makes the name of an extra field from a header, one that nothing else in the mapping
// has: Peso bruto is pesoBruto.
func (m *Mapping) Member(header string, at int) string {
	const longest = 60
	name := ""
	for i, w := range strings.Fields(Fold(header)) {
		w = strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, w)
		if i > 0 && w != "" {
			w = strings.ToUpper(w[:1]) + w[1:]
		}
		if len(name)+len(w) <= longest {
			name += w
		}
	}
	if name == "" || name[0] <= '9' || !isMember(name) {
		name = "coluna" + strings.ToUpper(name[:min(1, len(name))]) + name[min(1, len(name)):]
	}
	if m.has(name, at) {
		name += strconv.Itoa(at + 1)
	}
	for m.has(name, at) {
		name += "x"
	}
	return name
}

// has reports whether a name is that of a field, or of another column.
func (m *Mapping) has(name string, at int) bool {
	if k := kind.ByPrefix(m.Kind); k != nil && fieldsOf(k)[name] != nil {
		return true
	}
	return slices.ContainsFunc(m.Columns, func(c Column) bool { return c.At != at && (c.Field == name || c.Second == name) })
}

// PerHectare ends the units of doses. As a unit by itself it is for cells that state the amount and
// leave the area to their header: 0,5 L.
const PerHectare = "/ha"

// Fits reports whether a field can be stated in a unit. A text without a unit of its own may
// contain a rate.
func Fits(f *kind.Field, unit string) bool {
	own := unitOf(f)
	if own == "" {
		return f.Shape == kind.Text && slices.Contains([]string{"L/ha", "mL/ha", "kg/ha", "g/ha", "t/ha", "sc/ha", PerHectare}, unit)
	}
	if unit == Fraction {
		return own == "%"
	}
	if unit == own {
		return true
	}
	_, _, how := ptbr.NumberIn(own, "1 "+unit)
	return how == ptbr.Read
}

// unitOf returns the unit in which a field states its quantity; "" if it has none.
func unitOf(f *kind.Field) string {
	if f.Unit != "" {
		return f.Unit
	}
	return f.Measure
}

// Sign sets the signature of the layout.
func (m *Mapping) Sign() { m.Signature = signature(m.headers()) }

func (m *Mapping) headers() []string {
	var all []string
	for i := range m.Columns {
		for len(all) <= m.Columns[i].At {
			all = append(all, "")
		}
		all[m.Columns[i].At] = m.Columns[i].Header
	}
	return all
}

// Signature identifies a layout: it is the same for two files with equal headers.
func Signature(headers []string) string { return signature(headers) }

func signature(headers []string) string {
	h := sha256.New()
	for i, header := range headers {
		if header != "" {
			fmt.Fprintf(h, "%d\x00%s\x00", i, Fold(header))
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
