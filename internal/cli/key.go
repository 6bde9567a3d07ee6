package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"rastro/internal/access"
	"rastro/internal/app"
	"rastro/internal/canon"
	"rastro/internal/config"
	"rastro/internal/store/schema"
	"rastro/internal/trace"
)

func newKey(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "key",
		Short: "Make, list and deactivate access keys, and open the console with one",
		Long: `Works on the store itself, with or without a running server. A running server
applies a change within two seconds.

'rastro key create' prints a pair for programs; 'rastro key link ACCESS_KEY' prints
a link that signs a person in to the console with a key, once.`,
		Example: `  rastro key create --name root --scopes leitura,escrita,admin
  rastro key link rk_7f3a --public-url https://rastro.example`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newKeyCreate(e), newKeyList(e), newKeyLink(e), newKeyDeactivate(e))
	return cmd
}

// use is how a command uses its store.
type use int

const (
	// looks reads an existing store, and leaves one of an earlier version unchanged.
	looks use = iota
	// changes writes to an existing store: a mistyped name would otherwise create an
	// empty one.
	changes
	// makes creates the store if there is none.
	makes
	// tries creates the store if there is none, and leaves one of an earlier version unchanged.
	tries
)

// onStore returns the RunE of a command that works on a store without serving it.
func (e *env) onStore(as use, run func(ctx context.Context, s *app.App, args []string) error) func(*cobra.Command, []string) error {
	return e.onStoreAfter(func(config.Config) error { return nil }, as, run)
}

// onStoreAfter is onStore that checks the options before it opens the store.
func (e *env) onStoreAfter(look func(config.Config) error, as use, run func(ctx context.Context, s *app.App, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) (err error) {
		cfg, err := e.load(cmd)
		if err == nil {
			err = look(cfg)
		}
		if err != nil {
			return err
		}
		if err := as.allowed(cmd.Context(), cfg.DB); err != nil {
			return err
		}
		service, store, err := openService(cmd.Context(), cfg, nil, slog.New(slog.DiscardHandler))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, service.Files.Close(), store.Close()) }()
		return run(cmd.Context(), service, args)
	}
}

// allowed refuses a store that a command cannot use in this way.
func (as use) allowed(ctx context.Context, db string) error {
	switch as {
	case makes:
		return nil
	case tries:
		if err := current(ctx, db); !errors.Is(err, schema.ErrEmpty) {
			return err
		}
		return nil
	}
	if err := exists(db); err != nil || as == changes {
		return err
	}
	return current(ctx, db)
}

func newKeyCreate(e *env) *cobra.Command {
	var name, organization, expires string
	var scopes, phases, harvests []string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "create",
		Short: "Make a key and print it, once",
		Example: `  rastro key create --name "Scale of warehouse 2" --scopes leitura,escrita --phases 06
  rastro key create --name Auditor --scopes leitura --harvests S-2025-001 --expires 2027-06-30`,
		Args: noArguments,
	}
	cmd.RunE = e.onStore(makes, func(ctx context.Context, s *app.App, _ []string) error {
		body, err := canon.Marshal(map[string]any{
			"nome": name, "organizacao": organization, "escopos": scopes, "fases": phases, "safras": harvests, "expiraEm": expires,
		})
		if err != nil {
			return err
		}
		request, err := access.ReadRequest(body, s.Now())
		if err != nil {
			return err
		}
		made, err := s.CreateKey(ctx, nil, request, nil)
		if err != nil {
			return err
		}
		if asJSON {
			_, err = fmt.Fprintf(e.stdout, "%s\n", made.Key.JSON(s.Now()))
		} else {
			_, err = fmt.Fprintf(e.stdout, "access key  %s\nsecret key  %s\n", made.Key.AccessKey, made.Key.SecretKey)
		}
		return errors.Join(err, e.warnWithoutAdmin(ctx, s))
	})
	flags := cmd.Flags()
	config.Flags(flags, "key")
	flags.StringVar(&name, "name", "", "what or who the key is for")
	flags.StringVar(&organization, "organization", "", "whose records it writes: shown as their author")
	flags.StringSliceVar(&scopes, "scopes", nil, "rights: leitura, escrita, admin (default leitura,escrita)")
	flags.StringSliceVar(&phases, "phases", nil, "phases it may write, such as 06 or armazenamento (default all)")
	flags.StringSliceVar(&harvests, "harvests", nil, "harvests it may touch, by safraId (default all)")
	flags.StringVar(&expires, "expires", "", "when it stops working, such as 2027-06-30 (default never)")
	flags.BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// warnWithoutAdmin warns that nobody can manage keys over HTTP: a server makes
