package account

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"rastro/internal/account/credential"
	"rastro/internal/account/passkey"
	"rastro/internal/trace"
)

// MaxPasskeys is how many passkeys a person may have.
const MaxPasskeys = 20

// ceremonyTime is how long somebody may take to find a phone or a key.
const ceremonyTime = 5 * time.Minute

// Passkeys lets people sign in with passkeys, on a server where browsers allow them.
type Passkeys struct {
	people *Keeper
	party  passkey.Keeper
}

// WithPasskeys adds passkeys to a Keeper.
func (k *Keeper) WithPasskeys(party passkey.Keeper) *Passkeys { return &Passkeys{k, party} }

// Passkey is a passkey as its owner sees it.
type Passkey struct {
	ID        string
	Name      string
	CreatedAt time.Time
	LastUse   time.Time // zero: never
}

// stored is the stored data of a passkey, except its name and times.
type stored struct {
	ID             []byte   `json:"id"`
	PublicKey      []byte   `json:"publicKey"`
	SignCount      uint32   `json:"signCount"`
	Transports     []string `json:"transports,omitempty"`
	AAGUID         []byte   `json:"aaguid,omitempty"`
	BackupEligible bool     `json:"backupEligible"`
	BackedUp       bool     `json:"backedUp"`
}

// passkeyDigest returns the digest by which a passkey is found.
func passkeyDigest(id []byte) [32]byte { return sha256.Sum256(append([]byte("passkey\n"), id...)) }

// commitment returns the journal's commitment to a passkey: a row with another key opens nothing.
func (s *stored) commitment() string {
	text := binary.BigEndian.AppendUint32(nil, uint32(len(s.ID)))
	sum := sha256.Sum256(append(append(text, s.ID...), s.PublicKey...))
	return hex.EncodeToString(sum[:])
}

func (s *stored) credential() passkey.Credential {
	return passkey.Credential{ID: s.ID, PublicKey: s.PublicKey, SignCount: s.SignCount, Transports: s.Transports, AAGUID: s.AAGUID, BackupEligible: s.BackupEligible, BackedUp: s.BackedUp}
}

// owner returns a person for an authenticator: with an id that reveals nothing.
func owner(p *Person) passkey.Person {
	return passkey.Person{Handle: p.ID[:], Login: p.Login, Name: p.Name}
}

// passkeysOf reads those passkeys of a person to which the journal commits.
func passkeysOf(ctx context.Context, r credential.FactorReader, p *Person) (rows []credential.Factor, all []stored, err error) {
	factors, err := r.Factors(ctx, p.ID)
	for _, f := range factors {
		var s stored
		if f.Kind == credential.Passkey && json.Unmarshal([]byte(f.Data), &s) == nil && slices.Contains(p.passkeys, s.commitment()) {
			rows, all = append(rows, f), append(all, s)
		}
	}
	return rows, all, err
}

// List lists the passkeys of the person who is signed in, the oldest first.
func (k *Passkeys) List(ctx context.Context, session string) ([]Passkey, error) {
	signed, err := k.people.Acting(ctx, session)
	if err != nil {
		return nil, err
	}
	return read(ctx, &k.people.store, func(r Reader) ([]Passkey, error) {
		rows, _, err := passkeysOf(ctx, r, &signed.Person)
		var list []Passkey
		for _, f := range rows {
			one := Passkey{ID: hex.EncodeToString(f.Digest[:]), Name: f.Name, CreatedAt: f.CreatedAt}
			if f.LastUse.After(f.CreatedAt) {
				one.LastUse = f.LastUse
			}
			list = append(list, one)
		}
		return list, err
	})
}

// BeginAdding starts making a passkey for the person who is signed in: options for the browser,
// and the token of the ceremony.
func (k *Passkeys) BeginAdding(ctx context.Context, network, session string) (options []byte, ceremony string, err error) {
	signed, err := k.people.Acting(ctx, session)
	if err != nil {
		return nil, "", err
	}
	existing, err := read(ctx, &k.people.store, func(r Reader) (all []passkey.Credential, err error) {
		_, kept, err := passkeysOf(ctx, r, &signed.Person)
		for i := range kept {
			all = append(all, kept[i].credential())
		}
		return all, err
	})
	if err != nil {
		return nil, "", err
	}
	options, kept, err := k.party.BeginRegistration(owner(&signed.Person), existing)
	if err != nil {
		return nil, "", err
	}
	ceremony, err = k.people.BeginCeremony(ctx, network, string(kept), ceremonyTime)
	return options, ceremony, err
}

