package audit_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"rastro/internal/audit"
	"rastro/internal/demo"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// The golden harvests.
const (
	soyHarvest    = "DEMO-SOJA-MT-2024-25"
	coffeeHarvest = "DEMO-CAFE-MG-2025"
)

// changes are single changes of golden records, and the rules that each makes
// speak beyond what they say of the record as it is.
var changes = []struct {
	harvest, prefix, member string
	value                   string // JSON; "" takes the member away
	want                    string
}{
	// Those of the golden harvests' own list that one record shows.
	{soyHarvest, "/armazenamento/recebimento", "umidade", `"15,2%"`, "UMIDADE_ALTA"},
	{soyHarvest, "/armazenamento/recebimento", "impureza", `"2%"`, "IMPUREZA_ALTA"},
	{soyHarvest, "/transporteLogistico/documentacaoCarga", "notaFiscal", `"51250211222333000181550010000123451123456781"`, "IDENTIFICADOR_INVALIDO"},
	{soyHarvest, "/exportacao/documentacaoAduaneira", "declaracaoExportacao", `"DU-E 25BR0012345677, RUC 4BR112223332MT25S001"`, "RUC_DE_OUTRO_ANO"},
	{soyHarvest, "/exportacao/documentacaoAduaneira", "declaracaoExportacao", `"DU-E 25BR0012345678, RUC 5BR112223332MT25S001"`, "IDENTIFICADOR_DUVIDOSO"},
	{coffeeHarvest, "/posColheita/beneficiamento", "pesoSaida", `13000`, "PESO_SAIDA_MAIOR, BALANCO_NAO_FECHA"},
	{soyHarvest, "/exportacao/inspecaoPreEmbarque", "resultadoInspecao", `"Reprovado"`, "REPROVADO_SEM_MOTIVO"},
	{soyHarvest, "/cadastroPlanejamento/planoCultivo", "poligono", `[-12.550000,-55.720000,-12.540000,-55.710000]`, "GEO_ORDEM_TROCADA"},

	{soyHarvest, "/cadastroPlanejamento/planoCultivo", "poligono", `[-55.710000,-12.540000,-55.720000,-12.550000]`, "GEO_CANTOS_TROCADOS"},
	{soyHarvest, "/cadastroPlanejamento/planoCultivo", "poligono", `[-55.72,-12.55,-55.71,-12.54]`, "GEO_CASAS_INSUFICIENTES"},
	{soyHarvest, "/cadastroPlanejamento/planoCultivo", "poligono", `[55.720000,12.550000,55.730000,12.560000]`, "GEO_FORA_DO_BRASIL"},
	{soyHarvest, "/cadastroPlanejamento/planoCultivo", "insumos", `"Semente; CAR MT-5107925-0123456789ABCDEF0123456789ABCDE"`, "IDENTIFICADOR_INVALIDO"},
	{soyHarvest, "/cadastroPlanejamento/planoCultivo", "insumos", `"Semente; CAR MT-3550308-0123456789ABCDEF0123456789ABCDEF"`, "IDENTIFICADOR_DUVIDOSO"},
	{soyHarvest, "/cadastroPlanejamento/planoCultivo", "insumos", `"Semente; CNPJ 11.222.333/0001-82"`, "IDENTIFICADOR_INVALIDO"},
	{soyHarvest, "/cadastroPlanejamento/planoCultivo", "insumos", `"Dessecação com Gramoxone"`, "PRODUTO_PROIBIDO"},
	{soyHarvest, "/cadastroPlanejamento/planoCultivo", "insumos", `"Semente BMX Foco IPRO"`, "TRANSGENIA_CONTRADITORIA"},
	{soyHarvest, "/cadastroPlanejamento/planoCultivo", "poligno", `[1]`, "CAMPO_DESCONHECIDO"},

	{soyHarvest, "/producaoAgricola/plantioManejo", "dataPlantio", `"31/09/2024"`, "DATA_INEXISTENTE"},
	{soyHarvest, "/producaoAgricola/plantioManejo", "dataPlantio", `"primeira chuva"`, "DATA_ILEGIVEL"},
	{soyHarvest, "/producaoAgricola/plantioManejo", "dataPlantio", `"out/2024"`, "DATA_IMPRECISA"},
	{soyHarvest, "/producaoAgricola/plantioManejo", "dataPlantio", `"2042-10-05"`, "DATA_NO_FUTURO"},
	{soyHarvest, "/producaoAgricola/plantioManejo", "dataPlantio", `"05/10/1924"`, "DATA_MUITO_ANTIGA"},
	{soyHarvest, "/producaoAgricola/plantioManejo", "areaPlantada", `[-55.72,-12.55,-55.71]`, "GEO_QUANTIDADE_IMPAR"},

	{soyHarvest, "/producaoAgricola/aplicacaoInsumo", "numeroReceituario", ``, "RECEITUARIO_AUSENTE"},
	{soyHarvest, "/producaoAgricola/aplicacaoInsumo", "numeroReceituario", `"não se aplica"`, "RECEITUARIO_AUSENTE"},
	{soyHarvest, "/producaoAgricola/aplicacaoInsumo", "numeroReceituario", `"com o agrônomo"`, "RECEITUARIO_SEM_NUMERO"},
	{soyHarvest, "/producaoAgricola/aplicacaoInsumo", "dose", `"conforme bula"`, "DOSE_INCOMPLETA"},
	{soyHarvest, "/producaoAgricola/aplicacaoInsumo", "dose", `"-0,5 L/ha"`, "QUANTIDADE_NEGATIVA"},
	{soyHarvest, "/producaoAgricola/aplicacaoInsumo", "dose", `"0,5 L/ha, carência sete dias"`, "CARENCIA_ILEGIVEL"},
	{soyHarvest, "/producaoAgricola/aplicacaoInsumo", "tipo", `"herbicida paraquate"`, "PRODUTO_PROIBIDO"},
	{soyHarvest, "/producaoAgricola/aplicacaoInsumo", "data", `"2024-12-32"`, "DATA_INEXISTENTE"},

	{soyHarvest, "/producaoAgricola/maoDeObra", "horas", `14`, "JORNADA_LONGA"},
	{soyHarvest, "/producaoAgricola/maoDeObra", "horas", `220`, "HORAS_SEM_PERIODO"},
	{soyHarvest, "/producaoAgricola/maoDeObra", "horas", `2200`, "HORAS_IMPOSSIVEIS"},
	{soyHarvest, "/producaoAgricola/maoDeObra", "treinamentos", `["brigada"]`, "TREINAMENTO_NR31_AUSENTE"},
	{soyHarvest, "/producaoAgricola/maoDeObra", "comprovantePagamento", `"recibo eSocial 1.2.000000001234567890"`, "IDENTIFICADOR_INVALIDO"},
	{soyHarvest, "/producaoAgricola/maoDeObra", "comprovantePagamento", `"PIX a Ana, CPF 529.982.247-26"`, "IDENTIFICADOR_INVALIDO"},

	{soyHarvest, "/colheitaIdentificacaoProducao/colheita", "registroLimpeza", `"30/02/2025 07:30, Ana Lima"`, "DATA_INEXISTENTE_NO_TEXTO"},
	{soyHarvest, "/colheitaIdentificacaoProducao/colheita", "dataColheita", `"2025-02-30"`, "DATA_INEXISTENTE"},
	{soyHarvest, "/colheitaIdentificacaoProducao/colheita", "umidade", `"140%"`, "PERCENTUAL_IMPOSSIVEL"},
	{soyHarvest, "/colheitaIdentificacaoProducao/colheita", "umidade", `1.4`, "UMIDADE_IMPLAUSIVEL"},
	{soyHarvest, "/colheitaIdentificacaoProducao/colheita", "quantidadeColida", `1`, "CAMPO_DESCONHECIDO"},

	{soyHarvest, "/colheitaIdentificacaoProducao/identificacaoLote", "codigoLote", `"MT25-SOJA-TALHAO-T07-001"`, "LOTE_LONGO"},
	{soyHarvest, "/colheitaIdentificacaoProducao/identificacaoLote", "codigoLote", `"lote nº 1"`, "LOTE_FORA_DO_PADRAO"},
	{soyHarvest, "/colheitaIdentificacaoProducao/identificacaoLote", "soja", `["Convencional","Safra 2024/26"]`, "SAFRA_IMPOSSIVEL"},
	{soyHarvest, "/colheitaIdentificacaoProducao/identificacaoLote", "soja", `["Convencional","Intacta RR2 PRO"]`, "TRANSGENIA_CONTRADITORIA"},
	{soyHarvest, "/colheitaIdentificacaoProducao/identificacaoLote", "destinoInicial", `"UK"`, "IDENTIFICADOR_DUVIDOSO"},

	{soyHarvest, "/posColheita/beneficiamento", "dataFim", `"2025-02-07"`, "FIM_ANTES_DO_INICIO"},
	{soyHarvest, "/posColheita/beneficiamento", "umidadeSaida", `14.6`, "UMIDADE_ALTA, UMIDADE_SAIDA_MAIOR"},
	{soyHarvest, "/posColheita/beneficiamento", "umidadeEntrada", `13.2`, "UMIDADE_SAIDA_MAIOR"},
	{soyHarvest, "/posColheita/beneficiamento", "impurezaSaida", `1.2`, "IMPUREZA_ALTA"},
	{soyHarvest, "/posColheita/beneficiamento", "pesoSaida", `"36.400 kg"`, "MATERIA_SECA_NAO_FECHA, BALANCO_NAO_FECHA"},
	{soyHarvest, "/posColheita/beneficiamento", "perdaTecnica", `870`, "BALANCO_NAO_FECHA"},
	{soyHarvest, "/posColheita/beneficiamento", "residuos", `[{"tipo":"IMPUREZAS","peso":"1.830 kg"}]`, "BALANCO_NAO_FECHA"},
	{soyHarvest, "/posColheita/beneficiamento", "temperaturaMassa", `72`, "TEMPERATURA_MASSA_ALTA"},
	{soyHarvest, "/posColheita/beneficiamento", "rendimento", `"93%"`, "RENDIMENTO_DIVERGENTE"},
	{soyHarvest, "/posColheita/beneficiamento", "rendimento", `"993%"`, "PERCENTUAL_IMPOSSIVEL"},
	{soyHarvest, "/posColheita/beneficiamento", "loteSaida", `"MT25-S-001-CAMPO"`, "LOTE_SEM_CODIGO_NOVO"},
	{soyHarvest, "/posColheita/beneficiamento", "defeitos", `"9,4%"`, "CLASSIFICACAO_EXCEDIDA"},
	{soyHarvest, "/posColheita/beneficiamento", "metodoSecagem", `"na eira"`, "VALOR_FORA_DA_LISTA"},
	{coffeeHarvest, "/posColheita/beneficiamento", "umidadeSaida", `13.4`, "UMIDADE_ALTA"},
	{coffeeHarvest, "/posColheita/beneficiamento", "umidadeSaida", `10`, "UMIDADE_FORA_DO_ALVO"},
	{coffeeHarvest, "/posColheita/beneficiamento", "umidadeSaida", `7`, "UMIDADE_BAIXA"},
	{coffeeHarvest, "/posColheita/beneficiamento", "temperaturaMassa", `"48 °C"`, "TEMPERATURA_MASSA_ALTA"},
	{coffeeHarvest, "/posColheita/beneficiamento", "peneiras", `[{"peneira":"17/18","percentual":40},{"peneira":"15/16","percentual":"45%"}]`, "PENEIRAS_NAO_SOMAM_100"},
	{coffeeHarvest, "/posColheita/beneficiamento", "defeitos", `48`, "TIPO_COB_MELHOR_QUE_OS_DEFEITOS"},
	{coffeeHarvest, "/posColheita/beneficiamento", "tipoCob", `"Tipo 6"`, "TIPO_COB_PIOR_QUE_OS_DEFEITOS"},
	{coffeeHarvest, "/posColheita/beneficiamento", "tipoCob", `"2"`, "TIPO_COB_MELHOR_QUE_OS_DEFEITOS"},
	{coffeeHarvest, "/posColheita/beneficiamento", "bebida", `"gostosa"`, "VALOR_FORA_DA_LISTA"},
	{coffeeHarvest, "/posColheita/beneficiamento", "pesoEntrada", `12`, "UNIDADES_MISTURADAS"},
	{coffeeHarvest, "/posColheita/beneficiamento", "observacoes", `"Café de João, CPF 529.982.247-25"`, "CPF_NO_TEXTO"},

	{soyHarvest, "/transporteLogistico/documentacaoCarga", "notaFiscal", `"51250211222333000181570010000123451123456788"`, "CHAVE_DE_OUTRO_MODELO"},
	{soyHarvest, "/transporteLogistico/documentacaoCarga", "notaFiscal", `"NF 12345"`, "NOTA_SEM_CHAVE"},
	{soyHarvest, "/transporteLogistico/documentacaoCarga", "notaFiscal", `"51250211222333000181550010000123451123456780, saída em 02/05/2025"`, "CHAVE_FORA_DO_PERIODO"},
	{soyHarvest, "/transporteLogistico/documentacaoCarga", "certificadoOrigemLote", `"NIRF 0.000.001-8"`, "IDENTIFICADOR_DUVIDOSO"},
	{soyHarvest, "/transporteLogistico/documentacaoCarga", "certificadoFitossanitario", `"PTV 9926000123"`, "IDENTIFICADOR_DUVIDOSO"},

	{soyHarvest, "/armazenamento/recebimento", "dataHoraRecebimento", `"2025-02-10T25:20:00-04:00"`, "DATA_INEXISTENTE"},
	{soyHarvest, "/armazenamento/recebimento", "volume", `"360.000 kg"`, "VEICULO_ACIMA_DE_60_T"},
	{soyHarvest, "/armazenamento/recebimento", "volume", `36000`, "QUANTIDADE_SEM_UNIDADE"},
	{soyHarvest, "/armazenamento/recebimento", "volume", `"-36 t"`, "QUANTIDADE_NEGATIVA"},
	{soyHarvest, "/armazenamento/recebimento", "veiculo", `"bitrem da cooperativa"`, "VEICULO_SEM_PLACA"},
	{soyHarvest, "/armazenamento/recebimento", "umidade", `"138%"`, "PERCENTUAL_IMPOSSIVEL"},
	{soyHarvest, "/armazenamento/recebimento", "umidade", `"1,38%"`, "UMIDADE_IMPLAUSIVEL"},
	{soyHarvest, "/armazenamento/recebimento", "tipoCafe", `"café em grão"`, "UMIDADE_ALTA"},
	{coffeeHarvest, "/armazenamento/armazenamento", "volume", `"1.500 t"`, "QUANTIDADE_AMBIGUA"},
	{coffeeHarvest, "/armazenamento/armazenamento", "impureza", `"-1%"`, "PERCENTUAL_IMPOSSIVEL"},

	{soyHarvest, "/armazenamento/controleQualidade", "analiseQualidade", `"umidade 15,1%; impurezas 0,9%"`, "UMIDADE_ALTA"},
	{soyHarvest, "/armazenamento/controleQualidade", "analiseQualidade", `"umidade 13,8%; impurezas 1,9%"`, "IMPUREZA_ALTA"},
	{soyHarvest, "/armazenamento/controleQualidade", "analiseQualidade", `"umidade 13,8%; esverdeados 9%"`, "CLASSIFICACAO_EXCEDIDA"},
	{coffeeHarvest, "/armazenamento/controleQualidade", "analiseQualidade", `"umidade 11,5%; 30 defeitos, tipo 4"`, "TIPO_COB_MELHOR_QUE_OS_DEFEITOS"},
	{coffeeHarvest, "/armazenamento/controleQualidade", "analiseQualidade", `"umidade 13,1%"`, "UMIDADE_ALTA"},

	{soyHarvest, "/processamento/processamento", "dataFim", `"23/02/2025"`, "FIM_ANTES_DO_INICIO"},
	{soyHarvest, "/processamento/processamento", "volumeFinal", `"37 t"`, "VOLUME_FINAL_MAIOR"},
	{soyHarvest, "/processamento/processamento", "volumeFinal", `"farelo 30.000 kg; óleo 7.000 kg"`, "PRODUTOS_SOMAM_MAIS"},
	{soyHarvest, "/processamento/processamento", "blendagem", `"MT25-S-001 60%; MT25-S-002 30%"`, "BLENDAGEM_NAO_SOMA_100"},
	{soyHarvest, "/processamento/processamento", "parametros", `"fluxo 40 t/h; umidade 15,5%"`, "UMIDADE_ALTA"},

	{soyHarvest, "/processamento/controleQualidade", "analiseQualidade", `"mofados 6,5%"`, "CLASSIFICACAO_EXCEDIDA"},
	{coffeeHarvest, "/processamento/controleQualidade", "analiseQualidade", `"umidade 11,5%; 842 pontos"`, "PONTUACAO_IMPOSSIVEL"},

	{soyHarvest, "/logisticaExportacao/transporteExportacao", "identificacaoTransporte", `"IMO 9321484"`, "IDENTIFICADOR_INVALIDO"},
	{soyHarvest, "/logisticaExportacao/transporteExportacao", "identificacaoTransporte", `"navio Boa Viagem"`, "TRANSPORTE_SEM_IDENTIFICACAO"},
	{soyHarvest, "/logisticaExportacao/transporteExportacao", "volumeTransportado", `35.8`, "VOLUME_TRANSPORTADO_BAIXO"},
	{coffeeHarvest, "/logisticaExportacao/transporteExportacao", "volumeTransportado", `60000`, "CONTEINER_ACIMA_DO_PESO"},
	{coffeeHarvest, "/logisticaExportacao/transporteExportacao", "identificacaoTransporte", `"MSCU4567896, TCLU7654320"`, "IDENTIFICADOR_INVALIDO"},

	{soyHarvest, "/logisticaExportacao/documentacaoCargaExportacao", "notaFiscalExportacao", `"51251311222333000262550010000000771123456781"`, "IDENTIFICADOR_INVALIDO"},
	{coffeeHarvest, "/logisticaExportacao/documentacaoCargaExportacao", "certificadoOrigem", `"ICO 003/1961/0978"`, "IDENTIFICADOR_DUVIDOSO"},
	{soyHarvest, "/logisticaExportacao/documentacaoCargaExportacao", "certificadoFitossanitario", `"LPCO I2500012345"`, "LPCO_DE_IMPORTACAO"},

	{soyHarvest, "/exportacao/documentacaoAduaneira", "declaracaoExportacao", `"Duimp 25BR00123456780"`, "DUIMP_EM_EXPORTACAO"},
	{soyHarvest, "/exportacao/documentacaoAduaneira", "declaracaoExportacao", `"a registrar"`, "DECLARACAO_SEM_DUE"},
	{soyHarvest, "/exportacao/documentacaoAduaneira", "licencasExportacao", `"LPCO I2500012345"`, "LPCO_DE_IMPORTACAO"},
	{soyHarvest, "/exportacao/documentacaoAduaneira", "licencasExportacao", `"LPCO E9900012345"`, "IDENTIFICADOR_INVALIDO"},
	{soyHarvest, "/exportacao/documentacaoAduaneira", "transporte", `"porto de Santos"`, "MODAL_AUSENTE"},

	{soyHarvest, "/exportacao/certificadoConformidade", "declaracaoNaoOGM", `"soja transgênica RR"`, "DECLARACAO_CONTRADITORIA"},
	{soyHarvest, "/exportacao/certificadoConformidade", "declaracaoNaoOGM", `"não OGM, 3% de OGM"`, "OGM_ACIMA_DO_LIMITE"},
	{soyHarvest, "/exportacao/certificadoConformidade", "comprovantesConformidadeRegulamentacao", `"DDS 25BRAB12CD3456"`, "IDENTIFICADOR_DUVIDOSO"},
	{soyHarvest, "/exportacao/certificadoConformidade", "certificadosSustentabilidade", `"RTRS, CNPJ 11222333000182"`, "IDENTIFICADOR_INVALIDO"},

	{soyHarvest, "/exportacao/inspecaoPreEmbarque", "resultadoInspecao", `"Aprovado com ressalva"`, "INSPECAO_COM_RESSALVA"},
	{soyHarvest, "/exportacao/inspecaoPreEmbarque", "resultadoInspecao", `"visto"`, "RESULTADO_ILEGIVEL"},
	{soyHarvest, "/exportacao/inspecaoPreEmbarque", "resultadoInspecao", `"em análise"`, "RESULTADO_PENDENTE"},
	{soyHarvest, "/exportacao/inspecaoPreEmbarque", "dataInspecao", `"18/3/25x"`, "DATA_ILEGIVEL"},
	{soyHarvest, "/exportacao/inspecaoPreEmbarque", "dadosAnaliseLaboratorial", `"umidade 16%"`, "UMIDADE_ALTA"},

	{soyHarvest, "/validacao", "dataValidacao", `"2025-02-29"`, "DATA_INEXISTENTE"},
	{soyHarvest, "/validacao", "validade", `"para sempre"`, "DATA_ILEGIVEL"},
	{soyHarvest, "/validacao", "pendencias", `["falta o CPF 529.982.247-25"]`, "CPF_NO_TEXTO"},
}

