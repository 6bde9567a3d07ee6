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
				when = span(k.From, k.To, l)
			}
		}
	}
	name := map[[2]bool]string{{true, true}: "tale.harvested", {true, false}: "tale.when", {false, true}: "tale.where", {false, false}: "tale.nowhere"}[[2]bool{when != "", origin != ""}]
	return fill(name, l, "mes", when, "lugar", origin)
}

// passed is the second sentence: the phases between harvest and export.
func passed(p *public.Page, l lang.Lang) string {
	var after []string
	for _, phase := range p.Phases {
		if phase.Phase > harvestPhase && phase.Phase < exportPhase {
			after = append(after, phaseShort[phase.Phase].In(l))
		}
	}
	if after == nil {
		return publicTexts["tale.nothing"].In(l)
	}
	return fill("tale.after", l, "etapas", strings.Join(after, ", "))
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
	return fill("tale.port", l, "porto", strings.Join(ports, ", "))
}

// maxPorts bounds the ports that a sentence names.
const maxPorts = 3
