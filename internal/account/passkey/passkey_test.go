package passkey_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/account/passkey"
	"rastro/internal/account/passkey/passkeytest"
	"rastro/internal/testkit"
)

const (
	publicURL = "https://rastro.example.org"
	origin    = "https://rastro.example.org"
)

var (
	maria = passkey.Person{Handle: []byte("0123456789abcdef"), Login: "maria@example.org", Name: "Maria da Conceição"}
	eva   = passkey.Person{Handle: []byte("fedcba9876543210"), Login: "eva@example.org", Name: "Eva"}
)

// desk is a server with passkeys, and the passkeys of each person.
type desk struct {
	*testing.T
	*passkey.Party
	clock *testkit.Clock
	kept  map[string]passkey.Credential
	owner map[string][]byte
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	clock := testkit.At(testkit.Epoch)
	party, err := passkey.New(publicURL, "Cooperativa", clock.Now)
	if err != nil {
		t.Fatal(err)
	}
	return &desk{t, party, clock, map[string]passkey.Credential{}, map[string][]byte{}}
}

func phone() *passkeytest.Authenticator {
	return &passkeytest.Authenticator{Algorithm: passkeytest.ES256, Origin: origin}
}

func (d *desk) find(id []byte) (passkey.Credential, []byte, bool, error) {
	c, found := d.kept[string(id)]
	return c, d.owner[string(id)], found, nil
}

// of returns the passkeys of a person.
func (d *desk) of(p passkey.Person) (all []passkey.Credential) {
	for id, c := range d.kept {
		if bytes.Equal(d.owner[id], p.Handle) {
			all = append(all, c)
		}
	}
	return all
}

// ask starts a ceremony.
func (d *desk) ask(options, session []byte, err error) (told, kept []byte) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
	return options, session
}

// register makes a passkey for a person and keeps it.
func (d *desk) register(p passkey.Person, with *passkeytest.Authenticator) passkey.Credential {
	d.Helper()
	options, session := d.ask(d.BeginRegistration(p, d.of(p)))
	c, err := d.FinishRegistration(p, session, with.Create(d, options))
	if err != nil {
		d.Fatal(err)
	}
	d.kept[string(c.ID)], d.owner[string(c.ID)] = c, p.Handle
	return c
}

// signIn signs in without a log-in.
func (d *desk) signIn(with *passkeytest.Authenticator) (passkey.Login, error) {
	d.Helper()
	options, session := d.ask(d.BeginLogin())
	return d.FinishLogin(session, with.Get(d, options), d.find)
}

// use calls signIn, which must succeed, and stores what the server stores.
func (d *desk) use(with *passkeytest.Authenticator) passkey.Login {
	d.Helper()
	options, session := d.ask(d.BeginLogin())
	var used string
	who, err := d.FinishLogin(session, with.Get(d, options), func(id []byte) (passkey.Credential, []byte, bool, error) {
		used = string(id)
		return d.find(id)
	})
	if err != nil {
		d.Fatal(err)
	}
	c := d.kept[used]
	c.SignCount, c.BackedUp = who.SignCount, who.BackedUp
	d.kept[used] = c
	return who
}

// checkError compares an error; who must be empty.
func checkError(t testing.TB, name string, who passkey.Login, err error, reason passkey.Reason) {
	t.Helper()
	var failure *passkey.Error
	if !errors.As(err, &failure) || failure.Reason != reason {
		t.Errorf("%s: got %v, want reason %d", name, err, reason)
		return
	}
	if who != (passkey.Login{}) && reason != passkey.Cloned {
		t.Errorf("%s: it is %+v, although %v", name, who, err)
	}
}

