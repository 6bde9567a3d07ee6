package api

import (
	"net/http"
	"slices"
	"strconv"

	"rastro/internal/api/openapi"
	"rastro/internal/api/params"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/webhook"
	"rastro/internal/webhook/progress"
	"rastro/internal/webhook/sign"
)

const webhookExample = `{"url":"https://erp.example.com/rastro","descricao":"ERP da cooperativa","tipos":["rastro.registro.criado","rastro.validacao.criada"],"fases":[],"safras":[],"conteudo":"resumo","emOrdem":false}`

// webhookRoutes are the rows on webhooks.
var webhookRoutes = []Route{
	{Method: "GET", Path: "/webhooks", Operation: "webhooks", Scopes: admins, handle: listWebhooks,
		Doc: openapi.Facts{ID: "listWebhooks", Tag: openapi.TagWebhooks, Summary: "Webhooks que esta chave administra", Gives: "ListaDeWebhook"}, Success: lang.Text{PT: "Webhooks.", EN: "Webhooks.", ES: "Webhooks."}},
	{Method: "POST", Path: "/webhooks", Operation: "create webhook", Body: bodyLimit, Scopes: admins, handle: createWebhook,
		Doc: openapi.Facts{ID: "createWebhook", Tag: openapi.TagWebhooks, Summary: "Criar um webhook, que recebe o que for gravado a partir de agora", Takes: "PedidoDeWebhook", Example: webhookExample, Gives: "WebhookCriado", Params: onceOnly, Headers: createdHeaders, Errors: []int{409}}, Success: lang.Text{PT: "Webhook criado. Guarde o segredo: ele não será mostrado de novo.", EN: "Webhook created. Keep the secret: it will not be shown again.", ES: "Webhook creado. Guarde el secreto: no se mostrará de nuevo."}},
	{Method: "GET", Path: "/webhooks/{id}", Operation: "webhook", Scopes: admins, handle: hooked(getWebhook),
		Doc: openapi.Facts{ID: "getWebhook", Tag: openapi.TagWebhooks, Summary: "Um webhook, e até onde ele chegou", Gives: "Webhook", Headers: versioned}, Success: lang.Text{PT: "Webhook.", EN: "Webhook.", ES: "Webhook."}},
	{Method: "PUT", Path: "/webhooks/{id}", Operation: "change webhook", Body: bodyLimit, Scopes: admins, handle: hooked(changeWebhook),
		Doc: openapi.Facts{ID: "updateWebhook", Tag: openapi.TagWebhooks, Summary: "Alterar o que um webhook pede; segredo e posição ficam", Takes: "PedidoDeWebhook", Example: webhookExample, Gives: "Webhook", Params: []string{"If-Match"}, Headers: versioned}, Success: webhookChanged},
	{Method: "DELETE", Path: "/webhooks/{id}", Operation: "delete webhook", Scopes: admins, handle: hooked(deleteWebhook),
		Doc: openapi.Facts{ID: "deleteWebhook", Tag: openapi.TagWebhooks, Summary: "Excluir um webhook; o endereço some também do histórico", Gives: "Webhook", Params: []string{"If-Match"}}, Success: lang.Text{PT: "Webhook excluído.", EN: "Webhook deleted.", ES: "Webhook eliminado."}},
	{Method: "POST", Path: "/webhooks/{id}/segredo", Operation: "rotate secret", Scopes: admins, handle: hooked(rotateSecret),
		Doc: openapi.Facts{ID: "rotateSegredo", Tag: openapi.TagWebhooks, Summary: "Trocar o segredo; o anterior ainda assina por 24 horas", Gives: "WebhookCriado", Status: http.StatusOK}, Success: lang.Text{PT: "Segredo trocado. Guarde-o: ele não será mostrado de novo.", EN: "Secret replaced. Keep it: it will not be shown again.", ES: "Secreto cambiado. Guárdelo: no se mostrará de nuevo."}},
	{Method: "POST", Path: "/webhooks/{id}/teste", Operation: "try webhook", Scopes: admins, handle: tryWebhook,
		Doc: openapi.Facts{ID: "testWebhook", Tag: openapi.TagWebhooks, Summary: "Enviar agora um evento de teste, e dizer o que o destino respondeu", Gives: "TesteDeWebhook", Status: http.StatusOK}, Success: lang.Text{PT: "Teste enviado.", EN: "Test sent.", ES: "Prueba enviada."}},
	{Method: "POST", Path: "/webhooks/{id}/ativar", Operation: "activate webhook", Scopes: admins, handle: hooked(activateWebhook),
		Doc: openapi.Facts{ID: "activateWebhook", Tag: openapi.TagWebhooks, Summary: "Ativar um webhook desativado, que continua de onde parou", Gives: "Webhook", Status: http.StatusOK, Headers: versioned}, Success: webhookChanged},
	{Method: "GET", Path: "/webhooks/{id}/entregas", Operation: "deliveries", Scopes: admins, handle: listDeliveries,
		Doc: openapi.Facts{ID: "listEntregas", Tag: openapi.TagWebhooks, Summary: "Entregas que falharam ao menos uma vez, por 30 dias", Gives: "PaginaDeEntrega", Params: []string{"situacaoDaEntrega", "size", "cursor"}, Headers: paged}, Success: lang.Text{PT: "Entregas.", EN: "Deliveries.", ES: "Entregas."}},
	{Method: "POST", Path: "/webhooks/{id}/entregas/{entrega}/reenvio", Operation: "resend delivery", Scopes: admins, handle: resendDelivery,
		Doc: openapi.Facts{ID: "resendEntrega", Tag: openapi.TagWebhooks, Summary: "Reenviar já uma entrega, com o mesmo id", Gives: "Entrega", Status: http.StatusOK}, Success: lang.Text{PT: "A entrega será reenviada já.", EN: "The delivery will be sent again at once.", ES: "La entrega se reenviará ya."}},
	{Method: "POST", Path: "/webhooks/{id}/recuperar", Operation: "replay webhook", Body: bodyLimit, Scopes: admins, handle: replayWebhook,
		Doc: openapi.Facts{ID: "recoverWebhook", Tag: openapi.TagWebhooks, Summary: "Entregar de novo um trecho do log, com os mesmos ids", Takes: "PedidoDeRecuperacao", Example: `{"desde":"2026-11-01T00:00:00Z","ate":"2026-11-02T00:00:00Z"}`, Gives: "Recuperacao", Status: http.StatusOK, Errors: []int{409}}, Success: lang.Text{PT: "O trecho será entregue de novo.", EN: "The range will be delivered again.", ES: "El tramo se entregará de nuevo."}},
}

