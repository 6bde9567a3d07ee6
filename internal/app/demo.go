package app

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strconv"

	"rastro/internal/demo"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// Empty reports whether no harvest that the caller reaches has a live record. What others wrote
// does not count: the caller must not notice it.
func (s *App) Empty(ctx context.Context, by *trace.Key) (bool, error) {
	found, err := s.store.Harvests(ctx, trace.HarvestQuery{Reach: by.Reach(), Limit: 1, CountTo: 1})
	return len(found) == 0, err
}

// FillDemo writes the demonstration harvests for a caller who reaches no records and returns how
// many there are; 0 if there are records. If it is repeated under the same name, after a second
// click or a partial failure, it writes what is missing; "" means no name.
func (s *App) FillDemo(ctx context.Context, by *trace.Key, name string) (written int, err error) {
	if !by.MayFillDemo() { // its harvests have fixed names, which only one organisation could have
		return 0, trace.Fail(trace.CodeLimitedKey)
	}
	records, err := demo.Harvests()
	if err != nil {
		return 0, err
	}
	started, err := s.startedDemo(ctx, by, name)
	if err != nil {
		return 0, err
	}
	if empty, err := s.Empty(ctx, by); err != nil || !empty && !started {
		return 0, err
	}
	for i, r := range records {
		env := trace.Envelope{HarvestID: r.HarvestID, HarvestCode: r.Season, Payload: r.Payload}
		var once *trace.Idempotency
		if name != "" {
			once = &trace.Idempotency{Name: demoStep(name, i), Request: sha256.Sum256([]byte(r.Prefix + "\x00" + string(r.Payload)))}
		}
		_, err := s.Recorder.Create(ctx, by, kind.ByPrefix(r.Prefix), env, once)
		if trace.Is(err, trace.CodeErased) || trace.Is(err, trace.CodeReplayErased) {
			continue // it was deleted on purpose
		}
		if err != nil {
			return 0, fmt.Errorf("writing the demonstration harvest %s: %w", r.HarvestID, err)
		}
	}
	return len(records), nil
}

func demoStep(name string, i int) string { return "demo/" + name + "/" + strconv.Itoa(i) }

// startedDemo reports whether FillDemo was called under the name before.
func (s *App) startedDemo(ctx context.Context, by *trace.Key, name string) (bool, error) {
	if name == "" {
		return false, nil
	}
	_, err := s.store.Reply(ctx, by.AccessKey, demoStep(name, 0))
	if trace.Is(err, trace.CodeRecordNotFound) {
		return false, nil
	}
	return err == nil, err
}
