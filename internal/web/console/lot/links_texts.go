package lot

import (
	"rastro/internal/web/console/pagekit"
)

// linkTexts are the texts about links to a lot.
var linkTexts = pagekit.Words{
	"title":     {PT: "Links do lote", EN: "Links to lot", ES: "Enlaces del lote"},
	"lot":       {PT: "Lote", EN: "Lot", ES: "Lote"},
	"one":       {PT: "Acessos do link", EN: "Views of the link", ES: "Accesos del enlace"},
	"toeudr":    {PT: "Conferência da UE", EN: "The EU's checks", ES: "Revisión de la UE"},
	"trace":     {PT: "Rastreio do lote", EN: "Trace of the lot", ES: "Rastreo del lote"},
	"make":      {PT: "Criar um link", EN: "Make a link", ES: "Crear un enlace"},
	"about":     {PT: "Quem tem o link lê este lote, a origem e o dossiê, sem conta e sem senha, e nada além disso. Anexos com dados pessoais ficam de fora. O link mostra só o que você pode ler, e deixa de valer se a sua conta ou chave for desativada.", EN: "Anyone with the link can read this lot, where it came from and its dossier, without an account, and nothing else. Attachments with personal data are left out. The link shows only what you may read, and stops working if your account or key is deactivated.", ES: "Quien tiene el enlace lee este lote, su origen y el expediente, sin cuenta ni contraseña, y nada más. Los archivos adjuntos con datos personales quedan fuera. El enlace muestra solo lo que usted puede leer, y deja de valer si su cuenta o clave se desactiva."},
	"for":       {PT: "Para quem", EN: "For whom", ES: "Para quién"},
	"forhelp":   {PT: "O nome da empresa, para você reconhecer o link depois.", EN: "The name of the company, so that you recognise the link later.", ES: "El nombre de la empresa, para que reconozca el enlace después."},
	"until":     {PT: "Vale até", EN: "Valid until", ES: "Vale hasta"},
	"limit":     {PT: "Quantas vezes abre", EN: "Times it opens", ES: "Cuántas veces abre"},
	"limithelp": {PT: "Cada página ou arquivo aberto conta uma vez.", EN: "Each page or file that is opened counts once.", ES: "Cada página o archivo abierto cuenta una vez."},
	"button":    {PT: "Criar o link", EN: "Make the link", ES: "Crear el enlace"},
	"madetitle": {PT: "Link criado", EN: "Link made", ES: "Enlace creado"},
	"warn":      {PT: "Copie o endereço agora: ele não será mostrado de novo.", EN: "Copy the address now: it will not be shown again.", ES: "Copie la dirección ahora: no se mostrará de nuevo."},
	"copy":      {PT: "Copiar o link", EN: "Copy the link", ES: "Copiar el enlace"},
	"copied":    {PT: "Copiado", EN: "Copied", ES: "Copiado"},
	"links":     {PT: "Links deste lote", EN: "Links to this lot", ES: "Enlaces de este lote"},
	"none":      {PT: "Ninguém criou um link para este lote.", EN: "Nobody has made a link to this lot.", ES: "Nadie creó un enlace para este lote."},
	"state":     {PT: "Situação", EN: "State", ES: "Situación"},
	"made":      {PT: "Criado em", EN: "Made", ES: "Creado el"},
	"views":     {PT: "Acessos", EN: "Views", ES: "Accesos"},
	"noviews":   {PT: "Ninguém abriu este link.", EN: "Nobody has opened this link.", ES: "Nadie abrió este enlace."},
	"unnamed":   {PT: "Sem nome", EN: "No name", ES: "Sin nombre"},
	"revoke":    {PT: "Revogar", EN: "Revoke", ES: "Revocar"},
	"when":      {PT: "Quando", EN: "When", ES: "Cuándo"},
	"what":      {PT: "O que foi aberto", EN: "What was opened", ES: "Qué se abrió"},
	"who":       {PT: "Não se guarda nada sobre quem abriu.", EN: "Nothing is kept about who opened it.", ES: "No se guarda nada de quien lo abrió."},
	"ATIVO":     {PT: "Vale", EN: "Good", ES: "Vale"},
	"VENCIDO":   {PT: "Venceu", EN: "Expired", ES: "Venció"},
	"REVOGADO":  {PT: "Revogado", EN: "Revoked", ES: "Revocado"},
	"ESGOTADO":  {PT: "Esgotado", EN: "Used up", ES: "Agotado"},
	"lote":      {PT: "A página do lote", EN: "The page of the lot", ES: "La página del lote"},
	"rastreio":  {PT: "A origem", EN: "The origin", ES: "El origen"},
	"dossie":    {PT: "O dossiê", EN: "The dossier", ES: "El expediente"},
}
