package pagekit

import (
	"time"

	"rastro/internal/lang"
)

var (
	recalledText = lang.Text{PT: "Em recall desde {dia}: {motivo}", EN: "Under recall since {dia}: {motivo}", ES: "En retiro desde {dia}: {motivo}"}
	noReasonText = lang.Text{PT: "motivo não informado", EN: "no reason given", ES: "motivo no informado"}
)

// maxRecallReason bounds the reason of a recall on a page that is not its report.
const maxRecallReason = 160

var moreRecallsText = lang.Text{
	PT: "Há mais recalls que podem dizer respeito a isto; veja a lista",
	EN: "There are more recalls that may be about this; see the list",
	ES: "Hay más recalls que pueden referirse a esto; vea la lista",
}

// MoreRecallsLink says that not all recalls were read, and leads to their list.
func MoreRecallsLink(on *Call) Link {
	return Link{Text: moreRecallsText.In(on.Lang), Href: Root(on.Request) + "console/recall"}
}

// RecallLink says since when and why something is being recalled, and leads to the report.
func RecallLink(on *Call, id string, at time.Time, reason string) Link {
	if reason == "" {
		reason = noReasonText.In(on.Lang)
	}
	return Link{
		Text: recalledText.Fill(on.Lang, lang.Args{"dia": on.DayOf(at), "motivo": lang.Clip(reason, maxRecallReason)}),
		Href: Root(on.Request) + "console/recall/" + id,
	}
}
