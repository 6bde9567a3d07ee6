package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"rastro/internal/app"
	"rastro/internal/columns"
	"rastro/internal/columns/guess"
	"rastro/internal/intake"
	"rastro/internal/intake/mappings"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/trace"
)

// takeBack undoes an import.
func (in *importer) takeBack(ctx context.Context, s *app.App, _ []string) error {
	by, err := in.author(s)
	if err != nil {
		return err
	}
	undone, err := s.UndoImport(ctx, by, in.undo)
	if failed, ok := errors.AsType[*trace.Error](err); ok {
		for _, p := range failed.Problems {
			fmt.Fprintf(in.env.stderr, "%s: %s\n", p.Field, p.Message.Fill(lang.EN, p.Args))
		}
		failed.Problems = nil
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(in.env.stdout, "import %s is undone: %s deleted\n", undone.ID, counted(undone.Deleted, "record was", "records were"))
	return err
}

// mapped imports a spreadsheet with a mapping, or prints a guess for its columns.
func (in *importer) mapped(ctx context.Context, s *app.App, _ []string) error {
	k, err := kindNamed(in.kind)
	if err != nil {
		return err
	}
	file, size, end, err := in.sheetFile()
	if err != nil {
		return err
	}
	defer end()
	f, err := sheet.OpenFile(file, size, sheet.Limits{Ended: ctx.Err})
	if err != nil {
		return err
	}
	given, bad := mappings.ReadGiven(in.allRows, "=")
	if bad != "" {
		return fmt.Errorf("--all-rows %s: want a field and its value, such as safraId=S-2025-001", bad)
	}
	g, err := in.choose(ctx, s, f, k, &given)
	if err != nil {
		return err
	}
	missing := g.Mapping.Give(given)
	if in.guess {
		text, err := g.Mapping.Append(nil)
		if err == nil {
			_, err = fmt.Fprintf(in.env.stdout, "%s\n", text)
		}
		in.tellGuess(g)
		return err
	}
	in.tellGuess(g)
	if len(g.Questions) > 0 && !in.dryRun {
		return errors.New("the file does not say how some values are to be read, or writes them in another way than before: write the mapping with --guess, answer what is asked there, and name it with --mapping")
	}
	if len(missing) > 0 && !in.dryRun {
		return fmt.Errorf("no column says %[1]s: give what this file has with --all-rows %[2]s=…", strings.Join(missing, ", "), missing[0])
	}
	rows, err := columns.Open(f, &g.Mapping)
	if err != nil {
		return err
	}
	read := 0
	opened := &source{rows: countedRows{intake.SheetRows(rows.Kind, rows), &read}, book: rows, sheet: true, mapping: g.Mapping.Name, done: func() float64 { return float64(read) / float64(max(1, g.Rows)) }}
	defer opened.close()
	return in.run(ctx, s, opened)
}

// countedRows count the rows that were read.
type countedRows struct {
	intake.Source
	read *int
}

// Next implements intake.Source.
func (c countedRows) Next() (intake.Row, error) {
	*c.read++
	return c.Source.Next()
}

// sheetFile opens the spreadsheet. One that comes as a stream is read first.
func (in *importer) sheetFile() (io.ReaderAt, int64, func(), error) {
	if in.file == "-" {
		whole, err := io.ReadAll(io.LimitReader(in.stdin, sheet.DefaultLimits.Bytes+1))
		return bytes.NewReader(whole), int64(len(whole)), func() {}, err
	}
	f, err := os.Open(in.file)
	if err != nil {
		return nil, 0, nil, fmt.Errorf("cannot read the file: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, 0, nil, errors.Join(err, f.Close())
	}
	return f, info.Size(), func() { _ = f.Close() }, nil // it was only read
}

// choose determines how the file is read. Values in a mapping file were written for this run, so
// they count as given; those in a saved mapping do not.
func (in *importer) choose(ctx context.Context, s *app.App, f *sheet.File, k *kind.Kind, given *[]columns.Constant) (*guess.Guess, error) {
	by, err := in.author(s)
	if err != nil {
		return nil, err
	}
	memory, err := s.MappingMemory(ctx, by)
	if err != nil {
		return nil, err
	}
	if in.guess || in.mapping == "auto" {
		return mappings.Choose(f, k, memory, nil)
	}
	named, isFile, err := in.namedMapping(ctx, s, by)
	if err != nil {
		return nil, err
	}
	for _, c := range named.Constants {
		if isFile && !slices.ContainsFunc(*given, func(had columns.Constant) bool { return had.Field == c.Field }) {
			*given = append(*given, c)
		}
	}
	return mappings.Choose(f, k, memory, named)
}

// namedMapping reads the mapping that the flag names: a file, else a saved one.
func (in *importer) namedMapping(ctx context.Context, s *app.App, by *trace.Key) (m *columns.Mapping, isFile bool, err error) {
	file, err := os.Open(in.mapping)
	if errors.Is(err, os.ErrNotExist) {
		saved, err := s.Mapping(ctx, by, in.mapping)
		if trace.Is(err, trace.CodeNoMapping) {
			return nil, false, fmt.Errorf("--mapping: there is no file and no saved mapping %q", in.mapping)
		}
		return saved.Mapping, false, err
	}
	if err != nil {
		return nil, false, fmt.Errorf("--mapping: %w", err)
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, columns.MaxBytes+1))
	if err != nil {
		return nil, false, fmt.Errorf("--mapping: %w", err)
	}
	m, err = columns.Read(text)
	if err != nil {
		return nil, false, fmt.Errorf("--mapping: %w", err)
	}
	return m, true, nil
}

// tellGuess prints to standard error how each column is read, and the open questions.
func (in *importer) tellGuess(g *guess.Guess) {
	m := &g.Mapping
	fmt.Fprintf(in.env.stderr, "%s: header in row %d, kind %s", in.file, m.Header, m.Kind)
	if g.Known && m.Name != "" {
		fmt.Fprintf(in.env.stderr, ", mapping %q", m.Name)
	}
	fmt.Fprintln(in.env.stderr)
	for i := range m.Columns {
		c := &m.Columns[i]
		fmt.Fprintf(in.env.stderr, "  %q: %s %s", c.Header, c.Use, c.Field)
		if i < len(g.Columns) && c.Use != columns.Ignore {
			fmt.Fprintf(in.env.stderr, " (%.0f%%)", 100*g.Columns[i].Confidence)
		}
		fmt.Fprintln(in.env.stderr)
	}
	for _, q := range g.Questions {
		fmt.Fprintf(in.env.stderr, "  column %d: say %q in the mapping: %q can be read in two ways\n", q.Column, q.Asks, q.Example)
	}
}
