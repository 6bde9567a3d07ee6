package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"rastro/internal/app"
	"rastro/internal/config"
	"rastro/internal/intake"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// Exit codes of an import, other than 0 and 1.
const (
	exitRefused     = 2
	exitInterrupted = 130 // as shells do for SIGINT
)

// shownRefusals is how many refused rows are reported on standard error.
const shownRefusals = 50

// importer is a run of `rastro import`.
type importer struct {
	env                 *env
	file, kind, mode    string
	dryRun              bool
	accessKey, refusals string
	harvest, create     string // of tax documents
	suspect             string // what becomes of those that count for nothing
	mapping, undo       string
	loads, equal        string
	stdin               io.Reader
	guess               bool
	allRows             []string // values that all rows have
	refused             *wholeFile
	told, findings      int64
}

func newImport(e *env) *cobra.Command {
	in := &importer{env: e}
	cmd := &cobra.Command{
		Use:   "import FILE...|-",
		Short: "Create the records of a file, each once however often it is run",
		Long: `Creates the records of a file: NDJSON or a JSON list, as 'rastro export' and the
API have them, or a spreadsheet (XLSX, CSV) of one kind. It works on the store
itself, with or without a running server, and applies the same checks as the API. A
row that was imported before is skipped, whatever happened to its record since: the
same file twice changes nothing, and an interrupted import resumes when the same
command is run again.

A spreadsheet of any other layout is read through a mapping, which says what each
column is: --mapping names a saved one, a file with one, or "auto" for the saved one
of the layout, else the guess. --all-rows gives what all rows of the file have and no
column says, such as the harvest: a saved mapping does not fill it into the next
file. --guess prints the guess as such a file and writes nothing. --undo takes back
an import by its id, as long as nothing was built on it.

A row of a spreadsheet about a load that is registered already in its harvest, from an
invoice or another sheet, is left out too, unless --loads criar asks for it: the same
invoice, or the same day, lorry and net weight. A row that says exactly what an earlier row
of the file says is left out, unless --equal-rows criar asks for it.

Rows are refused one by one (--mode validas), or, with --mode tudo, one bad row
refuses the file and nothing is written. Refused rows are listed on standard
error, or in the file named by --refused. Validations are not imported.

Tax documents (NF-e, CT-e, MDF-e and their events) are imported as well: any number
of XML files, and of ZIP files of them. Each becomes the papers of a load in the
harvest of its lots, or in the one that --harvest names, and is told in one line.

The exit code is 0 when every row is in, 2 when rows were refused, 130 when it
was interrupted, and 1 when it could not be done.`,
		Example: `  rastro import receipts.ndjson --kind recebimento --dry-run
  rastro import colheita.xlsx --kind colheita --mode tudo
  rastro import romaneio.xlsx --guess > romaneio.json
  rastro import romaneio.xlsx --mapping romaneio.json --all-rows safraId=S-2025-001
  rastro import --undo 0198c1f2-5d3a-7e10-8a4b-3f2c9d7e6a51
  rastro export --db sqlite:old.db | rastro import - --db sqlite:new.db
  rastro import notas/*.xml --dry-run`,
		Args: func(cmd *cobra.Command, args []string) error {
			if in.undo != "" && len(args) == 0 {
				return nil
			}
			if len(args) != 1 && !areTaxDocuments(args) || in.undo != "" {
				return fmt.Errorf("name one file, or - for standard input: see '%s --help'", cmd.CommandPath())
			}
			return nil
		},
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if in.undo != "" {
			return e.onStore(makes, in.takeBack)(cmd, args)
		}
		if areTaxDocuments(args) && in.kind == "" {
			return in.importTaxDocuments(cmd, args)
		}
		if in.harvest != "" || in.create != "notas" {
			return errors.New("--harvest and --create are for tax documents: name XML or ZIP files")
		}
		if len(in.allRows) > 0 && in.mapping == "" && !in.guess {
			return errors.New("--all-rows is for a spreadsheet that is read through a mapping: name one with --mapping")
		}
		in.file = args[0]
		look := func(cfg config.Config) error {
			if in.refusals == "" {
				return nil
			}
			if from, err := os.Stat(in.file); err == nil {
				if to, err := os.Stat(in.refusals); err == nil && os.SameFile(from, to) {
					return fmt.Errorf("%s is the file to import: name another one with --refused", in.refusals)
				}
			}
			// A resumed import rewrites the previous run's list.
			return outFile{"--refused", in.refusals, true}.check(e, cfg)
		}
		if in.mapping != "" || in.guess {
			in.stdin = cmd.InOrStdin()
			return e.onStoreAfter(look, in.uses(), in.mapped)(cmd, args)
		}
		source, err := in.open(cmd.InOrStdin())
		if err != nil {
			return err
		}
		defer source.close()
		return e.onStoreAfter(look, in.uses(), func(ctx context.Context, s *app.App, _ []string) error {
			return in.run(ctx, s, source)
		})(cmd, args)
	}
	flags := cmd.Flags()
	config.Flags(flags, "import")
	flags.StringVar(&in.kind, "kind", "", "kind of the records where the rows do not say it: a prefix, such as /armazenamento/recebimento, or a name that only one kind has")
	flags.StringVar(&in.mode, "mode", "validas", "validas: the rows that can be; tudo: all or nothing, up to 20 000 rows")
	flags.StringVar(&in.mapping, "mapping", "", "what the columns of a spreadsheet are: the name of a saved mapping, a file with one, or auto")
	flags.StringArrayVar(&in.allRows, "all-rows", nil, "value that all rows of a spreadsheet have, such as safraId=S-2025-001; may be repeated")
	flags.StringVar(&in.equal, "equal-rows", "ignorar", "rows of a spreadsheet that say exactly what an earlier row of it says: ignorar, leave them out; criar, create them")
	flags.StringVar(&in.loads, "loads", "ignorar", "rows of a spreadsheet about loads that are registered already: ignorar, leave them out; criar, create them")
	flags.BoolVar(&in.guess, "guess", false, "print what the columns of a spreadsheet seem to be, as a mapping, and write nothing")
	flags.StringVar(&in.undo, "undo", "", "take back the import with this id, instead of importing a file")
	flags.BoolVar(&in.dryRun, "dry-run", false, "write nothing, and print every row's findings")
	flags.StringVar(&in.accessKey, "as", "", "access key to write as: its rights apply, and records name it as author (default: all rights, as \"rastro import\")")
	flags.StringVar(&in.harvest, "harvest", "", "harvest of tax documents (default: that of the lots that each names, or of a document it refers to)")
	flags.StringVar(&in.create, "create", "notas", "what becomes of tax documents: notas, the papers of loads; todos, also the records that they propose")
	flags.StringVar(&in.suspect, "suspect", "ignorar", "invoices that count for nothing (altered, cancelled, tests, not authorised, unsigned): ignorar, leave them out; criar, create them")
	flags.StringVar(&in.refusals, "refused", "", "file to write the refused rows to, one a line (default: the first 50 on standard error)")
	return cmd
}

