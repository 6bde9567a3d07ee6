package record_test

import (
	"strings"
	"testing"

	"rastro/internal/check/record"
	"rastro/internal/kind"
)

func TestPostHarvest(t *testing.T) {
	const mill = "/posColheita/beneficiamento"
	graded(t, []grade{
		{mill, `{}`, ""},
		{mill, `{"pesoEntrada":12000,"pesoSaida":12050}`, ""}, // scales differ
		{mill, `{"pesoEntrada":12000,"pesoSaida":12061}`, "PESO_SAIDA_MAIOR /dados/pesoSaida"},
		{mill, `{"pesoEntrada":"12 t","pesoSaida":"13.000 kg"}`, "PESO_SAIDA_MAIOR /dados/pesoSaida"},
		{mill, `{"pesoEntrada":"200 sacas","pesoSaida":"100 sacas"}`, ""},
		{mill, `{"pesoEntrada":"36,27","pesoSaida":"36.000"}`, "UNIDADES_MISTURADAS /dados/pesoSaida"},
		{mill, `{"pesoEntrada":"-5 kg"}`, "QUANTIDADE_NEGATIVA /dados/pesoEntrada"},
		{mill, `{"pesoEntrada":0,"pesoSaida":10}`, ""},

		// The missing value may be the difference.
		{mill, `{"pesoEntrada":12000,"pesoSaida":6000,"perdaTecnica":1800}`, ""},
		{mill, `{"pesoEntrada":12000,"pesoSaida":6000,"residuos":[{"tipo":"CASCA","peso":4200}]}`, ""},
		{mill, `{"pesoEntrada":12000,"pesoSaida":6000,"residuos":[{"tipo":"CASCA","peso":7200}]}`, "BALANCO_NAO_FECHA /dados/pesoSaida"},
		{mill, `{"pesoEntrada":12000,"pesoSaida":6000,"residuos":[{"tipo":"CASCA","peso":"muita"}],"perdaTecnica":1}`, "QUANTIDADE_NAO_LIDA /dados/residuos/0/peso"},
		{mill, `{"pesoEntrada":12000,"pesoSaida":6000,"residuos":[{"tipo":"CASCA","peso":"4,2 t"}],"perdaTecnica":"1.800 kg"}`, ""},
		{mill, `{"pesoEntrada":12000,"pesoSaida":6000,"residuos":"casca","perdaTecnica":"1.800 kg"}`, ""},

		// 30 000 kg from 18 to 14 % lose 1 395 kg; cleaned from 3 to 1 % first, 28 027 kg stay.
		{mill, `{"pesoEntrada":30000,"pesoSaida":28604,"umidadeEntrada":18,"umidadeSaida":14}`, ""},
		{mill, `{"pesoEntrada":30000,"pesoSaida":28700,"umidadeEntrada":18,"umidadeSaida":14,"impurezaEntrada":3,"impurezaSaida":1}`, "MATERIA_SECA_NAO_FECHA /dados/pesoSaida"},
		{mill, `{"pesoEntrada":30000,"pesoSaida":28026,"umidadeEntrada":18,"umidadeSaida":14,"impurezaEntrada":3,"impurezaSaida":1}`, ""},
		{mill, `{"umidadeEntrada":13.8,"umidadeSaida":13.8}`, ""},
		{mill, `{"umidadeEntrada":"60%","umidadeSaida":"11,5%"}`, ""},
		{mill, `{"umidadeEntrada":140}`, "PERCENTUAL_IMPOSSIVEL /dados/umidadeEntrada"},
		{mill, `{"umidadeSaida":30,"produtoSaida":"café cereja descascado"}`, ""},
		{mill, `{"impurezaEntrada":8}`, ""},
		{mill, `{"impurezaEntrada":108}`, "PERCENTUAL_IMPOSSIVEL /dados/impurezaEntrada"},

		{mill, `{"peneiras":[{"peneira":"17/18","percentual":40.4},{"peneira":"fundo","percentual":59}]}`, ""},
		{mill, `{"peneiras":[]}`, ""},
		{mill, `{"peneiras":[{"peneira":"17/18"}]}`, ""},
		{mill, `{"peneiras":[{"peneira":"17/18","percentual":140}]}`, "PERCENTUAL_IMPOSSIVEL /dados/peneiras"},
		{mill, `{"peneiras":"17 acima"}`, ""},

		{mill, `{"temperaturaMassa":58}`, ""},
		{mill, `{"temperaturaMassa":61}`, "TEMPERATURA_MASSA_ALTA /dados/temperaturaMassa"},
		{mill, `{"temperaturaMassa":45,"produtoSaida":"café verde"}`, ""},
		{mill, `{"temperaturaMassa":42,"produtoSaida":"café em pergaminho"}`, "TEMPERATURA_MASSA_ALTA /dados/temperaturaMassa"},
		{mill, `{"temperaturaMassa":42,"viaProcessamento":"cereja descascado"}`, "TEMPERATURA_MASSA_ALTA /dados/temperaturaMassa"},
		{mill, `{"temperaturaMassa":42,"viaProcessamento":"NATURAL"}`, ""},
		{mill, `{"temperaturaMassa":44,"produtoSaida":"semente de soja"}`, "TEMPERATURA_MASSA_ALTA /dados/temperaturaMassa"},
		{mill, `{"temperaturaMassa":44,"produtoSaida":"soja em grão"}`, ""},

		{mill, `{"rendimento":480}`, ""}, // litres a bag
		{mill, `{"rendimento":"480 litros por saca"}`, ""},
		{mill, `{"rendimento":"-5%"}`, "PERCENTUAL_IMPOSSIVEL /dados/rendimento"},
		{mill, `{"rendimento":"20%","produtoEntrada":"café cereja","produtoSaida":"café verde"}`, ""},
		{mill, `{"rendimento":"50%","produtoEntrada":"café cereja","produtoSaida":"café verde"}`, "RENDIMENTO_IMPLAUSIVEL /dados/rendimento"},
		{mill, `{"rendimento":"80%","produtoEntrada":"café em pergaminho","produtoSaida":"café beneficiado"}`, ""},
		{mill, `{"rendimento":"70%","produtoEntrada":"soja suja","produtoSaida":"soja limpa"}`, "RENDIMENTO_IMPLAUSIVEL /dados/rendimento"},
		{mill, `{"rendimento":"30%","produtoEntrada":"milho","produtoSaida":"fubá"}`, ""},

		{mill, `{"tipoProcesso":["SECAGEM"],"umidadeSaida":11,"produtoSaida":"soja"}`, "UMIDADE_FORA_DO_ALVO /dados/umidadeSaida"},
		{mill, `{"tipoProcesso":["LIMPEZA"],"umidadeSaida":11,"produtoSaida":"soja"}`, ""},
		{mill, `{"tipoProcesso":"secagem e limpeza","umidadeSaida":13,"produtoSaida":"soja"}`, ""},
		{mill, `{"tipoProcesso":["SECAGEM","moagem"],"metodoSecagem":"NAO_SE_APLICA"}`, "VALOR_FORA_DA_LISTA /dados/tipoProcesso/1"},
	})
}

