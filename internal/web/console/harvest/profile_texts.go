package harvest

import (
	"rastro/internal/web/console/pagekit"
)

// profileTexts are the words of a harvest's profile.
var profileTexts = pagekit.Words{
	"profile":           {PT: "Perfil da safra", EN: "Harvest profile", ES: "Perfil de la cosecha"},
	"profilehelp":       {PT: "Informe uma vez o que vale para a safra inteira. Os registros, as conferências, o arquivo da UE e as páginas herdam cada campo. Nenhum campo é obrigatório.", EN: "State once what is true of the whole harvest. Records, checks, the EU file and pages inherit each field. No field is required.", ES: "Indique una vez lo que vale para toda la cosecha. Los registros, las revisiones, el archivo de la UE y las páginas heredan cada campo. Ningún campo es obligatorio."},
	"statecrop":         {PT: "Informar a cultura", EN: "State the crop", ES: "Indicar el cultivo"},
	"noprofile":         {PT: "Esta safra ainda não tem perfil.", EN: "This harvest has no profile yet.", ES: "Esta cosecha todavía no tiene perfil."},
	"edit":              {PT: "Editar o perfil", EN: "Edit the profile", ES: "Editar el perfil"},
	"save":              {PT: "Salvar o perfil", EN: "Save the profile", ES: "Guardar el perfil"},
	"profilehistory":    {PT: "Histórico e prova do perfil", EN: "History and proof of the profile", ES: "Historial y prueba del perfil"},
	"refused":           {PT: "Nada foi gravado. Corrija os campos marcados e salve de novo.", EN: "Nothing was saved. Correct the marked fields and save again.", ES: "No se guardó nada. Corrija los campos marcados y guarde de nuevo."},
	"stale":             {PT: "O perfil mudou enquanto você editava, e nada foi gravado. Compare com o que está gravado e salve de novo.", EN: "The profile changed while you were editing, and nothing was saved. Compare with what is stored and save again.", ES: "El perfil cambió mientras usted editaba, y no se guardó nada. Compare con lo que está guardado y guarde de nuevo."},
	"stored":            {PT: "Gravado agora", EN: "Stored now", ES: "Guardado ahora"},
	"derived":           {PT: "Sem valor aqui, vale", EN: "Without a value here", ES: "Sin valor aquí, vale"},
	"cut":               {PT: "A safra tem registros demais para deduzir valores deles.", EN: "The harvest has too many records to derive values from them.", ES: "La cosecha tiene demasiados registros para deducir valores de ellos."},
	"maynotprofile":     {PT: "Sua chave não pode editar o perfil desta safra.", EN: "Your key may not edit the profile of this harvest.", ES: "Su clave no puede editar el perfil de esta cosecha."},
	"from.car":          {PT: "deduzido do CAR", EN: "derived from the CAR", ES: "deducido del CAR"},
	"from.talhao":       {PT: "deduzido do talhão", EN: "derived from the plot", ES: "deducido de la parcela"},
	"from.registros":    {PT: "deduzido dos registros", EN: "derived from the records", ES: "deducido de los registros"},
	"from.soja":         {PT: "deduzido da tecnologia da semente em “Cultura e tipo” ou “Características do produto”", EN: "derived from the seed technology in “Crop and type” or “Product characteristics”", ES: "deducido de la tecnología de la semilla en “Cultivo y tipo” o “Características del producto”"},
	"from.safraCodigo":  {PT: "deduzido do código da safra", EN: "derived from the harvest code", ES: "deducido del código de la cosecha"},
	"target.EUDR":       {PT: "União Europeia (EUDR)", EN: "European Union (EUDR)", ES: "Unión Europea (EUDR)"},
	"target.EXPORTACAO": {PT: "Exportação", EN: "Export", ES: "Exportación"},
	"target.INTERNO":    {PT: "Mercado interno", EN: "Domestic market", ES: "Mercado interno"},

	// as people are addressed
	"maynotprofile.pessoa": {PT: "Você não pode editar o perfil desta safra.", EN: "You may not edit the profile of this harvest.", ES: "Usted no puede editar el perfil de esta cosecha."},
}
