package find_test

import (
	"fmt"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// log adds what was written to the log, but not to the index.
func (s *site) log() {
	s.Helper()
	stores.Integrate(s, s.app)
}

// What the index has not taken up is found too, in its current form, and once.
func TestFindBeforeTheIndex(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		root := &s.root.Key
		s.create(root, kind.Receiving, "Talhão 1", `{"veiculo":"AAA1111"}`)
		s.follow()
		moved := s.create(root, kind.Receiving, "Talhão 1", `{"veiculo":"AAA1111"}`)
		gone := s.create(root, kind.Receiving, "Talhão 2", `{"veiculo":"AAA2222"}`)
		erased := s.create(root, kind.Receiving, "Talhão 2", `{"veiculo":"AAA3333"}`)
		s.create(root, kind.LotIdentification, "Talhão 2", `{"codigoLote":"MT25-S-001"}`)
		check := func(when string, want map[string]string) {
			t.Helper()
			for text, want := range want {
				if got := s.found(root, text); got != want {
					t.Errorf("%s: %q finds %q, want %q", when, text, got, want)
				}
			}
		}
		s.log()
		check("at once", map[string]string{
			"AAA1111": "placa: AAA1111* AAA1111*", "aaa2": "placa: AAA2222", "AAA": "placa: AAA1111 AAA1111 AAA2222 AAA3333",
			"talhao": "safra: Talhão 1 Talhão 2", "mt25": "lote: MT25-S-001",
		})
		if _, err := s.app.Update(t.Context(), root, moved.Kind, trace.Envelope{ID: moved.ID.String(), HarvestID: "Talhão 1", Payload: []byte(`{"veiculo":"AAA4444"}`)}, trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		if _, err := s.app.Delete(t.Context(), root, gone.Kind, gone.ID.String(), trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		if _, err := s.app.Erase(t.Context(), root, erased.Kind, erased.ID.String(), "pedido"); err != nil {
			t.Fatal(err)
		}
		then := map[string]string{"AAA1111": "placa: AAA1111*", "AAA2222": "", "AAA3333": "", "AAA": "placa: AAA1111 AAA4444", "AAA4444": "placa: AAA4444*"}
		s.log()
		check("changed", then)
		s.follow()
		check("indexed", then)
	})
}

// However often somebody searches while others write, all of it is found.
func TestFindWhileOthersWrite(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		root := &s.root.Key
		for i := range 100 {
			s.create(root, kind.Receiving, "S-1", fmt.Sprintf(`{"veiculo":"AAA%04d"}`, i))
			if s.log(); i%40 == 39 {
				s.follow()
			}
			for _, earlier := range []int{i, i / 2, 0} {
				plate := fmt.Sprintf("AAA%04d", earlier)
				if got, want := s.found(root, plate), "placa: "+plate+"*"; got != want {
					t.Fatalf("after %d records %s finds %q, want %q", i+1, plate, got, want)
				}
			}
		}
	})
}

// Nothing of another organisation is found before the index has it, and what it writes changes no
// answer.
func TestAttackSearchOfAnotherOrganisationBeforeTheIndex(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.register("Alfa")
		s.register("Beta")
		alfa, beta := s.inside("Alfa"), s.inside("Beta")
		limited := s.root.Key
		limited.AccessKey, limited.Harvests = "limited", []string{"FA-1"}
		within := s.inside("Alfa")
		within.Harvests = []string{"FA-1", "FB-1"}
		s.create(alfa, kind.Receiving, "FA-1", `{"veiculo":"AAA1111"}`)
		for i := range 8 {
			s.create(beta, kind.Receiving, "FB-1", `{"veiculo":"AAA1111"}`)
			s.create(beta, kind.LotIdentification, "FB-1", fmt.Sprintf(`{"codigoLote":"LB-%d"}`, i))
		}
		s.log()
		for name, by := range map[string]*trace.Key{"another organisation": alfa, "its key of some harvests": within, "a key of other harvests": s.app.Inside(&limited)} {
			for text, want := range map[string]string{"AAA1111": "placa: AAA1111*", "AAA": "placa: AAA1111", "LB": "", "LB-1": "", "FB": "", "FB-1": "", "FA": "safra: FA-1"} {
				if got := s.found(by, text); got != want {
					t.Errorf("%s: %q finds %q, want %q", name, text, got, want)
				}
			}
		}
		if got := s.found(beta, "LB"); !strings.HasSuffix(got, " …") {
			t.Errorf("its owner finds %q", got)
		}
	})
}
