package people

import (
	"strconv"
	"time"

	"rastro/internal/account"
	"rastro/internal/account/password"
	"rastro/internal/web/console/pagekit"
)

// The limits in texts.
var (
	invitationDays = strconv.Itoa(int(account.InvitationLifetime / (24 * time.Hour)))
	resetHours     = strconv.Itoa(int(account.ResetLifetime / time.Hour))
	minPassword    = strconv.Itoa(password.MinLength)
)

var peopleTexts = pagekit.Words{
	"title":        {PT: "Pessoas", EN: "People", ES: "Personas"},
	"about":        {PT: "Cada pessoa entra com o próprio e-mail ou telefone. O histórico mostra quem fez o quê.", EN: "Each person signs in with their own e-mail address or phone number. The history shows who did what.", ES: "Cada persona entra con su propio correo o teléfono. El historial muestra quién hizo qué."},
	"within":       {PT: "A lista mostra só as pessoas com papéis que você pode dar; os administradores da organização não aparecem.", EN: "The list shows only people with roles that you may give; the administrators of the organisation are not shown.", ES: "La lista muestra solo las personas con roles que usted puede dar; los administradores de la organización no aparecen."},
	"roles":        {PT: "Papéis", EN: "Roles", ES: "Roles"},
	"invite":       {PT: "Convidar uma pessoa", EN: "Invite a person", ES: "Invitar a una persona"},
	"search":       {PT: "Nome, e-mail ou telefone", EN: "Name, e-mail or phone", ES: "Nombre, correo o teléfono"},
	"find":         {PT: "Procurar", EN: "Search", ES: "Buscar"},
	"none":         {PT: "Ninguém por aqui.", EN: "Nobody here.", ES: "Nadie por aquí."},
	"list":         {PT: "Pessoas, por nome", EN: "People, by name", ES: "Personas, por nombre"},
	"name":         {PT: "Nome", EN: "Name", ES: "Nombre"},
	"login":        {PT: "E-mail ou telefone", EN: "E-mail or phone", ES: "Correo o teléfono"},
	"organization": {PT: "Organização", EN: "Organisation", ES: "Organización"},
	"role":         {PT: "Papel", EN: "Role", ES: "Rol"},
	"state":        {PT: "Situação", EN: "State", ES: "Situación"},
	"active":       {PT: "ativa", EN: "active", ES: "activa"},
	"inactive":     {PT: "desativada", EN: "deactivated", ES: "desactivada"},
	"invited":      {PT: "ainda não entrou", EN: "has not signed in yet", ES: "aún no entró"},
	"server":       {PT: "administra o servidor", EN: "administers the server", ES: "administra el servidor"},
	"own":          {PT: "você", EN: "you", ES: "usted"},
	"more":         {PT: "Mais pessoas", EN: "More people", ES: "Más personas"},
	"cancel":       {PT: "Cancelar", EN: "Cancel", ES: "Cancelar"},
	"back":         {PT: "Voltar às pessoas", EN: "Back to the people", ES: "Volver a las personas"},
}

