package intake

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
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
	"rastro/internal/intake/mappings"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// ColumnsMemory is what showing the columns of a file claims: the file is opened, and its first
// rows are read.
const ColumnsMemory = batchMemory

// AskForColumns shows a guess for the columns of a file.
func (c *Controller) AskForColumns(on *pagekit.Call) (pagekit.Reply, error) {
	job := c.job(on)
	if job == nil || job.busy() || !job.asks() {
		return c.jobGone(on)
	}
	tab, err := on.OnceName()
	if err != nil {
		return pagekit.Reply{}, err
	}
	job.mu.Lock()
	defer job.mu.Unlock()
	return c.showColumns(on, job, &said{tab: tab, from: job.stamp()})
}

// asks reports whether a person may say what the file's columns mean.
func (job *importJob) asks() bool {
	job.mu.Lock()
	defer job.mu.Unlock()
	return job.layout.guess != nil && job.state != jobWritten
}

// showColumns renders the page from what a person has said so far. The caller holds the lock.
func (c *Controller) showColumns(on *pagekit.Call, job *importJob, s *said) (pagekit.Reply, error) {
	v := newColumnsView(job, on, s)
	if err := v.preview(job, on.Lang); err != nil {
		if errors.Is(err, os.ErrClosed) { // another file replaced it
			return pagekit.GoTo("/importar"), nil
		}
		return pagekit.Reply{}, err
	}
	status := http.StatusOK
	switch {
	case on.Partial(): // htmx shows no other answer
	case s.stale || s.replaces > 0:
		status = http.StatusConflict
	case v.Wrong != "":
		status = http.StatusUnprocessableEntity
	}
	return pagekit.Reply{Page: "import_columns", View: v, Block: "columns", Status: status}, nil
}

// TakeColumns processes a person's choices for the columns: it shows the page again, or checks the
// rows.
func (c *Controller) TakeColumns(on *pagekit.Call) (pagekit.Reply, error) {
	job := c.job(on)
	if job == nil || job.busy() || !job.asks() {
		return c.jobGone(on)
	}
	s := &said{heard: true, name: strings.TrimSpace(on.Form.Get("nome")), tab: on.Form.Get("aba")}
	switch {
	case on.Form.Get("acao") == "renomear": // the answer to a name that is taken
		s.name = strings.TrimSpace(on.Form.Get("outro"))
		s.checks = true
	case on.Form.Has("substituir"), on.Form.Get("acao") == "conferir":
		s.checks = true
	}
	shown, err := c.hear(on, job, s)
	if shown != nil || err != nil {
		return *cmp.Or(shown, &pagekit.Reply{}), err
	}
	if s.name != "" && !s.mapping.Bare() {
		if err := c.planLayout(on, s); err != nil {
			return pagekit.Reply{}, err
		}
	}
	job.mu.Lock()
	if s.stops() {
		defer job.mu.Unlock()
		s.from = job.stamp()
		return c.showColumns(on, job, s)
	}
	job.layout.mapping, job.layout.applied, job.layout.plan = &s.mapping, false, s.plan
	state := job.state
	job.mu.Unlock()
	by, still := on.Key, c.still(on)
	c.jobs.start(job, state, jobChecking, c.jobs.needs(job, intake.ImportValid), func(ctx context.Context) { job.check(ctx, c, by, still) })
	wait(on.Ctx, job)
	return pagekit.GoTo("/importar/" + job.id), nil
}

// hear applies a form, unless it contains mistakes or another tab has changed the choices since the
// form was made. Then the page shows the form's choices, and the file stays as it was; sending the
// form again applies it. hear returns what to show; nil if the rows are to be checked.
func (c *Controller) hear(on *pagekit.Call, job *importJob, s *said) (*pagekit.Reply, error) {
	job.mu.Lock()
	defer job.mu.Unlock()
	was, kindWas := job.layout, job.kind
	s.from = job.stamp()
	s.stale = on.Form.Has("de") && on.Form.Get("de") != s.from && job.layout.tab != s.tab
	err := job.hear(on.Form, s, on.Lang)
	switch {
	case err != nil && unreadableSheet(err):
		failed, _ := errors.AsType[*sheet.Error](err)
		s.wrong = capital(failed.Message(on.Lang))
	case err != nil:
		job.layout, job.kind = was, kindWas
		return nil, err
	}
	if refused := mayNot(on, job.kind); refused != "" && s.wrong == "" && s.checks {
		s.wrong = refused
	}
	if s.stops() {
		shown, err := c.showColumns(on, job, s)
		job.layout, job.kind = was, kindWas
		return &shown, err
	}
	if named := job.layout.draft; s.name == "" || nameFits(&named, s.name) {
		job.layout.draft.Name = s.name
	}
	job.layout.tab, s.from, s.mapping, s.first = s.tab, job.stamp(), job.layout.draft, job.layout.first
	if s.checks {
		return nil, nil
	}
	shown, err := c.showColumns(on, job, s)
	return &shown, err
}

