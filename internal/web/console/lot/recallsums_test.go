package lot_test

import (
	"strings"
	"testing"

	"rastro/internal/web/console/consoletest"
)

// The page of a recall says which sums are incomplete, and names shipments without a mass and the
// records that may mention a lot; the form keeps what could not be read.
func TestRecallPageTellsPartialSumsAndMentions(t *testing.T) {
	s := consoletest.NewSite(t)
	const transport, receiving = "/logisticaExportacao/transporteExportacao", "/armazenamento/recebimento"
	s.Create("/colheitaIdentificacaoProducao/identificacaoLote", "S-1", `{"codigoLote":"A-1, A-2"}`)
	s.Create(transport, "S-1", `{"loteOrigem":"A-1","volumeTransportado":234000.5}`)
	s.Create(transport, "S-1", `{"loteOrigem":"A-1"}`)
	s.Create(transport, "S-1", `{"loteOrigem":"A-1, A-2","volumeTransportado":1000}`)
	s.Create(receiving, "S-1", `{"loteOrigem":"soja A-1 a A-3","dataHoraRecebimento":"2026-02-03"}`)
	s.Create(receiving, "S-1", `{"loteOrigem":"A-1 ou A-2"}`)
	b := s.As(s.Root)
	b.Post("/recall", "lotes", "A-1", "acao", "previa").Has(200, "pelo menos 234.000,5 kg", "não soma todos os embarques", "não informado", "1.000, com outros lotes",
		"<dt>Menções possíveis</dt><dd>2</dd>", "soja A-1 a A-3", "03/02/2026", "A-1 ou A-2", "gravado em ", "Recebimento registrado em ")
	b.Post("/recall", "lotes", "A-1 ou A-2", "motivo", "resíduo", "acao", "previa").Has(422, ">A-1 ou A-2</textarea>", `value="resíduo"`, `href="#lotes"`, "um por linha")
	b.Get("/lotes/A-1/balanco").Has(200, "pelo menos 234.000,5")
	b.Get("/lotes/A-2/balanco").Has(200, "não informado")
	b.Get("/lotes/A-1/eudr").Has(200, "pelo menos 234.000,5 kg embarcados")
}

// A balance is shown as adding up only if every mass is stated.
func TestBalancePageSaysWhatItCannotTell(t *testing.T) {
	s := consoletest.NewSite(t)
	const transport, receiving, naming = "/logisticaExportacao/transporteExportacao", "/armazenamento/recebimento", "/colheitaIdentificacaoProducao/identificacaoLote"
	s.Create(naming, "S-1", `{"codigoLote":"N-1, N-2, N-3"}`)
	s.Create(receiving, "S-1", `{"loteOrigem":"N-1","volume":"10 t"}`)
	s.Create(transport, "S-1", `{"loteOrigem":"N-1","volumeTransportado":9000}`)
	s.Create(transport, "S-1", `{"loteOrigem":"N-2","volumeTransportado":9000}`)
	s.Create(receiving, "S-1", `{"loteOrigem":"N-3","volume":"10 t"}`)
	s.Create(receiving, "S-1", `{"loteOrigem":"N-3","volume":"uma carreta"}`)
	s.Create(transport, "S-1", `{"loteOrigem":"N-3","volumeTransportado":30000}`)
	b := s.As(s.Root)
	b.Get("/lotes/N-1/balanco").Has(200, "A conta fecha", ">fecha</td>")
	for _, lot := range []string{"N-2", "N-3"} {
		if seen := b.Get("/lotes/"+lot+"/balanco").Has(200, "Não dá para dizer se a conta fecha", "não dá para dizer"); strings.Contains(seen.Body, ">fecha</td>") || strings.Contains(seen.Body, "ACIMA_DO_DISPONIVEL") {
			t.Errorf("%s: the page says that it adds up, or that it does not:\n%s", lot, seen.Body)
		}
	}
}