func TestOneChangeOneFinding(t *testing.T) {
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	touched := map[string]bool{}
	for _, tc := range changes {
		at := slices.IndexFunc(records, func(r demo.Record) bool { return r.SafraID == tc.harvest && r.Prefix == tc.prefix })
		k := kind.ByPrefix(tc.prefix)
		if at < 0 || k == nil {
			t.Errorf("no record of %s in %s", tc.prefix, tc.harvest)
			continue
		}
		touched[tc.prefix] = true
		before := ids(audit.Record(k, records[at].Dados, thisYear).Findings)
		dados := changed(t, records[at].Dados, tc.member, tc.value)
		if problems := k.Check(dados); problems != nil {
			t.Errorf("%s %s=%s is refused: %v", tc.prefix, tc.member, tc.value, problems)
		}
		var got []string
		for _, f := range audit.Record(k, dados, thisYear).Findings {
			looksAt(t, f, k)
			if i := slices.Index(before, f.Rule.ID); i >= 0 {
				before = slices.Delete(before, i, i+1)
				continue
			}
			if f.Field != tc.member && !strings.Contains(tc.want, ",") && related[f.Rule.ID] == "" {
				t.Errorf("%s %s=%s: %s is on %s", tc.prefix, tc.member, tc.value, f.Rule.ID, f.Field)
			}
			if f.Message(lang.PT) == "" {
				t.Errorf("%s says nothing", f.Rule.ID)
			}
			got = append(got, f.Rule.ID)
		}
		want := strings.Split(tc.want, ", ")
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s %s=%s finds %q, want %q", tc.prefix, tc.member, tc.value, got, want)
		}
	}
	for _, k := range kind.All {
		if !touched[k.Prefix] {
			t.Errorf("no change of %s", k.Prefix)
		}
	}
	if len(changes) < 100 {
		t.Errorf("%d changes, want 100 or more", len(changes))
	}
}

// related are the rules that hold two fields together and speak of the other one.
var related = map[string]string{
	"REPROVADO_SEM_MOTIVO": "naoConformidades", "TIPO_COB_MELHOR_QUE_OS_DEFEITOS": "tipoCob", "TRANSGENIA_CONTRADITORIA": "soja", "UMIDADE_SAIDA_MAIOR": "umidadeSaida",
	"BALANCO_NAO_FECHA": "pesoSaida", "UNIDADES_MISTURADAS": "pesoSaida", "UMIDADE_ALTA": "umidade",
}

func ids(findings []audit.Finding) []string {
	var list []string
	for _, f := range findings {
		list = append(list, f.Rule.ID)
	}
	return list
}

// changed sets one member of a payload, or takes it away.
func changed(t *testing.T, dados []byte, member, value string) []byte {
	t.Helper()
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(dados, &members); err != nil {
		t.Fatal(err)
	}
	if members[member] = json.RawMessage(value); value == "" {
		delete(members, member)
	}
	out, err := json.Marshal(members)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