// stamp identifies the state of the choices for the columns. The caller holds the lock.
func (job *importJob) stamp() string {
	text, err := job.layout.draft.Append(nil)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// nameFits reports whether a mapping can have a name.
func nameFits(m *columns.Mapping, name string) bool {
	m.Name = name
	return m.Check() == nil
}

// planLayout determines how a person's choices are to be saved under their name after the rows are
// written; nothing is saved before. A layout that the file was read with is corrected. Any other
// layout of that name is replaced only if the person said so, and it is still the one that the
// question was about.
func (c *Controller) planLayout(on *pagekit.Call, s *said) error {
	had, err := c.service.Mapping(on.Ctx, on.Key, s.name)
	switch {
	case err == nil:
		same := sameLayout(*had.Mapping, s.mapping)
		own := s.first.Known && s.first.Mapping.Name == had.Mapping.Name && sameLayout(*had.Mapping, s.first.Mapping)
		if !same && !own && on.Form.Get("substituir") != strconv.FormatInt(had.Version, 10) {
			s.replaces = had.Version
			s.free, err = c.freeName(on, had.Mapping.Name)
			return err
		}
		s.plan = layoutPlan{name: s.name, id: had.ID.String(), version: had.Version, changes: !same}
	case trace.Is(err, trace.CodeNoMapping):
		s.plan = layoutPlan{name: s.name}
	default:
		return err
	}
	if _, err = mappings.Prepare(s.name, &s.mapping); err == nil {
		s.plan.name = s.mapping.Name
		return nil
	}
	failed := trace.AsError(err)
	if failed.Class() != trace.Unacceptable {
		return err
	}
	s.wrong = on.ErrorText(failed)
	for _, p := range failed.Problems {
		s.wrong += " " + capital(p.Message.Fill(on.Lang, p.Args)) + "."
	}
	return nil
}

// freeName returns a name like another that no saved layout has: Balança 2.
func (c *Controller) freeName(on *pagekit.Call, name string) (string, error) {
	saved, err := c.service.Mappings(on.Ctx, on.Key)
	if err != nil {
		return "", err
	}
	for n := 2; ; n++ {
		free := name + " " + strconv.Itoa(n)
		if !slices.ContainsFunc(saved, func(one mappings.Saved) bool { return columns.Fold(one.Mapping.Name) == columns.Fold(free) }) {
			return free, nil
		}
	}
}

// sameLayout reports whether two mappings read columns in the same way, whatever their names and
// what all rows of a file had.
func sameLayout(a, b columns.Mapping) bool {
	b.Name, a.Constants, b.Constants = a.Name, nil, nil
	b.Header, b.Sheet = a.Header, a.Sheet // a title grows, a sheet has the name of its month
	one, err := a.Append(nil)
	other, failed := b.Append(nil)
	return err == nil && failed == nil && bytes.Equal(one, other)
}

// said is what a person chose, and what is wrong with it.
type said struct {
	heard   bool // a form was sent
	checks  bool // the rows are to be checked
	name    string
	wrong   string
	columns map[int]string
	mapping columns.Mapping // the resulting mapping
	// tab is the page on which the choices were made, and from the state of the file that it shows;
	// stale means that another page has changed it since.
	tab, from string
	stale     bool
	first     *guess.Guess // before any choices
	plan      layoutPlan
	// replaces is the version of a saved layout that has the name already; 0: none has, or it
	// may be replaced.
	replaces int64
	free     string // a name that none has
}

func (s *said) stops() bool { return s.wrong != "" || len(s.columns) > 0 || s.stale || s.replaces > 0 }

func (s *said) wrongAt(at int, text string) {
	if s.columns == nil {
		s.columns = map[int]string{}
	}
	s.columns[at] = text
}

// hear reads the form into the draft. The caller holds the lock.
func (job *importJob) hear(form url.Values, s *said, l lang.Lang) error {
	if err := job.recall(form); err != nil {
		return err
	}
	before := job.layout.draft
	o := guess.Options{Named: form.Has("planilha"), Sheet: form.Get("planilha"), Chosen: map[int]guess.Choice{}}
	o.Header, _ = strconv.Atoi(form.Get("linha"))
	o.HeaderRows, _ = strconv.Atoi(form.Get("linhas"))
	o.Bare = form.Get("linhas") == "0"
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
		job.layout.keepAll(&draft, s, l)
	}
	job.hearConstants(&draft, form, s, l)
	draft.Sign()
	job.layout.draft = draft
	if !s.stops() {
		return draft.CheckHere()
	}
	return nil
}

