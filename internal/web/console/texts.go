package console

import (
	"strconv"

	"rastro/internal/account/password"
	"rastro/internal/web/console/pagekit"
)

// minPassword is the minimum length of passwords in texts.
var minPassword = strconv.Itoa(password.MinLength)

// frameTexts are the words of every page.
var frameTexts = pagekit.Words{
	"zone":       {PT: "Horários: {fuso}", EN: "Times: {fuso}", ES: "Horas: {fuso}"},
	"skip":       {PT: "Ir para o conteúdo", EN: "Skip to the content", ES: "Ir al contenido"},
	"home":       {PT: "Início do console", EN: "Console home", ES: "Inicio de la consola"},
	"menu":       {PT: "Menu", EN: "Menu", ES: "Menú"},
	"language":   {PT: "Idioma", EN: "Language", ES: "Idioma"},
	"signedin":   {PT: "Em uso:", EN: "In use:", ES: "En uso:"},
	"signout":    {PT: "Sair", EN: "Sign out", ES: "Salir"},
	"searchall":  {PT: "Buscar em tudo", EN: "Search everything", ES: "Buscar en todo"},
	"searchhint": {PT: "Buscar", EN: "Search", ES: "Buscar"},
	"keys":       {PT: "Atalhos do teclado", EN: "Keyboard shortcuts", ES: "Atajos de teclado"},
	"keysearch":  {PT: "Buscar em tudo", EN: "Search everything", ES: "Buscar en todo"},
	"keynew":     {PT: "Novo registro", EN: "New record", ES: "Nuevo registro"},
	"keylist":    {PT: "Mostrar esta lista", EN: "Show this list", ES: "Mostrar esta lista"},
	"filters":    {PT: "Filtros", EN: "Filters", ES: "Filtros"},
	"undo":       {PT: "Desfazer a exclusão", EN: "Undo the deletion", ES: "Deshacer la eliminación"},
	"curl":       {PT: "O mesmo pela API", EN: "The same through the API", ES: "Lo mismo por la API"},
}

