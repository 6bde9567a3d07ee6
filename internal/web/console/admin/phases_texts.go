package admin

import (
	"rastro/internal/web/console/pagekit"
)

var phaseTexts = pagekit.Words{
	"title":    {PT: "Catálogo de fases", EN: "Phase catalogue", ES: "Catálogo de fases"},
	"about":    {PT: "As fases por que passa a safra de cada cultura e o registro que prova cada uma. As obrigatórias contam na completude.", EN: "The phases of each crop's harvest, and the record that proves each one. Mandatory phases count for completeness.", ES: "Las fases de la cosecha de cada cultivo y el registro que prueba cada una. Las obligatorias cuentan en la completitud."},
	"crop":     {PT: "Cultura", EN: "Crop", ES: "Cultivo"},
	"show":     {PT: "Mostrar", EN: "Show", ES: "Mostrar"},
	"new":      {PT: "Nova fase", EN: "New phase", ES: "Nueva fase"},
	"none":     {PT: "Não há fases desta cultura no catálogo.", EN: "The catalogue has no phases of this crop.", ES: "No hay fases de este cultivo en el catálogo."},
	"name":     {PT: "Nome", EN: "Name", ES: "Nombre"},
	"kind":     {PT: "Registro que a prova", EN: "Record that proves it", ES: "Registro que la prueba"},
	"order":    {PT: "Ordem", EN: "Order", ES: "Orden"},
	"need":     {PT: "Exigência", EN: "Demand", ES: "Exigencia"},
	"required": {PT: "obrigatória", EN: "mandatory", ES: "obligatoria"},
	"optional": {PT: "opcional", EN: "optional", ES: "opcional"},
	"off":      {PT: "fora de uso", EN: "not in use", ES: "fuera de uso"},
	"action":   {PT: "Ações", EN: "Actions", ES: "Acciones"},
	"edit":     {PT: "Editar", EN: "Edit", ES: "Editar"},
	"delete":   {PT: "Excluir", EN: "Delete", ES: "Eliminar"},
	"stage":    {PT: "Etapa", EN: "Stage", ES: "Etapa"},
	"cancel":   {PT: "Cancelar", EN: "Cancel", ES: "Cancelar"},
}

var phaseFormTexts = pagekit.Words{
	"title":     {PT: "Editar fase", EN: "Edit phase", ES: "Editar fase"},
	"newtitle":  {PT: "Nova fase", EN: "New phase", ES: "Nueva fase"},
	"stagename": {PT: "Nome da etapa", EN: "Name of the stage", ES: "Nombre de la etapa"},
	"descr":     {PT: "Descrição", EN: "Description", ES: "Descripción"},
	"number":    {PT: "Número do registro", EN: "Number of the record", ES: "Número del registro"},
	"orderhelp": {PT: "Número de 0 a 9999; o menor vem primeiro na etapa.", EN: "A number from 0 to 9999; the smallest comes first in its stage.", ES: "Número de 0 a 9999; el menor viene primero en la etapa."},
	"needbox":   {PT: "É obrigatória", EN: "It is mandatory", ES: "Es obligatoria"},
	"usebox":    {PT: "Está em uso", EN: "It is in use", ES: "Está en uso"},
	"nokind":    {PT: "nenhum", EN: "none", ES: "ninguno"},
	"save":      {PT: "Gravar", EN: "Save", ES: "Guardar"},
	"stale":     {PT: "Abrir a versão atual", EN: "Open the current version", ES: "Abrir la versión actual"},
}

var phaseEndTexts = pagekit.Words{
	"title": {PT: "Excluir fase", EN: "Delete phase", ES: "Eliminar fase"},
	"ask":   {PT: "A fase sai do catálogo e deixa de contar na completude das safras. Os registros ficam como estão.", EN: "The phase leaves the catalogue and no longer counts for the completeness of harvests. Records stay as they are.", ES: "La fase sale del catálogo y deja de contar en la completitud de las cosechas. Los registros quedan como están."},
	"yes":   {PT: "Sim, excluir", EN: "Yes, delete", ES: "Sí, eliminar"},
}
