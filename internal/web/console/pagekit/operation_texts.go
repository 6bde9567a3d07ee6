package pagekit

// OperationTexts name the operations of versions.
var OperationTexts = Words{
	"criacao":   {PT: "Criação", EN: "Created", ES: "Creación"},
	"alteracao": {PT: "Alteração", EN: "Changed", ES: "Modificación"},
	"exclusao":  {PT: "Exclusão", EN: "Deleted", ES: "Eliminación"},
	"expurgo":   {PT: "Expurgo", EN: "Erased", ES: "Supresión"},
}
