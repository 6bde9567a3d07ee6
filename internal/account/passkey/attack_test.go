package passkey_test

import (
	"bytes"
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/account/passkey"
	"rastro/internal/account/passkey/passkeytest"
)

// refuses tries to make a passkey and to sign in with one while the authenticator tells a lie, and
// expects an error that says why not. Without the lie both work.
func refuses(t *testing.T, name string, lie func(*passkeytest.Authenticator), want string) {
	t.Helper()
	d, with := newDesk(t), phone()
	d.register(maria, with)
	d.use(with)
	heard := func(ceremony string, who passkey.Login, err error) {
		t.Helper()
		checkError(t, name+", "+ceremony, who, err, passkey.Refused)
		if err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s, %s: got %v, want %q", name, ceremony, err, want)
		}
	}

	other := phone()
	options, session := d.ask(d.BeginRegistration(eva, nil))
	lie(other)
	_, err := d.FinishRegistration(eva, session, other.Create(t, options))
	heard("making one", passkey.Login{}, err)

	lie(with)
	who, err := d.signIn(with)
	heard("anyone", who, err)
}

// Somebody else's page gets the person to use the passkey, and forwards the answer.
func TestAttackPasskeyOtherOrigin(t *testing.T) {
	t.Parallel()
	for _, other := range []string{
		"https://rastro.example.net", "https://rastro.example.org.example.net", "https://outro.rastro.example.org", "https://example.org",
		"http://rastro.example.org", "https://rastro.example.org:8443", "null", "", "android:apk-key-hash:x",
	} {
		refuses(t, other, func(a *passkeytest.Authenticator) { a.Origin = other }, "origin")
	}
}

// A passkey for another server proves nothing to this one.
func TestAttackPasskeyOtherParty(t *testing.T) {
	t.Parallel()
	for _, other := range []string{"example.org", "rastro.example.net", "outro.rastro.example.org", "https://rastro.example.org"} {
		refuses(t, other, func(a *passkeytest.Authenticator) { a.Party = other }, "authenticator response")
	}
}

