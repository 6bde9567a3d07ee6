package storetest

import (
	"context"
	"crypto/sha256"
	"errors"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/app"
	"rastro/internal/derive"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// keyScene is a store with keys whose secrets are known.
type keyScene struct {
	*derivedScene
	narrow, ended access.NewKey
}

func newKeyScene(t *testing.T, e Engine) *keyScene {
	t.Helper()
	ctx := context.Background()
	k := &keyScene{derivedScene: newDerivedScene(t, e)}
	made := func(req access.Request) access.NewKey {
		got, err := k.svc.CreateKey(ctx, nil, req, nil)
		if err != nil {
			t.Fatal(err)
		}
		return got.Key
	}
	k.narrow = made(access.Request{Name: "Balança", Scopes: []trace.Scope{trace.Read}, Phases: []string{"06"}, Harvests: []string{"S-1"}, ExpiresAt: k.svc.Now().AddDate(1, 0, 0)})
	k.ended = made(access.Request{Name: "Antiga", Scopes: []trace.Scope{trace.Read, trace.Write}})
	if _, err := k.svc.DeactivateKey(ctx, nil, k.ended.AccessKey); err != nil {
		t.Fatal(err)
	}
	k.integrate(t)
	return k
}

// moved makes running servers look at the keys again.
func (k *keyScene) moved(t *testing.T) {
	t.Helper()
	k.Exec(t, `UPDATE meta SET value = value + 1 WHERE name = 'key_revision'`)
	if err := k.svc.RefreshKeys(context.Background()); err != nil {
		t.Fatal(err)
	}
}

// KeyTamper changes each column of a key in turn. The verification names it, a running server
// refuses the key, a start is refused, and a rebuild restores the key, or deactivates it if its
// secret is lost.
func KeyTamper(t *testing.T, e Engine) {
	k := newKeyScene(t, e)
	forged := sha256.Sum256([]byte("known-to-the-forger"))
	for _, c := range []struct {
		name, sql string
		args      []any
		of        *access.NewKey
		secret    string // that opens the key if the change were believed
		says      string
		restored  string
	}{
		{"scopes raised", `UPDATE api_key SET scopes = '["leitura","escrita","admin"]' WHERE access_key = $1`, nil, &k.narrow, "", "scopes changed", "restored from the journal"},
		{"harvests widened", `UPDATE api_key SET harvests = '[]' WHERE access_key = $1`, nil, &k.narrow, "", "harvests changed", "restored from the journal"},
		{"phases widened", `UPDATE api_key SET phases = '[]' WHERE access_key = $1`, nil, &k.narrow, "", "phases changed", "restored from the journal"},
		{"expiry taken off", `UPDATE api_key SET expires_at = 0 WHERE access_key = $1`, nil, &k.narrow, "", "expiry changed", "restored from the journal"},
		{"organization changed", `UPDATE api_key SET organization = 'Outra' WHERE access_key = $1`, nil, &k.narrow, "", "organization changed", "restored from the journal"},
		{"name changed", `UPDATE api_key SET name = 'Outra' WHERE access_key = $1`, nil, &k.narrow, "", "name changed", "restored from the journal"},
		{"creation changed", `UPDATE api_key SET created_at = created_at - 1 WHERE access_key = $1`, nil, &k.narrow, "", "creation changed", "restored from the journal"},
		{"reactivated", `UPDATE api_key SET deactivated_at = 0 WHERE access_key = $1`, nil, &k.ended, "", "deactivation changed", "restored from the journal"},
		{"set back to an older note", `UPDATE api_key SET deactivated_at = 0, note = 1 WHERE access_key = $1`, nil, &k.ended, "", "note number changed", "restored from the journal"},
		{"note number zeroed", `UPDATE api_key SET note = 0 WHERE access_key = $1`, nil, &k.narrow, "", "note number changed", "restored from the journal"},
		{"secret replaced", `UPDATE api_key SET secret_hash = $2 WHERE access_key = $1`, []any{forged[:]}, &k.narrow, "known-to-the-forger", "secret changed", "deactivated: its secret was replaced"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := context.Background()
			secret := c.of.SecretKey
			if c.secret != "" {
				secret = c.secret
			}
			k.Exec(t, c.sql, append([]any{c.of.AccessKey}, c.args...)...)
			if said := k.verify(t); !named(said, "key "+c.of.AccessKey+":") || !named(said, c.says) {
				t.Errorf("Verify does not say %q but %q", c.says, said)
			}
			k.moved(t)
			if _, err := k.svc.Authenticate(c.of.AccessKey, secret); !trace.Is(err, trace.CodeUnauthenticated) {
				t.Errorf("a running server lets the key in: %v", err)
			}
			if _, err := k.svc.Authenticate("root", "a-secret-of-the-operator"); err != nil {
				t.Errorf("the other keys: %v", err)
			}
			k.startRefused(t, c.of.AccessKey)
			done := k.rebuild(t, "keys")
			if len(done.Keys) != 1 || !strings.Contains(done.Keys[0], c.restored) {
				t.Errorf("Rebuild says %q, want %q", done.Keys, c.restored)
			}
			k.integrate(t)
			if said := k.verify(t); len(said) > 0 {
				t.Errorf("after the rebuild: %q", said)
			}
			_, err := k.svc.Authenticate(c.of.AccessKey, secret)
			if works := c.of == &k.narrow && c.secret == ""; (err == nil) != works {
				t.Errorf("after the rebuild the key works: %t, want %t", err == nil, works)
			}
			if err := k.again(t).StartLog(ctx, ""); err != nil {
				t.Errorf("StartLog after the rebuild: %v", err)
			}
		})
	}
	t.Run("a row is added", k.added)
	t.Run("a row is deleted", k.dropped)
	t.Run("a note is hidden", k.hidden)
	t.Run("a key set back with its notes stays refused", k.setBack)
}