// Add completes what BeginAdding started. It fails with CodePasskeyRefused if the answer proves
// nothing.
func (k *Passkeys) Add(ctx context.Context, session, ceremony, answer, name string) error {
	kept, err := k.people.TakeCeremony(ctx, ceremony)
	if err != nil {
		return refusedPasskey(err)
	}
	return k.people.own(ctx, session, func(w Writers, p *Person, hash string) error {
		made, err := k.party.FinishRegistration(owner(p), []byte(kept), []byte(answer))
		if err != nil {
			return refusedPasskey(err)
		}
		digest := passkeyDigest(made.ID)
		if _, err := w.Factors.Factor(ctx, digest); !trace.Is(err, trace.CodeUnauthenticated) {
			if err == nil { // somebody has it already
				err = trace.Fail(trace.CodePasskeyRefused)
			}
			return err
		}
		if len(p.passkeys) >= MaxPasskeys {
			return trace.Fail(trace.CodePasskeyRefused)
		}
		s := stored{made.ID, made.PublicKey, made.SignCount, made.Transports, made.AAGUID, made.BackupEligible, made.BackedUp}
		now := k.people.now()
		if err := putPasskey(ctx, w, credential.Factor{Digest: digest, Person: p.ID, Kind: credential.Passkey, Name: name, CreatedAt: now, LastUse: now}, &s); err != nil {
			return err
		}
		p.passkeys = append(p.passkeys, s.commitment())
		return k.people.write(ctx, w, p.Key(), p, hash)
	})
}

func putPasskey(ctx context.Context, w Writers, f credential.Factor, s *stored) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	f.Data = string(data)
	return w.Factors.PutFactor(ctx, f)
}

// refusedPasskey is CodePasskeyRefused, with the cause for the operator, where what the browser
// sent is at fault.
func refusedPasskey(err error) error {
	var why *passkey.Error
	if errors.As(err, &why) || trace.Is(err, trace.CodeLinkSpent) {
		return &trace.Error{Code: trace.CodePasskeyRefused, Cause: err}
	}
	return err
}

// Remove takes a passkey from the person who is signed in. Removing the last one also removes the
// requirement to use one.
func (k *Passkeys) Remove(ctx context.Context, session, id string) error {
	return k.people.own(ctx, session, func(w Writers, p *Person, hash string) error {
		rows, all, err := passkeysOf(ctx, w.Factors, p)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(rows, func(f credential.Factor) bool { return hex.EncodeToString(f.Digest[:]) == id })
		if at < 0 {
			return nil // a second click
		}
		if err := w.Factors.DropFactor(ctx, rows[at].Digest); err != nil {
			return err
		}
		gone := all[at].commitment()
		p.passkeys = slices.DeleteFunc(slices.Clone(p.passkeys), func(c string) bool { return c == gone })
		p.NeedsPasskey = p.NeedsPasskey && len(p.passkeys) > 0
		return k.people.write(ctx, w, p.Key(), p, hash)
	})
}

// Require reports whether the person who is signed in must use a passkey from now on.
func (k *Passkeys) Require(ctx context.Context, session string, required bool) error {
	return k.people.own(ctx, session, func(w Writers, p *Person, hash string) error {
		if required && len(p.passkeys) == 0 || required == p.NeedsPasskey {
			return nil
		}
		p.NeedsPasskey = required
		return k.people.write(ctx, w, p.Key(), p, hash)
	})
}

// BeginSignIn starts a sign-in for whoever has a passkey.
func (k *Passkeys) BeginSignIn(ctx context.Context, network string) (options []byte, ceremony string, err error) {
	options, kept, err := k.party.BeginLogin()
	if err != nil {
		return nil, "", err
	}
	ceremony, err = k.people.BeginCeremony(ctx, network, string(kept), ceremonyTime)
	return options, ceremony, err
}

// SignIn finishes what BeginSignIn started. CodePasskeyRefused if the answer proves nothing, the
// passkey was removed or copied, or its owner may not sign in.
func (k *Passkeys) SignIn(ctx context.Context, ceremony, answer, device string) (out Opened, err error) {
	kept, err := k.people.TakeCeremony(ctx, ceremony)
	if err != nil {
		return Opened{}, refusedPasskey(err)
	}
	err = k.people.store.Update(ctx, func(w Writers) error {
		var p Person
		var row credential.Factor
		var s stored
		find := func(id []byte) (c passkey.Credential, handle []byte, found bool, err error) {
			row, s, p, err = k.find(ctx, w, id)
			if trace.Is(err, trace.CodeUnauthenticated) || trace.Is(err, trace.CodePersonNotFound) {
				return c, nil, false, nil
			}
			return s.credential(), p.ID[:], err == nil, err
		}
		used, err := k.party.FinishLogin([]byte(kept), []byte(answer), find)
		if err != nil {
			return refusedPasskey(err)
		}
		s.SignCount, s.BackedUp, row.LastUse = used.SignCount, used.BackedUp, used.UsedAt
		if err := putPasskey(ctx, w, row, &s); err != nil {
			return err
		}
		out, err = k.people.open(ctx, w, p, device, byPasskey)
		return err
	})
	return out, err
}

// find finds a passkey that the journal commits to, of somebody who may sign in.
func (k *Passkeys) find(ctx context.Context, w Writers, id []byte) (row credential.Factor, s stored, p Person, err error) {
	if row, err = w.Factors.Factor(ctx, passkeyDigest(id)); err != nil {
		return row, s, p, err
	}
	if p, err = readPerson(ctx, w.Journal, row.Person); err != nil {
		return row, s, p, err
	}
	if row.Kind != credential.Passkey || json.Unmarshal([]byte(row.Data), &s) != nil || !p.Active || !slices.Contains(p.passkeys, s.commitment()) {
		return row, s, p, trace.Fail(trace.CodeUnauthenticated)
	}
	return row, s, p, nil
}