var webhookChanged = lang.Text{PT: "Webhook alterado.", EN: "Webhook changed.", ES: "Webhook modificado."}

// hooked makes a handler that answers with a webhook, and with its secret if it was made just now.
func hooked(do func(a *API, c *call) (webhook.Hook, sign.Secret, error)) func(*API, *call) (reply, error) {
	return func(a *API, c *call) (reply, error) {
		h, secret, err := do(a, c)
		if err != nil {
			return reply{}, err
		}
		if secret != nil {
			c.w.Header().Set("Cache-Control", "no-store")
		}
		data, err := a.service.Hooks.JSONWith(&h, secret)
		return reply{data: data, version: h.Version}, err
	}
}

func listWebhooks(a *API, c *call) (reply, error) {
	data, err := a.service.Hooks.ListJSON(c.ctx, c.key)
	return reply{data: data}, err
}

func createWebhook(a *API, c *call) (reply, error) {
	req, err := webhook.ReadRequest(c.body)
	if err != nil {
		return reply{}, err
	}
	once, err := params.Once(c.r, c.body, c.lang)
	if err != nil {
		return reply{}, err
	}
	if once != nil {
		_, once.Secret = a.credentials(c.r)
	}
	made, err := a.service.Hooks.CreateHook(c.ctx, c.key, req, once)
	if err != nil {
		return reply{}, err
	}
	c.w.Header().Set("Cache-Control", "no-store")
	if made.Replay != nil {
		return replayed(c, made.Replay, http.StatusCreated, 1), nil
	}
	data, err := a.service.Hooks.JSONWith(&made.Hook, made.Secret)
	return reply{status: http.StatusCreated, data: data, version: made.Version, location: webhook.Path(made.ID)}, err
}

