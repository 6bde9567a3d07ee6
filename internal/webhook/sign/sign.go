// Package sign signs webhook deliveries, and checks such signatures, as specified in Standard
// Webhooks 1.0: v1 with a secret that both sides share, v1a with a key pair whose public half
// receivers know.
package sign

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"time"
)

// The headers of a delivery.
const (
	HeaderID        = "webhook-id"
	HeaderTimestamp = "webhook-timestamp"
	HeaderSignature = "webhook-signature"
)

// What the texts of keys begin with.
const (
	secretPrefix = "whsec_"
	publicPrefix = "whpk_"
)

// Tolerance is the maximum difference between a delivery's time and the receiver's.
const Tolerance = 5 * time.Minute

// Secret is a secret that server and receiver share.
type Secret []byte

// Text returns the secret as receivers get it. There is no String, so that nothing prints it by
// accident.
func (s Secret) Text() string { return secretPrefix + base64.StdEncoding.EncodeToString(s) }

// ParsePublic reads the public key that receivers check signatures with.
func ParsePublic(text string) (ed25519.PublicKey, error) {
	encoded, named := strings.CutPrefix(text, publicPrefix)
	raw, err := base64.StdEncoding.Strict().DecodeString(encoded)
	if !named || err != nil || len(raw) != ed25519.PublicKeySize {
		return nil, errors.New("not a public key of webhooks: whpk_ and 32 bytes in base64")
	}
	return raw, nil
}

// PublicText returns a public key as ParsePublic reads it.
func PublicText(key ed25519.PublicKey) string {
	return publicPrefix + base64.StdEncoding.EncodeToString(key)
}

// content returns the signed content. An id contains no dot, so no delivery can be mistaken for
// another.
func content(id string, at time.Time, body []byte) []byte {
	signed := make([]byte, 0, len(id)+len(body)+24)
	signed = append(append(signed, id...), '.')
	signed = append(strconv.AppendInt(signed, at.Unix(), 10), '.')
	return append(signed, body...)
}

// Header returns the value of HeaderSignature: one signature for each secret, since both are valid
// while a secret is being replaced, and one of the key, unless it is nil.
func Header(id string, at time.Time, body []byte, secrets []Secret, key ed25519.PrivateKey) string {
	signed := content(id, at, body)
	var all []string
	for _, s := range secrets {
		all = append(all, "v1,"+base64.StdEncoding.EncodeToString(s.sum(signed)))
	}
	if key != nil {
		all = append(all, "v1a,"+base64.StdEncoding.EncodeToString(ed25519.Sign(key, signed)))
	}
	return strings.Join(all, " ")
}

func (s Secret) sum(signed []byte) []byte {
	mac := hmac.New(sha256.New, s)
	mac.Write(signed)
	return mac.Sum(nil)
}

// Reasons not to trust a delivery.
var (
	ErrTime      = errors.New("the delivery's time is missing, or too far from now")
	ErrSignature = errors.New("no signature of the delivery holds")
)

// Delivery is what a receiver got.
type Delivery struct {
	ID, Timestamp, Signature string // the values of the headers
	Body                     []byte
}

// Check checks a delivery with the shared secret.
func (s Secret) Check(d *Delivery, now time.Time) error {
	return d.check(now, "v1", func(signed, signature []byte) bool { return hmac.Equal(s.sum(signed), signature) })
}

// CheckPublic checks a delivery with the server's public key.
func CheckPublic(key ed25519.PublicKey, d *Delivery, now time.Time) error {
	return d.check(now, "v1a", func(signed, signature []byte) bool { return ed25519.Verify(key, signed, signature) })
}

// maxSignatures bounds how many signatures of a header are tried.
const maxSignatures = 10

func (d *Delivery) check(now time.Time, version string, holds func(signed, signature []byte) bool) error {
	seconds, err := strconv.ParseInt(d.Timestamp, 10, 64)
	at := time.Unix(seconds, 0)
	if err != nil || d.ID == "" || now.Sub(at).Abs() > Tolerance {
		return ErrTime
	}
	signed := content(d.ID, at, d.Body)
	for i, one := range strings.Fields(d.Signature) {
		name, encoded, _ := strings.Cut(one, ",")
		if i == maxSignatures {
			break
		}
		signature, err := base64.StdEncoding.DecodeString(encoded)
		if name == version && err == nil && holds(signed, signature) {
			return nil
		}
	}
	return ErrSignature
}
