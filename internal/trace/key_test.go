package trace_test

import (
	"testing"
	"time"

	"rastro/internal/kind"
	"rastro/internal/trace"
	"rastro/internal/trace/tracetest"
)

var noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

func TestKeyActiveAt(t *testing.T) {
	for _, tc := range []struct {
		name string
		key  trace.Key
		want bool
	}{
		{"no end", trace.Key{}, true},
		{"ends later", trace.Key{ExpiresAt: noon.Add(time.Millisecond)}, true},
		{"ends now", trace.Key{ExpiresAt: noon}, false},
		{"ended", trace.Key{ExpiresAt: noon.Add(-time.Hour)}, false},
		{"deactivated", trace.Key{DeactivatedAt: noon}, false},
		{"deactivated before it ends", trace.Key{DeactivatedAt: noon, ExpiresAt: noon.Add(time.Hour)}, false},
	} {
		if got := tc.key.ActiveAt(noon); got != tc.want {
			t.Errorf("%s: active %t, want %t", tc.name, got, tc.want)
		}
	}
}

func TestKeyAuthor(t *testing.T) {
	for _, tc := range []struct {
		key  trace.Key
		want string
	}{
		{trace.Key{AccessKey: "rk_a", Name: "Balança", Organization: "Cooperativa X"}, "Cooperativa X"},
		{trace.Key{AccessKey: "rk_a", Name: "Balança"}, "Balança"},
		{trace.Key{AccessKey: "rk_a"}, "rk_a"},
	} {
		if got := tc.key.Author(); got != tc.want {
			t.Errorf("author of %+v is %q, want %q", tc.key, got, tc.want)
		}
	}
}

func TestKeyRights(t *testing.T) {
	planting := kind.ByPrefix(kind.Planting)
	all := []trace.Scope{trace.Read, trace.Write}
	transport := kind.ByPrefix(kind.Cargo)
	for _, tc := range []struct {
		name string
		key  trace.Key
		kind *kind.Kind
		want string
	}{
		{"every right", trace.Key{Scopes: all}, planting, ""},
		{"reader", trace.Key{Scopes: []trace.Scope{trace.Read}}, planting, "SEM_PERMISSAO"},
		{"admin alone", trace.Key{Scopes: []trace.Scope{trace.Admin}}, planting, "SEM_PERMISSAO"},
		{"no scope", trace.Key{}, planting, "SEM_PERMISSAO"},
		{"phase", trace.Key{Scopes: all, Phases: []string{"02"}}, planting, ""},
		{"another phase", trace.Key{Scopes: all, Phases: []string{"04"}}, transport, "FASE_NAO_PERMITIDA"},
		{"transport", trace.Key{Scopes: all, Phases: []string{"04", "05"}}, transport, ""},
		{"harvest", trace.Key{Scopes: all, Harvests: []string{"T", "S"}}, planting, ""},
		{"another harvest", trace.Key{Scopes: all, Harvests: []string{"T"}}, planting, "SAFRA_NAO_PERMITIDA"},
	} {
		if got := tracetest.Told(tc.key.NeedWrite(tc.kind, "S")); got != tc.want {
			t.Errorf("%s: write of %s in S is %q, want %q", tc.name, tc.kind.Name, got, tc.want)
		}
	}
	reader := trace.Key{Scopes: []trace.Scope{trace.Read}}
	if err := reader.Need(trace.Admin, trace.Read); err != nil {
		t.Errorf("reader needs one of admin and read: %v", err)
	}
	if err := reader.Need(trace.Admin); !trace.Is(err, trace.CodeForbiddenScope) || trace.AsError(err).Args["escopo"] != "admin" {
		t.Errorf("reader needs admin: %v, want %s of admin", err, trace.CodeForbiddenScope)
	}
}

func TestMayWrite(t *testing.T) {
	receipt, planting := kind.ByPrefix(kind.Receiving), kind.ByPrefix(kind.Planting)
	for _, c := range []struct {
		name    string
		key     trace.Key
		kind    *kind.Kind
		harvest string
		want    bool
	}{
		{"anything", trace.Key{Scopes: []trace.Scope{trace.Write}}, planting, "S", true},
		{"a reader", trace.Key{Scopes: []trace.Scope{trace.Read, trace.Admin}}, planting, "S", false},
		{"its phase", trace.Key{Scopes: []trace.Scope{trace.Write}, Phases: []string{"06"}}, receipt, "", true},
		{"another phase", trace.Key{Scopes: []trace.Scope{trace.Write}, Phases: []string{"06"}}, planting, "", false},
		{"its harvest", trace.Key{Scopes: []trace.Scope{trace.Write}, Harvests: []string{"S"}}, planting, "S", true},
		{"some harvest", trace.Key{Scopes: []trace.Scope{trace.Write}, Harvests: []string{"S"}}, planting, "", true},
		{"another harvest", trace.Key{Scopes: []trace.Scope{trace.Write}, Harvests: []string{"S"}}, planting, "T", false},
	} {
		if got := c.key.MayWrite(c.kind, c.harvest); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}

func TestReplaceable(t *testing.T) {
	admin := func(access string, change func(*trace.Key)) trace.Key {
		key := trace.Key{AccessKey: access, Scopes: []trace.Scope{trace.Admin}}
		if change != nil {
			change(&key)
		}
		return key
	}
	until := func(end time.Time) func(*trace.Key) {
		return func(k *trace.Key) { k.ExpiresAt = end }
	}
	soon, later := noon.Add(time.Hour), noon.Add(2*time.Hour)
	for _, tc := range []struct {
		name       string
		key, other trace.Key
		want       bool
	}{
		{"another admin stays", admin("a", nil), admin("b", nil), true},
		{"there is no other", admin("a", nil), admin("a", nil), false},
		{"the other is not an admin", admin("a", nil), trace.Key{AccessKey: "b", Scopes: []trace.Scope{trace.Read, trace.Write}}, false},
		{"the other has limits", admin("a", nil), admin("b", func(k *trace.Key) { k.Harvests = []string{"S"} }), false},
		{"the other is deactivated", admin("a", nil), admin("b", func(k *trace.Key) { k.DeactivatedAt = noon }), false},
		{"the other has expired", admin("a", nil), admin("b", until(noon)), false},
		{"the other expires", admin("a", nil), admin("b", until(later)), false},
		{"the other expires first", admin("a", until(later)), admin("b", until(soon)), false},
		{"both expire at once", admin("a", until(soon)), admin("b", until(soon)), true},
		{"the other expires later", admin("a", until(soon)), admin("b", until(later)), true},
		{"it has limits itself", admin("a", func(k *trace.Key) { k.Phases = []string{"02"} }), admin("a", nil), true},
		{"it is deactivated itself", admin("a", func(k *trace.Key) { k.DeactivatedAt = noon }), admin("a", nil), true},
	} {
		if got := tc.key.Replaceable([]trace.Key{tc.key, tc.other}, noon); got != tc.want {
			t.Errorf("%s: replaceable %t, want %t", tc.name, got, tc.want)
		}
	}
}
