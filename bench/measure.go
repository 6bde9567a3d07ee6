package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/andybalholm/brotli"
)

// read measures the loads that change nothing. Every round covers all sizes and systems, so that a
// disturbance of the machine affects all of them; only one server is busy at a time.
func (b *bencher) read(ctx context.Context) error {
	for _, l := range loads() {
		if l.creates || !slices.Contains(b.options.loads, l.name) {
			continue
		}
		err := b.each(ctx, l, func(s system, records, round int) error {
			at := spot{s.name(), records}
			r := b.live[at]
			if s.name() == limitName {
				var err error
				if r, err = s.start(ctx, nil, "", b.answers[answerKey(l, records)]); err != nil {
					return err
				}
				defer r.stop()
			} else if err := b.warm(ctx, at, b.stores[at].database(), round); err != nil {
				return err
			}
			return b.measure(ctx, l, s, at, r, round)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// large is the size from which a store is not copied again for every round of creates, because the
// creates hardly change its size. It is brought into the page cache before every round, since the
// other systems' rounds may have pushed it out.
const large = 2 << 30

// warm brings a store into the page cache, where a running server would have it: the program is
// measured, not the disk's first read.
func (b *bencher) warm(ctx context.Context, at spot, dir string, round int) error {
	if round > 1 && b.stores[at].meta.DiskBytes < large {
		return nil
	}
	// What a running PostgreSQL removes meanwhile need not be read.
	if text, err := exec.CommandContext(ctx, "sh", "-c", `find "$1" -ignore_readdir_race -type f -exec sh -c 'cat "$@" >/dev/null 2>&1 || true' sh {} +`, "sh", dir).CombinedOutput(); err != nil {
		return fmt.Errorf("bring a store into the cache: %w\n%s", err, text)
	}
	return nil
}

// create measures the load that writes, on copies of the stores.
func (b *bencher) create(ctx context.Context) error {
	if err := b.stopAll(); err != nil {
		return err
	}
	if !slices.Contains(b.options.loads, createLoad) {
		return nil
	}
	all := loads()
	l := all[slices.IndexFunc(all, func(l load) bool { return l.creates })]
	return b.each(ctx, l, func(s system, records, round int) (err error) {
		at := spot{s.name(), records}
		copied := filepath.Join(b.work, fmt.Sprintf("%s-%d", at.system, records))
		if made := b.stores[at]; made != nil && (round == 1 || made.meta.DiskBytes < large) {
			if err := made.copyTo(ctx, copied); err != nil {
				return err
			}
		}
		if b.stores[at] != nil {
			if err := b.warm(ctx, at, copied, round); err != nil {
				return err
			}
		}
		r, err := s.start(ctx, b.stores[at], copied, b.answers[answerKey(l, records)])
		if err != nil {
			return err
		}
		b.live[at] = r
		err = b.measure(ctx, l, s, at, r, round)
		delete(b.live, at)
		if err := errors.Join(err, r.stop()); err != nil {
			return err
		}
		if round == b.options.rounds {
			return os.RemoveAll(copied)
		}
		return nil
	})
}

// each calls fn for every round, size and system of a load. A round that fails is recorded and
// reported at once; the others continue, because it took long to get to them.
func (b *bencher) each(ctx context.Context, l load, fn func(s system, records, round int) error) error {
	for round := 1; round <= b.options.rounds; round++ {
		for _, records := range b.options.sizes {
			for _, s := range b.systems {
				if !has(l, s.name(), records) {
					continue
				}
				b.done++
				err := fn(s, records, round)
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err != nil {
					reason, _, _ := strings.Cut(err.Error(), "\n")
					b.results.Failures = append(b.results.Failures, failure{l.name, s.name(), records, round, reason})
					b.out.step("FAILED: %s on %s with %s records: %v", l.name, s.name(), grouped(int64(records)), err)
				}
			}
		}
	}
	return nil
}

// has reports whether a load is measured on a system at a size.
func has(l load, system string, records int) bool {
	_, _, ok := l.on(system)
	return ok && records <= l.most && measured(system, records)
}

// plan is how much there is to do.
func (b *bencher) plan() {
	for _, l := range loads() {
		for _, records := range b.options.sizes {
			for _, s := range b.systems {
				if slices.Contains(b.options.loads, l.name) && has(l, s.name(), records) {
					b.planned += b.options.rounds
				}
			}
		}
	}
	const between = time.Second // starts, checks and copies
	took := time.Duration(b.planned) * (b.options.measure + b.options.warm + between)
	b.out.step("%d measurements: about %.0f minutes, and the filling of stores that are not there yet", b.planned, math.Ceil(took.Minutes()))
}

func answerKey(l load, records int) string { return fmt.Sprintf("%s-%d", l.name, records) }

// measure runs a load on a server once, after a while of the same load that
// does not count.
func (b *bencher) measure(ctx context.Context, l load, s system, at spot, r *running, round int) (err error) {
	defer func() { err = r.explain(err) }()
	fire, size, err := b.aim(ctx, l, s, at, r)
	if err != nil {
		return err
	}
	if _, err := fire(b.options.warm); err != nil {
		return err
	}
	m := measurement{Load: l.name, System: at.system, Records: at.records, Round: round}
	before, err := r.usage()
	if err != nil {
		return err
	}
	if err := r.forgetPeak(); err != nil {
		return err
	}
	c, err := fire(b.options.measure)
	if err != nil {
		return err
	}
	if err := m.count(c, size); err != nil {
		return err
	}
	after, err := r.usage()
	if err != nil {
		return err
	}
	m.used(before, after)
	b.results.Measurements = append(b.results.Measurements, m)
	b.out.step("%3d/%d  %s", b.done, b.planned, m.line())
	return nil
}

// aim returns what fires a load at a server, and the size of an answer.
func (b *bencher) aim(ctx context.Context, l load, s system, at spot, r *running) (func(time.Duration) (counts, error), int, error) {
	if p, ok := s.(pgbenchSystem); ok {
		return func(d time.Duration) (counts, error) { return p.fire(ctx, r, d) }, 0, nil
	}
	made := b.storeOf(at.system, at.records)
	size, err := b.check(ctx, l, at, r, made)
	if err != nil {
		return nil, 0, err
	}
	target, err := l.shot(at.system, r, made)
	return func(d time.Duration) (counts, error) {
		b.runs++
		target.run = b.runs
		return fire(ctx, b.script, target, d)
	}, size, err
}

// check makes the load's first request, and remembers how large the answer is.
func (b *bencher) check(ctx context.Context, l load, at spot, r *running, made *stored) (size int, err error) {
	req, err := l.first(at.system, made)
	if err != nil {
		return 0, err
	}
	status, answer, err := r.call(ctx, req)
	if err != nil {
		return 0, err
	}
	if status != req.want {
		return 0, fmt.Errorf("%s %s is answered with %d: %.500s", req.method, req.path, status, answer)
	}
	if at.system == limitName {
		return len(answer), nil
	}
	plain := answer
	if slices.Contains(l.headers, takesBrotli) {
		if plain, err = io.ReadAll(brotli.NewReader(bytes.NewReader(answer))); err != nil {
			return 0, fmt.Errorf("%s %s is not compressed as it was asked to be: %w", req.method, req.path, err)
		}
	}
	if found := bytes.Count(plain, []byte(l.holds)); found != l.times {
		return 0, fmt.Errorf("%s %s has %s %d times in its answer, want %d: %.500s", req.method, req.path, l.holds, found, l.times, plain)
	}
	if at.system == sqliteName {
		b.answers[answerKey(l, at.records)] = len(answer)
	}
	return len(answer), nil
}
