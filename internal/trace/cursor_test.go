package trace

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rastro/internal/cursor"
	"rastro/internal/kind"
)

// listScope is how a list in an order is named.
func listScope(o Order) string { return "/producaoAgricola/plantioManejo\x00" + o.String() }

// cursorsFor is a service that can do nothing but seal cursors.
func cursorsFor(t testing.TB) *Service {
	t.Helper()
	ring, err := cursor.NewRing([]cursor.Key{{Number: 1, Secret: [32]byte{1}}})
	if err != nil {
		t.Fatal(err)
	}
	s := &Service{now: func() time.Time { return noon }}
	s.cursorKeys.Store(&heldCursorKeys{ring, noon})
	return s
}

func (s *Service) mustEncode(t testing.TB, scope string, p Position) string {
	t.Helper()
	return s.rawCursor(t, scope, string(encodePosition(p)))
}

// rawCursor is a sealed cursor over any payload.
func (s *Service) rawCursor(t testing.TB, scope, payload string) string {
	t.Helper()
	written, err := s.closeCursor(t.Context(), s.store, scope, []byte(payload))
	if err != nil {
		t.Fatal(err)
	}
	return written
}

func TestCursorRoundTrip(t *testing.T) {
	s := cursorsFor(t)
	rapid.Check(t, func(rt *rapid.T) {
		order := NewOrder(drawTerms(rt, "terms"))
		id, _, _ := drawID(rt, "id")
		name := rapid.StringN(0, maxName, -1).Filter(func(s string) bool { return !strings.Contains(s, "\x00") }) // refused in a body
		r := &Record{
			ID: id, Kind: rapid.SampledFrom(kind.All).Draw(rt, "kind"), SafraID: name.Draw(rt, "safraId"), SafraCodigo: name.Draw(rt, "safraCodigo"),
			UpdatedAt: time.UnixMilli(rapid.Int64Range(0, 1<<48-1).Draw(rt, "updated")),
		}
		want := order.position(r)
		cursor := s.mustEncode(t, listScope(order), want)
		got, err := s.decodeCursor(t.Context(), listScope(order), order, cursor)
		if err != nil || !slices.Equal(got, want) {
			rt.Fatalf("%v in order %s came back as %v, %v", want, order, got, err)
		}
		other := NewOrder(drawTerms(rt, "other terms"))
		if _, err := s.decodeCursor(t.Context(), listScope(other), other, cursor); slices.Equal(other, order) != (err == nil) {
			rt.Fatalf("cursor of order %s read in order %s: %v", order, other, err)
		}
	})
}

func TestLongestCursorIsRead(t *testing.T) {
	s := cursorsFor(t)
	order := NewOrder([]Term{{ByCreated, true}, {ByUpdated, true}, {ByHarvest, true}, {ByHarvestCode, true}, {ByKind, false}})
	id, _ := ParseID("ffffffff-ffff-7fff-bfff-ffffffffffff")
	for _, char := range []string{"a", "🌱", "\x01", `"`} {
		name := strings.Repeat(char, maxName)
		want := order.position(&Record{ID: id, Kind: kind.ByPrefix("/validacao"), SafraID: name, SafraCodigo: name, UpdatedAt: id.Time()})
		cursor := s.mustEncode(t, "s", want)
		if got, err := s.decodeCursor(t.Context(), "s", order, cursor); err != nil || !slices.Equal(got, want) {
			t.Errorf("names of %q: cursor of %d characters is not read: %v", char, len(cursor), err)
		}
	}
}

