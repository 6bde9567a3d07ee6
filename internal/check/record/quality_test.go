package record_test

import (
	"testing"

	"rastro/internal/kind"
)

func TestMoisture(t *testing.T) {
	const silo, lab, plant = "/armazenamento/recebimento", "/armazenamento/controleQualidade", "/processamento/processamento"
	graded(t, []grade{
		// The limit is the crop's, or the laxer one if the record names no crop.
		{silo, `{"umidade":"14%"}`, ""},
		{silo, `{"umidade":"14,1%"}`, "UMIDADE_ALTA /dados/umidade"},
		{silo, `{"umidade":14.1}`, "UMIDADE_ALTA /dados/umidade"},
		{silo, `{"umidade":"14,1"}`, "UMIDADE_ALTA /dados/umidade"},
		{silo, `{"umidade":"13%","tipoCafe":"café arábica"}`, "UMIDADE_ALTA /dados/umidade"},
		{silo, `{"tipoCafe":"café arábica","umidade":"12,5%"}`, ""},
		{silo, `{"umidade":"13%","volume":"100 sacas de café"}`, "UMIDADE_ALTA /dados/umidade"},
		{silo, `{"umidade":"13%","tipoCafe":"soja convencional"}`, ""},
		{silo, `{"umidade":"7,5%"}`, ""},
		{silo, `{"umidade":"7,5%","tipoCafe":"café"}`, "UMIDADE_BAIXA /dados/umidade"},
		{silo, `{"umidade":"26%","tipoCafe":"soja"}`, "UMIDADE_IMPLAUSIVEL /dados/umidade"},
		{silo, `{"umidade":"26%"}`, "UMIDADE_ALTA /dados/umidade"},
		{silo, `{"umidade":"75%"}`, "UMIDADE_IMPLAUSIVEL /dados/umidade"},
		{silo, `{"umidade":"4%"}`, "UMIDADE_IMPLAUSIVEL /dados/umidade"},
		{silo, `{"umidade":"101%"}`, "PERCENTUAL_IMPOSSIVEL /dados/umidade"},
		{silo, `{"umidade":"-3%"}`, "PERCENTUAL_IMPOSSIVEL /dados/umidade"},
		{silo, `{"umidade":"138"}`, "UMIDADE_IMPLAUSIVEL /dados/umidade"}, // without the sign it may be something else
		{silo, `{"umidade":"17%","tipoCafe":"milho"}`, ""},

		// Cherries and parchment are wet, roasted coffee is dry.
		{silo, `{"umidade":"30%","tipoCafe":"café em coco"}`, ""},
		{silo, `{"umidade":"60%","tipoCafe":"café cereja"}`, ""},
		{silo, `{"umidade":"25%","loteOrigem":"MG25-C-COCO"}`, ""},
		{lab, `{"analiseQualidade":"umidade 2,5%","identificacao":"Café torrado e moído"}`, ""},
		{lab, `{"analiseQualidade":"óleo degomado, umidade 0,15 %; acidez 0,6 %"}`, ""},
		{plant, `{"parametros":"umidade do óleo 0,15 %; fósforo 120 ppm","produtoFinal":"soja processada"}`, ""},
		{silo, `{"umidade":"0,15 %","volume":"30 t de óleo bruto"}`, ""},
		{lab, `{"analiseQualidade":"soja, umidade 0,15 %"}`, "UMIDADE_IMPLAUSIVEL /dados/analiseQualidade"},
		{lab, `{"analiseQualidade":"soja, óleo 20%, umidade 1,5 %"}`, "UMIDADE_IMPLAUSIVEL /dados/analiseQualidade"},
		{silo, `{"umidade":"16 % antes da secagem; 13 % depois"}`, ""},
		{silo, `{"umidade":"13 % antes; 16 % depois da chuva"}`, "UMIDADE_ALTA /dados/umidade"},
		{plant, `{"parametros":"torra média, umidade 3%","produtoFinal":"café"}`, ""},
		{plant, `{"parametros":"umidade 3%","produtoFinal":"café solúvel"}`, ""},
		{plant, `{"parametros":"umidade 15%","produtoFinal":"farelo de soja"}`, ""},

		// A limit that was set is not a measurement, and of two measurements one came first.
		{silo, `{"umidade":"máx. 18%"}`, ""},
		{silo, `{"umidade":"tolerância 16%"}`, ""},
		{silo, `{"umidade":"acima de 16%"}`, ""},
		{silo, `{"umidade":"13.800%"}`, ""},
		{silo, `{"umidade":"entrada 18% saída 13%"}`, ""},
		{silo, `{"umidade":"14,2% (limite 14%)"}`, "UMIDADE_ALTA /dados/umidade"},
		{silo, `{"umidade":"15 a 16%"}`, "UMIDADE_ALTA /dados/umidade"},
		{lab, `{"analiseQualidade":"umidade inicial 18%; umidade final 13,5%"}`, ""},
		{lab, `{"analiseQualidade":"umidade até 16%"}`, ""},
		{lab, `{"analiseQualidade":"umidade 16%; densidade 720 g/L"}`, "UMIDADE_ALTA /dados/analiseQualidade"},
		{lab, `{"analiseQualidade":"umidade 13%; bebida dura"}`, "UMIDADE_ALTA /dados/analiseQualidade"}, // only coffee is drunk
		{silo, `{"umidade":"seca"}`, ""},
		{silo, `{"umidade":"n/a"}`, ""},
	})
}

