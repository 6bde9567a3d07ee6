package lot

import "rastro/internal/lang"

// ViolationRule is one way in which a balance can fail.
type ViolationRule struct {
	ID   string
	Text lang.Text
}

// The rules of a balance.
var (
	OutputOver = &ViolationRule{"SAIDA_ACIMA_DA_ENTRADA", lang.Text{
		PT: "saíram {saida} kg, mas entraram {entrada} kg; confira os pesos",
		EN: "{saida} kg came out, but {entrada} kg went in; check the weights",
		ES: "salieron {saida} kg, pero entraron {entrada} kg; revise los pesos"}}
	DryMatterOver = &ViolationRule{"SAIDA_ACIMA_DA_MATERIA_SECA", lang.Text{
		PT: "saíram {saida} kg, mas pela quebra de umidade e impureza sairiam {esperado} kg; confira pesos, umidades e impurezas",
		EN: "{saida} kg came out, but by the shrink of moisture and impurity it would be {esperado} kg; check weights, moistures and impurities",
		ES: "salieron {saida} kg, pero por la merma de humedad e impureza saldrían {esperado} kg; revise pesos, humedades e impurezas"}}
	NotClosed = &ViolationRule{"BALANCO_NAO_FECHA", lang.Text{
		PT: "entraram {entrada} kg; {saida} kg de saída e {perda} kg de perdas e resíduos não fecham a conta",
		EN: "{entrada} kg went in; {saida} kg of output and {perda} kg of losses and residues do not add up to it",
		ES: "entraron {entrada} kg; {saida} kg de salida y {perda} kg de pérdidas y residuos no cierran la cuenta"}}
	BlendNotWhole = &ViolationRule{"BLENDAGEM_DIFERENTE_DE_100", lang.Text{
		PT: "as partes da blendagem somam {soma} %; devem somar 100 %",
		EN: "the parts of the blend add up to {soma} %; they must add up to 100 %",
		ES: "las partes de la mezcla suman {soma} %; deben sumar 100 %"}}
	ConsumedOver = &ViolationRule{"CONSUMO_ACIMA_DO_DISPONIVEL", lang.Text{
		PT: "{consumido} kg do lote entraram em outros lotes, mas só havia {disponivel} kg",
		EN: "{consumido} kg of the lot went into other lots, but there were only {disponivel} kg",
		ES: "{consumido} kg del lote entraron en otros lotes, pero solo había {disponivel} kg"}}
	SoldTwice = &ViolationRule{"VENDIDO_DUAS_VEZES", lang.Text{
		PT: "{embarcado} kg embarcados e {consumido} kg usados em outros lotes passam dos {disponivel} kg que havia: parte do lote foi vendida duas vezes",
		EN: "{embarcado} kg shipped and {consumido} kg used in other lots are more than the {disponivel} kg there were: some of the lot was sold twice",
		ES: "{embarcado} kg embarcados y {consumido} kg usados en otros lotes superan los {disponivel} kg que había: parte del lote se vendió dos veces"}}
	ShippedOver = &ViolationRule{"EMBARQUE_ACIMA_DO_DISPONIVEL", lang.Text{
		PT: "{embarcado} kg embarcados, mas só havia {disponivel} kg",
		EN: "{embarcado} kg shipped, but there were only {disponivel} kg",
		ES: "{embarcado} kg embarcados, pero solo había {disponivel} kg"}}
	CustodyOver = &ViolationRule{"CUSTODIA_ACIMA_DA_ORIGEM", lang.Text{
		PT: "cadeia de custódia {alegado} alegada, mas um lote de que foi feito é {origem}; vale o menor nível",
		EN: "chain of custody {alegado} is claimed, but a lot it was made of is {origem}; the lowest level counts",
		ES: "cadena de custodia {alegado} alegada, pero un lote del que se hizo es {origem}; vale el menor nivel"}}
)

// ViolationRules are all of them.
var ViolationRules = []*ViolationRule{OutputOver, DryMatterOver, NotClosed, BlendNotWhole, ConsumedOver, SoldTwice, ShippedOver, CustodyOver}
