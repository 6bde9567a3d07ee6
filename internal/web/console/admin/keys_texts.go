package admin

import (
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

var scopeTexts = map[trace.Scope]lang.Text{
	trace.Read:  {PT: "leitura", EN: "read", ES: "lectura"},
	trace.Write: {PT: "escrita", EN: "write", ES: "escritura"},
	trace.Admin: {PT: "administração", EN: "administration", ES: "administración"},
}

var scopeHelp = map[trace.Scope]lang.Text{
	trace.Read:  {PT: "ver registros, lotes e conferências", EN: "see records, lots and checks", ES: "ver registros, lotes y revisiones"},
	trace.Write: {PT: "criar, corrigir e excluir registros", EN: "create, correct and delete records", ES: "crear, corregir y eliminar registros"},
	trace.Admin: {PT: "cuidar de chaves e do catálogo de fases", EN: "manage keys and the phase catalogue", ES: "administrar claves y el catálogo de fases"},
}

var keyTexts = pagekit.Words{
	"title":        {PT: "Chaves", EN: "Keys", ES: "Claves"},
	"about":        {PT: "Cada pessoa ou sistema que usa o Rastro entra com uma chave. Uma chave nunca é apagada: ela é desativada, e o que escreveu continua com o nome dela.", EN: "Every person or system that uses Rastro signs in with a key. A key is never erased: it is deactivated, and what it wrote keeps its name.", ES: "Cada persona o sistema que usa Rastro entra con una clave. Una clave nunca se borra: se desactiva, y lo que escribió sigue con su nombre."},
	"new":          {PT: "Nova chave", EN: "New key", ES: "Nueva clave"},
	"list":         {PT: "Chaves, da mais nova à mais antiga", EN: "Keys, newest first", ES: "Claves, de la más nueva a la más antigua"},
	"total":        {PT: "Total", EN: "Total", ES: "Total"},
	"key":          {PT: "Chave", EN: "Key", ES: "Clave"},
	"state":        {PT: "Situação", EN: "State", ES: "Situación"},
	"scopes":       {PT: "Direitos", EN: "Rights", ES: "Derechos"},
	"phases":       {PT: "Fases", EN: "Phases", ES: "Fases"},
	"harvests":     {PT: "Safras", EN: "Harvests", ES: "Cosechas"},
	"made":         {PT: "Criada em", EN: "Made", ES: "Creada"},
	"used":         {PT: "Último uso", EN: "Last use", ES: "Último uso"},
	"action":       {PT: "Ação", EN: "Action", ES: "Acción"},
	"all":          {PT: "todas", EN: "all", ES: "todas"},
	"never":        {PT: "nunca", EN: "never", ES: "nunca"},
	"now":          {PT: "agora", EN: "now", ES: "ahora"},
	"mine":         {PT: "esta sessão", EN: "this session", ES: "esta sesión"},
	"noname":       {PT: "sem nome", EN: "no name", ES: "sin nombre"},
	"active":       {PT: "ativa", EN: "active", ES: "activa"},
	"until":        {PT: "ativa até {em}", EN: "active until {em}", ES: "activa hasta {em}"},
	"expired":      {PT: "vencida em {em}", EN: "expired {em}", ES: "vencida el {em}"},
	"ended":        {PT: "desativada em {em}", EN: "deactivated {em}", ES: "desactivada el {em}"},
	"end":          {PT: "Desativar", EN: "Deactivate", ES: "Desactivar"},
	"newer":        {PT: "Mais novas", EN: "Newer", ES: "Más nuevas"},
	"older":        {PT: "Mais antigas", EN: "Older", ES: "Más antiguas"},
	"name":         {PT: "Nome", EN: "Name", ES: "Nombre"},
	"organization": {PT: "Organização", EN: "Organisation", ES: "Organización"},
	"access":       {PT: "Chave de acesso", EN: "Access key", ES: "Clave de acceso"},
	"secret":       {PT: "Chave secreta", EN: "Secret key", ES: "Clave secreta"},
	"back":         {PT: "Voltar às chaves", EN: "Back to the keys", ES: "Volver a las claves"},
	"cancel":       {PT: "Cancelar", EN: "Cancel", ES: "Cancelar"},
}

var keyNewTexts = pagekit.Words{
	"title":    {PT: "Nova chave", EN: "New key", ES: "Nueva clave"},
	"namehelp": {PT: "Quem ou o que vai usá-la, por exemplo: Balança 2.", EN: "Who or what will use it, for example: Scale 2.", ES: "Quién o qué la usará, por ejemplo: Báscula 2."},
	"orghelp":  {PT: "Aparece nos registros como autora.", EN: "Appears in the records as their author.", ES: "Aparece en los registros como autora."},
	"orgall":   {PT: "Em branco: a chave vê as safras de todas as organizações.", EN: "Empty: the key sees the harvests of all organisations.", ES: "En blanco: la clave ve las cosechas de todas las organizaciones."},
	"orgown":   {PT: "Em branco: a sua.", EN: "Empty: your own.", ES: "En blanco: la suya."},
	"phaseset": {PT: "Fases em que pode escrever", EN: "Phases it may write in", ES: "Fases en las que puede escribir"},
	"phasehlp": {PT: "Nenhuma marcada: todas.", EN: "None ticked: all of them.", ES: "Ninguna marcada: todas."},
	"phaseown": {PT: "Nenhuma marcada: as mesmas desta chave ({valores}).", EN: "None ticked: the same as this key's ({valores}).", ES: "Ninguna marcada: las mismas de esta clave ({valores})."},
	"safraown": {PT: "Uma por linha. Em branco: as mesmas desta chave ({valores}).", EN: "One per line. Empty: the same as this key's ({valores}).", ES: "Una por línea. En blanco: las mismas de esta clave ({valores})."},
	"safras":   {PT: "Safras a que tem acesso", EN: "Harvests it has access to", ES: "Cosechas a las que tiene acceso"},
	"safrahlp": {PT: "Uma por linha, como S-2025-001. Em branco: todas.", EN: "One per line, such as S-2025-001. Empty: all of them.", ES: "Una por línea, como S-2025-001. En blanco: todas."},
	"expires":  {PT: "Válida até 0h de", EN: "Valid until 0:00 on", ES: "Válida hasta las 0 h del"},
	"exphelp":  {PT: "Em branco: não vence.", EN: "Empty: it does not expire.", ES: "En blanco: no vence."},
	"make":     {PT: "Criar chave", EN: "Create key", ES: "Crear clave"},
	"noscope":  {PT: "marque ao menos um direito", EN: "tick at least one right", ES: "marque al menos un derecho"},

	// as people are addressed
	"phaseown.pessoa": {PT: "Nenhuma marcada: as mesmas que as suas ({valores}).", EN: "None ticked: the same as yours ({valores}).", ES: "Ninguna marcada: las mismas que las suyas ({valores})."},
	"safraown.pessoa": {PT: "Uma por linha. Em branco: as mesmas que as suas ({valores}).", EN: "One per line. Empty: the same as yours ({valores}).", ES: "Una por línea. En blanco: las mismas que las suyas ({valores})."},
}

var keyMadeTexts = pagekit.Words{
	"title": {PT: "Chave criada", EN: "Key created", ES: "Clave creada"},
	"warn":  {PT: "Guarde a chave secreta agora: ela não será mostrada de novo, e ninguém pode recuperá-la. Entregue-a por um meio seguro, nunca por mensagem aberta.", EN: "Save the secret key now: it is not shown again, and nobody can recover it. Hand it over in a safe way, never in an open message.", ES: "Guarde la clave secreta ahora: no se mostrará de nuevo, y nadie puede recuperarla. Entréguela por un medio seguro, nunca en un mensaje abierto."},
	"copy":  {PT: "Um clique seleciona o texto inteiro.", EN: "One click selects the whole text.", ES: "Un clic selecciona el texto entero."},
	"kept":  {PT: "Já guardei; voltar às chaves", EN: "I have saved it; back to the keys", ES: "Ya la guardé; volver a las claves"},
}

var keyEndTexts = pagekit.Words{
	"title":  {PT: "Desativar chave", EN: "Deactivate key", ES: "Desactivar clave"},
	"ask":    {PT: "Esta chave deixa de funcionar na hora, em todos os servidores, e não volta a funcionar. As sessões abertas com ela são encerradas.", EN: "This key stops working at once, on every server, and does not work again. Open sessions end.", ES: "Esta clave deja de funcionar de inmediato, en todos los servidores, y no vuelve a funcionar. Las sesiones abiertas se cierran."},
	"own":    {PT: "É a chave desta sessão: você vai sair do console.", EN: "It is this session's key: you will be signed out.", ES: "Es la clave de esta sesión: usted saldrá de la consola."},
	"yes":    {PT: "Sim, desativar", EN: "Yes, deactivate", ES: "Sí, desactivar"},
	"over":   {PT: "Esta chave já não funciona.", EN: "This key no longer works.", ES: "Esta clave ya no funciona."},
	"newone": {PT: "Criar outra chave de administração", EN: "Create another administration key", ES: "Crear otra clave de administración"},
}
