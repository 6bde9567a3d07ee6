package intake

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/columns"
	"rastro/internal/columns/guess"
	"rastro/internal/intake"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// ColumnsMemory is what showing the columns of a file claims: the file is opened, and its first
// rows are read.
const ColumnsMemory = batchMemory

// AskForColumns shows what the columns of a file seem to mean.
func (c *Controller) AskForColumns(on *pagekit.Call) (pagekit.Reply, error) {
	job := c.job(on)
	if job == nil || job.busy() || !job.asks() {
		return c.jobGone(on)
	}
	return c.showColumns(on, job, &said{})
}

// asks reports whether a person may say what the columns of the file mean.
func (job *importJob) asks() bool {
	job.mu.Lock()
	defer job.mu.Unlock()
	return job.layout.guess != nil && job.state != jobWritten
}

// showColumns renders the page from what a person has said so far.
func (c *Controller) showColumns(on *pagekit.Call, job *importJob, s *said) (pagekit.Reply, error) {
	job.mu.Lock()
	defer job.mu.Unlock()
	v := newColumnsView(job, on, s)
	if err := v.preview(job, on.Lang); err != nil {
		if errors.Is(err, os.ErrClosed) { // another file took its place
			return pagekit.GoTo("/importar"), nil
		}
		return pagekit.Reply{}, err
	}
	status := http.StatusOK
	if v.Wrong != "" {
		status = http.StatusUnprocessableEntity
	}
	return pagekit.Reply{Page: "import_columns", View: v, Block: "columns", Status: status}, nil
}

// TakeColumns takes what a person says of the columns: it shows the page again, or checks the
// rows.
func (c *Controller) TakeColumns(on *pagekit.Call) (pagekit.Reply, error) {
	job := c.job(on)
	if job == nil || job.busy() || !job.asks() {
		return c.jobGone(on)
	}
	s := &said{name: strings.TrimSpace(on.Form.Get("nome"))}
	job.mu.Lock()
	err := job.hear(on.Form, s, on.Lang)
	job.mu.Unlock()
	switch {
	case err != nil && unreadableSheet(err):
		failed, _ := errors.AsType[*sheet.Error](err)
		s.wrong = capital(failed.Message(on.Lang))
	case err != nil:
		return pagekit.Reply{}, err
	}
	if on.Form.Get("acao") != "conferir" || s.stops() {
		return c.showColumns(on, job, s)
	}
	if s.name != "" {
		if err := c.saveLayout(on, job, s); err != nil {
			return pagekit.Reply{}, err
		}
		if s.stops() {
			return c.showColumns(on, job, s)
		}
	}
	job.mu.Lock()
	m := job.layout.draft
	job.layout.mapping, job.layout.applied = &m, false
	state := job.state
	job.mu.Unlock()
	by, still := on.Key, c.still(on)
	c.jobs.start(job, state, jobChecking, c.jobs.needs(job, intake.ImportValid), func(ctx context.Context) { job.check(ctx, c, by, still) })
	wait(on.Ctx, job)
	return pagekit.GoTo("/importar/" + job.id), nil
}

// saveLayout keeps what a person said under a name; one of that name is replaced.
func (c *Controller) saveLayout(on *pagekit.Call, job *importJob, s *said) error {
	id := ""
	if had, err := c.service.Mapping(on.Ctx, on.Key, s.name); err == nil {
		id = had.ID.String()
	} else if !trace.Is(err, trace.CodeNoMapping) {
		return err
	}
	job.mu.Lock()
	m := job.layout.draft
	job.mu.Unlock()
	saved, err := c.service.SaveMapping(on.Ctx, on.Key, id, s.name, m)
	if failed := trace.AsError(err); err != nil {
		if failed.Class() != trace.Unacceptable && failed.Class() != trace.Conflict {
			return err
		}
		s.wrong = on.ErrorText(failed)
		for _, p := range failed.Problems {
			s.wrong += " " + capital(p.Message.Fill(on.Lang, p.Args)) + "."
		}
		return nil
	}
	job.mu.Lock()
	job.layout.draft.Name = saved.Mapping.Name
	job.mu.Unlock()
	return nil
}

// said is what is wrong with what a person said.
type said struct {
	name    string
	wrong   string
	columns map[int]string
}

func (s *said) stops() bool { return s.wrong != "" || len(s.columns) > 0 }

func (s *said) wrongAt(at int, text string) {
	if s.columns == nil {
		s.columns = map[int]string{}
	}
	s.columns[at] = text
}

