package trace

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

func TestOnceSealAndOpen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		once := &Idempotency{Name: rapid.String().Draw(t, "name"), Secret: rapid.String().Draw(t, "secret")}
		copy(once.Request[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "request"))
		data := rapid.SliceOf(rapid.Byte()).Draw(t, "data")
		sealed, err := once.Seal(data, rand.NewChaCha8([32]byte(once.Request)))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := once.Open(sealed); err != nil || !bytes.Equal(got, data) {
			t.Fatalf("%q sealed and opened is %q, %v", data, got, err)
		}
		at := rapid.IntRange(0, len(sealed)-1).Draw(t, "changed byte")
		sealed[at] ^= 1
		if got, err := once.Open(sealed); err == nil {
			t.Fatalf("%q opens as %q with byte %d changed", data, got, at)
		}
	})
}

func TestOnceOpensForItsOwnCallerOnly(t *testing.T) {
	owner := Idempotency{Name: "pedido-1", Request: [32]byte{1}, Secret: "rs_segredo"}
	data := []byte(`{"accessKey":"rk_x","secretKey":"rs_y"}`)
	random := rand.NewChaCha8([32]byte{})
	sealed, err := owner.Seal(data, random)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(sealed, []byte("rs_y")) {
		t.Error("the sealed answer shows its secret")
	}
	if again, err := owner.Seal(data, random); err != nil || bytes.Equal(again, sealed) {
		t.Errorf("the same answer seals to the same bytes (%v)", err)
	}
	for _, tc := range []struct {
		name   string
		change func(*Idempotency)
		opens  bool
	}{
		{"the same", func(*Idempotency) {}, true},
		{"another secret", func(o *Idempotency) { o.Secret = "rs_outro" }, false},
		{"no secret", func(o *Idempotency) { o.Secret = "" }, false},
		{"another name", func(o *Idempotency) { o.Name = "pedido-2" }, false},
		{"another request", func(o *Idempotency) { o.Request[31] = 9 }, false},
	} {
		o := owner
		tc.change(&o)
		if got, err := o.Open(sealed); (err == nil) != tc.opens || tc.opens && !bytes.Equal(got, data) {
			t.Errorf("%s: open = %q, %v; want opened %t", tc.name, got, err, tc.opens)
		}
	}
	for n := range len(sealed) {
		if got, err := owner.Open(sealed[:n]); err == nil {
			t.Errorf("truncated to %d bytes it opens as %q", n, got)
		}
	}
}

func TestOnceSealNeedsRandomBits(t *testing.T) {
	broken := errors.New("no entropy")
	if sealed, err := (&Idempotency{}).Seal([]byte("x"), iotest.ErrReader(broken)); !errors.Is(err, broken) {
		t.Errorf("seal without random bits = %q, %v; want %v", sealed, err, broken)
	}
}
