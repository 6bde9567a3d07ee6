package printtest

import (
	"fmt"

	"rastro/internal/public"
	"rastro/internal/trace"
)

// PublicURL is where the public page of a sample is.
const PublicURL = "https://rastro.example"

// Soy is an ordinary validation.
func Soy() public.Page {
	return public.Page{
		Codigo: "7K3M-9QXT-4B2N-VH8R", Estado: trace.Valid, Cultura: trace.Soy, Safra: "2024/25", Lotes: []string{"MT25-S-001"}, LotesDeTerceiros: []string{"PR25-S-002"},
		VerificadoEm: "2026-11-15T02:00:00.123Z", ValidadaEm: "2025-03", Validade: "2026-03",
	}
}

// Full is a validation that says more than a label has room for.
func Full() public.Page {
	p := Soy()
	p.Codigo = "Fazenda Três Irmãos – talhão nº 7/2025"
	p.Cultura, p.Safra = "CANA_DE_ACUCAR", "2024/2025"
	p.Lotes = nil
	for i := range 50 {
		p.Lotes = append(p.Lotes, fmt.Sprintf("FAZ-3IRMAOS-2025-LOTE-%03d", i))
	}
	return p
}

// Hostile are codes that would be commands, elements or lines of their own.
var Hostile = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `]]></title><x/>`, "&amp;&lt;", `^XZ^XA^FDmine^FS`, `~JA`, "^", "_5E_7E", `\&`, "a\nb\x1b[2J\x02\x03",
	"%PDF (a) \\) Tj ET", "\u202efdp.exe", "çãé🌱", "^FS^FO0,0^GB999,999,999^FS",
}