// a first admin key only for a store without any keys.
func (e *env) warnWithoutAdmin(ctx context.Context, s *app.App) error {
	keys, err := s.Keys(ctx, nil)
	if err != nil {
		return err
	}
	for i := range keys {
		if keys[i].Has(trace.Admin) && !keys[i].Limited() && keys[i].ActiveAt(s.Now()) {
			return nil
		}
	}
	_, err = fmt.Fprintln(e.stderr, "rastro: warning: this store has no admin key: make one with 'rastro key create --scopes admin,leitura,escrita'")
	return err
}

func newKeyList(e *env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{Use: "list", Short: "List the keys, without their secrets", Args: noArguments}
	cmd.RunE = e.onStore(looks, func(ctx context.Context, s *app.App, _ []string) error {
		keys, err := s.Keys(ctx, nil)
		if err != nil {
			return err
		}
		if asJSON {
			for i := range keys {
				fmt.Fprintf(e.stdout, "%s\n", keys[i].JSON(s.Now()))
			}
			return nil
		}
		table := tabwriter.NewWriter(e.stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "ACCESS KEY\tNAME\tORGANIZATION\tSCOPES\tPHASES\tHARVESTS\tSTATE\tLAST USE")
		for i := range keys {
			k := &keys[i]
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", k.AccessKey, orDash(k.Name), orDash(k.Organization),
				joined(k.Scopes), joined(k.Phases), joined(k.Harvests), state(k, s.Now()), date(k.LastUse))
		}
		return table.Flush()
	})
	config.Flags(cmd.Flags(), "key")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line")
	return cmd
}

// oneKey requires exactly one access key as the argument.
func oneKey(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("name one access key: see '%s --help'", cmd.CommandPath())
	}
	return nil
}

func newKeyDeactivate(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "deactivate ACCESS_KEY",
		Short: "Make a key stop working, permanently",
		Args:  oneKey,
	}
	cmd.RunE = e.onStore(changes, func(ctx context.Context, s *app.App, args []string) error {
		k, err := s.DeactivateKey(ctx, nil, args[0])
		if err == nil {
			_, err = fmt.Fprintln(e.stdout, k.AccessKey+" is deactivated")
		}
		return err
	})
	config.Flags(cmd.Flags(), "key")
	return cmd
}

func state(k *trace.Key, now time.Time) string {
	switch {
	case !k.DeactivatedAt.IsZero():
		return "deactivated " + date(k.DeactivatedAt)
	case !k.ActiveAt(now):
		return "expired " + date(k.ExpiresAt)
	case !k.ExpiresAt.IsZero():
		return "until " + date(k.ExpiresAt)
	}
	return "active"
}

func date(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Format(time.DateOnly)
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return printable(s)
}

// printable returns a text for a terminal: names that callers chose may contain line ends and codes
// that move the cursor, clear the screen or reverse the text.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '\uFFFD'
		}
		return r
	}, s)
}

func joined[T ~string](list []T) string {
	texts := make([]string, len(list))
	for i, s := range list {
		texts[i] = string(s)
	}
	return orDash(strings.Join(texts, ","))
}
