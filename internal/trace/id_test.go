package trace

import (
	"bytes"
	"crypto/rand"
	"errors"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"
)

// The mapping is part of every id ever handed out. These vectors were computed
// outside this program and never change.
func TestPartitionOf(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want uint16
	}{
		{"", 944},
		{"S-2025-001", 2333},
		{"DEMO-SOJA-MT-2024-25", 2204},
		{"safra ção", 1869},
	} {
		if got := PartitionOf(tc.in); got != tc.want {
			t.Errorf("PartitionOf(%q) = %d, want %d", tc.in, got, tc.want)
		}
	}
}

func TestNewIDLaysOutItsBits(t *testing.T) {
	at := time.UnixMilli(1763172000123)
	id, err := NewID(at, "S-2025-001", bytes.NewReader(bytes.Repeat([]byte{0xff}, 8)))
	if want := "019a853d-a17b-791d-bfff-ffffffffffff"; err != nil || id.String() != want {
		t.Errorf("NewID(%s, S-2025-001) = %s, %v; want %s", at.UTC(), id, err, want)
	}
	if want := "2025-11-15T02:00:00.123Z"; id.Time().Format(TimeLayout) != want {
		t.Errorf("%s: time %s, want %s", id, id.Time().Format(TimeLayout), want)
	}
}

// drawID draws the parts of an id, with a time that fits in 48 bits, and returns the id and its
// time.
func drawID(t *rapid.T, label string) (id ID, at time.Time, harvestID string) {
	at = time.UnixMilli(rapid.Int64Range(0, 1<<48-1).Draw(t, label+" ms"))
	harvestID = rapid.String().Draw(t, label+" safraId")
	random := rapid.SliceOfN(rapid.Byte(), 8, 8).Draw(t, label+" random")
	id, err := NewID(at, harvestID, bytes.NewReader(random))
	if err != nil {
		t.Fatal(err)
	}
	return id, at, harvestID
}

func TestNewIDIsAUUIDv7(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id, at, harvestID := drawID(t, "id")
		parsed, err := uuid.Parse(id.String())
		if err != nil || parsed.Version() != 7 || parsed.Variant() != uuid.RFC4122 {
			t.Fatalf("%s: version %d, variant %s, %v; want a UUIDv7", id, parsed.Version(), parsed.Variant(), err)
		}
		if got, want := id.Partition(), PartitionOf(harvestID); got != want || got >= Partitions {
			t.Fatalf("%s of harvest %q: partition %d, want %d", id, harvestID, got, want)
		}
		if !id.Time().Equal(at) || id.Time().Location() != time.UTC {
			t.Fatalf("%s: time %s, want %s", id, id.Time(), at.UTC())
		}
		if got, ok := ParseID(id.String()); !ok || got != id {
			t.Fatalf("ParseID(%s) = %s, %t", id, got, ok)
		}
	})
}

func TestIDsSortByTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, atA, _ := drawID(t, "a")
		b, atB, _ := drawID(t, "b")
		if c := atA.Compare(atB); c != 0 && (bytes.Compare(a[:], b[:]) != c || strings.Compare(a.String(), b.String()) != c) {
			t.Fatalf("%s of %s and %s of %s do not sort by time", a, atA.UTC(), b, atB.UTC())
		}
	})
}

func TestNewIDNeedsRandomBits(t *testing.T) {
	broken := errors.New("no entropy")
	for name, random := range map[string]func() (ID, error){
		"a failing source": func() (ID, error) { return NewID(time.Now(), "S", iotest.ErrReader(broken)) },
		"a short source":   func() (ID, error) { return NewID(time.Now(), "S", strings.NewReader("1234567")) },
	} {
		if id, err := random(); err == nil || id != (ID{}) {
			t.Errorf("NewID with %s = %s, %v; want an error", name, id, err)
		}
	}
}

func TestParseID(t *testing.T) {
	const good = "019a853d-a17b-791d-bfff-ffffffffffff"
	for _, tc := range []struct {
		in string
		ok bool
	}{
		{good, true},
		{strings.ToUpper(good), true},
		{"", false},
		{"1", false},
		{good[:35], false},
		{good + "0", false},
		{" " + good, false},
		{"{" + good + "}", false},
		{"urn:uuid:" + good, false},
		{strings.ReplaceAll(good, "-", ""), false},
		{strings.ReplaceAll(good, "-", "_"), false},
		{"g" + good[1:], false},
		{strings.Repeat("ç", 18), false},
	} {
		id, ok := ParseID(tc.in)
		if ok != tc.ok || ok && id.String() != good || !ok && id != (ID{}) {
			t.Errorf("ParseID(%q) = %s, %t; want %t", tc.in, id, ok, tc.ok)
		}
	}
}

func TestIDAppend(t *testing.T) {
	for range 100 {
		id, err := NewID(time.Now(), "S", rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(id.append([]byte("x"))); got != "x"+id.String() {
			t.Errorf("append gives %s, String %s", got, id)
		}
	}
}
