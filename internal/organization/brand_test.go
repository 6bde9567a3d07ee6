package organization_test

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"sync"
	"testing"
	"time"

	"rastro/internal/access"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/logo"
	"rastro/internal/organization"
	"rastro/internal/reach"
	"rastro/internal/trace"
	"rastro/internal/trace/tracetest"
)

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><circle cx="5" cy="5" r="4"/></svg>`

func picture(t *testing.T, side int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewNRGBA(image.Rect(0, 0, side, side))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// An administrator of an organisation sets its logo, and nobody else can.
func TestLogo(t *testing.T) {
	each(t, func(s *scene) {
		north, south := s.key("Norte", access.Request{}), s.key("Sul", access.Request{})
		o := s.register("Norte")
		s.register("Sul")
		id := o.ID.String()
		put := func(by *trace.Key, file []byte, match trace.IfMatch) error {
			_, err := s.PutLogo(s.Context(), by, id, file, match)
			return err
		}
		s.want("another organisation", put(south(), []byte(drawing), trace.AnyVersion), trace.CodeNoOrganization)
		limited := s.key("Norte", access.Request{Harvests: []string{"H"}})
		s.want("a limited key", put(limited(), []byte(drawing), trace.AnyVersion), trace.CodeLimitedKey)
		phased := s.key("Norte", access.Request{Phases: []string{"02"}})
		s.want("a key of some phases", put(phased(), []byte(drawing), trace.AnyVersion), trace.CodeLimitedKey)
		reader := s.key("Norte", access.Request{Scopes: []trace.Scope{trace.Read, trace.Write}})
		s.want("a key that does not administer", put(reader(), []byte(drawing), trace.AnyVersion), trace.CodeForbiddenScope)
		s.want("an old version", put(north(), []byte(drawing), trace.IfMatch{7}), trace.CodeStale)
		s.want("no picture", put(north(), []byte("x"), trace.AnyVersion), trace.CodeInvalid)
		s.want("none yet", func() error { _, err := s.LogoOf(s.Context(), north(), id); return err }(), trace.CodeNoLogo)

		s.want("a drawing", put(north(), []byte(drawing), trace.AnyVersion), "")
		s.want("the same again", put(north(), []byte(drawing), trace.AnyVersion), "")
		got, err := s.Organization(s.Context(), north(), id)
		if err != nil || got.Version != 2 || got.Logo == nil || got.Logo.Media != logo.SVG {
			s.Fatalf("%+v, %v", got, err)
		}
		first := got.Logo.SHA256
		found, err := s.PublicLogo(s.Context(), id, first)
		if err != nil || logo.Sum(found.Bytes) != first || found.Media != logo.SVG || found.Width != 1000 || found.Height != 500 {
			s.Errorf("%+v, %v", found, err)
		}
		s.want("a picture", put(s.root, picture(s.T, 9), trace.IfMatch{2}), "")
		for what, asked := range map[string][2]string{
			"the one before": {id, first}, "another organisation": {"00000000-0000-7000-8000-000000000000", first}, "no hash": {id, "x"}, "no id": {"x", first}, "a wrong hash": {id, strings.Repeat("0", 64)},
		} {
			_, err := s.PublicLogo(s.Context(), asked[0], asked[1])
			s.want(what, err, trace.CodeNoLogo)
		}
		if _, err := s.ChangeOrganization(s.Context(), north(), id, organization.Request{Contact: new(string)}, trace.AnyVersion); err != nil {
			s.Error(err)
		}
		found, err = s.LogoOf(s.Context(), north(), id)
		if err != nil || found.Media != logo.PNG {
			s.Errorf("after another change: %+v, %v", found, err)
		}
		_, err = s.LogoOf(s.Context(), south(), id)
		s.want("another organisation reads it", err, trace.CodeNoOrganization)
		_, err = s.RemoveLogo(s.Context(), south(), id, trace.AnyVersion)
		s.want("another organisation removes it", err, trace.CodeNoOrganization)
		removed, err := s.RemoveLogo(s.Context(), north(), id, trace.AnyVersion)
		if err != nil || removed.Logo != nil || removed.Version != 5 {
			s.Errorf("removed: %+v, %v", removed, err)
		}
	})
}

// If two administrators save at once, one succeeds and the other is told.
func TestLogosAtOnce(t *testing.T) {
	each(t, func(s *scene) {
		id := s.register("Norte").ID.String()
		files := [][]byte{[]byte(drawing), picture(s.T, 9), picture(s.T, 10), picture(s.T, 9)}
		errs := make([]error, len(files))
		var group sync.WaitGroup
		for i := range files {
			group.Go(func() { _, errs[i] = s.PutLogo(s.Context(), s.root, id, files[i], trace.IfMatch{1}) })
		}
		group.Wait()
		saved := 0
		for _, err := range errs {
			if err == nil {
				saved++
			} else if !trace.Is(err, trace.CodeStale) {
				s.Error(err)
			}
		}
		if saved != 1 {
			s.Errorf("%d saved", saved)
		}
		// Two organisations may send the same picture at once.
		others := []string{s.register("A").ID.String(), s.register("B").ID.String()}
		for i := range others {
			group.Go(func() { _, errs[i] = s.PutLogo(s.Context(), s.root, others[i], picture(s.T, 33), trace.AnyVersion) })
		}
		group.Wait()
		if errs[0] != nil || errs[1] != nil {
			s.Errorf("the same picture: %v, %v", errs[0], errs[1])
		}
	})
}

func TestColour(t *testing.T) {
	for text, want := range map[string]string{
		"#1a7f37": "", "#000000": "", "#115C38": "", "": "", "#767676": "",
		"#777777": "contraste de 4,4:1, e precisa de 4,5:1 para ser lido; o tom mais próximo que serve é #767676",
		"#ffcc00": "1,5:1", "#ffffff": "1,0:1", "1a7f37": "deve ser uma cor", "#12345": "deve ser uma cor", "red;}": "deve ser uma cor",
	} {
		_, err := organization.ReadRequest([]byte(`{"cor":"`+text+`"}`), false, testTime)
		said := ""
		if err != nil {
			for _, p := range trace.AsError(err).Problems {
				said += p.Message.Fill(lang.PT, p.Args)
			}
		}
		if (want == "") != (said == "") || !strings.Contains(said, want) {
			t.Errorf("%q: %q, want %q", text, said, want)
		}
		if at := strings.LastIndex(said, "#"); want != "" && strings.Contains(said, "contraste") && !organization.Readable(said[at:at+7]) {
			t.Errorf("%q: the suggestion cannot be read: %s", text, said)
		}
	}
}

// No organisation has a name that could be mistaken for a person's.
func TestReservedName(t *testing.T) {
	_, err := organization.ReadRequest([]byte(`{"nome":" pessoa:0198aaaa-0000-7000-8000-000000000001@Coop"}`), true, testTime)
	if got := tracetest.Told(err); got != "DADOS_INVALIDOS: NOME_RESERVADO /nome" {
		t.Error(got)
	}
}

// The organisation under a validation is the one whose key made it, and which may write in
// the harvest; its name alone is not enough.
func TestValidatedBy(t *testing.T) {
	validation := kind.ByPrefix(kind.Validation)
	each(t, func(s *scene) {
		north, south := s.key("Norte", access.Request{}), s.key("Sul", access.Request{})
		o := s.register("Norte")
		s.register("Sul")
		legal, cnpj := "Norte Ltda.", "11222333000181"
		if _, err := s.ChangeOrganization(s.Context(), s.root, o.ID.String(), organization.Request{LegalName: &legal, CNPJ: &cnpj, Contact: &legal}, trace.AnyVersion); err != nil {
			s.Fatal(err)
		}
		validate := func(by *trace.Key, harvestID, code string) {
			s.Helper()
			env := trace.Envelope{HarvestID: harvestID, Payload: []byte(`{"codigo":"` + code + `","status":"APROVADO"}`)}
			if _, err := s.Create(s.Context(), by, validation, env, nil); err != nil {
				s.Fatal(code, err)
			}
		}
		by := func(code, want string) {
			s.Helper()
			page, err := s.PublicValidation(s.Context(), code)
			alone, failed := s.PublicIdentity(s.Context(), code)
			got := ""
			if page.By != nil {
				got = page.By.Name
			}
			if err != nil || failed != nil || got != want || !page.By.Same(alone.By) {
				s.Errorf("%s: by %q, %v, %v; want %q", code, got, err, failed, want)
			}
		}
		share := func(with string, level reach.Level) {
			s.Helper()
			if _, err := s.ShareHarvest(s.Context(), s.root, "H", with, level); err != nil {
				s.Fatal(err)
			}
		}
		s.want("begin", s.create(north(), "H"), "")
		validate(north(), "H", "OWN-1")
		by("OWN-1", "Norte")
		page, err := s.PublicValidation(s.Context(), "OWN-1")
		if err != nil || page.By.CNPJ != "11.222.333/0001-81" || !strings.HasPrefix(page.By.Line(lang.PT, true), "Validada por Norte (CNPJ 11.222.333/0001-81) em ") {
			s.Errorf("%+v, %v", page.By, err)
		}
		share("Sul", reach.Write)
		validate(south(), "H", "SHARED-1")
		by("SHARED-1", "Sul")
		share("Sul", reach.None)
		by("SHARED-1", "Sul") // it did validate
		validate(s.root, "H", "ROOT-1")
		by("ROOT-1", "")
		// A key of no organisation that has the name of one.
		named, err := s.CreateKey(s.Context(), s.root, access.Request{Name: "Norte", Scopes: trace.Scopes, Harvests: []string{"FREE"}}, nil)
		if err != nil {
			s.Fatal(err)
		}
		key, err := s.Authenticate(named.Key.AccessKey, named.Key.SecretKey)
		if err != nil {
			s.Fatal(err)
		}
		validate(key, "FREE", "FORGED-1")
		by("FORGED-1", "")
		if named, err = s.CreateKey(s.Context(), s.root, access.Request{Name: "Norte", Scopes: trace.Scopes}, nil); err != nil {
			s.Fatal(err)
		}
		if key, err = s.Authenticate(named.Key.AccessKey, named.Key.SecretKey); err != nil {
			s.Fatal(err)
		}
		validate(key, "H", "FORGED-2") // which Norte owns
		by("FORGED-2", "")
		// What Norte did before it handed the harvest over stays its own, and what it does later
		// does not count for either of them.
		share("Sul", reach.Owner)
		share("Norte", reach.Read)
		by("OWN-1", "Norte")
		by("SHARED-1", "Sul")
		share("Norte", reach.None)
		by("OWN-1", "Norte")
		by("FORGED-2", "")
		// A new name also applies to what was signed before.
		name := "Norte e Nordeste"
		if _, err := s.ChangeOrganization(s.Context(), s.root, o.ID.String(), organization.Request{Name: &name}, trace.AnyVersion); err != nil {
			s.Fatal(err)
		}
		by("OWN-1", name)
	})
}

func TestIdentityInWords(t *testing.T) {
	i := &organization.Identity{Name: "Coop", LegalName: "Coop Ltda.", Contact: "coop.example", On: "2026-02-10", Sentence: organization.Sentence{EN: "From field to port."}}
	for l, want := range map[lang.Lang]string{lang.PT: "Validada por Coop em 10/02/2026", lang.EN: "Validated by Coop on 10 Feb 2026", lang.ES: "Validada por Coop el 10/02/2026"} {
		if got := i.Line(l, true); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got := i.Sentence.In(l); got != "From field to port." {
			t.Errorf("%s: %q", l.Tag(), got)
		}
	}
	if got := i.Line(lang.PT, false); got != "Avaliada por Coop em 10/02/2026" {
		t.Error(got)
	}
	if got := i.Also(); got != "Coop Ltda. · coop.example" {
		t.Error(got)
	}
}

var testTime = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// Whoever rewrites or withdraws a validation signs that: another organisation's name does not stay
// under a verdict that it did not give, whether it has a share or had one.
func TestAttackRewrittenVerdict(t *testing.T) {
	validation := kind.ByPrefix(kind.Validation)
	each(t, func(s *scene) {
		owner, certifier := s.key("Norte", access.Request{}), s.key("Sul", access.Request{})
		s.register("Norte")
		s.register("Sul")
		s.want("begin", s.create(owner(), "H"), "")
		if _, err := s.ShareHarvest(s.Context(), s.root, "H", "Sul", reach.Write); err != nil {
			s.Fatal(err)
		}
		signers := func(code, by, withdrawnBy string) {
			s.Helper()
			page, err := s.PublicValidation(s.Context(), code)
			alone, failed := s.PublicIdentity(s.Context(), code)
			name := func(i *organization.Identity) string {
				if i == nil {
					return ""
				}
				return i.Name
			}
			if err != nil || failed != nil || name(page.By) != by || name(page.WithdrawnBy) != withdrawnBy || !page.By.Same(alone.By) || !page.WithdrawnBy.Same(alone.WithdrawnBy) {
				s.Errorf("%s: by %q, withdrawn by %q, %v, %v; want %q, %q", code, name(page.By), name(page.WithdrawnBy), err, failed, by, withdrawnBy)
			}
		}
		create := func(by *trace.Key, code string) string {
			s.Helper()
			made, err := s.Create(s.Context(), by, validation, trace.Envelope{HarvestID: "H", Payload: []byte(`{"codigo":"` + code + `","status":"REPROVADO"}`)}, nil)
			if err != nil {
				s.Fatal(err)
			}
			return made.Record.ID.String()
		}
		rewrite := func(by *trace.Key, id, code string) {
			s.Helper()
			env := trace.Envelope{ID: id, HarvestID: "H", Payload: []byte(`{"codigo":"` + code + `","status":"APROVADO","obs":"` + by.Organization + `"}`)}
			if _, err := s.Update(s.Context(), by, validation, env, trace.AnyVersion); err != nil {
				s.Fatal(err)
			}
		}
		own, theirs := create(owner(), "OWN-1"), create(certifier(), "CERT-1")
		rewrite(certifier(), own, "OWN-1")
		signers("OWN-1", "Sul", "")
		rewrite(owner(), own, "OWN-1")
		signers("OWN-1", "Norte", "")
		rewrite(certifier(), theirs, "CERT-1")
		signers("CERT-1", "Sul", "")
		if _, err := s.ShareHarvest(s.Context(), s.root, "H", "Sul", reach.None); err != nil {
			s.Fatal(err)
		}
		rewrite(owner(), theirs, "CERT-1")
		signers("CERT-1", "Norte", "")
		rewrite(s.root, own, "OWN-1")
		signers("OWN-1", "", "")
		rewrite(owner(), own, "OWN-1")
		if _, err := s.Delete(s.Context(), s.root, validation, own, trace.AnyVersion); err != nil {
			s.Fatal(err)
		}
		signers("OWN-1", "Norte", "")
		if _, err := s.Delete(s.Context(), owner(), validation, theirs, trace.AnyVersion); err != nil {
			s.Fatal(err)
		}
		signers("CERT-1", "Norte", "Norte")
		if i := (&organization.Identity{Name: "Sul", On: "2026-02-10"}); i.WithdrawnLine(lang.PT) != "Retirada por Sul em 10/02/2026" {
			s.Error(i.WithdrawnLine(lang.PT))
		}
	})
}