func (k *keyScene) again(t *testing.T) *app.App {
	t.Helper()
	svc, err := newService(k.Store)
	if err != nil {
		t.Fatal(err)
	}
	return svc
}

func (k *keyScene) startRefused(t *testing.T, accessKey string) {
	t.Helper()
	err := k.again(t).StartLog(context.Background(), "")
	if !errors.Is(err, access.ErrKeys) || !strings.Contains(err.Error(), accessKey) || !strings.Contains(err.Error(), "rastro rebuild --only keys") {
		t.Errorf("StartLog = %v; want it refused for %s", err, accessKey)
	}
}

// added inserts a key made by the forger.
func (k *keyScene) added(t *testing.T) {
	secret := sha256.Sum256([]byte("known-to-the-forger"))
	k.Exec(t, `INSERT INTO api_key (access_key, secret_hash, name, organization, scopes, phases, harvests, created_at, expires_at, deactivated_at, last_used_at, note)
		VALUES ('rk_forged', $1, '', '', '["admin"]', '[]', '[]', 1, 0, 0, 0, 1)`, secret[:])
	if said := k.verify(t); !named(said, "key rk_forged: the journal has no note of it (adulterado)") {
		t.Errorf("Verify says %q", said)
	}
	k.moved(t)
	if _, err := k.svc.Authenticate("rk_forged", "known-to-the-forger"); err == nil {
		t.Error("a forged key is let in")
	}
	k.startRefused(t, "rk_forged")
	if done := k.rebuild(t, "keys"); len(done.Keys) != 1 || done.Keys[0] != "key rk_forged: deactivated: nobody made it" {
		t.Errorf("Rebuild says %q", done.Keys)
	}
	if said := k.verify(t); len(said) > 0 {
		t.Errorf("after the rebuild: %q", said)
	}
}

// dropped deletes a key.
func (k *keyScene) dropped(t *testing.T) {
	k.Exec(t, `DELETE FROM api_key WHERE access_key = $1`, k.ended.AccessKey)
	if said := k.verify(t); !named(said, "key "+k.ended.AccessKey+": its row is gone (adulterado)") {
		t.Errorf("Verify says %q", said)
	}
	k.startRefused(t, k.ended.AccessKey)
	k.rebuild(t, "keys")
	if said := k.verify(t); len(said) > 0 {
		t.Errorf("after the rebuild: %q", said)
	}
}

// hidden gives the note of a deactivation an open end, as if it were a live record.
func (k *keyScene) hidden(t *testing.T) {
	k.integrate(t)
	k.Exec(t, `UPDATE journal SET until = NULL WHERE kind = 201`)
	k.Exec(t, `UPDATE api_key SET deactivated_at = 0, note = 1 WHERE access_key = $1`, k.ended.AccessKey)
	k.startRefused(t, k.ended.AccessKey)
	if said := k.verify(t); !named(said, "key "+k.ended.AccessKey) {
		t.Errorf("Verify says %q", said)
	}
	k.rebuild(t)
	if said := k.verify(t); len(said) > 0 {
		t.Errorf("after the rebuild: %q", said)
	}
}

