package pagekit

import (
	"net/url"
	"strings"
	"time"

	"rastro/internal/lang"
)

var (
	foreignText = lang.Text{
		PT: "Aviso de recall de {quem}, em {dia}: {motivo}. É só um aviso para você: as suas páginas e os links dos compradores não mostram recall. Confira e, se for o caso, faça o seu.",
		EN: "{quem} announced a recall on {dia}: {motivo}. Only you are told: your pages and buyers’ links show no recall. Look into it and, if need be, make your own.",
		ES: "Aviso de retiro de {quem}, el {dia}: {motivo}. Es solo un aviso para usted: sus páginas y los enlaces de los compradores no muestran un retiro. Revíselo y, si corresponde, haga el suyo.",
	}
	recalledText = lang.Text{PT: "Em recall desde {dia}: {motivo}", EN: "Under recall since {dia}: {motivo}", ES: "En retiro desde {dia}: {motivo}"}
	unreadText   = lang.Text{
		PT: "Aviso de recall de outra organização, em {dia}. O relatório é grande demais para esta página: pergunte às organizações com quem você compartilha a safra. As suas páginas e os links dos compradores não mostram recall.",
		EN: "Another organisation announced a recall on {dia}. The report is too large for this page: ask those with whom the harvest is shared. Your pages and buyers’ links show no recall.",
		ES: "Aviso de retiro de otra organización, el {dia}. El informe es demasiado grande para esta página: pregunte a las organizaciones con las que comparte la cosecha. Sus páginas y los enlaces de los compradores no muestran un retiro.",
	}
	noReasonText = lang.Text{PT: "motivo não informado", EN: "no reason given", ES: "motivo no indicado"}
)

// maxRecallReason bounds the reason of a recall on a page that is not its report.
const maxRecallReason = 160

var moreRecallsText = lang.Text{
	PT: "Há mais recalls que podem dizer respeito a isto; veja a lista",
	EN: "There are more recalls that may be about this; see the list",
	ES: "Hay más retiros que pueden referirse a esto; vea la lista",
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

// ForeignRecallLink says who, without the right to write here, made a recall, when and why, and leads
// to the form in which the owner makes its own of the same lots.
func ForeignRecallLink(on *Call, by string, at time.Time, reason string, lots []string, unread bool) Link {
	if unread {
		return Link{Text: unreadText.Fill(on.Lang, lang.Args{"dia": on.DayOf(at)}), Href: Root(on.Request) + "console/recall"}
	}
	if reason == "" {
		reason = noReasonText.In(on.Lang)
	}
	return Link{
		Text: foreignText.Fill(on.Lang, lang.Args{"quem": on.Author(by), "dia": on.DayOf(at), "motivo": lang.Clip(reason, maxRecallReason)}),
		Href: Root(on.Request) + "console/recall?" + url.Values{"lote": {strings.Join(lots, "\n")}}.Encode(),
	}
}
