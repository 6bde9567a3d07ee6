package rastro

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// The headers of a delivery, as Standard Webhooks 1.0 names them.
const (
	headerID        = "Webhook-Id"
	headerTimestamp = "Webhook-Timestamp"
	headerSignature = "Webhook-Signature"
)

const (
	tolerance     = 5 * time.Minute
	maxSignatures = 10      // of one header
	maxDelivery   = 8 << 20 // a delivery may carry a whole record
)

// Reasons not to trust a delivery.
var (
	ErrWebhookTime      = errors.New("rastro: the delivery's time is missing, or too far from now")
	ErrWebhookSignature = errors.New("rastro: no signature of the delivery holds")
)

// Webhook checks deliveries.
type Webhook struct {
	// Tolerance is the maximum difference between a delivery's time and now; 0 means five minutes.
	Tolerance time.Duration

	secrets [][]byte
	keys    []ed25519.PublicKey
}

// NewWebhook takes secrets (whsec_…) and public keys (whpk_…): a delivery is good if one of them
// signed it. While a secret is being replaced, give the old one and the new one.
func NewWebhook(keys ...string) (*Webhook, error) {
	if len(keys) == 0 {
		return nil, errors.New("rastro: a webhook needs a secret or a public key")
	}
	w := &Webhook{}
	for i, text := range keys {
		secret, isSecret := strings.CutPrefix(text, "whsec_")
		public, isPublic := strings.CutPrefix(text, "whpk_")
		raw, err := base64.StdEncoding.DecodeString(secret)
		if isPublic {
			raw, err = base64.StdEncoding.DecodeString(public)
		}
		switch {
		case err == nil && isSecret && len(raw) >= 24 && len(raw) <= 64:
			w.secrets = append(w.secrets, raw)
		case err == nil && isPublic && len(raw) == ed25519.PublicKeySize:
			w.keys = append(w.keys, raw)
		default: // the text itself stays out of logs
			return nil, fmt.Errorf("rastro: key %d is neither a webhook secret (whsec_…) nor a public key (whpk_…)", i+1)
		}
	}
	return w, nil
}

// Verify checks a delivery: its headers and its body, byte for byte as they came.
func (w *Webhook) Verify(h http.Header, body []byte, now time.Time) error {
	id, at := h.Get(headerID), h.Get(headerTimestamp)
	limit := w.Tolerance
	if limit == 0 {
		limit = tolerance
	}
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || id == "" || now.Sub(time.Unix(seconds, 0)).Abs() > limit {
		return ErrWebhookTime
	}
	signed := append([]byte(id+"."+strconv.FormatInt(seconds, 10)+"."), body...)
	for i, one := range strings.Fields(h.Get(headerSignature)) {
		if i == maxSignatures {
			break
		}
		version, text, _ := strings.Cut(one, ",")
		signature, err := base64.StdEncoding.DecodeString(text)
		if err == nil && w.holds(version, signed, signature) {
			return nil
		}
	}
	return ErrWebhookSignature
}

func (w *Webhook) holds(version string, signed, signature []byte) bool {
	switch version {
	case "v1":
		for _, secret := range w.secrets {
			mac := hmac.New(sha256.New, secret)
			mac.Write(signed)
			if hmac.Equal(mac.Sum(nil), signature) {
				return true
			}
		}
	case "v1a":
		for _, key := range w.keys {
			if ed25519.Verify(key, signed, signature) {
				return true
			}
		}
	}
	return false
}

// Handler answers deliveries: take receives each event with a valid signature, and its id, which
// stays the same when the event is sent again. If take fails, the server sends the event again
// later.
func (w *Webhook) Handler(take func(r *http.Request, id string, e *Event) error) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(rw, r.Body, maxDelivery))
		if err != nil {
			rw.WriteHeader(http.StatusBadRequest)
			return
		}
		if err := w.Verify(r.Header, body, time.Now()); err != nil {
			rw.WriteHeader(http.StatusUnauthorized)
			return
		}
		var e Event
		if err := json.Unmarshal(body, &e); err != nil {
			rw.WriteHeader(http.StatusBadRequest)
			return
		}
		if err := take(r, r.Header.Get(headerID), &e); err != nil {
			rw.WriteHeader(http.StatusInternalServerError)
			return
		}
		rw.WriteHeader(http.StatusNoContent)
	})
}
