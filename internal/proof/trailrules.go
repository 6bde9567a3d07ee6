package proof

import (
	"context"
	"slices"

	"rastro/internal/account"
	"rastro/internal/canon"
	"rastro/internal/intake/runs"
	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/notebook"
	"rastro/internal/organization"
	"rastro/internal/ownerbook"
	"rastro/internal/reach"
	"rastro/internal/reminders"
	"rastro/internal/right"
	"rastro/internal/trace"
)

// trailRule says who may see an entry that is not a record, and what the entry is about. Anything
// that the key may not read is omitted from the note, but not the entry: whoever may see it must
// learn that something was written.
type trailRule struct {
	see  func(by *trace.Key, v *trace.Record) bool
	note func(by *trace.Key, v *trace.Record) TrailNote
}

// trailRules has a row for every kind of kind.Changes. An entry without a row is shown to nobody.
var trailRules = map[*kind.Kind]trailRule{
	kind.KeyChange:          {seesKey, noteKey},
	kind.PhaseChange:        {readsOrAdministers, notePhases},
	kind.LogChange:          {readsOrAdministers, noteLog},
	kind.RecallReport:       {reads, noteNothing}, // for keys with limits, see seeRecalls
	kind.Settlement:         {seesSettlement, noteSettlement},
	kind.Person:             {seesAccount, noteAccount},
	kind.SignIn:             {seesAccount, noteAccount},
	kind.Role:               {seesAccount, noteAccount},
	kind.OrganizationChange: {seesOrganization, noteOrganization},
	kind.Logo:               {administers, noteLogo}, // the organisation's own entry says which one uses it
	kind.ShareChange:        {seesShare, noteShare},
	kind.Statement:          {seesStatement, noteEntry},
	kind.LinkChange:         {seesLink, noteEntry},
	kind.MappingChange:      {seesEntry, noteEntry},
	kind.ImportRun:          {seesEntry, noteImport},
	kind.Reminder:           {seesReminder, noteReminder},
	kind.Webhook:            {seesWebhook, noteEntry},
}

// look reports whether the key may see a version in the audit trail, and what it is about.
func look(by *trace.Key, v *trace.Record) (seen bool, n TrailNote) {
	if !v.Kind.IsChange() {
		return by.Has(trace.Read) && by.Reaches(v.HarvestID), n
	}
	rule, known := trailRules[v.Kind]
	if !known || !rule.see(by, v) {
		return false, n
	}
	return true, rule.note(by, v)
}

func reads(by *trace.Key, _ *trace.Record) bool       { return by.Has(trace.Read) }
func administers(by *trace.Key, _ *trace.Record) bool { return by.Administers() }
func readsOrAdministers(by *trace.Key, _ *trace.Record) bool {
	return by.Has(trace.Read) || by.Has(trace.Admin)
}
func noteNothing(*trace.Key, *trace.Record) (n TrailNote) { return n }

func seesKey(by *trace.Key, v *trace.Record) bool {
	var note trace.KeyNote
	if canon.UnmarshalLenient(v.Payload, &note) != nil {
		return by.Administers()
	}
	key := note.Key()
	return by.Manages(&key)
}

func noteKey(_ *trace.Key, v *trace.Record) (n TrailNote) {
	var key trace.KeyJSON
	if canon.UnmarshalLenient(v.Payload, &key) == nil { // a note has more members than the wire
		n.Access, n.Ended = key.AccessKey, key.DeactivatedAt != nil
		if key.Name != "" {
			n.Names = []string{key.Name}
		}
	}
	return n
}

func notePhases(_ *trace.Key, v *trace.Record) (n TrailNote) {
	var change trace.PhaseNote
	if canon.Unmarshal(v.Payload, &change) == nil {
		n.Phases, n.Ended = len(change.Phases), change.Deleted
		crops := map[trace.Crop]bool{}
		for i := range change.Phases {
			crops[change.Phases[i].Crop] = true
		}
		n.Crops = len(crops)
		for i := range change.Phases[:min(len(change.Phases), maxTrailNames)] {
			n.Names, n.Crop = append(n.Names, change.Phases[i].Name), change.Phases[0].Crop
		}
	}
	return n
}

