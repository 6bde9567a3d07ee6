package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"rastro/internal/app"
	"rastro/internal/attach"
	"rastro/internal/config"
	"rastro/internal/derive"
	"rastro/internal/lang"
	"rastro/internal/logkey"
	"rastro/internal/proof"
	"rastro/internal/trace"
	"rastro/internal/verifyfile/pinflags"
)

func newLog(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use: "log", Short: "Look at the public log", Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	key := &cobra.Command{
		Use:   "key",
		Short: "Print the key that verifies the log",
		Long: `Prints the verifier key of the store's log, alone on the last line. Publish it
where others find it: it is all they need to check proofs.`,
		Args: noArguments,
	}
	key.RunE = e.onStore(looks, func(ctx context.Context, s *app.App, _ []string) error {
		verifier, err := s.LogVerifier(ctx)
		if trace.Is(err, trace.CodeRecordNotFound) {
			return errors.New("this store has no log yet: 'rastro serve' starts it")
		}
		if err == nil {
			_, err = fmt.Fprintln(e.stdout, verifier)
		}
		return err
	})
	config.Flags(key.Flags(), "log")
	cmd.AddCommand(key, newAdopt(e))
	return cmd
}

func newVerify(e *env) *cobra.Command {
	var flags *pinflags.Flags
	cmd := &cobra.Command{
		Use:   "verify [FILE]",
		Short: "Check a proof, a dossier, a checkpoint, or a whole store",
		Long: `With FILE, checks a proof (the answer of …/prova), a dossier (…/dossie.zip) or a
checkpoint (/log/checkpoint) without a server or a network, as rastro-verify does,
and says which step fails. Witnesses that you name must have cosigned it. The proof of a public
page only covers a commitment. For a dossier it checks every file against the
manifest, every record's commitment and its place in the log, and the log's
signature, and makes the GeoJSON again from the records; without --key it uses the
dossier's own key and prints it, for you to compare. Without FILE it verifies the
whole store named by --db: every version against its commitment, the log, its
signature and its past, every key against the journal's notes, and every table
that is derived from the journal: it derives them again and names each row that
differs. 'rastro rebuild' restores those. It reads every attached file, and names each
that is missing or was changed. Sessions, kept answers and the marks of
imported rows follow from nothing and are not checked. If the last checkpoint that a
server published is next to the store (or in --log-dir), the store must extend it: a
store that was put back to an earlier state is refused by the server, and here.

The exit code is 0 only if everything verifies, 1 if something is damaged or could
not be read, and 2 if nothing is damaged but something could not be compared: the
store has no log yet, or a table is still being filled after an upgrade.

In a dossier the log signs only the records. The GeoJSON is made again from them,
and the lots and harvests of the trace must be named by them; the rest of the trace,
the balance, the review and the findings are only what its author says.`,
		Example: `  rastro verify prova.json --key "$(cat log.pub)"
  rastro verify dossie.zip --key "$(cat log.pub)"
  rastro verify --db sqlite:rastro.db
  rastro verify --db sqlite:rastro.db --checkpoint kept-checkpoint.txt`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("name one proof file, dossier or checkpoint: see '%s --help'", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return e.verify(cmd, args, flags)
		},
	}
	config.Flags(cmd.Flags(), "verify")
	pinned := flag.NewFlagSet("", flag.ContinueOnError)
	flags = pinflags.Add(pinned)
	cmd.Flags().AddGoFlagSet(pinned)
	return cmd
}

// verify checks the file, if one is named, or the store.
func (e *env) verify(cmd *cobra.Command, args []string, flags *pinflags.Flags) error {
	switch {
	case len(args) == 0 && flags.Witnesses():
		return errors.New("witnesses go with a file, not with a store: leave out --witness-key, --witness-file and --threshold")
	case len(args) == 1 && cmd.Flags().Changed("db"):
		return errors.New("--db goes with a store, not with a file: leave one of them out")
	}
	pins, err := flags.Read(lang.EN)
	switch {
	case err != nil:
		return err
	case len(args) == 0:
		return e.verifyStore(cmd, pins.Key, pins.Checkpoint)
	}
	return e.verifyFile(args[0], pins)
}

// served reads the last checkpoint that a server of the store published, and says where it
// is; nil if there is none. A copy that is named on the command line is compared only with the
// file next to it: a backup may be older than its server.
func (e *env) served(cmd *cobra.Command, cfg config.Config) (checkpoint []byte, place string, err error) {
	if _, ok := fileOf(cfg.DB); ok && cmd.Flags().Changed("db") && !cmd.Flags().Changed("log-dir") {
		cfg.LogDir = ""
	}
	folder, name := e.vaultPlace(cfg)
	if folder == "" {
		return nil, "", nil
	}
	files := logkey.In(folder, name, "")
	checkpoint, err = files.Checkpoint()
	return checkpoint, files.CheckpointPlace(), err
}

