package harvest_test

import "testing"

func TestLotsOfAHarvest(t *testing.T) {
	runScenarios(t, []scenario{
		{"spellings of one lot", `
			identificacaoLote {"codigoLote":" mt25-s-001 "}
			recebimento {"loteOrigem":"MT25-S-001"}
			armazenamento {"loteOrigem":"Lote MT25-s-001"}
			processamento {"lote":"lotes MT25-S-001"}
			transporteExportacao {"loteOrigem":"MT25-S-001."}`, "LOTE_DESCONHECIDO"}, // the full stop belongs to the name
		{"a number is a lot", `
			identificacaoLote {"codigoLote":"Lote 12"}
			recebimento {"loteOrigem":"12"}
			recebimento {"loteOrigem":"lote 13"}`, "LOTE_DESCONHECIDO"},
		{"words are none", `
			recebimento {"loteOrigem":"lotes diversos"}
			recebimento {"loteOrigem":"soja da fazenda"}
			recebimento {"loteOrigem":"não se aplica"}
			recebimento {"loteOrigem":""}
			recebimento {"loteOrigem":null}
			recebimento {"loteOrigem":["A-1"]}`, ""},
		{"a phrase with a known lot in it", `
			identificacaoLote {"codigoLote":"A-1"}
			recebimento {"loteOrigem":"A-1 do talhão 7"}`, ""},
		{"a phrase with two", `
			identificacaoLote {"codigoLote":"A-1"}
			identificacaoLote {"codigoLote":"A-2"}
			recebimento {"loteOrigem":"A-1 misturado a A-2"}`, ""},
		{"accents are of the name", `
			identificacaoLote {"codigoLote":"Café-01"}
			recebimento {"loteOrigem":"CAFÉ-01"}
			recebimento {"loteOrigem":"CAFE-01"}`, "LOTE_DESCONHECIDO"},
		{"a name that is far too long", `
			recebimento {"loteOrigem":"A1AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}`, ""},
		{"what drying gave is known", `
			identificacaoLote {"codigoLote":"A-1"}
			beneficiamento {"loteEntrada":"A-1","loteSaida":"B-1"}
			recebimento {"loteOrigem":"B-1"}`, ""},
		{"what a blend made is known", `
			identificacaoLote {"codigoLote":"A-1"}
			identificacaoLote {"codigoLote":"A-2"}
			processamento {"lote":"MIX-1","blendagem":"A-1 60%; A-2 40%"}
			transporteExportacao {"loteOrigem":"MIX-1"}`, ""},
		{"the parts of a blend must be", `
			identificacaoLote {"codigoLote":"A-1"}
			processamento {"lote":"MIX-1","blendagem":"A-1 60%; A-2 40%"}`, "LOTE_DESCONHECIDO"},
		{"what was made of a lot is known by its name", `
			identificacaoLote {"codigoLote":"A-1"}
			processamento {"lote":"A-1","produtoFinal":"óleo, lote OL-1 e lote OL-2"}
			transporteExportacao {"loteOrigem":"OL-2"}`, ""},
		{"identified twice in one record", `identificacaoLote {"codigoLote":"A-1, a-1"}`, ""},
		{"identified three times", `
			identificacaoLote {"codigoLote":"A-1"}
			identificacaoLote {"codigoLote":"A-1"}
			identificacaoLote {"codigoLote":"A-1"}`, "LOTE_IDENTIFICADO_DUAS_VEZES"},
		{"a circle of three", `
			beneficiamento {"loteEntrada":"A-1","loteSaida":"B-1"}
			beneficiamento {"loteEntrada":"B-1","loteSaida":"C-1"}
			beneficiamento {"loteEntrada":"C-1","loteSaida":"A-1"}`, "LOTES_EM_CICLO"},
		{"two circles", `
			beneficiamento {"loteEntrada":"A-1","loteSaida":"B-1"}
			beneficiamento {"loteEntrada":"B-1","loteSaida":"A-1"}
			beneficiamento {"loteEntrada":"C-1","loteSaida":"D-1"}
			beneficiamento {"loteEntrada":"D-1","loteSaida":"C-1"}`, "LOTES_EM_CICLO LOTES_EM_CICLO"},
		{"a circle through a blend", `
			identificacaoLote {"codigoLote":"A-2"}
			beneficiamento {"loteEntrada":"MIX-1","loteSaida":"A-1"}
			processamento {"lote":"MIX-1","blendagem":"A-1 60%; A-2 40%"}`, "LOTES_EM_CICLO"},
		{"a lot that keeps its name is none", `
			identificacaoLote {"codigoLote":"A-1"}
			identificacaoLote {"codigoLote":"A-2"}
			beneficiamento {"loteEntrada":"A-1, A-2","loteSaida":"A-1"}`, ""},
		{"many in and many out are none", `
			identificacaoLote {"codigoLote":"A-1, A-2, A-3"}
			beneficiamento {"loteEntrada":"A-1, A-2, A-3","loteSaida":"B-1, B-2, B-3"}`, ""},
	})
}

