package runs_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"rastro/internal/access"
	"rastro/internal/filings"
	"rastro/internal/organization"
	"rastro/internal/reach"
	"rastro/internal/share"
	"rastro/internal/trace"
)

// file notes a statement to the EU for a lot.
func (s *scene) file(by *trace.Key, lot, state string) {
	s.Helper()
	_, _, err := s.FileStatement(s.Context(), by, filings.Request{Lots: []string{lot}, Reference: "26FRYUI34JTQKB", State: state}, nil)
	s.want("the statement", err, "")
}

// link gives a link of a lot to a buyer.
func (s *scene) link(by *trace.Key, lot string) share.Made {
	s.Helper()
	made, err := s.Links.Share(s.Context(), by, share.Request{Lot: lot, For: "Koffie BV", ExpiresAt: s.Now().AddDate(0, 0, 7), Views: 9}, nil, nil)
	s.want("the link", err, "")
	return made
}

// reader returns a key of an organisation with which a harvest is shared to be read.
func (s *scene) reader(harvestID string) *trace.Key {
	s.Helper()
	name := "Leitora de " + harvestID
	org, _, err := s.RegisterOrganization(s.Context(), s.root, organization.Request{Name: &name}, nil)
	s.want("the organisation", err, "")
	_, err = s.ShareHarvest(s.Context(), s.root, harvestID, org.ID.String(), reach.Read)
	s.want("the share", err, "")
	made, err := s.CreateKey(s.Context(), s.root, access.Request{Organization: name, Scopes: []trace.Scope{trace.Read, trace.Write}}, nil)
	if err != nil {
		s.Fatal(err)
	}
	by, _ := s.KeyNamed(made.Key.AccessKey)
	return by
}

// What the EU has is noted even if its lot is gone when the answer comes; nothing is sent to the EU for
// a lot that is gone before, and nothing that a person notes counts for it.
func TestStatementOfALotThatIsGone(t *testing.T) {
	each(t, func(s *scene) {
		const sent = "071874bd-8c62-4cac-8eb6-b2fbe003410c"
		key := func(name string) *trace.Idempotency { return &trace.Idempotency{Name: name} }
		lot := func(code string) (id string) {
			id, _ = s.imported(s.root, file(identification, "H-"+code, `{"codigoLote":"`+code+`"}`), options)
			return id
		}
		id := lot("L-1")
		begun, err := s.BeginFiling(s.Context(), s.root, []string{"L-1"}, key("a"))
		s.want("the filing begins", err, "")
		_, err = s.UndoImport(s.Context(), s.root, id)
		s.want("the undo", err, "")
		all, _, err := s.FileStatement(s.Context(), s.root, filings.Request{Begun: begun, UUID: sent, State: "SUBMITTED"}, key("a"))
		s.want("what the EU has", err, "")
		if len(all) != 1 || all[0].UUID != sent || all[0].Lot != "L-1" || all[0].HarvestID != "H-L-1" {
			s.Errorf("noted: %+v", all)
		}
		_, err = s.BeginFiling(s.Context(), s.root, []string{"L-1"}, key("b"))
		s.want("another filing", err, trace.CodeLotNotFound)

		id = lot("L-2")
		s.file(s.root, "L-2", filings.Available)
		s.file(s.root, "L-2", "WITHDRAWN")
		_, err = s.UndoImport(s.Context(), s.root, id)
		s.want("the undo of what was withdrawn", err, "")
		_, _, err = s.FileStatement(s.Context(), s.root, filings.Request{Lots: []string{"L-2"}, Reference: "26FRYUI34JTQKB", State: filings.Available}, nil)
		s.want("the withdrawn one counts again", err, trace.CodeLotNotFound)
	})
}