func noteLog(_ *trace.Key, v *trace.Record) (n TrailNote) {
	var made ledger.Adoption
	if canon.Unmarshal(v.Payload, &made) == nil {
		n.Names = []string{made.Origin, made.Predecessor.Origin}
	}
	return n
}

// seesSettlement: the parties see a decision, but not what it says about the others.
func seesSettlement(by *trace.Key, v *trace.Record) bool {
	var note trace.SettlementNote
	return by.Administers() || canon.Unmarshal(v.Payload, &note) == nil &&
		slices.ContainsFunc(note.Parties(), func(harvestID string) bool { return harvestID != "" && by.Reads(harvestID) })
}

func noteSettlement(by *trace.Key, v *trace.Record) (n TrailNote) {
	var s trace.SettlementNote
	if canon.Unmarshal(v.Payload, &s) == nil {
		n.parties = s.Parties()
		s.HideFrom(by)
		n.Names, n.HarvestID, n.Reason = []string{s.Code().Text}, s.HarvestID, s.Reason
		n.Decision = ownerbook.DecidedText(v.CreatedAt(), s.Reason)
	}
	return n
}

// audits reports whether a caller sees what happened to the people, roles and shares of their own
// organisation: its administrators do, and people who manage its people or read all its data, such as a
// Gerente and an Auditor.
func audits(by *trace.Key) bool {
	if !by.Confined() || len(by.Harvests)+len(by.Phases) > 0 {
		return false
	}
	return by.May(right.Invite) && (by.Has(trace.Admin) || by.Person != "") ||
		by.Person != "" && by.Has(trace.Read) && by.May(right.Export) && by.May(right.Personal)
}

// seesAccount: those who audit an organisation see what happened to its people and roles, and
// who signed in; everybody sees what happened to their own account, and what they did to others'.
func seesAccount(by *trace.Key, v *trace.Record) bool {
	n := account.NoteOf(v)
	return seesNote(by, v, &n)
}

func seesNote(by *trace.Key, v *trace.Record, n *account.Note) bool {
	if by.Administers() || by.Person != "" && (by.Person == n.Person || v.UpdatedBy == by.Author()) {
		return true
	}
	return audits(by) && !n.Deployment && by.Of(n.Organization)
}

func noteAccount(_ *trace.Key, v *trace.Record) TrailNote {
	return TrailNote{Account: account.NoteOf(v)}
}