func TestCustodyAndClaims(t *testing.T) {
	const lots = `identificacaoLote {"codigoLote":"A-1"}
		identificacaoLote {"codigoLote":"A-2"}
		`
	runScenarios(t, []scenario{
		{"stricter than its origin", lots + `
			beneficiamento {"loteEntrada":"A-1","loteSaida":"B-1","modeloCadeiaCustodia":"mistura controlada"}
			beneficiamento {"loteEntrada":"B-1","loteSaida":"C-1","modeloCadeiaCustodia":"identidade preservada"}`, "CUSTODIA_ACIMA_DA_ORIGEM"},
		{"one loose part is enough", lots + `
			beneficiamento {"loteEntrada":"A-1","loteSaida":"B-1","modeloCadeiaCustodia":"SEGREGADO"}
			beneficiamento {"loteEntrada":"A-2","loteSaida":"B-2","modeloCadeiaCustodia":"BALANCO_MASSA"}
			beneficiamento {"loteEntrada":"B-1, B-2","loteSaida":"C-1","modeloCadeiaCustodia":"SEGREGADO"}`, "CUSTODIA_ACIMA_DA_ORIGEM"},
		{"an origin that says nothing", lots + `
			beneficiamento {"loteEntrada":"A-1","loteSaida":"B-1"}
			beneficiamento {"loteEntrada":"B-1","loteSaida":"C-1","modeloCadeiaCustodia":"SEGREGADO"}`, ""},
		{"not certified, and what was made of it is", lots + `
			recebimento {"loteOrigem":"A-1","tipoCafe":"não certificado"}
			beneficiamento {"loteEntrada":"A-1","loteSaida":"B-1"}
			armazenamento {"loteOrigem":"B-1","tipoCafe":"certificado"}`, "ALEGACAO_ACIMA_DA_ORIGEM"},
		{"by mass balance it may be", lots + `
			recebimento {"loteOrigem":"A-1","tipoCafe":"não certificado"}
			beneficiamento {"loteEntrada":"A-1","loteSaida":"B-1","modeloCadeiaCustodia":"balanço de massa"}
			armazenamento {"loteOrigem":"B-1","tipoCafe":"certificado"}`, ""},
		{"organic is organic for good", lots + `
			recebimento {"loteOrigem":"A-1","tipoCafe":"convencional"}
			recebimento {"loteOrigem":"A-2","tipoCafe":"orgânico"}
			beneficiamento {"loteEntrada":"A-1, A-2","loteSaida":"B-1","modeloCadeiaCustodia":"balanço de massa"}
			armazenamento {"loteOrigem":"B-1","tipoCafe":"orgânico"}`, "ALEGACAO_ACIMA_DA_ORIGEM"},
		{"both at once say nothing", lots + `
			recebimento {"loteOrigem":"A-1","tipoCafe":"convencional e orgânico"}
			armazenamento {"loteOrigem":"A-1","tipoCafe":"orgânico"}`, ""},
		{"modified, and declared not to be, by a lot that was shipped", lots + `
			identificacaoLote {"codigoLote":"A-3","soja":["transgênica"]}
			beneficiamento {"loteEntrada":"A-3","loteSaida":"B-3"}
			transporteExportacao {"loteOrigem":"B-3"}
			certificadoConformidade {"declaracaoNaoOGM":"non-GMO"}`, "NAO_OGM_CONTRADITO"},
		{"by one that was not", lots + `
			identificacaoLote {"codigoLote":"A-3","soja":["transgênica"]}
			transporteExportacao {"loteOrigem":"A-1"}
			certificadoConformidade {"declaracaoNaoOGM":"non-GMO"}`, ""},
		{"one plan is, another says nothing", `
			planoCultivo {"soja":"Intacta RR2"}
			planoCultivo {"soja":"convencional"}
			certificadoConformidade {"declaracaoNaoOGM":"não transgênico"}`, ""},
		{"one planting says it is not", `
			planoCultivo {"soja":"Intacta RR2"}
			plantioManejo {"cultivacaoUtilizada":"soja não transgênica"}
			certificadoConformidade {"declaracaoNaoOGM":"não transgênico"}`, ""},
		{"coffee is never modified", `
			planoCultivo {"cultura":"CAFE","soja":"transgênica"}
			certificadoConformidade {"declaracaoNaoOGM":"não OGM"}`, ""},
	})
}

