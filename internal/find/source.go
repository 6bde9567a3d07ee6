package find

import (
	"context"
	"slices"
	"strings"

	"rastro/internal/find/term"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/organization"
	"rastro/internal/personal"
	"rastro/internal/right"
	"rastro/internal/trace"
)

// Source is a type of thing that can be searched.
type Source struct {
	Name  string // in addresses and tests
	Title lang.Text
	open  func(by *trace.Key) bool
	// find searches in the snapshot of the search; nil: it does nothing. after continues outside
	// the snapshot with the results: it calls other use cases, which have snapshots of their own;
	// nil if there is no need.
	find  func(s *search, ctx context.Context) ([]Hit, error)
	after func(s *search, ctx context.Context, found []Hit) ([]Hit, error)
}

// Sources are all searchable things, in the order of their groups. A new one is a new row: it MUST
// have an index of its own, and return only what the caller may read.
var Sources = []Source{
	{"registro", lang.Text{PT: "Registro", EN: "Record", ES: "Registro"}, reads, (*search).recordByID, nil},
	{"validacao", lang.Text{PT: "Validação", EN: "Validation", ES: "Validación"}, reads, (*search).validation, nil},
	{"safra", lang.Text{PT: "Safras", EN: "Harvests", ES: "Cosechas"}, reads, (*search).harvests, nil},
	{"lote", lang.Text{PT: "Lotes", EN: "Lots", ES: "Lotes"}, reads, (*search).lots, nil},
	{"placa", lang.Text{PT: "Placas", EN: "Plates", ES: "Placas"}, reads, of(term.Plate), nil},
	{"nota", lang.Text{PT: "Notas fiscais", EN: "Invoices", ES: "Facturas"}, reads, of(term.Invoice), nil},
	{"numero", lang.Text{PT: "Outros documentos e números", EN: "Other documents and numbers", ES: "Otros documentos y números"}, reads, of(term.Number), nil},
	{"produto", lang.Text{PT: "Produtos", EN: "Products", ES: "Productos"}, reads, of(term.Product), nil},
	{"arquivo", lang.Text{PT: "Arquivos anexados", EN: "Attached files", ES: "Archivos adjuntos"}, reads, of(term.File), nil},
	{"pessoa", lang.Text{PT: "Pessoas", EN: "People", ES: "Personas"}, managesPeople, nil, (*search).persons},
	{"organizacao", lang.Text{PT: "Organizações", EN: "Organisations", ES: "Organizaciones"}, administers, (*search).namedOrganizations, (*search).readOrganizations},
}

func reads(by *trace.Key) bool { return by.Has(trace.Read) }

func managesPeople(by *trace.Key) bool {
	return by.May(right.Invite)
}

func administers(by *trace.Key) bool {
	return by.Has(trace.Admin) && (by.Administers() || by.Member() != nil)
}

// search is a search of one source.
type search struct {
	*Finder
	r    Reader
	late unindexed
	by   *trace.Key
	want wanted
	most int
}

// minPrefix is the minimum length of a text, in characters, that also finds what only begins with
// it: a shorter one would list the first of everything.
const minPrefix = 2

// ignorable reports whether an error only means that the caller has nothing to see.
func ignorable(err error) bool {
	return trace.Is(err, trace.CodeRecordNotFound) || trace.Is(err, trace.CodeErased) || trace.Is(err, trace.CodeCodeNotFound)
}

// record reads a record as the caller sees it; nil if the caller may not see it or it does not
// exist.
func (s *search) record(ctx context.Context, id trace.ID) (*trace.Record, error) {
	if !s.by.MayHold(id) {
		return nil, nil
	}
	r, err := s.r.Record(ctx, id)
	if err != nil || !s.by.Reads(r.HarvestID) {
		if ignorable(err) {
			err = nil
		}
		return nil, err
	}
	return personal.Record(s.by, r), nil
}

func (s *search) recordByID(ctx context.Context) ([]Hit, error) {
	id, ok := trace.ParseID(strings.ToLower(s.want.text))
	if !ok {
		return nil, nil
	}
	r, err := s.record(ctx, id)
	if r == nil || err != nil {
		return nil, err
	}
	return []Hit{{Text: id.String(), Exact: true, Record: r, HarvestID: r.HarvestID}}, nil
}

func (s *search) validation(ctx context.Context) ([]Hit, error) {
	r, err := s.r.Validation(ctx, trace.FoldCode(s.want.text))
	if ignorable(err) || err == nil && !s.by.Reads(r.HarvestID) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return []Hit{{Text: r.ValidationCode, Exact: true, Validation: r.ValidationCode, HarvestID: r.HarvestID}}, nil
}

