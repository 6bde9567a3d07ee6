package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// cache keeps filled stores between runs: filling the largest takes longer than
// measuring it.
type cache struct {
	dir   string
	fresh bool // use nothing from earlier runs
}

// store finds a store, or has fill make it. key names everything that a store
// depends on besides its size; a store of another key is out of date and is deleted.
func (c cache) store(name, key string, records int, out *console, fill func(s *stored) error) (*stored, error) {
	mine := fmt.Sprintf("%s-%d-", name, records)
	s := &stored{dir: filepath.Join(c.dir, fmt.Sprintf("%sv%d-%s", mine, layoutVersion, key))}
	if !c.fresh {
		text, err := os.ReadFile(filepath.Join(s.dir, metaFile))
		if err == nil {
			return s, json.Unmarshal(text, &s.meta)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	if err := c.forget(mine); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(s.database(), 0o755); err != nil {
		return nil, err
	}
	out.step("%s: filling a store of %s records", name, grouped(int64(records)))
	started := out.now()
	if err := fill(s); err != nil {
		return nil, fmt.Errorf("fill %s with %d records: %w", name, records, err)
	}
	s.meta.Records = records
	s.meta.LoadSeconds = out.now().Sub(started).Seconds()
	var err error
	if s.meta.DiskBytes == 0 {
		if s.meta.DiskBytes, err = diskUsage(s.database()); err != nil {
			return nil, err
		}
	}
	text, err := json.MarshalIndent(s.meta, "", "\t")
	if err != nil {
		return nil, err
	}
	out.step("%s: %s records in %.1f s (%s a second), %d MiB on disk", name, grouped(int64(records)), s.meta.LoadSeconds,
		grouped(int64(float64(records)/s.meta.LoadSeconds)), s.meta.DiskBytes>>20)
	return s, os.WriteFile(filepath.Join(s.dir, metaFile), append(text, '\n'), 0o644)
}

// forget removes the stores whose names begin like this: out of date, or left
// by an interrupted run.
func (c cache) forget(beginning string) error {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), beginning) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(c.dir, e.Name())))
		}
	}
	return err
}
