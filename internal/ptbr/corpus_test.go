package ptbr_test

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/lotlist"
	"rastro/internal/ptbr/words"
)

// example is a line of the corpus.
type example struct {
	line  int
	field string
	due   []string // reader=value
	text  string
}

func corpus(t testing.TB) []example {
	t.Helper()
	file, err := os.Open("testdata/corpus.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []example
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		if len(cells) != 3 {
			t.Fatalf("corpus.txt:%d: %d cells, want 3", n, len(cells))
		}
		all = append(all, example{n, cells[0], strings.Split(cells[1], "; "), cells[2]})
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// Every text in the corpus gives exactly the readings in the corpus.
func TestCorpus(t *testing.T) {
	all := corpus(t)
	if len(all) < 320 {
		t.Errorf("%d texts, want 320 or more", len(all))
	}
	for _, e := range all {
		if !isField(e.field) {
			t.Errorf("corpus.txt:%d: no field %s", e.line, e.field)
		}
		for _, due := range e.due {
			name, want, _ := strings.Cut(due, "=")
			read := readers[name]
			if read == nil {
				t.Errorf("corpus.txt:%d: no reader %q", e.line, name)
				continue
			}
			if got := read(e.text); got != want {
				t.Errorf("corpus.txt:%d: %s of %q = %q, want %q", e.line, name, e.text, got, want)
			}
		}
	}
}

func isField(name string) bool {
	kindName, field, _ := strings.Cut(name, ".")
	for _, k := range kind.All {
		if _, ok := k.Field(field); ok && k.Name == kindName {
			return true
		}
	}
	return false
}

// readers returns what the corpus contains for each reader.
var readers = map[string]func(string) string{
	"mass":     func(s string) string { return value(ptbr.Mass(s)) },
	"area":     func(s string) string { return value(ptbr.Area(s)) },
	"percent":  func(s string) string { return value(ptbr.Percent(s)) },
	"umidade":  func(s string) string { return value(ptbr.PercentOf(s, ptbr.Moisture)) },
	"impureza": func(s string) string { return value(ptbr.PercentOf(s, ptbr.Impurity)) },
	"density":  func(s string) string { return value(ptbr.GramsPerLitre(s)) },
	"celsius":  func(s string) string { return value(ptbr.Celsius(s)) },
	"hours":    func(s string) string { return value(ptbr.Hours(s)) },
	"dose": func(s string) string {
		q, reading := ptbr.Dose(s)
		return graded(quantity(q), reading)
	},
	"interval": func(s string) string {
		days, reading := ptbr.PreHarvestInterval(s)
		return graded(strconv.Itoa(days), reading)
	},
	"lab": func(s string) string {
		var all []string
		for _, f := range ptbr.Quantities(s) {
			if name := labelNames[f.Label]; name != "" {
				all = append(all, name+" "+quantity(f.Quantity))
			}
		}
		return list(all)
	},
	"date": func(s string) string {
		at, reading := ptbr.Date(s)
		m := ptbr.Moment{At: at, Precision: ptbr.ToTheMinute}
		if at.Hour() == 0 && at.Minute() == 0 {
			m.Precision = ptbr.ToTheDay
		}
		return graded(moment(m), reading)
	},
	"dates": func(s string) string {
		var all []string
		for _, m := range ptbr.Dates(s) {
			all = append(all, graded(moment(m), m.Reading))
		}
		return list(all)
	},
	"harvest": func(s string) string {
		first, last, reading := ptbr.Harvest(s)
		return graded(fmt.Sprintf("%d/%d", first, last), reading)
	},
	"cup":       func(s string) string { return term(words.Cup(s)) },
	"gm":        func(s string) string { return term(words.GMClaim(s)) },
	"input":     func(s string) string { return term(words.InputClasses.One(s)) },
	"result":    func(s string) string { return term(words.Result(s)) },
	"farming":   func(s string) string { return term(words.Farming.One(s)) },
	"certified": func(s string) string { return term(words.Certified.One(s)) },
	"custody":   func(s string) string { return term(words.Custody.One(s)) },
	"drying":    func(s string) string { return term(words.Dryings.One(s)) },
	"pathway":   func(s string) string { return term(words.Pathways.One(s)) },
	"transport": func(s string) string { return term(words.Transports.One(s)) },
	"crop":      func(s string) string { return term(words.Crops.One(s)) },
	"banned":    func(s string) string { return terms(words.BannedActives.All(s)) },
	"schemes":   func(s string) string { return terms(words.Schemes.All(s)) },
	"process":   func(s string) string { return terms(words.Processes.All(s)) },
	"training":  func(s string) string { return terms(words.Trainings.All(s)) },
	"lots":      func(s string) string { return list(lotlist.Split(s)) },
	"blend": func(s string) string {
		parts, reading := lotlist.Blend(s)
		var all []string
		for _, p := range parts {
			text := p.Lot
			if p.Unit != nil {
				text += " " + quantity(ptbr.Quantity{Value: p.Value, Unit: p.Unit})
			}
			all = append(all, text)
		}
		return graded(list(all), reading)
	},
}

var labelNames = map[ptbr.Label]string{
	ptbr.Several: "vários", ptbr.Moisture: "umidade", ptbr.Impurity: "impureza", ptbr.Damaged: "avariados", ptbr.Burnt: "queimados",
	ptbr.Sour: "ardidos", ptbr.SourBurnt: "ardidos+queimados", ptbr.Mouldy: "mofados", ptbr.Fermented: "fermentados",
	ptbr.Greenish: "esverdeados", ptbr.Broken: "quebrados", ptbr.Bored: "brocados", ptbr.Density: "densidade", ptbr.Defects: "defeitos",
	ptbr.OfficialType: "tipo", ptbr.Protein: "proteína", ptbr.Oil: "óleo", ptbr.AirHeat: "ar", ptbr.GrainHeat: "massa",
	ptbr.GMContent: "OGM",
}

// graded writes a value after its reading, which is omitted for Read.
func graded(value string, reading ptbr.Reading) string {
	switch reading {
	case ptbr.Read:
		return value
	case ptbr.Bare, ptbr.Ambiguous:
		return reading.String() + " " + value
	}
	return reading.String()
}

func value(v float64, reading ptbr.Reading) string { return graded(number(v), reading) }

// number writes a value without what floating point adds to it.
func number(v float64) string {
	short, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64)
	return strconv.FormatFloat(short, 'f', -1, 64)
}

func quantity(q ptbr.Quantity) string {
	text := number(q.Value)
	if q.Unit != nil {
		text += " " + q.Unit.Symbol
	}
	if q.Per != nil {
		text += "/" + q.Per.Symbol
	}
	return text
}

func moment(m ptbr.Moment) string {
	if m.Precision == ptbr.ToTheWeek {
		year, week := m.At.ISOWeek()
		return fmt.Sprintf("%d-W%02d", year, week)
	}
	layout := map[ptbr.Precision]string{ptbr.ToTheMonth: "2006-01", ptbr.ToTheDay: "2006-01-02"}[m.Precision]
	if layout == "" {
		layout = "2006-01-02T15:04"
	}
	if _, offset := m.At.Zone(); offset != -3*60*60 {
		layout += "Z07:00"
	}
	return m.At.Format(layout)
}

func term(t words.Term, reading ptbr.Reading) string { return graded(string(t), reading) }

func terms(all []words.Term) string {
	var names []string
	for _, t := range all {
		names = append(names, string(t))
	}
	return list(names)
}

func list(all []string) string {
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, ", ")
}