// noticeTexts confirm what was just done; an address refers to them by key.
var noticeTexts = pagekit.Words{
	"registro-gravado":    {PT: "Registro gravado.", EN: "Record saved.", ES: "Registro guardado."},
	"anexado":             {PT: "O que você enviou foi anexado.", EN: "What you sent was attached.", ES: "Lo que envió se adjuntó."},
	"anexo-tirado":        {PT: "Anexo removido do registro.", EN: "Attachment removed from the record.", ES: "Archivo adjunto quitado del registro."},
	"registro-restaurado": {PT: "Versão restaurada.", EN: "Version restored.", ES: "Versión restaurada."},
	"registro-mudado":     {PT: "Mudanças gravadas.", EN: "Changes saved.", ES: "Cambios guardados."},
	"registro-igual":      {PT: "Nada mudou; o registro ficou como estava.", EN: "Nothing changed; the record is as it was.", ES: "Nada cambió; el registro quedó como estaba."},
	"registro-excluido":   {PT: "Registro excluído. As versões dele continuam no histórico.", EN: "Record deleted. Its versions stay in the history.", ES: "Registro eliminado. Sus versiones continúan en el historial."},
	"demo":                {PT: "As safras de exemplo estão aqui.", EN: "The example harvests are here.", ES: "Las cosechas de ejemplo están aquí."},
	"profiled":            {PT: "O perfil da safra foi salvo.", EN: "The profile of the harvest was saved.", ES: "El perfil de la cosecha fue guardado."},
	"validated":           {PT: "A validação foi registrada.", EN: "The validation was recorded.", ES: "La validación fue registrada."},
	"settled":             {PT: "A decisão foi registrada no log.", EN: "The decision was recorded in the log.", ES: "La decisión quedó registrada en el log."},
	"linkrevoked":         {PT: "O link foi revogado: ele não abre mais nada.", EN: "The link was revoked: it opens nothing any more.", ES: "El enlace fue revocado: ya no abre nada."},
	"statementnoted":      {PT: "A declaração foi anotada.", EN: "The statement was noted.", ES: "La declaración fue anotada."},
	"recalled":            {PT: "O recall foi registrado e assinado.", EN: "The recall was recorded and signed.", ES: "El retiro fue registrado y firmado."},
	"importundone":        {PT: "A importação foi desfeita: os registros que ela gravou foram excluídos.", EN: "The import was undone: the records that it wrote were deleted.", ES: "La importación fue deshecha: los registros que guardó fueron eliminados."},
	"layoutkept":          {PT: "O formato tem o novo nome.", EN: "The layout has its new name.", ES: "El formato tiene el nuevo nombre."},
	"layoutended":         {PT: "O formato foi excluído.", EN: "The layout was deleted.", ES: "El formato fue eliminado."},
	"importended":         {PT: "O arquivo foi descartado. O que já estava gravado fica.", EN: "The file was discarded. What was already written stays.", ES: "El archivo fue descartado. Lo ya guardado queda."},
	"proposallinked":      {PT: "A nota foi ligada ao registro que já existia.", EN: "The invoice was linked to the record that was there already.", ES: "La factura quedó ligada al registro que ya existía."},
	"proposalaccepted":    {PT: "A proposta foi aceita e virou registro.", EN: "The proposal was accepted and is a record now.", ES: "La propuesta fue aceptada y es un registro."},
	"proposalsmore":       {PT: "As propostas completas das primeiras notas foram aceitas. Há mais nesta safra: aceite todas de novo para continuar daqui.", EN: "The complete proposals of the first documents were accepted. There are more in this harvest: accept all again to go on from here.", ES: "Las propuestas completas de las primeras facturas fueron aceptadas. Hay más en esta cosecha: acepte todas de nuevo para continuar desde aquí."},
	"proposalsdismissed":  {PT: "As propostas desta nota foram dispensadas.", EN: "The proposals of this document were dismissed.", ES: "Las propuestas de esta factura fueron descartadas."},
	"keyended":            {PT: "A chave foi desativada.", EN: "The key was deactivated.", ES: "La clave fue desactivada."},
	"personkept":          {PT: "Os dados da pessoa foram salvos.", EN: "The person's details were saved.", ES: "Los datos de la persona fueron guardados."},
	"personended":         {PT: "A pessoa foi desativada e saiu de todos os aparelhos.", EN: "The person was deactivated and signed out everywhere.", ES: "La persona fue desactivada y se cerró su sesión en todos los dispositivos."},
	"personback":          {PT: "A pessoa pode entrar de novo.", EN: "The person may sign in again.", ES: "La persona puede entrar de nuevo."},
	"personerased":        {PT: "Os dados da pessoa foram expurgados.", EN: "The person's data was erased.", ES: "Los datos de la persona fueron suprimidos."},
	"serveradmin":         {PT: "A pessoa agora administra o servidor.", EN: "The person now administers the server.", ES: "La persona ahora administra el servidor."},
	"noserveradmin":       {PT: "A pessoa não administra mais o servidor.", EN: "The person no longer administers the server.", ES: "La persona ya no administra el servidor."},
	"rolekept":            {PT: "O papel foi salvo. Quem o tem já está com os novos direitos.", EN: "The role was saved. Those who have it already have the new rights.", ES: "El rol fue guardado. Quienes lo tienen ya están con los nuevos derechos."},
	"rolegone":            {PT: "O papel foi removido.", EN: "The role was removed.", ES: "El rol fue quitado."},
	"organizationkept":    {PT: "A organização foi salva.", EN: "The organisation was saved.", ES: "La organización fue guardada."},
	"shared":              {PT: "A safra foi compartilhada.", EN: "The harvest was shared.", ES: "La cosecha fue compartida."},
	"given":               {PT: "A safra agora é desta organização.", EN: "The harvest is this organisation's now.", ES: "La cosecha ahora es de esta organización."},
	"unshared":            {PT: "O compartilhamento foi revogado.", EN: "The share was revoked.", ES: "La cosecha dejó de compartirse."},
	"accountkept":         {PT: "Seus dados foram salvos.", EN: "Your details were saved.", ES: "Sus datos fueron guardados."},
	"passwordkept":        {PT: "A senha foi trocada. Sua conta foi desconectada dos outros aparelhos.", EN: "The password was changed. Your other devices are signed out.", ES: "La contraseña fue cambiada. Se cerró la sesión en los demás dispositivos."},
	"passkeymade":         {PT: "A passkey foi criada. Da próxima vez, entre com ela.", EN: "The passkey was made. Sign in with it next time.", ES: "La passkey fue creada. La próxima vez, entre con ella."},
	"passkeyneeded":       {PT: "A sua conta agora só abre com passkey.", EN: "Your account now opens only with a passkey.", ES: "Su cuenta ahora solo abre con passkey."},
	"passkeyfirst":        {PT: "Nada mudou: crie uma passkey antes de exigi-la.", EN: "Nothing changed: make a passkey before you require it.", ES: "Nada cambió: cree una passkey antes de exigirla."},
	"passkeychoice":       {PT: "A passkey deixou de ser exigida. A senha volta a abrir a sua conta.", EN: "A passkey is no longer required. The password opens your account again.", ES: "La passkey dejó de ser exigida. La contraseña vuelve a abrir su cuenta."},
	"passkeygone":         {PT: "A passkey foi removida.", EN: "The passkey was removed.", ES: "La passkey fue quitada."},
	"signedout":           {PT: "Sua conta foi desconectada dos outros aparelhos.", EN: "Your other devices are signed out.", ES: "Se cerró la sesión en los demás dispositivos."},
	"phasemade":           {PT: "A fase entrou no catálogo.", EN: "The phase is in the catalogue.", ES: "La fase entró en el catálogo."},
	"phasekept":           {PT: "A fase foi gravada.", EN: "The phase was saved.", ES: "La fase fue guardada."},
	"phaseended":          {PT: "A fase saiu do catálogo.", EN: "The phase left the catalogue.", ES: "La fase salió del catálogo."},
}