func TestImpurities(t *testing.T) {
	const silo, lab = "/armazenamento/armazenamento", "/processamento/controleQualidade"
	graded(t, []grade{
		{silo, `{"impureza":"1%"}`, ""},
		{silo, `{"impureza":"1,1%"}`, "IMPUREZA_ALTA /dados/impureza"},
		{silo, `{"impureza":"menos de 2%"}`, ""},
		{silo, `{"impureza":"umidade 13,8%"}`, ""},
		{silo, `{"impureza":"umidade 13,8% impureza 1,4%"}`, "IMPUREZA_ALTA /dados/impureza"},
		{silo, `{"impureza":"110%"}`, "PERCENTUAL_IMPOSSIVEL /dados/impureza"},
		{lab, `{"analiseQualidade":"impurezas 3,0% antes da limpeza; impurezas 0,8% depois"}`, ""},
		{lab, `{"analiseQualidade":"matérias estranhas e impurezas 1,3%"}`, "IMPUREZA_ALTA /dados/analiseQualidade"},
	})
}

func TestClassification(t *testing.T) {
	const lab = "/armazenamento/controleQualidade"
	grain := func(text string) string { return `{"analiseQualidade":"` + text + `","identificacao":"Soja em grão"}` }
	graded(t, []grade{
		{lab, grain("avariados 8%; esverdeados 8%; partidos e quebrados 30%; mofados 6%; ardidos e queimados 4%; queimados 1%"), ""},
		{lab, grain("avariados 8,1%"), "CLASSIFICACAO_EXCEDIDA /dados/analiseQualidade"},
		{lab, grain("queimados 1,5%; mofados 7%"), "CLASSIFICACAO_EXCEDIDA /dados/analiseQualidade, CLASSIFICACAO_EXCEDIDA /dados/analiseQualidade"},
		{lab, grain("tipo 1; avariados 4,5%"), "CLASSIFICACAO_EXCEDIDA /dados/analiseQualidade"},
		{lab, grain("tipo 2; avariados 4,5%"), ""},
		{lab, grain("avariados máx. 10%"), ""},
		{lab, grain("avariados 120%"), "PERCENTUAL_IMPOSSIVEL /dados/analiseQualidade"},
		{lab, `{"analiseQualidade":"avariados 12%"}`, ""}, // refers to nothing
		{lab, `{"analiseQualidade":"avariados 12%","identificacao":"Milho"}`, ""},
		{lab, `{"analiseQualidade":"outras cores 11%","identificacao":"Soja, classe amarela"}`, "CLASSE_AMARELA_EXCEDIDA /dados/analiseQualidade"},
		{lab, `{"analiseQualidade":"outras cores 10%","identificacao":"Soja, classe amarela"}`, ""},
	})
}

// The types of coffee, by the defects in 300 g.
func TestCoffeeTypes(t *testing.T) {
	const mill, lab = "/posColheita/beneficiamento", "/armazenamento/controleQualidade"
	better, worse := "TIPO_COB_MELHOR_QUE_OS_DEFEITOS /dados/", "TIPO_COB_PIOR_QUE_OS_DEFEITOS /dados/"
	graded(t, []grade{
		{mill, `{"defeitos":4,"tipoCob":"2"}`, ""},
		{mill, `{"defeitos":5,"tipoCob":"3"}`, ""},
		{mill, `{"defeitos":26,"tipoCob":"4"}`, ""},
		{mill, `{"defeitos":27,"tipoCob":"5"}`, ""},
		{mill, `{"defeitos":86,"tipoCob":"Tipo 6"}`, ""},
		{mill, `{"defeitos":361,"tipoCob":"Fora de tipo"}`, ""},
		{mill, `{"defeitos":"24 defeitos em 300 g","tipoCob":"COB 4"}`, ""},
		{mill, `{"defeitos":5,"tipoCob":"2"}`, better + "tipoCob"},
		{mill, `{"defeitos":361,"tipoCob":"8"}`, better + "tipoCob"},
		{mill, `{"defeitos":"90 defeitos em 300 g","tipoCob":"4"}`, better + "tipoCob"},
		{mill, `{"defeitos":10,"tipoCob":"6"}`, worse + "tipoCob"},
		{mill, `{"defeitos":60,"tipoCob":"5/6"}`, ""},
		{mill, `{"defeitos":60,"tipoCob":"NY 2/3"}`, ""},
		{mill, `{"defeitos":60,"tipoCob":"não se aplica"}`, ""},
		{mill, `{"defeitos":"3,1%","tipoCob":"2"}`, ""},
		{lab, `{"analiseQualidade":"27 defeitos, tipo 4"}`, better + "analiseQualidade"},
		{lab, `{"analiseQualidade":"27 defeitos, tipo 6/7"}`, ""},
		{lab, `{"analiseQualidade":"até 26 defeitos, tipo 3"}`, ""},
		{lab, `{"analiseQualidade":"86 pontos SCA"}`, ""},
		{lab, `{"analiseQualidade":"101 pontos"}`, "PONTUACAO_IMPOSSIVEL /dados/analiseQualidade"},
	})
}

