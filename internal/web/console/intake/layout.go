package intake

import (
	"context"
	"slices"

	"rastro/internal/columns"
	"rastro/internal/columns/guess"
	"rastro/internal/intake"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/trace"
)

// layout is how a file that is not one of our templates is read.
type layout struct {
	sheets  []string
	memory  guess.Memory // earlier choices
	table   *guess.Table // the content of the file
	first   *guess.Guess // before any choices
	guess   *guess.Guess
	draft   columns.Mapping    // the person's choices so far
	tab     string             // the page of the latest choices
	mapping *columns.Mapping   // in use; nil: it is a template
	applied bool               // nobody was asked
	last    []columns.Constant // the previous file's harvest, which does not apply to this one
	plan    layoutPlan
	unkept  error // why the layout was not saved, though the rows were written
}

// layoutPlan is what will happen to a layout after the rows are written: it is saved under a name,
// as a new one or replacing a version. One without a name is not saved.
type layoutPlan struct {
	name, id string
	version  int64
	changes  bool // it reads columns differently from that version
}

// says returns the key of the text on how a file is read and what happens to its layout; "" for a
// template.
func (l *layout) says(state jobState) string {
	named := l.name() != ""
	switch {
	case l.mapping == nil:
		return ""
	case l.applied, named && l.plan.id != "" && !l.plan.changes, named && l.unkept != nil:
		return "layout"
	case named && state == jobWritten:
		return "layoutkept"
	case named && l.plan.changes:
		return "layoutchanges"
	case named:
		return "layoutnew"
	case state == jobWritten:
		return "nolayout"
	}
	return "layoutopen"
}

// keepLayout keeps the layout that a person named, now that the rows are written.
func (job *importJob) keepLayout(ctx context.Context, c *Controller, by *trace.Key) error {
	job.mu.Lock()
	plan, m := job.layout.plan, job.layout.mapping
	job.mu.Unlock()
	if plan.name == "" || m == nil || m.Bare() {
		return nil
	}
	match := trace.AnyVersion
	if plan.id != "" {
		match = trace.IfMatch{plan.version}
	}
	_, err := c.service.SaveMapping(ctx, by, plan.id, plan.name, *m, match)
	return err
}

// name returns the name of the mapping in use; "" if it has none.
func (l *layout) name() string {
	if l.mapping == nil {
		return ""
	}
	return l.mapping.Name
}

// kindTitle returns the usual name of the rows' kind. The caller holds the lock.
func (job *importJob) kindTitle(l lang.Lang) string {
	if job.kind == nil {
		return importTexts["unknownkind"].In(l)
	}
	return job.kind.Title.In(l)
}

// recognise determines how the file is read. It reports whether that is settled: a template, a
// layout with a saved mapping, or one for which a person has answered. Otherwise somebody must say
// what the columns mean.
func (job *importJob) recognise(ctx context.Context, c *Controller, by *trace.Key, still func() error) (ready bool, err error) {
	if err := still(); err != nil { // it may have waited a long time
		return false, err
	}
	if job.layout.mapping != nil {
		return true, nil
	}
	f, err := sheet.OpenFile(job.file, job.size, sheet.Limits{Ended: ctx.Err})
	if err != nil {
		return false, err
	}
	templates, err := sheet.KindsOf(f, intake.Importable())
	if err != nil {
		return false, err
	}
	switch {
	case len(templates) == 1 && job.kind == nil:
		if err := importable(by, templates[0]); err != nil {
			return false, err
		}
		job.mu.Lock()
		job.kind = templates[0]
		job.mu.Unlock()
		return true, nil
	case len(templates) > 0 && job.kind != nil:
		return true, nil
	}
	memory, err := c.service.MappingMemory(ctx, by)
	if err != nil {
		return false, err
	}
	table, err := guess.Look(f, guess.Options{Kind: job.kind, MayBeBare: true})
	if err != nil && job.kind != nil { // the template's reader reports what is missing
		return true, nil
	}
	if err != nil {
		return false, err
	}
	g := table.Guess(guess.Options{Kind: job.kind, Memory: memory})
	job.mu.Lock()
	defer job.mu.Unlock()
	job.kind = kind.ByPrefix(g.Mapping.Kind)
	job.layout = layout{sheets: f.Sheets(), memory: memory, table: table, first: g, guess: g, draft: g.Mapping}
	job.layout.propose()
	if g.Known && len(g.Questions) == 0 && len(g.Mapping.Asks()) == 0 && importable(by, job.kind) == nil {
		job.layout.mapping, job.layout.applied = &g.Mapping, true
		return true, nil
	}
	job.state = jobAsking
	return false, nil
}

// propose removes the previous file's harvest from the draft: a person names it for each file. The
// other shared values are proposed.
func (y *layout) propose() {
	kept := []columns.Constant{}
	for _, c := range y.draft.Constants {
		if isHarvest(c.Field) {
			y.last = append(y.last, c)
		} else {
			kept = append(kept, c)
		}
	}
	y.draft.Constants = kept
}

func isHarvest(field string) bool { return field == sheet.HarvestID || field == sheet.Season }

// before returns the harvest of the previous file, "" for none.
func (y *layout) before(field string) string {
	for _, c := range y.last {
		if c.Field == field {
			return c.Value
		}
	}
	return ""
}

// keep copies from a saved mapping what the form does not show about an unchanged column.
func (y *layout) keep(c *columns.Column) {
	if y.first == nil || !y.first.Known {
		return
	}
	had := column(&y.first.Mapping, c.At)
	switch {
	case had == nil || had.Use != c.Use:
	case c.Use == columns.Extra:
		c.Field, c.Dates = had.Field, had.Dates
	case c.Field != had.Field:
	case c.Use == columns.Split && c.Second == had.Second && c.Separator == "":
		c.Pattern = had.Pattern
	case c.Use == columns.Join && len(c.With) == 1 && len(had.With) > 1 && had.With[0] == c.With[0]:
		c.With = had.With
	}
}

// lookAgain guesses again with a person's choices: of the kind, the sheet and the header, or of
// single columns. The caller holds the lock.
func (job *importJob) lookAgain(o guess.Options) error {
	o.Memory = job.layout.memory
	m := &job.layout.guess.Mapping
	if o.Kind == nil {
		o.Kind = job.kind
	}
	if o.Named && o.Sheet != m.Sheet || o.Header > 0 && (o.Header != m.Header || o.HeaderRows != m.HeaderRows) {
		if o.Named && o.Sheet != m.Sheet {
			o.Header, o.Bare = 0, false // the header of another sheet is elsewhere
		}
		f, err := sheet.OpenFile(job.file, job.size, sheet.Limits{})
		if err != nil {
			return err
		}
		table, err := guess.Look(f, o)
		if err != nil {
			return err
		}
		job.layout.table, o.Chosen = table, nil
	}
	if o.Kind != job.kind {
		o.Chosen = nil // its fields are others
	}
	job.layout.guess, job.kind = job.layout.table.Guess(o), o.Kind
	if o.Chosen == nil {
		job.layout.first = job.layout.guess
	}
	return nil
}

// column finds a column of a mapping; nil if it has none.
func column(m *columns.Mapping, at int) *columns.Column {
	i := slices.IndexFunc(m.Columns, func(c columns.Column) bool { return c.At == at })
	if i < 0 {
		return nil
	}
	return &m.Columns[i]
}
