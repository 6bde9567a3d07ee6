package mappings_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"rastro/internal/access"
	"rastro/internal/columns"
	"rastro/internal/columns/guess"
	"rastro/internal/intake/mappings"
	"rastro/internal/kind"
	"rastro/internal/organization"
	"rastro/internal/sheet"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// sample returns a mapping of receipts.
func sample() columns.Mapping {
	m := columns.Mapping{Version: columns.CurrentVersion, Kind: kind.Receiving, HeaderRows: 1, Header: 1, Columns: []columns.Column{
		{At: 0, Header: "Dia", Use: columns.Field, Field: "dataHoraRecebimento", Dates: columns.DayFirst},
		{At: 1, Header: "Carro", Use: columns.Field, Field: "veiculo"},
		{At: 2, Header: "Obs interna", Use: columns.Ignore},
	}, Constants: []columns.Constant{{Field: sheet.HarvestID, Value: "SEGREDO-77"}}}
	m.Sign()
	return m
}

// If a key may not know of a mapping, the mapping's name is free for that key, and each key finds
// its own mapping.
func TestAttackNameOfAHiddenMapping(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		ctx := t.Context()
		s, root := stores.Rooted(t, d.Store(t), testkit.Ticking().Now)
		hidden, err := s.SaveMapping(ctx, &root.Key, "", "Romaneio", sample(), nil) // of the harvest SEGREDO-77
		if err != nil {
			t.Fatal(err)
		}
		limited := &trace.Key{AccessKey: "rk_limited", Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{"MINHA"}}
		mine := sample()
		mine.Constants = nil
		saved, err := s.SaveMapping(ctx, limited, "", "romaneio", mine, nil)
		if err != nil || saved.ID == hidden.ID {
			t.Fatalf("%+v, %v", saved, err)
		}
		if found, err := s.Mapping(ctx, limited, "Romaneio"); err != nil || found.ID != saved.ID {
			t.Errorf("it finds %+v, %v", found, err)
		}
		if _, err := s.SaveMapping(ctx, limited, "", "Romaneio", mine, nil); !trace.Is(err, trace.CodeMappingTaken) {
			t.Errorf("its own name twice: %v", err)
		}
		if again, err := s.SaveMapping(ctx, limited, saved.ID.String(), "Romaneio", mine, nil); err != nil || again.Version != 2 {
			t.Errorf("changed: %+v, %v", again, err)
		}
		other, err := s.SaveMapping(ctx, limited, "", "Outro", mine, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.DeleteMapping(ctx, limited, saved.ID.String(), nil); err != nil {
			t.Fatal(err)
		}
		if _, err := s.RenameMapping(ctx, limited, other.ID.String(), "Romaneio"); err != nil {
			t.Errorf("renamed to it: %v", err)
		}
		if found, err := s.Mapping(ctx, &root.Key, "Romaneio"); err != nil || found.Mapping.Name == "" {
			t.Errorf("who sees both finds %+v, %v", found, err)
		}
	})
}

