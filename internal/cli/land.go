package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"rastro/internal/app"
	"rastro/internal/config"
	"rastro/internal/geo/layerfile"
	"rastro/internal/landlayer"
	"rastro/internal/landlayer/landimport"
	"rastro/internal/store/geopackage"
)

func newLand(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "land",
		Short: "Import public layers that plots are held against",
		Long: `Works on the store itself, with or without a running server. Every plot is held
against the layers that are there: in the review of its harvest, in what is checked
before a file goes to the EU, and in the dossier, which name each layer with its date.`,
		Example: `  rastro land import prodes.zip --name prodes --kind DESMATAMENTO --date 2025-07-31 --source https://terrabrasilis.dpi.inpe.br
  rastro land list`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newLandImport(e), newLandList(e), newLandRemove(e))
	return cmd
}

// landFlags are the operator's statements about a layer.
type landFlags struct {
	name, kind, date, source, layer string
	options                         landimport.Options
}

func newLandImport(e *env) *cobra.Command {
	var f landFlags
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Import a layer, or put a newer file in its place",
		Long: `Imports the areas of a file: GeoJSON (one collection, or one feature on each line),
a Shapefile in a zip, or a GeoPackage, in degrees of WGS 84 or SIRGAS 2000. The file may
be of any size. The layer counts from the moment at which the import is complete,
and then takes the place of the one of the same name. An import that broke off
leaves nothing that counts: run the same command again. The same file twice changes
nothing.

Areas that cannot be read are counted and named, and the others are imported. Of
deforestation, areas whose own date (--day-field) is not after 2020-12-31 are left
out. The exit code is 0 when every area is in, 2 when some could not be read, 130
when it was interrupted, and 1 when it could not be done.`,
		Example: `  rastro land import prodes.zip --name prodes --kind DESMATAMENTO --date 2025-07-31 --source https://terrabrasilis.dpi.inpe.br
  rastro land import tis.gpkg --layer tis_poligonais --name funai --kind TERRA_INDIGENA --date 2025-06-30 --source https://www.gov.br/funai`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("name one file: see '%s --help'", cmd.CommandPath())
			}
			return nil
		},
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		l, err := f.read()
		if err != nil {
			return err
		}
		return e.onStore(makes, func(ctx context.Context, s *app.App, args []string) error {
			return e.importLayer(ctx, s, l, &f, args[0])
		})(cmd, args)
	}
	flags := cmd.Flags()
	config.Flags(flags, "land")
	flags.StringVar(&f.name, "name", "", "what the layer is called; a newer file of the same name takes its place")
	flags.StringVar(&f.kind, "kind", "", "what its areas are: "+kindCodes())
	flags.StringVar(&f.date, "date", "", "the day that its data is of, as its publisher says: 2025-07-31")
	flags.StringVar(&f.source, "source", "", "where the file is from: an address or a name")
	flags.StringVar(&f.layer, "layer", "", "the layer of a GeoPackage that has several")
	flags.StringVar(&f.options.NameField, "name-field", "", "the property that has the name of an area (default the usual ones)")
	flags.StringVar(&f.options.DayField, "day-field", "", "the property that has the day that an area is of (default the usual ones)")
	return cmd
}

func kindCodes() string {
	var codes []string
	for _, k := range landlayer.Kinds {
		codes = append(codes, k.Code+" ("+k.Name.EN+")")
	}
	return strings.Join(codes, ", ")
}

// maxLandText limits the length of such a statement.
const maxLandText = 200

// read reads the flags.
func (f *landFlags) read() (l landlayer.Layer, err error) {
	for _, text := range []struct {
		flag string
		to   *string
	}{{"--name", &f.name}, {"--source", &f.source}} {
		if *text.to = strings.TrimSpace(*text.to); *text.to == "" || len(*text.to) > maxLandText || printable(*text.to) != *text.to {
			return l, fmt.Errorf("%s: state it in one line of at most %d bytes", text.flag, maxLandText)
		}
	}
	kind := landlayer.KindOf(strings.ToUpper(f.kind))
	if kind == nil {
		return l, fmt.Errorf("--kind: %q is not a choice: %s", f.kind, kindCodes())
	}
	day, err := time.Parse(time.DateOnly, f.date)
	if err != nil || day.After(time.Now()) {
		return l, fmt.Errorf("--date: %q is not a day that has been: write it as 2025-07-31", f.date)
	}
	return landlayer.Layer{Name: f.name, Kind: kind, Date: f.date, Source: f.source}, nil
}