var personTexts = pagekit.Words{
	"loginhelp": {PT: "É com ele que a pessoa entra.", EN: "The person signs in with it.", ES: "Con él entra la persona."},
	"orghelp":   {PT: "Em nome de quem a pessoa registra.", EN: "In whose name the person writes.", ES: "En nombre de quién registra la persona."},
	"language":  {PT: "Idioma", EN: "Language", ES: "Idioma"},
	"equal":     {PT: "Esta pessoa pode fazer tudo o que você pode. Só um administrador muda a conta dela.", EN: "This person may do everything that you may. Only an administrator can change their account.", ES: "Esta persona puede hacer todo lo que usted puede. Solo un administrador cambia su cuenta."},
	"save":      {PT: "Salvar", EN: "Save", ES: "Guardar"},
	"made":      {PT: "Convidada em", EN: "Invited", ES: "Invitada el"},
	"by":        {PT: "Por", EN: "By", ES: "Por"},
	"access":    {PT: "Acesso", EN: "Access", ES: "Acceso"},
	"newlink":   {PT: "Gerar novo convite", EN: "Create a new invitation", ES: "Generar nueva invitación"},
	"reset":     {PT: "Gerar link para nova senha", EN: "Make a link for a new password", ES: "Generar enlace para nueva contraseña"},
	"end":       {PT: "Desativar", EN: "Deactivate", ES: "Desactivar"},
	"endhelp":   {PT: "A pessoa sai de todos os aparelhos na hora. O que ela registrou continua com o nome dela.", EN: "The person is signed out everywhere at once. What they recorded keeps their name.", ES: "La persona sale de todos los dispositivos al instante. Lo que registró sigue con su nombre."},
	"endsure":   {PT: "Sim, desativar", EN: "Yes, deactivate", ES: "Sí, desactivar"},
	"reactive":  {PT: "Reativar", EN: "Reactivate", ES: "Reactivar"},
	"erase":     {PT: "Expurgar dados pessoais", EN: "Erase personal data", ES: "Suprimir datos personales"},
	"outside":   {PT: "Administra o servidor inteiro e vê todas as organizações. O nome da organização só diz em nome de quem registra.", EN: "Administers the whole server and sees every organisation. The name of the organisation only says in whose name this person writes.", ES: "Administra todo el servidor y ve todas las organizaciones. El nombre de la organización solo dice en nombre de quién registra."},
	"serve":     {PT: "Tornar administrador do servidor", EN: "Make an administrator of the server", ES: "Hacer administrador del servidor"},
	"servehelp": {PT: "A pessoa passa a ver e administrar todas as organizações, safras, pessoas e chaves deste servidor, com o papel Administrador. Links já enviados a ela deixam de valer.", EN: "The person will see and administer every organisation, harvest, person and key of this server, with the role Administrator. Links already sent to them stop working.", ES: "La persona pasará a ver y administrar todas las organizaciones, cosechas, personas y claves de este servidor, con el rol Administrador. Los enlaces ya enviados dejan de valer."},
	"servesure": {PT: "Sim, tornar administrador do servidor", EN: "Yes, make an administrator of the server", ES: "Sí, hacer administrador del servidor"},
	"depose":    {PT: "Deixar de administrar o servidor", EN: "Stop administering the server", ES: "Dejar de administrar el servidor"},
	"deposewhy": {PT: "A pessoa continua Administrador, mas só da organização dela.", EN: "The person stays an Administrator, but only of their organisation.", ES: "La persona sigue siendo Administrador, pero solo de su organización."},
	"deposeyes": {PT: "Sim, tirar esse acesso", EN: "Yes, remove this access", ES: "Sí, quitar ese acceso"},
	"ownrole":   {PT: "Ninguém muda o próprio papel.", EN: "Nobody changes their own role.", ES: "Nadie cambia su propio rol."},
}

var roleTexts = pagekit.Words{
	"title":     {PT: "Papéis", EN: "Roles", ES: "Roles"},
	"about":     {PT: "Um papel diz o que uma pessoa pode registrar e fazer. Os papéis sem organização já vêm prontos.", EN: "A role says what a person may record and do. Roles without an organisation are built in.", ES: "Un rol dice lo que una persona puede registrar y hacer. Los roles sin organización ya vienen listos."},
	"new":       {PT: "Novo papel", EN: "New role", ES: "Nuevo rol"},
	"scopes":    {PT: "Pode", EN: "May", ES: "Puede"},
	"read":      {PT: "ler registros", EN: "read records", ES: "leer registros"},
	"write":     {PT: "registrar e corrigir", EN: "record and correct", ES: "registrar y corregir"},
	"admin":     {PT: "administrar (chaves, disputas)", EN: "administer (keys, disputes)", ES: "administrar (claves, disputas)"},
	"phases":    {PT: "Fases em que registra", EN: "Phases it records in", ES: "Fases en que registra"},
	"phasehelp": {PT: "Nenhuma marcada: todas.", EN: "None ticked: all.", ES: "Ninguna marcada: todas."},
	"all":       {PT: "todas", EN: "all", ES: "todas"},
	"rights":    {PT: "Também pode", EN: "May also", ES: "También puede"},
	"more":      {PT: "Há mais papéis: a lista mostra os primeiros {n}, por organização.", EN: "There are more roles: the list shows the first {n}, by organisation.", ES: "Hay más roles: la lista muestra los primeros {n}, por organización."},
	"remove":    {PT: "Remover o papel", EN: "Remove the role", ES: "Quitar el rol"},
	"removewhy": {PT: "Só dá para remover um papel que ninguém tem. O histórico dele continua na trilha.", EN: "Only a role that nobody has can be removed. Its history stays in the trail.", ES: "Solo se puede quitar un rol que nadie tiene. Su historial sigue en la auditoría."},
	"removeyes": {PT: "Sim, remover", EN: "Yes, remove it", ES: "Sí, quitar"},
	"norights":  {PT: "nada além disso", EN: "nothing else", ES: "nada más"},
	"save":      {PT: "Salvar", EN: "Save", ES: "Guardar"},
}

