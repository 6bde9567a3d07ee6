// Package sealedtext encrypts small texts, such as a position in a list, so that the client who
// carries one can neither read nor forge it. All servers of a store share the keys, so a cursor
// from one server works on every other, also after a restart.
package sealedtext

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
)

// Key is a key of the store. Numbers increase: the key with the highest number closes, and the
// others can still open.
type Key struct {
	Number    int64
	Secret    [32]byte
	CreatedMs int64
}

// Ring closes with its newest key and opens with any. The zero value opens nothing.
// It is safe for concurrent use.
type Ring struct {
	newest int64
	locks  map[int64]lock
}

type lock struct {
	aead  cipher.AEAD
	nonce [32]byte // the key that nonces are made with
}

// NewRing returns a ring of keys.
func NewRing(keys []Key) (*Ring, error) {
	r := &Ring{locks: make(map[int64]lock, len(keys))}
	for _, k := range keys {
		closing, naming := derive(k.Secret, "seal"), derive(k.Secret, "nonce")
		block, err := aes.NewCipher(closing[:])
		if err != nil {
			return nil, err
		}
		aead, err := cipher.NewGCM(block)
		if err != nil {
			return nil, err
		}
		r.locks[k.Number] = lock{aead, naming}
		r.newest = max(r.newest, k.Number)
	}
	return r, nil
}

func derive(secret [32]byte, purpose string) [32]byte {
	mac := hmac.New(sha256.New, secret[:])
	mac.Write([]byte("rastro cursor " + purpose))
	return [32]byte(mac.Sum(nil))
}

const (
	format    = 2 // the first byte; 1 was not sealed
	head      = 1 + 8
	nonceSize = 12
	// pad is the block size to which texts are padded, to hide their length too.
	pad = 64
)

// Empty reports whether the ring has no key for closing.
func (r *Ring) Empty() bool { return r == nil || len(r.locks) == 0 }

// Close closes a text for a scope; Open returns it only for the same scope. The same text in the
// same scope gives the same bytes, so that an unchanged list gets the same answer. The nonce is a
// keyed digest of scope and text, which never repeats for two different ones.
func (r *Ring) Close(scope string, text []byte) string {
	l := r.locks[r.newest]
	padded := append(make([]byte, 0, len(text)+1+pad), text...)
	padded = append(padded, 0x80)
	for len(padded)%pad != 0 {
		padded = append(padded, 0)
	}
	out := make([]byte, head, head+nonceSize+len(padded)+l.aead.Overhead())
	out[0] = format
	binary.BigEndian.PutUint64(out[1:], uint64(r.newest))
	mac := hmac.New(sha256.New, l.nonce[:])
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(len(scope))))
	mac.Write([]byte(scope))
	mac.Write(padded)
	nonce := mac.Sum(nil)[:nonceSize]
	out = append(out, nonce...)
	out = l.aead.Seal(out, nonce, padded, append(out[:head:head], scope...))
	return base64.RawURLEncoding.EncodeToString(out)
}

// Knows reports whether the ring has the key with which a text claims to be closed. It returns true
// for a text that no ring can have made, because reloading keys would not help.
func (r *Ring) Knows(closed string) bool {
	raw, err := base64.RawURLEncoding.DecodeString(closed)
	if err != nil || len(raw) < head+nonceSize || raw[0] != format {
		return true
	}
	_, ok := r.locks[int64(binary.BigEndian.Uint64(raw[1:]))]
	return ok
}

// Open returns what Close closed for the scope; ok is false for anything else.
func (r *Ring) Open(scope, closed string) (text []byte, ok bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(closed)
	if err != nil || len(raw) < head+nonceSize || raw[0] != format {
		return nil, false
	}
	l, ok := r.locks[int64(binary.BigEndian.Uint64(raw[1:]))]
	if !ok {
		return nil, false
	}
	padded, err := l.aead.Open(nil, raw[head:head+nonceSize], raw[head+nonceSize:], append(raw[:head:head], scope...))
	if err != nil {
		return nil, false
	}
	for i := len(padded) - 1; i >= 0; i-- {
		switch padded[i] {
		case 0:
		case 0x80:
			return padded[:i], true
		default:
			return nil, false
		}
	}
	return nil, false
}
