package guess_test

import (
	"testing"

	"rastro/internal/kind"
)

// third are layouts with more traps, written after the second set was read.
var third = []layout{
	{
		name: "line breaks in headers, merged title, notes between rows",
		file: []byte("\"RECEBIMENTO DE SOJA\nSAFRA 24/25\";;;;;\n\"Data\ndescarga\";\"Placa\nveículo\";\"Peso\nlíquido (kg)\";\"Umidade\n(%)\";\"Impureza\n(%)\";\"Lote\norigem\"\n" +
			"18/02/2025;ABC1C34;\"36.120,00\";13,8;0,9;L-1\nParou por chuva das 10h às 14h;;;;;\n19/02/2025;ABC1C34;\"35.990,00\";13,9;1,0;L-1\n"),
		kind: kind.Receiving, columns: "dataHoraRecebimento veiculo volume umidade impureza loteOrigem",
		rows: []string{
			"dataHoraRecebimento=2025-02-18|veiculo=ABC1C34|volume=36120 kg|umidade=13,8%|impureza=0,9%|loteOrigem=L-1",
			"dataHoraRecebimento=2025-02-19|veiculo=ABC1C34|volume=35990 kg|umidade=13,9%|impureza=1%|loteOrigem=L-1",
		},
	},
	{
		name: "no header over the plates",
		file: []byte("Data;;Peso Líq. Kg;Umid\n18/02/2025;ABC1C34;36120;13,8\n19/02/2025;QBB2D45;35990;13,9\n"),
		kind: kind.Receiving, columns: "dataHoraRecebimento veiculo volume umidade",
		rows: []string{
			"dataHoraRecebimento=2025-02-18|veiculo=ABC1C34|volume=36120 kg|umidade=13,8%",
			"dataHoraRecebimento=2025-02-19|veiculo=QBB2D45|volume=35990 kg|umidade=13,9%",
		},
	},
	{
		name: "a driver, who is on every paper of a load",
		file: []byte("Data;Placa;Motorista;Peso (kg)\n18/02/2025;ABC1C34;José da Silva;36120\n19/02/2025;QBB2D45;Maria Souza;35990\n"),
		kind: kind.Receiving, columns: "dataHoraRecebimento veiculo ignorar volume",
		rows: []string{
			"dataHoraRecebimento=2025-02-18|veiculo=ABC1C34|volume=36120 kg",
			"dataHoraRecebimento=2025-02-19|veiculo=QBB2D45|volume=35990 kg",
		},
	},
	{
		name: "the same of an export",
		file: []byte("EMBARQUES\nData;Placa;Motorista;Peso (kg);Porto de destino\n18/03/2025;ABC1C34;José da Silva;36120;Santos\n19/03/2025;QBB2D45;Maria Souza;35990;Santos\n"),
		kind: kind.Shipment, columns: "dataTransporte identificacaoTransporte motoristaComandante volumeTransportado destino",
		rows: []string{
			"dataTransporte=2025-03-18|identificacaoTransporte=ABC1C34|motoristaComandante=José da Silva|volumeTransportado=36120|destino=Santos",
			"dataTransporte=2025-03-19|identificacaoTransporte=QBB2D45|motoristaComandante=Maria Souza|volumeTransportado=35990|destino=Santos",
		},
	},
	{
		name: "dispatches, whose title says so",
		file: []byte("SAÍDA DE GRÃOS\nData;Placa;Peso líq. (kg);Cliente;NF\n18/03/2025;ABC1C34;36.120,5;Exportadora Exemplo;551\n19/03/2025;QBB2D45;35.990,5;Exportadora Exemplo;552\n"),
		kind: kind.Shipment, columns: "dataTransporte identificacaoTransporte volumeTransportado destino ignorar",
		rows: []string{
			"dataTransporte=2025-03-18|identificacaoTransporte=ABC1C34|volumeTransportado=36120.5|destino=Exportadora Exemplo",
			"dataTransporte=2025-03-19|identificacaoTransporte=QBB2D45|volumeTransportado=35990.5|destino=Exportadora Exemplo",
		},
	},
	{
		name: "dispatches, which only a column of destinations tells",
		file: []byte("Data;Placa;Produto;Peso líquido (kg);Destino;NF\n18/03/2025;ABC1C34;Soja;36.120,5;Santos/SP;551\n19/03/2025;QBB2D45;Soja;35.990,5;Santos/SP;552\n"),
		kind: kind.Shipment, columns: "dataTransporte identificacaoTransporte ignorar volumeTransportado destino ignorar",
		rows: []string{
			"dataTransporte=2025-03-18|identificacaoTransporte=ABC1C34|volumeTransportado=36120.5|destino=Santos/SP",
			"dataTransporte=2025-03-19|identificacaoTransporte=QBB2D45|volumeTransportado=35990.5|destino=Santos/SP",
		},
	},
	{
		name: "arrivals, which go to a silo",
		file: []byte("Data;Placa;Produtor;Peso líquido (kg);Umid. %;Destino\n18/02/2025;ABC1C34;Ana Lima;36.120,5;13,8;Silo 3\n19/02/2025;QBB2D45;Rui Sá;35.990,5;14,6;Silo 4\n"),
		kind: kind.Receiving, columns: "dataHoraRecebimento veiculo ignorar volume umidade ignorar",
		rows: []string{
			"dataHoraRecebimento=2025-02-18|veiculo=ABC1C34|volume=36120,5 kg|umidade=13,8%",
			"dataHoraRecebimento=2025-02-19|veiculo=QBB2D45|volume=35990,5 kg|umidade=14,6%",
		},
	},
	{
		name: "harvest in t and alqueires",
		file: []byte("Talhão;Área (alq);Colhido em;Produção (t);Umidade média\nT1;10,5;22/02/2025;90,25;13,5\nT2;8;23/02/2025;71,5;13,9\n"),
		kind: kind.Harvesting, columns: "talhao areaColhida dataColheita quantidadeColhida umidade",
		asks: "1:unidade", answers: "alqueire_paulista",
		rows: []string{
			"talhao=T1|dataColheita=2025-02-22|quantidadeColhida=90250|umidade=13.5|areaColhida=25.41",
			"talhao=T2|dataColheita=2025-02-23|quantidadeColhida=71500|umidade=13.9|areaColhida=19.36",
		},
	},
	{
		name: "doses by area, whose header has the area and whose cells have the unit",
		file: []byte("Dia;Talhão;Produto;Dose/ha;Área (ha);Operador\n12/11/24;T1;Fox Xpro;0,5 L;120;Zé\n20/11/24;T2;Engeo Pleno S;250 ml;80,5;Zé\n05/12/24;T1;Roundup;2,5 L/ha;120;Tonho\n06/12/24;T1;Óleo;3 baldes;120;Tonho\n"),
		kind: kind.InputApplication, columns: "data extra extra dose areaAplicada nomeAplicador",
		rows: []string{
			"data=2024-11-12|dose=0,5 L/ha|areaAplicada=120|nomeAplicador=Zé",
			"data=2024-11-20|dose=250 ml/ha|areaAplicada=80.5|nomeAplicador=Zé",
			"data=2024-12-05|dose=2,5 L/ha|areaAplicada=120|nomeAplicador=Tonho",
			"data=2024-12-06|dose=3 baldes|areaAplicada=120|nomeAplicador=Tonho",
		},
	},
	{
		name: "export invoices",
		file: []byte("NF Exportação;Chave NF-e;Certificado de origem;Fitossanitário;Navio\n77;51250311222333000262550010000000771123456781;456/2025;e-Phyto 1234;MV Cerrado\n"),
		kind: kind.ExportCargo, columns: "ignorar notaFiscalExportacao certificadoOrigem certificadoFitossanitario ignorar",
		rows: []string{"notaFiscalExportacao=51250311222333000262550010000000771123456781|certificadoOrigem=456/2025|certificadoFitossanitario=e-Phyto 1234"},
	},
	{
		name: "classification of samples, whose type is that of soy",
		file: []byte("COOPERATIVA EXEMPLO\nBoletim de classificação - soja\nAmostra;Data;Umidade (%);Impureza (%);Avariados (%);Esverdeados (%);Quebrados (%);Tipo;Classificador\n" +
			"A-001;18/02/2025;13,8;0,9;3,1;1,0;8,2;Padrão básico;Ana Lima\nA-002;19/02/2025;14,6;1,4;9,5;2,2;11,0;Fora de tipo;Ana Lima\nA-003;20/02/2025;13,5;0,8;2,9;0,7;7,9;Padrão básico;Rui Sá\n"),
		kind: kind.StorageQuality, columns: "identificacao ignorar extra extra extra extra extra extra ignorar",
		rows: []string{"identificacao=A-001", "identificacao=A-002", "identificacao=A-003"},
	},
	{
		name: "loads with the type of soy",
		file: []byte("Data;Placa;Peso líquido (kg);Umid. %;Imp. %;Tipo\n18/02/2025;ABC1C34;36.120,5;13,8;0,9;Padrão básico\n19/02/2025;QBB2D45;35.990,5;14,6;1,4;Fora de tipo\n"),
		kind: kind.Receiving, columns: "dataHoraRecebimento veiculo volume umidade impureza ignorar",
		rows: []string{
			"dataHoraRecebimento=2025-02-18|veiculo=ABC1C34|volume=36120,5 kg|umidade=13,8%|impureza=0,9%",
			"dataHoraRecebimento=2025-02-19|veiculo=QBB2D45|volume=35990,5 kg|umidade=14,6%|impureza=1,4%",
		},
	},
	{
		name: "plantings by plot, whose size no field holds",
		file: []byte("Talhão;Cultura;Variedade;Data Plantio;Área (ha);População (pl/ha);Operador\nT-01;Soja;BMX Ônix;15/out/2024;120,5;280.000;Rui Sá\nT-02;Soja;M 6410 IPRO;16 de outubro de 2024;80,25;260.000;Rui Sá\n"),
		kind: kind.Planting, columns: "extra ignorar cultivacaoUtilizada dataPlantio extra ignorar ignorar",
		rows: []string{"cultivacaoUtilizada=BMX Ônix|dataPlantio=2024-10-15", "cultivacaoUtilizada=M 6410 IPRO|dataPlantio=2024-10-16"},
	},
	{
		name: "time sheet with totals by worker",
		file: workbook(page{name: "Ponto", rows: [][]any{
			{"Colaborador", "Setor", "Hs", "Nº recibo"},
			{"Ana Lima", "Campo", 8.0, "R-1"}, {"Ana Lima", "Campo", 7.5, "R-2"}, {"Subtotal Ana Lima", nil, formula(15.5)},
			{"Rui Sá", "Campo", 8.0, "R-3"}, {"Total geral", nil, formula(23.5)},
		}}),
		kind: kind.Labour, columns: "nomeTrabalhador ignorar horas comprovantePagamento",
		rows: []string{"nomeTrabalhador=Ana Lima|horas=8|comprovantePagamento=R-1", "nomeTrabalhador=Ana Lima|horas=7.5|comprovantePagamento=R-2", "nomeTrabalhador=Rui Sá|horas=8|comprovantePagamento=R-3"},
	},
}

func TestLayoutsWithTraps(t *testing.T) { hold(t, "third set", third) }