// hear reads the form into the draft. The caller holds the lock.
func (job *importJob) hear(form url.Values, s *said, l lang.Lang) error {
	before := job.layout.draft
	o := guess.Options{Named: form.Has("planilha"), Sheet: form.Get("planilha"), Chosen: map[int]guess.Choice{}}
	o.Header, _ = strconv.Atoi(form.Get("linha"))
	o.HeaderRows, _ = strconv.Atoi(form.Get("linhas"))
	if k, err := pagekit.KindOf(form.Get("tipo")); err == nil && !k.IsValidation() {
		o.Kind = k
	}
	same := (o.Kind == nil || o.Kind == job.kind) && (!o.Named || o.Sheet == before.Sheet) && (o.Header == 0 || o.Header == before.Header && o.HeaderRows == before.HeaderRows)
	taken := map[string]int{}
	for _, c := range before.Columns {
		choice := guess.Choice{Kind: before.Kind, Use: columns.Ignore}
		switch use := form.Get(at(c.At, "uso")); {
		case use == "extra":
			choice.Use = columns.Extra
		case strings.HasPrefix(use, "campo:"):
			choice.Use, choice.Field = columns.Field, strings.TrimPrefix(use, "campo:")
			if other, twice := taken[choice.Field]; twice && same {
				s.wrongAt(c.At, columnTexts["twice"].Fill(l, lang.Args{"coluna": letters(other)}))
			}
			taken[choice.Field] = c.At
		}
		o.Chosen[c.At] = choice
	}
	if err := job.lookAgain(o); err != nil {
		return err
	}
	draft := job.layout.guess.Mapping
	draft.Name, draft.Columns, draft.Constants = before.Name, slices.Clone(draft.Columns), nil
	if same {
		for i := range draft.Columns {
			hearColumn(&draft, &draft.Columns[i], form, s, l)
		}
	}
	job.hearConstants(&draft, form, s, l)
	draft.Sign()
	job.layout.draft = draft
	if !s.stops() {
		return draft.Check()
	}
	return nil
}

// at is the name of an input of a column.
func at(column int, name string) string { return "c" + strconv.Itoa(column) + "." + name }

// letters is what a spreadsheet calls a column.
func letters(column int) string { return strings.TrimRight(sheet.Address(column, 1), "0123456789") }

// hearColumn reads how a column is written, what it is joined with, and where it is split.
func hearColumn(draft *columns.Mapping, c *columns.Column, form url.Values, s *said, l lang.Lang) {
	get := func(name string) string { return form.Get(at(c.At, name)) }
	if c.Use == columns.Extra || c.Use == columns.Ignore || c.Use == columns.Part {
		return
	}
	if get("era") == c.Field { // otherwise what was asked was about another field
		if form.Has(at(c.At, "datas")) {
			c.Dates = columns.Dates(get("datas"))
		}
		if form.Has(at(c.At, "numeros")) {
			c.Numbers = columns.Numbers(get("numeros"))
		}
		if form.Has(at(c.At, "unidade")) {
			c.Unit = get("unidade")
		}
	}
	if with, err := strconv.Atoi(get("com")); err == nil {
		other := column(draft, with)
		if other == nil || with == c.At {
			s.wrongAt(c.At, columnTexts["badjoin"].In(l))
			return
		}
		c.Use, c.With, c.Separator = columns.Join, []int{with}, separators[get("sep")]
		*other = columns.Column{At: with, Header: other.Header, Use: columns.Part}
		return
	}
	if second := get("dividir"); second != "" {
		if get("divisor") == "" {
			s.wrongAt(c.At, columnTexts["nodivisor"].In(l))
			return
		}
		c.Use, c.Second, c.Separator = columns.Split, second, get("divisor")
	}
}

// separators stand between joined columns, by the name that the form gives them.
var separators = map[string]string{"": " ", "traco": "-", "barra": "/", "virgula": ", "}

// hearConstants reads the values that all rows have.
func (job *importJob) hearConstants(draft *columns.Mapping, form url.Values, s *said, l lang.Lang) {
	fields := sheet.Fields(job.kind)
	for i := range fields {
		f := &fields[i]
		value := strings.TrimSpace(form.Get("f." + f.Name))
		if value == "" && form.Get("novo.campo") == f.Name {
			value = strings.TrimSpace(form.Get("novo.valor"))
		}
		if value == "" || holds(draft, f.Name) {
			continue
		}
		draft.Constants = append(draft.Constants, columns.Constant{Field: f.Name, Value: value})
		if !draft.Takes(f.Name, value) {
			s.wrong = columnTexts["badvalue"].Fill(l, lang.Args{"valor": lang.Clip(value, 60), "campo": f.Label.In(l)})
		}
	}
}

// holds reports whether a column holds a field.
func holds(m *columns.Mapping, field string) bool {
	return slices.ContainsFunc(m.Columns, func(c columns.Column) bool { return c.Field == field || c.Second == field && field != "" })
}

// importableKinds are the kinds that a caller may import, by phase.
func importableKinds(by *trace.Key) []*kind.Kind {
	return slices.DeleteFunc(slices.Clone(kind.All), func(k *kind.Kind) bool { return importable(by, k) != nil })
}