func getWebhook(a *API, c *call) (h webhook.Hook, _ sign.Secret, err error) {
	h, err = a.service.Hooks.Hook(c.ctx, c.key, c.path("id"))
	return h, nil, err
}

func changeWebhook(a *API, c *call) (h webhook.Hook, _ sign.Secret, err error) {
	req, err := webhook.ReadRequest(c.body)
	if err != nil {
		return h, nil, err
	}
	match, err := params.IfMatch(c.r)
	if err == nil {
		h, err = a.service.Hooks.ChangeHook(c.ctx, c.key, c.path("id"), req, match)
	}
	return h, nil, err
}

func deleteWebhook(a *API, c *call) (h webhook.Hook, _ sign.Secret, err error) {
	match, err := params.IfMatch(c.r)
	if err == nil {
		h, err = a.service.Hooks.DeleteHook(c.ctx, c.key, c.path("id"), match)
	}
	return h, nil, err
}

func rotateSecret(a *API, c *call) (webhook.Hook, sign.Secret, error) {
	return a.service.Hooks.RotateSecret(c.ctx, c.key, c.path("id"))
}

func activateWebhook(a *API, c *call) (h webhook.Hook, _ sign.Secret, err error) {
	h, err = a.service.Hooks.Activate(c.ctx, c.key, c.path("id"), true)
	return h, nil, err
}

func tryWebhook(a *API, c *call) (reply, error) {
	tried, err := a.service.Deliveries.Try(c.ctx, c.key, c.path("id"), a.service.Signer().Origin())
	return reply{data: tried.JSON()}, err
}

// deliveryList names the list of deliveries in cursors.
const deliveryList = "entregas"

func listDeliveries(a *API, c *call) (reply, error) {
	p, err := params.Paging(c.query())
	if err != nil {
		return reply{}, err
	}
	outcome := progress.Outcome(-1)
	if text := c.query().Get("situacao"); text != "" {
		if outcome = progress.Outcome(slices.Index(progress.Outcomes, text)); outcome < 0 {
			return reply{}, trace.BadParameter("situacao", progress.Outcomes[0])
		}
	}
	scope := deliveryList + " " + c.path("id") + " " + strconv.Itoa(int(outcome))
	var after *progress.Event
	if p.Cursor != "" {
		text, err := a.service.OpenText(c.ctx, c.key, scope, p.Cursor)
		if err != nil {
			return reply{}, err
		}
		at, _ := progress.ParseEvent(string(text))
		after = &at
	}
	found, err := a.service.Hooks.Deliveries(c.ctx, c.key, c.path("id"), outcome, after, p.Size+1)
	if err != nil {
		return reply{}, err
	}
	next := ""
	if len(found) > p.Size {
		found = found[:p.Size]
		if next, err = a.service.SealText(c.ctx, c.key, scope, []byte(found[p.Size-1].Event.String())); err != nil {
			return reply{}, err
		}
	}
	p.Total, p.Cursor = false, "-" // a position in it has no number
	return list(c.r, p, 0, next, 1024*len(found), func(dst []byte) []byte {
		return webhook.AppendDeliveries(dst, found)
	}), nil
}

func resendDelivery(a *API, c *call) (reply, error) {
	f, err := a.service.Hooks.Resend(c.ctx, c.key, c.path("id"), c.path("entrega"))
	return reply{data: webhook.DeliveryJSON(&f)}, err
}

func replayWebhook(a *API, c *call) (reply, error) {
	stretch, err := webhook.ReadStretch(c.body)
	if err != nil {
		return reply{}, err
	}
	_, positions, err := a.service.Hooks.Replay(c.ctx, c.key, c.path("id"), stretch)
	if err != nil {
		return reply{}, err
	}
	return reply{data: strconv.AppendInt([]byte(`{"posicoes":`), positions, 10), rest: []byte(`}`)}, nil
}
