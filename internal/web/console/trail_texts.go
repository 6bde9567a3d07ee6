package console

import (
	"rastro/internal/lang"
	"rastro/internal/trace"
)

var operationTexts = map[trace.Operation]lang.Text{
	trace.Created: {PT: "criação", EN: "creation", ES: "creación"},
	trace.Updated: {PT: "alteração", EN: "change", ES: "cambio"},
	trace.Deleted: {PT: "exclusão", EN: "deletion", ES: "eliminación"},
	trace.Erased:  {PT: "expurgo", EN: "erasure", ES: "supresión"},
}

var trailTexts = words{
	"title":      {PT: "Trilha de auditoria", EN: "Audit trail", ES: "Pista de auditoría"},
	"about":      {PT: "Tudo o que foi escrito, por quem e quando, na ordem do log público. Nada sai daqui.", EN: "Everything that was written, by whom and when, in the order of the public log. Nothing leaves it.", ES: "Todo lo que se escribió, por quién y cuándo, en el orden del log público. Nada sale de aquí."},
	"safra":      {PT: "Safra", EN: "Harvest", ES: "Cosecha"},
	"from":       {PT: "De", EN: "From", ES: "Desde"},
	"until":      {PT: "Até", EN: "Until", ES: "Hasta"},
	"show":       {PT: "Filtrar", EN: "Filter", ES: "Filtrar"},
	"clear":      {PT: "Limpar", EN: "Clear", ES: "Limpiar"},
	"list":       {PT: "Escritas, da mais nova à mais antiga", EN: "Writes, newest first", ES: "Escrituras, de la más nueva a la más antigua"},
	"place":      {PT: "Lugar no log", EN: "Place in the log", ES: "Lugar en el log"},
	"when":       {PT: "Quando", EN: "When", ES: "Cuándo"},
	"who":        {PT: "Quem", EN: "Who", ES: "Quién"},
	"what":       {PT: "O quê", EN: "What", ES: "Qué"},
	"subject":    {PT: "Sobre", EN: "About", ES: "Sobre"},
	"version":    {PT: "versão", EN: "version", ES: "versión"},
	"history":    {PT: "Histórico", EN: "History", ES: "Historial"},
	"none":       {PT: "Nada foi escrito com estes filtros.", EN: "Nothing was written within these filters.", ES: "No se escribió nada con estos filtros."},
	"looked":     {PT: "Procurado até aqui: {n} escritas. Continue para procurar nas mais antigas.", EN: "Searched so far: {n} writes. Go on to search older ones.", ES: "Buscado hasta aquí: {n} escrituras. Continúe para buscar en las más antiguas."},
	"behind":     {PT: "Há escritas novas a caminho do log; elas aparecem em instantes.", EN: "New writes are on their way into the log; they appear shortly.", ES: "Hay escrituras nuevas en camino al log; aparecen en instantes."},
	"size":       {PT: "Escritas no log", EN: "Writes in the log", ES: "Escrituras en el log"},
	"newest":     {PT: "Mais novas", EN: "Newest", ES: "Más nuevas"},
	"older":      {PT: "Mais antigas", EN: "Older", ES: "Más antiguas"},
	"keymade":    {PT: "chave criada", EN: "key created", ES: "clave creada"},
	"keyended":   {PT: "chave desativada", EN: "key deactivated", ES: "clave desactivada"},
	"phases":     {PT: "fases gravadas", EN: "phases saved", ES: "fases guardadas"},
	"phaseended": {PT: "fase excluída", EN: "phase deleted", ES: "fase eliminada"},
	"several":    {PT: "{n} fases: {nomes} …", EN: "{n} phases: {nomes} …", ES: "{n} fases: {nomes} …"},
	"recall":     {PT: "relatório de recall", EN: "recall report", ES: "informe de retiro"},
}

var logTexts = words{
	"title":    {PT: "Log público", EN: "Public log", ES: "Log público"},
	"about":    {PT: "Cada escrita deixa aqui um compromisso que não diz nada dos dados, mas que ninguém pode trocar depois. Quem guarda um checkpoint pode provar que o log só cresceu.", EN: "Every write leaves a commitment here that tells nothing of the data, but that nobody can swap afterwards. Whoever keeps a checkpoint can prove that the log only grew.", ES: "Cada escritura deja aquí un compromiso que no dice nada de los datos, pero que nadie puede cambiar después. Quien guarda un checkpoint puede probar que el log solo creció."},
	"state":    {PT: "Situação", EN: "State", ES: "Situación"},
	"whole":    {PT: "tudo o que foi escrito está no log", EN: "everything that was written is in the log", ES: "todo lo que se escribió está en el log"},
	"behind":   {PT: "há escritas a caminho do log; elas entram em até 1 segundo", EN: "writes are on their way into the log; they enter within 1 second", ES: "hay escrituras en camino al log; entran en 1 segundo"},
	"size":     {PT: "Tamanho", EN: "Size", ES: "Tamaño"},
	"entries":  {PT: "escritas", EN: "writes", ES: "escrituras"},
	"root":     {PT: "Raiz", EN: "Root", ES: "Raíz"},
	"origin":   {PT: "Origem", EN: "Origin", ES: "Origen"},
	"signed":   {PT: "Assinado em", EN: "Signed", ES: "Firmado"},
	"verifier": {PT: "Chave que verifica", EN: "Verifier key", ES: "Clave que verifica"},
	"now":      {PT: "Checkpoint atual", EN: "Present checkpoint", ES: "Checkpoint actual"},
	"verify":   {PT: "Como verificar", EN: "How to verify", ES: "Cómo verificar"},
	"verify1":  {PT: "Guarde o checkpoint fora deste servidor. Com ele e a chave acima, qualquer pessoa confere uma prova, e quem mantém o servidor confere tudo:", EN: "Keep the checkpoint outside this server. With it and the key above anybody can check a proof, and whoever runs the server can check everything:", ES: "Guarde el checkpoint fuera de este servidor. Con él y la clave de arriba, cualquier persona comprueba una prueba, y quien mantiene el servidor comprueba todo:"},
	"kept":     {PT: "Últimos checkpoints guardados", EN: "Last checkpoints kept", ES: "Últimos checkpoints guardados"},
	"nokept":   {PT: "Nenhum ainda.", EN: "None yet.", ES: "Ninguno todavía."},
}
