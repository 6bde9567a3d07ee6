// Package password hashes passwords and decides which are too weak to accept.
package password

import (
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
)

// The cost of a hash: 7 MiB and five passes, one of OWASP's recommended settings for argon2id. It
// uses the least memory of those, because strangers can make the server use it. Older hashes keep
// their own cost, which they contain.
const (
	memoryKiB = 7 << 10
	passes    = 5
	threads   = 1
	saltSize  = 16
	keySize   = 32
)

// Memory is the memory for one hash, which callers claim first.
const Memory = memoryKiB << 10

// The limits of a password. Nothing longer is hashed.
const (
	MinLength = 10  // characters
	MaxLength = 256 // bytes
)

// Work is the cost of a new hash. The zero value means the cost in production; only tests, which
// hash hundreds of passwords, use less.
type Work struct{ MemoryKiB, Passes uint32 }

// Least is the minimum cost of a valid hash.
var Least = Work{MemoryKiB: 8, Passes: 1}

// Hash hashes a password at this cost, which the hash contains along with a new salt.
func (w Work) Hash(password string, random io.Reader) (string, error) {
	if w == (Work{}) {
		w = Work{MemoryKiB: memoryKiB, Passes: passes}
	}
	salt := make([]byte, saltSize)
	if _, err := io.ReadFull(random, salt); err != nil {
		return "", err
	}
	key := argon2.IDKey([]byte(password), salt, w.Passes, w.MemoryKiB, threads, keySize)
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, w.MemoryKiB, w.Passes, threads,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key)), nil
}

// nobody is the hash that a password is compared with when there is none. No password opens it.
var nobody = hash{memory: memoryKiB, passes: passes, threads: threads, salt: make([]byte, saltSize), key: make([]byte, keySize)}

// Opens reports whether a password matches a hash. It takes as long for "", which no password
// matches, so that an unknown log-in cannot be distinguished from a wrong password.
func Opens(stored, password string) bool {
	h, known := compared(stored)
	if len(password) > MaxLength {
		password, known = password[:MaxLength], false
	}
	key := argon2.IDKey([]byte(password), h.salt, h.passes, h.memory, h.threads, uint32(len(h.key)))
	return subtle.ConstantTimeCompare(key, h.key) == 1 && known
}

// compared returns the hash to compare a password with, and whether it can match.
func compared(stored string) (h hash, known bool) {
	h, err := parse(stored)
	if err != nil {
		return nobody, false
	}
	return h, true
}

type hash struct {
	memory, passes uint32
	threads        uint8
	salt, key      []byte
}

var errHash = errors.New("not a hash of a password")

// parse reads what Hash wrote. It refuses a cost far above ours: a row that was changed must
// not take all memory.
func parse(stored string) (h hash, err error) {
	parts := strings.Split(stored, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return h, errHash
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &h.memory, &h.passes, &h.threads); err != nil {
		return h, errHash
	}
	if h.memory < 8 || h.memory > 4*memoryKiB || h.passes < 1 || h.passes > 10 || h.threads < 1 || h.threads > 4 {
		return h, errHash
	}
	if h.salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err != nil || len(h.salt) < 8 {
		return h, errHash
	}
	if h.key, err = base64.RawStdEncoding.DecodeString(parts[5]); err != nil || len(h.key) < 16 || len(h.key) > 64 {
		return h, errHash
	}
	return h, nil
}

// Weakness is the reason why a password is not accepted.
type Weakness uint8

// The weaknesses. There are no rules on capitals, digits or signs: they make passwords that
// are hard to remember and easy to guess.
const (
	None Weakness = iota
	TooShort
	TooLong
	Common
)

// Weak says why a password is not accepted, if it is not. own are words that anyone would try for
// this person first: the name, the log-in, the organisation.
func Weak(password string, own ...string) Weakness {
	switch {
	case utf8.RuneCountInString(password) < MinLength:
		return TooShort
	case len(password) > MaxLength:
		return TooLong
	case common(password, own):
		return Common
	}
	return None
}
