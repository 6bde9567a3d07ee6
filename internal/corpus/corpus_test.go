// Package corpus tests the readers of clerks' texts against a thousand sentences and their
// meanings: dates, quantities, identifiers, lots and results, and the findings that each sentence
// causes. docs/corpus.md has the figures.
package corpus_test

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rastro/internal/check/record"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/words"
)

// update makes the tests write the grammar's sentences and the figures.
var update = flag.Bool("update", false, "write the generated sentences, and the figures in docs/corpus.md")

const (
	sentencesFile = "testdata/sentences.txt"
	figuresFile   = "../../docs/corpus.md"
	thisYear      = 2025 // of the sentences
)

// sentence is a line of the corpus.
type sentence struct {
	line int
	kind *kind.Kind
	name string // kind.field
	text string
	due  []string // the expected readings
	// alerts are the correct findings; wrong says that the sentence itself is incorrect, so that
	// any finding is correct.
	alerts []string
	wrong  bool
}

func (s *sentence) field() string {
	_, field, _ := strings.Cut(s.name, ".")
	return field
}

func readSentences(t *testing.T) []sentence {
	t.Helper()
	file, err := os.Open(sentencesFile)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []sentence
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		if len(cells) != 3 {
			t.Fatalf("%s:%d: %d cells, want 3", sentencesFile, n, len(cells))
		}
		s := sentence{line: n, name: cells[0], text: cells[2], kind: kindOf(cells[0])}
		if s.kind == nil {
			t.Fatalf("%s:%d: no field %s", sentencesFile, n, s.name)
		}
		for _, due := range strings.Split(cells[1], "; ") {
			switch what, value, _ := strings.Cut(due, ":"); what {
			case "-":
			case "wrong":
				s.wrong = true
			case "alert":
				s.alerts = append(s.alerts, value)
			default:
				if categoryOf(what) == "" {
					t.Fatalf("%s:%d: no meaning %q", sentencesFile, n, what)
				}
				s.due = append(s.due, due)
			}
		}
		all = append(all, s)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// kindOf finds the kind of kind.field.
func kindOf(name string) *kind.Kind {
	kindName, field, _ := strings.Cut(name, ".")
	for _, k := range kind.All {
		if _, ok := k.Field(field); ok && k.Name == kindName {
			return k
		}
	}
	return nil
}

// The categories of meanings, in the order of the figures.
const (
	dates       = "dates"
	quantities  = "quantities"
	identifiers = "identifiers"
	lots        = "lots"
	results     = "results"
)

var categories = []string{dates, quantities, identifiers, lots, results}

// measures are the meanings of a laboratory text, by label.
var measures = map[ptbr.Label]string{
	ptbr.Moisture: "umidade", ptbr.Impurity: "impureza", ptbr.Damaged: "avariados", ptbr.Burnt: "queimados", ptbr.Sour: "ardidos",
	ptbr.SourBurnt: "ardidos+queimados", ptbr.Mouldy: "mofados", ptbr.Greenish: "esverdeados", ptbr.Broken: "quebrados", ptbr.Defects: "defeitos",
	ptbr.OfficialType: "tipo", ptbr.Protein: "proteína", ptbr.Oil: "óleo", ptbr.AirHeat: "ar", ptbr.GrainHeat: "massa", ptbr.Density: "densidade",
}

func categoryOf(what string) string {
	switch what {
	case "date", "year":
		return dates
	case "id":
		return identifiers
	case "lot":
		return lots
	case "result":
		return results
	case "kg", "ha", "pct", "dose", "days":
		return quantities
	}
	for _, name := range measures {
		if name == what {
			return quantities
		}
	}
	return ""
}

// payload returns the sentence in its field. A year is all people know of a coffee plantation.
func (s *sentence) payload(t *testing.T) []byte {
	t.Helper()
	f, _ := s.kind.Field(s.field())
	var value any = s.text
	if f.Shape == kind.Texts {
		value = []string{s.text}
	}
	members := map[string]any{s.field(): value}
	if slices.ContainsFunc(s.due, func(due string) bool { return strings.HasPrefix(due, "year:") }) {
		members["cultura"] = "CAFE"
	}
	text, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// read is everything that is read in a sentence, as the corpus writes it.
func (s *sentence) read(t *testing.T) (got []string, graded record.Graded) {
	t.Helper()
	payload := s.payload(t)
	graded = record.Grade(s.kind, payload, thisYear)
	got = append(s.dates(), s.quantities()...)
	for _, id := range graded.IDs {
		text := "id:" + id.Type.String() + " " + id.Value
		if !id.Valid {
			text += "!"
		}
		got = append(got, text)
	}
	for _, row := range lot.Read(s.kind, payload).Rows() {
		if s.inDoubt(row.Lot) {
			continue
		}
		got = append(got, "lot:"+row.Role.String()+" "+row.Lot)
	}
	if s.field() == "resultadoInspecao" {
		if term, reading := words.Result(s.text); reading == ptbr.Read {
			got = append(got, "result:"+string(term))
		}
	}
	return got, graded
}

// inDoubt reports whether a name is uncertain: then the clerk is told, and it represents what could
// not be read.
func (s *sentence) inDoubt(name string) (found bool) {
	lot.EachDoubt(s.text, func(part string) {
		folded := lot.Fold(part)
		found = found || folded != "" && strings.Contains(name, folded)
	})
	return found
}

func (s *sentence) dates() (got []string) {
	f, _ := s.kind.Field(s.field())
	isDate := f.Shape == kind.Date || f.Shape == kind.DateTime
	switch {
	case isDate:
	case f.Name == "registroLimpeza", f.Name == "notaFiscal", f.Name == "notaFiscalExportacao", f.Name == "comprovantePagamento":
	default:
		return nil
	}
	if at, reading := ptbr.Date(s.text); isDate && reading == ptbr.Read {
		m := ptbr.Moment{At: at, Precision: ptbr.ToTheDay}
		if at.Hour()+at.Minute() > 0 {
			m.Precision = ptbr.ToTheMinute
		}
		return []string{"date:" + momentText(m)}
	}
	if year, reading := ptbr.Year(s.text); f.Name == "dataPlantio" && reading == ptbr.Read {
		return []string{"year:" + strconv.Itoa(year)}
	}
	for _, m := range ptbr.Dates(s.text) {
		if m.Reading == ptbr.Read {
			got = append(got, "date:"+momentText(m))
		}
	}
	return got
}

func momentText(m ptbr.Moment) string {
	switch m.Precision {
	case ptbr.ToTheMonth:
		return m.At.Format("2006-01")
	case ptbr.ToTheWeek:
		year, week := m.At.ISOWeek()
		return fmt.Sprintf("%d-W%02d", year, week)
	case ptbr.ToTheDay:
		return m.At.Format("2006-01-02")
	}
	return m.At.Format("2006-01-02T15:04")
}

func (s *sentence) quantities() (got []string) {
	one := func(what string, value float64, reading ptbr.Reading) {
		if reading == ptbr.Read {
			got = append(got, what+":"+numberText(value))
		}
	}
	take := func(what string) func(float64, ptbr.Reading) {
		return func(value float64, reading ptbr.Reading) {
			if what != "pct" || !s.isLimit(value) {
				one(what, value, reading)
			}
		}
	}
	switch field := s.field(); field {
	case "volume", "volumeFinal", "pesoEntrada", "pesoSaida":
		if mass := s.mass(); mass.Known() {
			one("kg", mass.Value, ptbr.Read)
		}
	case "areaAplicada":
		take("ha")(ptbr.Area(s.text))
	case "umidade", "umidadeSaida":
		if s.kind.Prefix == kind.Harvesting {
			take("pct")(ptbr.FirstPercentOf(s.text, ptbr.Moisture))
			break
		}
		take("pct")(ptbr.PercentOf(s.text, ptbr.Moisture))
	case "umidadeEntrada":
		take("pct")(ptbr.FirstPercentOf(s.text, ptbr.Moisture))
	case "impureza":
		take("pct")(ptbr.PercentOf(s.text, ptbr.Impurity))
	case "dose":
		if q, reading := ptbr.Dose(s.text); reading == ptbr.Read {
			got = append(got, "dose:"+quantityText(q))
		}
		if days, reading := ptbr.PreHarvestInterval(s.text); reading == ptbr.Read {
			one("days", float64(days), reading)
		}
	case "analiseQualidade", "parametros":
		for _, f := range ptbr.Quantities(s.text) {
			if name := measures[f.Label]; name != "" && (f.Reading == ptbr.Read || f.Reading == ptbr.Bare) {
				one(name, f.Value, ptbr.Read)
			}
		}
	}
	return got
}

// mass returns what the lot graph counts for the sentence.
func (s *sentence) mass() lot.Masses {
	f, _ := s.kind.Field(s.field())
	value, _ := json.Marshal(s.text)
	return lot.FieldMasses(&f, string(value))
}

// isLimit reports whether a number is a limit. The checks and the balance do not treat it as a
// measurement.
func (s *sentence) isLimit(value float64) bool {
	return slices.ContainsFunc(ptbr.Quantities(s.text), func(f ptbr.Found) bool {
		return f.Value == value && (f.Bound == ptbr.AtMost || f.Bound == ptbr.Limit)
	})
}

// numberText writes a value without what floating point adds to it.
func numberText(v float64) string {
	short, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64)
	return strconv.FormatFloat(short, 'f', -1, 64)
}

func quantityText(q ptbr.Quantity) string {
	text := numberText(q.Value)
	if q.Unit != nil {
		text += " " + q.Unit.Symbol
	}
	if q.Per != nil {
		text += "/" + q.Per.Symbol
	}
	return text
}

// figures count the readings, by category.
type figures struct {
	meant, read, right map[string]int
	sentences          int
	falseAlerts        int
}

// count counts a sentence, and reports its wrong readings.
func (f *figures) count(t *testing.T, s *sentence) {
	t.Helper()
	got, graded := s.read(t)
	f.sentences++
	for _, due := range s.due {
		what, _, _ := strings.Cut(due, ":")
		f.meant[categoryOf(what)]++
	}
	left := slices.Clone(s.due)
	for _, reading := range got {
		what, _, _ := strings.Cut(reading, ":")
		category := categoryOf(what)
		f.read[category]++
		if at := slices.Index(left, reading); at >= 0 {
			left = slices.Delete(left, at, at+1)
			f.right[category]++
			continue
		}
		t.Errorf("%s:%d: %s %q: reads %q, which it does not mean: %q", sentencesFile, s.line, s.name, s.text, reading, s.due)
	}
	for _, missed := range left {
		t.Logf("%s:%d: %s %q: does not read %q", sentencesFile, s.line, s.name, s.text, missed)
	}
	f.alerts(t, s, graded.Findings)
}

// alerts counts a sentence that wrongly causes an error or an alert.
func (f *figures) alerts(t *testing.T, s *sentence, found []finding.Finding) {
	t.Helper()
	raised, unexpected := map[string]bool{}, false
	for _, one := range found {
		if one.Rule.Severity == finding.Info {
			continue
		}
		raised[one.Rule.ID] = true
		if !s.wrong && !slices.Contains(s.alerts, one.Rule.ID) {
			unexpected = true
			t.Logf("%s:%d: %s %q: false alert %s", sentencesFile, s.line, s.name, s.text, one.Rule.ID)
		}
	}
	if unexpected {
		f.falseAlerts++
	}
	for _, id := range s.alerts {
		if !raised[id] {
			t.Errorf("%s:%d: %s %q: does not raise %s", sentencesFile, s.line, s.name, s.text, id)
		}
	}
	if s.wrong && len(raised) == 0 {
		t.Errorf("%s:%d: %s %q: is wrong, and raises nothing", sentencesFile, s.line, s.name, s.text)
	}
}

func (f *figures) wrongReadings() (n int) {
	for _, category := range categories {
		n += f.read[category] - f.right[category]
	}
	return n
}

// table formats the figures for docs/corpus.md.
func (f *figures) table() string {
	var b strings.Builder
	b.WriteString("| Meanings | in the corpus | read | precision | recall |\n| --- | ---: | ---: | ---: | ---: |\n")
	for _, c := range categories {
		fmt.Fprintf(&b, "| %s | %d | %d | %s | %s |\n", c, f.meant[c], f.read[c], share(f.right[c], f.read[c]), share(f.right[c], f.meant[c]))
	}
	fmt.Fprintf(&b, "\nSentences: %d. False alerts: %d (%s). Wrong readings: %d.\n", f.sentences, f.falseAlerts, share(f.falseAlerts, f.sentences), f.wrongReadings())
	return b.String()
}

func share(part, of int) string {
	if of == 0 {
		return "–"
	}
	return strconv.FormatFloat(float64(part)/float64(of)*100, 'f', 1, 64) + " %"
}

// The figures of docs/corpus.md are those of the readers: one that reads less, or reads
// something wrong, fails here.
func TestFigures(t *testing.T) {
	f := figures{meant: map[string]int{}, read: map[string]int{}, right: map[string]int{}}
	all := readSentences(t)
	for i := range all {
		f.count(t, &all[i])
	}
	table := f.table()
	t.Logf("\n%s", table)
	if f.sentences < 1000 {
		t.Errorf("%d sentences, want 1000 or more", f.sentences)
	}
	if f.falseAlerts*100 > f.sentences {
		t.Errorf("%d false alerts in %d sentences, want 1 %% at most", f.falseAlerts, f.sentences)
	}
	document, err := os.ReadFile(figuresFile)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, begun := strings.Cut(string(document), figuresBegin)
	_, after, ended := strings.Cut(rest, figuresEnd)
	if !begun || !ended {
		t.Fatalf("%s has no place for the figures", figuresFile)
	}
	want := before + figuresBegin + "\n" + table + figuresEnd + after
	if want == string(document) {
		return
	}
	if !*update {
		t.Fatalf("%s does not say these figures; where they got better, run go test ./internal/corpus -run Figures -update", figuresFile)
	}
	if err := os.WriteFile(figuresFile, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

const (
	figuresBegin = "<!-- figures -->"
	figuresEnd   = "<!-- end of figures -->"
)
