package e2e

import (
	"testing"

	"rastro/internal/testkit/outside"
)

// TestConsoleProvider signs in with a real OpenID Connect provider, from the invitation on.
func TestConsoleProvider(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	provider := outside.StartOIDC(t, outside.Directory{
		Client: "rastro", Secret: "segredo", Redirect: []string{"http://127.0.0.1/console/oidc/volta"}, AnyPort: true,
		People: map[string]map[string]any{"marina": {"email": "marina@coopervale.example", "email_verified": true}},
	})
	s := startEnv(t, []string{"RASTRO_OIDC_SECRET=segredo"}, "--oidc-issuer", provider.Issuer, "--oidc-client", "rastro", "--oidc-name", "Coop ID")
	runScript(t, "console_provider.mjs", sceneFile(t, map[string]any{"server": s.url, "provider": provider.Issuer, "access": rootAccess, "secret": rootSecret}))
}