func (s *search) harvests(ctx context.Context) ([]Hit, error) {
	names, err := s.harvestsNamed(ctx, s.want.folded)
	if err != nil {
		return nil, err
	}
	products, err := s.terms(ctx, term.Product, s.want.folded)
	if err != nil {
		return nil, err
	}
	for _, h := range products {
		names = append(names, h.HarvestID)
	}
	names = append(names, s.want.text) // as typed, it needs no index
	var asked []string
	for _, name := range slices.Compact(slices.Sorted(slices.Values(names))) {
		if s.by.Reaches(name) {
			asked = append(asked, name)
		}
	}
	if len(asked) == 0 { // which would select all
		return nil, nil
	}
	live, err := s.r.Harvests(ctx, trace.HarvestQuery{Reach: trace.Only(asked...), Limit: len(asked), CountTo: 1})
	var hits []Hit
	for _, h := range live {
		if exact := term.Fold(h.HarvestID) == s.want.folded; exact || len(s.want.folded) >= minPrefix {
			hits = append(hits, Hit{Text: h.HarvestID, Exact: exact, HarvestID: h.HarvestID})
		}
	}
	return hits, err
}

// lots uses the index of terms to find the lots that records make, and the whole code to find any
// other.
func (s *search) lots(ctx context.Context) ([]Hit, error) {
	var hits []Hit
	add := func(code string) {
		if !slices.ContainsFunc(hits, func(h Hit) bool { return h.Lot == code }) {
			hits = append(hits, Hit{Text: code, Exact: term.Fold(code) == s.want.folded, Lot: code})
		}
	}
	if code := lot.Fold(s.want.text); code != "" && len(code) <= lot.MaxCode {
		q := trace.LotQuery{Lots: []string{code}, From: lot.Identified, To: lot.Validated, Limit: 1, RefsOnly: true, Reach: s.by.Reach()}
		err := s.r.EachLotRow(ctx, q, func(*lot.Row) error {
			add(code)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	found, err := s.terms(ctx, term.Lot, s.want.folded)
	for _, h := range found {
		add(h.Text)
	}
	return hits, err
}

// of searches a realm of terms.
func of(realm term.Realm) func(*search, context.Context) ([]Hit, error) {
	return func(s *search, ctx context.Context) ([]Hit, error) {
		hits, err := s.terms(ctx, realm, s.want.folded)
		if err == nil && (realm == term.Invoice || realm == term.Number) && s.want.number != "" && s.want.number != s.want.folded { // 000123 is 123
			var more []Hit
			if more, err = s.terms(ctx, realm, s.want.number); err == nil {
				hits = append(hits, more...)
			}
		}
		return hits, err
	}
}

// terms looks up a folded text, and reads the records: the index may lag behind for a moment, and
// the caller may not see everything in a record.
func (s *search) terms(ctx context.Context, realm term.Realm, text string) ([]Hit, error) {
	q := term.Query{Realm: realm, Text: text, Reach: s.by.Reach(), Limit: s.most}
	found, err := s.lookUp(ctx, q)
	if q.Prefix = true; err == nil && len(found) < s.most && len(text) >= minPrefix {
		var begun []term.Hit
		if begun, err = s.lookUp(ctx, q); err == nil {
			begun = slices.DeleteFunc(begun, func(h term.Hit) bool { return h.Text == text })
			found = append(found, begun...)
		}
	}
	if err != nil {
		return nil, err
	}
	var hits []Hit
	for _, h := range found {
		r, err := s.record(ctx, h.ID)
		if err != nil {
			return nil, err
		}
		if r == nil {
			continue
		}
		for _, t := range term.Of(r) {
			if t.Realm == realm && t.Text == h.Text {
				hits = append(hits, Hit{Text: t.Shown, Exact: t.Text == text, Record: r, HarvestID: r.HarvestID})
			}
		}
	}
	return hits[:min(len(hits), s.most)], nil
}

func (s *search) persons(ctx context.Context, _ []Hit) ([]Hit, error) {
	if len(s.want.folded) < minPrefix {
		return nil, nil
	}
	people, _, err := s.people.People(ctx, s.by, s.want.text, nil, s.most)
	var hits []Hit
	for i := range people {
		p := &people[i]
		hits = append(hits, Hit{Text: p.Name, Exact: lang.Fold(p.Name) == lang.Fold(s.want.text) || p.Login == s.want.text, Person: p})
	}
	return hits, err
}

// namedOrganizations finds any organisation for the server's administrator, and for others
// their own.
func (s *search) namedOrganizations(ctx context.Context) ([]Hit, error) {
	name := lang.Fold(s.want.text)
	if len(name) < minPrefix {
		return nil, nil
	}
	if m := s.by.Member(); m != nil && !s.by.Administers() {
		if slices.ContainsFunc(m.Names, func(own string) bool { return strings.HasPrefix(own, name) }) {
			return []Hit{{Organization: &organization.Organization{ID: m.ID}}}, nil
		}
		return nil, nil
	}
	ids, err := s.r.OrganizationsNamed(ctx, name, s.most)
	var hits []Hit
	for _, id := range ids {
		hits = append(hits, Hit{Organization: &organization.Organization{ID: id}})
	}
	return hits, err
}

func (s *search) readOrganizations(ctx context.Context, found []Hit) ([]Hit, error) {
	var hits []Hit
	for _, h := range found {
		o, err := s.organizations.Organization(ctx, s.by, h.Organization.ID.String())
		if trace.Is(err, trace.CodeNoOrganization) {
			continue
		}
		if err != nil {
			return nil, err
		}
		hits = append(hits, Hit{Text: o.Name, Exact: lang.Fold(o.Name) == lang.Fold(s.want.text), Organization: &o})
	}
	return hits, nil
}
