package evidence

import (
	"context"
	"testing"
	"testing/synctest"
)

// However many recalls a key sends, another key's recall waits for at most one of them.
func TestAttackManyRecallsOfOneKey(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		turns := newTurns()
		done, err := turns.Wait(t.Context(), "hostile")
		if err != nil {
			t.Fatal(err)
		}
		var order []string
		for range 50 {
			go func() {
				done, err := turns.Wait(t.Context(), "hostile")
				if err != nil {
					t.Error(err)
					return
				}
				order = append(order, "hostile") // the one that has the turn is alone
				done()
			}()
		}
		synctest.Wait()
		go func() {
			done, err := turns.Wait(t.Context(), "victim")
			if err != nil {
				t.Error(err)
				return
			}
			order = append(order, "victim")
			done()
		}()
		synctest.Wait()
		done()
		synctest.Wait()
		if len(order) != 51 || order[0] != "victim" && order[1] != "victim" {
			t.Errorf("%d turns, the first of them %q", len(order), order[:min(len(order), 3)])
		}
		if len(turns.keys) != 0 || len(turns.all) != 0 {
			t.Errorf("%d keys and %d turns are left", len(turns.keys), len(turns.all))
		}
	})
}

// A caller that gives up leaves the queue unchanged.
func TestRecallThatGivesUpItsTurn(t *testing.T) {
	t.Parallel()
	turns := newTurns()
	done, err := turns.Wait(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, key := range []string{"a", "b"} {
		if _, err := turns.Wait(gone, key); err == nil {
			t.Errorf("key %s got a turn that is taken", key)
		}
	}
	done()
	if len(turns.keys) != 0 || len(turns.all) != 0 {
		t.Errorf("%d keys and %d turns are left", len(turns.keys), len(turns.all))
	}
	if done, err = turns.Wait(t.Context(), "b"); err != nil {
		t.Fatal(err)
	}
	done()
}