// doorTexts are the texts of the sign-in page.
var doorTexts = pagekit.Words{
	"title":         {PT: "Entrar", EN: "Sign in", ES: "Entrar"},
	"deactivated":   {PT: "Sua senha está certa, mas sua conta foi desativada. Fale com quem administra a sua organização.", EN: "Your password is right, but your account was deactivated. Talk to whoever administers your organisation.", ES: "Su contraseña es correcta, pero su cuenta fue desactivada. Hable con quien administra su organización."},
	"login":         {PT: "E-mail ou telefone", EN: "E-mail or phone", ES: "Correo o teléfono"},
	"password":      {PT: "Senha", EN: "Password", ES: "Contraseña"},
	"forgot":        {PT: "Esqueceu a senha? Peça um novo link a quem administra as pessoas.", EN: "Forgot your password? Ask whoever manages people for a new link.", ES: "¿Olvidó la contraseña? Pida un nuevo enlace a quien administra las personas."},
	"withkey":       {PT: "Entrar com uma chave", EN: "Sign in with a key", ES: "Entrar con una clave"},
	"confirm":       {PT: "Confirme que é você: entre de novo para continuar. O que você preencheu não se perde.", EN: "Confirm that it is you: sign in again to continue. Nothing you filled in is lost.", ES: "Confirme que es usted: entre de nuevo para continuar. Lo que llenó no se pierde."},
	"confirmfile":   {PT: "Confirme que é você: entre de novo e envie o arquivo outra vez.", EN: "Confirm that it is you: sign in again and send the file once more.", ES: "Confirme que es usted: entre de nuevo y envíe el archivo otra vez."},
	"confirmlong":   {PT: "Confirme que é você. O que você preencheu é longo demais para ser levado pela entrada (o limite é 64 KiB). Não feche esta página: entre em outra aba e depois atualize esta página, confirmando o reenvio do formulário. Nada foi gravado ainda.", EN: "Confirm that it is you. What you filled in is too long to be carried through the sign-in (the limit is 64 KiB). Do not close this page: sign in in another tab, then reload this page and confirm that the form is sent again. Nothing has been written yet.", ES: "Confirme que es usted. Lo que llenó es demasiado largo para pasar por la entrada (el límite es 64 KiB). No cierre esta página: entre en otra pestaña y después recargue esta página, confirmando el reenvío del formulario. Todavía no se guardó nada."},
	"about":         {PT: "Use a chave de acesso que a sua cooperativa recebeu.", EN: "Use the access key your co-op was given.", ES: "Use la clave de acceso que recibió su cooperativa."},
	"access":        {PT: "Chave de acesso", EN: "Access key", ES: "Clave de acceso"},
	"secret":        {PT: "Chave secreta", EN: "Secret key", ES: "Clave secreta"},
	"enter":         {PT: "Entrar", EN: "Sign in", ES: "Entrar"},
	"over":          {PT: "A sessão terminou. Entre de novo: o que você preencheu está guardado nesta página e será enviado em seguida.", EN: "The session has ended. Sign in again: what you filled in is kept on this page and is sent next.", ES: "La sesión terminó. Entre de nuevo: lo que usted llenó está guardado en esta página y se enviará a continuación."},
	"file":          {PT: "A sessão terminou. Entre de novo e envie o arquivo outra vez.", EN: "The session has ended. Sign in again and send the file once more.", ES: "La sesión terminó. Entre de nuevo y envíe el archivo otra vez."},
	"typing":        {PT: "A sessão terminou. Continue: ao gravar, esta página pede que você entre de novo, e o que você preencheu não se perde.", EN: "The session has ended. You can continue: when you save, you are asked to sign in again, and nothing you filled in is lost.", ES: "La sesión terminó. Continúe: al guardar se pide que entre de nuevo, y lo que usted llenó no se pierde."},
	"spent":         {PT: "Este convite já foi usado ou venceu. Entre abaixo, ou peça outro a quem o enviou.", EN: "This invitation was used or has expired. Sign in below, or ask whoever sent it for another.", ES: "Esta invitación ya se usó o venció. Entre abajo, o pida otra a quien la envió."},
	"inside":        {PT: "Este convite já foi usado ou venceu. Você já entrou, como {nome}, e não precisa dele.", EN: "This invitation was used or has expired. You are already signed in, as {nome}, and do not need it.", ES: "Esta invitación ya se usó o venció. Usted ya entró, como {nome}, y no la necesita."},
	"with":          {PT: "Entrar com {nome}", EN: "Sign in with {nome}", ES: "Entrar con {nome}"},
	"passkey":       {PT: "Entrar com passkey", EN: "Sign in with a passkey", ES: "Entrar con passkey"},
	"nopasskey":     {PT: "Nenhuma passkey foi usada. Tente de novo, ou entre de outro jeito.", EN: "No passkey was used. Try again, or sign in another way.", ES: "No se usó ninguna passkey. Pruebe de nuevo, o entre de otra forma."},
	"already":       {PT: "Já entrei na outra aba: continuar", EN: "I have signed in in the other tab: continue", ES: "Ya entré en la otra pestaña: continuar"},
	"othertab":      {PT: "Você entrou. Volte à aba em que estava e continue de lá: o que você preencheu está lá.", EN: "You are signed in. Go back to the tab you came from and continue there: what you filled in is there.", ES: "Usted entró. Vuelva a la pestaña de antes y continúe allí: lo que llenó está allí."},
	"notyet":        {PT: "Você ainda não entrou na outra aba.", EN: "You have not signed in in the other tab yet.", ES: "Todavía no entró en la otra pestaña."},
	"errandover":    {PT: "Esta entrada demorou demais, já foi usada ou começou em outro navegador. Tente de novo.", EN: "This sign-in took too long, was used before, or began in another browser. Try again.", ES: "Esta entrada tardó demasiado, ya se usó o comenzó en otro navegador. Pruebe de nuevo."},
	"errandrefused": {PT: "{nome} não confirmou quem você é. Tente de novo, ou entre com a sua senha.", EN: "{nome} did not confirm who you are. Try again, or sign in with your password.", ES: "{nome} no confirmó quién es usted. Pruebe de nuevo, o entre con su contraseña."},
	"unverified":    {PT: "{nome} não confirmou o seu e-mail nem o seu telefone. Confirme-o lá e tente de novo, ou entre com a sua senha.", EN: "{nome} has verified neither your e-mail address nor your phone number. Have it verified there and try again, or sign in with your password.", ES: "{nome} no verificó su correo ni su teléfono. Verifíquelo allá y pruebe de nuevo, o entre con su contraseña."},
	"providermute":  {PT: "{nome} não disse quando pediu a sua senha, e por isso não serve para confirmar que é você. Confirme com senha ou passkey; se não tiver, peça um link a quem administra as pessoas.", EN: "{nome} did not say when it asked for your password, so it cannot confirm that it is you. Confirm with a password or a passkey; if you have none, ask whoever manages people for a link.", ES: "{nome} no dijo cuándo pidió su contraseña, y por eso no sirve para confirmar que es usted. Confirme con contraseña o passkey; si no tiene, pida un enlace a quien administra las personas."},
	"providerdown":  {PT: "{nome} não está respondendo. Tente daqui a pouco, ou entre com a sua senha.", EN: "{nome} does not answer. Try again in a moment, or sign in with your password.", ES: "{nome} no responde. Pruebe en un momento, o entre con su contraseña."},
	"onward":        {PT: "Ir para o console", EN: "Go to the console", ES: "Ir a la consola"},
	"invited":       {PT: "Este convite abre o console uma vez, neste navegador.", EN: "This invitation opens the console once, in this browser.", ES: "Esta invitación abre la consola una vez, en este navegador."},
	"accept":        {PT: "Abrir o console", EN: "Open the console", ES: "Abrir la consola"},
	"again":         {PT: "Você entrou. Envie agora o que tinha preenchido.", EN: "You are signed in. Now send what you had filled in.", ES: "Usted entró. Envíe ahora lo que había llenado."},
	"send":          {PT: "Enviar o que preenchi", EN: "Send what I filled in", ES: "Enviar lo que llené"},
	"long":          {PT: "A sessão terminou, e o que você preencheu é longo demais para ser levado pela entrada (o limite é 64 KiB). Não feche esta página: entre em outra aba e depois atualize esta página, confirmando o reenvio do formulário. Nada foi gravado ainda.", EN: "The session has ended, and what you filled in is too long to be carried through the sign-in (the limit is 64 KiB). Do not close this page: sign in in another tab, then reload this page and confirm that the form is sent again. Nothing has been written yet.", ES: "La sesión terminó, y lo que usted llenó es demasiado largo para pasar por la entrada (el límite es 64 KiB). No cierre esta página: entre en otra pestaña y después recargue esta página, confirmando el reenvío del formulario. Todavía no se guardó nada."},
	"tab":           {PT: "Entrar em outra aba", EN: "Sign in in another tab", ES: "Entrar en otra pestaña"},
	"wait":          {PT: "A sessão terminou. Antes de gravar, entre em outra aba: o que você preencheu é longo demais para ser levado pela entrada. Esta página fica como está.", EN: "The session has ended. Before you save, sign in in another tab: what you filled in is too long to be carried through the sign-in. This page stays as it is.", ES: "La sesión terminó. Antes de guardar, entre en otra pestaña: lo que usted llenó es demasiado largo para pasar por la entrada. Esta página queda como está."},
}

