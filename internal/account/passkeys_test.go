package account_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"rastro/internal/account"
	"rastro/internal/account/credential"
	"rastro/internal/account/passkey"
	"rastro/internal/account/passkey/passkeytest"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

// withPasskeys returns the passkeys of a site, and a phone.
func (s *site) withPasskeys() (*account.Passkeys, *passkeytest.Authenticator) {
	s.Helper()
	party, err := passkey.New("https://rastro.example", "Rastro", testkit.Ticking().Now)
	if err != nil {
		s.Fatal(err)
	}
	return s.WithPasskeys(party), &passkeytest.Authenticator{Algorithm: passkeytest.ES256, Origin: "https://rastro.example"}
}

func (s *site) addPasskey(keys *account.Passkeys, with *passkeytest.Authenticator, session string) {
	s.Helper()
	options, ceremony, err := keys.BeginAdding(s.Context(), "here", session)
	if err == nil {
		err = keys.Add(s.Context(), session, ceremony, string(with.Create(s, options)), "Chrome, Android")
	}
	if err != nil {
		s.Fatal(err)
	}
}

func (s *site) usePasskey(keys *account.Passkeys, with *passkeytest.Authenticator) (account.Opened, error) {
	s.Helper()
	options, ceremony, err := keys.BeginSignIn(s.Context(), "here")
	if err != nil {
		s.Fatal(err)
	}
	return keys.SignIn(s.Context(), ceremony, string(with.Get(s, options)), "")
}

func TestPasskeysOfAPerson(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		keys, with := s.withPasskeys()
		ana := s.invited(&s.root, draft("Ana", "ana@x.example", "CAMPO"))
		s.addPasskey(keys, with, ana.Token)
		opened, err := s.usePasskey(keys, with)
		if err != nil || opened.Person.ID != ana.Person.ID || !opened.Person.HasPasskey() {
			t.Fatalf("%+v, %v", opened, err)
		}
		list, err := keys.List(t.Context(), opened.Token)
		if err != nil || len(list) != 1 || list[0].Name != "Chrome, Android" {
			t.Fatalf("%+v, %v", list, err)
		}
		options, ceremony, err := keys.BeginAdding(t.Context(), "here", opened.Token)
		if err != nil {
			t.Fatal(err)
		}
		if with.Create(t, options) != nil {
			t.Error("one device makes two passkeys of one person")
		}
		bia := s.invited(&s.root, draft("Bia", "bia@x.example", "CAMPO"))
		other := *with.Copy()
		err = keys.Add(t.Context(), bia.Token, ceremony, string(other.Create(t, bytes.Replace(options, []byte("excludeCredentials"), []byte("x"), 1))), "")
		s.want("a ceremony of another person", err, trace.CodePasskeyRefused)
		for range 2 { // the second time nothing is left to do
			if err := keys.Remove(t.Context(), opened.Token, list[0].ID); err != nil {
				t.Fatal(err)
			}
		}
		_, err = s.usePasskey(keys, with)
		s.want("a removed one", err, trace.CodePasskeyRefused)
	})
}

// Somebody who could use an account and left a passkey in it loses it with the next reset.
func TestAttackPasskeyOutlivesAReset(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		keys, with := s.withPasskeys()
		ana := s.invited(&s.root, draft("Ana", "ana@x.example", "CAMPO"))
		s.addPasskey(keys, with, ana.Token)
		_, link, err := s.Reset(t.Context(), &s.root, ana.Person.ID.String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.usePasskey(keys, with); err != nil {
			t.Errorf("before the link is used: %v", err)
		}
		opened, err := s.SetPassword(t.Context(), link, good, "")
		if err != nil || opened.Person.HasPasskey() {
			t.Fatalf("%+v, %v", opened, err)
		}
		_, err = s.usePasskey(keys, with)
		s.want("after it", err, trace.CodePasskeyRefused)
		s.addPasskey(keys, with.Copy(), opened.Token)
	})
}

// A row whose key or owner is replaced in the database opens nothing.
func TestAttackReplacedPasskey(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		keys, hers := s.withPasskeys()
		_, mine := s.withPasskeys()
		ana := s.invited(&s.root, draft("Ana", "ana@x.example", "ADMINISTRADOR"))
		mal := s.invited(&s.root, draft("Mal", "mal@x.example", "CAMPO"))
		s.addPasskey(keys, hers, ana.Token)
		s.addPasskey(keys, mine, mal.Token)
		row := func(p trace.ID) (f credential.Factor) {
			t.Helper()
			err := s.store.View(t.Context(), func(r trace.Reader) error {
				all, err := r.(credential.FactorReader).Factors(t.Context(), p)
				f = all[0]
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return f
		}
		replace := func(f credential.Factor) {
			t.Helper()
			err := s.store.Update(t.Context(), func(w trace.Writer) error { return w.(credential.FactorWriter).DropFactor(t.Context(), f.Digest) })
			if err == nil {
				err = s.store.Update(t.Context(), func(w trace.Writer) error { return w.(credential.FactorWriter).PutFactor(t.Context(), f) })
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		her, my := row(ana.Person.ID), row(mal.Person.ID)
		moved := my
		moved.Person = ana.Person.ID
		replace(moved)
		_, err := s.usePasskey(keys, mine)
		s.want("a passkey of somebody else", err, trace.CodePasskeyRefused)
		replace(my)

		var one, other map[string]any
		if json.Unmarshal([]byte(her.Data), &one) != nil || json.Unmarshal([]byte(my.Data), &other) != nil {
			t.Fatalf("%s, %s", her.Data, my.Data)
		}
		one["publicKey"] = other["publicKey"]
		data, err := json.Marshal(one)
		if err != nil {
			t.Fatal(err)
		}
		forged := her
		forged.Data = string(data)
		replace(forged)
		_, err = s.usePasskey(keys, hers)
		s.want("a passkey with another key", err, trace.CodePasskeyRefused)
		replace(her)
		if _, err := s.usePasskey(keys, hers); err != nil {
			t.Errorf("as it was: %v", err)
		}
	})
}
