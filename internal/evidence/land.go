package evidence

import (
	"context"
	"hash/maphash"
	"time"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// landKinds are the kinds that a file for the EU reads by harvest: those that have the
// plots, those that prove what article 9 asks for, and the profile, which names the producer.
var landKinds = []*kind.Kind{kind.Profile, trace.PlanKind, trace.PlantingKind, kind.ByPrefix(kind.Harvesting), trace.ConformityKind}

// landSum sums up the live records of some harvests from which a file for the EU is made, according
// to their versions. A nil landSum covers no harvest.
type landSum struct {
	harvests map[string]bool
	list     []string
	live     liveSum
}

func newLandSum(seed maphash.Seed, harvests []string) *landSum {
	if len(harvests) == 0 {
		return nil
	}
	l := &landSum{harvests: make(map[string]bool, len(harvests)), list: harvests, live: liveSum{seed: seed}}
	for _, harvest := range harvests {
		l.harvests[harvest] = true
	}
	return l
}

// has reports whether the sum includes a version.
func (l *landSum) has(v *trace.Record) bool {
	if l == nil || !l.harvests[v.HarvestID] {
		return false
	}
	for _, k := range landKinds {
		if v.Kind == k {
			return true
		}
	}
	return false
}

// compare compares the sum with what the lists of the harvests show. It fails with differs.
func (l *landSum) compare(ctx context.Context, r trace.PageReader) error {
	if l == nil {
		return nil
	}
	listed := liveSum{seed: l.live.seed}
	err := eachOfLand(ctx, r, l.list, func(v *trace.Record) error {
		listed.add(v.ID, v.Version)
		return nil
	})
	if err == nil && listed != l.live {
		err = differs("the lists of the harvests do not show the records with their plots that the versions say are live")
	}
	return err
}

// eachOfLand calls fn with the live records of landKinds in some harvests. It fails with
// differs if a harvest's list has a record of another.
func eachOfLand(ctx context.Context, r trace.PageReader, harvests []string, fn func(*trace.Record) error) error {
	for _, harvest := range harvests {
		for _, k := range landKinds {
			err := trace.StreamSent(ctx, r, k, harvest, time.Time{}, func(v *trace.Record) error {
				if err := listedUnder([]string{harvest}, v); err != nil {
					return err
				}
				return fn(v)
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
