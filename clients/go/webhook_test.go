package rastro_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	rastro "rastro/clients/go"
)

// The vector that the libraries of Standard Webhooks test with.
const (
	vectorSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	vectorBody   = `{"test": 2432232314}`
)

func vector() http.Header {
	return http.Header{
		"Webhook-Id": {"msg_p5jXN8AQM9LWM0D4loKWxJek"}, "Webhook-Timestamp": {"1614265330"},
		"Webhook-Signature": {"v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="},
	}
}

func hook(t *testing.T, keys ...string) *rastro.Webhook {
	t.Helper()
	w, err := rastro.NewWebhook(keys...)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestWebhookVerify(t *testing.T) {
	t.Parallel()
	other := "whsec_" + base64.StdEncoding.EncodeToString(make([]byte, 32))
	at := time.Unix(1614265330, 0)
	for name, c := range map[string]struct {
		keys   []string
		change func(http.Header)
		body   string
		now    time.Time
		want   error
	}{
		"good":             {keys: []string{vectorSecret}},
		"rotated, new one": {keys: []string{other, vectorSecret}},
		"rotated, old one": {keys: []string{vectorSecret, other}},
		"another secret":   {keys: []string{other}, want: rastro.ErrWebhookSignature},
		"body":             {body: `{"test": 2432232315}`, want: rastro.ErrWebhookSignature},
		"id":               {change: func(h http.Header) { h.Set("webhook-id", "msg_2") }, want: rastro.ErrWebhookSignature},
		"no id":            {change: func(h http.Header) { h.Del("webhook-id") }, want: rastro.ErrWebhookTime},
		"no time":          {change: func(h http.Header) { h.Del("webhook-timestamp") }, want: rastro.ErrWebhookTime},
		"another time":     {change: func(h http.Header) { h.Set("webhook-timestamp", "1614265331") }, want: rastro.ErrWebhookSignature},
		"replayed":         {now: at.Add(301 * time.Second), want: rastro.ErrWebhookTime},
		"ahead":            {now: at.Add(-301 * time.Second), want: rastro.ErrWebhookTime},
		"at the edge":      {now: at.Add(300 * time.Second)},
		"no signature":     {change: func(h http.Header) { h.Del("webhook-signature") }, want: rastro.ErrWebhookSignature},
		"among others": {change: func(h http.Header) {
			h.Set("webhook-signature", "v2,AAAA v1,AAAA v1a,AAAA "+h.Get("webhook-signature"))
		}},
		"far too many": {change: func(h http.Header) {
			h.Set("webhook-signature", strings.Repeat("v1,AAAA ", 1000)+h.Get("webhook-signature"))
		}, want: rastro.ErrWebhookSignature},
	} {
		h, body, now, keys := vector(), vectorBody, at, []string{vectorSecret}
		if c.change != nil {
			c.change(h)
		}
		if c.body != "" {
			body = c.body
		}
		if !c.now.IsZero() {
			now = c.now
		}
		if c.keys != nil {
			keys = c.keys
		}
		if err := hook(t, keys...).Verify(h, []byte(body), now); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestWebhookPublicKey(t *testing.T) {
	t.Parallel()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	h := vector()
	signed := h.Get("webhook-id") + "." + h.Get("webhook-timestamp") + "." + vectorBody
	h.Set("webhook-signature", "v1a,"+base64.StdEncoding.EncodeToString(ed25519.Sign(private, []byte(signed))))
	w := hook(t, "whpk_"+base64.StdEncoding.EncodeToString(public))
	at := time.Unix(1614265330, 0)
	if err := w.Verify(h, []byte(vectorBody), at); err != nil {
		t.Error(err)
	}
	if err := w.Verify(h, []byte(vectorBody+" "), at); !errors.Is(err, rastro.ErrWebhookSignature) {
		t.Error(err)
	}
	if err := hook(t, vectorSecret).Verify(h, []byte(vectorBody), at); !errors.Is(err, rastro.ErrWebhookSignature) {
		t.Error(err)
	}
}

func TestWebhookKeys(t *testing.T) {
	t.Parallel()
	for _, bad := range [][]string{nil, {""}, {"whsec_"}, {"whsec_AAAA"}, {"whpk_AAAA"}, {vectorSecret, "secret-that-leaks"}, {vectorSecret[1:]}} {
		if _, err := rastro.NewWebhook(bad...); err == nil {
			t.Errorf("%q is taken", bad)
		} else if strings.Contains(err.Error(), "leaks") {
			t.Errorf("%v tells a secret", err)
		}
	}
}

func TestWebhookHandler(t *testing.T) {
	t.Parallel()
	w := hook(t, vectorSecret)
	failing := errors.New("the database is away")
	handler := w.Handler(func(*http.Request, string, *rastro.Event) error { return failing })
	post := func(h http.Header) int {
		r := httptest.NewRequest(http.MethodPost, "/rastro", bytes.NewReader([]byte(vectorBody)))
		r.Header = h
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, r)
		return answer.Code
	}
	if got := post(vector()); got != http.StatusUnauthorized {
		t.Errorf("an old delivery: %d", got)
	}
	fresh := vector()
	fresh.Set("webhook-timestamp", strconv.FormatInt(time.Now().Unix(), 10))
	if got := post(fresh); got != http.StatusUnauthorized {
		t.Errorf("one whose time was changed: %d", got)
	}
	secret, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(vectorSecret, "whsec_"))
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(fresh.Get("webhook-id") + "." + fresh.Get("webhook-timestamp") + "." + vectorBody))
	fresh.Set("webhook-signature", "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	if got := post(fresh); got != http.StatusInternalServerError {
		t.Errorf("one that cannot be taken: %d", got)
	}
}