func TestIndustry(t *testing.T) {
	const plant = "/processamento/processamento"
	graded(t, []grade{
		{plant, `{"volume":"36.000 kg","volumeFinal":"36.100 kg"}`, ""},
		{plant, `{"volume":"600 sacas","volumeFinal":"36 t"}`, ""},
		{plant, `{"volume":"600 sacas","volumeFinal":"37 t"}`, "VOLUME_FINAL_MAIOR /dados/volumeFinal"},
		{plant, `{"volume":"36.000 kg","volumeFinal":"37.000"}`, "QUANTIDADE_SEM_UNIDADE /dados/volumeFinal"}, // refers to nothing
		{plant, `{"volume":"36","volumeFinal":"35.855"}`, "QUANTIDADE_SEM_UNIDADE /dados/volume, QUANTIDADE_SEM_UNIDADE /dados/volumeFinal, UNIDADES_MISTURADAS /dados/volumeFinal"},
		{plant, `{"volume":"36.000 kg","volumeFinal":"7.000 litros"}`, "QUANTIDADE_NAO_LIDA /dados/volumeFinal"},
		{plant, `{"volume":"36.000 kg","volumeFinal":"farelo 28.000 kg; óleo 6.500 kg; casca 1.500 kg"}`, "QUANTIDADE_NAO_LIDA /dados/volumeFinal"},
		{plant, `{"volume":"36.000 kg","volumeFinal":"cerca de 30.000 kg; outros 10.000 kg"}`, "QUANTIDADE_NAO_LIDA /dados/volumeFinal"},
		{plant, `{"blendagem":"LOTE-A 60%; LOTE-B 40,4%"}`, ""},
		{plant, `{"blendagem":"LOTE-A 60%; LOTE-B 41%"}`, "BLENDAGEM_NAO_SOMA_100 /dados/blendagem"},
		{plant, `{"blendagem":"LOTE-A 36.000 kg; LOTE-B 12 t"}`, ""},
		{plant, `{"blendagem":"Não houve mistura"}`, ""},
		{plant, `{"blendagem":"LOTE-A 60% e o restante LOTE-B"}`, ""},
	})
}