func TestMappingsAreKept(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		ctx, store := t.Context(), d.Store(t)
		s, root := stores.Rooted(t, store, testkit.Ticking().Now)
		by := &root.Key
		want := func(what string, err error, code trace.Code) {
			t.Helper()
			if code == "" && err != nil || code != "" && !trace.Is(err, code) {
				t.Errorf("%s: %v, want %q", what, err, code)
			}
		}
		saved, err := s.SaveMapping(ctx, by, "", "  Romaneio da  Coop X ", sample(), nil)
		want("save", err, "")
		_, err = s.SaveMapping(ctx, by, "", "ROMANEIO DA COOP X", sample(), nil)
		want("the same name", err, trace.CodeMappingTaken)
		for _, bad := range []string{"", " ", saved.ID.String(), string(bytes.Repeat([]byte("x"), 500))} {
			_, err = s.SaveMapping(ctx, by, "", bad, sample(), nil)
			want("named "+bad, err, trace.CodeInvalid)
		}
		broken := sample()
		broken.Columns[1].Field = "nada"
		_, err = s.SaveMapping(ctx, by, "", "Outro", broken, nil)
		want("a mapping that cannot be used", err, trace.CodeInvalid)

		found, err := s.Mapping(ctx, by, "romaneio da coop x")
		if err != nil || found.ID != saved.ID || found.Mapping.Name != "Romaneio da Coop X" {
			t.Errorf("%+v %v", found, err)
		}
		renamed, err := s.RenameMapping(ctx, by, saved.ID.String(), "Balança 2")
		if err != nil || renamed.Version != 2 {
			t.Errorf("%+v %v", renamed, err)
		}
		_, err = s.Mapping(ctx, by, "Romaneio da Coop X")
		want("its old name", err, trace.CodeNoMapping)

		// Changing an outdated version is refused, as for records.
		other := sample()
		other.Constants = nil
		_, err = s.SaveMapping(ctx, by, saved.ID.String(), "Balança 2", other, trace.IfMatch{1})
		want("a change of version 1", err, trace.CodeStale)
		want("a deletion of version 1", s.DeleteMapping(ctx, by, saved.ID.String(), trace.IfMatch{1}), trace.CodeStale)
		_, err = s.SaveMapping(ctx, by, "", "Bal\u200bança", sample(), nil)
		want("a name that looks like another", err, trace.CodeInvalid)

		// What was chosen counts for the next file.
		memory, err := s.MappingMemory(ctx, by)
		want("memory", err, "")
		data := []byte("Dia;Carro;Obs interna\n15/02/2025;ABC1C34;x\n16/02/2025;ABC1C35;y\n")
		f, err := sheet.OpenFile(bytes.NewReader(data), int64(len(data)), sheet.Limits{})
		want("open", err, "")
		g, err := guess.File(f, guess.Options{Memory: memory})
		if err != nil || !g.Known || g.Mapping.Name != "Balança 2" || len(g.Questions) > 0 {
			t.Errorf("%+v %v", g, err)
		}

		// Nothing of a deleted mapping is left.
		want("delete", s.DeleteMapping(ctx, by, saved.ID.String(), nil), "")
		want("delete twice", s.DeleteMapping(ctx, by, saved.ID.String(), nil), trace.CodeNoMapping)
		if all, err := s.Mappings(ctx, by); err != nil || len(all) > 0 {
			t.Errorf("%v %v", all, err)
		}
		versions, err := store.Versions(ctx, saved.ID)
		if err != nil || len(versions) != 3 || versions[2].Operation != trace.Erased {
			t.Fatalf("%v %v", versions, err)
		}
		for _, v := range versions {
			if bytes.Contains(v.Payload, []byte("SEGREDO-77")) {
				t.Errorf("version %d: %s", v.Version, v.Payload)
			}
		}
		for i := range mappings.MaxMappings {
			if _, err := s.SaveMapping(ctx, by, "", fmt.Sprintf("m %d", i), sample(), nil); err != nil {
				t.Fatal(err)
			}
		}
		_, err = s.SaveMapping(ctx, by, "", "one more", sample(), nil)
		want("too many", err, trace.CodeManyMappings)
	})
}