func TestModifiedMatter(t *testing.T) {
	const proof, plan, lot, port = "/exportacao/certificadoConformidade", "/cadastroPlanejamento/planoCultivo", "/colheitaIdentificacaoProducao/identificacaoLote", "/exportacao/inspecaoPreEmbarque"
	graded(t, []grade{
		{proof, `{"declaracaoNaoOGM":"não OGM, <0,9%"}`, ""},
		{proof, `{"declaracaoNaoOGM":"livre de transgênicos"}`, ""},
		{proof, `{"declaracaoNaoOGM":"Não se aplica"}`, ""},
		{proof, `{"declaracaoNaoOGM":"não OGM, menos de 1%"}`, "OGM_ACIMA_DO_LIMITE_UE /dados/declaracaoNaoOGM"},
		{proof, `{"declaracaoNaoOGM":"soja Intacta"}`, "DECLARACAO_CONTRADITORIA /dados/declaracaoNaoOGM"},
		{port, `{"dadosAnaliseLaboratorial":"OGM 1,4%, PCR"}`, "OGM_ACIMA_DO_LIMITE /dados/dadosAnaliseLaboratorial"},
		{port, `{"dadosAnaliseLaboratorial":"OGM <0,9%, PCR"}`, ""},
		{plan, `{"soja":"não transgênica","insumos":"semente RR"}`, "TRANSGENIA_CONTRADITORIA /dados/soja"},
		{plan, `{"soja":"orgânica","insumos":"sementes transgênicas"}`, "TRANSGENIA_CONTRADITORIA /dados/soja"},
		{plan, `{"soja":"transgênica","insumos":"semente RR"}`, ""},
		{plan, `{"soja":"convencional","insumos":"sem semente transgênica"}`, ""},
		{plan, `{"soja":"convencional","insumos":"CAR RR-1400100-0123456789ABCDEF0123456789ABCDEF"}`, ""},
		{plan, `{"soja":"convencional"}`, ""},
		{lot, `{"soja":["Convencional","Cultivar BRS 8381","Classe amarela","Safra 2024/25"]}`, ""},
		{lot, `{"soja":["Transgênica","M8372 IPRO"]}`, ""},
		{lot, `{"soja":["Não transgênica","Enlist E3"]}`, "TRANSGENIA_CONTRADITORIA /dados/soja"},
	})
}

// A contaminant that a laboratory or an inspector states is an error.
func TestStatedContaminant(t *testing.T) {
	graded(t, []grade{
		{kind.StorageQuality, `{"analiseQualidade":"Positivo para salmonela"}`, "CONTAMINANTE_ENCONTRADO /dados/analiseQualidade"},
		{kind.ProcessingQuality, `{"presencaContaminante":"salmonela"}`, "CONTAMINANTE_ENCONTRADO /dados/presencaContaminante"},
		{kind.ProcessingQuality, `{"presencaContaminante":"Sim"}`, "CONTAMINANTE_ENCONTRADO /dados/presencaContaminante"},
		{kind.StorageQuality, `{"presencaContaminante":"Presente"}`, "CONTAMINANTE_ENCONTRADO /dados/presencaContaminante"},
		{kind.StorageQuality, `{"presencaContaminante":"Positivo"}`, "CONTAMINANTE_ENCONTRADO /dados/presencaContaminante"},
		{kind.StorageQuality, `{"presencaContaminante":"Não"}`, ""},
		{kind.StorageQuality, `{"identificacao":"lote contaminado com salmonela"}`, "CONTAMINANTE_ENCONTRADO /dados/identificacao"},
		{kind.StorageQuality, `{"analiseQualidade":"Aflatoxina B1 25 µg/kg (LMT 20 µg/kg)"}`, "CONTAMINANTE_ENCONTRADO /dados/analiseQualidade"},
		{kind.StorageQuality, `{"analiseQualidade":"Aflatoxina 3 µg/kg (LMT 20)"}`, ""},
		{kind.ProcessingQuality, `{"presencaContaminante":"Não houve"}`, ""},
		{kind.StorageQuality, `{"analiseQualidade":"salmonela não detectada"}`, ""},
		{kind.Inspection, `{"resultadoInspecao":"Reprovado","naoConformidades":"aflatoxina acima do limite"}`, "CONTAMINANTE_ENCONTRADO /dados/naoConformidades"},
		{kind.Inspection, `{"resultadoInspecao":"Aprovado","dadosAnaliseLaboratorial":"ausência de salmonela"}`, ""},
	})
}
