package regular

import (
	"context"
	"fmt"
	"testing"
	"time"

	"rastro/internal/remote"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
)

// opened returns a memory over a real store.
func opened(t *testing.T) (*Memory, Store) {
	t.Helper()
	store := stores.SQLite(t).Store(t).(Store)
	m, err := Open(t.Context(), store, time.Now, testkit.Silent())
	if err != nil {
		t.Fatal(err)
	}
	return m, store
}

func TestWhatCouldNotBeWrittenIsKept(t *testing.T) {
	m, store := opened(t)
	holds := func(when string, want int) {
		t.Helper()
		if stored, err := store.Regulars(t.Context()); err != nil || len(stored) != want {
			t.Errorf("%s: stored %v, %v; want %d", when, stored, err, want)
		}
	}
	office := remote.NetworkOf("198.51.100.7:1")
	m.Note(office)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := m.Flush(ended); err == nil {
		t.Error("what was not written is not an error")
	}
	if !m.Knows(office) {
		t.Error("an office is forgotten")
	}
	holds("before", 0)
	if err := m.Flush(t.Context()); err != nil {
		t.Error(err)
	}
	holds("after", 1)
}

// What is stored about a network is a number that many networks share, useless without the store's
// key.
func TestMarksNameNoAddress(t *testing.T) {
	m, _ := opened(t)
	marks := map[uint32]bool{}
	for i := range 1000 {
		mark := m.mark(remote.NetworkOf(fmt.Sprintf("198.51.%d.%d:1", i/256, i%256)))
		if mark >= 1<<24 {
			t.Fatalf("mark %x has more than three bytes", mark)
		}
		marks[mark] = true
	}
	if len(marks) < 990 {
		t.Errorf("1000 networks have %d marks", len(marks))
	}
	other := &Memory{key: []byte("another")}
	if n := remote.NetworkOf("198.51.100.7:1"); other.mark(n) == m.mark(n) {
		t.Error("the mark does not depend on the key")
	}
}

func TestMemoryIsBounded(t *testing.T) {
	m, _ := opened(t)
	for i := range maxKnown + 5000 {
		m.Note(remote.NetworkOf(fmt.Sprintf("10.%d.%d.%d:1", i>>16, i>>8&255, i&255)))
	}
	if len(m.known) > maxKnown || len(m.news) > maxKnown {
		t.Errorf("%d known, %d to be written", len(m.known), len(m.news))
	}
}

func TestNilMemory(t *testing.T) {
	var m *Memory
	m.Note(remote.Network{})
	if m.Knows(remote.Network{}) {
		t.Error("nothing remembers something")
	}
}
