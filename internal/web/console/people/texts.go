package people

import "rastro/internal/web/console/pagekit"

var peopleTexts = pagekit.Words{
	"title":        {PT: "Pessoas", EN: "People", ES: "Personas"},
	"about":        {PT: "Cada pessoa entra com o próprio e-mail ou telefone. O histórico mostra quem fez o quê.", EN: "Each person signs in with their own e-mail address or phone number. The history shows who did what.", ES: "Cada persona entra con su propio correo o teléfono. El historial muestra quién hizo qué."},
	"roles":        {PT: "Papéis", EN: "Roles", ES: "Papeles"},
	"invite":       {PT: "Convidar uma pessoa", EN: "Invite a person", ES: "Invitar a una persona"},
	"search":       {PT: "Nome, e-mail ou telefone", EN: "Name, e-mail or phone", ES: "Nombre, correo o teléfono"},
	"find":         {PT: "Procurar", EN: "Search", ES: "Buscar"},
	"none":         {PT: "Ninguém por aqui.", EN: "Nobody here.", ES: "Nadie por aquí."},
	"list":         {PT: "Pessoas, por nome", EN: "People, by name", ES: "Personas, por nombre"},
	"name":         {PT: "Nome", EN: "Name", ES: "Nombre"},
	"login":        {PT: "E-mail ou telefone", EN: "E-mail or phone", ES: "Correo o teléfono"},
	"organization": {PT: "Organização", EN: "Organisation", ES: "Organización"},
	"role":         {PT: "Papel", EN: "Role", ES: "Papel"},
	"state":        {PT: "Situação", EN: "State", ES: "Situación"},
	"active":       {PT: "ativa", EN: "active", ES: "activa"},
	"inactive":     {PT: "desativada", EN: "deactivated", ES: "desactivada"},
	"invited":      {PT: "ainda não entrou", EN: "has not signed in yet", ES: "aún no entró"},
	"own":          {PT: "você", EN: "you", ES: "usted"},
	"more":         {PT: "Mais pessoas", EN: "More people", ES: "Más personas"},
	"cancel":       {PT: "Cancelar", EN: "Cancel", ES: "Cancelar"},
	"back":         {PT: "Voltar às pessoas", EN: "Back to the people", ES: "Volver a las personas"},
}

var personTexts = pagekit.Words{
	"loginhelp": {PT: "É com ele que a pessoa entra.", EN: "The person signs in with it.", ES: "Con él entra la persona."},
	"orghelp":   {PT: "Em nome de quem a pessoa registra.", EN: "In whose name the person writes.", ES: "En nombre de quién registra la persona."},
	"language":  {PT: "Idioma", EN: "Language", ES: "Idioma"},
	"save":      {PT: "Salvar", EN: "Save", ES: "Guardar"},
	"made":      {PT: "Convidada em", EN: "Invited", ES: "Invitada el"},
	"by":        {PT: "Por", EN: "By", ES: "Por"},
	"access":    {PT: "Acesso", EN: "Access", ES: "Acceso"},
	"newlink":   {PT: "Gerar novo convite", EN: "Make a new invitation", ES: "Generar nueva invitación"},
	"reset":     {PT: "Gerar link para nova senha", EN: "Make a link for a new password", ES: "Generar enlace para nueva contraseña"},
	"end":       {PT: "Desativar", EN: "Deactivate", ES: "Desactivar"},
	"endhelp":   {PT: "A pessoa sai de todos os aparelhos na hora. O que ela registrou continua com o nome dela.", EN: "The person is signed out everywhere at once. What they recorded keeps their name.", ES: "La persona sale de todos los aparatos al instante. Lo que registró sigue con su nombre."},
	"reactive":  {PT: "Reativar", EN: "Reactivate", ES: "Reactivar"},
	"erase":     {PT: "Expurgar dados pessoais", EN: "Erase personal data", ES: "Expurgar datos personales"},
	"ownrole":   {PT: "Ninguém muda o próprio papel.", EN: "Nobody changes their own role.", ES: "Nadie cambia su propio papel."},
}

var roleTexts = pagekit.Words{
	"title":     {PT: "Papéis", EN: "Roles", ES: "Papeles"},
	"about":     {PT: "Um papel diz o que uma pessoa pode registrar e fazer. Os sete primeiros já vêm prontos.", EN: "A role says what a person may record and do. The first seven are built in.", ES: "Un papel dice lo que una persona puede registrar y hacer. Los siete primeros ya vienen listos."},
	"new":       {PT: "Novo papel", EN: "New role", ES: "Nuevo papel"},
	"scopes":    {PT: "Pode", EN: "May", ES: "Puede"},
	"read":      {PT: "ler registros", EN: "read records", ES: "leer registros"},
	"write":     {PT: "registrar e corrigir", EN: "record and correct", ES: "registrar y corregir"},
	"admin":     {PT: "administrar (chaves, disputas)", EN: "administer (keys, disputes)", ES: "administrar (claves, disputas)"},
	"phases":    {PT: "Fases em que registra", EN: "Phases it records in", ES: "Fases en que registra"},
	"phasehelp": {PT: "Nenhuma marcada: todas.", EN: "None ticked: all.", ES: "Ninguna marcada: todas."},
	"all":       {PT: "todas", EN: "all", ES: "todas"},
	"rights":    {PT: "Também pode", EN: "May also", ES: "También puede"},
	"norights":  {PT: "nada além disso", EN: "nothing else", ES: "nada más"},
	"save":      {PT: "Salvar", EN: "Save", ES: "Guardar"},
}