func TestCeremonies(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name string
		with passkeytest.Authenticator
	}{
		{"ES256", passkeytest.Authenticator{Algorithm: passkeytest.ES256}},
		{"EdDSA", passkeytest.Authenticator{Algorithm: passkeytest.EdDSA}},
		{"copied to other devices", passkeytest.Authenticator{Algorithm: passkeytest.ES256, Synced: true}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			d, with := newDesk(t), &tc.with
			with.Origin = origin
			made := d.register(maria, with)
			if len(made.ID) != 32 || len(made.PublicKey) == 0 || made.SignCount != 0 || !slices.Equal(made.Transports, []string{"internal", "hybrid"}) || len(made.AAGUID) != 16 ||
				made.BackupEligible != with.Synced || made.BackedUp != with.Synced {
				t.Errorf("made %+v", made)
			}
			for want := range uint32(3) {
				d.clock.Advance(time.Hour)
				who := d.use(with)
				if want++; with.Synced {
					want = 0
				}
				if who.SignCount != want || who.BackedUp != with.Synced || who.UsedAt != d.clock.Now() {
					t.Errorf("got %+v, want the count %d", who, want)
				}
			}
		})
	}
}

// The browser's own functions can read the options.
func TestOptions(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.register(maria, phone())
	type described struct{ ID, Type string }
	var o struct {
		PublicKey struct {
			Challenge, Attestation, UserVerification, RPID string
			RP, User                                       struct{ ID, Name, DisplayName string }
			Timeout                                        int
			PubKeyCredParams                               []struct{ Alg int }
			ExcludeCredentials, AllowCredentials           []described
			AuthenticatorSelection                         struct {
				ResidentKey, UserVerification string
				RequireResidentKey            bool
			}
		}
	}
	options, session := d.ask(d.BeginRegistration(maria, d.of(maria)))
	if err := json.Unmarshal(options, &o); err != nil {
		t.Fatal(err)
	}
	k := o.PublicKey
	if len(k.Challenge) < 43 || k.Attestation != "none" || k.RP.ID != "rastro.example.org" || k.RP.Name != "Cooperativa" || k.User.ID != "MDEyMzQ1Njc4OWFiY2RlZg" ||
		k.User.Name != maria.Login || k.User.DisplayName != maria.Name || k.Timeout != 300_000 || len(k.PubKeyCredParams) != 3 || len(k.ExcludeCredentials) != 1 ||
		k.AuthenticatorSelection.ResidentKey != "required" || !k.AuthenticatorSelection.RequireResidentKey || k.AuthenticatorSelection.UserVerification != "required" {
		t.Errorf("a registration: %s", options)
	}
	if len(session) > 1024 {
		t.Errorf("the session has %d bytes", len(session))
	}
	options, session = d.ask(d.BeginLogin())
	if err := json.Unmarshal(options, &o); err != nil {
		t.Fatal(err)
	}
	if k := o.PublicKey; len(k.Challenge) < 43 || k.RPID != "rastro.example.org" || k.UserVerification != "required" || len(k.AllowCredentials) != 0 || len(session) > 1024 {
		t.Errorf("a sign-in: %s", options)
	}
}

func TestWhoMayBegin(t *testing.T) {
	t.Parallel()
	d, with := newDesk(t), phone()
	// An authenticator that already has a passkey of the person does not make another.
	d.register(maria, with)
	options, _ := d.ask(d.BeginRegistration(maria, d.of(maria)))
	if with.Create(t, options) != nil {
		t.Error("there are two")
	}
	if _, _, err := d.BeginRegistration(passkey.Person{Login: "x"}, nil); err == nil {
		t.Error("nobody may have a passkey")
	}
	if _, _, err := d.BeginRegistration(eva, make([]passkey.Credential, 51)); err == nil {
		t.Error("passkeys have no end")
	}
}

