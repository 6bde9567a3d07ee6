package cli

import (
	"errors"
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"rastro/internal/config"
	"rastro/internal/ledger"
)

func newAdopt(e *env) *cobra.Command {
	var rotate bool
	cmd := &cobra.Command{
		Use:   "adopt",
		Short: "Continue the log under a new name, after a restore or a lost key",
		Long: `A server that finds its store older than the last checkpoint it has served
refuses to sign: two histories would have one name. If there is no newer
backup, this command gives the log a new name and key. The new log has the same
entries up to where the store ends, and says so: every proof from then on names
the log before it, its key, and how many entries both share. Proofs of the old
log up to that entry still verify with its key.

Stop all servers of the store first. Then publish the new key, and copy the new
key file to every server. The old key file is kept as FILE.DATE.retired.

` + config.Help("log adopt"),
		Example: `  rastro log adopt --db sqlite:/var/lib/rastro/rastro.db
  rastro log adopt --log-origin rastro.example.org/log2
  rastro log adopt --rotate`,
		Args: noArguments,
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return e.adopt(cmd, rotate) }
	config.Flags(cmd.Flags(), "log adopt")
	cmd.Flags().BoolVar(&rotate, "rotate", false, "adopt a log even if it is sound: someone else may have its key")
	return cmd
}

// adopt continues the log under a new name, and prints the new verifier key.
func (e *env) adopt(cmd *cobra.Command, rotate bool) (err error) {
	cfg, err := e.load(cmd)
	if err != nil {
		return err
	}
	if err := exists(cfg.DB); err != nil {
		return err
	}
	vault, err := e.vault(cfg)
	if err != nil {
		return err
	}
	service, store, err := openService(cmd.Context(), cfg, vault, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, service.Files.Close(), store.Close()) }()
	release, err := e.alone(cmd.Context(), cfg, vault, store)
	if err != nil {
		return err
	}
	defer release()
	made, err := service.AdoptLog(cmd.Context(), cfg.LogOrigin, rotate)
	if err != nil {
		return err
	}
	e.tellPredecessors("The log "+made.Origin, []ledger.Predecessor{made.Predecessor})
	e.tellLost(&made)
	if cfg.LogKey != "" {
		fmt.Fprintf(e.stderr, "rastro: warning: RASTRO_LOG_KEY is the old key: set it to what the new key file in the log folder holds, or unset it\n")
	} else {
		fmt.Fprintf(e.stdout, "The new signing key is in %s: restart the server; copy the file to every other server of this store first\n", vault.KeyPlace())
	}
	_, err = fmt.Fprintln(e.stdout, made.VerifierKey)
	return err
}

// tellLost says which entries of the old log the store does not have, and which writes the
// new log adds next.
func (e *env) tellLost(made *ledger.Adoption) {
	p := &made.Predecessor
	if made.Waiting > 0 {
		fmt.Fprintf(e.stdout, "%s not in the log yet, and will be the first in the new one\n", counted(made.Waiting, "write in the store was", "writes in the store were"))
	}
	if made.Lost > 0 {
		fmt.Fprintf(e.stdout, "%s lost that %s had signed: the store has the first %d of %d\n", counted(made.Lost, "entry is", "entries are"), p.Origin, p.SeenSize-made.Lost, p.SeenSize)
	}
}

// tellPredecessors prints which log continues which, beginning with the current one.
func (e *env) tellPredecessors(log string, all []ledger.Predecessor) {
	for _, p := range ledger.Lineage(log, all) {
		fmt.Fprintf(e.stdout, "%s continues the log %s from entry %d on (key %s)\n", p.Successor, p.Origin, p.Size, p.Key)
		if p.SeenSize > p.Size {
			fmt.Fprintf(e.stdout, "%s had signed %s: both share the first %d\n", p.Origin, counted(p.SeenSize, "entry", "entries"), p.Size)
		}
	}
}
