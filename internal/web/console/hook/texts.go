package hook

import (
	"rastro/internal/changes"
	"rastro/internal/lang"
	"rastro/internal/web/console/pagekit"
)

var texts = pagekit.Words{
	"title":     {PT: "Webhooks", EN: "Webhooks", ES: "Webhooks"},
	"about":     {PT: "O Rastro avisa outros sistemas do que foi gravado, no endereço que você indicar, com assinatura.", EN: "Rastro tells other systems what was written, at the address that you give, signed.", ES: "Rastro avisa a otros sistemas de lo que se guardó, en la dirección que usted indique, con firma."},
	"list":      {PT: "Webhooks, do mais antigo ao mais novo", EN: "Webhooks, oldest first", ES: "Webhooks, del más antiguo al más nuevo"},
	"none":      {PT: "Ainda não há nenhum.", EN: "There is none yet.", ES: "Todavía no hay ninguno."},
	"url":       {PT: "Endereço", EN: "Address", ES: "Dirección"},
	"urlhelp":   {PT: "Começa com https://. É para lá que os avisos vão.", EN: "Begins with https://. Events are sent there.", ES: "Comienza con https://. Allí se envían los avisos."},
	"name":      {PT: "Descrição", EN: "Description", ES: "Descripción"},
	"key":       {PT: "Chave com que lê", EN: "Key it reads with", ES: "Clave con que lee"},
	"keyhelp":   {PT: "Ele só é avisado do que esta chave pode ler.", EN: "It is told only what this key may read.", ES: "Solo se le avisa de lo que esta clave puede leer."},
	"types":     {PT: "Avisos", EN: "Events", ES: "Avisos"},
	"typeshelp": {PT: "Nenhum marcado: todos.", EN: "None ticked: all of them.", ES: "Ninguno marcado: todos."},
	"ordered":   {PT: "Em ordem: um aviso só sai depois que o anterior chegou", EN: "In order: an event is sent only after the one before has arrived", ES: "En orden: un aviso solo sale después de que llegó el anterior"},
	"state":     {PT: "Situação", EN: "State", ES: "Situación"},
	"success":   {PT: "Última entrega", EN: "Last delivery", ES: "Última entrega"},
	"pending":   {PT: "Esperando nova tentativa", EN: "Waiting for another attempt", ES: "Esperando otro intento"},
	"action":    {PT: "Ação", EN: "Action", ES: "Acción"},
	"never":     {PT: "nunca", EN: "never", ES: "nunca"},
	"all":       {PT: "todos", EN: "all", ES: "todos"},
	"since":     {PT: "desde", EN: "since", ES: "desde"},
	"active":    {PT: "ativo", EN: "active", ES: "activo"},
	"failing":   {PT: "falhando", EN: "failing", ES: "con falla"},
	"disabled":  {PT: "desativado", EN: "disabled", ES: "desactivado"},
	"enable":    {PT: "Ativar", EN: "Activate", ES: "Activar"},
	"disable":   {PT: "Desativar", EN: "Disable", ES: "Desactivar"},
	"new":       {PT: "Novo webhook", EN: "New webhook", ES: "Nuevo webhook"},
	"make":      {PT: "Criar webhook", EN: "Create the webhook", ES: "Crear webhook"},
}

var madeTexts = pagekit.Words{
	"title":  {PT: "Webhook criado", EN: "Webhook ready", ES: "Webhook creado"},
	"warn":   {PT: "Guarde o segredo agora: ele não será mostrado de novo.", EN: "Keep the secret now: it will not be shown again.", ES: "Guarde el secreto ahora: no se mostrará de nuevo."},
	"secret": {PT: "Segredo", EN: "Secret", ES: "Secreto"},
	"use":    {PT: "Quem recebe confere com ele a assinatura de cada aviso (Standard Webhooks).", EN: "The receiver checks the signature of each event with it (Standard Webhooks).", ES: "Quien recibe comprueba con él la firma de cada aviso (Standard Webhooks)."},
	"kept":   {PT: "Já guardei o segredo", EN: "I have kept the secret", ES: "Ya guardé el secreto"},
}

// typeTexts name the types of events.
var typeTexts = map[changes.Type]lang.Text{
	changes.RecordCreated:     {PT: "registro criado", EN: "record created", ES: "registro creado"},
	changes.RecordChanged:     {PT: "registro alterado", EN: "record changed", ES: "registro modificado"},
	changes.RecordDeleted:     {PT: "registro excluído", EN: "record deleted", ES: "registro eliminado"},
	changes.RecordErased:      {PT: "registro expurgado", EN: "record erased", ES: "registro suprimido"},
	changes.ValidationCreated: {PT: "safra validada", EN: "harvest validated", ES: "cosecha validada"},
	changes.ValidationChanged: {PT: "validação alterada", EN: "validation changed", ES: "validación modificada"},
	changes.ValidationRevoked: {PT: "validação revogada", EN: "validation revoked", ES: "validación revocada"},
	changes.ValidationEnded:   {PT: "validação vencida", EN: "validation expired", ES: "validación vencida"},
	changes.CertificateEnding: {PT: "validação perto de vencer", EN: "validation expires soon", ES: "validación por vencer"},
	changes.RecallCreated:     {PT: "recall", EN: "recall", ES: "retiro"},
	changes.ImportDone:        {PT: "importação concluída", EN: "import done", ES: "importación concluida"},
	changes.CheckpointSigned:  {PT: "log assinado", EN: "log signed", ES: "log firmado"},
	changes.WebhookDisabled:   {PT: "webhook desativado", EN: "webhook disabled", ES: "webhook desactivado"},
}
