package share_test

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/lineage/recall"
	"rastro/internal/organization"
	"rastro/internal/reach"
	"rastro/internal/share"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

// member is a key of an organisation.
type member struct {
	*site
	id  string
	key string
}

func (s *site) organization(name string) member {
	s.Helper()
	org, _, err := s.app.RegisterOrganization(s.Context(), s.root, organization.Request{Name: &name}, nil)
	if err != nil {
		s.Fatal(err)
	}
	made, err := s.app.CreateKey(s.Context(), s.root, access.Request{Name: "chave " + name, Organization: name, Scopes: []trace.Scope{trace.Read, trace.Write, trace.Admin}}, nil)
	if err != nil {
		s.Fatal(err)
	}
	return member{s, org.ID.String(), made.Key.AccessKey}
}

func (m member) by() *trace.Key {
	m.Helper()
	by, _ := m.app.KeyNamed(m.key)
	return by
}

func (m member) write(harvestID, lot string) {
	m.Helper()
	m.create(harvestID, kind.LotIdentification, fmt.Sprintf(`{"codigoLote":%q}`, lot))
}

func (m member) create(harvestID, prefix, payload string) {
	m.Helper()
	_, err := m.app.Create(m.Context(), m.by(), kind.ByPrefix(prefix), trace.Envelope{HarvestID: harvestID, HarvestCode: harvestID, Payload: []byte(payload)}, nil)
	if err != nil {
		m.Fatal(err)
	}
}

func (m member) gives(harvestID string, to member, level reach.Level) {
	m.Helper()
	if _, err := m.app.ShareHarvest(m.Context(), m.by(), harvestID, to.id, level); err != nil {
		m.Fatal(err)
	}
}

func (m member) recall(lot, reason string) *recall.Signed {
	m.Helper()
	made, err := m.app.Recall(m.Context(), m.by(), recall.Request{Lots: []string{lot}, Reason: reason})
	if err != nil {
		m.Fatal(err)
	}
	return made
}

// sees reports whether a lot is being recalled, as the caller's EU checks and links say, and whether
// its harvest is, as pages say.
func (m member) sees(lot, harvestID string) (ofLot, ofHarvest bool) {
	m.Helper()
	ofLot, err := m.app.Recalled(m.Context(), m.by(), lot)
	if err != nil {
		m.Fatal(err)
	}
	found, err := m.app.Notices(m.Context(), m.by(), []string{harvestID})
	if err != nil {
		m.Fatal(err)
	}
	return ofLot, len(found) > 0
}

func (m member) told(harvestID string) []recall.ForeignNotice {
	m.Helper()
	found, err := m.app.ForeignNotices(m.Context(), m.by(), []string{harvestID})
	if err != nil {
		m.Fatal(err)
	}
	return found
}

