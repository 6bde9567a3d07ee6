package pagekit

import (
	"rastro/internal/organization"
	"rastro/internal/personal"
	"rastro/internal/trace"
)

// HarvestTab is a way between the pages of a harvest.
type HarvestTab struct {
	Href, Text string
	Current    bool
}

// harvestTabs are the pages in a harvest's menu. Those after the first need somebody who reads the
// harvest, and the last somebody who may share it.
var harvestTabs = []struct{ path, text string }{
	{"", "timeline"}, {"/perfil", "profile"}, {"/conferencia", "review"}, {"/mapa", "map"}, {"/medidas", "series"}, {"/validar", "validate"}, {"/eventos", "events"}, {"/compartilhar", "share"},
}

var tabTexts = Words{
	"timeline": {PT: "Linha do tempo", EN: "Timeline", ES: "Línea de tiempo"},
	"profile":  {PT: "Perfil", EN: "Profile", ES: "Perfil"},
	"review":   {PT: "Conferência", EN: "Checks", ES: "Revisión"},
	"map":      {PT: "Mapa", EN: "Map", ES: "Mapa"},
	"series":   {PT: "Medidas", EN: "Measurements", ES: "Medidas"},
	"validate": {PT: "Validação", EN: "Validation", ES: "Validación"},
	"events":   {PT: "Para outros sistemas", EN: "For other systems", ES: "Para otros sistemas"},
	"share":    {PT: "Compartilhar", EN: "Share", ES: "Compartir"},
}

// HarvestTabs returns the menu of a harvest for the caller. here is the path of the page below the
// harvest's.
func HarvestTabs(on *Call, harvestID, here string) []HarvestTab {
	reads := on.Key.Has(trace.Read) && !on.Key.Outside(harvestID)
	var tabs []HarvestTab
	for _, t := range harvestTabs {
		switch t.path {
		case "":
		case "/compartilhar":
			if organization.MayShare(on.Key, harvestID) != nil {
				continue
			}
		case "/mapa": // shows where people live
			if !reads || personal.Hidden(on.Key) {
				continue
			}
		default:
			if !reads {
				continue
			}
		}
		tabs = append(tabs, HarvestTab{Root(on.Request) + "console" + HarvestPath(harvestID) + t.path, tabTexts[t.text].In(on.Lang), t.path == here})
	}
	return tabs
}
