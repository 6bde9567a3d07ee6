package profile

import (
	"rastro/internal/finding"
	"rastro/internal/lang"
)

// The rules that refuse a profile. Each says what is wrong and what to do.
var (
	unknownMember = refusal("CAMPO_FORA_DO_PERFIL", lang.Text{
		PT: "não é um campo do perfil; os campos são: {campos}",
		EN: "is not a field of the profile; the fields are: {campos}",
		ES: "no es un campo del perfil; los campos son: {campos}",
	})
	unknownCrop = refusal("CULTURA_FORA_DA_LISTA", lang.Text{
		PT: "'{valor}' não é uma cultura conhecida; use uma destas, ou OUTRA: {valores}",
		EN: "'{valor}' is not a known crop; use one of these, or OUTRA (another): {valores}",
		ES: "'{valor}' no es un cultivo conocido; use uno de estos, u OUTRA (otro): {valores}",
	})
	unknownTarget = refusal("ALVO_DESCONHECIDO", lang.Text{
		PT: "'{valor}' não é um destino; use um destes: {valores}",
		EN: "'{valor}' is not a target; use one of these: {valores}",
		ES: "'{valor}' no es un destino; use uno de estos: {valores}",
	})
	badDocument = refusal("DOCUMENTO_INVALIDO", lang.Text{
		PT: "não é um CPF nem um CNPJ válido ({motivo}); confira os dígitos",
		EN: "is not a valid CPF or CNPJ ({motivo}); check its digits",
		ES: "no es un CPF ni un CNPJ válido ({motivo}); revise los dígitos",
	})
	unknownState = refusal("UF_DESCONHECIDA", lang.Text{
		PT: "'{valor}' não é a sigla de um estado do Brasil; escreva como MT",
		EN: "'{valor}' is not a state of Brazil; write its letters, such as MT",
		ES: "'{valor}' no es la sigla de un estado de Brasil; escríbala como MT",
	})
	badCAR = refusal("CAR_INVALIDO", lang.Text{
		PT: "não é um CAR ({motivo}); copie o número do recibo: UF, código do município e 32 letras e números, como MT-5107925-0123456789ABCDEF0123456789ABCDEF",
		EN: "is not a CAR ({motivo}); copy the number from the receipt: state, code of the municipality and 32 letters and digits, such as MT-5107925-0123456789ABCDEF0123456789ABCDEF",
		ES: "no es un CAR ({motivo}); copie el número del recibo: estado, código del municipio y 32 letras y números, como MT-5107925-0123456789ABCDEF0123456789ABCDEF",
	})
	otherState = refusal("CAR_DE_OUTRA_UF", lang.Text{
		PT: "o CAR é de {car}, mas a UF informada é {uf}; corrija um dos dois",
		EN: "the CAR is in {car}, but the state given is {uf}; correct one of them",
		ES: "el CAR es de {car}, pero el estado indicado es {uf}; corrija uno de los dos",
	})
	foreignCAR = refusal("CAR_FORA_DO_BRASIL", lang.Text{
		PT: "o CAR só existe no Brasil, mas o país informado é {pais}; corrija um dos dois",
		EN: "only Brazil has the CAR, but the country given is {pais}; correct one of them",
		ES: "el CAR solo existe en Brasil, pero el país indicado es {pais}; corrija uno de los dos",
	})
	unknownTown = refusal("MUNICIPIO_DESCONHECIDO", lang.Text{
		PT: "não existe município '{valor}' no Brasil; escreva o nome oficial, sem a UF",
		EN: "there is no municipality '{valor}' in Brazil; write its official name, without the state",
		ES: "no existe el municipio '{valor}' en Brasil; escriba el nombre oficial, sin el estado",
	})
	townElsewhere = refusal("MUNICIPIO_DE_OUTRA_UF", lang.Text{
		PT: "não existe '{valor}' em {uf}; existe em {outras}: corrija o município ou a UF",
		EN: "there is no '{valor}' in {uf}; there is one in {outras}: correct the municipality or the state",
		ES: "no existe '{valor}' en {uf}; existe en {outras}: corrija el municipio o el estado",
	})
	unreadSeason = refusal("PERIODO_ILEGIVEL", lang.Text{
		PT: "não foi possível ler os anos em '{valor}'; escreva como 2024/25 ou 2025",
		EN: "the years in '{valor}' could not be read; write them as 2024/25 or 2025",
		ES: "no se pudieron leer los años en '{valor}'; escríbalos como 2024/25 o 2025",
	})
	unknownCountry = refusal("PAIS_DESCONHECIDO", lang.Text{
		PT: "'{valor}' não é um país; use as duas letras da ISO 3166-1, como BR",
		EN: "'{valor}' is not a country; use the two letters of ISO 3166-1, such as BR",
		ES: "'{valor}' no es un país; use las dos letras de la ISO 3166-1, como BR",
	})
)

// Rules lists them.
var Rules = []*finding.Rule{
	unknownMember, unknownCrop, unknownTarget, badDocument, unknownState, badCAR, otherState, foreignCAR, unknownTown, townElsewhere, unreadSeason, unknownCountry,
}

func refusal(id string, message lang.Text) *finding.Rule {
	return &finding.Rule{ID: id, Severity: finding.Error, Message: message}
}
