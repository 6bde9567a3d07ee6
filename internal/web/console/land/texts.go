package land

import "rastro/internal/web/console/pagekit"

var texts = pagekit.Words{
	"title":      {PT: "Camadas públicas", EN: "Public layers", ES: "Capas públicas"},
	"about":      {PT: "Mapas públicos de desmatamento, embargos, terras indígenas e áreas protegidas. Todo talhão é comparado com eles na conferência da safra, na conferência para a UE e no dossiê.", EN: "Public maps of deforestation, embargoes, indigenous land and protected areas. Every plot is compared with them in the review of its harvest, in the checks for the EU and in the dossier.", ES: "Mapas públicos de deforestación, embargos, tierras indígenas y áreas protegidas. Cada parcela se compara con ellos en la revisión de la cosecha, en la revisión para la UE y en el dosier."},
	"none":       {PT: "Nenhuma camada foi importada: os talhões ainda não são comparados com nada. Quem cuida do servidor importa uma com o comando 'rastro land import'.", EN: "No layer was imported: plots are not compared with anything yet. Whoever runs the server imports one with the command 'rastro land import'.", ES: "No se importó ninguna capa: las parcelas todavía no se comparan con nada. Quien administra el servidor importa una con el comando 'rastro land import'."},
	"layer":      {PT: "Camada", EN: "Layer", ES: "Capa"},
	"kind":       {PT: "Tipo", EN: "Kind", ES: "Tipo"},
	"date":       {PT: "Dados de", EN: "Data of", ES: "Datos del"},
	"source":     {PT: "Fonte", EN: "Source", ES: "Fuente"},
	"polygons":   {PT: "Áreas", EN: "Areas", ES: "Áreas"},
	"broken":     {PT: "ilegíveis", EN: "unreadable", ES: "ilegibles"},
	"imported":   {PT: "Importada em", EN: "Imported on", ES: "Importada el"},
	"file":       {PT: "SHA-256 do arquivo", EN: "SHA-256 of the file", ES: "SHA-256 del archivo"},
	"unfinished": {PT: "importação incompleta: não conta", EN: "import not finished: does not count", ES: "importación incompleta: no cuenta"},
	"ask":        {PT: "Comparar os talhões de uma safra", EN: "Compare the plots of a harvest", ES: "Comparar las parcelas de una cosecha"},
	"harvest":    {PT: "Safra", EN: "Harvest", ES: "Cosecha"},
	"show":       {PT: "Comparar", EN: "Compare", ES: "Comparar"},
	"noplots":    {PT: "nenhum talhão nos registros desta safra. Confira o nome, ou desenhe o talhão no plano de cultivo", EN: "no plot in the records of this harvest. Check its name, or draw the plot in the crop plan", ES: "ninguna parcela en los registros de esta cosecha. Revise el nombre, o dibuje la parcela en el plan de cultivo"},
	"clear":      {PT: "Nenhum talhão conferido toca uma área dessas camadas.", EN: "No checked plot touches an area of these layers.", ES: "Ninguna parcela revisada toca un área de estas capas."},
	"hidden":     {PT: "As sobreposições mostram onde ficam os talhões, e o seu papel não vê dados pessoais.", EN: "Overlaps show where plots are, and your role does not see personal data.", ES: "Las superposiciones muestran dónde están las parcelas, y su rol no ve datos personales."},
	"plot":       {PT: "Talhão", EN: "Plot", ES: "Parcela"},
	"area":       {PT: "Sobreposição", EN: "Overlap", ES: "Superposición"},
	"day":        {PT: "Data da área", EN: "Date of the area", ES: "Fecha del área"},
	"names":      {PT: "Área", EN: "Area", ES: "Área"},
	"tolerated":  {PT: "dentro da tolerância", EN: "within tolerance", ES: "dentro de la tolerancia"},
	"more":       {PT: "Há mais sobreposições do que cabem aqui.", EN: "There are more overlaps than fit here.", ES: "Hay más superposiciones de las que caben aquí."},
}
