package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rastro/internal/account"
	"rastro/internal/backup"
	"rastro/internal/config"
	"rastro/internal/doctor"
	"rastro/internal/logkey"
	"rastro/internal/servercert"
	"rastro/internal/store/schema"
)

func newDoctor(e *env) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Say what is wrong with this installation, and what to do",
		Long: `Looks at what the options name: the database, who can read it, the log's key and
checkpoint, the place of attached files, free space, the certificate, the public
address, and whether a server answers. Give it the options that the server has, and run
it as the user it runs as. It changes nothing, and does not read all data: 'rastro
verify' does.

The exit code is 1 if something is wrong, and 2 if something may go wrong soon.`,
		Example: `  rastro doctor --config /etc/rastro.conf`,
		Args:    noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cfg, err := e.load(cmd)
			if err != nil {
				return err
			}
			return e.doctor(cmd.Context(), cfg)
		},
	}
	config.Flags(cmd.Flags(), "doctor")
	return cmd
}

func (e *env) doctor(ctx context.Context, cfg config.Config) error {
	checks := []doctor.Check{
		{About: "database", Look: func(ctx context.Context) (string, error) { return lookAtDatabase(ctx, cfg) }},
		{About: "log", Look: func(context.Context) (string, error) { return e.lookAtLog(cfg) }},
		{About: "attached files", Look: func(ctx context.Context) (string, error) { return lookAtFiles(ctx, cfg) }},
		{About: "address", Look: func(context.Context) (string, error) { return lookAtAddress(cfg) }},
		{About: "server", Look: func(ctx context.Context) (string, error) { return lookAtServer(ctx, cfg) }},
	}
	if path, ok := fileOf(cfg.DB); ok {
		checks = append(checks, doctor.Check{About: "space", Look: func(context.Context) (string, error) { return doctor.Space(filepath.Dir(path)) }},
			doctor.Check{About: "backup", Look: func(context.Context) (string, error) { return doctor.Copied(backup.Last(path), time.Now()) }})
	}
	if exists(cfg.DB) == nil && current(ctx, cfg.DB) == nil {
		checks = append(checks, doctor.Check{About: "roles", Look: func(ctx context.Context) (string, error) { return lookAtRoles(ctx, cfg) }})
	}
	if cfg.TLSCert != "" {
		checks = append(checks, doctor.Check{About: "certificate", Look: func(context.Context) (string, error) { return lookAtCertificate(cfg) }})
	}
	r, err := doctor.Run(ctx, e.stdout, checks)
	switch {
	case err != nil:
		return err
	case r.Wrong > 0:
		return fmt.Errorf("%s wrong: see the lines above", counted(r.Wrong, "thing is", "things are"))
	case r.Cautions > 0:
		return &exitError{2, "nothing is wrong, but " + counted(r.Cautions, "thing needs", "things need") + " care: see the lines above"}
	}
	return nil
}

func lookAtDatabase(ctx context.Context, cfg config.Config) (string, error) {
	if err := exists(cfg.DB); err != nil {
		return "", err
	}
	switch err := current(ctx, cfg.DB); {
	case errors.Is(err, schema.ErrOlder):
		return "", doctor.Caution("it is of an earlier version: the next start of the server upgrades it; take a backup before")
	case err != nil:
		return "", err
	}
	if warning := exposed(cfg.DB); warning != "" {
		return "", doctor.Caution("%s", warning)
	}
	return "it is there, and of this version", nil
}

// lookAtRoles names the roles of organisations whose people invite others without administering
// anything: builds before this one ignored that right, so somebody may have ticked it when it had
// no effect.
func lookAtRoles(ctx context.Context, cfg config.Config) (string, error) {
	store, err := openStore(ctx, cfg.DB)
	if err != nil {
		return "", err
	}
	defer store.Close()
	roles, err := account.Inviting(ctx, store)
	if err != nil || len(roles) == 0 {
		return "no organisation's own role lets people without the scope admin invite others", err
	}
	names := make([]string, len(roles))
	for i := range roles {
		names[i] = fmt.Sprintf("%q of %q", roles[i].Title.PT, roles[i].Organization)
	}
	return "without the scope admin, these let people invite others, reset their passwords and deactivate them: " + strings.Join(names, ", "), nil
}

