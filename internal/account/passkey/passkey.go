// Package passkey makes and checks passkeys (WebAuthn).
//
// A ceremony has two steps. Begin returns options, as JSON for the browser's navigator.credentials,
// and a session: what must be remembered until the browser answers. Finish takes the session and
// the answer. The caller keeps the session on the server, for that browser only, and removes it
// before it calls Finish, so that each is used once. The package keeps no state, and refuses
// sessions older than five minutes.
//
// A passkey is made for one server and always requires a finger, a face or a PIN. The server keeps
// a public key, which is worthless to others.
package passkey

import "time"

// Keeper makes and checks passkeys.
type Keeper interface {
	// BeginRegistration starts making a passkey. existing are the passkeys that the person already
	// has: an authenticator that holds one of them does not make another.
	BeginRegistration(p Person, existing []Credential) (options, session []byte, err error)
	// FinishRegistration returns the new passkey, without a name. The caller refuses a passkey
	// whose ID is already in use.
	FinishRegistration(p Person, session, answer []byte) (Credential, error)
	// BeginLogin starts a sign-in for whoever has a passkey, without typing a log-in.
	BeginLogin() (options, session []byte, err error)
	// FinishLogin returns what the caller keeps of a sign-in. It also does so with an error of
	// reason Cloned, but not with any other.
	FinishLogin(session, answer []byte, find Find) (Login, error)
}

// Person is somebody who has a passkey, or will have one.
type Person struct {
	Handle []byte // 1 to 64 random bytes that never change; authenticators store them, so they reveal nothing about the person
	Login  string // the person's usual name for the account
	Name   string
}

// Credential is a passkey as the server stores it. It contains nothing secret.
type Credential struct {
	ID             []byte // up to 1023 bytes, unique
	PublicKey      []byte // COSE
	SignCount      uint32 // at the last use; 0: the authenticator does not count
	Transports     []string
	AAGUID         []byte // the model of the authenticator, 16 bytes; may be zero
	BackupEligible bool   // it can be copied to the person's other devices
	BackedUp       bool   // it was
}

// Find looks up a passkey by its id, among those of all people.
type Find func(id []byte) (c Credential, owner []byte, found bool, err error)

// Login is what the caller keeps of a sign-in; Find knows whose it is.
type Login struct {
	SignCount uint32
	BackedUp  bool
	UsedAt    time.Time
}

// Limits on input from outside.
const (
	// A person finds a phone or a key, and tries again.
	patience = 5 * time.Minute
	// An answer is a few hundred bytes, or thousands if an authenticator shows its certificates.
	maxAnswer = 64 << 10
	// A session is about two hundred bytes.
	maxSession = 1 << 10
	// The passkeys of a person. Browsers receive all of them.
	maxExisting = 50
	maxID       = 1023 // WebAuthn, 4
	maxKey      = 2 << 10
	// Transports are words such as internal, usb and hybrid.
	maxTransports, maxTransport = 8, 32
)
