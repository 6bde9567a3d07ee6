package trace

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"io"
	"slices"
	"strconv"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
)

// keyNote is what a note in the journal says of a key: the key as the wire shows
// it, and what makes the note commit to the rest of its row. Notes of earlier
// builds have no number and say nothing of the secret.
type keyNote struct {
	keyJSON
	// Nota counts the notes of one key. Clocks of several servers differ, so
	// neither ids nor times tell which note is the newest.
	Nota int64 `json:"nota"`
	// Segredo is SHA-256 over Sal and the stored digest of the secret. A note gives
	// nobody a shorter way to a secret than the row does: the salt is random, so
	// two keys with one secret cannot be told either.
	Sal     string `json:"sal"`
	Segredo string `json:"segredo"`
}

// putKey writes a key and the note that commits to it.
func (s *Service) putKey(ctx context.Context, w Writer, by *Key, k *Key) error {
	k.Note++
	if err := w.PutKey(ctx, *k); err != nil {
		return err
	}
	what, err := k.noteJSON(s.now(), s.random)
	if err != nil {
		return err
	}
	return s.note(ctx, w, kind.KeyChange, by, what)
}

// noteJSON is the key as a note says it. When it was last used is left out: that
// moves without a note.
func (k *Key) noteJSON(now time.Time, random io.Reader) ([]byte, error) {
	var salt [16]byte
	if _, err := io.ReadFull(random, salt[:]); err != nil {
		return nil, err
	}
	said := *k
	said.UltimoUso = time.Time{}
	note := said.JSON(now)
	note = append(note[:len(note)-1], `,"nota":`...)
	note = strconv.AppendInt(note, k.Note, 10)
	note = append(note, `,"sal":"`...)
	note = hex.AppendEncode(note, salt[:])
	note = append(note, `","segredo":"`...)
	note = hex.AppendEncode(note, k.secretCommitment(salt[:]))
	return append(note, `"}`...), nil
}

func (k *Key) secretCommitment(salt []byte) []byte {
	sum := sha256.Sum256(append(slices.Clone(salt), k.SecretHash[:]...))
	return sum[:]
}

// holds reports whether the note commits to the key's secret.
func (n *keyNote) holds(k *Key) bool {
	salt, err := hex.DecodeString(n.Sal)
	if err != nil {
		return false
	}
	said, err := hex.DecodeString(n.Segredo)
	return err == nil && subtle.ConstantTimeCompare(said, k.secretCommitment(salt)) == 1
}

// key is the key as the note says it, without its secret and its last use.
func (n *keyNote) key() Key {
	return Key{
		AccessKey: n.AccessKey, Nome: n.Nome, Organizacao: n.Organizacao, Escopos: n.Escopos, Fases: n.Fases, Safras: n.Safras,
		CriadoEm: moment(n.CriadoEm), ExpiraEm: moment(n.ExpiraEm), DesativadoEm: moment(n.DesativadoEm), Note: n.Nota,
	}
}

// moment reads what instant wrote.
func moment(text *string) time.Time {
	if text == nil {
		return time.Time{}
	}
	at, err := time.Parse(TimeLayout, *text)
	if err != nil {
		return time.UnixMilli(-1).UTC() // no key has it, so it differs
	}
	return at.UTC()
}

// keyNotes are the newest notes of all keys.
type keyNotes struct {
	newest map[string]*notedKey
	// committed: some note has a number. From the first on every key needs one.
	committed bool
	broken    []string // notes that were changed, by id
}

type notedKey struct {
	note   keyNote
	record Record // the note's own version, without its payload
	twice  bool   // two notes have its number
}

// readKeyNotes reads the journal's notes of keys. A note that was changed after
// it was written counts for nothing.
func readKeyNotes(ctx context.Context, r Reader) (*keyNotes, error) {
	notes := &keyNotes{newest: map[string]*notedKey{}}
	err := r.EachNote(ctx, kind.KeyChange, func(v *Record) error {
		var note keyNote
		if !v.Intact() || canon.UnmarshalLenient(v.Dados, &note) != nil {
			notes.broken = append(notes.broken, v.ID.String())
			return nil
		}
		notes.committed = notes.committed || note.Nota > 0
		v.Dados = nil
		noted, known := notes.newest[note.AccessKey]
		switch {
		case !known || note.Nota > noted.note.Nota:
			notes.newest[note.AccessKey] = &notedKey{note: note, record: *v}
		case note.Nota > 0 && note.Nota == noted.note.Nota:
			noted.twice = true
		case note.Nota == 0 && noted.note.Nota == 0 && !noted.note.ended():
			// Earlier builds only made keys and deactivated them: a key that was ended
			// once stays so, whatever the clocks said.
			notes.newest[note.AccessKey] = &notedKey{note: note, record: *v}
		}
		return nil
	})
	return notes, err
}

// NumbersKey reports whether the version is a note of a key that has a number.
func (r *Record) NumbersKey() bool {
	var note keyNote
	return r.Kind == kind.KeyChange && canon.UnmarshalLenient(r.Dados, &note) == nil && note.Nota > 0
}

func (n *keyNote) ended() bool { return n.DesativadoEm != nil }
