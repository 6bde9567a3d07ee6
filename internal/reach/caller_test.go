package reach

import (
	"context"
	"testing"
	"time"
)

// aStore is the committed state of a harvest.
type aStore struct {
	level Level
	claim Claim
}

func (s *aStore) HarvestLevel(context.Context, ID, string) (Level, error) { return s.level, nil }
func (s *aStore) HarvestClaim(context.Context, string) (Claim, error)     { return s.claim, nil }
func (s *aStore) Shares(context.Context) (int64, error)                   { return 0, nil }

// A claim counts while nobody else can have the harvest; after that, what is committed decides.
func TestClaimIsNotBelievedForever(t *testing.T) {
	for what, c := range map[string]struct {
		committed aStore
		want      Level
	}{
		"nothing is committed":         {aStore{}, Owner},
		"the claim is committed":       {aStore{Owner, Claim{Owned: true, Author: "norte"}}, Owner},
		"another was first":            {aStore{None, Claim{Owned: true, Author: "sul"}}, None},
		"another, and shared it":       {aStore{Read, Claim{Owned: true, Author: "sul"}}, Read},
		"a key of no organisation was": {aStore{None, Claim{Author: "ana"}}, None},
	} {
		now := time.Unix(1_800_000_000, 0)
		var store aStore
		caller := NewCaller(Member{ID: ID{1}, Names: []string{"norte"}}, &store, func() time.Time { return now })
		if got := caller.Level("H"); got != None {
			t.Errorf("%s: %s before the claim", what, got)
		}
		caller.Claimed("H")
		if got := caller.Level("H"); got != Owner {
			t.Errorf("%s: %s in the transaction", what, got)
		}
		store = c.committed
		now = now.Add(remembered)
		for range 2 {
			if got := caller.Level("H"); got != c.want {
				t.Errorf("%s: %s, want %s", what, got, c.want)
			}
		}
		caller.Unclaimed("H")
		if got := caller.Level("H"); got != c.committed.level {
			t.Errorf("%s: %s after the transaction was undone", what, got)
		}
	}
}
