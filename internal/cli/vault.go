package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"rastro/internal/config"
	"rastro/internal/logkey"
)

// vault returns where this server keeps the log's signing key and the last checkpoint
// of the store that the options name. It makes the folder.
func (e *env) vault(cfg config.Config) (*logkey.Files, error) {
	folder, name := e.vaultPlace(cfg)
	if folder == "" {
		return nil, errors.New("there is no place for the log's signing key: name a folder with --log-dir")
	}
	if _, ok := fileOf(cfg.DB); !ok || cfg.LogDir != "" {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, fmt.Errorf("cannot make the folder of the log's key: %w: name another with --log-dir", err)
		}
	}
	return logkey.In(folder, name, cfg.LogKey), nil
}

// vaultPlace returns the folder of the log's files, "" if none is known, and the name
// that theirs begin with.
func (e *env) vaultPlace(cfg config.Config) (folder, name string) {
	if path, ok := fileOf(cfg.DB); ok {
		return cmp.Or(cfg.LogDir, filepath.Dir(path)), filepath.Base(path)
	}
	return cmp.Or(cfg.LogDir, e.stateFolder()), databaseName(cfg.DB)
}

// stateFolder returns where a program keeps what it must not lose: systemd's folder for the
// service, else the user's; "" if neither is known.
func (e *env) stateFolder() string {
	if given, _, _ := strings.Cut(e.getenv("STATE_DIRECTORY"), ":"); given != "" {
		return given
	}
	if given := e.getenv("XDG_STATE_HOME"); filepath.IsAbs(given) {
		return filepath.Join(given, "rastro")
	}
	if home := e.getenv("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "state", "rastro")
	}
	return ""
}

func (e *env) getenv(name string) string {
	value := ""
	for _, pair := range e.environ {
		if rest, ok := strings.CutPrefix(pair, name+"="); ok {
			value = rest // the last one wins
		}
	}
	return value
}

// databaseName returns the name of a PostgreSQL database, as part of a file's name.
func databaseName(db string) string {
	name := ""
	if u, err := url.Parse(db); err == nil {
		if name = strings.Trim(u.Path, "/"); name == "" {
			name = u.Query().Get("dbname")
		}
		if name == "" {
			name = u.User.Username() // as PostgreSQL has it
		}
	}
	name = strings.Map(func(r rune) rune {
		if r == '/' || r == filepath.Separator || r < ' ' {
			return '_'
		}
		return r
	}, name)
	if strings.Trim(name, ".") == "" {
		return "rastro"
	}
	return name
}

// vanished refuses to create a new SQLite file where there was one, unless the operator confirms
// it: the files of the log's key are still next to it.
func vanished(cfg config.Config) error {
	path, ok := fileOf(cfg.DB)
	if !ok {
		return nil
	}
	missing, state := "there is no database "+path, "gone"
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() == 0 {
		missing, state = "the database "+path+" is empty", "empty" // someone cut it off
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if cfg.ExpectExisting {
		return fmt.Errorf("%s, and --expect-existing says that there is one: mount its disk or restore a backup; for a new database make it first with 'rastro key create'", missing)
	}
	folder := cfg.LogDir
	if folder == "" {
		folder = filepath.Dir(path)
	}
	kept := logkey.In(folder, filepath.Base(path), "")
	if kept.Present() {
		return fmt.Errorf("the database %s is %s: %s and %s say that there was one: mount its disk or restore a backup; to begin with an empty one, move these two files away",
			path, state, kept.KeyPlace(), kept.CheckpointPlace())
	}
	return nil
}
