package sealedtext_test

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"rastro/internal/sealedtext"
)

func ring(t testing.TB, numbers ...int64) *sealedtext.Ring {
	t.Helper()
	var keys []sealedtext.Key
	for _, n := range numbers {
		keys = append(keys, sealedtext.Key{Number: n, Secret: [32]byte{byte(n), 7}})
	}
	r, err := sealedtext.NewRing(keys)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCloseAndOpen(t *testing.T) {
	first, both, second, other := ring(t, 1), ring(t, 1, 2), ring(t, 2), ring(t, 3)
	for _, text := range []string{"", "a", "\x80", "\x00\x80\x00", strings.Repeat("x", 63), strings.Repeat("x", 64), strings.Repeat("x", 1000)} {
		closed := first.Close("list", []byte(text))
		if again := first.Close("list", []byte(text)); again != closed {
			t.Errorf("%q is closed in two ways: %s, %s", text, closed, again)
		}
		for _, r := range []*sealedtext.Ring{first, both} {
			if got, ok := r.Open("list", closed); !ok || string(got) != text {
				t.Errorf("%q comes back as %q, %t", text, got, ok)
			}
		}
		for name, r := range map[string]*sealedtext.Ring{"a ring without its key": second, "a ring of another store": other} {
			if got, ok := r.Open("list", closed); ok {
				t.Errorf("%s opens %q", name, got)
			}
		}
		if got, ok := first.Open("lis", closed); ok {
			t.Errorf("another scope opens %q", got)
		}
		if got, ok := first.Open("list", both.Close("list", []byte(text))); ok || first.Knows(both.Close("list", nil)) {
			t.Errorf("a ring opens what a later key closed: %q", got)
		}
	}
}

// A sealed text cannot be read or changed, and its length reveals nothing.
func TestSealedTextTellsNothing(t *testing.T) {
	r := ring(t, 1)
	closed := r.Close("list", []byte("VIT-L-9"))
	raw, err := base64.RawURLEncoding.DecodeString(closed)
	if err != nil || bytes.Contains(raw, []byte("VIT")) {
		t.Errorf("%q, %v", raw, err)
	}
	for i := range raw {
		changed := bytes.Clone(raw)
		changed[i] ^= 1
		if got, ok := r.Open("list", base64.RawURLEncoding.EncodeToString(changed)); ok {
			t.Errorf("byte %d changed, and it opens as %q", i, got)
		}
	}
	for n := range raw {
		if got, ok := r.Open("list", base64.RawURLEncoding.EncodeToString(raw[:n])); ok {
			t.Errorf("cut to %d bytes it opens as %q", n, got)
		}
	}
	if a, b := len(closed), len(r.Close("list", []byte("a much longer code of a lot, MT25-S-00001"))); a != b {
		t.Errorf("the length tells: %d and %d", a, b)
	}
}

func FuzzOpen(f *testing.F) {
	r := ring(f, 1, 2)
	f.Add("list", r.Close("list", []byte("x")))
	f.Add("", "AgAAAAAAAAAB")
	f.Fuzz(func(t *testing.T, scope, closed string) {
		text, ok := r.Open(scope, closed)
		if ok && !r.Knows(closed) {
			t.Fatalf("%q opens without its key", closed)
		}
		if again, ok2 := r.Open(scope, r.Close(scope, text)); !ok2 || !bytes.Equal(again, text) {
			t.Fatalf("%q comes back as %q", text, again)
		}
	})
}
