package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rastro/internal/config"
	"rastro/internal/derive"
)

func newRebuild(e *env) *cobra.Command {
	var only []string
	var dryRun bool
	cmd := &cobra.Command{
		Use:   "rebuild",
		Short: "Restore from the journal what was derived from it",
		Long: `Compares every table that is derived from the journal with what the journal says,
and restores the rows that differ: the lot graph, the index of plots, the goods
and codes of validations, counts, the catalogue, names of harvests, reviews of
another harvest, keys, and derived columns of versions. It works while a server is
running, a hundred records at a time. While it restores the lot graph, traces and
balances say that they are incomplete, and recalls are refused. It can be interrupted
at any moment, and resumes when it is run again.

A replaced secret cannot be restored: such a key is deactivated, and so is a key
that nobody made. Make a new one with 'rastro key create'. What 'rastro verify'
reports about the log, versions and validations cannot be restored either: restore
a backup.`,
		Example: `  rastro rebuild --db sqlite:rastro.db --dry-run
  rastro rebuild --db sqlite:rastro.db
  rastro rebuild --db sqlite:rastro.db --only keys,lots`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return e.rebuild(cmd, only, dryRun) },
	}
	config.Flags(cmd.Flags(), "rebuild")
	cmd.Flags().StringSliceVar(&only, "only", nil, "restore these alone: "+strings.Join(derive.Groups(), ", ")+" (default all)")
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "say what differs, and restore nothing")
	return cmd
}

func (e *env) rebuild(cmd *cobra.Command, only []string, dryRun bool) (err error) {
	ctx := cmd.Context()
	cfg, err := e.load(cmd)
	if err != nil {
		return err
	}
	as := changes
	if dryRun {
		as = looks
	}
	if err := as.allowed(ctx, cfg.DB); err != nil {
		return err
	}
	service, store, err := openService(ctx, cfg, nil, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, service.Files.Close(), store.Close()) }()
	if dryRun {
		return e.tellDifferences(ctx, store, only)
	}
	told := time.Now()
	done, err := derive.Rebuild(ctx, store, service, only, func(so derive.Rebuilt) {
		if time.Since(told) > lineInterval {
			told = time.Now()
			fmt.Fprintf(e.stderr, "rastro: %s restored so far\n", counted(so.Rows+so.Versions, "row", "rows"))
		}
	})
	for _, line := range done.Keys {
		fmt.Fprintln(e.stdout, line)
	}
	fmt.Fprintf(e.stdout, "%s, %s and %s restored\n", counted(done.Rows, "row", "rows"), counted(done.Versions, "version", "versions"), counted(len(done.Keys), "key", "keys"))
	if err != nil {
		return err
	}
	for _, line := range done.Left {
		fmt.Fprintln(e.stdout, line)
	}
	if len(done.Left) > 0 {
		return fmt.Errorf("%s be restored from the journal: restore a backup", countRows(done.Left, "cannot", "cannot"))
	}
	return nil
}

// tellDifferences prints the differences from the journal, and fails if there are any.
func (e *env) tellDifferences(ctx context.Context, store derive.Store, only []string) error {
	var said, unfilled []string
	err := store.ViewRows(ctx, func(r derive.Reader) (err error) {
		said, unfilled, err = derive.Differences(ctx, r, only)
		return err
	})
	if err != nil {
		return err
	}
	for _, line := range append(unfilled, said...) {
		fmt.Fprintln(e.stdout, line)
	}
	switch {
	case len(said) > 0:
		return fmt.Errorf("%s from the journal: run the same command without --dry-run to restore what can be", countRows(said, "differ", "differs"))
	case len(unfilled) > 0:
		return &exitError{2, notCompared(len(unfilled)) + ": let a server finish, or run the same command without --dry-run"}
	}
	_, err = fmt.Fprintln(e.stdout, "nothing differs from the journal")
	return err
}

// countRows says how many rows the lines mention, and with which operation.
func countRows(lines []string, many, one string) string {
	switch n := len(lines); {
	case lines[n-1] == derive.AndMore:
		return fmt.Sprintf("more than %d rows %s", n-1, many)
	case n == 1:
		return "1 row " + one
	default:
		return fmt.Sprintf("%d rows %s", n, many)
	}
}