func (e *env) lookAtLog(cfg config.Config) (string, error) {
	folder, name := e.vaultPlace(cfg)
	if folder == "" {
		return "", errors.New("there is no place for the signing key: name a folder with --log-dir")
	}
	files := logkey.In(folder, name, cfg.LogKey)
	key, err := files.Key()
	if err != nil {
		return "", err
	}
	checkpoint, err := files.Checkpoint()
	switch {
	case err != nil:
		return "", err
	case key == "" && checkpoint == nil:
		return "", doctor.Caution("it has not begun: the first start of the server makes %s; keep a copy of it elsewhere", files.KeyPlace())
	case key == "":
		return "", fmt.Errorf("the signing key %s is missing: copy it back, or continue the log with 'rastro log adopt'", files.KeyPlace())
	case checkpoint == nil:
		return "", fmt.Errorf("the checkpoint %s is missing: copy it back, or continue the log with 'rastro log adopt'", files.CheckpointPlace())
	}
	return "its key and its last checkpoint are there", nil
}

func lookAtFiles(ctx context.Context, cfg config.Config) (says string, err error) {
	if path, ok := fileOf(cfg.DB); !ok && cfg.Blobs == "" {
		return "they are in the database", nil
	} else if !strings.HasPrefix(cfg.Blobs, "s3://") {
		return "they are in " + cmp.Or(cfg.Blobs, filesBeside(path)), nil
	}
	blobs, err := openBlobs(ctx, cfg)
	if err != nil {
		return "", err
	}
	return "they are in " + cfg.Blobs, blobs.Close()
}

func lookAtAddress(cfg config.Config) (string, error) {
	switch {
	case cfg.PublicURL == "" && len(cfg.ACME) == 0:
		return "", doctor.Caution("--public-url is not set: links and QR codes work on this machine alone")
	case strings.HasPrefix(cfg.PublicURL, "http://"):
		return "", doctor.Caution("%s is not encrypted: get a certificate (--acme), or put a proxy with one before the server", cfg.PublicURL)
	}
	return cmp.Or(cfg.PublicURL, "https://"+strings.Join(cfg.ACME, ", ")), nil
}

// lookAtServer asks the server whether it is ready. It does not check the certificate.
func lookAtServer(ctx context.Context, cfg config.Config) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	target := scheme(cfg) + reachable(cfg.Addr) + "/readyz"
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, target, http.NoBody)
	if err != nil {
		return "", err
	}
	if len(cfg.ACME) > 0 {
		return lookAtListener(ctx, cfg)
	}
	calls := &http.Transport{DisableKeepAlives: true, TLSClientConfig: servercert.Unjudged()}
	answer, err := (&http.Client{Transport: calls}).Do(request)
	if err != nil {
		return "", doctor.Caution("none answers at %s: start it, or name its address with --addr", target)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s says %s: its log says why", target, answer.Status)
	}
	return "it is ready", nil
}

func lookAtListener(ctx context.Context, cfg config.Config) (string, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", reachable(cfg.Addr))
	if err != nil {
		return "", doctor.Caution("none listens on %s: start it, or name its address with --addr", cfg.Addr)
	}
	return "it listens", conn.Close()
}

func lookAtCertificate(cfg config.Config) (string, error) {
	files, err := servercert.NewFiles(cfg.TLSCert, cfg.TLSKey, hostOf(cfg.PublicURL), slog.New(slog.DiscardHandler))
	if err != nil {
		return "", err
	}
	if err := files.Fault(time.Now()); err != nil {
		return "", doctor.Caution("%w", err)
	}
	return "valid until " + files.Expires().UTC().Format(time.RFC3339), nil
}