var personNewTexts = pagekit.Words{
	"title": {PT: "Convidar uma pessoa", EN: "Invite a person", ES: "Invitar a una persona"},
	"about": {PT: "No próximo passo aparece um link para você enviar, por exemplo, pelo WhatsApp.", EN: "The next step shows a link for you to send, for example by WhatsApp.", ES: "En el próximo paso aparece un enlace para que usted lo envíe, por ejemplo, por WhatsApp."},
	"save":  {PT: "Gerar convite", EN: "Make the invitation", ES: "Generar invitación"},
}

var linkTexts = pagekit.Words{
	"title":        {PT: "Envie este link", EN: "Send this link", ES: "Envíe este enlace"},
	"warn":         {PT: "Este link aparece só agora e funciona uma vez. Envie só para {nome}: quem abrir entra como essa pessoa.", EN: "This link is shown only now and works once. Send it only to {nome}: whoever opens it signs in as that person.", ES: "Este enlace aparece solo ahora y funciona una vez. Envíelo solo a {nome}: quien lo abra entra como esa persona."},
	"week":         {PT: "Vale por 7 dias.", EN: "It is good for 7 days.", ES: "Vale por 7 días."},
	"day":          {PT: "Vale por 24 horas. A senha atual continua valendo até a nova ser escolhida.", EN: "It is good for 24 hours. The present password works until the new one is chosen.", ES: "Vale por 24 horas. La contraseña actual sigue valiendo hasta elegir la nueva."},
	"link":         {PT: "Link", EN: "Link", ES: "Enlace"},
	"text":         {PT: "Mensagem pronta", EN: "Message to copy", ES: "Mensaje listo"},
	"done":         {PT: "Já enviei", EN: "I have sent it", ES: "Ya lo envié"},
	"message":      {PT: "Olá, {nome}! Você foi convidado para registrar no Rastro em nome de {organizacao}. Abra este link e escolha sua senha: {link}", EN: "Hello {nome}! You are invited to use Rastro in the name of {organizacao}. Open this link and choose your password: {link}", ES: "¡Hola, {nome}! Fue invitado a registrar en Rastro en nombre de {organizacao}. Abra este enlace y elija su contraseña: {link}"},
	"resetmessage": {PT: "Olá, {nome}! Abra este link para escolher uma nova senha do Rastro: {link}", EN: "Hello {nome}! Open this link to choose a new Rastro password: {link}", ES: "¡Hola, {nome}! Abra este enlace para elegir una nueva contraseña de Rastro: {link}"},
}

var eraseTexts = pagekit.Words{
	"title":  {PT: "Expurgar dados pessoais", EN: "Erase personal data", ES: "Expurgar datos personales"},
	"ask":    {PT: "O nome, o e-mail e o telefone desta pessoa serão destruídos e não podem ser recuperados. O que ela registrou continua, com um código no lugar do nome.", EN: "This person's name, e-mail address and phone number will be destroyed and cannot be recovered. What they recorded stays, with a code in place of the name.", ES: "El nombre, el correo y el teléfono de esta persona se destruirán y no se podrán recuperar. Lo que registró queda, con un código en lugar del nombre."},
	"reason": {PT: "Motivo", EN: "Reason", ES: "Motivo"},
	"help":   {PT: "Fica no log público da auditoria; não escreva o nome da pessoa.", EN: "It stays in the audit log; do not write the person's name.", ES: "Queda en el log de auditoría; no escriba el nombre de la persona."},
	"yes":    {PT: "Expurgar", EN: "Erase", ES: "Expurgar"},
}

var accountTexts = pagekit.Words{
	"title":    {PT: "Minha conta", EN: "My account", ES: "Mi cuenta"},
	"data":     {PT: "Seus dados", EN: "Your details", ES: "Sus datos"},
	"rights":   {PT: "Além de registrar, você pode", EN: "Besides recording, you may", ES: "Además de registrar, usted puede"},
	"password": {PT: "Senha", EN: "Password", ES: "Contraseña"},
	"old":      {PT: "Senha atual", EN: "Present password", ES: "Contraseña actual"},
	"new":      {PT: "Nova senha", EN: "New password", ES: "Nueva contraseña"},
	"newhelp":  {PT: "Pelo menos 10 caracteres. Uma frase curta é fácil de lembrar. Os outros aparelhos saem.", EN: "At least 10 characters. A short sentence is easy to remember. Other devices are signed out.", ES: "Al menos 10 caracteres. Una frase corta es fácil de recordar. Los otros aparatos salen."},
	"change":   {PT: "Trocar a senha", EN: "Change the password", ES: "Cambiar la contraseña"},
	"wrongold": {PT: "Não é a sua senha atual.", EN: "That is not your present password.", ES: "No es su contraseña actual."},
	"sessions": {PT: "Onde você entrou", EN: "Where you are signed in", ES: "Dónde entró"},
	"device":   {PT: "Aparelho", EN: "Device", ES: "Aparato"},
	"since":    {PT: "Desde", EN: "Since", ES: "Desde"},
	"used":     {PT: "Último uso", EN: "Last use", ES: "Último uso"},
	"this":     {PT: "este aparelho", EN: "this device", ES: "este aparato"},
	"unknown":  {PT: "Aparelho desconhecido", EN: "Unknown device", ES: "Aparato desconocido"},
	"out":      {PT: "Sair dos outros aparelhos", EN: "Sign out of all other devices", ES: "Salir de los otros aparatos"},
}
