package record

import (
	"slices"
	"testing"

	"rastro/internal/brdoc"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// TestPackedIsWhatGradingGave: the short form reads back as the JSON it stands
// for, over every example of every rule on a record.
func TestPackedIsWhatGradingGave(t *testing.T) {
	packed, whole := 0, 0
	for _, r := range Rules {
		k := kind.ByPrefix(r.Example())
		if k == nil {
			continue
		}
		for _, payload := range []string{r.Trigger, r.Quiet} {
			g := Grade(k, []byte(payload), 2026)
			want := string(g.AppendMembers(nil, lang.PT))
			short := g.Pack(nil, []byte(payload))
			got, ok := AppendPacked(nil, short, []byte(payload))
			if !ok || string(got) != want {
				t.Errorf("%s: packed and read: %v\n%s\nwant\n%s", r.ID, ok, got, want)
			}
			if PackedFindings(short) != (len(g.Findings) > 0) {
				t.Errorf("%s: PackedFindings %v with %d findings", r.ID, PackedFindings(short), len(g.Findings))
			}
			if PackedReshaped(short) != g.Reshaped {
				t.Errorf("%s: PackedReshaped %v", r.ID, PackedReshaped(short))
			}
			if len(g.Findings) == 0 && len(g.IDs) > 0 && g.Plot == nil {
				packed += len(short)
				whole += len(want)
			}
		}
	}
	if whole == 0 || packed*4 > whole {
		t.Errorf("identifiers alone take %d bytes packed, %d as JSON: want a quarter at most", packed, whole)
	}
}

// TestTypesKeepTheirNumbers: they are stored.
func TestTypesKeepTheirNumbers(t *testing.T) {
	want := []string{
		"?", "NFE", "NFCE", "CTE", "CTE_OS", "MDFE", "DFE", "CAR", "ESOCIAL_EVENTO", "ESOCIAL_RECIBO", "DUE", "DUIMP", "DDS", "DDS_VERIFICACAO",
		"LPCO", "LPCO_MODELO", "CONTAINER", "PLACA", "IMO", "VOO", "CPF", "CNPJ", "RUC", "RENASEM", "ICO", "CCIR", "SNCR", "NIRF", "CIB", "IBGE",
		"PTV", "CFO", "CFOC", "ART", "MAPA", "NCM", "LOCODE", "PAIS", "GLN", "SSCC", "GRAI", "GTIN", "EORI",
	}
	var got []string
	for i := range want {
		got = append(got, brdoc.Type(i).String())
	}
	if !slices.Equal(got, want) {
		t.Errorf("the numbers of types changed, which stand in stores: add new ones at the end\n got %q\nwant %q", got, want)
	}
}

func FuzzAppendPacked(f *testing.F) {
	k := kind.ByPrefix("/transporteLogistico/documentacaoCarga")
	payload := []byte(`{"notaFiscal":"51250211222333000181550010000000011000000010","certificadoOrigemLote":"CAR MT-5107925-0123456789ABCDEF0123456789ABCDEF"}`)
	f.Add(Grade(k, payload, 2026).Pack(nil, payload), payload)
	f.Add([]byte{packedMark, 2, '[', ']', 1, 4, 0, 200}, payload)
	f.Fuzz(func(t *testing.T, packed, payload []byte) {
		before := []byte("x")
		out, ok := AppendPacked(before, packed, payload)
		if string(out[:1]) != "x" || !ok && len(out) != 1 {
			t.Errorf("what stood before is gone, or something was left of what could not be read: %q", out)
		}
	})
}
