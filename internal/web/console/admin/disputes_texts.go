package admin

import (
	"rastro/internal/web/console/pagekit"
)

var disputeTexts = pagekit.Words{
	"title":   {PT: "Disputas", EN: "Disputes", ES: "Disputas"},
	"about":   {PT: "Lotes e GTINs que mais de uma parte diz serem seus. Enquanto ninguém decide, valem os de quem registrou primeiro. A sua decisão fica no log e vale até que um administrador decida de novo.", EN: "Lots and GTINs that more than one party claims. Until someone decides, they belong to the party that recorded them first. Your decision goes into the log and applies until an administrator decides again.", ES: "Lotes y GTIN que más de una parte dice que son suyos. Mientras nadie decida, valen los de quien registró primero. Su decisión queda en el log y vale hasta que un administrador decida de nuevo."},
	"noneown": {PT: "Nenhuma disputa que esta chave possa decidir.", EN: "No dispute that this key can settle.", ES: "Ninguna disputa que esta clave pueda decidir."},
	"none":    {PT: "Nenhum lote ou GTIN está em disputa.", EN: "No lot or GTIN is in dispute.", ES: "Ningún lote ni GTIN está en disputa."},
	"by":      {PT: "por", EN: "by", ES: "por"},
	"why":     {PT: "Motivo:", EN: "Reason:", ES: "Motivo:"},
	"erased":  {PT: "expurgado, porque citava um registro expurgado", EN: "erased, because it quoted an erased record", ES: "suprimido, porque citaba un registro suprimido"},
	"lote":    {PT: "Lote", EN: "Lot", ES: "Lote"},
	"gtin":    {PT: "GTIN", EN: "GTIN", ES: "GTIN"},
	"owner":   {PT: "É da safra", EN: "Belongs to harvest", ES: "Es de la cosecha"},
	"since":   {PT: "desde", EN: "since", ES: "desde"},
	"open":    {PT: "em aberto", EN: "open", ES: "abierta"},
	"settled": {PT: "decidida em", EN: "settled on", ES: "decidida el"},
	"claims":  {PT: "Também reivindicado por", EN: "Also claimed by", ES: "También reivindicado por"},
	"safra":   {PT: "Safra", EN: "Harvest", ES: "Cosecha"},
	"author":  {PT: "Quem registrou", EN: "Recorded by", ES: "Quién registró"},
	"records": {PT: "Registros", EN: "Records", ES: "Registros"},
	"more":    {PT: "Há outras reivindicações além destas.", EN: "There are more claims than these.", ES: "Hay otras reivindicaciones además de estas."},
	"safraId": {PT: "De qual safra é?", EN: "Which harvest does it belong to?", ES: "¿De qué cosecha es?"},
	"motivo":  {PT: "Por quê? (contrato, romaneio, visita…)", EN: "Why? (contract, delivery note, visit…)", ES: "¿Por qué? (contrato, remito, visita…)"},
	"stays":   {PT: "O motivo fica no log e na trilha. Só some com o expurgo de um registro que ele cita, ou de todos os que usam o código. Não escreva nele dados pessoais.", EN: "The reason stays in the log and the audit trail. It is removed only when a record that it quotes is erased, or all records with the code are. Do not put personal data in it.", ES: "El motivo queda en el log y en el registro de auditoría. Solo desaparece con la supresión de un registro que cita, o de todos los que usan el código. No escriba en él datos personales."},
	"public":  {PT: "Mostrar o motivo às partes. Sem isto, elas veem só a data e que um administrador decidiu.", EN: "Show the reason to the parties. Without this they only see the date and that an administrator decided.", ES: "Mostrar el motivo a las partes. Sin esto, solo ven la fecha y que un administrador decidió."},
	"decide":  {PT: "Decidir", EN: "Settle", ES: "Decidir"},
	"first":   {PT: "Do começo", EN: "From the start", ES: "Desde el comienzo"},
	"next":    {PT: "Mais disputas", EN: "More disputes", ES: "Más disputas"},

	// as people are addressed
	"noneown.pessoa": {PT: "Nenhuma disputa que você possa decidir.", EN: "No dispute that you can settle.", ES: "Ninguna disputa que usted pueda decidir."},
}
