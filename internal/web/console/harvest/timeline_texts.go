package harvest

import (
	"rastro/internal/web/console/pagekit"
)

// timelineTexts are the words of a harvest's first page.
var timelineTexts = pagekit.Words{
	"summary":    {PT: "Resumo", EN: "Summary", ES: "Resumen"},
	"phases":     {PT: "As dez fases", EN: "The ten phases", ES: "Las diez fases"},
	"asked":      {PT: "{a} de {b} {b|obrigatório|obrigatórios}", EN: "{a} of {b} mandatory", ES: "{a} de {b} {b|obligatorio|obligatorios}"},
	"notasked":   {PT: "nada obrigatório", EN: "nothing mandatory", ES: "nada obligatorio"},
	"due":        {PT: "Falta este registro", EN: "This record is missing", ES: "Falta este registro"},
	"notfound":   {PT: "Safra não encontrada", EN: "Harvest not found", ES: "Cosecha no encontrada"},
	"begin":      {PT: "Começar a safra {safra}", EN: "Begin the harvest {safra}", ES: "Comenzar la cosecha {safra}"},
	"beginhere":  {PT: "Ela começa com o primeiro registro: escolha abaixo o que registrar.", EN: "It begins with its first record: choose below what to record.", ES: "Comienza con el primer registro: elija abajo qué registrar."},
	"beginother": {PT: "Esta safra já existe e deveria aparecer para você?", EN: "Does this harvest exist, and should you see it?", ES: "¿Esta cosecha ya existe y usted debería verla?"},
	"alike":      {PT: "Há safra com nome quase igual:", EN: "There is a harvest with nearly the same name:", ES: "Hay una cosecha con un nombre casi igual:"},
	"toharvests": {PT: "Ver as safras", EN: "See the harvests", ES: "Ver las cosechas"},
	"beginnew":   {PT: "É uma safra nova?", EN: "Is it a new harvest?", ES: "¿Es una cosecha nueva?"},
	"beginhelp":  {PT: "Ela começa com o primeiro registro. Se o nome já for de outra organização, nada é gravado.", EN: "It begins with its first record. If another organisation has the name already, nothing is saved.", ES: "Comienza con el primer registro. Si el nombre ya es de otra organización, no se guarda nada."},
	"add":        {PT: "Registrar", EN: "Record", ES: "Registrar"},
	"validate":   {PT: "Validar", EN: "Validate", ES: "Validar"},
	"all":        {PT: "ver todos", EN: "see all", ES: "ver todos"},
	"report":     {PT: "Ver a conferência", EN: "See the checks", ES: "Ver la revisión"},
	"lots":       {PT: "Lotes desta safra", EN: "Lots of this harvest", ES: "Lotes de esta cosecha"},
	"lotsmore":   {PT: "Há mais lotes.", EN: "There are more lots.", ES: "Hay más lotes."},
	"lotshelp":   {PT: "Cada lote leva ao seu rastreio.", EN: "Each lot leads to its trace.", ES: "Cada lote lleva a su rastreo."},
	"doshelp":    {PT: "O dossiê vai ao comprador, com provas e anexos.", EN: "Its dossier goes to the buyer, with proofs and attachments.", ES: "Su dosier va al comprador, con pruebas y adjuntos."},
	"dossier":    {PT: "Dossiê", EN: "Dossier", ES: "Dosier"},
	"empty":      {PT: "Esta safra ainda não tem registros. Ela começa com o primeiro.", EN: "This harvest has no records yet. It begins with the first one.", ES: "Esta cosecha todavía no tiene registros. Comienza con el primero."},
}