// kindNamed finds the kind that a flag names; nil for "".
func kindNamed(name string) (*kind.Kind, error) {
	if name == "" {
		return nil, nil
	}
	k := kind.Named(name)
	if k == nil {
		return nil, fmt.Errorf("--kind: there is no one kind %q: name its prefix, such as /armazenamento/recebimento", name)
	}
	return k, nil
}

// uses says how the store is used: a dry run does not upgrade it.
func (in *importer) uses() use {
	if in.dryRun || in.guess {
		return tries
	}
	return makes
}

func (in *importer) run(ctx context.Context, s *app.App, source *source) (err error) {
	mode, ok := intake.Modes[in.mode]
	if !ok {
		return fmt.Errorf("--mode: %q is not a mode: write tudo or validas", in.mode)
	}
	for _, one := range []struct{ flag, value string }{{"loads", in.loads}, {"equal-rows", in.equal}} {
		if one.value != "ignorar" && (one.value != "criar" || !source.sheet) {
			return fmt.Errorf("--%s %s: write ignorar or criar, for a spreadsheet", one.flag, one.value)
		}
	}
	by, err := in.author(s)
	if err != nil {
		return err
	}
	if in.refusals != "" {
		if in.refused, err = createWhole(in.refusals); err != nil {
			return err
		}
		defer in.refused.abandon()
	}
	bar := newProgress(in.env.stderr, source.done)
	o := intake.Options{Mode: mode, DryRun: in.dryRun, SkipRepeated: true, SkipLoads: source.sheet && in.loads == "ignorar", SkipTwice: source.sheet && in.equal == "ignorar", Source: "cli", Mapping: source.mapping, Progress: bar.step}
	count, _, err := s.Import(ctx, by, source.rows, o, func(r *intake.Result) error {
		return in.tell(bar, r)
	})
	bar.end()
	if trace.Is(err, trace.CodeImportRefused) {
		for _, p := range trace.AsError(err).Problems {
			if err := in.refuse(bar, p.Line, []trace.Problem{p}); err != nil {
				return err
			}
		}
	}
	if in.refused != nil {
		if err := in.refused.commit(true); err != nil {
			return err
		}
	}
	return in.conclude(ctx, mode, count, err)
}

