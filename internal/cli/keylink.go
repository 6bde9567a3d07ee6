package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rastro/internal/app"
	"rastro/internal/config"
	"rastro/internal/trace"
)

// invitations is the path of one-time links on a server.
const invitations = "/console/convite/"

func newKeyLink(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "link ACCESS_KEY",
		Aliases: []string{"invite"},
		Short:   "Print a link that opens the console with a key, once",
		Long: `Prints a link that signs in to the console with an existing key: it works once, for
one hour, and only while the key works. The secret is not needed, so give the link
only to the key's holder. The link leads to the public-url of the server's options:
name the same --config as the server has, or set --public-url. Without either it
only works on this machine.

` + config.Help("key link"),
		Example: `  rastro key link rk_7f3a --public-url https://rastro.example
  ssh server rastro key link rk_7f3a --db sqlite:/var/lib/rastro/rastro.db`,
		Args: oneKey,
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		cfg, err := e.load(cmd)
		if err != nil {
			return err
		}
		server := linkBase(cfg.PublicURL, scheme(cfg)+reachable(cfg.Addr))
		return e.onStore(changes, func(ctx context.Context, s *app.App, args []string) error {
			if err := e.keyLink(ctx, s, server, args[0]); err != nil || cfg.PublicURL != "" {
				return err
			}
			_, err := fmt.Fprintln(e.stderr, "It works on this machine alone: public-url is not set. Say --public-url https://…, or name the server's options with --config FILE.")
			return err
		})(cmd, args)
	}
	config.Flags(cmd.Flags(), "key link")
	return cmd
}

// linkBase returns the base of links to the console: the configured public address, or else the one
// that the server listens on.
func linkBase(publicURL, listens string) string {
	return strings.TrimSuffix(cmp.Or(publicURL, listens), "/")
}

func (e *env) keyLink(ctx context.Context, s *app.App, server, access string) error {
	keys, err := s.Keys(ctx, nil)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(keys, func(k trace.Key) bool { return k.AccessKey == access })
	if at < 0 {
		return fmt.Errorf("there is no key %s: 'rastro key list' shows them", access)
	}
	if k := &keys[at]; !k.ActiveAt(s.Now()) {
		return fmt.Errorf("the key %s does not work any more (%s): make another with 'rastro key create'", access, state(k, s.Now()))
	}
	invitation, err := s.Invite(ctx, &keys[at])
	if err != nil {
		return err
	}
	fmt.Fprintln(e.stderr, "This link opens the console, once, within one hour:")
	_, err = fmt.Fprintln(e.stdout, server+invitations+invitation)
	return err
}