// Whoever may only read a harvest cannot mark its goods as recalled, by no spelling, claim or flood. The
// owner alone is told, by whom and why.
func TestAttackRecallByAReader(t *testing.T) {
	onBoth(t, func(s *site) {
		owner, reader, other := s.organization("Dona"), s.organization("Leitora"), s.organization("Outra")
		owner.write("DA-DONA", "LD-1")
		owner.write("DA-DONA", "LD-2")
		owner.gives("DA-DONA", reader, reach.Read)
		owner.gives("DA-DONA", other, reach.Read)
		made, err := s.app.Links.Share(s.Context(), owner.by(), share.Request{Lot: "LD-1", For: "Koffie BV", ExpiresAt: s.app.Now().AddDate(0, 0, 7), Views: 90}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		linked := func() bool {
			return strings.Contains(s.get(share.Path(made.Token)+"/lote", 200).Body.String(), "Este lote está em recall")
		}
		quiet := func(when string) {
			t.Helper()
			ofLot, ofHarvest := owner.sees("LD-1", "DA-DONA")
			ofReader, _ := reader.sees("LD-1", "DA-DONA")
			if ofLot || ofHarvest || ofReader || linked() {
				t.Errorf("%s: the owner sees it of the lot %v and the harvest %v, the reader %v, the buyer %v", when, ofLot, ofHarvest, ofReader, linked())
			}
		}
		report := reader.recall("LD-1", "salmonela")
		if !slices.Equal(report.ReadOnly, []string{"DA-DONA"}) || !strings.Contains(string(report.Signature), "\nsomente-leitura 1\n") {
			t.Errorf("the report: %q, signed %s", report.ReadOnly, report.Signature)
		}
		quiet("a recall by the reader")
		told := owner.told("DA-DONA")
		if len(told) != 1 || told[0].Reason != "salmonela" || told[0].At.IsZero() || !strings.Contains(told[0].By, "Leitora") || !slices.Equal(told[0].Lots, []string{"LD-1"}) {
			t.Errorf("the owner is told %+v", told)
		}
		for _, m := range []member{reader, other} {
			if told := m.told("DA-DONA"); len(told) > 0 {
				t.Errorf("others are told %+v", told)
			}
		}

		reader.write("DA-LEITORA", "LD-1") // claims it
		reader.recall("LD-1", "com a minha safra")
		quiet("the reader claims the lot")
		told = owner.told("DA-DONA")
		if len(told) != 2 || told[0].Reason != "com a minha safra" || !slices.Equal(told[0].Harvests, []string{"DA-DONA"}) {
			t.Errorf("the owner, who cannot read the report, is told %+v", told)
		}
		if _, err := s.app.RecallOf(s.Context(), owner.by(), told[0].ID.String()); !trace.Is(err, trace.CodeRecordNotFound) {
			t.Errorf("the report: %v", err)
		}
		reader.gives("DA-LEITORA", owner, reach.Read)
		quiet("and lets the owner read all of it")

		for i := range 60 { // more than a page reads
			reader.recall("LD-2", fmt.Sprintf("motivo %d", i))
		}
		quiet("a flood")
		if told := owner.told("DA-DONA"); len(told) != 10 {
			t.Errorf("%d notices", len(told))
		}

		owner.recall("LD-1", "é verdade")
		if ofLot, ofHarvest := owner.sees("LD-1", "DA-DONA"); !ofLot || !ofHarvest || !linked() {
			t.Errorf("the owner's own recall: %v, %v, %v", ofLot, ofHarvest, linked())
		}
	})
}

// A page reads no more than a limited number of bytes of reports; of those beyond, the owner is told
// that there is one, and when.
func TestForeignNoticesAreBounded(t *testing.T) {
	onBoth(t, func(s *site) {
		owner, reader := s.organization("Dona"), s.organization("Leitora")
		owner.write("DA-DONA", "LD-1")
		owner.gives("DA-DONA", reader, reach.Read)
		reader.recall("LD-1", "um")
		newest := reader.recall("LD-1", "dois")
		full := owner.told("DA-DONA")
		for limit, read := range map[int64]int{1: 0, int64(len(newest.Document)): 1} {
			small, err := app.New(t.Context(), s.data.Store(t), app.Options{Now: s.clock.Now, Random: rand.Reader, Log: testkit.Silent(), Recalls: recall.Limits{Notices: limit}})
			if err != nil {
				t.Fatal(err)
			}
			by, _ := small.KeyNamed(owner.key)
			told, err := small.ForeignNotices(t.Context(), by, []string{"DA-DONA"})
			if err != nil || len(told) != 2 {
				t.Fatalf("%d: %+v %v", limit, told, err)
			}
			for i, n := range told {
				if unread := i >= read; n.Unread != unread || (len(n.Lots) == 0) != unread || (n.Reason == "") != unread || n.ID != full[i].ID || (n.By == "") != unread || n.At.IsZero() {
					t.Errorf("%d: notice %d is %+v, in full %+v", limit, i, n, full[i])
				}
			}
		}
	})
}

// Whoever may write in a harvest marks its goods, also after the share was lowered.
func TestRecallByAWriterMarks(t *testing.T) {
	onBoth(t, func(s *site) {
		owner, writer := s.organization("Dona"), s.organization("Escritora")
		owner.write("DA-DONA", "LD-1")
		owner.gives("DA-DONA", writer, reach.Write)
		if report := writer.recall("LD-1", "salmonela"); report.ReadOnly != nil {
			t.Errorf("%q", report.ReadOnly)
		}
		owner.gives("DA-DONA", writer, reach.Read)
		if ofLot, ofHarvest := owner.sees("LD-1", "DA-DONA"); !ofLot || !ofHarvest || len(owner.told("DA-DONA")) > 0 {
			t.Errorf("%v, %v", ofLot, ofHarvest)
		}
	})
}

// An owner is told of a writer's recall whose report it may not read, because it also covers a harvest of
// the writer's; nothing of that harvest is shown.
func TestRecallByAWriterWhoseReportIsHidden(t *testing.T) {
	onBoth(t, func(s *site) {
		owner, writer, other := s.organization("Dona"), s.organization("Escritora"), s.organization("Outra")
		owner.write("DA-DONA", "LD-1")
		owner.gives("DA-DONA", writer, reach.Write)
		owner.gives("DA-DONA", other, reach.Read)
		writer.create("DA-ESCRITORA", "/posColheita/beneficiamento", `{"loteEntrada":"LD-1","loteSaida":"LE-9"}`)
		writer.recall("LD-1", "salmonela")
		told := owner.told("DA-DONA")
		if len(told) != 1 || told[0].Reason != "salmonela" || !slices.Equal(told[0].Harvests, []string{"DA-DONA"}) || !slices.Equal(told[0].Lots, []string{"LD-1"}) {
			t.Errorf("the owner is told %+v", told)
		}
		if len(other.told("DA-DONA")) > 0 || len(writer.told("DA-DONA")) > 0 {
			t.Error("others are told")
		}
		writer.gives("DA-ESCRITORA", owner, reach.Read)
		if _, ofHarvest := owner.sees("LD-1", "DA-DONA"); !ofHarvest || len(owner.told("DA-DONA")) > 0 {
			t.Error("the owner may read all of it, and does not see it")
		}
	})
}
