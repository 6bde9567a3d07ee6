package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rastro/internal/config"
	"rastro/internal/trace"
)

// invitations is where a one-time link leads on a server.
const invitations = "/console/convite/"

func newKeyLink(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "link ACCESS_KEY",
		Aliases: []string{"invite"},
		Short:   "Print a link that opens the console with a key, once",
		Long: `Prints a link that signs in to the console with a key that exists: good once, for
one hour, and only while the key works. The secret is not needed, so give the link
to nobody but the key's holder. --public-url says where the server is.

` + config.Help("key link"),
		Example: `  rastro key link rk_7f3a --public-url https://rastro.example
  ssh server rastro key link rk_7f3a --db sqlite:/var/lib/rastro/rastro.db`,
		Args: oneKey,
	}
	var server string
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		cfg, err := e.load(cmd)
		if err != nil {
			return err
		}
		if server = strings.TrimSuffix(cfg.PublicURL, "/"); server == "" {
			server = "http://" + reachable(cfg.Addr)
		}
		return e.onStore(changes, func(ctx context.Context, s *trace.Service, args []string) error {
			return e.keyLink(ctx, s, server, args[0])
		})(cmd, args)
	}
	config.Flags(cmd.Flags(), "key link")
	return cmd
}

func (e *env) keyLink(ctx context.Context, s *trace.Service, server, access string) error {
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
