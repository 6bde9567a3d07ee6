package admin

import (
	"slices"
	"strconv"
	"strings"

	"rastro/internal/account"
	"rastro/internal/author"
	"rastro/internal/intake/runs"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/proof"
	"rastro/internal/reach"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// noteTexts say what an entry that is not a record did, and about what: one row for every kind
// of kind.Changes.
var noteTexts = map[*kind.Kind]func(e *proof.TrailEntry, on *pagekit.Call) (what, about string){
	kind.KeyChange:          sayKey,
	kind.PhaseChange:        sayPhases,
	kind.RecallReport:       sayRecall,
	kind.Settlement:         saySettlement,
	kind.LogChange:          sayLog,
	kind.Person:             sayPerson,
	kind.SignIn:             saySignIn,
	kind.Role:               sayRole,
	kind.OrganizationChange: sayOrganization,
	kind.ShareChange:        sayShare,
	kind.Logo:               sayLogo,
	kind.Statement:          sayEntry("statement", "statement"),
	kind.LinkChange:         sayEntry("link", "link"),
	kind.MappingChange:      sayEntry("mapping", "mappingended"),
	kind.ImportRun:          sayImport,
	kind.Reminder:           sayReminder,
	kind.Webhook:            sayEntry("webhook", "webhookended"),
}

func trailText(name string, on *pagekit.Call) string { return trailTexts[name].In(on.Lang) }

// behindNames puts the names in a note before its subject.
func behindNames(names []string, about string) string {
	if len(names) == 0 {
		return about
	}
	return strings.Join(names, ", ") + " · " + about
}

func sayKey(e *proof.TrailEntry, on *pagekit.Call) (what, about string) {
	what = "keymade"
	if e.Note.Ended {
		what = "keyended"
	}
	return trailText(what, on), behindNames(e.Note.Names, e.Note.Access)
}

func sayPhases(e *proof.TrailEntry, on *pagekit.Call) (what, about string) {
	n := &e.Note
	switch {
	case n.Ended:
		what = "phaseended"
	case n.Phases > len(n.Names):
		return trailText("phasesall", on), trailTexts["several"].Fill(on.Lang, lang.Args{"n": strconv.Itoa(n.Phases), "culturas": strconv.Itoa(n.Crops)})
	default:
		what = "phases"
	}
	return trailText(what, on), behindNames(phaseNames(n.Names, on.Lang), n.Crop.Name().In(on.Lang))
}

func sayRecall(e *proof.TrailEntry, on *pagekit.Call) (what, about string) {
	if e.Operation == trace.Erased {
		return trailText("recallerased", on), ""
	}
	return trailText("recall", on), ""
}

func saySettlement(e *proof.TrailEntry, on *pagekit.Call) (what, about string) {
	n := &e.Note
	switch {
	case e.Operation == trace.Erased:
		return trailText("settlederased", on), ""
	case len(n.Names) == 0:
		return trailText("settled", on), trailText("erased", on)
	}
	named := "settledto"
	if n.HarvestID == "" {
		named = "settledaway"
	}
	return trailText("settled", on), trailTexts[named].Fill(on.Lang, lang.Args{"codigo": strings.Join(n.Names, ""), "safra": n.HarvestID, "decisao": n.Decision.In(on.Lang)})
}

func sayLog(e *proof.TrailEntry, on *pagekit.Call) (what, about string) {
	if len(e.Note.Names) == 2 {
		about = trailTexts["continues"].Fill(on.Lang, lang.Args{"log": e.Note.Names[0], "antecessor": e.Note.Names[1]})
	}
	return trailText("logadopted", on), about
}

// sayPerson names the person as pages name authors: by what is known of them now. What happened is said
// in the same words before and after the person is erased.
func sayPerson(e *proof.TrailEntry, on *pagekit.Call) (what, about string) {
	n := &e.Note.Account
	about = on.Author(author.Person(n.Person, n.Organization))
	if n.Deployment {
		about += ", " + trailText("server", on)
	}
	switch {
	case e.Operation == trace.Erased:
		if n.Reason != "" {
			about += " · " + trailText("reason", on) + ": " + n.Reason
		}
		return trailText("personerased", on), about
	case e.Operation == trace.Created:
		return trailText("personmade", on), about
	case len(n.Changes) == 0 && n.Known && !n.Active:
		return trailText("change"+account.Deactivated, on), about
	case len(n.Changes) == 0: // of an earlier build
		return trailText("personchanged", on), about
	}
	var all []string
	for _, c := range n.Changes {
		all = append(all, trailText("change"+c.What, on))
		switch c.What {
		case account.ChangedRole:
			about += " · " + fromTo(n.Roles[0].In(on.Lang), n.Roles[1].In(on.Lang), on)
		case account.ChangedOrganization:
			about += " · " + fromTo(on.Organization(c.From), on.Organization(c.To), on)
		}
	}
	return strings.Join(all, ", "), about
}

func fromTo(from, to string, on *pagekit.Call) string {
	return trailTexts["fromto"].Fill(on.Lang, lang.Args{"antes": from, "depois": to})
}

func saySignIn(e *proof.TrailEntry, on *pagekit.Call) (what, about string) {
	switch n := &e.Note.Account; n.Means {
	case account.ForInvitation, account.ForReset:
		return trailText("link"+n.Means, on), on.Author(author.Person(n.Person, n.Organization))
	}
	return trailText("signin", on), trailText("by"+e.Note.Account.Means, on)
}

func sayRole(e *proof.TrailEntry, on *pagekit.Call) (what, about string) {
	what = "rolechanged"
	switch e.Operation {
	case trace.Created:
		what = "rolemade"
	case trace.Deleted:
		what = "roleremoved"
	}
	return trailText(what, on), e.Note.Account.Title + " (" + on.Organization(e.Note.Account.Organization) + ")"
}

func sayReminder(e *proof.TrailEntry, on *pagekit.Call) (what, about string) {
	what = "endssoon"
	if e.Note.Ended {
		what = "ended"
	}
	return trailText(what, on), behindNames(e.Note.Names, e.Note.HarvestID)
}

func sayOrganization(e *proof.TrailEntry, on *pagekit.Call) (what, about string) {
	return trailText("organization", on), strings.Join(e.Note.Names, ", ")
}

func sayShare(e *proof.TrailEntry, on *pagekit.Call) (what, about string) {
	n := &e.Note
	what, form := "share", "with"
	if len(n.Names) == 0 {
		return trailText(what, on), ""
	}
	switch n.Names[0] {
	case reach.None.String():
		what = "unshare"
	case reach.Owner.String():
		what, form = "owns", "ownedby"
	}
	return trailText(what, on), trailTexts[form].Fill(on.Lang, lang.Args{"safra": n.HarvestID, "organizacao": n.With, "nivel": trailText("level"+n.Names[0], on)})
}

// importTexts say what an import was last seen doing.
var importTexts = map[runs.State]string{runs.Written: "importrun", runs.Undoing: "importundoing", runs.Undone: "importundone"}

// sayImport names an import by what it wrote: the journal keeps no file names.
func sayImport(e *proof.TrailEntry, on *pagekit.Call) (what, about string) {
	n := e.Note.Import
	if n == nil {
		return trailText("importrun", on), ""
	}
	var kinds []string
	for _, prefix := range n.Kinds {
		if k := kind.ByPrefix(prefix); k != nil {
			kinds = append(kinds, k.Title.In(on.Lang))
		}
	}
	harvests := n.Harvests
	if n.More {
		harvests = append(slices.Clone(harvests), "…")
	}
	args := lang.Args{"n": pagekit.CountText(n.Rows, on.Lang), "tipos": strings.Join(kinds, ", ")}
	if len(harvests) > 0 {
		args["safras"] = trailTexts["importedin"].Fill(on.Lang, lang.Args{"n": strconv.Itoa(len(harvests)), "nomes": strings.Join(harvests, ", ")})
	}
	return trailText(importTexts[n.State], on), trailTexts["imported"].Fill(on.Lang, args)
}

// sayEntry says what happened to a column mapping or another entry with a name.
func sayEntry(kept, erased string) func(e *proof.TrailEntry, on *pagekit.Call) (what, about string) {
	return func(e *proof.TrailEntry, on *pagekit.Call) (what, about string) {
		if e.Operation == trace.Erased {
			return trailText(erased, on), ""
		}
		return trailText(kept, on), strings.Join(e.Note.Names, "")
	}
}

func sayLogo(e *proof.TrailEntry, on *pagekit.Call) (what, about string) {
	return trailText("logo", on), "SHA-256 " + strings.Join(e.Note.Names, "")
}
