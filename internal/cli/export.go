package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"rastro/internal/app"
	"rastro/internal/config"
	"rastro/internal/intake"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/trace"
)

// recordWriter writes records in a format.
type recordWriter interface {
	write(r *trace.Record) error
	close() error
}

// exportFormat is a format of an export. Spreadsheets contain one kind.
type exportFormat struct {
	name   string
	sheet  sheet.Format // 0: none
	suffix string       // the file name suffix that selects it
}

var exportFormats = []exportFormat{
	{name: "ndjson"},
	{name: "csv", sheet: sheet.CSV, suffix: ".csv"},
	{name: "plain-csv", sheet: sheet.PlainCSV},
	{name: "xlsx", sheet: sheet.XLSX, suffix: ".xlsx"},
}

// exporter is a run of `rastro export`.
type exporter struct {
	env                              *env
	kind, harvest, format, out, lang string
	force                            bool
}

func newExport(e *env) *cobra.Command {
	x := &exporter{env: e}
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write records out as NDJSON, CSV or XLSX",
		Long: `Writes the live records of a kind, of a harvest, or all of them, as NDJSON, one
record per line with its payload as it was sent, or as a spreadsheet of one kind.
'rastro import' accepts all of them. It works on the store itself, with or without a
running server. Without --kind the file also has the profiles of harvests, and
leaves out validations, which cannot be imported.

With --out the file is complete or not there at all, and only its owner can read it:
records may name people. An existing file is left alone unless --force is given.`,
		Example: `  rastro export --harvest S-2025-001 --out harvest.ndjson
  rastro export --kind recebimento --out receipts.xlsx
  rastro export --kind /processamento/controleQualidade --format plain-csv`,
		Args: noArguments,
	}
	look := func(cfg config.Config) error {
		if x.out == "" {
			return nil
		}
		return outFile{"--out", x.out, x.force}.check(e, cfg)
	}
	cmd.RunE = e.onStoreAfter(look, looks, func(ctx context.Context, s *app.App, _ []string) error { return x.run(ctx, s) })
	flags := cmd.Flags()
	config.Flags(flags, "export")
	flags.StringVar(&x.kind, "kind", "", "kind of the records: a prefix, such as /armazenamento/recebimento, or a name that only one kind has (default all)")
	flags.StringVar(&x.harvest, "harvest", "", "harvest of the records, by safraId (default all)")
	flags.StringVar(&x.format, "format", "", "ndjson, csv (for spreadsheet programs), plain-csv (for other programs) or xlsx (default: as --out ends, else ndjson)")
	flags.StringVar(&x.lang, "lang", "pt", "language whose habits csv follows: pt, en or es")
	flags.StringVar(&x.out, "out", "", "file to write (default standard output)")
	flags.BoolVar(&x.force, "force", false, forceHelp)
	return cmd
}

func (x *exporter) run(ctx context.Context, s *app.App) error {
	k, err := kindNamed(x.kind)
	if err != nil {
		return err
	}
	format, err := x.chosen()
	if err != nil {
		return err
	}
	if format.sheet != 0 && k == nil {
		return errors.New("a spreadsheet has records of one kind: name it with --kind")
	}
	if x.out == "" {
		out := bufio.NewWriterSize(x.env.stdout, 64<<10)
		_, err := x.write(ctx, s, k, format, out)
		return errors.Join(err, out.Flush())
	}
	file, err := createWhole(x.out)
	if err != nil {
		return err
	}
	defer file.abandon()
	n, err := x.write(ctx, s, k, format, file)
	if err != nil {
		return err
	}
	if err := file.commit(x.force); err != nil {
		return err
	}
	_, err = fmt.Fprintf(x.env.stdout, "%s in %s\n", counted(n, "record", "records"), x.out)
	return err
}

// chosen returns the format selected by the flags.
func (x *exporter) chosen() (exportFormat, error) {
	if x.format == "" {
		for _, f := range exportFormats {
			if f.suffix != "" && strings.EqualFold(filepath.Ext(x.out), f.suffix) {
				return f, nil
			}
		}
		return exportFormats[0], nil
	}
	names := make([]string, len(exportFormats))
	for i, f := range exportFormats {
		if f.name == x.format {
			return f, nil
		}
		names[i] = f.name
	}
	return exportFormat{}, fmt.Errorf("--format: %q is not a format: write %s", x.format, strings.Join(names, ", "))
}

func (x *exporter) write(ctx context.Context, s *app.App, k *kind.Kind, format exportFormat, to io.Writer) (n int64, err error) {
	kinds := intake.Importable()
	if k != nil {
		kinds = []*kind.Kind{k}
	}
	var out recordWriter = &lineWriter{to: to}
	if format.sheet != 0 {
		written, err := sheet.NewWriter(to, format.sheet, k, lang.Match(x.lang))
		if err != nil {
			return 0, err
		}
		out = sheetWriter{written}
	}
	by := &trace.Key{AccessKey: "export", Name: "rastro export", Scopes: []trace.Scope{trace.Read}}
	err = s.Export(ctx, by, kinds, x.harvest, func(r *trace.Record) error {
		n++
		if err := out.write(r); err != nil {
			return fmt.Errorf("record %s: %w", r.ID, err)
		}
		return nil
	})
	return n, errors.Join(err, out.close())
}

// lineWriter writes NDJSON.
type lineWriter struct {
	to   io.Writer
	line []byte
}

func (w *lineWriter) write(r *trace.Record) error {
	w.line = r.AppendExport(w.line[:0])
	_, err := w.to.Write(w.line)
	return err
}

func (*lineWriter) close() error { return nil }

// sheetWriter writes a spreadsheet.
type sheetWriter struct{ *sheet.Writer }

func (w sheetWriter) write(r *trace.Record) error {
	return w.Write(sheet.Record{ID: r.ID.String(), HarvestID: r.HarvestID, HarvestCode: r.HarvestCode, Payload: r.Payload})
}

func (w sheetWriter) close() error { return w.Close() }
