package harvest_test

import "testing"

func TestMassOfALot(t *testing.T) {
	const lot = `planoCultivo {"cultura":"SOJA"}
		identificacaoLote {"codigoLote":"L-1"}
		`
	runScenarios(t, []scenario{
		{"within the tolerance", lot + `recebimento {"loteOrigem":"L-1","volume":"100.000 kg"}
			processamento {"lote":"L-1","volume":"100.500 kg"}`, ""},
		{"beyond it", lot + `recebimento {"loteOrigem":"L-1","volume":"100.000 kg"}
			processamento {"lote":"L-1","volume":"100.600 kg"}`, "PROCESSADO_ACIMA_DO_RECEBIDO"},
		{"loads are added up", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			recebimento {"loteOrigem":"l-1","volume":"600 sacas"}
			processamento {"lote":"L-1","volume":"72.000 kg"}`, ""},
		{"bags of a crop whose bag is not known", `planoCultivo {"cultura":"ARROZ"}
			identificacaoLote {"codigoLote":"L-1"}
			recebimento {"loteOrigem":"L-1","volume":"100 sacas"}
			processamento {"lote":"L-1","volume":"7.000 kg"}`, ""},
		{"a load that cannot be read", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			recebimento {"loteOrigem":"L-1","volume":"uma carreta"}
			processamento {"lote":"L-1","volume":"72.000 kg"}`, ""},
		{"a load that says about", lot + `recebimento {"loteOrigem":"L-1","volume":"aproximadamente 36 t"}
			processamento {"lote":"L-1","volume":"40.000 kg"}`, ""},
		{"a load that may mean another", lot + `recebimento {"loteOrigem":"L-1","volume":"1.500 t"}
			processamento {"lote":"L-1","volume":"9.000 t"}`, ""},
		{"a load of no lot explains no more than it weighs", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			recebimento {"volume":"1 t"}
			transporteExportacao {"loteOrigem":"L-1","volumeTransportado":90000}`, "EMBARCADO_ACIMA_DO_DISPONIVEL"},
		{"a merge told in a text", lot + `identificacaoLote {"codigoLote":"L-2"}
			recebimento {"loteOrigem":"L-1","volume":"36 t"}
			processamento {"lote":"MIX-1 = L-1 + L-2","volume":"36.000 kg","volumeFinal":"35.855 kg"}
			transporteExportacao {"loteOrigem":"MIX-1","volumeTransportado":90000}`, "EMBARCADO_ACIMA_DO_DISPONIVEL"},
		{"a merge told in the blend", lot + `identificacaoLote {"codigoLote":"L-2"}
			recebimento {"loteOrigem":"L-1","volume":"36 t"}
			processamento {"lote":"MIX-1","blendagem":"MIX-1 = L-1 + L-2","volume":"36.000 kg","volumeFinal":"35.855 kg"}
			transporteExportacao {"loteOrigem":"MIX-1","volumeTransportado":90000}`, "EMBARCADO_ACIMA_DO_DISPONIVEL"},
		{"a merge told in words", lot + `identificacaoLote {"codigoLote":"L-2"}
			processamento {"lote":"lotes L-1 e L-2 unidos no lote MIX-1","volume":"36.000 kg","volumeFinal":"35.855 kg"}
			transporteExportacao {"loteOrigem":"MIX-1","volumeTransportado":35800}`, ""},
		{"dried before it was received: the loss is not in the receipts", lot + `beneficiamento {"loteEntrada":"L-1","loteSaida":"L-1","pesoEntrada":36500,"pesoSaida":36000,"dataFim":"2025-02-09"}
			recebimento {"loteOrigem":"L-1","volume":"36 t","dataHoraRecebimento":"2025-02-10"}
			transporteExportacao {"loteOrigem":"L-1","volumeTransportado":36000}`, ""},
		{"dried after it was received: it is", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t","dataHoraRecebimento":"2025-02-08"}
			beneficiamento {"loteEntrada":"L-1","loteSaida":"L-1","pesoEntrada":36000,"pesoSaida":35000,"dataFim":"2025-02-09"}
			transporteExportacao {"loteOrigem":"L-1","volumeTransportado":36000}`, "EMBARCADO_ACIMA_DO_DISPONIVEL"},
		{"a mass that cannot be", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			transporteExportacao {"loteOrigem":"L-1","volumeTransportado":1.7e308}
			transporteExportacao {"loteOrigem":"L-1","volumeTransportado":1.7e308}`, ""},
		{"a load of no lot", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			recebimento {"volume":"36 t"}
			processamento {"lote":"L-1","volume":"72.000 kg"}`, "PROCESSADO_A_CONFERIR"},
		{"a load of a lot that nobody knows or uses", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			recebimento {"loteOrigem":"L-l","volume":"36 t"}
			recebimento {"loteOrigem":"L-7","volume":"36 t"}
			processamento {"lote":"L-1","volume":"72.000 kg"}`, "PROCESSADO_A_CONFERIR LOTE_DESCONHECIDO"},
		{"bare numbers of one size", lot + `recebimento {"loteOrigem":"L-1","volume":36000}
			processamento {"lote":"L-1","volume":"40000"}`, "PROCESSADO_A_CONFERIR"},
		{"bare numbers of two units, as it seems", lot + `recebimento {"loteOrigem":"L-1","volume":"600"}
			processamento {"lote":"L-1","volume":"36000"}`, ""},
		{"a bare number and kilos", lot + `recebimento {"loteOrigem":"L-1","volume":"600"}
			processamento {"lote":"L-1","volume":"36.000 kg"}`, ""},
		{"bare and not, received", lot + `recebimento {"loteOrigem":"L-1","volume":"600"}
			recebimento {"loteOrigem":"L-1","volume":"6 t"}
			processamento {"lote":"L-1","volume":"36.000 kg"}`, ""},
		{"received in kilos, stored in bare numbers", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			armazenamento {"loteOrigem":"L-1","volume":"36"}
			processamento {"lote":"L-1","volume":"40 t"}`, ""},
		{"stored is received once more, load by load", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			recebimento {"loteOrigem":"L-1","volume":"30 t"}
			armazenamento {"loteOrigem":"L-1","volume":"30.010 kg"}
			processamento {"lote":"L-1","volume":"80 t"}`, "PROCESSADO_ACIMA_DO_RECEBIDO"},
		{"or all at once", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			recebimento {"loteOrigem":"L-1","volume":"30 t"}
			armazenamento {"loteOrigem":"L-1","volume":"66 t"}
			processamento {"lote":"L-1","volume":"80 t"}`, "PROCESSADO_ACIMA_DO_RECEBIDO"},
		{"or came on top, which is not certain", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			armazenamento {"loteOrigem":"L-1","volume":"50 t"}
			processamento {"lote":"L-1","volume":"80 t"}`, "PROCESSADO_A_CONFERIR"},
		{"dried before it was received: there was more of it", lot + `beneficiamento {"loteSaida":"L-1","pesoSaida":100000,"dataFim":"2025-02-01"}
			recebimento {"loteOrigem":"L-1","volume":"36 t","dataHoraRecebimento":"2025-02-02"}
			processamento {"lote":"L-1","volume":"80 t"}`, ""},
		{"dried since: it came on top", lot + `beneficiamento {"loteSaida":"L-1","pesoSaida":50000,"dataInicio":"2025-02-20"}
			recebimento {"loteOrigem":"L-1","volume":"36 t","dataHoraRecebimento":"2025-02-02"}
			processamento {"lote":"L-1","volume":"80 t"}`, "DATAS_A_CONFERIR"},
		{"never received: what drying gave counts", lot + `beneficiamento {"loteSaida":"L-2","pesoSaida":50000}
			processamento {"lote":"L-2","volume":"80 t"}`, "PROCESSADO_ACIMA_DO_RECEBIDO"},
		{"the same grain, processed again", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			processamento {"lote":"L-1","volume":"36 t","volumeFinal":"35,9 t","dataInicio":"2025-03-01","dataFim":"2025-03-02"}
			processamento {"lote":"L-1","volume":"35,9 t","volumeFinal":"35,8 t","dataInicio":"2025-03-03","dataFim":"2025-03-03"}`, ""},
		{"some of it, perhaps", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			processamento {"lote":"L-1","volume":"36 t","volumeFinal":"35,9 t","dataInicio":"2025-03-01","dataFim":"2025-03-02"}
			processamento {"lote":"L-1","volume":"10 t","volumeFinal":"9 t","dataInicio":"2025-03-03","dataFim":"2025-03-03"}`, "PROCESSADO_A_CONFERIR"},
		{"oil is not crushed", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			processamento {"lote":"L-1","volume":"36 t","produtoFinal":"óleo","volumeFinal":"7 t","dataInicio":"2025-03-01","dataFim":"2025-03-02"}
			processamento {"lote":"L-1","volume":"7 t","produtoFinal":"óleo","volumeFinal":"1,3 t","dataInicio":"2025-03-01","dataFim":"2025-03-03"}`, "PROCESSADO_ACIMA_DO_RECEBIDO"},
		{"lots named together are weighed together", lot + `identificacaoLote {"codigoLote":"L-2"}
			recebimento {"loteOrigem":"L-1","volume":"36 t"}
			recebimento {"loteOrigem":"L-2","volume":"36 t"}
			processamento {"lote":"L-1 e L-2","volume":"72 t"}`, ""},
		{"a blend takes of its parts", lot + `identificacaoLote {"codigoLote":"L-2"}
			recebimento {"loteOrigem":"L-1","volume":"36 t"}
			recebimento {"loteOrigem":"L-2","volume":"36 t"}
			processamento {"lote":"MIX-9","volume":"60 t","volumeFinal":"60 t","blendagem":"L-1 70%; L-2 30%"}`, "PROCESSADO_ACIMA_DO_RECEBIDO"},
		{"in kilos too", lot + `identificacaoLote {"codigoLote":"L-2"}
			recebimento {"loteOrigem":"L-1","volume":"36 t"}
			processamento {"lote":"MIX-9","volume":"60 t","volumeFinal":"60 t","blendagem":"L-1 40 t; L-2 20 t"}`, "PROCESSADO_ACIMA_DO_RECEBIDO"},
		{"a blend into one of its parts: how much is not said", lot + `identificacaoLote {"codigoLote":"L-2"}
			recebimento {"loteOrigem":"L-1","volume":"36 t"}
			processamento {"lote":"L-1","volume":"60 t","volumeFinal":"60 t","blendagem":"misturado com soja de terceiros"}`, ""},
		{"others went into it, then it was processed", lot + `identificacaoLote {"codigoLote":"L-2"}
			recebimento {"loteOrigem":"L-1","volume":"36 t"}
			processamento {"lote":"L-1","volume":"60 t","volumeFinal":"60 t","blendagem":"L-1 60%; L-2 40%"}
			processamento {"lote":"L-1","volume":"59 t","volumeFinal":"58 t"}`, ""},
		{"more of a blend is shipped than was made", lot + `identificacaoLote {"codigoLote":"L-2"}
			processamento {"lote":"MIX-9","volume":"60 t","volumeFinal":"60 t","blendagem":"L-1 50%; L-2 50%"}
			transporteExportacao {"loteOrigem":"MIX-9","volumeTransportado":70000}`, "EMBARCADO_ACIMA_DO_DISPONIVEL"},
		{"two legs of one way", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			transporteExportacao {"loteOrigem":"L-1","volumeTransportado":36000,"identificacaoTransporte":"ABC1C34"}
			transporteExportacao {"loteOrigem":"L-1","volumeTransportado":36000,"identificacaoTransporte":"IMO 9321483"}`, ""},
		{"two ships", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			transporteExportacao {"loteOrigem":"L-1","volumeTransportado":36000,"identificacaoTransporte":"IMO 9321483"}
			transporteExportacao {"loteOrigem":"L-1","volumeTransportado":36000,"identificacaoTransporte":"IMO 9321483"}`, "EMBARCADO_ACIMA_DO_DISPONIVEL"},
		{"two flights", lot + `recebimento {"loteOrigem":"L-1","volume":"600 kg"}
			transporteExportacao {"loteOrigem":"L-1","volumeTransportado":600,"identificacaoTransporte":"via aérea"}
			transporteExportacao {"loteOrigem":"L-1","volumeTransportado":600,"identificacaoTransporte":"avião"}`, "EMBARCADO_ACIMA_DO_DISPONIVEL"},
		{"a plant that does not say what it gave", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			processamento {"lote":"L-1","volume":"36 t"}
			transporteExportacao {"loteOrigem":"L-1","volumeTransportado":60000}`, ""},
		{"what the product became is not it", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			processamento {"lote":"L-1","volume":"36 t","produtoFinal":"farelo, lote F-1","volumeFinal":"27 t"}
			transporteExportacao {"loteOrigem":"F-1","volumeTransportado":30000}`, "EMBARCADO_ACIMA_DO_DISPONIVEL"},
		{"dried into another lot, it is gone", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			beneficiamento {"loteEntrada":"L-1","loteSaida":"L-2","pesoEntrada":30000,"pesoSaida":29500}
			transporteExportacao {"loteOrigem":"L-1","volumeTransportado":20000}`, "EMBARCADO_ACIMA_DO_DISPONIVEL"},
		{"more was dried than there was", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			beneficiamento {"loteEntrada":"L-1","loteSaida":"L-2","pesoEntrada":50000,"pesoSaida":49500}`, "PROCESSADO_A_CONFERIR"},
		{"dried under its own name, it is lighter", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t"}
			beneficiamento {"loteEntrada":"L-1","loteSaida":"L-1","pesoEntrada":36000,"pesoSaida":30000}
			transporteExportacao {"loteOrigem":"L-1","volumeTransportado":34000}`, "EMBARCADO_ACIMA_DO_DISPONIVEL"},
		{"another lot was dried into it", lot + `identificacaoLote {"codigoLote":"L-2"}
			recebimento {"loteOrigem":"L-1","volume":"10 t"}
			beneficiamento {"loteEntrada":"L-1, L-2","loteSaida":"L-1","pesoSaida":40000}
			transporteExportacao {"loteOrigem":"L-1","volumeTransportado":40000}`, ""},
		{"a blend that does not say what it gave is what went in", lot + `identificacaoLote {"codigoLote":"L-2"}
			processamento {"lote":"MIX-9","volume":"60 t","blendagem":"L-1 50%; L-2 50%"}
			transporteExportacao {"loteOrigem":"MIX-9","volumeTransportado":70000}`, "EMBARCADO_ACIMA_DO_DISPONIVEL"},
		{"lost in months of storage", lot + `recebimento {"loteOrigem":"L-1","volume":"36 t","dataHoraRecebimento":"2025-02-10"}
			transporteExportacao {"loteOrigem":"L-1","volumeTransportado":35100,"dataTransporte":"2025-10-10","identificacaoTransporte":"navio"}`, ""},
	})
}

func TestMassOfAllAndYields(t *testing.T) {
	const soy, coffee = `planoCultivo {"cultura":"SOJA"}
		`, `planoCultivo {"cultura":"CAFE","poligono":[-45.4512,-21.3605,-45.4494,-21.3588]}
		`
	runScenarios(t, []scenario{
		{"more than was harvested", `colheita {"quantidadeColhida":30000}
			recebimento {"volume":"20 t"}
			recebimento {"volume":"20 t"}`, "SAIDA_ACIMA_DA_COLHEITA"},
		{"a harvest that does not say how much", `colheita {"quantidadeColhida":30000}
			colheita {}
			recebimento {"volume":"40 t"}`, ""},
		{"shipped more than was harvested", `identificacaoLote {"codigoLote":"L-1"}
			colheita {"quantidadeColhida":30000}
			transporteExportacao {"loteOrigem":"L-1","volumeTransportado":40000}`, "SAIDA_ACIMA_DA_COLHEITA"},
		{"dried twice is not more", `identificacaoLote {"codigoLote":"L-1"}
			colheita {"quantidadeColhida":30000}
			beneficiamento {"loteEntrada":"L-1","loteSaida":"L-2","pesoEntrada":30000}
			beneficiamento {"loteEntrada":"L-2","loteSaida":"L-3","pesoEntrada":29000}`, ""},
		{"what came of elsewhere is not of here", `colheita {"quantidadeColhida":30000}
			beneficiamento {"loteEntrada":"X-1","loteSaida":"L-2","pesoEntrada":90000}
			recebimento {"loteOrigem":"L-2","volume":"90 t"}`, "LOTE_DESCONHECIDO"},
		{"exactly six tonnes", soy + `colheita {"quantidadeColhida":600000,"areaColhida":100}`, ""},
		{"a little more", soy + `colheita {"quantidadeColhida":601000,"areaColhida":100}`, "PRODUTIVIDADE_ALTA"},
		{"nine and more", soy + `colheita {"quantidadeColhida":901000,"areaColhida":100}`, "PRODUTIVIDADE_IMPOSSIVEL"},
		{"maize yields that", `planoCultivo {"cultura":"MILHO"}
			colheita {"quantidadeColhida":901000,"areaColhida":100}`, ""},
		{"on the plots: some may not be on record", `planoCultivo {"cultura":"SOJA","poligono":[-55.72,-12.55,-55.71,-12.54]}
			colheita {"quantidadeColhida":2000000}`, "PRODUTIVIDADE_ALTA"},
		{"a plot without a place: no area is known", `planoCultivo {"cultura":"SOJA","poligono":[-55.72,-12.55,-55.71,-12.54]}
			planoCultivo {}
			colheita {"quantidadeColhida":2000000}`, ""},
		{"the plantings are larger", `planoCultivo {"cultura":"SOJA","poligono":[-55.72,-12.55,-55.71,-12.54]}
			plantioManejo {"areaPlantada":[-55.73,-12.56,-55.70,-12.53]}
			aplicacaoInsumo {"tipo":"Fungicida","areaAplicada":1000}`, ""},
		{"coffee is weighed as it is picked", coffee + `colheita {"quantidadeColhida":80000,"areaColhida":3.5}`, ""},
		{"dried, it would be too much", coffee + `identificacaoLote {"codigoLote":"C-1"}
			colheita {"quantidadeColhida":80000,"areaColhida":3.5}
			beneficiamento {"loteEntrada":"C-1","loteSaida":"C-2","produtoEntrada":"café em coco"}`, "PRODUTIVIDADE_ALTA"},
		{"in two forms: the lighter counts", coffee + `identificacaoLote {"codigoLote":"C-1"}
			colheita {"quantidadeColhida":80000,"areaColhida":3.5}
			beneficiamento {"loteEntrada":"C-1","loteSaida":"C-2","produtoEntrada":"café em coco"}
			beneficiamento {"loteEntrada":"C-1","loteSaida":"C-3","produtoEntrada":"cereja"}`, ""},
		{"too much green coffee for the plot", coffee + `identificacaoLote {"codigoLote":"C-1"}
			beneficiamento {"loteEntrada":"C-1","loteSaida":"C-2","produtoEntrada":"cereja","produtoSaida":"café verde","pesoSaida":60000}`, "PRODUTIVIDADE_ALTA"},
		{"sorted twice it is not twice as much", coffee + `identificacaoLote {"codigoLote":"C-1"}
			beneficiamento {"loteEntrada":"C-1","loteSaida":"C-2","produtoEntrada":"pergaminho","produtoSaida":"café verde","pesoSaida":15000}
			beneficiamento {"loteEntrada":"C-2","loteSaida":"C-3","produtoEntrada":"café verde","produtoSaida":"café verde","pesoSaida":14900}`, ""},
		{"oil and meal in one text", soy + `identificacaoLote {"codigoLote":"L-1"}
			processamento {"lote":"L-1","volume":"100 t","produtoFinal":"derivados","volumeFinal":"óleo 19 t; farelo 78 t"}`, ""},
		{"too much oil in it", soy + `identificacaoLote {"codigoLote":"L-1"}
			processamento {"lote":"L-1","volume":"100 t","produtoFinal":"derivados","volumeFinal":"óleo 30 t; farelo 68 t"}`, "RENDIMENTO_INDUSTRIAL_ALTO"},
		{"hulls and soluble coffee have theirs", coffee + `identificacaoLote {"codigoLote":"L-1"}
			processamento {"lote":"L-1","volume":"100 t","produtoFinal":"café solúvel","volumeFinal":"20 t"}`, "RENDIMENTO_INDUSTRIAL_BAIXO"},
		{"oil of coffee is not on the table", coffee + `identificacaoLote {"codigoLote":"L-1"}
			processamento {"lote":"L-1","volume":"100 t","produtoFinal":"óleo de café","volumeFinal":"20 t"}`, ""},
		{"which product it is, is not said", soy + `identificacaoLote {"codigoLote":"L-1"}
			processamento {"lote":"L-1","volume":"100 t","produtoFinal":"óleo e farelo","volumeFinal":"97 t"}`, ""},
		{"seed on a drawn plot", soy + `plantioManejo {"quantidadeSemente":2000,"areaPlantada":[[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.54],[-55.72,-12.54]]}`, "SEMENTE_FORA_DA_FAIXA"},
		{"on a rectangle around it", soy + `plantioManejo {"quantidadeSemente":2000,"areaPlantada":[-55.72,-12.55,-55.71,-12.54]}`, ""},
	})
}