// What was overheard once is worthless later.
func TestAttackPasskeyReplayedChallenge(t *testing.T) {
	t.Parallel()
	d, with := newDesk(t), phone()
	d.register(maria, with)
	options, session := d.ask(d.BeginLogin())
	overheard := with.Get(t, options)
	if _, err := d.FinishLogin(session, overheard, d.find); err != nil {
		t.Fatal(err)
	}
	_, later := d.ask(d.BeginLogin())
	who, err := d.FinishLogin(later, overheard, d.find)
	checkError(t, "a sign-in", who, err, passkey.Refused)

	creation, _ := d.ask(d.BeginRegistration(eva, nil))
	made := phone().Create(t, creation)
	_, again := d.ask(d.BeginRegistration(eva, nil))
	_, err = d.FinishRegistration(eva, again, made)
	checkError(t, "a registration", passkey.Login{}, err, passkey.Refused)
	refuses(t, "a challenge of the attacker", func(a *passkeytest.Authenticator) { a.Challenge = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" }, "challenge")
}

func TestAttackPasskeyExpiredChallenge(t *testing.T) {
	t.Parallel()
	d, with := newDesk(t), phone()
	d.register(maria, with)
	options, session := d.ask(d.BeginLogin())
	creation, registration := d.ask(d.BeginRegistration(eva, nil))
	answer, made := with.Get(t, options), phone().Create(t, creation)
	d.clock.Advance(5*time.Minute - time.Second)
	if _, err := d.FinishLogin(session, answer, d.find); err != nil {
		t.Errorf("in time: %v", err)
	}
	if _, err := d.FinishRegistration(eva, registration, made); err != nil {
		t.Errorf("in time: %v", err)
	}
	d.clock.Advance(time.Second)
	who, err := d.FinishLogin(session, answer, d.find)
	checkError(t, "a sign-in", who, err, passkey.Expired)
	_, err = d.FinishRegistration(eva, registration, made)
	checkError(t, "a registration", passkey.Login{}, err, passkey.Expired)
}

// If a key was copied from an authenticator, using both reveals it.
func TestAttackPasskeyCloned(t *testing.T) {
	t.Parallel()
	d, with := newDesk(t), phone()
	d.register(maria, with)
	d.use(with)
	thief := with.Copy()
	d.use(with)
	for name, count := range map[string]uint32{"the same count": 1, "a lower one": 0} {
		thief.Count = count // signing adds one
		who, err := d.signIn(thief)
		checkError(t, name, who, err, passkey.Cloned)
		if who.SignCount != 2 {
			t.Errorf("%s: %+v", name, who)
		}
	}
	thief.Synced, thief.Count = false, 1<<32-1 // around to zero
	who, err := d.signIn(thief)
	checkError(t, "no count any more", who, err, passkey.Cloned)
}

// A passkey opens only the account of its owner.
func TestAttackPasskeyOfAnotherPerson(t *testing.T) {
	t.Parallel()
	d, hers, mine := newDesk(t), phone(), phone()
	d.register(maria, hers)
	d.register(eva, mine)

	mine.Handle = maria.Handle
	who, err := d.signIn(mine)
	checkError(t, "one's own key in another's name", who, err, passkey.Refused)
	mine.Handle = []byte{}
	who, err = d.signIn(mine)
	checkError(t, "an empty name", who, err, passkey.Refused)
	mine.Handle, mine.Silent = nil, true
	who, err = d.signIn(mine)
	checkError(t, "no name, where no log-in was typed", who, err, passkey.Refused)

	// A passkey made in another person's session would belong to her.
	creation, registration := d.ask(d.BeginRegistration(eva, nil))
	_, err = d.FinishRegistration(maria, registration, phone().Create(t, creation))
	checkError(t, "another's registration", passkey.Login{}, err, passkey.Misplaced)
	_, err = d.FinishRegistration(passkey.Person{}, registration, phone().Create(t, creation))
	checkError(t, "nobody's registration", passkey.Login{}, err, passkey.Misplaced)
}

// A session is valid only for its purpose.
func TestAttackPasskeyOtherCeremony(t *testing.T) {
	t.Parallel()
	d, with := newDesk(t), phone()
	d.register(maria, with)
	options, login := d.ask(d.BeginLogin())
	creation, registration := d.ask(d.BeginRegistration(maria, nil))
	who, err := d.FinishLogin(registration, with.Get(t, options), d.find)
	checkError(t, "a sign-in", who, err, passkey.Misplaced)
	_, err = d.FinishRegistration(maria, login, phone().Create(t, creation))
	checkError(t, "a registration", passkey.Login{}, err, passkey.Misplaced)
}

// A stolen phone that is locked is useless: each use requires a finger or a PIN.
func TestAttackPasskeyWithoutVerification(t *testing.T) {
	t.Parallel()
	refuses(t, "no finger", func(a *passkeytest.Authenticator) { a.Unchecked = true }, "authenticator response")
	refuses(t, "nobody there", func(a *passkeytest.Authenticator) { a.Absent = true }, "authenticator response")
}

// An answer that was changed on the way, and a key that is not the one we keep.
func TestAttackPasskeyForgedSignature(t *testing.T) {
	t.Parallel()
	for _, algorithm := range []passkeytest.Algorithm{passkeytest.ES256, passkeytest.EdDSA} {
		d, hers, mine := newDesk(t), phone(), phone()
		hers.Algorithm, mine.Algorithm = algorithm, algorithm
		stored := d.register(maria, hers)
		other := d.register(eva, mine)
		// Her id with the attacker's own key: the server keeps her key for that id.
		who, err := d.FinishLogin(swap(d, mine, other.ID, stored.ID))
		checkError(t, "another key", who, err, passkey.Refused)
		// And an invalid public key in the store.
		stored.PublicKey = slices.Clone(other.PublicKey)
		d.kept[string(stored.ID)] = stored
		who, err = d.signIn(hers)
		checkError(t, "a key that was replaced", who, err, passkey.Refused)
		stored.PublicKey = []byte("x")
		d.kept[string(stored.ID)] = stored
		who, err = d.signIn(hers)
		checkError(t, "no key", who, err, passkey.Refused)
	}
}

// swap signs in with one passkey under the id of another, and its owner's name.
func swap(d *desk, with *passkeytest.Authenticator, own, other []byte) (session, answer []byte, find passkey.Find) {
	d.Helper()
	options, session := d.ask(d.BeginLogin())
	with.Handle = maria.Handle
	return session, bytes.ReplaceAll(with.Get(d, options), encoded(own), encoded(other)), d.find
}

func encoded(id []byte) []byte { return []byte(base64.RawURLEncoding.EncodeToString(id)) }