// seeErased finds out what the versions of erased people did, which only their receipts say.
func seeErased(ctx context.Context, r Reader, by *trace.Key, gone map[int]*trace.Record, entries []TrailEntry) error {
	var ids []trace.ID
	for _, v := range gone {
		if !slices.Contains(ids, v.ID) {
			ids = append(ids, v.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	found, err := endsIn(r).NewestVersions(ctx, ids)
	for i := range found {
		for at, v := range gone {
			if v.ID == found[i].ID {
				n := account.PastOf(v, &found[i])
				entries[at].seen, entries[at].Note = seesNote(by, v, &n), TrailNote{Account: n}
			}
		}
	}
	return err
}

// nameRoles looks up the names of the roles that people were given.
func nameRoles(ctx context.Context, r Reader, entries []TrailEntry) error {
	var notes []*account.Note
	for i := range entries {
		if e := &entries[i]; e.seen && len(e.Note.Account.Changes) > 0 {
			notes = append(notes, &e.Note.Account)
		}
	}
	if len(notes) == 0 {
		return nil
	}
	return account.NameRoles(ctx, endsIn(r), notes)
}

// endsIn returns the part of a snapshot that reads the ends of histories. Not every trace.Reader has
// it, but those inside a snapshot do.
func endsIn(r Reader) account.EndReader { return r.(account.EndReader) }

func seesOrganization(by *trace.Key, v *trace.Record) bool {
	m := by.Member()
	return by.Administers() || (by.Has(trace.Admin) || audits(by)) && m != nil && m.ID == reach.ID(v.ID)
}

func noteOrganization(_ *trace.Key, v *trace.Record) (n TrailNote) {
	if o, _, ok := organization.Of(v); ok {
		n.Names = []string{o.Name}
	}
	return n
}

// seesEntry: an organisation's administrators see its spreadsheet mappings and its imports.
func seesEntry(by *trace.Key, v *trace.Record) bool {
	e, ok := notebook.Of(v)
	m := by.Member()
	return by.Administers() || ok && m != nil && by.Has(trace.Admin) && len(by.Harvests)+len(by.Phases) == 0 && e.Owner == notebook.OwnerOf(by)
}

// seesStatement: readers of a lot's harvest see what was filed for the lot.
func seesStatement(by *trace.Key, v *trace.Record) bool {
	e, ok := notebook.Of(v)
	return ok && by.Has(trace.Read) && by.Reaches(e.Owner)
}

// seesLink: whoever may share a lot sees with whom others shared it, and when its links were
// opened.
func seesLink(by *trace.Key, v *trace.Record) bool {
	return by.Has(trace.Write) && by.May(right.Export) && seesStatement(by, v)
}

func noteEntry(_ *trace.Key, v *trace.Record) (n TrailNote) {
	if e, ok := notebook.Of(v); ok {
		n.Names = []string{e.Title()}
	}
	return n
}

// noteImport leaves out harvests that the key no longer reaches.
func noteImport(by *trace.Key, v *trace.Record) (n TrailNote) {
	var d runs.Document
	if e, ok := notebook.Of(v); ok && canon.UnmarshalLenient(e.Body, &d) == nil {
		d.Harvests = slices.DeleteFunc(d.Harvests, func(harvestID string) bool { return !by.Reaches(harvestID) })
		n.Import = &d
	}
	return n
}

// seesWebhook: administrators see the webhooks of their own organisation.
func seesWebhook(by *trace.Key, v *trace.Record) bool {
	e, ok := notebook.Of(v)
	return by.Administers() || ok && by.Has(trace.Admin) && len(by.Harvests) == 0 && e.Owner == notebook.OwnerOf(by)
}

func seesReminder(by *trace.Key, v *trace.Record) bool {
	n, ok := reminders.Of(v)
	return ok && by.Reads(n.HarvestID)
}

func noteReminder(_ *trace.Key, v *trace.Record) (t TrailNote) {
	if n, ok := reminders.Of(v); ok {
		t.HarvestID, t.Names, t.parties, t.Ended = n.HarvestID, []string{n.LastDay}, []string{n.HarvestID}, n.Ended
	}
	return t
}

func noteLogo(_ *trace.Key, v *trace.Record) (n TrailNote) {
	if l, ok := organization.LogoIn(v); ok {
		n.Names = []string{l.Sum}
	}
	return n
}

// seesShare: those who share, or audit, see who reaches the harvests that they govern, and what
// their own organisation was given; a key for some harvests sees only these.
func seesShare(by *trace.Key, v *trace.Record) bool {
	g, ok := organization.GrantOf(v)
	if !ok || !by.May(right.Share) && !audits(by) {
		return by.Administers()
	}
	if m := by.Member(); m != nil {
		given := m.ID == g.Organization && trace.Within([]string{g.HarvestID}, by.Harvests)
		return given || by.Governs(g.HarvestID)
	}
	return !by.Confined() && by.Governs(g.HarvestID)
}

func noteShare(_ *trace.Key, v *trace.Record) (n TrailNote) {
	if g, ok := organization.GrantOf(v); ok {
		n.HarvestID, n.Names, n.parties, n.with = g.HarvestID, []string{g.Level.String()}, []string{g.HarvestID}, g.Organization
	}
	return n
}

// nameOrganizations looks up the organisations with which harvests were shared.
func nameOrganizations(ctx context.Context, r Reader, entries []TrailEntry) error {
	names := map[reach.ID]string{}
	for i := range entries {
		n := &entries[i].Note
		if n.with == (reach.ID{}) {
			continue
		}
		if _, known := names[n.with]; !known {
			found, _, err := r.Organization(ctx, n.with)
			if err != nil {
				return err
			}
			names[n.with] = found.Name
		}
		n.With = names[n.with]
	}
	return nil
}
