package cursors

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
	"rastro/internal/kind"
	"rastro/internal/sealedtext"
	"rastro/internal/trace"
)

// listScope is how a list in an order is named.
var noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

func listScope(o trace.Order) string { return "/producaoAgricola/plantioManejo\x00" + o.String() }

// cursorsFor returns a service that can only seal cursors.
func cursorsFor(t testing.TB) *Sealer {
	t.Helper()
	ring, err := sealedtext.NewRing([]sealedtext.Key{{Number: 1, Secret: [32]byte{1}}})
	if err != nil {
		t.Fatal(err)
	}
	s := &Sealer{now: func() time.Time { return noon }}
	s.cursorKeys.Store(&heldCursorKeys{ring, noon})
	return s
}

func (s *Sealer) mustEncode(t testing.TB, scope string, p trace.Position) string {
	t.Helper()
	return s.rawCursor(t, scope, string(encodePosition(p)))
}

// rawCursor returns a sealed cursor over any payload.
func (s *Sealer) rawCursor(t testing.TB, scope, payload string) string {
	t.Helper()
	written, err := s.Seal(t.Context(), s.store.Direct(), scope, []byte(payload))
	if err != nil {
		t.Fatal(err)
	}
	return written
}

func drawTerms(t *rapid.T, label string) []trace.Term {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) trace.Term {
		return trace.Term{Field: trace.SortField(rapid.IntRange(int(trace.ByID), int(trace.ByKind)).Draw(t, "field")), Desc: rapid.Bool().Draw(t, "desc")}
	}), 0, 8).Draw(t, label)
}

func TestCursorRoundTrip(t *testing.T) {
	s := cursorsFor(t)
	rapid.Check(t, func(rt *rapid.T) {
		order := trace.NewOrder(drawTerms(rt, "terms"))
		id := trace.ID(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(rt, "id"))
		name := rapid.StringN(0, trace.MaxName, -1).Filter(func(s string) bool { return !strings.Contains(s, "\x00") }) // refused in a body
		r := &trace.Record{
			ID: id, Kind: rapid.SampledFrom(kind.All).Draw(rt, "kind"), HarvestID: name.Draw(rt, "safraId"), HarvestCode: name.Draw(rt, "safraCodigo"),
			UpdatedAt: time.UnixMilli(rapid.Int64Range(0, 1<<48-1).Draw(rt, "updated")),
		}
		want := order.Position(r)
		cursor := s.mustEncode(t, listScope(order), want)
		got, err := s.Decode(t.Context(), listScope(order), order, cursor)
		if err != nil || !slices.Equal(got, want) {
			rt.Fatalf("%v in order %s came back as %v, %v", want, order, got, err)
		}
		other := trace.NewOrder(drawTerms(rt, "other terms"))
		if _, err := s.Decode(t.Context(), listScope(other), other, cursor); slices.Equal(other, order) != (err == nil) {
			rt.Fatalf("cursor of order %s read in order %s: %v", order, other, err)
		}
	})
}

func TestLongestCursorIsRead(t *testing.T) {
	s := cursorsFor(t)
	order := trace.NewOrder([]trace.Term{{Field: trace.ByCreated, Desc: true}, {Field: trace.ByUpdated, Desc: true}, {Field: trace.ByHarvest, Desc: true}, {Field: trace.ByHarvestCode, Desc: true}, {Field: trace.ByKind, Desc: false}})
	id, _ := trace.ParseID("ffffffff-ffff-7fff-bfff-ffffffffffff")
	for _, char := range []string{"a", "🌱", "\x01", `"`} {
		name := strings.Repeat(char, trace.MaxName)
		want := order.Position(&trace.Record{ID: id, Kind: kind.ByPrefix("/validacao"), HarvestID: name, HarvestCode: name, UpdatedAt: id.Time()})
		cursor := s.mustEncode(t, "s", want)
		if got, err := s.Decode(t.Context(), "s", order, cursor); err != nil || !slices.Equal(got, want) {
			t.Errorf("names of %q: cursor of %d characters is not read: %v", char, len(cursor), err)
		}
	}
}

func TestDecodeCursorRefuses(t *testing.T) {
	s := cursorsFor(t)
	order := trace.NewOrder([]trace.Term{{Field: trace.ByUpdated, Desc: true}, {Field: trace.ByHarvest, Desc: false}})
	scope := listScope(order)
	const id = "019a853d-a17b-791d-bfff-ffffffffffff"
	parsed, _ := trace.ParseID(id)
	good := s.mustEncode(t, scope, trace.Position{int64(1763172300456), "S-2025-001", parsed})
	if _, err := s.Decode(t.Context(), scope, order, good); err != nil {
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
		{"another scope", s.mustEncode(t, "/validacao\x00"+order.String(), trace.Position{int64(1), "S", parsed})},
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
		if p, err := s.Decode(t.Context(), scope, order, tc.cursor); !trace.Is(err, trace.CodeBadCursor) {
			t.Errorf("%s: Decode(%.40q) = %v, %v; want %s", tc.name, tc.cursor, p, err, trace.CodeBadCursor)
		}
	}
	for n := range len(good) {
		if p, err := s.Decode(t.Context(), scope, order, good[:n]); !trace.Is(err, trace.CodeBadCursor) {
			t.Errorf("truncated to %d characters: %v, %v; want %s", n, p, err, trace.CodeBadCursor)
		}
	}
}

// Any input, as a cursor or as a payload under a valid sum, gives either a position that
// round-trips or CodeBadCursor.
func FuzzDecodeCursor(f *testing.F) {
	seals := cursorsFor(f)
	orders := []trace.Order{trace.NewestFirst, trace.Order{{Field: trace.ByKind, Desc: false}, {Field: trace.ByID, Desc: false}}, trace.NewOrder([]trace.Term{{Field: trace.ByCreated, Desc: true}, {Field: trace.ByHarvest, Desc: false}}), trace.NewOrder([]trace.Term{{Field: trace.ByUpdated, Desc: false}, {Field: trace.ByHarvestCode, Desc: true}})}
	f.Add("", uint8(0))
	f.Add(seals.mustEncode(f, "s", trace.Position{trace.ID{1}}), uint8(0))
	f.Add(`["019a853d-a17b-791d-bfff-ffffffffffff"]`, uint8(0))
	f.Add(`[100,"019a853d-a17b-791d-bfff-ffffffffffff"]`, uint8(1))
	f.Add(`[-1,"S","019a853d-a17b-791d-bfff-ffffffffffff"]`, uint8(2))
	f.Add(`[null,null,null]`, uint8(3))
	f.Fuzz(func(t *testing.T, s string, which uint8) {
		order := orders[int(which)%len(orders)]
		for _, cursor := range []string{s, seals.rawCursor(t, "s", s)} {
			p, err := seals.Decode(t.Context(), "s", order, cursor)
			if err != nil {
				if !trace.Is(err, trace.CodeBadCursor) {
					t.Fatalf("Decode(%q): %v, want %s", cursor, err, trace.CodeBadCursor)
				}
				continue
			}
			again, err := seals.Decode(t.Context(), "s", order, seals.mustEncode(t, "s", p))
			if err != nil || !slices.Equal(again, p) {
				t.Fatalf("Decode(%q) = %v, which comes back as %v, %v", cursor, p, again, err)
			}
		}
	})
}
