package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"rastro/internal/app"
	"rastro/internal/config"
	"rastro/internal/trace"
	"rastro/internal/webhook"
)

func newWebhook(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "webhook",
		Short: "Make, list, enable and delete webhooks",
		Long: `Works on the store itself, with or without a running server, which delivers. Secrets
are made from the log's key: 'create' and 'secret' need it where the server has it.`,
		Example: `  rastro webhook create --url https://erp.example.com/in --key rk_7f3a --types rastro.registro.criado
  rastro webhook list`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newWebhookCreate(e), newWebhookList(e), newWebhookSecret(e),
		newWebhookChange(e, "enable", "Let a disabled webhook go on where it stopped", func(ctx context.Context, s *app.App, id string) (string, error) {
			_, err := s.Hooks.Activate(ctx, nil, id, true)
			return "is enabled", err
		}),
		newWebhookChange(e, "disable", "Send nothing to a webhook until it is enabled again", func(ctx context.Context, s *app.App, id string) (string, error) {
			_, err := s.Hooks.Activate(ctx, nil, id, false)
			return "is disabled", err
		}),
		newWebhookChange(e, "delete", "Delete a webhook, with its address in the journal", func(ctx context.Context, s *app.App, id string) (string, error) {
			_, err := s.Hooks.DeleteHook(ctx, nil, id, trace.AnyVersion)
			return "is deleted", err
		}))
	return cmd
}

// onLog returns the RunE of a command that needs the log's key, but no server.
func (e *env) onLog(run func(ctx context.Context, s *app.App, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) (err error) {
		cfg, err := e.load(cmd)
		if err != nil {
			return err
		}
		if err := changes.allowed(cmd.Context(), cfg.DB); err != nil {
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
		if err := service.StartLog(cmd.Context(), ""); err != nil {
			return err
		}
		return run(cmd.Context(), service, args)
	}
}

func newWebhookCreate(e *env) *cobra.Command {
	var r webhook.Request
	cmd := &cobra.Command{Use: "create", Short: "Make a webhook and print its secret, once", Args: noArguments,
		Example: `  rastro webhook create --url https://erp.example.com/in --key rk_7f3a --types rastro.registro.criado,rastro.validacao.criada`}
	cmd.RunE = e.onLog(func(ctx context.Context, s *app.App, _ []string) error {
		if err := r.Check(); err != nil {
			return err
		}
		made, err := s.Hooks.CreateHook(ctx, nil, r, nil)
		if err != nil {
			return err
		}
		public, err := s.Hooks.Public()
		if err == nil {
			_, err = fmt.Fprintf(e.stdout, "webhook     %s\nsecret      %s\npublic key  %s\n", made.ID, made.Secret.Text(), public)
		}
		return err
	})
	flags := cmd.Flags()
	config.Flags(flags, "webhook")
	flags.StringVar(&r.URL, "url", "", "where events are sent")
	flags.StringVar(&r.AccessKey, "key", "", "access key it reads with: it is told what that key may read")
	flags.StringVar(&r.Description, "name", "", "what or who it is for")
	flags.StringSliceVar(&r.Types, "types", nil, "types of events (default all)")
	flags.StringSliceVar(&r.Harvests, "harvests", nil, "harvests, by safraId (default all that the key reaches)")
	flags.BoolVar(&r.Full, "full", false, "send whole records")
	flags.BoolVar(&r.Ordered, "ordered", false, "send one event after the other")
	return cmd
}

func newWebhookList(e *env) *cobra.Command {
	cmd := &cobra.Command{Use: "list", Short: "List the webhooks, without their secrets", Args: noArguments}
	cmd.RunE = e.onStore(looks, func(ctx context.Context, s *app.App, _ []string) error {
		all, err := s.Hooks.Hooks(ctx, nil)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(e.stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "ID\tURL\tNAME\tKEY\tSTATE\tNEXT POSITION\tPENDING\tLAST SUCCESS")
		for i := range all {
			h := &all[i]
			state := "active"
			if h.Disabled != "" {
				state = "disabled: " + string(h.Disabled)
			}
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%d\t%d\t%s\n", h.ID, printable(h.URL), orDash(h.Description), h.AccessKey, state, h.State.Next, h.State.Pending, date(h.State.LastSuccess))
		}
		return table.Flush()
	})
	config.Flags(cmd.Flags(), "webhook")
	return cmd
}

func newWebhookSecret(e *env) *cobra.Command {
	cmd := &cobra.Command{Use: "secret ID", Short: "Give a webhook another secret; the one before signs for 24 hours", Args: oneWebhook}
	cmd.RunE = e.onLog(func(ctx context.Context, s *app.App, args []string) error {
		_, secret, err := s.Hooks.RotateSecret(ctx, nil, args[0])
		if err == nil {
			_, err = fmt.Fprintf(e.stdout, "secret  %s\n", secret.Text())
		}
		return err
	})
	config.Flags(cmd.Flags(), "webhook")
	return cmd
}

// oneWebhook requires exactly one webhook as the argument.
func oneWebhook(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("name one webhook by its id: see '%s --help'", cmd.CommandPath())
	}
	return nil
}

func newWebhookChange(e *env, name, short string, do func(ctx context.Context, s *app.App, id string) (said string, err error)) *cobra.Command {
	cmd := &cobra.Command{Use: name + " ID", Short: short, Args: oneWebhook}
	cmd.RunE = e.onStore(changes, func(ctx context.Context, s *app.App, args []string) error {
		said, err := do(ctx, s, args[0])
		if err == nil {
			_, err = fmt.Fprintln(e.stdout, args[0]+" "+said)
		}
		return err
	})
	config.Flags(cmd.Flags(), "webhook")
	return cmd
}
