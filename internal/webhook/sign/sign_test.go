package sign_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"strings"
	"testing"
	"time"

	"rastro/internal/webhook/sign"
)

// The vector that the libraries of the standard test with.
func TestVector(t *testing.T) {
	t.Parallel()
	const text = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(text, "whsec_"))
	if err != nil {
		t.Fatal(err)
	}
	secret := sign.Secret(raw)
	if got := secret.Text(); got != text {
		t.Errorf("%s, want %s", got, text)
	}
	got := sign.Header("msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`), []sign.Secret{secret}, nil)
	if want := "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	old, current, other := sign.Secret("an old secret of 24 bytes"), sign.Secret("the secret of today, longer"), sign.Secret("the secret of another server")
	good := sign.Delivery{ID: "end_42", Timestamp: "1800000000", Body: []byte(`{"a":1}`)}
	good.Signature = sign.Header(good.ID, now, good.Body, []sign.Secret{old, current}, private)
	for _, s := range []sign.Secret{old, current} {
		if err := s.Check(&good, now.Add(4*time.Minute)); err != nil {
			t.Error(err)
		}
	}
	if err := sign.CheckPublic(public, &good, now); err != nil {
		t.Error(err)
	}
	if err := other.Check(&good, now); !errors.Is(err, sign.ErrSignature) {
		t.Errorf("another secret: %v", err)
	}
	for name, c := range map[string]struct {
		change func(*sign.Delivery)
		now    time.Time
		want   error
	}{
		"body":          {func(d *sign.Delivery) { d.Body = []byte(`{"a":2}`) }, now, sign.ErrSignature},
		"id":            {func(d *sign.Delivery) { d.ID = "end_43" }, now, sign.ErrSignature},
		"time":          {func(d *sign.Delivery) { d.Timestamp = "1800000001" }, now, sign.ErrSignature},
		"replayed":      {func(*sign.Delivery) {}, now.Add(6 * time.Minute), sign.ErrTime},
		"ahead":         {func(*sign.Delivery) {}, now.Add(-6 * time.Minute), sign.ErrTime},
		"no time":       {func(d *sign.Delivery) { d.Timestamp = "" }, now, sign.ErrTime},
		"no id":         {func(d *sign.Delivery) { d.ID = "" }, now, sign.ErrTime},
		"no signature":  {func(d *sign.Delivery) { d.Signature = "" }, now, sign.ErrSignature},
		"other version": {func(d *sign.Delivery) { d.Signature = strings.ReplaceAll(d.Signature, "v1", "v2") }, now, sign.ErrSignature},
		"far too many":  {func(d *sign.Delivery) { d.Signature = strings.Repeat("v1,AAAA ", 1000) + d.Signature }, now, sign.ErrSignature},
	} {
		d := good
		c.change(&d)
		if err := current.Check(&d, c.now); !errors.Is(err, c.want) {
			t.Errorf("%s with the secret: %v, want %v", name, err, c.want)
		}
		if err := sign.CheckPublic(public, &d, c.now); !errors.Is(err, c.want) {
			t.Errorf("%s with the public key: %v, want %v", name, err, c.want)
		}
	}
}

func TestPublicText(t *testing.T) {
	t.Parallel()
	public, _, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	text := sign.PublicText(public)
	if back, err := sign.ParsePublic(text); err != nil || !back.Equal(public) {
		t.Errorf("%v, %v", back, err)
	}
	for _, text := range []string{"", "whpk_", "whpk_AAAA", text[1:], text + " ", text + "AAAA", sign.Secret(public).Text()} {
		if _, err := sign.ParsePublic(text); err == nil {
			t.Errorf("%q is a public key", text)
		}
	}
}