var personNewTexts = pagekit.Words{
	"title": {PT: "Convidar uma pessoa", EN: "Invite a person", ES: "Invitar a una persona"},
	"about": {PT: "No próximo passo aparece um link para você enviar, por exemplo, pelo WhatsApp.", EN: "The next step shows a link for you to send, for example by WhatsApp.", ES: "En el próximo paso aparece un enlace para que usted lo envíe, por ejemplo, por WhatsApp."},
	"save":  {PT: "Gerar convite", EN: "Create the invitation", ES: "Generar invitación"},
}

var linkTexts = pagekit.Words{
	"title":        {PT: "Envie este link", EN: "Send this link", ES: "Envíe este enlace"},
	"warn":         {PT: "Este link aparece só agora e funciona uma vez. Envie só para {nome}: quem abrir entra como essa pessoa.", EN: "This link is shown only now and works once. Send it only to {nome}: whoever opens it signs in as that person.", ES: "Este enlace aparece solo ahora y funciona una vez. Envíelo solo a {nome}: quien lo abra entra como esa persona."},
	"week":         {PT: "Vale por " + invitationDays + " dias.", EN: "It is good for " + invitationDays + " days.", ES: "Vale por " + invitationDays + " días."},
	"day":          {PT: "Vale por " + resetHours + " horas. A senha atual continua valendo até a nova ser escolhida; então as passkeys da pessoa deixam de valer.", EN: "It is good for " + resetHours + " hours. The current password works until the new one is chosen; the person's passkeys then end.", ES: "Vale por " + resetHours + " horas. La contraseña actual sigue valiendo hasta elegir la nueva; entonces las passkeys de la persona dejan de valer."},
	"link":         {PT: "Link", EN: "Link", ES: "Enlace"},
	"text":         {PT: "Mensagem pronta", EN: "Message to copy", ES: "Mensaje listo"},
	"send":         {PT: "Enviar por e-mail", EN: "Send by e-mail", ES: "Enviar por correo"},
	"copylink":     {PT: "Copiar o link", EN: "Copy the link", ES: "Copiar el enlace"},
	"copytext":     {PT: "Copiar a mensagem", EN: "Copy the message", ES: "Copiar el mensaje"},
	"copied":       {PT: "Copiado", EN: "Copied", ES: "Copiado"},
	"whatsapp":     {PT: "Abrir no WhatsApp", EN: "Open in WhatsApp", ES: "Abrir en WhatsApp"},
	"selects":      {PT: "Um toque no quadro seleciona tudo. O WhatsApp só recebe a mensagem se você o abrir.", EN: "One tap in the box selects everything. WhatsApp only gets the message if you open it.", ES: "Un toque en el cuadro selecciona todo. WhatsApp solo recibe el mensaje si usted lo abre."},
	"sendhelp":     {PT: "O servidor manda a mensagem abaixo para", EN: "The server sends the message below to", ES: "El servidor manda el mensaje de abajo a"},
	"sent":         {PT: "E-mail enviado para {login}. Se não chegar, confira a caixa de spam ou copie o link abaixo.", EN: "E-mail sent to {login}. If it does not arrive, check the spam folder or copy the link below.", ES: "Correo enviado a {login}. Si no llega, revise el correo no deseado o copie el enlace de abajo."},
	"maildown":     {PT: "O servidor de e-mail não respondeu. O link abaixo continua valendo: tente de novo daqui a pouco, ou copie e envie você mesmo.", EN: "The mail server did not answer. The link below is still good: try again in a moment, or copy it and send it yourself.", ES: "El servidor de correo no respondió. El enlace de abajo sigue valiendo: pruebe de nuevo en un momento, o cópielo y envíelo usted mismo."},
	"maillater":    {PT: "O servidor de e-mail não aceitou a mensagem agora; a caixa de {login} pode estar cheia. O link abaixo continua valendo: tente de novo mais tarde, ou copie e envie você mesmo.", EN: "The mail server did not take the message for now; the mailbox of {login} may be full. The link below is still good: try again later, or copy it and send it yourself.", ES: "El servidor de correo no aceptó el mensaje por ahora; la casilla de {login} puede estar llena. El enlace de abajo sigue valiendo: pruebe más tarde, o cópielo y envíelo usted mismo."},
	"mailrefused":  {PT: "O servidor de e-mail recusou a mensagem; quem cuida do servidor encontra o motivo no log. O link abaixo continua valendo: copie e envie você mesmo.", EN: "The mail server refused the message; whoever runs the server finds the reason in its log. The link below is still good: copy it and send it yourself.", ES: "El servidor de correo rechazó el mensaje; quien cuida el servidor encuentra el motivo en el log. El enlace de abajo sigue valiendo: cópielo y envíelo usted mismo."},
	"toomuch":      {PT: "Já saíram muitos e-mails daqui ou para {login}. O link abaixo continua valendo: tente de novo em {minutos} min, ou copie e envie você mesmo.", EN: "A lot of e-mail was already sent from here or to {login}. The link below is still good: try again in {minutos} min, or copy it and send it yourself.", ES: "Ya se enviaron muchos correos desde aquí o a {login}. El enlace de abajo sigue valiendo: pruebe de nuevo en {minutos} min, o cópielo y envíelo usted mismo."},
	"badaddress":   {PT: "Não dá para entregar e-mail para {login}. Confira o endereço; o link abaixo continua valendo: copie e envie você mesmo.", EN: "Mail cannot be delivered to {login}. Check the address; the link below is still good: copy it and send it yourself.", ES: "No se puede entregar correo a {login}. Revise la dirección; el enlace de abajo sigue valiendo: cópielo y envíelo usted mismo."},
	"subject":      {PT: "Seu convite para o Rastro", EN: "Your invitation to Rastro", ES: "Su invitación a Rastro"},
	"resetsubject": {PT: "Nova senha do Rastro", EN: "New Rastro password", ES: "Nueva contraseña de Rastro"},
	"resetday":     {PT: "Vale por " + resetHours + " horas.", EN: "It is good for " + resetHours + " hours.", ES: "Vale por " + resetHours + " horas."},
	"unasked":      {PT: "Se você não esperava esta mensagem, ignore-a e não passe o link adiante.", EN: "If you did not expect this message, ignore it and do not pass the link on.", ES: "Si no esperaba este mensaje, ignórelo y no comparta el enlace."},
	"done":         {PT: "Já enviei", EN: "I have sent it", ES: "Ya lo envié"},
	"message":      {PT: "Olá, {nome}! Você recebeu um convite para usar o Rastro em nome de {organizacao}. Abra este link e escolha sua senha: {link}", EN: "Hello {nome}! You are invited to use Rastro on behalf of {organizacao}. Open this link and choose your password: {link}", ES: "¡Hola, {nome}! Recibió una invitación para usar Rastro en nombre de {organizacao}. Abra este enlace y elija su contraseña: {link}"},
	"resetmessage": {PT: "Olá, {nome}! Abra este link para escolher uma nova senha do Rastro: {link}", EN: "Hello {nome}! Open this link to choose a new Rastro password: {link}", ES: "¡Hola, {nome}! Abra este enlace para elegir una nueva contraseña de Rastro: {link}"},
}

