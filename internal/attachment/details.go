package attachment

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"rastro/internal/canon"
)

// The name of a personal file, and where it was taken, must not be revealed to everyone who gets
// the proof of its record. So the record's commitment only has a salted digest of these details.
// Readers who may know them get them with the salt, and can compare. Without a salt they are
// public, as for files that are not personal.

// SaltBytes is the length of the details' salt.
const SaltBytes = 16

// members of an entry that are its details; saltMember stands next to them, digestMember in their
// place.
var detailed = map[string]bool{"nome": true, "largura": true, "altura": true, "exif": true}

const (
	saltMember   = "sal"
	digestMember = "detalhes"
)

// Details are the details of a personal file, and their salt, in hexadecimal.
type Details struct {
	Salt string      `json:"sal"`
	Text canon.Value `json:"detalhes"`
}

var errSalt = errors.New("the salt of a file cannot be read")

// Digest returns the digest of the details in a commitment.
func (d *Details) Digest() (string, error) {
	salt, err := hex.DecodeString(d.Salt)
	if err != nil || len(salt) != SaltBytes {
		return "", errSalt
	}
	text, err := canon.Canonical(d.Text)
	if err != nil {
		return "", err
	}
	digest := sha256.Sum256(append(salt, text...))
	return hex.EncodeToString(digest[:]), nil
}

// Within reports whether a committed document has the digest of the details.
func (d *Details) Within(document []byte) bool {
	digest, err := d.Digest()
	return err == nil && bytes.Contains(document, []byte(`"`+digestMember+`":"`+digest+`"`))
}

// Committed returns a seal, as an object of JSON, as the commitment has it: in canonical form, personal
// files without their details.
func Committed(seal []byte) ([]byte, error) {
	out, _, err := split(seal)
	if err != nil {
		return nil, err
	}
	return canon.Canonical(out)
}

// Hidden returns the details that the commitment to a seal has only as digests.
func Hidden(seal []byte) ([]Details, error) {
	_, hidden, err := split(object(seal))
	return hidden, err
}

func split(seal []byte) (committed []byte, hidden []Details, err error) {
	if !bytes.Contains(seal, []byte(`"`+Member+`"`)) || !bytes.Contains(seal, []byte(`"`+saltMember+`"`)) { // nearly every record
		return seal, nil, nil
	}
	var out []byte
	err = canon.Members(seal, func(name string, value canon.Value) error {
		if name == Member {
			var entries []canon.Value
			if err := canon.UnmarshalLenient(value, &entries); err != nil {
				return err
			}
			value = canon.Value{'['}
			for i, e := range entries {
				entry, details, err := splitEntry(e)
				if err != nil {
					return err
				}
				if details != nil {
					hidden = append(hidden, *details)
				}
				if i > 0 {
					value = append(value, ',')
				}
				value = append(value, entry...)
			}
			value = append(value, ']')
		}
		out = appendMember(out, name, value)
		return nil
	})
	return object(out), hidden, err
}

// splitEntry removes the details from an entry that has a salt.
func splitEntry(entry canon.Value) (canon.Value, *Details, error) {
	var open, details []byte
	var found Details
	err := canon.Members(entry, func(name string, value canon.Value) error {
		switch {
		case name == saltMember:
			found.Salt, _ = canon.String(value)
		case detailed[name]:
			details = appendMember(details, name, value)
		default:
			open = appendMember(open, name, value)
		}
		return nil
	})
	if err != nil || found.Salt == "" {
		return entry, nil, err
	}
	found.Text = object(details)
	digest, err := found.Digest()
	return object(appendMember(open, digestMember, canon.AppendString(nil, digest))), &found, err
}

// Open adds revealed details to the files of a committed document.
func Open(files []File, revealed []Details) error {
	for i := range files {
		for j := range revealed {
			digest, err := revealed[j].Digest()
			if err != nil {
				return err
			}
			if digest != files[i].Details {
				continue
			}
			kept := files[i]
			if err := canon.UnmarshalLenient(revealed[j].Text, &files[i]); err != nil {
				return err
			}
			said := files[i]
			files[i] = kept
			files[i].Name, files[i].Width, files[i].Height, files[i].Exif = said.Name, said.Width, said.Height, said.Exif
		}
	}
	return nil
}
