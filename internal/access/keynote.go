package access

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"io"
	"slices"
	"strconv"
	"time"

	"rastro/internal/ptbr"
	"rastro/internal/trace"
)

// noteJSON returns the key as a note has it, without its last use: that changes without
// a note.
func noteJSON(k *trace.Key, now time.Time, random io.Reader) ([]byte, error) {
	var salt [16]byte
	if _, err := io.ReadFull(random, salt[:]); err != nil {
		return nil, err
	}
	said := *k
	said.LastUse = time.Time{}
	note := said.JSON(now)
	note = append(note[:len(note)-1], `,"nota":`...)
	note = strconv.AppendInt(note, k.Note, 10)
	note = append(note, `,"sal":"`...)
	note = hex.AppendEncode(note, salt[:])
	note = append(note, `","segredo":"`...)
	note = hex.AppendEncode(note, secretCommitment(k, salt[:]))
	return append(note, `"}`...), nil
}

func secretCommitment(k *trace.Key, salt []byte) []byte {
	sum := sha256.Sum256(append(slices.Clone(salt), k.SecretHash[:]...))
	return sum[:]
}

// holds reports whether a note commits to the key's secret.
func holds(n *trace.KeyNote, k *trace.Key) bool {
	salt, err := hex.DecodeString(n.Salt)
	if err != nil {
		return false
	}
	said, err := hex.DecodeString(n.Secret)
	return err == nil && subtle.ConstantTimeCompare(said, secretCommitment(k, salt)) == 1
}

// future reads a time in the future.
func future(m *trace.Members, name, written string, now time.Time) time.Time {
	if written == "" {
		return time.Time{}
	}
	at, reading := ptbr.Date(written)
	if reading != ptbr.Read || !at.After(now) {
		m.Report(name, trace.RuleInstant, nil)
		return time.Time{}
	}
	return at.UTC().Truncate(time.Millisecond)
}

// replaceable reports whether a key may be deactivated at an instant: it is not an unlimited admin,
// or another unlimited admin stays valid for as long. Otherwise nobody could create one again.
func replaceable(k *trace.Key, all []trace.Key, at time.Time) bool {
	if !k.Has(trace.Admin) || k.Limited() || !k.ActiveAt(at) {
		return true
	}
	return slices.ContainsFunc(all, func(other trace.Key) bool {
		return other.AccessKey != k.AccessKey && other.ActiveAt(at) && other.Has(trace.Admin) && !other.Limited() && !outlives(k, &other)
	})
}

// outlives reports whether a key works longer than another.
func outlives(k, other *trace.Key) bool {
	return !other.ExpiresAt.IsZero() && (k.ExpiresAt.IsZero() || k.ExpiresAt.After(other.ExpiresAt))
}
