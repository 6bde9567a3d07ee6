package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"rastro/internal/access"
	"rastro/internal/app"
	"rastro/internal/config"
	"rastro/internal/trace"
)

// welcome prints the first key of a new store, and the link with which its administrator creates an
// account.
func welcome(ctx context.Context, w io.Writer, cfg config.Config, service *app.App, address string, first *access.NewKey) error {
	announce(w, address, first, cfg.RootAccessKey != "")
	invitation, err := service.People.OpenServer(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "Open the console with this link and make your account. It works once, for one day:\n\n  %s\n\n", linkBase(cfg.PublicURL, address)+invitations+invitation)
	return err
}

// welcomeAgain prints another link if nobody has used the one of an earlier start.
func welcomeAgain(ctx context.Context, w io.Writer, cfg config.Config, service *app.App, address string) error {
	invitation, err := service.People.ReopenServer(ctx)
	if err != nil || invitation == "" {
		return err
	}
	_, err = fmt.Fprintf(w, "Nobody has an account yet. Open the console with this link and make yours. It works once, for one day; earlier links no longer work:\n\n  %s\n\n", linkBase(cfg.PublicURL, address)+invitations+invitation)
	return err
}

// announce prints the first key and a command that works when pasted. A configured key is not
// repeated.
func announce(w io.Writer, address string, first *access.NewKey, given bool) {
	if given {
		fmt.Fprintf(w, "\nThe first key, %s, was made of the pair in the environment.\n\n", first.AccessKey)
		return
	}
	fmt.Fprintf(w, `
This store is new. Its first key, shown only now; keep it:

  access key  %[2]s
  secret key  %[3]s

Try it:

curl -X POST %[1]s/producaoAgricola/plantioManejo \
  -H 'X-API-ACCESS-KEY: %[2]s' \
  -H 'X-API-SECRET-KEY: %[3]s' \
  -H 'Content-Type: application/json' \
  -d '{"safraId":"S-2025-001","safraCodigo":"2024/25","dados":{"dataPlantio":"2024-10-05","quantidadeSemente":7200}}'

`, address, first.AccessKey, first.SecretKey)
}

// fillDemo writes the demonstration harvests into a store without records.
func fillDemo(ctx context.Context, service *app.App, log *slog.Logger) error {
	writer := &trace.Key{AccessKey: "demo", Name: "Demonstração", Scopes: []trace.Scope{trace.Read, trace.Write}}
	written, err := service.FillDemo(ctx, writer, "")
	switch {
	case err != nil:
		return err
	case written == 0:
		log.Info("the store has records: the demonstration harvests are left out")
	default:
		log.Info("the demonstration harvests are in the store", "records", written)
	}
	return nil
}