// What an organisation's keys saved before it was registered stays with them, and with nobody else
// in any organisation.
func TestMappingsOutliveARegistration(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		ctx := t.Context()
		s, root := stores.Rooted(t, d.Store(t), testkit.Ticking().Now)
		made := map[string]*access.Written{}
		for _, name := range []string{"Norte", "Sul"} {
			one, err := s.CreateKey(ctx, &root.Key, access.Request{Organization: name, Scopes: []trace.Scope{trace.Read, trace.Write}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			made[name] = &one
		}
		key := func(name string) *trace.Key {
			found, err := s.Authenticate(made[name].Key.AccessKey, made[name].Key.SecretKey)
			if err != nil {
				t.Fatal(err)
			}
			return found
		}
		layout := sample()
		layout.Constants = nil
		saved, err := s.SaveMapping(ctx, key("Norte"), "", "Romaneio", layout, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"Norte", "Sul"} {
			if _, _, err := s.RegisterOrganization(ctx, &root.Key, organization.Request{Name: &name}, nil); err != nil {
				t.Fatal(err)
			}
		}
		north, south := key("Norte"), key("Sul")
		if north.Member() == nil {
			t.Fatal("the key is of no organisation")
		}
		for _, named := range []string{"romaneio", saved.ID.String()} {
			if found, err := s.Mapping(ctx, north, named); err != nil || found.ID != saved.ID {
				t.Errorf("%s: %+v, %v", named, found, err)
			}
			if _, err := s.Mapping(ctx, south, named); !trace.Is(err, trace.CodeNoMapping) {
				t.Errorf("another organisation finds %s: %v", named, err)
			}
		}
		if all, err := s.Mappings(ctx, north); err != nil || len(all) != 1 {
			t.Errorf("%+v, %v", all, err)
		}
		if memory, err := s.MappingMemory(ctx, north); err != nil {
			t.Error(err)
		} else if _, ok := memory.Mapping(layout.Signature); !ok {
			t.Error("a file of this layout is not recognised")
		}
		if _, err := s.SaveMapping(ctx, north, "", "Romaneio", layout, nil); !trace.Is(err, trace.CodeMappingTaken) {
			t.Errorf("its name is free: %v", err)
		}
		if again, err := s.RenameMapping(ctx, north, saved.ID.String(), "Balança"); err != nil || again.Version != 2 {
			t.Errorf("renamed: %+v, %v", again, err)
		}
		if _, err := s.Mapping(ctx, north, "Balança"); err != nil {
			t.Error(err)
		}
		// Once somebody else on the server has changed the mapping, it is no longer the
		// organisation's own.
		if _, err := s.RenameMapping(ctx, &root.Key, saved.ID.String(), "Outro"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Mapping(ctx, north, "Outro"); !trace.Is(err, trace.CodeNoMapping) {
			t.Errorf("changed by others: %v", err)
		}
		if err := s.DeleteMapping(ctx, &root.Key, saved.ID.String(), nil); err != nil {
			t.Error(err)
		}
	})
}

func TestAttackMappingsOfOthers(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		ctx := t.Context()
		s, root := stores.Rooted(t, d.Store(t), testkit.Ticking().Now)
		for _, name := range []string{"Norte", "Sul"} {
			if _, _, err := s.RegisterOrganization(ctx, &root.Key, organization.Request{Name: &name}, nil); err != nil {
				t.Fatal(err)
			}
		}
		key := func(req access.Request) *trace.Key {
			req.Scopes = []trace.Scope{trace.Read, trace.Write}
			made, err := s.CreateKey(ctx, &root.Key, req, nil)
			if err != nil {
				t.Fatal(err)
			}
			found, err := s.Authenticate(made.Key.AccessKey, made.Key.SecretKey)
			if err != nil {
				t.Fatal(err)
			}
			return found
		}
		north, south := key(access.Request{Organization: "Norte"}), key(access.Request{Organization: "Sul"})
		narrow := key(access.Request{Organization: "Norte", Harvests: []string{"OUTRA"}})
		saved, err := s.SaveMapping(ctx, north, "", "Romaneio", sample(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for name, by := range map[string]*trace.Key{"another organisation": south, "the server's": &root.Key, "a key of other harvests": narrow} {
			for _, named := range []string{"Romaneio", saved.ID.String()} {
				if _, err := s.Mapping(ctx, by, named); !trace.Is(err, trace.CodeNoMapping) {
					t.Errorf("%s reads %s: %v", name, named, err)
				}
			}
			if _, err := s.RenameMapping(ctx, by, saved.ID.String(), "Meu"); !trace.Is(err, trace.CodeNoMapping) {
				t.Errorf("%s renames it: %v", name, err)
			}
			if err := s.DeleteMapping(ctx, by, saved.ID.String(), nil); !trace.Is(err, trace.CodeNoMapping) {
				t.Errorf("%s deletes it: %v", name, err)
			}
			if all, err := s.Mappings(ctx, by); err != nil || len(all) > 0 {
				t.Errorf("%s lists %v, %v", name, all, err)
			}
		}
		if _, err := s.SaveMapping(ctx, south, "", "Romaneio", sample(), nil); err != nil {
			t.Errorf("the same name in another organisation: %v", err)
		}
	})
}
