package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// pgbenchSystem is the limit of what PostgreSQL can write: rows of the same size, one per
// transaction, from as many clients as the loads have connections, without any other work. It has
// its own server with an empty table.
type pgbenchSystem struct {
	server server
	cache  cache
	work   string
}

func (pgbenchSystem) name() string { return pgbenchName }

const (
	// The key is Rastro's: a UUID and two numbers.
	pgbenchTable  = `CREATE TABLE one_row (id uuid, version bigint, part smallint, body text NOT NULL, PRIMARY KEY (id, version, part))`
	pgbenchScript = `INSERT INTO one_row (id, version, part, body) VALUES (gen_random_uuid(), 1, 0, :body);`
	// pgbenchSample is how much of its transactions pgbench writes down, for
	// the percentiles, which it does not compute.
	pgbenchSample = "0.1"
)

func (s pgbenchSystem) prepare(ctx context.Context, out *console, _ int) (*stored, error) {
	return s.cache.store(pgbenchName, strconv.Itoa(version(s.server.bin)), 0, out, func(made *stored) error {
		if err := s.server.create(made.database()); err != nil {
			return err
		}
		c, err := s.server.start(ctx, made.database())
		if err != nil {
			return err
		}
		return errors.Join(c.exec(ctx, pgbenchTable, "CHECKPOINT"), c.child.stop())
	})
}

func (s pgbenchSystem) start(ctx context.Context, _ *stored, dir string, _ int) (*running, error) {
	c, err := s.server.start(ctx, dir)
	if err != nil {
		return nil, err
	}
	return &running{child: c.child, base: c.dsn(), database: c.child.pid()}, nil
}

// fire runs pgbench for a while.
func (s pgbenchSystem) fire(ctx context.Context, r *running, d time.Duration) (counts, error) {
	ctx, cancel := context.WithTimeout(ctx, d+time.Minute)
	defer cancel()
	dir, err := os.MkdirTemp(s.work, "pgbench-")
	if err != nil {
		return counts{}, err
	}
	defer os.RemoveAll(dir)
	script := filepath.Join(dir, "insert.sql")
	if err := os.WriteFile(script, []byte(pgbenchScript+"\n"), 0o644); err != nil {
		return counts{}, err
	}
	cmd := exec.CommandContext(ctx, s.server.path("pgbench"), "--no-vacuum", "--protocol", "prepared",
		"--client", strconv.Itoa(connections), "--jobs", strconv.Itoa(wrkThreads), "--time", strconv.Itoa(int(d.Seconds())),
		"--log", "--sampling-rate", pgbenchSample, "--log-prefix", filepath.Join(dir, "log"),
		"--define", "body="+body(0, 0), "--file", script, r.base)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return counts{}, fmt.Errorf("pgbench: %w\n%s", err, out)
	}
	c, err := parsePgbench(string(out))
	if err != nil {
		return counts{}, err
	}
	logs, err := filepath.Glob(filepath.Join(dir, "log*"))
	if err != nil {
		return counts{}, err
	}
	var waits []int64
	for _, name := range logs {
		if waits, err = readWaits(name, waits); err != nil {
			return counts{}, err
		}
	}
	slices.Sort(waits)
	if n := len(waits); n > 0 {
		c.P50, c.P99, c.Max = waits[n/2], waits[n*99/100], waits[n-1]
	}
	return c, nil
}

var (
	pgbenchDone   = regexp.MustCompile(`number of transactions actually processed: (\d+)`)
	pgbenchFailed = regexp.MustCompile(`number of failed transactions: (\d+)`)
	pgbenchSpeed  = regexp.MustCompile(`tps = ([0-9.]+) \(without initial connection time\)`)
)

// parsePgbench reads pgbench's summary. A run with a failed transaction is not a
// measurement.
func parsePgbench(out string) (counts, error) {
	if failed := pgbenchFailed.FindStringSubmatch(out); failed != nil && failed[1] != "0" {
		return counts{}, fmt.Errorf("pgbench: %s transactions failed", failed[1])
	}
	done, speed := pgbenchDone.FindStringSubmatch(out), pgbenchSpeed.FindStringSubmatch(out)
	if done == nil || speed == nil {
		return counts{}, fmt.Errorf("pgbench says nothing of its run:\n%s", out)
	}
	n, err1 := strconv.ParseInt(done[1], 10, 64)
	tps, err2 := strconv.ParseFloat(speed[1], 64)
	if err := errors.Join(err1, err2); err != nil || n == 0 || tps == 0 {
		return counts{}, fmt.Errorf("pgbench made no transaction: %w", err)
	}
	return counts{Requests: n, Micros: int64(float64(n) / tps * 1e6)}, nil
}

// readWaits reads the durations of transactions, in microseconds, from a log.
func readWaits(name string, waits []int64) ([]int64, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		const wait = 2 // the third column
		if fields := strings.Fields(lines.Text()); len(fields) > wait {
			micros, err := strconv.ParseInt(fields[wait], 10, 64)
			if err != nil {
				return nil, fmt.Errorf("pgbench's log: %w", err)
			}
			waits = append(waits, micros)
		}
	}
	return waits, lines.Err()
}
