package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rastro/internal/blob"
	"rastro/internal/blob/folder"
	"rastro/internal/config"
	"rastro/internal/store/sqlite"
	"rastro/internal/wholefile"
)

func newBackup(e *env) *cobra.Command {
	var out string
	var withKey, force bool
	cmd := &cobra.Command{
		Use:   "backup",
		Short: "Copy an SQLite database, even while a server is running",
		Long: `Copies the SQLite database into one compact file, even while a server runs. It does
not upgrade a database of an earlier version. The file is complete or not there at
all, it is on disk when the command ends, and only its owner can read it.

Attached files that are kept in a folder are copied into FILE-anexos, next to it.

The log's signing key is not in it. A copy that has the key can sign in the log's
name: ask for it with --with-log-key, which writes FILE.logkey next to it, and keep
the two apart. Earlier versions kept the key in the database: their copy has it
inside, and is made only with --with-log-key.

An existing file is left alone unless --force is given. PostgreSQL has pg_dump: see
docs/operations.md.`,
		Example: `  rastro backup --db sqlite:/var/lib/rastro/rastro.db --out /backup/rastro.db
  rastro backup --out /safe/rastro.db --with-log-key`,
		Args: noArguments,
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return e.backup(cmd, out, withKey, force) }
	config.Flags(cmd.Flags(), "backup")
	cmd.Flags().StringVar(&out, "out", "", "the copy")
	cmd.Flags().BoolVar(&force, "force", false, forceHelp)
	cmd.Flags().BoolVar(&withKey, "with-log-key", false, "write the log's signing key next to the copy, as FILE.logkey")
	return cmd
}

// backup copies the database, and with withKey the signing key.
func (e *env) backup(cmd *cobra.Command, out string, withKey, force bool) error {
	cfg, err := e.load(cmd)
	if err != nil {
		return err
	}
	path, ok := fileOf(cfg.DB)
	switch {
	case !ok:
		return errors.New("a PostgreSQL database is copied with 'umask 077; pg_dump -Fc -f FILE DATABASE'")
	case out == "":
		return errors.New("name the copy with --out FILE")
	}
	if err := exists(cfg.DB); err != nil {
		return err
	}
	inside := false
	if withKey {
		if inside, err = sqlite.KeyInside(cmd.Context(), path); err != nil {
			return err
		}
	}
	copies := []outFile{{"--out", out, force}}
	if withKey && !inside {
		copies = append(copies, outFile{"--out", out + ".logkey", force})
	}
	for _, file := range copies {
		if err := file.check(e, cfg); err != nil {
			return err
		}
	}
	key := ""
	if withKey && !inside {
		if key, err = e.keyOf(cfg); err != nil {
			return err
		}
	}
	if err := sqlite.Backup(cmd.Context(), path, out, force, withKey); err != nil {
		return err
	}
	if key != "" {
		if err := wholefile.Write(out+".logkey", []byte(key+"\n")); err != nil {
			return err
		}
	}
	if inside {
		fmt.Fprintln(e.stderr, "rastro: warning: the log's signing key is inside the copy, as this earlier version keeps it: anyone who reads the copy can sign in the log's name")
	}
	if err := e.backUpFiles(cmd.Context(), cfg, path, out); err != nil {
		return err
	}
	_, err = fmt.Fprintln(e.stdout, path+" is copied to "+out)
	return err
}

// backUpFiles copies the attached files beside the copy of the database. It comes after that: what
// the copy lists was there before. A file that is there already has the same bytes, and stays.
func (e *env) backUpFiles(ctx context.Context, cfg config.Config, path, out string) error {
	if strings.HasPrefix(cfg.Blobs, "s3://") {
		fmt.Fprintln(e.stderr, "rastro: attached files stay in "+cfg.Blobs+": copy the bucket as well")
		return nil
	}
	from, to := folder.Open(cmp.Or(cfg.Blobs, filesBeside(path)), time.Now), folder.Open(filesBeside(out), time.Now)
	return from.Each(ctx, func(info blob.Info) error {
		if there, err := to.Stat(ctx, info.Sum); err == nil && there.Size == info.Size {
			return nil
		}
		content, err := from.Open(ctx, info.Sum)
		if errors.Is(err, blob.ErrMissing) { // erased meanwhile
			return nil
		}
		if err != nil {
			return err
		}
		defer content.Close()
		draft, err := to.Draft(ctx)
		if err != nil {
			return err
		}
		defer draft.Drop()
		if _, err := io.Copy(draft, content); err != nil {
			return err
		}
		_, err = draft.Keep(ctx)
		return err
	})
}

// keyOf reads the signing key of the store that the options name.
func (e *env) keyOf(cfg config.Config) (string, error) {
	vault, err := e.vault(cfg)
	if err != nil {
		return "", err
	}
	key, err := vault.Key()
	if err == nil && key == "" {
		err = fmt.Errorf("there is no signing key %s: name its folder with --log-dir", vault.KeyPlace())
	}
	return key, err
}
