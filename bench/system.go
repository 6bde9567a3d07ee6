package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// The systems that are measured.
const (
	limitName      = "limit"
	sqliteName     = "rastro-sqlite"
	postgresName   = "rastro-postgres"
	pocketbaseName = "pocketbase"
	pgbenchName    = "pgbench"
)

// system is a program under load.
type system interface {
	name() string
	// prepare finds the store of a size, and makes it if there is none yet.
	prepare(ctx context.Context, out *console, records int) (*stored, error)
	// start serves the store in a folder, which is the stored one or a copy of it, and returns when
	// it answers. answer is the size of the limit's answer.
	start(ctx context.Context, s *stored, dir string, answer int) (*running, error)
}

// stored is a filled store on disk, with the lists of what the loads request.
type stored struct {
	dir  string
	meta meta
}

// meta is the metadata of a store. It is written last: a store without it is incomplete.
type meta struct {
	Records int `json:"records"`
	// BodyBytes are the bodies as they were sent, PayloadBytes their dados.
	BodyBytes    int64 `json:"bodyBytes"`
	PayloadBytes int64 `json:"payloadBytes"`
	// DiskBytes is the size of the database, including its indexes and its log, with nothing left
	// to write back.
	DiskBytes   int64   `json:"diskBytes"`
	LoadSeconds float64 `json:"loadSeconds"`
}

const metaFile = "meta.json"

// storeFolder is the part of a store's folder that is the database; the rest
// are our own lists.
const storeFolder = "store"

func (s *stored) database() string { return filepath.Join(s.dir, storeFolder) }

// copyTo makes a copy of the database, for a load that changes it. If the file system supports it,
// the copy shares its blocks. It is on disk on return, so that outstanding writes do not count in
// anyone's sync.
func (s *stored) copyTo(ctx context.Context, dir string) error {
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	for _, args := range [][]string{{"cp", "-a", "--reflink=auto", s.database(), dir}, {"sync", "-f", dir}} {
		if text, err := exec.CommandContext(ctx, args[0], args[1:]...).CombinedOutput(); err != nil {
			return fmt.Errorf("copy a store: %w\n%s", err, text)
		}
	}
	return nil
}

// diskUsage adds up the files of a folder by their length.
func diskUsage(dir string) (total int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			total += info.Size()
		}
		return err
	})
	return total, err
}

// grouped formats a number with separated thousands.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + " " + text[i:]
	}
	return text
}