func TestMalformed(t *testing.T) {
	t.Parallel()
	d, with := newDesk(t), phone()
	d.register(maria, with)
	options, session := d.ask(d.BeginLogin())
	good := with.Get(t, options)
	creation, registration := d.ask(d.BeginRegistration(eva, nil))
	other := phone()
	made := other.Create(t, creation)
	for name, tc := range map[string]struct{ session, answer []byte }{
		"no session":      {nil, good},
		"no JSON":         {[]byte("x"), good},
		"a long session":  {append(slices.Clone(session), bytes.Repeat([]byte(" "), 1024)...), good},
		"an empty one":    {[]byte("{}"), good},
		"no answer":       {session, nil},
		"no answer, JSON": {session, []byte("{}")},
		"a long answer":   {session, append(slices.Clone(good), bytes.Repeat([]byte(" "), 64<<10)...)},
		"half an answer":  {session, good[:len(good)/2]},
		"a registration":  {session, made},
	} {
		who, err := d.FinishLogin(tc.session, tc.answer, d.find)
		checkError(t, name, who, err, passkey.Malformed)
	}
	for name, answer := range map[string][]byte{"none": nil, "a sign-in": good, "long": append(slices.Clone(made), bytes.Repeat([]byte(" "), 64<<10)...)} {
		_, err := d.FinishRegistration(eva, registration, answer)
		checkError(t, name, passkey.Login{}, err, passkey.Malformed)
	}
	broken := errors.New("the database is down")
	_, err := d.FinishLogin(session, good, func([]byte) (passkey.Credential, []byte, bool, error) {
		return passkey.Credential{}, nil, false, broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
	who, err := d.FinishLogin(session, good, func([]byte) (passkey.Credential, []byte, bool, error) { return passkey.Credential{}, nil, false, nil })
	checkError(t, "not known", who, err, passkey.Unknown)
}

// FuzzAnswers checks that nothing a browser sends breaks the server or signs anyone in.
func FuzzAnswers(f *testing.F) {
	party, err := passkey.New(publicURL, "Cooperativa", testkit.At(testkit.Epoch).Now)
	if err != nil {
		f.Fatal(err)
	}
	creation, registration, err := party.BeginRegistration(maria, nil)
	if err != nil {
		f.Fatal(err)
	}
	with := phone()
	made := with.Create(f, creation)
	options, session, err := party.BeginLogin()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(made)
	f.Add(with.Get(f, options))
	f.Fuzz(func(t *testing.T, answer []byte) {
		if c, err := party.FinishRegistration(maria, registration, answer); err == nil && (len(c.ID) == 0 || len(c.PublicKey) == 0) {
			t.Errorf("%q made %+v", answer, c)
		}
		none := func([]byte) (passkey.Credential, []byte, bool, error) { return passkey.Credential{}, nil, false, nil }
		if who, err := party.FinishLogin(session, answer, none); err == nil {
			t.Errorf("%q signed in %+v", answer, who)
		}
	})
}

func TestWherePasskeysArePossible(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ address, origin, why string }{ // an origin, or why there is none
		{"https://rastro.example.org", "https://rastro.example.org", ""},
		{"https://rastro.example.org:443/", "https://rastro.example.org", ""},
		{"https://Rastro.Example.Org:8443/rastreio", "https://rastro.example.org:8443", ""},
		{"http://localhost:8080", "http://localhost:8080", ""},
		{"http://localhost:80", "http://localhost", ""},
		{"https://localhost", "https://localhost", ""},
		{"http://coop.localhost:8080", "http://coop.localhost:8080", ""},
		{"http://rastro.example.org", "", "https"},
		{"http://localhost.example.org", "", "https"},
		{"http://127.0.0.1:8080", "", "IP"},
		{"https://127.0.0.1", "", "IP"},
		{"https://10.0.0.7:8443", "", "IP"},
		{"http://[::1]:8080", "", "IP"},
		{"https://[2001:db8::1]", "", "IP"},
		{"", "", "public-url"},
		{"rastro.example.org", "", "public-url"},
		{"ftp://rastro.example.org", "", "public-url"},
		{"https://", "", "public-url"},
		{"https://a b", "", "public-url"},
	} {
		party, err := passkey.New(tc.address, "Cooperativa", testkit.At(testkit.Epoch).Now)
		if tc.why != "" {
			var no *passkey.Impossible
			if !errors.As(err, &no) || !no.Why.Complete() || !strings.Contains(no.Why.PT, tc.why) || !strings.Contains(no.Why.EN, tc.why) || !strings.Contains(no.Why.ES, tc.why) {
				t.Errorf("%s: %v", tc.address, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", tc.address, err)
			continue
		}
		options, session, err := party.BeginRegistration(maria, nil)
		if err != nil {
			t.Fatal(err)
		}
		with := phone()
		with.Origin = tc.origin
		if _, err := party.FinishRegistration(maria, session, with.Create(t, options)); err != nil {
			t.Errorf("%s: a page of %s: %v", tc.address, tc.origin, err)
		}
	}
}
