// Package checktest has what the tests of the checks share: the golden harvests, and
// changes that make them wrong.
package checktest

// The golden harvests.
const (
	SoyHarvest    = "DEMO-SOJA-MT-2024-25"
	CoffeeHarvest = "DEMO-CAFE-MG-2025"
)

// RecordChanges are single changes of golden records, and the additional rules that each breaks.
var RecordChanges = []struct {
	Harvest, Prefix, Member string
	Value                   string // JSON; "" takes the member away
	Want                    string
}{
	// Those of the golden harvests' own list that one record shows.
	{SoyHarvest, "/armazenamento/recebimento", "umidade", `"15,2%"`, "UMIDADE_ALTA"},
	{SoyHarvest, "/armazenamento/recebimento", "impureza", `"2%"`, "IMPUREZA_ALTA"},
	{SoyHarvest, "/transporteLogistico/documentacaoCarga", "notaFiscal", `"51250211222333000181550010000123451123456781"`, "IDENTIFICADOR_INVALIDO"},
	{SoyHarvest, "/exportacao/documentacaoAduaneira", "declaracaoExportacao", `"DU-E 25BR0012345677, RUC 4BR112223332MT25S001"`, "RUC_DE_OUTRO_ANO"},
	{SoyHarvest, "/exportacao/documentacaoAduaneira", "declaracaoExportacao", `"DU-E 25BR0012345678, RUC 5BR112223332MT25S001"`, "IDENTIFICADOR_DUVIDOSO"},
	{CoffeeHarvest, "/posColheita/beneficiamento", "pesoSaida", `13000`, "PESO_SAIDA_MAIOR, BALANCO_NAO_FECHA"},
	{SoyHarvest, "/exportacao/inspecaoPreEmbarque", "resultadoInspecao", `"Reprovado"`, "REPROVADO_SEM_MOTIVO"},
	{SoyHarvest, "/cadastroPlanejamento/planoCultivo", "poligono", `[-12.550000,-55.720000,-12.540000,-55.710000]`, "GEO_ORDEM_TROCADA"},

	{SoyHarvest, "/cadastroPlanejamento/planoCultivo", "poligono", `[-55.710000,-12.540000,-55.720000,-12.550000]`, "GEO_CANTOS_TROCADOS"},
	{SoyHarvest, "/cadastroPlanejamento/planoCultivo", "poligono", `[-55.72,-12.55,-55.71,-12.54]`, "GEO_CASAS_INSUFICIENTES"},
	{SoyHarvest, "/cadastroPlanejamento/planoCultivo", "poligono", `[55.720000,12.550000,55.730000,12.560000]`, "GEO_FORA_DO_BRASIL"},
	{SoyHarvest, "/cadastroPlanejamento/planoCultivo", "insumos", `"Semente; CAR MT-5107925-0123456789ABCDEF0123456789ABCDE"`, "IDENTIFICADOR_INVALIDO"},
	{SoyHarvest, "/cadastroPlanejamento/planoCultivo", "insumos", `"Semente; CAR MT-3550308-0123456789ABCDEF0123456789ABCDEF"`, "IDENTIFICADOR_DUVIDOSO"},
	{SoyHarvest, "/cadastroPlanejamento/planoCultivo", "insumos", `"Semente; CNPJ 11.222.333/0001-82"`, "IDENTIFICADOR_INVALIDO"},
	{SoyHarvest, "/cadastroPlanejamento/planoCultivo", "insumos", `"Dessecação com Gramoxone"`, "PRODUTO_PROIBIDO"},
	{SoyHarvest, "/cadastroPlanejamento/planoCultivo", "insumos", `"Semente BMX Foco IPRO"`, "TRANSGENIA_CONTRADITORIA"},
	{SoyHarvest, "/cadastroPlanejamento/planoCultivo", "poligno", `[1]`, "CAMPO_DESCONHECIDO"},

	{SoyHarvest, "/producaoAgricola/plantioManejo", "dataPlantio", `"31/09/2024"`, "DATA_INEXISTENTE"},
	{SoyHarvest, "/producaoAgricola/plantioManejo", "dataPlantio", `"primeira chuva"`, "DATA_ILEGIVEL"},
	{SoyHarvest, "/producaoAgricola/plantioManejo", "dataPlantio", `"out/2024"`, "DATA_IMPRECISA"},
	{SoyHarvest, "/producaoAgricola/plantioManejo", "dataPlantio", `"2042-10-05"`, "DATA_NO_FUTURO"},
	{SoyHarvest, "/producaoAgricola/plantioManejo", "dataPlantio", `"05/10/1924"`, "DATA_MUITO_ANTIGA"},
	{SoyHarvest, "/producaoAgricola/plantioManejo", "areaPlantada", `[-55.72,-12.55,-55.71]`, "GEO_QUANTIDADE_IMPAR"},

	{SoyHarvest, "/producaoAgricola/aplicacaoInsumo", "numeroReceituario", ``, "RECEITUARIO_AUSENTE"},
	{SoyHarvest, "/producaoAgricola/aplicacaoInsumo", "numeroReceituario", `"não se aplica"`, "RECEITUARIO_AUSENTE"},
	{SoyHarvest, "/producaoAgricola/aplicacaoInsumo", "numeroReceituario", `"com o agrônomo"`, "RECEITUARIO_SEM_NUMERO"},
	{SoyHarvest, "/producaoAgricola/aplicacaoInsumo", "dose", `"conforme bula"`, "DOSE_INCOMPLETA"},
	{SoyHarvest, "/producaoAgricola/aplicacaoInsumo", "dose", `"-0,5 L/ha"`, "QUANTIDADE_NEGATIVA"},
	{SoyHarvest, "/producaoAgricola/aplicacaoInsumo", "dose", `"0,5 L/ha, carência a definir"`, "CARENCIA_ILEGIVEL"},
	{SoyHarvest, "/producaoAgricola/aplicacaoInsumo", "tipo", `"herbicida paraquate"`, "PRODUTO_PROIBIDO"},
	{SoyHarvest, "/producaoAgricola/aplicacaoInsumo", "data", `"2024-12-32"`, "DATA_INEXISTENTE"},

	{SoyHarvest, "/producaoAgricola/maoDeObra", "horas", `14`, "JORNADA_LONGA"},
	{SoyHarvest, "/producaoAgricola/maoDeObra", "horas", `220`, "HORAS_SEM_PERIODO"},
	{SoyHarvest, "/producaoAgricola/maoDeObra", "horas", `2200`, "HORAS_IMPOSSIVEIS"},
	{SoyHarvest, "/producaoAgricola/maoDeObra", "treinamentos", `["brigada"]`, "TREINAMENTO_NR31_AUSENTE"},
	{SoyHarvest, "/producaoAgricola/maoDeObra", "comprovantePagamento", `"recibo eSocial 1.2.000000001234567890"`, "IDENTIFICADOR_INVALIDO"},
	{SoyHarvest, "/producaoAgricola/maoDeObra", "comprovantePagamento", `"PIX a Ana, CPF 529.982.247-26"`, "IDENTIFICADOR_INVALIDO"},

	{SoyHarvest, "/colheitaIdentificacaoProducao/colheita", "registroLimpeza", `"30/02/2025 07:30, Ana Lima"`, "DATA_INEXISTENTE_NO_TEXTO"},
	{SoyHarvest, "/colheitaIdentificacaoProducao/colheita", "dataColheita", `"2025-02-30"`, "DATA_INEXISTENTE"},
	{SoyHarvest, "/colheitaIdentificacaoProducao/colheita", "umidade", `"140%"`, "PERCENTUAL_IMPOSSIVEL"},
	{SoyHarvest, "/colheitaIdentificacaoProducao/colheita", "umidade", `1.4`, "UMIDADE_IMPLAUSIVEL"},
	{SoyHarvest, "/colheitaIdentificacaoProducao/colheita", "quantidadeColida", `1`, "CAMPO_DESCONHECIDO"},

	{SoyHarvest, "/colheitaIdentificacaoProducao/identificacaoLote", "codigoLote", `"MT25-SOJA-TALHAO-T07-001"`, "LOTE_LONGO"},
	{SoyHarvest, "/colheitaIdentificacaoProducao/identificacaoLote", "codigoLote", `"lote nº 1"`, "LOTE_FORA_DO_PADRAO"},
	{SoyHarvest, "/colheitaIdentificacaoProducao/identificacaoLote", "soja", `["Convencional","Safra 2024/26"]`, "SAFRA_IMPOSSIVEL"},
	{SoyHarvest, "/colheitaIdentificacaoProducao/identificacaoLote", "soja", `["Convencional","Intacta RR2 PRO"]`, "TRANSGENIA_CONTRADITORIA"},
	{SoyHarvest, "/colheitaIdentificacaoProducao/identificacaoLote", "destinoInicial", `"UK"`, "IDENTIFICADOR_DUVIDOSO"},

	{SoyHarvest, "/posColheita/beneficiamento", "dataFim", `"2025-02-07"`, "FIM_ANTES_DO_INICIO"},
	{SoyHarvest, "/posColheita/beneficiamento", "umidadeSaida", `14.6`, "UMIDADE_ALTA, UMIDADE_SAIDA_MAIOR"},
	{SoyHarvest, "/posColheita/beneficiamento", "umidadeEntrada", `13.2`, "UMIDADE_SAIDA_MAIOR"},
	{SoyHarvest, "/posColheita/beneficiamento", "impurezaSaida", `1.2`, "IMPUREZA_ALTA"},
	{SoyHarvest, "/posColheita/beneficiamento", "pesoSaida", `"36.400 kg"`, "MATERIA_SECA_NAO_FECHA, BALANCO_NAO_FECHA"},
	{SoyHarvest, "/posColheita/beneficiamento", "perdaTecnica", `870`, "BALANCO_NAO_FECHA"},
	{SoyHarvest, "/posColheita/beneficiamento", "residuos", `[{"tipo":"IMPUREZAS","peso":"1.830 kg"}]`, "BALANCO_NAO_FECHA"},
	{SoyHarvest, "/posColheita/beneficiamento", "temperaturaMassa", `72`, "TEMPERATURA_MASSA_ALTA"},
	{SoyHarvest, "/posColheita/beneficiamento", "rendimento", `"93%"`, "RENDIMENTO_DIVERGENTE"},
	{SoyHarvest, "/posColheita/beneficiamento", "rendimento", `"993%"`, "PERCENTUAL_IMPOSSIVEL"},
	{SoyHarvest, "/posColheita/beneficiamento", "loteSaida", `"MT25-S-001-CAMPO"`, "LOTE_SEM_CODIGO_NOVO"},
	{SoyHarvest, "/posColheita/beneficiamento", "defeitos", `"9,4%"`, "CLASSIFICACAO_EXCEDIDA"},
	{SoyHarvest, "/posColheita/beneficiamento", "metodoSecagem", `"na eira"`, "VALOR_FORA_DA_LISTA"},
	{CoffeeHarvest, "/posColheita/beneficiamento", "umidadeSaida", `13.4`, "UMIDADE_ALTA"},
	{CoffeeHarvest, "/posColheita/beneficiamento", "umidadeSaida", `10`, "UMIDADE_FORA_DO_ALVO"},
	{CoffeeHarvest, "/posColheita/beneficiamento", "umidadeSaida", `7`, "UMIDADE_BAIXA"},
	{CoffeeHarvest, "/posColheita/beneficiamento", "temperaturaMassa", `"48 °C"`, "TEMPERATURA_MASSA_ALTA"},
	{CoffeeHarvest, "/posColheita/beneficiamento", "peneiras", `[{"peneira":"17/18","percentual":40},{"peneira":"15/16","percentual":"45%"}]`, "PENEIRAS_NAO_SOMAM_100"},
	{CoffeeHarvest, "/posColheita/beneficiamento", "defeitos", `48`, "TIPO_COB_MELHOR_QUE_OS_DEFEITOS"},
	{CoffeeHarvest, "/posColheita/beneficiamento", "tipoCob", `"Tipo 6"`, "TIPO_COB_PIOR_QUE_OS_DEFEITOS"},
	{CoffeeHarvest, "/posColheita/beneficiamento", "tipoCob", `"2"`, "TIPO_COB_MELHOR_QUE_OS_DEFEITOS"},
	{CoffeeHarvest, "/posColheita/beneficiamento", "bebida", `"gostosa"`, "VALOR_FORA_DA_LISTA"},
	{CoffeeHarvest, "/posColheita/beneficiamento", "pesoEntrada", `12`, "UNIDADES_MISTURADAS"},
	{CoffeeHarvest, "/posColheita/beneficiamento", "observacoes", `"Café de João, CPF 529.982.247-25"`, "CPF_NO_TEXTO"},

	{SoyHarvest, "/transporteLogistico/documentacaoCarga", "notaFiscal", `"51250211222333000181570010000123451123456788"`, "CHAVE_DE_OUTRO_MODELO"},
	{SoyHarvest, "/transporteLogistico/documentacaoCarga", "notaFiscal", `"NF 12345"`, "NOTA_SEM_CHAVE"},
	{SoyHarvest, "/transporteLogistico/documentacaoCarga", "notaFiscal", `"51250211222333000181550010000123451123456780, saída em 02/05/2025"`, "CHAVE_FORA_DO_PERIODO"},
	{SoyHarvest, "/transporteLogistico/documentacaoCarga", "certificadoOrigemLote", `"NIRF 0.000.001-8"`, "IDENTIFICADOR_DUVIDOSO"},
	{SoyHarvest, "/transporteLogistico/documentacaoCarga", "certificadoFitossanitario", `"PTV 9926000123"`, "IDENTIFICADOR_DUVIDOSO"},

	{SoyHarvest, "/armazenamento/recebimento", "dataHoraRecebimento", `"2025-02-10T25:20:00-04:00"`, "DATA_INEXISTENTE"},
	{SoyHarvest, "/armazenamento/recebimento", "volume", `"360.000 kg"`, "VEICULO_ACIMA_DE_60_T"},
	{SoyHarvest, "/armazenamento/recebimento", "volume", `36000`, "QUANTIDADE_SEM_UNIDADE"},
	{SoyHarvest, "/armazenamento/recebimento", "volume", `"-36 t"`, "QUANTIDADE_NEGATIVA"},
	{SoyHarvest, "/armazenamento/recebimento", "veiculo", `"bitrem da cooperativa"`, "VEICULO_SEM_PLACA"},
	{SoyHarvest, "/armazenamento/recebimento", "umidade", `"138%"`, "PERCENTUAL_IMPOSSIVEL"},
	{SoyHarvest, "/armazenamento/recebimento", "umidade", `"1,38%"`, "UMIDADE_IMPLAUSIVEL"},
	{SoyHarvest, "/armazenamento/recebimento", "tipoCafe", `"café em grão"`, "UMIDADE_ALTA"},
	{CoffeeHarvest, "/armazenamento/armazenamento", "volume", `"1.500 t"`, "QUANTIDADE_AMBIGUA"},
	{CoffeeHarvest, "/armazenamento/armazenamento", "impureza", `"-1%"`, "PERCENTUAL_IMPOSSIVEL"},

	{SoyHarvest, "/armazenamento/controleQualidade", "analiseQualidade", `"umidade 15,1%; impurezas 0,9%"`, "UMIDADE_ALTA"},
	{SoyHarvest, "/armazenamento/controleQualidade", "analiseQualidade", `"umidade 13,8%; impurezas 1,9%"`, "IMPUREZA_ALTA"},
	{SoyHarvest, "/armazenamento/controleQualidade", "analiseQualidade", `"umidade 13,8%; esverdeados 9%"`, "CLASSIFICACAO_EXCEDIDA"},
	{CoffeeHarvest, "/armazenamento/controleQualidade", "analiseQualidade", `"umidade 11,5%; 30 defeitos, tipo 4"`, "TIPO_COB_MELHOR_QUE_OS_DEFEITOS"},
	{CoffeeHarvest, "/armazenamento/controleQualidade", "analiseQualidade", `"umidade 13,1%"`, "UMIDADE_ALTA"},

	{SoyHarvest, "/processamento/processamento", "dataFim", `"23/02/2025"`, "FIM_ANTES_DO_INICIO"},
	{SoyHarvest, "/processamento/processamento", "volumeFinal", `"37 t"`, "VOLUME_FINAL_MAIOR"},
	{SoyHarvest, "/processamento/processamento", "volumeFinal", `"farelo 30.000 kg; óleo 7.000 kg"`, "PRODUTOS_SOMAM_MAIS"},
	{SoyHarvest, "/processamento/processamento", "blendagem", `"MT25-S-001 60%; MT25-S-002 30%"`, "BLENDAGEM_NAO_SOMA_100"},
	{SoyHarvest, "/processamento/processamento", "parametros", `"fluxo 40 t/h; umidade 15,5%"`, "UMIDADE_ALTA"},

	{SoyHarvest, "/processamento/controleQualidade", "analiseQualidade", `"mofados 6,5%"`, "CLASSIFICACAO_EXCEDIDA"},
	{CoffeeHarvest, "/processamento/controleQualidade", "analiseQualidade", `"umidade 11,5%; 842 pontos"`, "PONTUACAO_IMPOSSIVEL"},

	{SoyHarvest, "/logisticaExportacao/transporteExportacao", "identificacaoTransporte", `"IMO 9321484"`, "IDENTIFICADOR_INVALIDO"},
	{SoyHarvest, "/logisticaExportacao/transporteExportacao", "identificacaoTransporte", `"navio Boa Viagem"`, "TRANSPORTE_SEM_IDENTIFICACAO"},
	{SoyHarvest, "/logisticaExportacao/transporteExportacao", "volumeTransportado", `35.8`, "VOLUME_TRANSPORTADO_BAIXO"},
	{CoffeeHarvest, "/logisticaExportacao/transporteExportacao", "volumeTransportado", `60000`, "CONTEINER_ACIMA_DO_PESO"},
	{CoffeeHarvest, "/logisticaExportacao/transporteExportacao", "identificacaoTransporte", `"MSCU4567896, TCLU7654320"`, "IDENTIFICADOR_INVALIDO"},

	{SoyHarvest, "/logisticaExportacao/documentacaoCargaExportacao", "notaFiscalExportacao", `"51251311222333000262550010000000771123456781"`, "IDENTIFICADOR_INVALIDO"},
	{CoffeeHarvest, "/logisticaExportacao/documentacaoCargaExportacao", "certificadoOrigem", `"ICO 003/1961/0978"`, "IDENTIFICADOR_DUVIDOSO"},
	{SoyHarvest, "/logisticaExportacao/documentacaoCargaExportacao", "certificadoFitossanitario", `"LPCO I2500012345"`, "LPCO_DE_IMPORTACAO"},

	{SoyHarvest, "/exportacao/documentacaoAduaneira", "declaracaoExportacao", `"Duimp 25BR00123456780"`, "DUIMP_EM_EXPORTACAO"},
	{SoyHarvest, "/exportacao/documentacaoAduaneira", "declaracaoExportacao", `"a registrar"`, "DECLARACAO_SEM_DUE"},
	{SoyHarvest, "/exportacao/documentacaoAduaneira", "licencasExportacao", `"LPCO I2500012345"`, "LPCO_DE_IMPORTACAO"},
	{SoyHarvest, "/exportacao/documentacaoAduaneira", "licencasExportacao", `"LPCO E9900012345"`, "IDENTIFICADOR_INVALIDO"},
	{SoyHarvest, "/exportacao/documentacaoAduaneira", "transporte", `"porto de Santos"`, "MODAL_AUSENTE"},

	{SoyHarvest, "/exportacao/certificadoConformidade", "declaracaoNaoOGM", `"soja transgênica RR"`, "DECLARACAO_CONTRADITORIA"},
	{SoyHarvest, "/exportacao/certificadoConformidade", "declaracaoNaoOGM", `"não OGM, 3% de OGM"`, "OGM_ACIMA_DO_LIMITE"},
	{SoyHarvest, "/exportacao/certificadoConformidade", "comprovantesConformidadeRegulamentacao", `"DDS 25BRAB12CD3456"`, "IDENTIFICADOR_DUVIDOSO"},
	{SoyHarvest, "/exportacao/certificadoConformidade", "certificadosSustentabilidade", `"RTRS, CNPJ 11222333000182"`, "IDENTIFICADOR_INVALIDO"},

	{SoyHarvest, "/exportacao/inspecaoPreEmbarque", "resultadoInspecao", `"Aprovado com ressalva"`, "INSPECAO_COM_RESSALVA"},
	{SoyHarvest, "/exportacao/inspecaoPreEmbarque", "resultadoInspecao", `"visto"`, "RESULTADO_ILEGIVEL"},
	{SoyHarvest, "/exportacao/inspecaoPreEmbarque", "resultadoInspecao", `"em análise"`, "RESULTADO_PENDENTE"},
	{SoyHarvest, "/exportacao/inspecaoPreEmbarque", "dataInspecao", `"18/3/25x"`, "DATA_ILEGIVEL"},
	{SoyHarvest, "/exportacao/inspecaoPreEmbarque", "dadosAnaliseLaboratorial", `"umidade 16%"`, "UMIDADE_ALTA"},

	{SoyHarvest, "/validacao", "dataValidacao", `"2025-02-29"`, "DATA_INEXISTENTE"},
	{SoyHarvest, "/validacao", "validade", `"para sempre"`, "DATA_ILEGIVEL"},
	{SoyHarvest, "/validacao", "pendencias", `["falta o CPF 529.982.247-25"]`, "CPF_NO_TEXTO"},
}
