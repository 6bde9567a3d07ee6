package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"

	"rastro/internal/trace"
	"rastro/internal/vital"
)

// damage remembers that a read found a damaged page, and what a check of the whole file then
// found.
type damage struct {
	met   atomic.Bool
	found atomic.Pointer[string]
	named chan struct{} // closed once found is set
}

// classify is like the function classify. It also notes a damaged page.
func (c *conn) classify(err error) error {
	if err == nil {
		return nil
	}
	err = classify(err)
	if c.damage != nil && trace.Is(err, trace.CodeStoreDamaged) {
		c.damage.met.Store(true)
	}
	return err
}

// maxDamages limits how many damaged places are reported; a few are enough to act on.
const maxDamages = 5

// nameDamage reads the whole structure of the file and reports which page of which table is
// damaged. It runs once, after a read has failed because of damage.
func (s *Store) nameDamage(ctx context.Context, path string) {
	text := path + " is damaged: restore a backup, and check the disk"
	if found, err := quickCheck(ctx, path); err != nil {
		text += " (" + err.Error() + ")"
	} else if len(found) > 0 {
		text += ": " + strings.Join(found, "; ")
	}
	s.damage.found.Store(&text)
	close(s.damage.named)
}

var treeNumber = regexp.MustCompile(`\b[Tt]ree (\d+)\b`)

func quickCheck(ctx context.Context, path string) ([]string, error) {
	db, err := sql.Open("sqlite", uri(path)+"?mode=ro&_pragma=busy_timeout(5000)")
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	rows, err := db.QueryContext(ctx, fmt.Sprintf(`PRAGMA quick_check(%d)`, maxDamages))
	if err != nil {
		return nil, err
	}
	var found []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			break
		}
		found = append(found, strings.Split(line, "\n")...)
	}
	failed := rows.Err()
	rows.Close()
	var named []string
	for _, line := range found {
		if line == "ok" || line == "" || strings.HasPrefix(line, "***") {
			continue
		}
		if tree := treeNumber.FindStringSubmatch(line); tree != nil {
			var kind, name string
			if db.QueryRowContext(ctx, `SELECT type, name FROM sqlite_master WHERE rootpage = ?`, tree[1]).Scan(&kind, &name) == nil {
				line = kind + " " + name + ": " + line
			}
		}
		if named = append(named, line); len(named) == maxDamages {
			break
		}
	}
	if len(named) > 0 {
		failed = nil
	}
	return named, failed
}

// Work returns the store's counters.
func (s *Store) Work() vital.Work {
	work := s.committer.Work()
	work.CacheMisses, work.CachedRecords = s.writer.cache.misses.Load(), s.writer.cache.records.EstimatedSize()
	return work
}

// Health implements trace.Store.
func (s *Store) Health() trace.Health {
	health := trace.Health{Gone: s.writer.inPlace.check(), WritesFail: s.committer.WritesFail()}
	if found := s.damage.found.Load(); found != nil {
		health.Damage = *found
	}
	return health
}