// setBack also deletes the note of a deactivation from the journal, so that row and journal agree.
// A server that has seen the note refuses the key, however often it reloads the keys.
func (k *keyScene) setBack(t *testing.T) {
	ctx := context.Background()
	made, err := k.svc.CreateKey(ctx, nil, access.Request{Name: "Reposta", Scopes: []trace.Scope{trace.Read}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := k.svc.DeactivateKey(ctx, nil, made.Key.AccessKey); err != nil {
		t.Fatal(err)
	}
	k.moved(t)
	var deactivation trace.ID
	err = k.store.EachNote(ctx, kind.KeyChange, func(v *trace.Record) error {
		if text := string(v.Payload); strings.Contains(text, made.Key.AccessKey) && strings.Contains(text, `"nota":2`) {
			deactivation = v.ID
		}
		return nil
	})
	if err != nil || deactivation == (trace.ID{}) {
		t.Fatalf("the note of the deactivation: %v", err)
	}
	k.Exec(t, `DELETE FROM journal WHERE id = $1`, k.ID(deactivation))
	k.Exec(t, `UPDATE api_key SET deactivated_at = 0, note = 1 WHERE access_key = $1`, made.Key.AccessKey)
	for look := range 3 {
		k.moved(t)
		if _, err := k.svc.Authenticate(made.Key.AccessKey, made.Key.SecretKey); !trace.Is(err, trace.CodeUnauthenticated) {
			t.Errorf("look %d: the key is let in: %v", look+1, err)
		}
	}
}

// AdoptKeys starts a server on a store whose keys no note commits to, as earlier
// builds left it. It notes them once; from then on a change is seen.
func AdoptKeys(t *testing.T, e Engine) {
	ctx := context.Background()
	older := key("rk_old")
	older.SecretHash = sha256.Sum256([]byte("an-older-secret-key"))
	older.ExpiresAt = start.AddDate(100, 0, 0)
	putKey(t, e.Store, older)
	svc, err := newService(e.Store)
	if err != nil {
		t.Fatal(err)
	}
	d := &derivedScene{Engine: e, store: e.Store.(derive.Store), svc: svc}
	if _, err := svc.Authenticate("rk_old", "an-older-secret-key"); err != nil {
		t.Errorf("before it is noted: %v", err)
	}
	for range 2 { // the second start notes nothing
		if err := svc.StartLog(ctx, origin); err != nil {
			t.Fatal(err)
		}
		d.integrate(t)
		if state, err := e.Store.Log(ctx); err != nil || state.Tree.Size != 1 {
			t.Errorf("the log has %d entries, %v; want the note", state.Tree.Size, err)
		}
	}
	if said := d.verify(t); len(said) > 0 {
		t.Errorf("Verify says %q", said)
	}
	if _, err := svc.Authenticate("rk_old", "an-older-secret-key"); err != nil {
		t.Errorf("once it is noted: %v", err)
	}
	e.Exec(t, `UPDATE api_key SET scopes = '["admin"]', note = 0`)
	k := &keyScene{derivedScene: d}
	k.startRefused(t, "rk_old")
}

// LastAdminTampered raises the scopes of a key in the database. The changed key opens nothing, so
// it does not count as an administrator, and the only true one cannot be deactivated.
func LastAdminTampered(t *testing.T, e Engine) {
	ctx := context.Background()
	k := newKeyScene(t, e)
	k.Exec(t, `UPDATE api_key SET scopes = '["leitura","escrita","admin"]', phases = '[]', harvests = '[]', expires_at = 0 WHERE access_key = $1`, k.narrow.AccessKey)
	if _, err := k.svc.DeactivateKey(ctx, nil, "root"); !trace.Is(err, trace.CodeLastAdmin) {
		t.Errorf("the only administrator next to a key that was changed: %v", err)
	}
	if _, err := k.svc.CreateKey(ctx, nil, access.Request{Name: "Outra", Scopes: []trace.Scope{trace.Admin}}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := k.svc.DeactivateKey(ctx, nil, "root"); err != nil {
		t.Errorf("next to another administrator: %v", err)
	}
}
