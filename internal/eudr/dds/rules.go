package dds

import (
	"rastro/internal/finding"
	"rastro/internal/lang"
)

// source is the source of the rules.
const source = "EUDR Operator API Reference V3; Regulation (EU) 2023/1115"

// The rules: what the EU's system refuses in a statement.
var (
	unknownValue = &finding.Rule{ID: "DDS_VALOR_DESCONHECIDO", Severity: finding.Error, Source: source, Message: lang.Text{
		PT: "'{valor}' não é aceito; use {aceitos}",
		EN: "'{valor}' is not accepted; use {aceitos}",
		ES: "'{valor}' no se acepta; use {aceitos}",
	}}
	missing = &finding.Rule{ID: "DDS_FALTA", Severity: finding.Error, Source: source, Message: lang.Text{
		PT: "falta {campo}",
		EN: "{campo} is missing",
		ES: "falta {campo}",
	}}
	tooLong = &finding.Rule{ID: "DDS_TEXTO_LONGO", Severity: finding.Error, Source: source, Message: lang.Text{
		PT: "o texto tem {n} caracteres, e a UE aceita {max}; encurte-o",
		EN: "the text has {n} characters, and the EU accepts {max}; shorten it",
		ES: "el texto tiene {n} caracteres, y la UE acepta {max}; acórtelo",
	}}
	badText = &finding.Rule{ID: "DDS_TEXTO_INVALIDO", Severity: finding.Error, Source: source, Message: lang.Text{
		PT: "o texto tem caracteres de controle, que um XML não pode ter; tire-os",
		EN: "the text has control characters, which XML cannot have; remove them",
		ES: "el texto tiene caracteres de control, que un XML no puede tener; quítelos",
	}}
	tooMany = &finding.Rule{ID: "DDS_MUITOS", Severity: finding.Error, Source: source, Message: lang.Text{
		PT: "são {n}, e a UE aceita {max} em uma declaração; divida-a em várias",
		EN: "there are {n}, and the EU accepts {max} in one statement; split it into several",
		ES: "son {n}, y la UE acepta {max} en una declaración; divídala en varias",
	}}
	badCountry = &finding.Rule{ID: "DDS_PAIS", Severity: finding.Error, Source: source, Message: lang.Text{
		PT: "'{valor}' não é o código de duas letras de um país",
		EN: "'{valor}' is not the two-letter code of a country",
		ES: "'{valor}' no es el código de dos letras de un país",
	}}
	outsideUnion = &finding.Rule{ID: "DDS_PAIS_FORA_DA_UE", Severity: finding.Error, Source: source, Message: lang.Text{
		PT: "'{valor}' não é um país da União Europeia (nem XI, a Irlanda do Norte)",
		EN: "'{valor}' is not a country of the European Union (nor XI, Northern Ireland)",
		ES: "'{valor}' no es un país de la Unión Europea (ni XI, Irlanda del Norte)",
	}}
	badHeading = &finding.Rule{ID: "DDS_CODIGO_SH", Severity: finding.Error, Source: source, Message: lang.Text{
		PT: "'{valor}' não é um código do Sistema Harmonizado: são de 2 a 6 dígitos, sem pontos",
		EN: "'{valor}' is not a code of the Harmonized System: two to six digits, without points",
		ES: "'{valor}' no es un código del Sistema Armonizado: son de 2 a 6 dígitos, sin puntos",
	}}
	badQuantity = &finding.Rule{ID: "DDS_QUANTIDADE", Severity: finding.Error, Source: source, Message: lang.Text{
		PT: "a quantidade '{valor}' não é aceita: números acima de zero, com até dez dígitos antes da vírgula",
		EN: "the quantity '{valor}' is not accepted: numbers above zero, with up to ten digits before the point",
		ES: "la cantidad '{valor}' no se acepta: números mayores que cero, con hasta diez dígitos antes de la coma",
	}}
	badDeviation = &finding.Rule{ID: "DDS_MARGEM", Severity: finding.Error, Source: source, Message: lang.Text{
		PT: "a margem de {valor}% não é aceita: só em DOMESTIC, de 0 a {max}%",
		EN: "the deviation of {valor}% is not accepted: only for DOMESTIC, from 0 to {max}%",
		ES: "el margen de {valor}% no se acepta: solo en DOMESTIC, de 0 a {max}%",
	}}
	largeGeometry = &finding.Rule{ID: "DDS_GEOMETRIA_GRANDE", Severity: finding.Error, Source: source, Message: lang.Text{
		PT: "os talhões somam {n} bytes, e a UE aceita {max} em uma declaração; divida-a em várias",
		EN: "the plots come to {n} bytes, and the EU accepts {max} in one statement; split it into several",
		ES: "las parcelas suman {n} bytes, y la UE acepta {max} en una declaración; divídala en varias",
	}}
	badReference = &finding.Rule{ID: "DDS_REFERENCIA", Severity: finding.Error, Source: source, Message: lang.Text{
		PT: "'{valor}' não é um número de referência da UE: letras e números, até {max}",
		EN: "'{valor}' is not a reference number of the EU: letters and digits, up to {max}",
		ES: "'{valor}' no es un número de referencia de la UE: letras y números, hasta {max}",
	}}
	twice = &finding.Rule{ID: "DDS_REFERENCIA_REPETIDA", Severity: finding.Error, Source: source, Message: lang.Text{
		PT: "o número de referência '{valor}' aparece duas vezes",
		EN: "the reference number '{valor}' appears twice",
		ES: "el número de referencia '{valor}' aparece dos veces",
	}}
)

// Rules are the rules, in the order of the statement.
var Rules = []*finding.Rule{
	unknownValue, missing, tooLong, badText, tooMany, badCountry, outsideUnion, badHeading, badQuantity, badDeviation, largeGeometry, badReference, twice,
}

// The names of fields in messages.
var (
	theBorder      = lang.Text{PT: "o país por onde a carga entra na União ou sai dela", EN: "the country where the goods enter or leave the Union", ES: "el país por donde la carga entra en la Unión o sale de ella"}
	theRepresented = lang.Text{PT: "o operador que o representante representa", EN: "the operator that the representative acts for", ES: "el operador que el representante representa"}
	theName        = lang.Text{PT: "o nome", EN: "the name", ES: "el nombre"}
	theCommodity   = lang.Text{PT: "a mercadoria", EN: "the commodity", ES: "la mercancía"}
	theDescription = lang.Text{PT: "a descrição da mercadoria", EN: "the description of the goods", ES: "la descripción de la mercancía"}
	theMass        = lang.Text{PT: "a massa líquida em kg", EN: "the net mass in kg", ES: "la masa neta en kg"}
	theDeviation   = lang.Text{PT: "a margem da quantidade, em porcentagem", EN: "the deviation of the quantity, as a percentage", ES: "el margen de la cantidad, en porcentaje"}
	theUnit        = lang.Text{PT: "a unidade da quantidade suplementar, de 3 ou 4 letras", EN: "the unit of the supplementary quantity, of 3 or 4 letters", ES: "la unidad de la cantidad suplementaria, de 3 o 4 letras"}
	theProducer    = lang.Text{PT: "o produtor", EN: "the producer", ES: "el productor"}
	theGeometry    = lang.Text{PT: "a geometria dos talhões", EN: "the geometry of the plots", ES: "la geometría de las parcelas"}
)
