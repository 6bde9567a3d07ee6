package record_test

import "testing"

func TestTransport(t *testing.T) {
	const silo, ship, duty = "/armazenamento/recebimento", "/logisticaExportacao/transporteExportacao", "/exportacao/documentacaoAduaneira"
	graded(t, []grade{
		{silo, `{"veiculo":"ABC1C34","volume":"60 t"}`, ""},
		{silo, `{"veiculo":"ABC1C34","volume":"61 t"}`, "VEICULO_ACIMA_DE_60_T /dados/volume"},
		{silo, `{"veiculo":"ABC1C34, DEF2G56","volume":"72 t"}`, ""},
		{silo, `{"veiculo":"ABC1C34","volume":"3 bitrens de 37 t"}`, ""},
		{silo, `{"veiculo":"ABC1C34, 3 viagens","volume":"108 t"}`, ""},
		{silo, `{"veiculo":"trem da Rumo","volume":"5.000.000 kg"}`, "VEICULO_SEM_PLACA /dados/veiculo"},
		{silo, `{"veiculo":"ABC1C34","volume":"360000"}`, "QUANTIDADE_SEM_UNIDADE /dados/volume"},
		{silo, `{"veiculo":"não se aplica","volume":"360 t"}`, ""},

		{ship, `{"identificacaoTransporte":"MSCU 4567895","volumeTransportado":28500}`, ""},
		{ship, `{"identificacaoTransporte":"MSCU 7388111"}`, "IDENTIFICADOR_INVALIDO /dados/identificacaoTransporte"},
		{ship, `{"identificacaoTransporte":"MSCU4567895","volumeTransportado":28500}`, ""},
		{ship, `{"identificacaoTransporte":"MSCU4567895","volumeTransportado":28501}`, "CONTEINER_ACIMA_DO_PESO /dados/volumeTransportado"},
		{ship, `{"identificacaoTransporte":"contêineres MSCU4567895 e outros","volumeTransportado":285000}`, ""},
		{ship, `{"identificacaoTransporte":"10 contêineres, o primeiro MSCU4567895","volumeTransportado":190000}`, ""},
		{ship, `{"identificacaoTransporte":"navio Estrela, IMO 9321483","volumeTransportado":60000000}`, ""},
		{ship, `{"identificacaoTransporte":"IMO 9321483","volumeTransportado":99}`, "VOLUME_TRANSPORTADO_BAIXO /dados/volumeTransportado"},
		{ship, `{"identificacaoTransporte":"ABC1C34","volumeTransportado":36}`, ""},
		{ship, `{"identificacaoTransporte":"voo LA8070","volumeTransportado":60}`, ""},

		{duty, `{"transporte":"rodoviário até Paranaguá, depois marítimo"}`, ""},
		{duty, `{"transporte":"a definir"}`, "MODAL_AUSENTE /dados/transporte"},
		{duty, `{"transporte":"-"}`, ""},
	})
}

func TestInspection(t *testing.T) {
	const port = "/exportacao/inspecaoPreEmbarque"
	graded(t, []grade{
		{port, `{"resultadoInspecao":"APROVADA"}`, ""},
		{port, `{"resultadoInspecao":""}`, ""},
		{port, `{"resultadoInspecao":"Reprovado"}`, "REPROVADO_SEM_MOTIVO /dados/naoConformidades"},
		{port, `{"resultadoInspecao":"Reprovado por aflatoxina"}`, "CONTAMINANTE_ENCONTRADO /dados/resultadoInspecao"},
		{port, `{"resultadoInspecao":"Reprovado por salmonela"}`, "CONTAMINANTE_ENCONTRADO /dados/resultadoInspecao"},
		{port, `{"resultadoInspecao":"Reprovado","naoConformidades":"não houve"}`, "REPROVADO_SEM_MOTIVO /dados/naoConformidades"},
		{port, `{"resultadoInspecao":"não aprovado","naoConformidades":"gorgulho vivo"}`, ""},
		{port, `{"resultadoInspecao":"reprovado na primeira vistoria, aprovado na segunda"}`, ""},
		{port, `{"resultadoInspecao":"Conforme"}`, ""},
		{port, `{"resultadoInspecao":"Liberado"}`, ""},
		{port, `{"resultadoInspecao":"Não liberado"}`, "REPROVADO_SEM_MOTIVO /dados/naoConformidades"},
		{port, `{"resultadoInspecao":"conforme laudo 318"}`, "RESULTADO_ILEGIVEL /dados/resultadoInspecao"},
		{port, `{"numeroRelatorioInspecao":"RI-0318/2025","fotosInspecao":"https://exemplo.example/31/02/2025"}`, ""},
	})
}