// recall looks at the file as the form was made from it: of a kind, a sheet and a header. Another
// page may have chosen others since. The caller holds the lock.
func (job *importJob) recall(form url.Values) error {
	if !form.Has("de.tipo") {
		return nil
	}
	o := guess.Options{Named: true, Sheet: form.Get("de.planilha")}
	o.Header, _ = strconv.Atoi(form.Get("de.linha"))
	o.HeaderRows, _ = strconv.Atoi(form.Get("de.linhas"))
	o.Bare = form.Get("de.linhas") == "0"
	k, err := pagekit.KindOf(form.Get("de.tipo"))
	d := &job.layout.draft
	if err != nil || k.IsValidation() || k == job.kind && o.Sheet == d.Sheet && o.Header == d.Header && o.HeaderRows == d.HeaderRows {
		return nil
	}
	o.Kind = k
	if o.Sheet != d.Sheet { // the header of another sheet is found, then moved
		if err := job.lookAgain(guess.Options{Kind: k, Named: true, Sheet: o.Sheet}); err != nil {
			return err
		}
	}
	if err := job.lookAgain(o); err != nil {
		return err
	}
	name := d.Name
	job.layout.draft = job.layout.guess.Mapping
	job.layout.draft.Name = name
	return nil
}

// at returns the name of a column's input.
func at(column int, name string) string { return "c" + strconv.Itoa(column) + "." + name }

// letters returns a spreadsheet's letters for a column.
func letters(column int) string { return strings.TrimRight(sheet.Address(column, 1), "0123456789") }

// hearColumn reads how a column is written, what it is joined with, and where it is split.
func hearColumn(draft *columns.Mapping, c *columns.Column, form url.Values, s *said, l lang.Lang) {
	get := func(name string) string { return form.Get(at(c.At, name)) }
	if c.Use == columns.Extra || c.Use == columns.Ignore || c.Use == columns.Part {
		return
	}
	if get("era") == c.Field { // otherwise the question was about another field
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
		c.Use, c.Second, c.Separator = columns.Split, second, get("divisor")
	}
}

// keepAll keeps what the form does not show, and reports columns that cannot be split.
func (y *layout) keepAll(draft *columns.Mapping, s *said, l lang.Lang) {
	for i := range draft.Columns {
		c := &draft.Columns[i]
		y.keep(c)
		for _, at := range c.With { // those that a saved mapping joins besides the first
			if other := column(draft, at); other != nil {
				*other = columns.Column{At: at, Header: other.Header, Use: columns.Part}
			}
		}
		if c.Use == columns.Split && c.Separator == "" && c.Pattern == "" {
			s.wrongAt(c.At, columnTexts["nodivisor"].In(l))
		}
	}
}

// separators between joined columns, by their names in the form.
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

// holds reports whether a column contains a field.
func holds(m *columns.Mapping, field string) bool {
	return slices.ContainsFunc(m.Columns, func(c columns.Column) bool { return c.Field == field || c.Second == field && field != "" })
}

// mayNot says that the caller may not write records of the kind that a file seems to be of, and who
// may; "" if the caller may. No other kind is guessed instead: it would be wrong.
func mayNot(on *pagekit.Call, k *kind.Kind) string {
	err := importable(on.Key, k)
	if err == nil {
		return ""
	}
	return on.Text(columnTexts, "notyours").Fill(on.Lang, lang.Args{"tipo": k.Title.In(on.Lang), "quem": on.Whom(trace.AsError(err))})
}

// importableKinds returns the kinds that a caller may import, by phase.
func importableKinds(by *trace.Key) []*kind.Kind {
	return slices.DeleteFunc(slices.Clone(kind.All), func(k *kind.Kind) bool { return importable(by, k) != nil })
}
