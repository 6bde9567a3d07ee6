package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"time"
)

// idleWait is how long a server is left alone before its memory is read.
const idleWait = 5 * time.Second

// open starts every server on its store, cold and warm, and reads how much memory each uses when
// idle.
func (b *bencher) open(ctx context.Context) error {
	for _, records := range b.options.sizes {
		for _, s := range b.systems {
			at := spot{s.name(), records}
			made := b.stores[at]
			if made == nil || at.system == pgbenchName {
				continue // nothing is read from them
			}
			if err := coolDown(ctx, made.database()); err != nil {
				return err
			}
			first, err := s.start(ctx, made, made.database(), 0)
			if err != nil {
				return err
			}
			if err := first.stop(); err != nil {
				return err
			}
			second, err := s.start(ctx, made, made.database(), 0)
			if err != nil {
				return err
			}
			b.live[at] = second
			b.results.Starts = append(b.results.Starts, start{
				System: at.system, Records: records, Cold: first.took.Seconds(), Warm: second.took.Seconds(),
				Disk: made.meta.DiskBytes, BodyBytes: made.meta.BodyBytes, PayloadBytes: made.meta.PayloadBytes, LoadSeconds: made.meta.LoadSeconds,
			})
			b.out.step("%s on %s records answers after %.0f ms, cold %.0f ms", at.system, grouped(int64(records)),
				1000*second.took.Seconds(), 1000*first.took.Seconds())
		}
	}
	if err := sleep(ctx, idleWait); err != nil {
		return err
	}
	for i := range b.results.Starts {
		s := &b.results.Starts[i]
		r := b.live[spot{s.System, s.Records}]
		var err error
		if s.Idle, err = memory(r.pid, "VmRSS"); err != nil {
			return r.explain(err)
		}
	}
	return nil
}

// coolDown drops a store from the page cache.
func coolDown(ctx context.Context, dir string) error {
	script := `find "$1" -type f -exec dd if={} iflag=nocache count=0 status=none \;`
	if text, err := exec.CommandContext(ctx, "sh", "-c", script, "sh", dir).CombinedOutput(); err != nil {
		return fmt.Errorf("take %s out of the cache: %w\n%s", filepath.Base(dir), err, text)
	}
	return nil
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
