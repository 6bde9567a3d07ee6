package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rastro/internal/backup"
	"rastro/internal/blob"
	"rastro/internal/blob/folder"
	"rastro/internal/build"
	"rastro/internal/config"
	"rastro/internal/logkey"
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

Attached files that are kept in a folder are copied into FILE-anexos, next to it, and
FILE.manifest.json says what the copy is: 'rastro restore' checks it.

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
	copies := []outFile{{"--out", out, force}, {"--out", backup.Beside(out), force}}
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
	served, _, err := e.served(cmd, cfg) // before the copy, which then contains at least as much
	if err != nil {
		return err
	}
	if err := sqlite.Backup(cmd.Context(), path, out, force, withKey); err != nil {
		return err
	}
	if err := backup.Describe(out, build.Read(Version, Commit).Version, served, time.Now()); err != nil {
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
	if err := backup.Note(path, time.Now()); err != nil {
		fmt.Fprintln(e.stderr, "rastro: warning: the server cannot tell how old this copy is:", err)
	}
	_, err = fmt.Fprintln(e.stdout, path+" is copied to "+out)
	return err
}

// backUpFiles copies the attached files next to the copy of the database. It runs after that copy,
// so that everything listed there exists. A file that is already there has the same bytes, and is
// kept.
func (e *env) backUpFiles(ctx context.Context, cfg config.Config, path, out string) error {
	if strings.HasPrefix(cfg.Blobs, "s3://") {
		fmt.Fprintln(e.stderr, "rastro: attached files stay in "+cfg.Blobs+": copy the bucket as well")
		return nil
	}
	return copyFiles(ctx, cmp.Or(cfg.Blobs, filesBeside(path)), filesBeside(out))
}

// copyFiles adds the files of one folder to another.
func copyFiles(ctx context.Context, source, target string) error {
	from, to := folder.Open(source, time.Now), folder.Open(target, time.Now)
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

// keyOf reads the signing key of the configured store.
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

func newRestore(e *env) *cobra.Command {
	var older bool
	cmd := &cobra.Command{
		Use:   "restore COPY",
		Short: "Put a backup of an SQLite database in its place",
		Long: `Puts a copy that 'rastro backup' made in the place of the database that --db names,
with its attached files. First it checks everything that 'rastro verify' checks, on a
copy of the copy: one that is incomplete, was changed, or is of a newer version replaces
nothing. It is refused while a server runs.

The database that was there is not removed: it gets a name with the date, FILE.replaced-…,
and stays until you remove it. The log's signing key and checkpoint stay as they are. A
copy that is older than what the server has published is put in place only with --older:
the server then refuses to start until you continue its log with 'rastro log adopt'.`,
		Example: `  rastro restore --db sqlite:/var/lib/rastro/rastro.db /backup/rastro.db`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("name one copy: see '%s --help'", cmd.CommandPath())
			}
			return nil
		},
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return e.restore(cmd, args[0], older) }
	config.Flags(cmd.Flags(), "restore")
	cmd.Flags().BoolVar(&older, "older", false, "also put a copy in place that is older than what the server has published")
	return cmd
}

// restore checks a copy and puts it in the place of the database.
func (e *env) restore(cmd *cobra.Command, from string, older bool) error {
	cfg, err := e.load(cmd)
	if err != nil {
		return err
	}
	place, ok := fileOf(cfg.DB)
	if !ok {
		return errors.New("a PostgreSQL database is restored with pg_restore, into an empty database: see docs/operations.md")
	}
	if err := notItself(from, place); err != nil {
		return err
	}
	release, err := e.unserved(cfg, place)
	if err != nil {
		return err
	}
	defer release()
	manifest, err := backup.Read(from)
	if err != nil {
		return err
	}
	staged, err := backup.Stage(from, place)
	if err != nil {
		return err
	}
	defer staged.Abandon()
	if manifest == nil {
		fmt.Fprintln(e.stderr, "rastro: warning: the copy has no manifest: it is checked as far as it can check itself")
	} else if err := manifest.Holds(staged.Name()); err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	if err := e.examine(cmd, cfg, staged.Name(), filesBeside(from), older); err != nil {
		return err
	}
	if err := e.bringFiles(cmd.Context(), cfg, from, place); err != nil {
		return err
	}
	aside, err := backup.Replace(staged, place, time.Now())
	if err != nil {
		return err
	}
	if aside != "" {
		fmt.Fprintln(e.stdout, "the database that was there is now "+aside)
	}
	_, err = fmt.Fprintln(e.stdout, from+" is now "+place+": start the server")
	return err
}