// notCompared says how many parts were not compared.
func notCompared(n int) string { return counted(n, "part", "parts") + " could not be compared" }

func (e *env) verifyStore(cmd *cobra.Command, key string, newer []byte) (err error) {
	cfg, err := e.load(cmd)
	if err != nil {
		return err
	}
	if err := looks.allowed(cmd.Context(), cfg.DB); err != nil {
		return err
	}
	served, place, err := e.served(cmd, cfg) // before the store, which then contains what was served
	if err != nil {
		return err
	}
	store, err := openStore(cmd.Context(), cfg.DB)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	if warning := exposed(cfg.DB); warning != "" {
		fmt.Fprintln(e.stderr, "rastro: warning: "+warning)
	}
	result, err := compareStore(cmd.Context(), store, newer, served, place, key)
	if err != nil {
		return err
	}
	files, err := compareFiles(cmd.Context(), cfg, store, &result)
	if err != nil {
		return err
	}
	for _, line := range append(result.Damages, result.Unchecked...) {
		fmt.Fprintln(e.stdout, line)
	}
	if served != nil && len(result.Damages) == 0 {
		fmt.Fprintf(e.stdout, "The log was held against the last checkpoint that was served, %s\n", place)
	}
	e.tellPredecessors("The log "+result.Origin, result.Continues)
	fmt.Fprintf(e.stdout, "%s, %d erased (expurgado), %s in the log, %d waiting for it\n",
		counted(result.Versions, "version holds", "versions hold"), result.Erased, counted(result.Entries, "entry", "entries"), result.Pending)
	if files > 0 {
		fmt.Fprintf(e.stdout, "%s read\n", counted(files, "attached file was", "attached files were"))
	}
	return verdictOn(&result)
}

// compareFiles reads every attached file and compares it with its SHA-256. Without files it does
// not look for their place.
func compareFiles(ctx context.Context, cfg config.Config, store derive.Store, result *proof.Verification) (files int64, err error) {
	if some, err := attach.Any(ctx, store); err != nil || !some {
		return 0, err
	}
	blobs, err := openBlobs(ctx, cfg)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, blobs.Close()) }()
	return attach.Verify(ctx, store, blobs, func(wrong string) { result.Damages = append(result.Damages, wrong) })
}

// compareStore verifies a store, its schema, and what is known of its log: a kept checkpoint, the
// last one served, and the verifier key.
func compareStore(ctx context.Context, store derive.Store, newer, served []byte, place, key string) (result proof.Verification, err error) {
	err = store.ViewRows(ctx, func(r derive.Reader) (err error) {
		if result, err = derive.Verify(ctx, r, newer); err != nil {
			return err
		}
		if served != nil {
			if err := proof.VerifyServed(ctx, r, served, place, &result); err != nil {
				return err
			}
		}
		if key == "" {
			return nil
		}
		switch state, err := r.Log(ctx); {
		case trace.Is(err, trace.CodeRecordNotFound) && len(result.Damages) == 0:
			result.Unchecked = nil
			result.Damages = append(result.Damages, "log: missing, although the given key says that there was one")
		case err == nil && state.Verifier != strings.TrimSpace(key):
			result.Damages = append(result.Damages, "log: its key is "+state.Verifier+", not the given one")
		}
		return nil
	})
	if err != nil {
		return result, err
	}
	faults, err := store.CheckSchema(ctx)
	result.Damages = append(result.Damages, faults...)
	return result, err
}

// verdictOn returns the command's result: an error unless everything is valid.
func verdictOn(result *proof.Verification) error {
	switch n := len(result.Damages); {
	case n == 1 && result.RolledBack:
		return errors.New("the store is older than what was served from it: restore a newer backup; where there is none, see \"After a restore\" in docs/operations.md")
	case n == 0 && len(result.Unchecked) > 0:
		return &exitError{2, "nothing is damaged, but " + notCompared(len(result.Unchecked)) + ": see the lines above"}
	case n == 0:
		return nil
	case n == 1:
		return errors.New("the store is damaged in 1 place: 'rastro rebuild --dry-run' shows whether it can be restored from the journal; otherwise restore a backup")
	default:
		return fmt.Errorf("the store is damaged in %d places: 'rastro rebuild --dry-run' shows which can be restored from the journal; for the others restore a backup", n)
	}
}