// author returns the key that the records are written as.
func (in *importer) author(s *app.App) (*trace.Key, error) {
	if in.accessKey == "" {
		return &trace.Key{AccessKey: "import", Name: "rastro import", Scopes: []trace.Scope{trace.Read, trace.Write}}, nil
	}
	if key, ok := s.KeyNamed(in.accessKey); ok && key.ActiveAt(s.Now()) {
		return key, nil
	}
	return nil, fmt.Errorf("--as: there is no active key %s: see 'rastro key list'", in.accessKey)
}

// tell reports a row that was refused and, in a dry run, the findings of grading.
func (in *importer) tell(bar *progress, r *intake.Result) error {
	if r.Outcome == intake.RowValid {
		for _, p := range r.Notices {
			if _, err := fmt.Fprintf(in.env.stdout, "line %d: %s: %s\n", r.Line, p.Field, p.Message.Fill(lang.EN, p.Args)); err != nil {
				return err
			}
		}
		for _, f := range r.Record.Remarks() {
			in.findings++
			if _, err := fmt.Fprintf(in.env.stdout, "line %d: %s %s: %s\n", r.Line, f.Rule.Severity, f.Field, f.Message(lang.EN)); err != nil {
				return err
			}
		}
	}
	if r.Load {
		bar.clear()
		said := "line %d: the load is there already, in the record %s\n"
		if r.MaybeSameLoad {
			said = "line %d: left out: it may be the load of the record %s, with another weight; if it is another one, import it with --loads criar\n"
		}
		_, err := fmt.Fprintf(in.env.stdout, said, r.Line, r.ID)
		return err
	}
	if r.Twice != 0 {
		bar.clear()
		_, err := fmt.Fprintf(in.env.stdout, "line %d: left out: it repeats line %d; if they are two, import them with --equal-rows criar\n", r.Line, r.Twice)
		return err
	}
	if r.Err == nil {
		return nil
	}
	return in.refuse(bar, r.Line, intake.RowProblems(r.At, r.Err))
}

func (in *importer) refuse(bar *progress, line int64, problems []trace.Problem) error {
	to, most := io.Writer(in.env.stderr), int64(shownRefusals)
	if in.refused != nil {
		to, most = in.refused, 1<<62
	}
	if in.told++; in.told > most {
		return nil
	}
	bar.clear()
	for _, p := range problems {
		text := p.Message.Fill(lang.EN, p.Args)
		if p.Field != "" {
			text = p.Field + ": " + text
		}
		if _, err := fmt.Fprintf(to, "line %d: %s: %s\n", line, p.Rule, text); err != nil {
			return err
		}
	}
	return nil
}

// conclude reports the result.
func (in *importer) conclude(ctx context.Context, mode intake.Mode, count intake.Count, failed error) error {
	if trace.Is(failed, trace.CodeImportRefused) {
		return &exitError{exitRefused, fmt.Sprintf("nothing was written: %d of %s cannot be accepted", count.Refused, counted(count.Total, "row", "rows"))}
	}
	created := "created"
	if in.dryRun {
		created = "would be created"
	}
	sum := fmt.Sprintf("%s: %d %s, %d already there, %d refused", counted(count.Total, "row", "rows"), count.Created, created, count.Existing, count.Refused)
	switch {
	case trace.Is(failed, trace.CodeUncertain):
		sum += ", and of the last ones it is not known whether they were written"
	case failed != nil && mode == intake.ImportAll && !in.dryRun:
		sum = "nothing was written"
	case in.dryRun:
		sum += fmt.Sprintf(", %s; nothing was written", counted(in.findings, "finding", "findings"))
	}
	switch {
	case failed != nil && ctx.Err() != nil:
		return &exitError{exitInterrupted, "interrupted: " + sum + "; run the same command again to resume"}
	case failed != nil:
		return fmt.Errorf("%w (%s; once that is fixed, run the same command again to resume)", failed, sum)
	}
	if count.Run != (trace.ID{}) {
		fmt.Fprintf(in.env.stderr, "to take this import back: rastro import --undo %s\n", count.Run)
	}
	if _, err := fmt.Fprintln(in.env.stdout, sum); err != nil {
		return err
	}
	if count.Refused > 0 {
		return &exitError{exitRefused, fmt.Sprintf("%d of %s refused", count.Refused, counted(count.Total, "row was", "rows were"))}
	}
	return nil
}

// open opens the file that is imported.
func (in *importer) open(stdin io.Reader) (*source, error) {
	k, err := kindNamed(in.kind)
	if err != nil {
		return nil, err
	}
	if in.file == "-" {
		return openSource(stdin, nil, 0, k)
	}
	f, err := os.Open(in.file)
	if err != nil {
		return nil, fmt.Errorf("cannot read the file: %w", err)
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = errors.New(in.file + " is a folder")
	}
	if err == nil {
		var opened *source
		if opened, err = openSource(f, f, info.Size(), k); err == nil {
			opened.file = f
			return opened, nil
		}
	}
	return nil, errors.Join(err, f.Close())
}