func TestDecodeCursorRefuses(t *testing.T) {
	s := cursorsFor(t)
	order := NewOrder([]Term{{ByUpdated, true}, {ByHarvest, false}})
	scope := listScope(order)
	const id = "019a853d-a17b-791d-bfff-ffffffffffff"
	parsed, _ := ParseID(id)
	good := s.mustEncode(t, scope, Position{int64(1763172300456), "S-2025-001", parsed})
	if _, err := s.decodeCursor(t.Context(), scope, order, good); err != nil {
		t.Fatalf("a good cursor is refused: %v", err)
	}
	raw, _ := base64.RawURLEncoding.DecodeString(good)
	changed := func(at int) string {
		forged := slices.Clone(raw)
		forged[at] ^= 1
		return base64.RawURLEncoding.EncodeToString(forged)
	}
	for _, tc := range []struct{ name, cursor string }{
		{"empty", ""},
		{"not base64", "não é um cursor!"},
		{"other base64", base64.StdEncoding.EncodeToString([]byte("\xfb\xff\xfe" + string(raw)))},
		{"padded", good + "=="},
		{"another version", changed(0)},
		{"a forged sum", changed(1)},
		{"a forged position", changed(len(raw) - 4)},
		{"something appended", good + "AAAA"},
		{"over-long", strings.Repeat("A", maxCursor+1)},
		{"over-long but whole", s.rawCursor(t, scope, `[1,"`+strings.Repeat("a", maxCursor)+`","`+id+`"]`)},
		{"another scope", s.mustEncode(t, "/validacao\x00"+order.String(), Position{int64(1), "S", parsed})},
		{"no list", s.rawCursor(t, scope, `{"a":1}`)},
		{"no JSON", s.rawCursor(t, scope, `[1,"S"`)},
		{"nothing in it", s.rawCursor(t, scope, ``)},
		{"too few values", s.rawCursor(t, scope, `[1,"S"]`)},
		{"too many values", s.rawCursor(t, scope, `[1,"S","`+id+`",1]`)},
		{"a text for a time", s.rawCursor(t, scope, `["1","S","`+id+`"]`)},
		{"a fraction for a time", s.rawCursor(t, scope, `[1.5,"S","`+id+`"]`)},
		{"a time out of range", s.rawCursor(t, scope, `[1e30,"S","`+id+`"]`)},
		{"a number for a name", s.rawCursor(t, scope, `[1,2,"`+id+`"]`)},
		{"a list for a name", s.rawCursor(t, scope, `[1,["S"],"`+id+`"]`)},
		{"a NUL in a name", s.rawCursor(t, scope, `[1,"\u0000","`+id+`"]`)},
		{"no id", s.rawCursor(t, scope, `[1,"S","x"]`)},
		{"a number for an id", s.rawCursor(t, scope, `[1,"S",7]`)},
	} {
		if p, err := s.decodeCursor(t.Context(), scope, order, tc.cursor); !Is(err, CodeBadCursor) {
			t.Errorf("%s: decodeCursor(%.40q) = %v, %v; want %s", tc.name, tc.cursor, p, err, CodeBadCursor)
		}
	}
	for n := range len(good) {
		if p, err := s.decodeCursor(t.Context(), scope, order, good[:n]); !Is(err, CodeBadCursor) {
			t.Errorf("truncated to %d characters: %v, %v; want %s", n, p, err, CodeBadCursor)
		}
	}
}

// Whatever comes in, as a cursor or as a payload under a sum that fits, gives a
// position that round-trips, or CodeBadCursor.
func FuzzDecodeCursor(f *testing.F) {
	seals := cursorsFor(f)
	orders := []Order{NewestFirst, Order{{ByKind, false}, {ByID, false}}, NewOrder([]Term{{ByCreated, true}, {ByHarvest, false}}), NewOrder([]Term{{ByUpdated, false}, {ByHarvestCode, true}})}
	f.Add("", uint8(0))
	f.Add(seals.mustEncode(f, "s", Position{ID{1}}), uint8(0))
	f.Add(`["019a853d-a17b-791d-bfff-ffffffffffff"]`, uint8(0))
	f.Add(`[100,"019a853d-a17b-791d-bfff-ffffffffffff"]`, uint8(1))
	f.Add(`[-1,"S","019a853d-a17b-791d-bfff-ffffffffffff"]`, uint8(2))
	f.Add(`[null,null,null]`, uint8(3))
	f.Fuzz(func(t *testing.T, s string, which uint8) {
		order := orders[int(which)%len(orders)]
		for _, cursor := range []string{s, seals.rawCursor(t, "s", s)} {
			p, err := seals.decodeCursor(t.Context(), "s", order, cursor)
			if err != nil {
				if !Is(err, CodeBadCursor) {
					t.Fatalf("decodeCursor(%q): %v, want %s", cursor, err, CodeBadCursor)
				}
				continue
			}
			again, err := seals.decodeCursor(t.Context(), "s", order, seals.mustEncode(t, "s", p))
			if err != nil || !slices.Equal(again, p) {
				t.Fatalf("decodeCursor(%q) = %v, which comes back as %v, %v", cursor, p, again, err)
			}
		}
	})
}
