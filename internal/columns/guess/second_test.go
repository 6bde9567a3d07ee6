package guess_test

import (
	"testing"

	"rastro/internal/kind"
)

// second are layouts that were written after the guesser, to see how it does on files that it
// was not made with.
var second = []layout{
	{
		name: "co-op statement of deliveries, Latin-1, discounts",
		file: latin1("Extrato de entregas do cooperado\nMatrícula: 4471 - Antônio Conceição\nPeríodo: 01/02/2025 a 28/02/2025\n\n" +
			"Dt. Entrega;Romaneio;Veículo;Produto;Peso Bruto;Desc. Umid.;Desc. Impur.;Peso Líquido;% Umidade;% Impureza;Safra\n" +
			"03/02/2025;88120;MHX-4410;SOJA;31.250;412;96;30.742;15,1;1,3;2024/2025\n17/02/2025;88204;MHX-4410;SOJA;29.880;0;0;29.880;13,6;0,7;2024/2025\n19/02/2025;88231;IVT2B90;SOJA;33.410;208;40;33.162;14,4;1,1;2024/2025\n" +
			"Totais;;;;94.540;620;136;93.784;;;\n"),
		kind:    kind.Receiving,
		columns: "dataHoraRecebimento numeroRomaneio veiculo ignorar ignorar ignorar ignorar volume umidade impureza safraCodigo",
		rows: []string{
			"numeroRomaneio=88120|dataHoraRecebimento=2025-02-03|veiculo=MHX-4410|volume=30742 kg|umidade=15,1%|impureza=1,3%|safraCodigo=2024/2025",
			"numeroRomaneio=88204|dataHoraRecebimento=2025-02-17|veiculo=MHX-4410|volume=29880 kg|umidade=13,6%|impureza=0,7%|safraCodigo=2024/2025",
			"numeroRomaneio=88231|dataHoraRecebimento=2025-02-19|veiculo=IVT2B90|volume=33162 kg|umidade=14,4%|impureza=1,1%|safraCodigo=2024/2025",
		},
	},
	{
		name: "scale software export with quotes and ISO times",
		file: []byte("\"NUM_TICKET\",\"DT_HR_ENTRADA\",\"PLACA\",\"COD_PRODUTO\",\"PESO_BRUTO_KG\",\"PESO_TARA_KG\",\"PESO_LIQUIDO_KG\",\"OPERADOR\"\n" +
			"\"771\",\"2025-02-10 06:58:12\",\"OBC7H21\",\"SJ01\",\"47890.00\",\"16010.00\",\"31880.00\",\"bal1\"\n\"772\",\"2025-02-10 07:31:40\",\"OBC7H22\",\"SJ01\",\"50120.00\",\"17240.00\",\"32880.00\",\"bal1\"\n"),
		kind: kind.Receiving, columns: "numeroRomaneio dataHoraRecebimento veiculo ignorar ignorar ignorar volume ignorar",
		rows: []string{
			"numeroRomaneio=771|dataHoraRecebimento=2025-02-10T06:58:12|veiculo=OBC7H21|volume=31880 kg",
			"numeroRomaneio=772|dataHoraRecebimento=2025-02-10T07:31:40|veiculo=OBC7H22|volume=32880 kg",
		},
	},
	{
		name: "harvester's log, hectares in words, kg",
		file: workbook(page{name: "Plan1", rows: [][]any{
			{"BOLETIM DIÁRIO DE COLHEITA"}, {"Fazenda:", "Rio Claro"}, nil,
			{"DIA", "TALHÃO", "MÁQUINA", "HECTARES COLHIDOS", "KG COLHIDOS", "UMIDADE %", "LIMPEZA DA COLHEDORA"},
			{day(45698), "A1", "S790", 32.5, 117000.0, 14.1, "sim, 07:00"},
			{day(45699), "A2", "S790", 28.0, 99400.0, 13.7, "sim, 06:45"},
			nil,
			{nil, nil, nil, formula(60.5), formula(216400)},
		}, merged: []string{"A1:G1"}}),
		kind: kind.Harvesting, columns: "dataColheita talhao ignorar areaColhida quantidadeColhida umidade registroLimpeza",
		rows: []string{
			"dataColheita=2025-02-10|talhao=A1|areaColhida=32.5|quantidadeColhida=117000|umidade=14.1|registroLimpeza=sim, 07:00",
			"dataColheita=2025-02-11|talhao=A2|areaColhida=28|quantidadeColhida=99400|umidade=13.7|registroLimpeza=sim, 06:45",
		},
	},
	{
		name: "sprayings, tabs, header of two rows",
		file: []byte("Operação\t\tProduto\t\t\tÁrea\tResponsável\t\nData\tTalhão\tNome\tTipo\tDose\tha\tOperador\tReceita nº\n14/11/2024\tP3\tRoundup\tHerbicida\t2,0 L/ha\t55,3\tNilo\t88-1\n29/11/2024\tP4\tPriori\tFungicida\t0,3 L/ha\t40,0\tNilo\t88-2\n"),
		kind: kind.InputApplication, columns: "data extra ignorar tipo dose areaAplicada nomeAplicador numeroReceituario",
		rows: []string{
			"data=2024-11-14|tipo=Herbicida|dose=2,0 L/ha|areaAplicada=55.3|nomeAplicador=Nilo|numeroReceituario=88-1",
			"data=2024-11-29|tipo=Fungicida|dose=0,3 L/ha|areaAplicada=40|nomeAplicador=Nilo|numeroReceituario=88-2",
		},
	},
	{
		name: "NF list of a co-op, American export",
		file: []byte("Invoice Number,Issue Date,Access Key,Producer,Quantity,UOM,Total\n9981,03/05/2025,35250311222333000181550010000099811000099810,Ana Lima,\"36,000\",KG,\"98,500.00\"\n9982,03/19/2025,35250311222333000181550010000099821000099827,Rui Sa,\"35,400\",KG,\"96,858.25\"\n"),
		kind: kind.Cargo, columns: "ignorar ignorar notaFiscal ignorar ignorar ignorar ignorar",
		rows: []string{
			"notaFiscal=35250311222333000181550010000099811000099810",
			"notaFiscal=35250311222333000181550010000099821000099827",
		},
	},
	{
		name: "coffee processing, dashes for nothing",
		file: []byte("Benefício de café;;;;;;;;;\nLote origem;Lote final;Início;Término;Preparo;Umidade inicial;Umidade final;Peso inicial (sc);Peso final (sc);Bebida\nC-11;C-11B;02/07/2025;14/07/2025;NATURAL;52,0;11,4;180;92,5;DURO\nC-12;C-12B;05/07/2025;19/07/2025;CEREJA_DESCASCADO;50,1;11,2;140;-;MOLE\n"),
		kind: kind.PostHarvest, columns: "loteEntrada loteSaida dataInicio dataFim viaProcessamento umidadeEntrada umidadeSaida pesoEntrada pesoSaida bebida",
		asks: "2:datas", answers: "dma",
		rows: []string{
			"loteEntrada=C-11|loteSaida=C-11B|dataInicio=2025-07-02|dataFim=2025-07-14|viaProcessamento=NATURAL|umidadeEntrada=52|umidadeSaida=11.4|pesoEntrada=10800|pesoSaida=5550|bebida=DURO",
			"loteEntrada=C-12|loteSaida=C-12B|dataInicio=2025-07-05|dataFim=2025-07-19|viaProcessamento=CEREJA_DESCASCADO|umidadeEntrada=50.1|umidadeSaida=11.2|pesoEntrada=8400|bebida=MOLE",
		},
	},
	{
		name: "truck loadings for export",
		file: workbook(page{name: "Resumo", rows: [][]any{{"Mês", "Total"}, {"Março", 70000.0}}},
			page{name: "Carregamentos", rows: [][]any{
				{"Relatório de embarque - Porto"},
				{"#", "Data do embarque", "Placa", "Nome do Motorista", "CPF", "Lote", "Peso Líquido (kg)", "Terminal de destino", "Frete R$/t"},
				{1.0, day(45736), "QWE1A23", "Rui Tavares", "529.982.247-25", "MT25-S-001", 35800.0, "TGG Santos", 310.5},
				{2.0, day(45737), "QWE1A24", "Caio Reis", "111.444.777-35", "MT25-S-001", 34200.0, "TGG Santos", 310.5},
			}}),
		kind: kind.Shipment, columns: "ignorar dataTransporte identificacaoTransporte motoristaComandante ignorar loteOrigem volumeTransportado destino ignorar",
		rows: []string{
			"dataTransporte=2025-03-20|identificacaoTransporte=QWE1A23|motoristaComandante=Rui Tavares|loteOrigem=MT25-S-001|volumeTransportado=35800|destino=TGG Santos",
			"dataTransporte=2025-03-21|identificacaoTransporte=QWE1A24|motoristaComandante=Caio Reis|loteOrigem=MT25-S-001|volumeTransportado=34200|destino=TGG Santos",
		},
	},
	{
		name: "planting notes typed by hand",
		file: []byte("Talhao,Plantio,Variedade,Qtd semente (kg),Populacao,Obs\nNorte,5 de outubro de 2024,BRS 8381,7200,280 mil,chuva depois\nSul,8 de outubro de 2024,BRS 8381,6950.5,275 mil,\nLeste,outubro,BRS 8381,6000,270 mil,\n"),
		kind: kind.Planting, columns: "extra dataPlantio cultivacaoUtilizada quantidadeSemente ignorar ignorar",
		rows: []string{
			"dataPlantio=2024-10-05|cultivacaoUtilizada=BRS 8381|quantidadeSemente=7200",
			"dataPlantio=2024-10-08|cultivacaoUtilizada=BRS 8381|quantidadeSemente=6950.5",
			"cultivacaoUtilizada=BRS 8381|quantidadeSemente=6000",
		},
		bad: 1,
	},
}

func TestLayoutsAfterwards(t *testing.T) { hold(t, "second set", second) }
