package harvest

import (
	"rastro/internal/board"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/right"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// offer is something that the first page offers to those who may do it.
type offer struct {
	text string
	path string // below /console
	may  func(*trace.Key) bool
	data bool // there has to be a harvest
}

// offers are in the order of the page. What somebody may do decides, not the name of their role:
// organisations make roles of their own.
var offers = []offer{
	{text: "offer.record", path: "/registros", may: func(by *trace.Key) bool { return by.Has(trace.Write) && len(by.Phases) == 0 }},
	{text: "offer.ready", path: "?estado=" + string(board.Ready), data: true, may: func(by *trace.Key) bool { return by.Has(trace.Read) && by.May(right.Validate) }},
	{text: "offer.import", path: "/importar", may: imports},
	{text: "offer.invoices", path: "/notas", may: func(by *trace.Key) bool { return imports(by) && by.May(right.Personal) }},
	{text: "offer.people", path: "/pessoas", may: func(by *trace.Key) bool { return by.May(right.Invite) }},
	{text: "offer.trail", path: "/trilha", data: true, may: onlyReads},
	{text: "offer.recall", path: "/recall", data: true, may: onlyReads},
}

func imports(by *trace.Key) bool { return by.Has(trace.Write) && by.May(right.Import) }

// onlyReads reports whether reviewing is all that somebody can do.
func onlyReads(by *trace.Key) bool { return by.Has(trace.Read) && !by.Has(trace.Write) }

// firstKinds are the records that are made most often, of each phase, the most frequent first. Those
// who write only some phases are offered them directly.
var firstKinds = []struct {
	prefix string
	text   lang.Text
}{
	{kind.Receiving, lang.Text{PT: "Novo recebimento", EN: "New arrival", ES: "Nueva recepción"}},
	{kind.Harvesting, lang.Text{PT: "Nova colheita", EN: "New harvesting", ES: "Nueva recolección"}},
	{kind.InputApplication, lang.Text{PT: "Nova aplicação", EN: "New application", ES: "Nueva aplicación"}},
	{kind.PostHarvest, lang.Text{PT: "Novo beneficiamento", EN: "New post-harvest processing", ES: "Nuevo beneficio"}},
	{kind.Processing, lang.Text{PT: "Novo processamento", EN: "New processing", ES: "Nuevo procesamiento"}},
	{kind.Cargo, lang.Text{PT: "Nova carga", EN: "New cargo", ES: "Nueva carga"}},
	{kind.Shipment, lang.Text{PT: "Novo transporte de exportação", EN: "New export transport", ES: "Nuevo transporte de exportación"}},
	{kind.Customs, lang.Text{PT: "Nova documentação aduaneira", EN: "New customs documentation", ES: "Nueva documentación aduanera"}},
	{kind.Planting, lang.Text{PT: "Novo plantio", EN: "New planting", ES: "Nueva siembra"}},
	{kind.Plan, lang.Text{PT: "Novo plano de cultivo", EN: "New crop plan", ES: "Nuevo plan de cultivo"}},
}

// mostFirstKinds bounds the kinds of record that are offered.
const mostFirstKinds = 4

// offersFor returns what the first page offers to the caller. empty: there is no harvest yet.
func offersFor(on *pagekit.Call, empty bool) (all []pagekit.Link) {
	root := pagekit.Root(on.Request) + "console"
	if len(on.Key.Phases) > 0 {
		for i := range firstKinds {
			k := kind.ByPrefix(firstKinds[i].prefix)
			if len(all) < mostFirstKinds && on.Key.MayWrite(k, "") {
				all = append(all, pagekit.Link{Text: firstKinds[i].text.In(on.Lang), Href: root + pagekit.RecordsPath(k) + "/novo"})
			}
		}
	}
	for i := range offers {
		if o := &offers[i]; (!o.data || !empty) && o.may(on.Key) {
			all = append(all, pagekit.Link{Text: startTexts[o.text].In(on.Lang), Href: root + o.path})
		}
	}
	return all
}

// validates reports whether the caller may validate a harvest.
func validates(on *pagekit.Call, harvestID string) bool {
	return pagekit.Writes(on, harvestID) && on.Key.May(right.Validate)
}
