package draft

import (
	"slices"
	"strings"

	"rastro/internal/eudr/dds"
)

// species are the plants of annex I that are grown here.
var species = map[string][]dds.Species{
	"SOJA":        {{Scientific: "Glycine max", Common: "Soya"}},
	"CAFE":        {{Scientific: "Coffea arabica", Common: "Arabica coffee"}, {Scientific: "Coffea canephora", Common: "Robusta coffee"}},
	"CACAU":       {{Scientific: "Theobroma cacao", Common: "Cocoa"}},
	"DENDE":       {{Scientific: "Elaeis guineensis", Common: "Oil palm"}},
	"SERINGUEIRA": {{Scientific: "Hevea brasiliensis", Common: "Rubber tree"}},
}

// products are the headings and subheadings of annex I by crop.
var products = map[string][]string{
	"SOJA":        {"1201", "120810", "1507", "2304"},
	"CAFE":        {"0901"},
	"CACAU":       {"1801", "1802", "1803", "1804", "1805", "1806"},
	"DENDE":       {"120710", "1511", "151321", "151329", "230660", "290545", "291570", "291590", "382311", "382312", "382319", "382370"},
	"SERINGUEIRA": {"4001", "4005", "4006", "4007", "4008", "4010", "4011", "4012", "4013", "4015", "4016", "4017"},
}

// covered reports whether annex I has a code for products of a crop. A code may be longer or
// shorter than in the annex, but no shorter than a heading.
func covered(crop, code string) bool {
	const heading = 4
	return len(code) >= heading && slices.ContainsFunc(products[crop], func(listed string) bool {
		return strings.HasPrefix(code, listed) || strings.HasPrefix(listed, code)
	})
}
