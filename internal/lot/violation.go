package lot

import (
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// The rules of a balance. Rules that are also used to check records or harvests have their own
// wording here.
var (
	OutputOver = &finding.Rule{ID: "SAIDA_ACIMA_DA_ENTRADA", Severity: finding.Alert, Message: lang.Text{
		PT: "saíram {saida} kg, mas entraram {entrada} kg; confira os pesos",
		EN: "{saida} kg came out, but {entrada} kg went in; check the weights",
		ES: "salieron {saida} kg, pero entraron {entrada} kg; revise los pesos"}}
	DryMatterOver = &finding.Rule{ID: "SAIDA_ACIMA_DA_MATERIA_SECA", Severity: finding.Alert, Message: lang.Text{
		PT: "saíram {saida} kg, mas, descontadas a umidade e a impureza, sairiam {esperado} kg; confira pesos, umidades e impurezas",
		EN: "{saida} kg came out, but after the loss of moisture and impurity it would be {esperado} kg; check weights, moisture and impurities",
		ES: "salieron {saida} kg, pero, descontadas la humedad y la impureza, saldrían {esperado} kg; revise pesos, humedades e impurezas"}}
	NotClosed = &finding.Rule{
		ID: "BALANCO_NAO_FECHA", Severity: finding.Alert, Source: "conservation of mass", Kinds: []string{kind.PostHarvest},
		Message: lang.Text{
			PT: "saída, resíduos e perda somam {soma} kg e entraram {entrada} kg; a diferença passa de 1 %",
			EN: "output, residues and loss add up to {soma} kg and {entrada} kg went in; the difference is over 1 %",
			ES: "salida, residuos y pérdida suman {soma} kg y entraron {entrada} kg; la diferencia supera el 1 %",
		},
		Trigger: `{"pesoEntrada":12000,"pesoSaida":6000,"residuos":[{"tipo":"CASCA","peso":4200}],"perdaTecnica":180}`,
		Quiet:   `{"pesoEntrada":12000,"pesoSaida":6000,"residuos":[{"tipo":"CASCA","peso":4200}],"perdaTecnica":1800}`,
		Also: map[finding.List]finding.Wording{finding.Balance: {Severity: finding.Alert, Message: lang.Text{
			PT: "entraram {entrada} kg; {saida} kg de saída e {perda} kg de perdas e resíduos não fecham a conta",
			EN: "{entrada} kg went in; {saida} kg of output and {perda} kg of losses and residues do not add up to it",
			ES: "entraron {entrada} kg; {saida} kg de salida y {perda} kg de pérdidas y residuos no cuadran con eso"}}},
	}
	BlendNotWhole = &finding.Rule{ID: "BLENDAGEM_DIFERENTE_DE_100", Severity: finding.Alert, Message: lang.Text{
		PT: "as partes da blendagem somam {soma} %; devem somar 100 %",
		EN: "the parts of the blend add up to {soma} %; they must add up to 100 %",
		ES: "las partes de la mezcla suman {soma} %; deben sumar 100 %"}}
	ConsumedOver = &finding.Rule{ID: "CONSUMO_ACIMA_DO_DISPONIVEL", Severity: finding.Alert, Message: lang.Text{
		PT: "{consumido} kg do lote entraram em outros lotes, mas só {disponivel} kg estavam disponíveis",
		EN: "{consumido} kg of the lot went into other lots, but there were only {disponivel} kg",
		ES: "{consumido} kg del lote entraron en otros lotes, pero solo había {disponivel} kg"}}
	SoldTwice = &finding.Rule{ID: "VENDIDO_DUAS_VEZES", Severity: finding.Alert, Message: lang.Text{
		PT: "{embarcado} kg embarcados e {consumido} kg usados em outros lotes passam dos {disponivel} kg disponíveis: parte do lote foi vendida duas vezes",
		EN: "{embarcado} kg shipped and {consumido} kg used in other lots are more than the {disponivel} kg there were: some of the lot was sold twice",
		ES: "{embarcado} kg embarcados y {consumido} kg usados en otros lotes superan los {disponivel} kg que había: parte del lote se vendió dos veces"}}
	ShippedOver = &finding.Rule{ID: "EMBARQUE_ACIMA_DO_DISPONIVEL", Severity: finding.Alert, Message: lang.Text{
		PT: "{embarcado} kg embarcados, mas só {disponivel} kg estavam disponíveis",
		EN: "{embarcado} kg shipped, but there were only {disponivel} kg",
		ES: "{embarcado} kg embarcados, pero solo había {disponivel} kg"}}
	ReceivedOver = &finding.Rule{
		ID: "RECEBIDO_ACIMA_DO_PRODUZIDO", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.PostHarvest, kind.Processing, kind.Receiving, kind.Storage},
		Source: "mass balance by lot, tolerance 0.5 % for scales",
		Message: lang.Text{
			PT: "do lote '{lote}' foram produzidos {produzido} kg, mas uma só carga recebida tem {recebido} kg; confira os pesos e o código do lote",
			EN: "{produzido} kg of lot '{lote}' were made, but a single load that was received weighs {recebido} kg; check the weights and the lot code",
			ES: "del lote '{lote}' se produjeron {produzido} kg, pero una sola carga recibida pesa {recebido} kg; revise los pesos y el código del lote",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"A-1"}},{"prefixo":"/posColheita/beneficiamento","dados":{"loteEntrada":"A-1","loteSaida":"B-1","pesoEntrada":37000,"pesoSaida":36000}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"B-1","volume":"935 t"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"A-1"}},{"prefixo":"/posColheita/beneficiamento","dados":{"loteEntrada":"A-1","loteSaida":"B-1","pesoEntrada":37000,"pesoSaida":36000}},{"prefixo":"/armazenamento/recebimento","dados":{"loteOrigem":"B-1","volume":"36 t"}}]`,
		Also: map[finding.List]finding.Wording{finding.Balance: {Severity: finding.Alert, Message: lang.Text{
			PT: "foram produzidos {produzido} kg, mas uma só carga recebida tem {recebido} kg",
			EN: "{produzido} kg were made, but a single load that was received weighs {recebido} kg",
			ES: "se produjeron {produzido} kg, pero una sola carga recibida pesa {recebido} kg"}}},
	}
	CustodyOver = &finding.Rule{
		ID: "CUSTODIA_ACIMA_DA_ORIGEM", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.PostHarvest}, Source: "ISO 22095: a merged lot takes the lowest model of its inputs",
		Message: lang.Text{
			PT: "cadeia de custódia {alegado} alegada, mas o lote de entrada '{lote}' é {origem}; o lote fica com o nível mais baixo do que entra nele: corrija o modelo",
			EN: "chain of custody {alegado} is claimed, but the input lot '{lote}' is {origem}; a lot takes the lowest level of what goes into it: correct the model",
			ES: "cadena de custodia {alegado} alegada, pero el lote de entrada '{lote}' es {origem}; el lote queda con el nivel más bajo de lo que entra en él: corrija el modelo",
		},
		Trigger: `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"A-1"}},{"prefixo":"/posColheita/beneficiamento","dados":{"loteEntrada":"A-1","loteSaida":"B-2","modeloCadeiaCustodia":"BALANCO_MASSA"}},{"prefixo":"/posColheita/beneficiamento","dados":{"loteEntrada":"B-2","loteSaida":"C-3","modeloCadeiaCustodia":"SEGREGADO"}}]`,
		Quiet:   `[{"prefixo":"/colheitaIdentificacaoProducao/identificacaoLote","dados":{"codigoLote":"A-1"}},{"prefixo":"/posColheita/beneficiamento","dados":{"loteEntrada":"A-1","loteSaida":"B-2","modeloCadeiaCustodia":"SEGREGADO"}},{"prefixo":"/posColheita/beneficiamento","dados":{"loteEntrada":"B-2","loteSaida":"C-3","modeloCadeiaCustodia":"BALANCO_MASSA"}}]`,
		Also: map[finding.List]finding.Wording{finding.Balance: {Severity: finding.Alert, Message: lang.Text{
			PT: "cadeia de custódia {alegado} alegada, mas um lote de que foi feito é {origem}; vale o menor nível",
			EN: "chain of custody {alegado} is claimed, but a lot it was made of is {origem}; the lowest level counts",
			ES: "cadena de custodia {alegado} alegada, pero un lote del que se hizo es {origem}; vale el menor nivel"}}},
	}
)

// Rules lists the rules of a balance.
var Rules = []*finding.Rule{OutputOver, DryMatterOver, NotClosed, BlendNotWhole, ConsumedOver, SoldTwice, ShippedOver, ReceivedOver, CustodyOver}

// Closing is the result of a balance.
type Closing string

// The ways to close: masses agree, contradict each other, or cannot be judged because some
// are not stated.
const (
	Closes   Closing = "FECHA"
	Differs  Closing = "DIVERGE"
	Unjudged Closing = "NAO_AVALIADO"
)

// Closing returns the verdict on the masses of a lot. They agree only if all of them are stated.
func (a *Account) Closing() Closing {
	switch {
	case len(a.Violations) > 0:
		return Differs
	case !a.Weighed || a.Partial.Taken() || !(a.Left >= 0 || -a.Left <= a.Available*massSlack*(1+1e-9)):
		return Unjudged
	}
	return Closes
}

// Closing judges the masses of a step.
func (s *StepBalance) Closing() Closing {
	switch {
	case len(s.Violations) > 0:
		return Differs
	case (!IsKnown(s.In) || !IsKnown(s.Out)) && !IsKnown(s.Shares), s.Doubt() != NoDoubt:
		return Unjudged
	}
	return Closes
}

// Doubt is why the masses of a drying or cleaning cannot be judged though they are stated.
type Doubt int

// The doubts: the missing mass may be water or dirt, but moisture or impurity is not stated; or
// they are stated, but do not explain all of the missing mass.
const (
	NoDoubt Doubt = iota
	NoMoisture
	Unexplained
)

var postHarvest = kind.ByPrefix(kind.PostHarvest).Code

// Doubt returns the doubt about a step without a stated loss: moisture and impurity must explain
// the missing mass.
func (s *StepBalance) Doubt() Doubt {
	if s.Row.Kind != postHarvest || IsKnown(s.Lost) {
		return NoDoubt
	}
	switch {
	case s.In-s.Out <= s.In*closeSlack, !IsKnown(s.In), !IsKnown(s.Out):
		return NoDoubt
	case !IsKnown(s.Expected):
		return NoMoisture
	case s.Expected-s.Out > s.In*closeSlack:
		return Unexplained
	}
	return NoDoubt
}

// Closing returns the worst closing of the lot, its sources and the steps. A lot from the field
// that no record weighs before the step that takes it leaves nothing open, because the step states
// how much it took.
func (b *Balance) Closing() Closing {
	if b.Violations() > 0 {
		return Differs
	}
	for i := range b.Accounts {
		if a := &b.Accounts[i]; a.Closing() == Unjudged && (i == 0 || a.Entered) {
			return Unjudged
		}
	}
	for i := range b.Steps {
		if b.Steps[i].Closing() == Unjudged {
			return Unjudged
		}
	}
	return Closes
}
