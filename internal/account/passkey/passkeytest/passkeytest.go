// Package passkeytest is a software authenticator with a browser, for tests: it makes passkeys and
// signs with them like a phone or a security key, and lies where a test tells it to.
package passkeytest

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"
)

// Algorithm is a COSE number of a signature algorithm.
type Algorithm int

const (
	ES256 Algorithm = -7
	EdDSA Algorithm = -8
)

// Authenticator holds passkeys. Its fields say how it and its browser behave; a test may
// change them between two calls.
type Authenticator struct {
	Algorithm Algorithm
	Origin    string // of the requesting page
	Party     string // whom passkeys are for; empty: the one in the page
	Unchecked bool   // it does not require a finger or a PIN
	Absent    bool   // nobody touched it
	Synced    bool   // it copies passkeys to other devices, and does not count
	Count     uint32 // of the signatures it made
	Handle    []byte // whose passkey it claims to be; nil: the truth
	Silent    bool   // it does not say whose passkey it is
	Challenge string // the challenge in its answer; empty: that of the page

	passkeys []passkey
}

// passkey is a key for a person at a server.
type passkey struct {
	id, handle []byte
	party      string
	key        crypto.Signer
}

// The parts of options that an authenticator reads.
type (
	described struct {
		ID string `json:"id"`
	}
	options struct {
		PublicKey struct {
			Challenge string `json:"challenge"`
			RPID      string `json:"rpId"`
			RP        described
			User      described
			Params    []struct{ Alg Algorithm } `json:"pubKeyCredParams"`
			Exclude   []described               `json:"excludeCredentials"`
			Allow     []described               `json:"allowCredentials"`
		} `json:"publicKey"`
	}
)

// Create makes a passkey and returns the browser's answer, or nil if the authenticator
// refuses: it has one already, or cannot sign as it should.
func (a *Authenticator) Create(tb testing.TB, told []byte) []byte {
	tb.Helper()
	o := read(tb, told).PublicKey
	for _, other := range o.Exclude {
		if a.find(other.ID) != nil {
			return nil
		}
	}
	able := false
	for _, p := range o.Params {
		able = able || p.Alg == a.Algorithm
	}
	if !able {
		return nil
	}
	made := passkey{id: random(tb, 32), handle: decode(tb, o.User.ID), party: o.RP.ID, key: a.newKey(tb)}
	a.passkeys = append(a.passkeys, made)

	const attested = 1 << 6 // the data has the new key
	data := a.data(made.party, attested)
	data = append(data, make([]byte, 16)...) // no model
	data = binary.BigEndian.AppendUint16(data, uint16(len(made.id)))
	data = append(data, made.id...)
	data = append(data, encodeCBOR(tb, cose(tb, made.key))...)
	object := encodeCBOR(tb, map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": data})
	return answer(tb, made.id, map[string]any{
		"clientDataJSON":    encode(a.client(tb, "webauthn.create", o.Challenge)),
		"attestationObject": encode(object),
		"transports":        []string{"internal", "hybrid", "\x1b[31m"},
	})
}

// Get signs in with a passkey and returns the browser's answer, or nil if the authenticator
// has none that fits.
func (a *Authenticator) Get(tb testing.TB, told []byte) []byte {
	tb.Helper()
	o := read(tb, told).PublicKey
	var used *passkey
	for i := range a.passkeys {
		if a.passkeys[i].party == o.RPID && len(o.Allow) == 0 {
			used = &a.passkeys[i]
		}
	}
	for _, allowed := range o.Allow {
		if found := a.find(allowed.ID); found != nil {
			used = found
		}
	}
	if used == nil {
		return nil
	}
	if !a.Synced {
		a.Count++
	}
	data, client := a.data(used.party, 0), a.client(tb, "webauthn.get", o.Challenge)
	digest := sha256.Sum256(client)
	said := map[string]any{
		"clientDataJSON": encode(client), "authenticatorData": encode(data), "signature": encode(sign(tb, used.key, append(data, digest[:]...))),
	}
	switch {
	case a.Silent:
	case a.Handle != nil:
		said["userHandle"] = encode(a.Handle)
	default:
		said["userHandle"] = encode(used.handle)
	}
	return answer(tb, used.id, said)
}

// Copy returns a copy of the authenticator, as a thief would have it.
func (a *Authenticator) Copy() *Authenticator {
	other := *a
	return &other
}

// data returns the authenticator's signed data, with additional flags.
func (a *Authenticator) data(party string, flags byte) []byte {
	const present, verified, copyable, copied = 1 << 0, 1 << 2, 1 << 3, 1 << 4
	if !a.Absent {
		flags |= present
	}
	if !a.Unchecked {
		flags |= verified
	}
	if a.Synced {
		flags |= copyable | copied
	}
	if a.Party != "" {
		party = a.Party
	}
	id := sha256.Sum256([]byte(party))
	return binary.BigEndian.AppendUint32(append(id[:], flags), a.Count)
}

// client returns the browser's part of the signed data.
func (a *Authenticator) client(tb testing.TB, what, challenge string) []byte {
	tb.Helper()
	if a.Challenge != "" {
		challenge = a.Challenge
	}
	text, err := json.Marshal(map[string]any{"type": what, "challenge": challenge, "origin": a.Origin, "crossOrigin": false})
	if err != nil {
		tb.Fatal(err)
	}
	return text
}

func (a *Authenticator) find(id string) *passkey {
	for i := range a.passkeys {
		if encode(a.passkeys[i].id) == id {
			return &a.passkeys[i]
		}
	}
	return nil
}

func (a *Authenticator) newKey(tb testing.TB) crypto.Signer {
	tb.Helper()
	if a.Algorithm == EdDSA {
		_, key, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			tb.Fatal(err)
		}
		return key
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		tb.Fatal(err)
	}
	return key
}

