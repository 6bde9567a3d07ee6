package web

import (
	"slices"
	"strings"

	"rastro/internal/disclose"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/public"
)

// storyOf tells the harvest in three sentences: where and when it was harvested, what came after,
// and where it goes. What the records do not say is said to be missing, not left out.
func storyOf(p *public.Page, origin string, l lang.Lang) []string {
	return []string{harvested(p, origin, l), passed(p, l), bound(p, l)}
}

// harvested is the first sentence.
func harvested(p *public.Page, origin string, l lang.Lang) string {
	when := ""
	for _, phase := range p.Phases {
		for _, k := range phase.Kinds {
			if phase.Phase == harvestPhase && k.Type == kind.ByPrefix(kind.Harvesting).Name {
				when = season(k.From, k.To, l)
			}
		}
	}
	name := map[[2]bool]string{{true, true}: "tale.harvested", {true, false}: "tale.when", {false, true}: "tale.where", {false, false}: "tale.nowhere"}[[2]bool{when != "", origin != ""}]
	return fill(name, l, "quando", when, "lugar", origin)
}

// season returns the words for a month, or for the time between two; "" if it is not known.
func season(from, to string, l lang.Lang) string {
	switch first, last := monthName(from, l), monthName(to, l); {
	case first == "":
		return ""
	case last == "" || last == first:
		return fill("tale.month", l, "de", first)
	default:
		return fill("tale.months", l, "de", first, "ate", last)
	}
}

// enumerate joins the items of a list as a sentence does: "a, b and c".
func enumerate(items []string, l lang.Lang) string {
	last := len(items) - 1
	if last < 1 {
		return strings.Join(items, "")
	}
	return strings.Join(items[:last], ", ") + publicTexts["tale.and"].In(l) + items[last]
}

// passed is the second sentence: the phases between harvest and export.
func passed(p *public.Page, l lang.Lang) string {
	var after []string
	for _, phase := range p.Phases {
		if phase.Phase > harvestPhase && phase.Phase < exportPhase {
			after = append(after, phaseInTale[phase.Phase].In(l))
		}
	}
	if after == nil {
		return publicTexts["tale.nothing"].In(l)
	}
	return fill("tale.after", l, "etapas", enumerate(after, l))
}

// phaseInTale are the phases after the harvest, as the second sentence enumerates them.
var phaseInTale = map[string]lang.Text{
	"04": {PT: "secagem e limpeza", EN: "drying and cleaning", ES: "secado y limpieza", More: &lang.More{DE: "Trocknung und Reinigung", NL: "drogen en reinigen", FR: "le séchage et le nettoyage", IT: "essiccazione e pulizia"}},
	"05": {PT: "transporte", EN: "transport", ES: "transporte", More: &lang.More{DE: "Transport", NL: "vervoer", FR: "le transport", IT: "trasporto"}},
	"06": {PT: "armazenagem", EN: "storage", ES: "almacenamiento", More: &lang.More{DE: "Lagerung", NL: "opslag", FR: "le stockage", IT: "stoccaggio"}},
	"07": {PT: "processamento industrial", EN: "industrial processing", ES: "procesamiento industrial", More: &lang.More{DE: "industrielle Verarbeitung", NL: "industriële verwerking", FR: "la transformation industrielle", IT: "lavorazione industriale"}},
	"08": {PT: "embarque", EN: "shipment", ES: "embarque", More: &lang.More{DE: "Verladung", NL: "verscheping", FR: "l’embarquement", IT: "imbarco"}},
}

// The phases that the second sentence lies between.
const harvestPhase, exportPhase = "03", "09"

// bound is the third sentence.
func bound(p *public.Page, l lang.Lang) string {
	var ports []string
	add := func(locode string) {
		if name := portName(locode); !slices.Contains(ports, name) && len(ports) < maxPorts {
			ports = append(ports, name)
		}
	}
	for _, phase := range p.Phases {
		for _, k := range phase.Kinds {
			for _, f := range k.Facts {
				if f.Topic == disclose.Destination {
					for _, term := range f.Terms {
						add(term)
					}
				}
			}
		}
	}
	if ports == nil {
		return publicTexts["tale.noport"].In(l)
	}
	name := "tale.port"
	if len(ports) > 1 {
		name = "tale.ports"
	}
	return fill(name, l, "porto", enumerate(ports, l))
}

// maxPorts bounds the ports that a sentence names.
const maxPorts = 3
