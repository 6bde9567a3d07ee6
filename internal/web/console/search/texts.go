package search

import "rastro/internal/web/console/pagekit"

var texts = pagekit.Words{
	"title": {PT: "Busca", EN: "Search", ES: "Búsqueda"},
	"ask":   {PT: "O que você procura?", EN: "What are you looking for?", ES: "¿Qué busca?"},
	"find":  {PT: "Buscar", EN: "Search", ES: "Buscar"},
	"help":  {PT: "Safra, lote, placa, nota fiscal (número ou chave), arquivo anexado, pessoa, organização, código de validação ou id de um registro. Maiúsculas, acentos e pontuação não importam. Produtos, datas e nomes dentro dos registros se procuram na lista de cada tipo de registro.", EN: "A harvest, a lot, a plate, an invoice (number or key), an attached file, a person, an organisation, a validation code or the id of a record. Capitals, accents and punctuation do not matter. Search for products, dates and names inside records in the list of each kind of record.", ES: "Cosecha, lote, placa, factura (número o clave), archivo adjunto, persona, organización, código de validación o id de un registro. Mayúsculas, acentos y puntuación no importan. Los productos, fechas y nombres dentro de los registros se buscan en la lista de cada tipo de registro."},
	"none":  {PT: "Nada encontrado. O que acabou de ser gravado aparece aqui em um instante.", EN: "Nothing found. What was just saved appears here in a moment.", ES: "No se encontró nada. Lo que se acaba de guardar aparece aquí en un instante."},
	"more":  {PT: "Há mais: escreva um pouco mais para chegar ao que procura.", EN: "There is more: type a little more to get to what you want.", ES: "Hay más: escriba un poco más para llegar a lo que busca."},
	"all":   {PT: "Ver tudo o que foi encontrado", EN: "See everything that was found", ES: "Ver todo lo encontrado"},
}
