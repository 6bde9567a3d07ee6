package guess_test

import "rastro/internal/kind"

// first are the layouts that the guesser was written with.
var first = []layout{
	{
		name: "co-op romaneio, title above, total and signature below",
		file: []byte("COOPERATIVA AGRÍCOLA VALE VERDE;;;;;;;\nRomaneio de entrada de grãos - fevereiro/2025;;;;;;;\n;;;;;;;\n" +
			"Nº Romaneio;Data;Placa;Produtor;Peso Bruto (kg);Tara (kg);Peso Líquido (kg);Umid. %;Imp. %\n" +
			"1001;10/02/2025;ABC1C34;Ana Lima;53.120;17.120;36.000;13,8;0,9\n1002;13/02/2025;QBB2D45;Rui Sá;52.400;17.000;35.400;14,2;1,1\n1003;14/02/2025;ABC1C34;Ana Lima;50.900;17.120;33.780;13,5;0,8\n" +
			";;;TOTAL;156.420;51.240;105.180;;\n\n____________________;;;;;;;;\nResponsável pela balança;;;;;;;;\n"),
		kind:    kind.Receiving,
		columns: "numeroRomaneio dataHoraRecebimento veiculo ignorar ignorar ignorar volume umidade impureza",
		rows: []string{
			"numeroRomaneio=1001|dataHoraRecebimento=2025-02-10|veiculo=ABC1C34|volume=36000 kg|umidade=13,8%|impureza=0,9%",
			"numeroRomaneio=1002|dataHoraRecebimento=2025-02-13|veiculo=QBB2D45|volume=35400 kg|umidade=14,2%|impureza=1,1%",
			"numeroRomaneio=1003|dataHoraRecebimento=2025-02-14|veiculo=ABC1C34|volume=33780 kg|umidade=13,5%|impureza=0,8%",
		},
	},
	{
		name: "weighbridge export, Latin-1, date and time apart",
		file: latin1("Ticket;Placa;Data Entrada;Hora Entrada;Peso Entrada;Data Saída;Hora Saída;Peso Saída;Peso Líquido;Transportadora;Motorista;Observação\n" +
			"000451;HRT-5520;21/03/2025;07:42;48260;21/03/2025;08:15;16340;31920;Trans Sul;João Conceição;\n000452;NJX4A10;21/03/2025;08:03;51900;21/03/2025;08:44;17080;34820;Próprio;José;úmido\n"),
		kind:    kind.Receiving,
		columns: "numeroRomaneio veiculo dataHoraRecebimento parte ignorar ignorar ignorar ignorar volume ignorar ignorar ignorar",
		rows: []string{
			"numeroRomaneio=000451|veiculo=HRT-5520|dataHoraRecebimento=2025-03-21T07:42:00|volume=31920 kg",
			"numeroRomaneio=000452|veiculo=NJX4A10|dataHoraRecebimento=2025-03-21T08:03:00|volume=34820 kg",
		},
	},
	{
		name: "merged header of two rows in a workbook",
		file: workbook(page{name: "Balança", rows: [][]any{
			{"Armazéns Gerais do Cerrado"}, nil,
			{"Data", "Placa", "Lote", "Pesos (kg)", nil, nil, "Classificação (%)", nil},
			{nil, nil, nil, "Bruto", "Tara", "Líquido", "Umidade", "Impurezas"},
			{day(45698), "ABC1C34", "MT25-S-001", 53120.0, 17120.0, formula(36000), 13.8, 0.9},
			{day(45701), "QBB2D45", "MT25-S-002", 52400.0, 17000.0, formula(35400), 14.2, 1.1},
			{"Total geral", nil, nil, 105520.0, 34120.0, formula(71400)},
		}, merged: []string{"A1:H1", "A3:A4", "B3:B4", "C3:C4", "D3:F3", "G3:H3"}}),
		kind:    kind.Receiving,
		columns: "dataHoraRecebimento veiculo loteOrigem ignorar ignorar volume umidade impureza",
		rows: []string{
			"dataHoraRecebimento=2025-02-10|veiculo=ABC1C34|loteOrigem=MT25-S-001|volume=36000 kg|umidade=13,8%|impureza=0,9%",
			"dataHoraRecebimento=2025-02-13|veiculo=QBB2D45|loteOrigem=MT25-S-002|volume=35400 kg|umidade=14,2%|impureza=1,1%",
		},
	},
	{
		name: "US numbers and dates, comma",
		file: []byte("Ticket No,Date In,License Plate,Gross,Tare,Net Weight (kg),Moisture,Foreign Matter,Lot\n" +
			"A-1,02/10/2025,ABC1C34,\"53,120\",\"17,120\",\"36,000\",13.8,0.9,MT25-S-001\nA-2,02/25/2025,QBB2D45,\"52,400\",\"17,000\",\"35,400\",14.25,1.1,MT25-S-002\n"),
		kind:    kind.Receiving,
		columns: "numeroRomaneio dataHoraRecebimento veiculo ignorar ignorar volume umidade impureza loteOrigem",
		rows: []string{
			"numeroRomaneio=A-1|dataHoraRecebimento=2025-02-10|veiculo=ABC1C34|volume=36000 kg|umidade=13,8%|impureza=0,9%|loteOrigem=MT25-S-001",
			"numeroRomaneio=A-2|dataHoraRecebimento=2025-02-25|veiculo=QBB2D45|volume=35400 kg|umidade=14,25%|impureza=1,1%|loteOrigem=MT25-S-002",
		},
	},
	{
		name: "dates that may be two, weights without unit",
		file: []byte("Data\tPlaca\tQuantidade\tUmidade\n05/02/2025\tABC1C34\t600\t13,8\n06/02/2025\tQBB2D45\t590\t14,0\n"),
		kind: kind.Receiving, columns: "dataHoraRecebimento veiculo volume umidade",
		asks: "0:datas 2:unidade", answers: "dma saca",
		rows: []string{
			"dataHoraRecebimento=2025-02-05|veiculo=ABC1C34|volume=600 saca|umidade=13,8%",
			"dataHoraRecebimento=2025-02-06|veiculo=QBB2D45|volume=590 saca|umidade=14%",
		},
	},
	{
		name: "field notebook of sprayings",
		file: []byte("Fazenda Boa Vista - Caderno de campo - Aplicações\n\nData aplicação;Talhão;Produto comercial;Classe;Dose/ha;Área aplicada (ha);Aplicador;Nº receituário;Obs\n" +
			"20/12/2024;T-07;Fox Xpro;Fungicida;0,5 L/ha;120,5;Ana Lima;123456/2024;\n28/12/2024;T-08;Engeo;Inseticida;0,25 L/ha;98;Rui Sá;123457/2024;vento fraco\n"),
		kind:    kind.InputApplication,
		columns: "data extra extra tipo dose areaAplicada nomeAplicador numeroReceituario ignorar",
		rows: []string{
			"data=2024-12-20|tipo=Fungicida|dose=0,5 L/ha|areaAplicada=120.5|nomeAplicador=Ana Lima|numeroReceituario=123456/2024",
			"data=2024-12-28|tipo=Inseticida|dose=0,25 L/ha|areaAplicada=98|nomeAplicador=Rui Sá|numeroReceituario=123457/2024",
		},
	},
	{
		name: "harvest by plot, in sacas, on the second sheet",
		file: workbook(
			page{name: "Capa", rows: [][]any{{"Fazenda Santa Fé"}, {"Safra 2024/25"}}},
			page{name: "Colheita", rows: [][]any{
				{"Talhão", "Variedade", "Data da colheita", "Área (ha)", "Produção (sc)", "Prod. (sc/ha)", "Umidade (%)"},
				{"T-01", "BRS 8381", day(45698), 120.69, 7240.0, formula(59.99), percent(0.14)},
				{"T-02", "BRS 8381", day(45701), 80.0, 4960.5, formula(62), percent(0.135)},
				{"TOTAL", nil, nil, formula(200.69), formula(12200.5), nil, nil},
			}}),
		kind:    kind.Harvesting,
		columns: "talhao ignorar dataColheita areaColhida quantidadeColhida ignorar umidade",
		rows: []string{
			"talhao=T-01|dataColheita=2025-02-10|areaColhida=120.69|quantidadeColhida=434400|umidade=14",
			"talhao=T-02|dataColheita=2025-02-13|areaColhida=80|quantidadeColhida=297630|umidade=13.5",
		},
	},
	{
		name: "list of invoices with keys",
		file: []byte("Relação de notas fiscais;;;;;\nEmissão;Nº NF;Série;Chave de acesso NF-e;CNPJ emitente;Valor total\n" +
			"10/02/2025;12345;1;51250211222333000181550010000123451123456780;11.222.333/0001-81;98.500,00\n27/02/2025;12346;1;51250211222333000181550010000123461123456786;11.222.333/0001-81;101.250,50\n"),
		kind:    kind.Cargo,
		columns: "ignorar ignorar ignorar notaFiscal ignorar ignorar",
		rows: []string{
			"notaFiscal=51250211222333000181550010000123451123456780",
			"notaFiscal=51250211222333000181550010000123461123456786",
		},
	},
	{
		name: "drying control with two-digit years",
		file: []byte("CONTROLE DE SECAGEM\nLote entrada;Lote saída;Data início;Data fim;Secador;Umid. inicial (%);Umid. final (%);Peso entrada (kg);Peso saída (kg);Temp. ar (°C);Operador\n" +
			"L-01;L-01S;08/02/25;09/02/25;SECADOR_VERTICAL;18,5;13,0;36.270;34.100;85;Bruno\nL-02;L-02S;15/02/25;16/02/25;SECADOR_VERTICAL;17,9;13,1;40.000;37.900;85;Bruno\nL-03;L-03S;21/02/25;23/02/25;SECADOR_VERTICAL;17,0;13,2;41.500;39.800;80;Caio\n"),
		kind:    kind.PostHarvest,
		columns: "loteEntrada loteSaida dataInicio dataFim metodoSecagem umidadeEntrada umidadeSaida pesoEntrada pesoSaida temperaturaAr operador",
		rows: []string{
			"loteEntrada=L-01|loteSaida=L-01S|dataInicio=2025-02-08|dataFim=2025-02-09|metodoSecagem=SECADOR_VERTICAL|umidadeEntrada=18.5|umidadeSaida=13|pesoEntrada=36270|pesoSaida=34100|temperaturaAr=85|operador=Bruno",
			"loteEntrada=L-02|loteSaida=L-02S|dataInicio=2025-02-15|dataFim=2025-02-16|metodoSecagem=SECADOR_VERTICAL|umidadeEntrada=17.9|umidadeSaida=13.1|pesoEntrada=40000|pesoSaida=37900|temperaturaAr=85|operador=Bruno",
			"loteEntrada=L-03|loteSaida=L-03S|dataInicio=2025-02-21|dataFim=2025-02-23|metodoSecagem=SECADOR_VERTICAL|umidadeEntrada=17|umidadeSaida=13.2|pesoEntrada=41500|pesoSaida=39800|temperaturaAr=80|operador=Caio",
		},
	},
	{
		name: "hours of workers, header repeated on each page",
		file: []byte("Nome do funcionário,Função,Horas trabalhadas,Treinamentos,Recibo nº\nAna Lima,Tratorista,8,NR-31.7,R-1\nRui Sá,Safrista,\"7,5\",NR-31; NR-35,R-2\nNome do funcionário,Função,Horas trabalhadas,Treinamentos,Recibo nº\nBia Reis,Safrista,8,,R-3\n"),
		kind: kind.Labour, columns: "nomeTrabalhador ignorar horas treinamentos comprovantePagamento",
		rows: []string{
			`nomeTrabalhador=Ana Lima|horas=8|treinamentos=["NR-31.7"]|comprovantePagamento=R-1`,
			`nomeTrabalhador=Rui Sá|horas=7.5|treinamentos=["NR-31","NR-35"]|comprovantePagamento=R-2`,
			`nomeTrabalhador=Bia Reis|horas=8|comprovantePagamento=R-3`,
		},
	},
	{
		name: "planting with Excel counts of days in a text",
		file: []byte("Gleba;Cultivar;Data Plantio;Sementes (kg);Espaçamento\nG1;M 6410;45570;7.200;0,5\nG2;M 6410;45573;6.950;0,45\n"),
		kind: kind.Planting, columns: "extra cultivacaoUtilizada dataPlantio quantidadeSemente ignorar",
		rows: []string{
			"cultivacaoUtilizada=M 6410|dataPlantio=2024-10-05|quantidadeSemente=7200",
			"cultivacaoUtilizada=M 6410|dataPlantio=2024-10-08|quantidadeSemente=6950",
		},
		asks: "3:numeros", answers: "br",
	},
	{
		name: "shipments in English, tonnes",
		file: []byte("Shipment Date;Vessel;Lot No;Quantity (mt);Port of Discharge;Customer\n2025-03-20;MV Cerrado;MT25-S-001;35.8;Rotterdam;Grain BV\n2025-03-28;MV Xingu;MT25-S-002;41.25;Hamburg;Soja GmbH\n"),
		kind: kind.Shipment, columns: "dataTransporte identificacaoTransporte loteOrigem volumeTransportado destino ignorar",
		rows: []string{
			"dataTransporte=2025-03-20|identificacaoTransporte=MV Cerrado|loteOrigem=MT25-S-001|volumeTransportado=35800|destino=Rotterdam",
			"dataTransporte=2025-03-28|identificacaoTransporte=MV Xingu|loteOrigem=MT25-S-002|volumeTransportado=41250|destino=Hamburg",
		},
	},
	{
		name: "pre-shipment inspections",
		file: workbook(page{name: "Inspeções", rows: [][]any{
			{"Agência", "Nº relatório", "Data inspeção", "Lotes", "Resultado", "Não conformidades"},
			{"Inspetora Cerrado", "RI-0318/2025", day(45734), "MT25-S-001; MT25-S-002", "Aprovado", "Não houve"},
			{"Inspetora Cerrado", "RI-0319/2025", day(45735), "MT25-S-003", "Reprovado", "Insetos vivos"},
		}}),
		kind: kind.Inspection, columns: "nomeAgenciaInspetora numeroRelatorioInspecao dataInspecao codigosLote resultadoInspecao naoConformidades",
		rows: []string{
			`nomeAgenciaInspetora=Inspetora Cerrado|numeroRelatorioInspecao=RI-0318/2025|dataInspecao=2025-03-18|codigosLote=["MT25-S-001","MT25-S-002"]|resultadoInspecao=Aprovado|naoConformidades=Não houve`,
			`nomeAgenciaInspetora=Inspetora Cerrado|numeroRelatorioInspecao=RI-0319/2025|dataInspecao=2025-03-19|codigosLote=["MT25-S-003"]|resultadoInspecao=Reprovado|naoConformidades=Insetos vivos`,
		},
	},
	{
		name: "classification of arrivals, repeated names",
		file: []byte("Classificação de cargas\nSeq;Dt receb;Placa cavalo;Peso liq.;Umid;Umid;Impur.;Ardidos;Avariados\n1;11/03/2025 14:20;RAA0B11;41.230;15,0;14,8;1,2;0,5;3,0\n2;13/03/2025 09:05;RAA0B12;40.870;13,9;13,9;0,8;0,2;2,1\n3;15/03/2025 10:00;RAA0B13;39.010;13,2;13,1;0,7;0,1;2,0\n"),
		kind: kind.Receiving, columns: "ignorar dataHoraRecebimento veiculo volume umidade ignorar impureza ignorar ignorar",
		rows: []string{
			"dataHoraRecebimento=2025-03-11T14:20:00|veiculo=RAA0B11|volume=41230 kg|umidade=15%|impureza=1,2%",
			"dataHoraRecebimento=2025-03-13T09:05:00|veiculo=RAA0B12|volume=40870 kg|umidade=13,9%|impureza=0,8%",
			"dataHoraRecebimento=2025-03-15T10:00:00|veiculo=RAA0B13|volume=39010 kg|umidade=13,2%|impureza=0,7%",
		},
	},
	{
		name: "lots, with a cell that became a date and a season",
		file: workbook(page{name: "Lotes", rows: [][]any{
			{"LOTES IDENTIFICADOS"},
			{"Safra", "Código do lote", "Características", "Destino"},
			{"2024/25", "MT25-S-001", "Convencional; Classe amarela", "Armazém Sorriso"},
			{"2024/25", day(45717), "Convencional", "Armazém Sorriso"},
		}}),
		kind: kind.LotIdentification, columns: "safraCodigo codigoLote soja destinoInicial",
		rows: []string{
			`safraCodigo=2024/25|codigoLote=MT25-S-001|soja=["Convencional","Classe amarela"]|destinoInicial=Armazém Sorriso`,
			`safraCodigo=2024/25|soja=["Convencional"]|destinoInicial=Armazém Sorriso`,
		},
		bad: 1,
	},
	{
		name: "groups over columns in a text, quantity with its unit beside it",
		file: []byte("Recebimento;;;Quantidade;;Qualidade;\nData;Placa;Lote;Qtde;Unid.;Umid.;Imp.\n17/02/2025;ABC1C34;L-1;36.000;KG;13,8;0,9\n18/02/2025;ABC1C34;L-2;600;SC;13,9;1,9\n"),
		kind: kind.Receiving, columns: "dataHoraRecebimento veiculo loteOrigem volume parte umidade impureza",
		rows: []string{
			"dataHoraRecebimento=2025-02-17|veiculo=ABC1C34|loteOrigem=L-1|volume=36000 KG|umidade=13,8%|impureza=0,9%",
			"dataHoraRecebimento=2025-02-18|veiculo=ABC1C34|loteOrigem=L-2|volume=600 SC|umidade=13,9%|impureza=1,9%",
		},
	},
	{
		name: "industrial processing",
		file: []byte("Ordem de produção;Data início;Data término;Lote matéria prima;Peso processado (kg);Produto final;Quantidade produzida (kg);Parâmetros\nOP-1;24/02/2025;25/02/2025;MT25-S-001;36.000;Soja padronizada;35.855;fluxo 40 t/h\nOP-2;26/02/2025;27/02/2025;MT25-S-002;30.500,5;Soja padronizada;30.100;fluxo 38 t/h\n"),
		kind: kind.Processing, columns: "ignorar dataInicio dataFim lote volume produtoFinal volumeFinal parametros",
		rows: []string{
			"dataInicio=2025-02-24|dataFim=2025-02-25|lote=MT25-S-001|volume=36000 kg|produtoFinal=Soja padronizada|volumeFinal=35855 kg|parametros=fluxo 40 t/h",
			"dataInicio=2025-02-26|dataFim=2025-02-27|lote=MT25-S-002|volume=30500,5 kg|produtoFinal=Soja padronizada|volumeFinal=30100 kg|parametros=fluxo 38 t/h",
		},
		asks: "6:numeros", answers: "br",
	},
	{
		name: "moisture as fractions, month words, a broken formula",
		file: workbook(page{name: "Recepção", rows: [][]any{
			{"Data recebimento", "Caminhão", "Peso líquido kg", "Umidade"},
			{"10/fev/2025", "ABC1C34", 36000.0, 0.138}, {"11/fev/2025", "ABC1C35", uncomputed{}, 0.142},
		}}),
		kind: kind.Receiving, columns: "dataHoraRecebimento veiculo volume umidade",
		asks: "3:unidade", answers: "fração",
		rows: []string{"dataHoraRecebimento=2025-02-10|veiculo=ABC1C34|volume=36000 kg|umidade=13,8%", "dataHoraRecebimento=2025-02-11|veiculo=ABC1C35|umidade=14,2%"},
		bad:  1,
	},
	{
		name: "silo stock, each value with its unit",
		file: []byte("Controle de armazenagem - Silo 3\nEntrada;Veículo;Lote;Peso;Umidade\n19/02/2025;ABC1C34;MT25-S-001;36,5 t;13,8 %\n20/02/2025;ABC1C35;MT25-S-001;35.900 kg;13,9 %\n"),
		kind: kind.Storage, columns: "dataHoraRecebimento veiculo loteOrigem volume umidade",
		rows: []string{
			"dataHoraRecebimento=2025-02-19|veiculo=ABC1C34|loteOrigem=MT25-S-001|volume=36,5 t|umidade=13,8%",
			"dataHoraRecebimento=2025-02-20|veiculo=ABC1C35|loteOrigem=MT25-S-001|volume=35900 kg|umidade=13,9%",
		},
	},
	{
		name: "customs papers",
		file: []byte("Processo;DU-E;LPCO;Porto de embarque;Porto de destino;Cliente\nP-1;25BR0012345677;E2500012345;Santos (BRSSZ);Roterdã (NLRTM);Grain BV\n"),
		kind: kind.Customs, columns: "ignorar declaracaoExportacao licencasExportacao transporte destino ignorar",
		rows: []string{"declaracaoExportacao=25BR0012345677|licencasExportacao=E2500012345|transporte=Santos (BRSSZ)|destino=Roterdã (NLRTM)"},
	},
	{
		name: "laboratory results, hidden sheet first",
		file: workbook(page{name: "Listas", hidden: true, rows: [][]any{{"Data", "Placa", "Peso líquido"}, {day(45698), "ABC1C34", 1.0}}},
			page{name: "Controle de qualidade", rows: [][]any{
				{"Amostra", "Lote analisado", "Resultado da análise", "Contaminantes"},
				{1.0, "MT25-S-001", "umidade 13,8%; impurezas 0,9%", "Não houve"}, {2.0, "MT25-S-002", "umidade 13,9%", "Não houve"},
			}}),
		kind: kind.StorageQuality, columns: "ignorar identificacao analiseQualidade presencaContaminante",
		rows: []string{
			"identificacao=MT25-S-001|analiseQualidade=umidade 13,8%; impurezas 0,9%|presencaContaminante=Não houve",
			"identificacao=MT25-S-002|analiseQualidade=umidade 13,9%|presencaContaminante=Não houve",
		},
	},
	{
		name: "Spanish scale report with page notes and unnamed total",
		file: []byte("Fecha;Placas;Peso neto (kg);Humedad (%);Lote de origen;Conductor\n10.02.2025;ABC1C34;36000;13,8;L-9;Juan\n22.02.2025;ABC1C35;35000;13,9;L-9;Pedro\n;;71000;;;\nPágina 1 de 1;;;;;\n"),
		kind: kind.Receiving, columns: "dataHoraRecebimento veiculo volume umidade loteOrigem ignorar",
		rows: []string{
			"dataHoraRecebimento=2025-02-10|veiculo=ABC1C34|volume=36000 kg|umidade=13,8%|loteOrigem=L-9",
			"dataHoraRecebimento=2025-02-22|veiculo=ABC1C35|volume=35000 kg|umidade=13,9%|loteOrigem=L-9",
		},
	},
}
