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
		{trace.Key{AccessKey: "rk_a", Name: "Balança", Organization: "pessoa:0198aaaa-0000-7000-8000-000000000001@Cooperativa X"}, "Balança"},
		{trace.Key{AccessKey: "rk_a", Name: "pessoa:x@Cooperativa X"}, "rk_a"},
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

// A person decides only for their own organisation; a key only for what it is limited to.
func TestConfinedToAnOrganisation(t *testing.T) {
	ours := &trace.Key{Organization: "ALFA", Scopes: []trace.Scope{trace.Read}}
	theirs := &trace.Key{Organization: "Beta", Scopes: []trace.Scope{trace.Read}}
	nobodys := &trace.Key{Name: "Alfa", Scopes: []trace.Scope{trace.Read}}
	for _, tc := range []struct {
		name                                     string
		key                                      trace.Key
		ours, theirs, nobodys, decides, anyPhase bool
	}{
		{"a key", trace.Key{Scopes: trace.Scopes}, true, true, true, true, true},
		{"a key of an organisation", trace.Key{Organization: "Alfa", Scopes: trace.Scopes}, true, true, true, true, true},
		{"a person", trace.Key{Person: "p", Organization: "Alfa", Scopes: trace.Scopes}, true, false, false, false, false},
		{"a person without a name to go by", trace.Key{Person: "p", Organization: " ", Scopes: trace.Scopes}, false, false, false, false, false},
		{"the server's administrator", trace.Key{Person: "p", Deployment: true, Organization: "Alfa", Scopes: trace.Scopes}, true, true, true, true, true},
	} {
		k := &tc.key
		if k.Manages(ours) != tc.ours || k.Manages(theirs) != tc.theirs || k.Manages(nobodys) != tc.nobodys {
			t.Errorf("%s manages: %t, %t, %t", tc.name, k.Manages(ours), k.Manages(theirs), k.Manages(nobodys))
		}
		if k.MaySettle() != tc.decides || k.MayChangeCatalogue() != tc.anyPhase {
			t.Errorf("%s settles: %t, changes the catalogue: %t", tc.name, k.MaySettle(), k.MayChangeCatalogue())
		}
	}
}
