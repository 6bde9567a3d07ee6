package api

import (
	"net/http"

	"rastro/internal/access"
	"rastro/internal/api/openapi"
	"rastro/internal/api/params"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/share"
	"rastro/internal/trace"
)

func createKey(a *API, c *call) (reply, error) {
	now := a.service.Now()
	request, err := access.ReadRequest(c.body, now)
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
	written, err := a.service.CreateKey(c.ctx, c.key, request, once)
	if err != nil {
		return reply{}, err
	}
	c.w.Header().Set("Cache-Control", "no-store")
	if written.Replay != nil {
		return replayed(c, written.Replay, http.StatusCreated, 0), nil
	}
	return reply{status: http.StatusCreated, data: written.Key.JSON(now), location: "/apikey/" + written.Key.AccessKey}, nil
}

func listKeys(a *API, c *call) (reply, error) {
	keys, err := a.service.Keys(c.ctx, c.key)
	if err != nil {
		return reply{}, err
	}
	now := a.service.Now()
	p := trace.Paging{Size: max(1, len(keys)), Total: true} // the interface returns all of them
	return list(c.r, p, int64(len(keys)), "", 512*len(keys), func(dst []byte) []byte {
		for i := range keys {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, keys[i].JSON(now)...)
		}
		return dst
	}), nil
}

func deactivateKey(a *API, c *call) (reply, error) {
	key, err := a.service.DeactivateKey(c.ctx, c.key, c.path("accessKey"))
	if err != nil {
		return reply{}, err
	}
	return reply{data: key.JSON(a.service.Now())}, nil
}

// linkRoutes are the routes of links, with which buyers without a key read about a lot.
var linkRoutes = []Route{
	{Method: "POST", Path: kind.LinkChange.Prefix, Operation: "share lot", Body: bodyLimit, Scopes: writers, Also: readers, handle: createLink,
		Doc:     openapi.Facts{ID: "createCompartilhamento", Tag: openapi.TagLots, Summary: "Criar um link com que um comprador, sem chave, lê um lote, o dossiê e a origem dele", Takes: "NovoCompartilhamento", Example: `{"lote":"MT25-S-001","para":"Koffie BV","limite":50}`, Gives: "CompartilhamentoCriado", Params: onceOnly, Headers: locatedHeaders, Errors: []int{404}},
		Success: lang.Text{PT: "Link criado. Guarde a url: ela não será mostrada de novo.", EN: "Link created. Keep the url: it will not be shown again.", ES: "Enlace creado. Guarde la url: no se mostrará de nuevo."}},
	{Method: "GET", Path: kind.LinkChange.Prefix, Operation: "links", Scopes: writers, Also: readers, handle: listLinks,
		Doc:     openapi.Facts{ID: "listCompartilhamentos", Tag: openapi.TagLots, Summary: "Os links de um lote, também os que não valem mais", Params: []string{"loteDosLinks"}, Gives: "Compartilhamentos", Errors: []int{404}},
		Success: lang.Text{PT: "Links do lote.", EN: "Links of the lot.", ES: "Enlaces del lote."}},
	{Method: "GET", Path: kind.LinkChange.Prefix + "/{id}", Operation: "link", Scopes: writers, Also: readers, handle: getLink,
		Doc:     openapi.Facts{ID: "getCompartilhamento", Tag: openapi.TagLots, Summary: "Um link, e cada vez que foi aberto", Gives: "CompartilhamentoComAcessos"},
		Success: lang.Text{PT: "Link e acessos.", EN: "Link and views.", ES: "Enlace y accesos."}},
	{Method: "DELETE", Path: kind.LinkChange.Prefix + "/{id}", Operation: "revoke link", Scopes: writers, Also: readers, handle: revokeLink,
		Doc:     openapi.Facts{ID: "revokeCompartilhamento", Tag: openapi.TagLots, Summary: "Revogar um link", Gives: "Compartilhamento"},
		Success: lang.Text{PT: "Link revogado.", EN: "Link revoked.", ES: "Enlace revocado."}},
}

func createLink(a *API, c *call) (reply, error) {
	now := a.service.Now()
	request, err := share.Read(c.body, now)
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
	made, err := a.service.Links.Share(c.ctx, c.key, request, once, func(m *share.Made) []byte { return m.JSON(now, a.options.PublicURL) })
	if err != nil {
		return reply{}, err
	}
	c.w.Header().Set("Cache-Control", "no-store")
	if made.Replay != nil {
		return replayed(c, made.Replay, http.StatusCreated, 0), nil
	}
	return reply{status: http.StatusCreated, data: made.JSON(now, a.options.PublicURL), location: kind.LinkChange.Prefix + "/" + made.ID.String()}, nil
}

func listLinks(a *API, c *call) (reply, error) {
	code := c.query().Get("lote")
	if code == "" {
		return reply{}, trace.BadParameter("lote", "MT25-S-001")
	}
	links, err := a.service.Links.LinksOf(c.ctx, c.key, code)
	if err != nil {
		return reply{}, err
	}
	data := []byte(`{"links":[`)
	for i := range links {
		if i > 0 {
			data = append(data, ',')
		}
		data = links[i].AppendJSON(data, a.service.Now())
	}
	return reply{data: append(data, `]}`...)}, nil
}

func getLink(a *API, c *call) (reply, error) {
	found, views, err := a.service.Links.LinkOf(c.ctx, c.key, c.path("id"))
	if err != nil {
		return reply{}, err
	}
	return reply{data: found.AppendViews(nil, a.service.Now(), views)}, nil
}

func revokeLink(a *API, c *call) (reply, error) {
	found, err := a.service.Links.Revoke(c.ctx, c.key, c.path("id"))
	if err != nil {
		return reply{}, err
	}
	return reply{data: found.AppendJSON(nil, a.service.Now())}, nil
}