// linkTexts are the texts of the page of a one-time link.
var linkTexts = pagekit.Words{
	"welcome":      {PT: "Boas-vindas ao Rastro", EN: "Welcome to Rastro", ES: "Le damos la bienvenida a Rastro"},
	"or":           {PT: "ou, sem senha:", EN: "or, without a password:", ES: "o, sin contraseña:"},
	"newpass":      {PT: "Nova senha", EN: "New password", ES: "Nueva contraseña"},
	"first":        {PT: "Este servidor é novo. Crie a conta de quem vai administrá-lo; depois convide as outras pessoas.", EN: "This server is new. Make the account of whoever will administer it, then invite the others.", ES: "Este servidor es nuevo. Cree la cuenta de quien va a administrarlo; después invite a las demás personas."},
	"about":        {PT: "Confira os seus dados e escolha uma senha.", EN: "Check your details and choose a password.", ES: "Revise sus datos y elija una contraseña."},
	"reset":        {PT: "Escolha uma nova senha. Os outros aparelhos saem da conta.", EN: "Choose a new password. Your other devices are signed out.", ES: "Elija una nueva contraseña. Se cierra la sesión en los demás dispositivos."},
	"name":         {PT: "Seu nome", EN: "Your name", ES: "Su nombre"},
	"organization": {PT: "Cooperativa ou empresa", EN: "Co-op or company", ES: "Cooperativa o empresa"},
	"orghelp":      {PT: "Em nome de quem os registros são feitos.", EN: "In whose name records are written.", ES: "En nombre de quién se hacen los registros."},
	"login":        {PT: "E-mail ou telefone", EN: "E-mail or phone", ES: "Correo o teléfono"},
	"loginhelp":    {PT: "É com ele que você entra.", EN: "You sign in with it.", ES: "Con él entra usted."},
	"role":         {PT: "Papel", EN: "Role", ES: "Rol"},
	"password":     {PT: "Escolha uma senha", EN: "Choose a password", ES: "Elija una contraseña"},
	"passhelp":     {PT: "Pelo menos " + minPassword + " caracteres. Uma frase curta é fácil de lembrar.", EN: "At least " + minPassword + " characters. A short sentence is easy to remember.", ES: "Al menos " + minPassword + " caracteres. Una frase corta es fácil de recordar."},
	"create":       {PT: "Criar conta", EN: "Create the account", ES: "Crear cuenta"},
	"savepass":     {PT: "Salvar senha", EN: "Save the password", ES: "Guardar contraseña"},
}

// errorTexts are the texts of the error page.
var errorTexts = pagekit.Words{
	"title":      {PT: "Não foi possível", EN: "That did not work", ES: "No fue posible"},
	"request":    {PT: "Requisição", EN: "Request", ES: "Solicitud"},
	"erased":     {PT: "Os dados deste registro foram expurgados e não podem ser recuperados. Só ficou o recibo.", EN: "The data of this record was erased and cannot be recovered. Only the receipt is left.", ES: "Los datos de este registro fueron suprimidos y no se pueden recuperar. Solo quedó el recibo."},
	"erasedat":   {PT: "Expurgado em", EN: "Erased on", ES: "Suprimido el"},
	"erasedby":   {PT: "Por", EN: "By", ES: "Por"},
	"erasedwhy":  {PT: "Motivo", EN: "Reason", ES: "Motivo"},
	"erasednum":  {PT: "Versões expurgadas", EN: "Versions erased", ES: "Versiones suprimidas"},
	"erasedid":   {PT: "Registro", EN: "Record", ES: "Registro"},
	"erasedhist": {PT: "Ver o histórico", EN: "See the history", ES: "Ver el historial"},
	"back":       {PT: "Voltar ao início", EN: "Back to the start", ES: "Volver al inicio"},
}
