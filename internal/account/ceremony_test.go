package account_test

import (
	"strconv"
	"sync"
	"testing"
	"time"

	"rastro/internal/trace"
)

// Strangers can begin any number of sign-ins without filling the store: the oldest ones end, and
// the newest continue.
func TestAttackEndlessCeremonies(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		begin := func(kept string) string {
			token, err := s.BeginCeremony(t.Context(), kept, kept, time.Hour)
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

// A network that keeps beginning sign-ins ends only its own oldest ones.
func TestAttackCeremoniesOfOneNetwork(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		begin := func(network string) string {
			t.Helper()
			token, err := s.BeginCeremony(t.Context(), network, network, time.Hour)
			if err != nil {
				t.Fatal(err)
			}
			return token
		}
		victim, first := begin("192.0.2.77"), begin("198.51.100.1")
		second := begin("198.51.100.1")
		var wait sync.WaitGroup
		for range 99 {
			wait.Go(func() { begin("198.51.100.1") })
		}
		wait.Wait()
		_, err := s.TakeCeremony(t.Context(), first)
		s.want("the oldest of the network", err, trace.CodeLinkSpent)
		for _, token := range []string{victim, second} {
			if _, err := s.TakeCeremony(t.Context(), token); err != nil {
				t.Errorf("another one: %v", err)
			}
		}
	})
}