// cose returns a public key as authenticators write it (RFC 9053).
func cose(tb testing.TB, key crypto.Signer) map[int]any {
	tb.Helper()
	switch public := key.Public().(type) {
	case *ecdsa.PublicKey:
		point, err := public.Bytes()
		if err != nil {
			tb.Fatal(err)
		}
		return map[int]any{1: 2, 3: int(ES256), -1: 1, -2: point[1:33], -3: point[33:]}
	case ed25519.PublicKey:
		return map[int]any{1: 1, 3: int(EdDSA), -1: 6, -2: []byte(public)}
	}
	tb.Fatalf("a key of type %T", key)
	return nil
}

func sign(tb testing.TB, key crypto.Signer, text []byte) []byte {
	tb.Helper()
	var hash crypto.Hash // none: EdDSA signs the text
	signed := text
	if _, ok := key.(*ecdsa.PrivateKey); ok {
		digest := sha256.Sum256(text)
		hash, signed = crypto.SHA256, digest[:]
	}
	signature, err := key.Sign(rand.Reader, signed, hash)
	if err != nil {
		tb.Fatal(err)
	}
	return signature
}

// answer returns what a page sends to the server.
func answer(tb testing.TB, id []byte, said map[string]any) []byte {
	tb.Helper()
	text, err := json.Marshal(map[string]any{
		"id": encode(id), "rawId": encode(id), "type": "public-key", "authenticatorAttachment": "platform",
		"clientExtensionResults": map[string]any{}, "response": said,
	})
	if err != nil {
		tb.Fatal(err)
	}
	return text
}

func read(tb testing.TB, told []byte) (o options) {
	tb.Helper()
	if err := json.Unmarshal(told, &o); err != nil {
		tb.Fatal(err)
	}
	return o
}

func encodeCBOR(tb testing.TB, v any) []byte {
	tb.Helper()
	b, err := webauthncbor.Marshal(v)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

func random(tb testing.TB, n int) []byte {
	tb.Helper()
	b := make([]byte, n)
	rand.Read(b) // never fails
	return b
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func decode(tb testing.TB, text string) []byte {
	tb.Helper()
	b, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}
