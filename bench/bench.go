package main

import (
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// bencher is a run of the benchmark.
type bencher struct {
	options options
	out     *console
	systems []system
	work    string // for logs and copies; removed at the end
	script  string // the load, for wrk
	runs    int    // of wrk, so far
	planned int    // measurements
	done    int    // of them
	results results

	stores map[spot]*stored
	live   map[spot]*running
	// answers are the sizes of Rastro's answers, which the limit repeats.
	answers map[string]int
}

// spot is a system at a size.
type spot struct {
	system  string
	records int
}

func bench(ctx context.Context, args []string) (err error) {
	o, err := readOptions(args)
	if err != nil {
		return err
	}
	b := &bencher{
		options: o, out: newConsole(os.Stderr, time.Now),
		stores: map[spot]*stored{}, live: map[spot]*running{}, answers: map[string]int{},
	}
	for _, dir := range []*string{&b.options.data, &b.options.rastro, &b.options.peers} {
		if *dir, err = filepath.Abs(*dir); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(b.options.data, 0o755); err != nil {
		return err
	}
	unlock, err := lock(b.options.data)
	if err != nil {
		return err
	}
	defer unlock()
	b.work = filepath.Join(b.options.data, "work")
	if err := errors.Join(os.RemoveAll(b.work), os.Mkdir(b.work, 0o755)); err != nil { // an interrupted run may have left one
		return err
	}
	defer func() { err = errors.Join(err, b.stopAll(), os.RemoveAll(b.work)) }()
	b.script = filepath.Join(b.work, "load.lua")
	if err := os.WriteFile(b.script, []byte(loadScript), 0o644); err != nil {
		return err
	}
	if err := b.choose(); err != nil {
		return err
	}
	b.plan()
	for _, step := range []func(context.Context) error{b.prepare, b.open, b.read, b.create} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return b.report(ctx, os.Stdout)
}

// lock keeps a second run away from the stores: it would measure the first.
func lock(dir string) (unlock func(), err error) {
	file, err := os.Create(filepath.Join(dir, "lock"))
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return nil, errors.Join(errors.New("another run uses these stores: wait for its end, or name another folder with -data"), file.Close())
	}
	return func() { _ = file.Close() }, nil
}

// choose sets up the requested systems, in the order of a round.
func (b *bencher) choose() error {
	if _, err := exec.LookPath("wrk"); err != nil {
		return errors.New("wrk is not installed: as root, apt-get install wrk")
	}
	kept := cache{b.options.data, b.options.fresh}
	for _, name := range b.options.systems {
		switch name {
		case limitName:
			b.systems = append(b.systems, limitSystem{b.work})
		case sqliteName:
			b.systems = append(b.systems, sqliteSystem{b.options.rastro, kept, b.work})
		case postgresName, pgbenchName:
			server, err := findServer(b.work)
			if err != nil {
				return err
			}
			if name == postgresName {
				b.systems = append(b.systems, postgresSystem{b.options.rastro, server, kept, b.work})
			} else {
				b.systems = append(b.systems, pgbenchSystem{server, kept, b.work})
			}
		case pocketbaseName:
			b.systems = append(b.systems, pocketbaseSystem{b.options.peers, kept, b.work})
		}
	}
	return nil
}

// measured reports whether a system is measured at a size: the peers are for comparison, not to
// find their limits.
func measured(system string, records int) bool {
	return system != pocketbaseName || records <= million
}

func (b *bencher) prepare(ctx context.Context) error {
	for _, records := range b.options.sizes {
		for _, s := range b.systems {
			if !measured(s.name(), records) || s.name() == limitName {
				continue
			}
			made, err := s.prepare(ctx, b.out, records)
			if err != nil {
				return err
			}
			b.stores[spot{s.name(), records}] = made
		}
	}
	return nil
}

// storeOf returns the store for a system's load: the limit gets the same requests as Rastro.
func (b *bencher) storeOf(system string, records int) *stored {
	if system == limitName {
		system = sqliteName
	}
	return b.stores[spot{system, records}]
}

func (b *bencher) stopAll() error {
	var err error
	for _, at := range slices.SortedFunc(maps.Keys(b.live), func(x, y spot) int { return strings.Compare(x.system, y.system) }) {
		err = errors.Join(err, b.live[at].stop())
	}
	clear(b.live)
	return err
}