func TestDocumentsPeopleAndPlots(t *testing.T) {
	const key, other = "51250211222333000181550010000123451123456780", "51250311222333000262550010000000771123456781"
	runScenarios(t, []scenario{
		{"one invoice, one lot, two records", `
			documentacaoCarga {"notaFiscal":"` + key + `","declaracaoSegregacao":"lote A-1"}
			documentacaoCarga {"notaFiscal":"` + key + `","declaracaoSegregacao":"lote A-1"}`, ""},
		{"lots in common", `
			documentacaoCarga {"notaFiscal":"` + key + `","declaracaoSegregacao":"lotes A-1 e A-2"}
			documentacaoCarga {"notaFiscal":"` + key + `","certificadoOrigemLote":"origem do lote A-2"}`, ""},
		{"one does not say its lot", `
			documentacaoCarga {"notaFiscal":"` + key + `"}
			documentacaoCarga {"notaFiscal":"` + key + `","declaracaoSegregacao":"lote A-1"}`, ""},
		{"inland and for export", `
			documentacaoCarga {"notaFiscal":"` + key + `"}
			documentacaoCargaExportacao {"notaFiscalExportacao":"` + key + `"}`, ""},
		{"twice in one record", `documentacaoCarga {"notaFiscal":"` + key + ` e ` + key + `"}`, ""},
		{"a bill of carriage is not an invoice", `
			documentacaoCarga {"notaFiscal":"51250211222333000181570010000123451123456788"}
			documentacaoCarga {"notaFiscal":"51250211222333000181570010000123451123456788"}`, ""},
		{"a key that does not check", `
			documentacaoCarga {"notaFiscal":"51250211222333000181550010000123451123456781"}
			documentacaoCarga {"notaFiscal":"51250211222333000181550010000123451123456781"}`, ""},
		{"the exporter of an invoice that only has a number", `
			documentacaoAduaneira {"declaracaoExportacao":"RUC 5BR998887772MT25S001"}
			documentacaoCargaExportacao {"notaFiscalExportacao":"` + other + `"}
			documentacaoCargaExportacao {"notaFiscalExportacao":"77"}`, ""},
		{"a person's reference", `
			documentacaoAduaneira {"declaracaoExportacao":"RUC 5BR529982247252CAFE01"}
			documentacaoCargaExportacao {"notaFiscalExportacao":"` + other + `"}`, "RUC_SEM_NOTA_DO_EXPORTADOR"},
		{"and invoice", `
			documentacaoAduaneira {"declaracaoExportacao":"RUC 5BR529982247252CAFE01"}
			documentacaoCargaExportacao {"notaFiscalExportacao":"31250600052998224725559200000000171987654320"}`, ""},
		{"one report of two agencies", `
			identificacaoLote {"codigoLote":"A-1, A-2"}
			inspecaoPreEmbarque {"nomeAgenciaInspetora":"Alfa","numeroRelatorioInspecao":"1","dataInspecao":"2025-03-01","codigosLote":["A-1"]}
			inspecaoPreEmbarque {"nomeAgenciaInspetora":"Beta","numeroRelatorioInspecao":"1","dataInspecao":"2025-03-02","codigosLote":["A-2"]}`, ""},
		{"one report, two results", `
			identificacaoLote {"codigoLote":"A-1, A-2"}
			inspecaoPreEmbarque {"numeroRelatorioInspecao":"RI 1","resultadoInspecao":"Aprovado","codigosLote":["A-1"]}
			inspecaoPreEmbarque {"numeroRelatorioInspecao":"ri 1","resultadoInspecao":"Reprovado","codigosLote":["A-2"]}`, "RELATORIO_EM_LOTES_DIFERENTES"},
		{"refused, then passed, then shipped", `
			identificacaoLote {"codigoLote":"A-1"}
			inspecaoPreEmbarque {"resultadoInspecao":"Reprovado","dataInspecao":"2025-03-01","codigosLote":["A-1"]}
			inspecaoPreEmbarque {"resultadoInspecao":"Aprovado com ressalvas","dataInspecao":"2025-03-02","codigosLote":["A-1"]}
			transporteExportacao {"loteOrigem":"A-1","dataTransporte":"2025-03-05"}`, ""},
		{"passed, then refused, then shipped", `
			identificacaoLote {"codigoLote":"A-1"}
			inspecaoPreEmbarque {"resultadoInspecao":"Aprovado","dataInspecao":"2025-03-01","codigosLote":["A-1"]}
			inspecaoPreEmbarque {"resultadoInspecao":"Reprovado","dataInspecao":"2025-03-02","codigosLote":["A-1"]}
			transporteExportacao {"loteOrigem":"A-1","dataTransporte":"2025-03-05"}`, "EMBARQUE_APOS_REPROVACAO"},
		{"refused twice is told once", `
			identificacaoLote {"codigoLote":"A-1"}
			inspecaoPreEmbarque {"resultadoInspecao":"Reprovado","dataInspecao":"2025-03-01","codigosLote":["A-1"]}
			inspecaoPreEmbarque {"resultadoInspecao":"Reprovado","dataInspecao":"2025-03-02","codigosLote":["A-1"]}
			transporteExportacao {"loteOrigem":"A-1","dataTransporte":"2025-03-05"}`, "EMBARQUE_APOS_REPROVACAO"},
		{"passed on a day that is not said", `
			identificacaoLote {"codigoLote":"A-1"}
			inspecaoPreEmbarque {"resultadoInspecao":"Reprovado","dataInspecao":"2025-03-01","codigosLote":["A-1"]}
			inspecaoPreEmbarque {"resultadoInspecao":"Aprovado","codigosLote":["A-1"]}
			transporteExportacao {"loteOrigem":"A-1","dataTransporte":"2025-03-05"}`, ""},
		{"gone before it was refused", `
			identificacaoLote {"codigoLote":"A-1"}
			inspecaoPreEmbarque {"resultadoInspecao":"Reprovado","dataInspecao":"2025-03-02","codigosLote":["A-1"]}
			transporteExportacao {"loteOrigem":"A-1","dataTransporte":"2025-03-01"}`, ""},
		{"refused on a day that is not said", `
			identificacaoLote {"codigoLote":"A-1"}
			inspecaoPreEmbarque {"resultadoInspecao":"Reprovado","codigosLote":["A-1"]}
			transporteExportacao {"loteOrigem":"A-1","dataTransporte":"2025-03-01"}`, "EMBARQUE_DE_LOTE_REPROVADO"},
		{"trained under a longer name, and an initial", `
			aplicacaoInsumo {"tipo":"Herbicida","nomeAplicador":"José A. Souza e Maria"}
			maoDeObra {"nomeTrabalhador":"José Antônio de Souza Neto","treinamentos":["NR31"]}
			maoDeObra {"nomeTrabalhador":"Maria Prado","treinamentos":["treinamento NR-31.7 em 2024"]}`, ""},
		{"two, of whom one is not", `
			aplicacaoInsumo {"tipo":"Herbicida","nomeAplicador":"José Souza; Pedro Dias"}
			maoDeObra {"nomeTrabalhador":"José Souza","treinamentos":["NR31"]}
			maoDeObra {"nomeTrabalhador":"Pedro Dias","treinamentos":["NR-35"]}`, "APLICADOR_SEM_NR31"},
		{"one person, told once", `
			aplicacaoInsumo {"tipo":"Herbicida","nomeAplicador":"Pedro Dias"}
			aplicacaoInsumo {"tipo":"Fungicida","nomeAplicador":"pedro dias"}`, "APLICADOR_SEM_NR31"},
		{"fertiliser needs no training", `aplicacaoInsumo {"tipo":"Fertilizante NPK","nomeAplicador":"Pedro Dias"}`, ""},
		{"a plot of 4 ha as a point", `
			planoCultivo {"poligono":[-45.4503,-21.3597]}
			colheita {"areaColhida":4.03}
			transporteExportacao {"destino":"Alemanha"}`, ""},
		{"two points for nine", `
			planoCultivo {"poligono":[-45.4503,-21.3597]}
			planoCultivo {"poligono":[-45.5503,-21.3597]}
			aplicacaoInsumo {"tipo":"Adubo","areaAplicada":9}
			transporteExportacao {"destino":"porto de Roterdã"}`, "TALHAO_GRANDE_COMO_PONTO"},
		{"the planting says where", `
			planoCultivo {}
			plantioManejo {"areaPlantada":[-45.4503,-21.3597]}
			documentacaoAduaneira {"destino":"União Europeia"}`, ""},
		{"numbers that are no place", `
			planoCultivo {"poligono":[1,2,3]}
			documentacaoAduaneira {"destino":"BRSSZ a NLRTM"}`, "TALHAO_SEM_LOCALIZACAO"},
		{"planted before the day", `
			plantioManejo {"dataPlantio":"2020-12-31"}
			transporteExportacao {"destino":"ITTRS"}`, ""},
		{"the day after, and no evidence", `
			plantioManejo {"dataPlantio":"2021-01-01"}
			certificadoConformidade {"certificadosSustentabilidade":"não se aplica"}
			transporteExportacao {"destino":"ITTRS"}`, "SEM_PROVA_DE_CONFORMIDADE"},
		{"codes that do not say their years", `planoCultivo {}`, ""},
	})
}
