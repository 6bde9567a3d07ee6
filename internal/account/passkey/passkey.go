// Package passkey makes passkeys (WebAuthn) and checks them.
//
// A ceremony has two steps. Begin gives options, as JSON for the browser's
// navigator.credentials, and a session: what must be remembered until the browser
// answers. Finish takes the session and the answer. The caller keeps the session on the
// server, for that browser alone, and takes it away before it calls Finish, so that each is
// used once. The package keeps nothing, and refuses sessions older than five minutes.
//
// A passkey is made for one server and always asks the person for a finger, a face or a PIN.
// The server keeps a public key, which is worth nothing to others.
package passkey

import "time"

// Keeper makes and checks passkeys.
type Keeper interface {
	// BeginRegistration starts making a passkey. existing are those that the person has:
	// an authenticator that holds one of them makes no other.
	BeginRegistration(p Person, existing []Credential) (options, session []byte, err error)
	// FinishRegistration returns the new passkey, without a name. The caller refuses one whose ID
	// anybody has already.
	FinishRegistration(p Person, session, answer []byte) (Credential, error)
	// BeginLogin starts a sign-in of whoever has a passkey: no log-in is typed.
	BeginLogin() (options, session []byte, err error)
	// FinishLogin says what the caller keeps of a sign-in. With an error of reason Cloned it says that
	// too, and with any other nothing.
	FinishLogin(session, answer []byte, find Find) (Login, error)
}

// Person is who has a passkey, or will.
type Person struct {
	Handle []byte // 1 to 64 random bytes, for ever; authenticators keep it, so it says nothing of the person
	Login  string // what the person knows the account by
	Name   string
}

// Credential is a passkey as the server keeps it. It holds nothing secret.
type Credential struct {
	ID             []byte // up to 1023 bytes, unique
	PublicKey      []byte // COSE
	SignCount      uint32 // at the last use; 0: the authenticator does not count
	Transports     []string
	AAGUID         []byte // the model of the authenticator, 16 bytes; may be zero
	BackupEligible bool   // it can be copied to the person's other devices
	BackedUp       bool   // it was
}

// Find looks for a passkey by its id, among those of everyone.
type Find func(id []byte) (c Credential, owner []byte, found bool, err error)

// Login is what the caller keeps of a sign-in; whose it is, Find told.
type Login struct {
	SignCount uint32
	BackedUp  bool
	UsedAt    time.Time
}

// Limits of what comes from outside.
const (
	// A person finds a phone or a key, and tries again.
	patience = 5 * time.Minute
	// An answer is some hundred bytes, or thousands where an authenticator shows its certificates.
	maxAnswer = 64 << 10
	// A session is some two hundred.
	maxSession = 1 << 10
	// Passkeys of one person. Browsers are told of all of them.
	maxExisting = 50
	maxID       = 1023 // WebAuthn, 4
	maxKey      = 2 << 10
	// Transports are words such as internal, usb and hybrid.
	maxTransports, maxTransport = 8, 32
)