// A text without a definite mass is not counted, and the author is told.
func TestMassInDoubtIsSaid(t *testing.T) {
	for _, c := range []struct{ prefix, payload, want string }{
		{kind.Receiving, `{"volume":"36 t devolvidas"}`, "QUANTIDADE_NAO_LIDA"},
		{kind.Receiving, `{"volume":"metade de 36 t"}`, "QUANTIDADE_NAO_LIDA"},
		{kind.Receiving, `{"volume":"1,500"}`, "QUANTIDADE_AMBIGUA"},
		{kind.PostHarvest, `{"pesoEntrada":"1,500"}`, "QUANTIDADE_NAO_LIDA"},
		{kind.PostHarvest, `{"pesoEntrada":"36 t recusadas"}`, "QUANTIDADE_NAO_LIDA"},
		{kind.PostHarvest, `{"pesoEntrada":1.5}`, ""},
		{kind.Processing, `{"volumeFinal":"28 t de farelo, 2 t devolvidas"}`, "QUANTIDADE_NAO_LIDA"},
		{kind.Processing, `{"volumeFinal":"28 t de farelo e 500 kg de óleo"}`, ""},
		{kind.Receiving, `{"volume":"a granel"}`, "QUANTIDADE_NAO_LIDA"},
		{kind.Receiving, `{"volume":"conforme romaneio 123"}`, "QUANTIDADE_NAO_LIDA"},
		{kind.Receiving, `{"volume":"uns 20 mil quilos"}`, "QUANTIDADE_NAO_LIDA"},
		{kind.Receiving, `{"volume":"umas 20 t"}`, "QUANTIDADE_NAO_LIDA"},
		{kind.Receiving, `{"volume":"+/- 20 t"}`, "QUANTIDADE_NAO_LIDA"},
		{kind.Receiving, `{"volume":"20 t +/-"}`, "QUANTIDADE_NAO_LIDA"},
		{kind.Receiving, `{"volume":"um caminhão"}`, "QUANTIDADE_NAO_LIDA"},
		{kind.Storage, `{"volume":"carga cheia"}`, "QUANTIDADE_NAO_LIDA"},
		{kind.Receiving, `{"volume":"20 t aprox."}`, "QUANTIDADE_NAO_LIDA"},
		{kind.Receiving, `{"volume":"20 t aproximadamente"}`, "QUANTIDADE_NAO_LIDA"},
		{kind.Receiving, `{"volume":"36 t, aprox. 600 sacas"}`, "QUANTIDADE_NAO_LIDA"},
		{kind.PostHarvest, `{"pesoEntrada":"uns 20 mil quilos"}`, "QUANTIDADE_NAO_LIDA"},
		{kind.PostHarvest, `{"perdaTecnica":"pouca"}`, "QUANTIDADE_NAO_LIDA"},
		{kind.PostHarvest, `{"residuos":[{"tipo":"CASCA","peso":"uns 20 kg"},{"tipo":"PALHA","peso":"pouca"}]}`, "QUANTIDADE_NAO_LIDA"},
		{kind.PostHarvest, `{"pesoEntrada":-5}`, "QUANTIDADE_NAO_LIDA"},
		{kind.Shipment, `{"volumeTransportado":"a granel"}`, "QUANTIDADE_NAO_LIDA"},
		{kind.Shipment, `{"volumeTransportado":"36 t"}`, ""},
		{kind.Receiving, `{"volume":"meia carreta, 15.000 kg"}`, "QUANTIDADE_AMBIGUA"},
		{kind.Receiving, `{"volume":""}`, ""},
		{kind.Receiving, `{"volume":"não se aplica"}`, ""},
		{kind.Processing, `{"volumeFinal":"N/A"}`, ""},
	} {
		got := ""
		for _, f := range record.Grade(kind.ByPrefix(c.prefix), []byte(c.payload), thisYear).Findings {
			if strings.HasPrefix(f.Rule.ID, "QUANTIDADE_") {
				got += f.Rule.ID
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.payload, got, c.want)
		}
	}
}
