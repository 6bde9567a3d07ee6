package account_test

import (
	"strconv"
	"sync"
	"testing"
	"time"

	"rastro/internal/trace"
)

// Strangers can begin sign-ins without end, but not fill the store with them: the oldest end,
// and the newest go on.
func TestAttackEndlessCeremonies(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		begin := func(kept string) string {
			token, err := s.BeginCeremony(t.Context(), kept, time.Hour)
			if err != nil {
				t.Error(err)
			}
			return token
		}
		first := begin("first")
		var wait sync.WaitGroup
		for range 16 {
			wait.Go(func() {
				for i := range 150 {
					begin(strconv.Itoa(i))
				}
			})
		}
		wait.Wait()
		last := begin("last")
		_, err := s.TakeCeremony(t.Context(), first)
		s.want("the oldest", err, trace.CodeLinkSpent)
		if kept, err := s.TakeCeremony(t.Context(), last); err != nil || kept != "last" {
			t.Errorf("the newest: %q, %v", kept, err)
		}
	})
}
