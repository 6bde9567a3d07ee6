package people_test

import (
	"testing"

	"rastro/internal/access"
	"rastro/internal/account"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
)

// An administrator of an unregistered organisation manages its own keys, and decides nothing for
// others.
func TestAttackAdministratorOfAnUnregisteredOrganisation(t *testing.T) {
	s := consoletest.NewSite(t)
	own := s.Key(access.Request{Name: "Balcão", Organization: "alfa", Scopes: trace.Scopes})
	theirs := s.Key(access.Request{Name: "Guichê", Organization: "Beta", Scopes: trace.Scopes})
	nobodys := s.Key(access.Request{Name: "Alfa", Scopes: []trace.Scope{trace.Read}})
	chief, _ := s.Person("Ada Reis", "ada@alfa.example", account.Administrator, "Alfa")
	chief.Get("/chaves").Has(200, own.AccessKey).Lacks(theirs.AccessKey, nobodys.AccessKey, s.Root.AccessKey)
	for _, key := range []*access.NewKey{theirs, nobodys, s.Root} {
		chief.Post("/chaves/" + key.AccessKey + "/desativar").Has(404)
		if _, err := s.Service.Authenticate(key.AccessKey, key.SecretKey); err != nil {
			t.Errorf("%s: %v", key.Name, err)
		}
	}
	chief.Get("/fases/nova").Has(403)
	s.As(theirs).Get("/fases/nova").Has(200) // a key without limits reaches everything
	s.As(theirs).Get("/chaves").Has(200, own.AccessKey, s.Root.AccessKey)
	chief.Post("/chaves/"+own.AccessKey+"/desativar").Has(200, "foi desativada")
	if _, err := s.Service.Authenticate(own.AccessKey, own.SecretKey); !trace.Is(err, trace.CodeUnauthenticated) {
		t.Errorf("the deactivated key: %v", err)
	}
}