// importLayer imports a file.
func (e *env) importLayer(ctx context.Context, s *app.App, l landlayer.Layer, f *landFlags, name string) (err error) {
	file, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("cannot read the file: %w", err)
	}
	defer func() { _ = file.Close() }() // it was only read
	before, err := file.Stat()
	switch {
	case err != nil:
		return fmt.Errorf("cannot read the file: %w", err)
	case !before.Mode().IsRegular():
		return errors.New(name + " is not a file")
	}
	if l.SHA256, err = sumOf(ctx, file); err != nil {
		return fmt.Errorf("cannot read the file: %w", err)
	}
	l.Bytes = before.Size()
	var from layerfile.Source
	head := make([]byte, len(layerfile.GeoPackageMark))
	if n, _ := file.ReadAt(head, 0); string(head[:n]) == layerfile.GeoPackageMark {
		opened, err := geopackage.Open(name, f.layer)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, opened.Close()) }()
		from = opened
	} else if from, err = layerfile.Open(file, before.Size()); err != nil {
		return err
	}
	report, err := s.Layers.Import(ctx, l, f.options, unchanged{from, name, before})
	return e.tellLayer(ctx, &report, err)
}

// unchanged is a source that fails at its end if its file was written meanwhile: its digest would
// then be that of another file.
type unchanged struct {
	layerfile.Source
	name   string
	before os.FileInfo
}

func (u unchanged) Each(ctx context.Context, fn func(*layerfile.Area) error) error {
	if err := u.Source.Each(ctx, fn); err != nil {
		return err
	}
	after, err := os.Stat(u.name)
	if err == nil && (!os.SameFile(u.before, after) || after.Size() != u.before.Size() || !after.ModTime().Equal(u.before.ModTime())) {
		err = errors.New("the file was changed while it was read: run the command again")
	}
	return err
}

// sumOf returns the SHA-256 of a file, in hexadecimal.
func sumOf(ctx context.Context, file io.ReaderAt) (string, error) {
	h := sha256.New()
	buf := make([]byte, 1<<20)
	for at := int64(0); ; {
		n, err := file.ReadAt(buf, at)
		at += int64(n)
		h.Write(buf[:n])
		if errors.Is(err, io.EOF) {
			return hex.EncodeToString(h.Sum(nil)), nil
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return "", err
		}
	}
}

// tellLayer prints the result of an import.
func (e *env) tellLayer(ctx context.Context, r *landimport.Report, failed error) error {
	l := &r.Layer
	switch {
	case failed != nil && ctx.Err() != nil:
		return &exitError{exitInterrupted, "interrupted: the layer does not count; run the same command again"}
	case failed != nil:
		return failed
	case r.Known:
		_, err := fmt.Fprintf(e.stdout, "%s: this file is there already, with %s; nothing was changed\n", l.Name, counted(l.Polygons, "area", "areas"))
		return err
	}
	for _, f := range r.Faults {
		if _, err := fmt.Fprintf(e.stderr, "feature %d: %s\n", f.Number, landimport.Said(f.Code)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(e.stdout, "%s: %s imported, %d broken, %d outside of Brazil, %d not after %s; every plot is held against them from now on\nSHA-256 of the file: %s\n",
		l.Name, counted(l.Polygons, "area", "areas"), l.Broken, l.Elsewhere, l.Earlier, landlayer.CutOff, l.SHA256)
	if err == nil && l.Broken > 0 {
		return &exitError{exitRefused, fmt.Sprintf("%s could not be read", counted(l.Broken, "area", "areas"))}
	}
	return err
}

// layerStates are the names of the states in the list.
var layerStates = map[landlayer.State]string{
	landlayer.Current: "in use", landlayer.Loading: "incomplete, not used: import it again, or remove it", landlayer.Leaving: "not used: remove it again",
}

func newLandList(e *env) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the layers", Args: noArguments}
	cmd.RunE = e.onStore(looks, func(ctx context.Context, s *app.App, _ []string) error {
		all, err := s.Layers.Layers(ctx)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(e.stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "NAME\tKIND\tDATE\tAREAS\tBROKEN\tIMPORTED\tSTATE\tSOURCE\tSHA-256")
		for i := range all {
			l := &all[i]
			fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%d\t%s\t%s\t%s\t%s\n", printable(l.Name), l.Kind.Code, l.Date, l.Polygons, l.Broken, date(l.ImportedAt), layerStates[l.State], printable(l.Source), l.SHA256)
		}
		return table.Flush()
	})
	config.Flags(cmd.Flags(), "land")
	return cmd
}

func newLandRemove(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use: "remove NAME", Short: "Remove a layer, and what imports of it left", Example: `  rastro land remove prodes`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("name one layer: see '%s --help'", cmd.CommandPath())
			}
			return nil
		},
	}
	cmd.RunE = e.onStore(changes, func(ctx context.Context, s *app.App, args []string) error {
		found, err := s.Layers.Remove(ctx, args[0])
		if err != nil {
			return err
		}
		if !found {
			return fmt.Errorf("there is no layer %q: 'rastro land list' has them", args[0])
		}
		_, err = fmt.Fprintln(e.stdout, printable(args[0])+" is removed; no plot is held against it any more")
		return err
	})
	config.Flags(cmd.Flags(), "land")
	return cmd
}
