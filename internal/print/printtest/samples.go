package printtest

import (
	"fmt"
	"strings"

	"rastro/internal/organization"
	"rastro/internal/public"
	"rastro/internal/trace"
)

// PublicURL is the address of a sample's public page.
const PublicURL = "https://rastro.example"

// Soy returns an ordinary validation.
func Soy() public.Page {
	return public.Page{
		Code: "7K3M-9QXT-4B2N-VH8R", State: trace.Valid, Crop: trace.Soy, Harvest: "2024/25", Lots: []string{"MT25-S-001"}, LotsOfOthers: []string{"PR25-S-002"},
		VerifiedAt: "2026-11-15T02:00:00.123Z", ValidatedAt: "2025-03", ValidUntil: "2026-03",
	}
}

// Full returns a validation with more content than a label has room for.
func Full() public.Page {
	p := Soy()
	p.Code = "Fazenda Três Irmãos – talhão nº 7/2025"
	p.Crop, p.Harvest = "CANA_DE_ACUCAR", "2024/2025"
	p.Lots = nil
	for i := range 50 {
		p.Lots = append(p.Lots, fmt.Sprintf("FAZ-3IRMAOS-2025-LOTE-%03d", i))
	}
	return p
}

// Signed returns a validation made by an organisation with as much information about itself as
// possible.
func Signed(p public.Page) public.Page {
	long := strings.Repeat("Cooperativa Agroindustrial ", 12)
	p.By = &organization.Identity{Name: long[:100], LegalName: long[:300], CNPJ: "11.222.333/0001-81", Contact: long[:300], Colour: "#14532d", On: "2026-02-10",
		Sentence: organization.Sentence{PT: long[:160], EN: long[:160], ES: long[:160]}}
	return p
}

// Hostile are codes that would be commands, elements or lines of their own.
var Hostile = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `]]></title><x/>`, "&amp;&lt;", `^XZ^XA^FDmine^FS`, `~JA`, "^", "_5E_7E", `\&`, "a\nb\x1b[2J\x02\x03",
	"%PDF (a) \\) Tj ET", "\u202efdp.exe", "çãé🌱", "^FS^FO0,0^GB999,999,999^FS",
}
