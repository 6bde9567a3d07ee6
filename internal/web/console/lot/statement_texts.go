package lot

import (
	"rastro/internal/web/console/pagekit"
)

// statementTexts are the words of the EU's statement of a lot.
var statementTexts = pagekit.Words{
	"title":        {PT: "Declaração à UE do lote", EN: "Statement to the EU of lot", ES: "Declaración a la UE del lote"},
	"toeudr":       {PT: "Conferência da UE", EN: "The EU's checks", ES: "Revisión de la UE"},
	"fill":         {PT: "Preencher a declaração", EN: "Fill in the statement", ES: "Llenar la declaración"},
	"about":        {PT: "O Rastro preenche a declaração de diligência devida com o que os registros dizem: produto, massa, produtores e talhões. O importador entrega o arquivo ao sistema da UE.", EN: "Rastro fills in the due diligence statement with what the records say: product, mass, producers and plots. The importer files it with the EU's system.", ES: "Rastro llena la declaración de diligencia debida con lo que dicen los registros: producto, masa, productores y parcelas. El importador presenta el archivo al sistema de la UE."},
	"notyet":       {PT: "A declaração ainda não pode ser entregue à UE. Falta:", EN: "The statement cannot be filed with the EU yet. What is missing:", ES: "La declaración todavía no puede presentarse a la UE. Falta:"},
	"inparts":      {PT: "Os lotes passam dos limites de uma declaração e saem em várias. Baixe cada uma, entregue todas e depois agrupe-as.", EN: "The lots are over the limits of one statement and come in several. Download each, file them all, then group them.", ES: "Los lotes superan los límites de una declaración y salen en varias. Descargue cada una, presente todas y después agrúpelas."},
	"part":         {PT: "Declaração {n}", EN: "Statement {n}", ES: "Declaración {n}"},
	"country":      {PT: "País da UE em que a mercadoria entra", EN: "EU country that the goods enter", ES: "País de la UE por el que entra la mercancía"},
	"countryhelp":  {PT: "Duas letras, como NL ou DE.", EN: "Two letters, such as NL or DE.", ES: "Dos letras, como NL o DE."},
	"heading":      {PT: "Código SH", EN: "HS code", ES: "Código SA"},
	"headinghelp":  {PT: "Em branco, o da cultura.", EN: "If left empty, that of the crop.", ES: "En blanco, el del cultivo."},
	"kg":           {PT: "Massa líquida (kg)", EN: "Net mass (kg)", ES: "Masa neta (kg)"},
	"kghelp":       {PT: "Em branco, a que os registros dizem.", EN: "If left empty, what the records say.", ES: "En blanco, la que dicen los registros."},
	"description":  {PT: "Descrição da mercadoria", EN: "Description of the goods", ES: "Descripción de la mercancía"},
	"morelots":     {PT: "Outros lotes na mesma declaração", EN: "Further lots in the same statement", ES: "Otros lotes en la misma declaración"},
	"morelotshelp": {PT: "Um por linha.", EN: "One per line.", ES: "Uno por línea."},
	"group":        {PT: "Agrupar as declarações disponíveis anotadas abaixo, sem repetir os produtores", EN: "Group the available statements noted below, without their producers", ES: "Agrupar las declaraciones disponibles anotadas abajo, sin repetir los productores"},
	"xml":          {PT: "Baixar dds.xml", EN: "Download dds.xml", ES: "Descargar dds.xml"},
	"json":         {PT: "Baixar dds.json", EN: "Download dds.json", ES: "Descargar dds.json"},
	"filed":        {PT: "Declarações entregues", EN: "Statements filed", ES: "Declaraciones presentadas"},
	"nofiled":      {PT: "Nenhum número anotado ainda. Depois de entregar a declaração, anote abaixo os números que o sistema da UE deu.", EN: "No number noted yet. Once the statement is filed, note below the numbers that the EU's system gave.", ES: "Todavía no hay números anotados. Después de presentar la declaración, anote abajo los números que dio el sistema de la UE."},
	"reference":    {PT: "Número de referência", EN: "Reference number", ES: "Número de referencia"},
	"refhelp":      {PT: "14 letras e números, como 26FRYUI34JTQKB. Aparece na página pública da safra.", EN: "14 letters and digits, such as 26FRYUI34JTQKB. It appears on the public page of the harvest.", ES: "14 letras y números, como 26FRYUI34JTQKB. Aparece en la página pública de la cosecha."},
	"verification": {PT: "Número de verificação", EN: "Verification number", ES: "Número de verificación"},
	"verhelp":      {PT: "Só quem tem acesso à safra o vê.", EN: "Only those with access to the harvest see it.", ES: "Solo quien tiene acceso a la cosecha lo ve."},
	"situation":    {PT: "Situação", EN: "State", ES: "Situación"},
	"since":        {PT: "Desde", EN: "Since", ES: "Desde"},
	"lot":          {PT: "Lote", EN: "Lot", ES: "Lote"},
	"inherited":    {PT: "entrou neste lote", EN: "went into this lot", ES: "entró en este lote"},
	"note":         {PT: "Anotar os números de uma declaração", EN: "Note the numbers of a statement", ES: "Anotar los números de una declaración"},
	"notehelp":     {PT: "Anote de novo com o mesmo número quando a situação mudar.", EN: "Note it again with the same number when its state changes.", ES: "Anótela de nuevo con el mismo número cuando cambie la situación."},
	"notemore":     {PT: "Outros lotes que ela cobre", EN: "Further lots that it covers", ES: "Otros lotes que cubre"},
	"save":         {PT: "Anotar", EN: "Note it", ES: "Anotar"},
}

// stateNames are the states of the EU's system in words.
var stateNames = pagekit.Words{
	"AVAILABLE": {PT: "disponível", EN: "available", ES: "disponible"},
	"SUBMITTED": {PT: "entregue, em análise", EN: "submitted", ES: "presentada, en análisis"},
	"REJECTED":  {PT: "recusada", EN: "rejected", ES: "rechazada"},
	"WITHDRAWN": {PT: "retirada", EN: "withdrawn", ES: "retirada"},
	"ARCHIVED":  {PT: "arquivada", EN: "archived", ES: "archivada"},
	"GROUPED":   {PT: "agrupada em outra", EN: "grouped in another", ES: "agrupada en otra"},
	"OBSOLETE":  {PT: "substituída", EN: "replaced", ES: "sustituida"},
}