// unserved keeps servers from starting on a database until release is called.
func (e *env) unserved(cfg config.Config, place string) (release func(), err error) {
	vault, err := e.vault(cfg)
	if err != nil {
		return nil, err
	}
	holders := []*logkey.Files{vault}
	if cfg.LogDir != "" {
		holders = append(holders, logkey.In(filepath.Dir(place), filepath.Base(place), ""))
	}
	release = func() {}
	for _, holder := range holders {
		leave, ok, err := holder.Alone()
		if err == nil && !ok {
			err = errors.New("a server of this database is running: stop it first")
		}
		if err != nil {
			release()
			return nil, err
		}
		before := release
		release = func() { leave(); before() }
	}
	return release, nil
}

// examine refuses a staged copy that does not verify.
func (e *env) examine(cmd *cobra.Command, cfg config.Config, staged, files string, older bool) (err error) {
	served, at, err := e.served(cmd, cfg)
	if err != nil {
		return err
	}
	cfg.DB = "sqlite:" + staged
	if !strings.HasPrefix(cfg.Blobs, "s3://") {
		cfg.Blobs = files
	}
	if err := current(cmd.Context(), cfg.DB); err != nil {
		return fmt.Errorf("the copy cannot be checked: %w", err)
	}
	store, err := openStore(cmd.Context(), cfg.DB)
	if err != nil {
		return fmt.Errorf("the copy is not a database: %w", err)
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	result, err := compareStore(cmd.Context(), store, nil, served, at, "")
	if err != nil {
		return fmt.Errorf("the copy is damaged: %w", err)
	}
	if _, err := compareFiles(cmd.Context(), cfg, store, &result); err != nil {
		return err
	}
	for _, line := range append(result.Damages, result.Unchecked...) {
		fmt.Fprintln(e.stdout, line)
	}
	switch n := len(result.Damages); {
	case n == 1 && result.RolledBack && older:
		fmt.Fprintln(e.stderr, "rastro: warning: the copy is older than what the server has published: run 'rastro log adopt' before you start it")
	case n == 1 && result.RolledBack:
		return errors.New("the copy is older than what the server has published: restore a newer one, or say --older and run 'rastro log adopt' afterwards; nothing was replaced")
	case n > 0:
		return fmt.Errorf("the copy is damaged in %s: nothing was replaced", counted(int64(n), "place", "places"))
	}
	return nil
}

// bringFiles adds the attached files of a copy to those of the database.
func (e *env) bringFiles(ctx context.Context, cfg config.Config, from, place string) error {
	if strings.HasPrefix(cfg.Blobs, "s3://") {
		return nil // they were read there
	}
	if _, err := os.Stat(filesBeside(from)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return copyFiles(ctx, filesBeside(from), cmp.Or(cfg.Blobs, filesBeside(place)))
}

// notItself refuses the database as its own copy.
func notItself(from, place string) error {
	copied, err := os.Stat(from)
	if err != nil {
		return fmt.Errorf("cannot read the copy: %w", err)
	}
	if present, err := os.Stat(place); err == nil && os.SameFile(copied, present) {
		return fmt.Errorf("%s is the database itself: name a copy", from)
	}
	return nil
}
