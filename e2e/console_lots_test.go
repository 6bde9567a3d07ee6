package e2e

import (
	"testing"
)

// TestConsoleLots follows lots, balances, recalls and exports them in a browser.
func TestConsoleLots(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s := startWith(t, "--demo")
	post := func(prefix, harvest, payload string) {
		s.post(t, prefix, `{"safraId":"`+harvest+`","safraCodigo":"2025/26","dados":`+payload+`}`)
	}
	const identify, receive, process = "/colheitaIdentificacaoProducao/identificacaoLote", "/armazenamento/recebimento", "/processamento/processamento"
	for harvest, plot := range map[string]string{"FAZ-SUL": "-55.723456,-12.553456,-55.713456,-12.543456", "FAZ-NORTE": "-55.623456,-12.453456,-55.613456,-12.443456", "FAZ-LESTE": "-55.523456,-12.353456,-55.513456,-12.343456"} {
		post("/cadastroPlanejamento/planoCultivo", harvest, `{"produtor":"Fazenda `+harvest+`","soja":"convencional","poligono":[`+plot+`]}`)
		post(identify, harvest, `{"codigoLote":"`+harvest+`-L1","destinoInicial":"Armazém Central"}`)
		post(receive, harvest, `{"loteOrigem":"`+harvest+`-L1","volume":"20 t","dataHoraRecebimento":"2026-02-10 08:00","localArmazenagem":"Armazém Central"}`)
	}
	post(process, "FAZ-SUL", `{"lote":"BLEND-26","volume":"60 t","volumeFinal":"59 t","dataInicio":"2026-03-01","dataFim":"2026-03-02","blendagem":"FAZ-SUL-L1 40%; FAZ-NORTE-L1 35%; FAZ-LESTE-L1 25%"}`)
	post("/logisticaExportacao/transporteExportacao", "FAZ-SUL", `{"loteOrigem":"BLEND-26","volumeTransportado":30000,"destino":"Rotterdam","dataTransporte":"2026-03-20","identificacaoTransporte":"IMO 9321483"}`)
	post("/logisticaExportacao/transporteExportacao", "FAZ-SUL", `{"loteOrigem":"BLEND-26","volumeTransportado":40000,"destino":"Hamburg","dataTransporte":"2026-03-28","identificacaoTransporte":"IMO 9074729"}`)
	post("/exportacao/inspecaoPreEmbarque", "FAZ-SUL", `{"codigosLote":["BLEND-26"],"resultadoInspecao":"Reprovado","numeroRelatorioInspecao":"IPE-77","dataInspecao":"2026-03-18"}`)
	post("/posColheita/beneficiamento", "VOLTA", `{"loteEntrada":"VOLTA-1","loteSaida":"VOLTA-2"}`)
	post("/posColheita/beneficiamento", "VOLTA", `{"loteEntrada":"VOLTA-2","loteSaida":"VOLTA-1"}`)
	post("/cadastroPlanejamento/planoCultivo", "LACO", `{"produtor":"Ana","poligono":{"type":"Polygon","coordinates":[[[-55.72,-12.55],[-55.71,-12.54],[-55.71,-12.55],[-55.72,-12.54],[-55.72,-12.55]]]}}`)
	post(identify, "LACO", `{"codigoLote":"LACO-1"}`)
	runScript(t, "console_lots.mjs", sceneFile(t, map[string]string{
		"server": s.url, "access": rootAccess, "secret": rootSecret, "lot": "MT25-S-001", "field": "MT25-S-001-CAMPO", "blend": "BLEND-26", "bad": "LACO-1",
		"good": "FAZ-SUL-L1", "harvest": "FAZ-SUL", "circle": "VOLTA-1",
	}))
}