// What others did with a lot prevents an undo, as far as a trace tells the owner of the lot: the
// refusal names nobody. Naming or claiming somebody's lot prevents nothing.
func TestUndoOfWhatOthersUse(t *testing.T) {
	each(t, func(s *scene) {
		key := func(name string) *trace.Key {
			if _, _, err := s.RegisterOrganization(s.Context(), s.root, organization.Request{Name: &name}, nil); err != nil {
				s.Fatal(err)
			}
			made, err := s.CreateKey(s.Context(), s.root, access.Request{Organization: name, Scopes: []trace.Scope{trace.Read, trace.Write}}, nil)
			if err != nil {
				s.Fatal(err)
			}
			found, err := s.Authenticate(made.Key.AccessKey, made.Key.SecretKey)
			if err != nil {
				s.Fatal(err)
			}
			return found
		}
		north, south := key("Norte"), key("Sul")
		for i, c := range []struct {
			name   string
			theirs []string // records of the other organisation
			want   trace.Code
		}{
			{"a receipt", []string{`{"loteOrigem":"%s","volume":"1 t"}`}, trace.CodeImportBuiltOn},
			{"a receipt of another lot", []string{`{"loteOrigem":"x%s","volume":"1 t"}`}, ""},
			{"a claim", []string{`{"codigoLote":"%s"}`}, ""},
			{"a claim and a receipt", []string{`{"codigoLote":"%s"}`, `{"loteOrigem":"%s","volume":"1 t"}`}, ""},
		} {
			lot := fmt.Sprintf("N-%d", i)
			id, _ := s.imported(north.Fresh(), file(identification, "NORTE", `{"codigoLote":"`+lot+`"}`), options)
			for _, payload := range c.theirs {
				k := receipt
				if strings.Contains(payload, "codigoLote") {
					k = identification
				}
				_, err := s.Create(s.Context(), south.Fresh(), k, trace.Envelope{HarvestID: fmt.Sprintf("SUL-%d", i), HarvestCode: "1", Payload: fmt.Appendf(nil, payload, lot)}, nil)
				s.want(c.name, err, "")
			}
			_, err := s.UndoImport(s.Context(), north.Fresh(), id)
			s.want(c.name, err, c.want)
			if problems := fmt.Sprint(trace.AsError(err).Problems); c.want != "" && (!strings.Contains(problems, "LOTE_USADO_POR_OUTRA") || strings.Contains(strings.ToUpper(problems), "SUL")) {
				s.Errorf("%s: %s", c.name, problems)
			}
		}
	})
}

// If an undo and a statement or a link run at once, one of them comes first: nothing that leaves the
// organisation rests on what is gone.
func TestUndoBesideWhatOthersSee(t *testing.T) {
	each(t, func(s *scene) {
		for what, show := range map[string]func(lot string) error{
			"statement": func(lot string) error {
				_, _, err := s.FileStatement(s.Context(), s.root, filings.Request{Lots: []string{lot}, Reference: "26FRYUI34JTQKB", State: filings.Available}, nil)
				return err
			},
			"link": func(lot string) error {
				_, err := s.Links.Share(s.Context(), s.root, share.Request{Lot: lot, For: "Koffie BV", ExpiresAt: s.Now().AddDate(0, 0, 7), Views: 9}, nil, nil)
				return err
			},
		} {
			for round := range 20 {
				lot, harvestID := fmt.Sprintf("%s-%d", what, round), fmt.Sprintf("H-%s-%d", what, round)
				id, _ := s.imported(s.root, file(identification, harvestID, `{"codigoLote":"`+lot+`"}`), options)
				var undoErr, shown error
				var both sync.WaitGroup
				both.Go(func() { _, undoErr = s.UndoImport(s.Context(), s.root, id) })
				both.Go(func() { shown = show(lot) })
				both.Wait()
				switch {
				case undoErr == nil:
					s.want("the "+what+" after the undo", shown, trace.CodeLotNotFound)
				default:
					s.want("the undo", undoErr, trace.CodeImportBuiltOn)
					s.want("the "+what, shown, "")
				}
				if n := s.live(identification, harvestID); (n == 0) != (undoErr == nil) {
					s.Errorf("%s, round %d: %d records are left, %v", what, round, n, undoErr)
				}
			}
		}
	})
}
