package events

import (
	"rastro/internal/lang"
	"rastro/internal/web/console/pagekit"
)

var texts = pagekit.Words{
	"title":        {PT: "Para outros sistemas", EN: "For other systems", ES: "Para otros sistemas"},
	"about":        {PT: "É assim que um comprador ou um órgão com acesso lê estes registros no sistema dele, no padrão EPCIS 2.0 da GS1. Pessoas, placas e CPFs nunca vão.", EN: "This is how a buyer or an authority with access reads these records in their own system, in GS1's standard EPCIS 2.0. People, plates and personal numbers are never included.", ES: "Así lee estos registros, en su propio sistema, un comprador o un organismo con acceso, en el estándar EPCIS 2.0 de GS1. Nunca se incluyen personas, placas ni números personales."},
	"list":         {PT: "Eventos, na ordem em que foram gravados", EN: "Events, in the order in which they were recorded", ES: "Eventos, en el orden en que se guardaron"},
	"none":         {PT: "Ainda não há nenhum evento que você possa ler. Um registro novo leva cerca de um segundo para aparecer.", EN: "There is no event yet that you may read. A new record takes about a second to appear.", ES: "Todavía no hay ningún evento que usted pueda leer. Un registro nuevo tarda cerca de un segundo en aparecer."},
	"further":      {PT: "Neste trecho não há nenhum evento. Os que vierem depois estão em Próximos eventos.", EN: "There is no event in this range. Any later ones are under Next events.", ES: "En este tramo no hay ningún evento. Los que vengan después están en Próximos eventos."},
	"record":       {PT: "Registro", EN: "Record", ES: "Registro"},
	"when":         {PT: "Quando", EN: "When", ES: "Cuándo"},
	"step":         {PT: "Etapa", EN: "Step", ES: "Etapa"},
	"what":         {PT: "O que diz", EN: "What it says", ES: "Qué dice"},
	"recorded":     {PT: "o registro não diz o dia: é a hora em que foi gravado", EN: "the record gives no day: this is when it was written", ES: "el registro no dice el día: es la hora en que se guardó"},
	"wrong":        {PT: "Corrigido", EN: "Corrected", ES: "Corregido"},
	"in":           {PT: "Entra", EN: "Goes in", ES: "Entra"},
	"out":          {PT: "Sai", EN: "Comes out", ES: "Sale"},
	"things":       {PT: "Sobre", EN: "About", ES: "Sobre"},
	"place":        {PT: "Onde", EN: "Where", ES: "Dónde"},
	"after":        {PT: "Fica em", EN: "Stays at", ES: "Queda en"},
	"to":           {PT: "Vai para", EN: "Goes to", ES: "Va a"},
	"papers":       {PT: "Documentos", EN: "Documents", ES: "Documentos"},
	"certificates": {PT: "Certificados", EN: "Certificates", ES: "Certificados"},
	"json":         {PT: "Como o outro sistema recebe", EN: "As the other system receives it", ES: "Como lo recibe el otro sistema"},
	"next":         {PT: "Próximos eventos", EN: "Next events", ES: "Próximos eventos"},
	"trace":        {PT: "Rastreio do lote", EN: "Trace of the lot", ES: "Rastreo del lote"},
	"harvest":      {PT: "Safra", EN: "Harvest", ES: "Cosecha"},
	"pages":        {PT: "Páginas da safra", EN: "Pages of the harvest", ES: "Páginas de la cosecha"},
}

// words are the words of EPCIS that our events have.
var words = map[string]lang.Text{
	"rastro:BizStep-plantio":   {PT: "plantio", EN: "planting", ES: "siembra"},
	"rastro:BizStep-aplicacao": {PT: "aplicação de insumo", EN: "input application", ES: "aplicación de insumo"},
	"rastro:BizStep-colheita":  {PT: "colheita", EN: "harvesting", ES: "cosecha"},
	"commissioning":            {PT: "lote formado", EN: "lot made", ES: "lote formado"},
	"consigning":               {PT: "documentos da carga", EN: "cargo documents", ES: "documentos de la carga"},
	"receiving":                {PT: "recebimento", EN: "receiving", ES: "recepción"},
	"storing":                  {PT: "armazenamento", EN: "storing", ES: "almacenamiento"},
	"sampling":                 {PT: "análise", EN: "sampling", ES: "análisis"},
	"shipping":                 {PT: "embarque", EN: "shipping", ES: "embarque"},
	"inspecting":               {PT: "inspeção", EN: "inspecting", ES: "inspección"},
	"active":                   {PT: "ativo", EN: "active", ES: "activo"},
	"in_progress":              {PT: "em andamento", EN: "in progress", ES: "en curso"},
	"in_transit":               {PT: "em trânsito", EN: "in transit", ES: "en tránsito"},
	"conformant":               {PT: "conforme", EN: "conformant", ES: "conforme"},
	"non_conformant":           {PT: "não conforme", EN: "not conformant", ES: "no conforme"},
	"completeness_verified":    {PT: "completude conferida", EN: "completeness verified", ES: "integridad verificada"},
	"incorrect_data":           {PT: "os dados foram corrigidos: vale o evento novo", EN: "the data was corrected: the new event counts", ES: "los datos se corrigieron: vale el evento nuevo"},
	"did_not_occur":            {PT: "o registro foi excluído: conta como não ocorrido", EN: "the record was deleted: it counts as not having occurred", ES: "el registro se eliminó: cuenta como no ocurrido"},
}