var eraseTexts = pagekit.Words{
	"title":  {PT: "Expurgar dados pessoais", EN: "Erase personal data", ES: "Suprimir datos personales"},
	"ask":    {PT: "O nome, o e-mail e o telefone desta pessoa serão destruídos e não podem ser recuperados. O que ela registrou continua, com um código no lugar do nome.", EN: "This person's name, e-mail address and phone number will be destroyed and cannot be recovered. What they recorded stays, with a code in place of the name.", ES: "El nombre, el correo y el teléfono de esta persona se destruirán y no se podrán recuperar. Lo que registró queda, con un código en lugar del nombre."},
	"reason": {PT: "Motivo", EN: "Reason", ES: "Motivo"},
	"help":   {PT: "Fica na trilha de auditoria; não escreva o nome da pessoa.", EN: "It stays in the audit trail; do not write the person's name.", ES: "Queda en el registro de auditoría; no escriba el nombre de la persona."},
	"yes":    {PT: "Expurgar", EN: "Erase", ES: "Suprimir"},
}

var accountTexts = pagekit.Words{
	"title":       {PT: "Minha conta", EN: "My account", ES: "Mi cuenta"},
	"data":        {PT: "Seus dados", EN: "Your details", ES: "Sus datos"},
	"rights":      {PT: "Você também pode", EN: "You may also", ES: "Usted también puede"},
	"password":    {PT: "Senha", EN: "Password", ES: "Contraseña"},
	"old":         {PT: "Senha atual", EN: "Current password", ES: "Contraseña actual"},
	"new":         {PT: "Nova senha", EN: "New password", ES: "Nueva contraseña"},
	"newhelp":     {PT: "Pelo menos " + minPassword + " caracteres. Uma frase curta é fácil de lembrar. Você sai da conta nos outros aparelhos.", EN: "At least " + minPassword + " characters. A short sentence is easy to remember. Other devices are signed out.", ES: "Al menos " + minPassword + " caracteres. Una frase corta es fácil de recordar. Se cierra la sesión en los demás dispositivos."},
	"change":      {PT: "Trocar a senha", EN: "Change the password", ES: "Cambiar la contraseña"},
	"wrongold":    {PT: "Não é a sua senha atual.", EN: "That is not your current password.", ES: "No es su contraseña actual."},
	"passkeys":    {PT: "Passkeys", EN: "Passkeys", ES: "Passkeys"},
	"keyabout":    {PT: "Com uma passkey você entra com a digital, o rosto ou o PIN do aparelho, sem digitar senha.", EN: "With a passkey you sign in with your fingerprint, face or the PIN of your device, without typing a password.", ES: "Con una passkey usted entra con la huella, el rostro o el PIN del dispositivo, sin escribir contraseña."},
	"addkey":      {PT: "Adicionar passkey", EN: "Add a passkey", ES: "Agregar passkey"},
	"nokeys":      {PT: "Você ainda não tem nenhuma.", EN: "You have none yet.", ES: "Todavía no tiene ninguna."},
	"remove":      {PT: "Remover", EN: "Remove", ES: "Quitar"},
	"never":       {PT: "nunca", EN: "never", ES: "nunca"},
	"require":     {PT: "Exigir passkey", EN: "Require a passkey", ES: "Exigir passkey"},
	"requirehelp": {PT: "Hoje a senha também abre a sua conta. Se exigir, só a passkey abre, e a senha sozinha deixa de valer; se perder a passkey, peça um novo link a quem administra as pessoas.", EN: "At present the password opens your account too. If you require it, only a passkey does, and the password alone no longer works; if you lose the passkey, ask whoever manages people for a new link.", ES: "Hoy la contraseña también abre su cuenta. Si la exige, solo la passkey la abre, y la contraseña sola deja de valer; si pierde la passkey, pida un nuevo enlace a quien administra las personas."},
	"required":    {PT: "A sua conta só abre com passkey.", EN: "Your account opens only with a passkey.", ES: "Su cuenta solo abre con passkey."},
	"unrequire":   {PT: "Deixar de exigir", EN: "Stop requiring it", ES: "Dejar de exigirla"},
	"newkey":      {PT: "Nova passkey", EN: "New passkey", ES: "Nueva passkey"},
	"newkeyhelp":  {PT: "O navegador vai pedir a digital, o rosto ou o PIN deste aparelho, ou uma chave de segurança.", EN: "The browser will ask for your fingerprint, face or the PIN of this device, or for a security key.", ES: "El navegador va a pedir la huella, el rostro o el PIN de este dispositivo, o una llave de seguridad."},
	"makekey":     {PT: "Criar passkey", EN: "Create the passkey", ES: "Crear passkey"},
	"notmade":     {PT: "A passkey não foi criada. Tente de novo; talvez este aparelho já tenha uma.", EN: "The passkey was not created. Try again; perhaps this device has one already.", ES: "La passkey no fue creada. Pruebe de nuevo; tal vez este dispositivo ya tenga una."},
	"nopasskeys":  {PT: "Passkeys não estão disponíveis neste servidor.", EN: "Passkeys are not available on this server.", ES: "Las passkeys no están disponibles en este servidor."},
	"noscript":    {PT: "Passkeys precisam de JavaScript no navegador.", EN: "Passkeys need JavaScript in the browser.", ES: "Las passkeys necesitan JavaScript en el navegador."},
	"sessions":    {PT: "Onde você entrou", EN: "Where you are signed in", ES: "Dónde entró"},
	"device":      {PT: "Aparelho", EN: "Device", ES: "Dispositivo"},
	"since":       {PT: "Desde", EN: "Since", ES: "Desde"},
	"used":        {PT: "Último uso", EN: "Last use", ES: "Último uso"},
	"this":        {PT: "este aparelho", EN: "this device", ES: "este dispositivo"},
	"unknown":     {PT: "Aparelho desconhecido", EN: "Unknown device", ES: "Dispositivo desconocido"},
	"out":         {PT: "Sair dos outros aparelhos", EN: "Sign out of all other devices", ES: "Salir de los otros dispositivos"},
}
