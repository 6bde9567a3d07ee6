package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"rastro/internal/config"
	"rastro/internal/store/citus"
)

func newDB(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "db",
		Short: "Manage the database",
		Args:  noArguments,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newDistribute(e))
	return cmd
}

func newDistribute(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "distribute",
		Short: "Spread a PostgreSQL database over the workers of Citus",
		Long: `Spreads the tables of a PostgreSQL database that has the extension Citus over its
workers, with what is in them: in one transaction, so it is done or not begun. Run
again, it finds nothing to do. 'rastro serve' does the same when it starts.

Servers that are running notice within seconds and open the database again. Until then
their writes are refused with 503. docs/scale.md says how to install the extension and add workers.`,
		Example: `  rastro db distribute --db postgres://rastro@coordinator/rastro`,
		Args:    noArguments,
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		cfg, err := e.load(cmd)
		if err != nil {
			return err
		}
		if _, file := fileOf(cfg.DB); file {
			return errors.New("an SQLite database is one file and cannot be spread: name a PostgreSQL database with --db postgres://USER:PASSWORD@HOST:PORT/DATABASE")
		}
		spread, err := citus.Distribute(cmd.Context(), cfg.DB)
		if err != nil {
			return err
		}
		if spread == 0 {
			_, err = fmt.Fprintln(e.stdout, "the tables are spread already")
			return err
		}
		_, err = fmt.Fprintf(e.stdout, "%d tables spread; servers that are running open the database again\n", spread)
		return err
	}
	config.Flags(cmd.Flags(), "db distribute")
	return cmd
}
