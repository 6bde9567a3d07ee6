package api

import (
	"net/http"
	"strings"

	"rastro/internal/api/openapi"
	"rastro/internal/api/params"
	"rastro/internal/canon"
	"rastro/internal/lang"
	"rastro/internal/logo"
	"rastro/internal/organization"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

const (
	organizationExample = `{"nome":"Cooperativa São João","razaoSocial":"Cooperativa Agrícola São João Ltda.","cnpj":"11.222.333/0001-81","contato":"contato@saojoao.example","cor":"#1a7f37","frase":{"pt":"Do campo ao porto.","en":"From field to port.","es":"Del campo al puerto."}}`
	shareExample        = `{"nivel":"leitura"}`
)

var organizationChanged = lang.Text{PT: "Organização alterada.", EN: "Organisation changed.", ES: "Organización modificada."}

var sharesMessage = lang.Text{PT: "Quem tem acesso à safra.", EN: "Who has access to the harvest.", ES: "Quién tiene acceso a la cosecha."}

// organizationRoutes are the routes for organisations and their reach.
var organizationRoutes = []Route{
	{Method: "GET", Path: "/organizacoes", Operation: "organizations", Scopes: admins, handle: listOrganizations,
		Doc:     openapi.Facts{ID: "listOrganizacoes", Tag: openapi.TagOrganizations, Summary: "Organizações, por nome", Gives: "PaginaDeOrganizacao", Params: []string{"size", "cursor"}, Headers: paged},
		Success: lang.Text{PT: "Organizações.", EN: "Organisations.", ES: "Organizaciones."}},
	{Method: "POST", Path: "/organizacoes", Operation: "register organization", Body: bodyLimit, Scopes: admins, handle: registerOrganization,
		Doc:     openapi.Facts{ID: "createOrganizacao", Tag: openapi.TagOrganizations, Summary: "Cadastrar uma organização; as chaves que levam o nome dela passam a alcançar só as safras dela", Takes: "PedidoDeOrganizacao", Example: organizationExample, Gives: "Organizacao", Params: onceOnly, Headers: createdHeaders},
		Success: lang.Text{PT: "Organização cadastrada.", EN: "Organisation registered.", ES: "Organización registrada."}},
	{Method: "GET", Path: "/organizacoes/{id}", Operation: "organization", Scopes: admins, handle: getOrganization,
		Doc:     openapi.Facts{ID: "getOrganizacao", Tag: openapi.TagOrganizations, Summary: "Uma organização", Gives: "Organizacao", Headers: versioned},
		Success: lang.Text{PT: "Organização.", EN: "Organisation.", ES: "Organización."}},
	{Method: "PUT", Path: "/organizacoes/{id}", Operation: "change organization", Body: bodyLimit, Scopes: admins, handle: changeOrganization,
		Doc:     openapi.Facts{ID: "updateOrganizacao", Tag: openapi.TagOrganizations, Summary: "Alterar uma organização; o que o corpo não traz fica como está, e o nome anterior continua valendo para chaves", Takes: "AlteracaoDeOrganizacao", Example: organizationExample, Gives: "Organizacao", Params: []string{"If-Match"}, Headers: versioned},
		Success: organizationChanged},
	{Method: "GET", Path: "/organizacoes/{id}/logo", Operation: "logo", Scopes: admins, handle: getLogo,
		Doc:     openapi.Facts{ID: "getLogo", Tag: openapi.TagOrganizations, Summary: "Logo de uma organização", Forms: []openapi.Form{{Media: logo.PNG, Schema: "binary"}, {Media: logo.SVG, Schema: "binary"}}},
		Success: lang.Text{PT: "Logo da organização.", EN: "Logo of the organisation.", ES: "Logotipo de la organización."}},
	{Method: "PUT", Path: "/organizacoes/{id}/logo", Operation: "put logo", Body: bodyLimit, Memory: logo.Memory, Scopes: admins, file: true, handle: putLogo,
		Doc:     openapi.Facts{ID: "putLogo", Tag: openapi.TagOrganizations, Summary: "Enviar o logo de uma organização: PNG, ou SVG do qual fica só o desenho; até 200 KB", Files: []string{logo.PNG, logo.SVG, mediaForm}, Gives: "Organizacao", Params: []string{"If-Match"}, Headers: versioned},
		Success: organizationChanged},
	{Method: "DELETE", Path: "/organizacoes/{id}/logo", Operation: "delete logo", Scopes: admins, handle: deleteLogo,
		Doc:     openapi.Facts{ID: "deleteLogo", Tag: openapi.TagOrganizations, Summary: "Tirar o logo de uma organização", Gives: "Organizacao", Params: []string{"If-Match"}, Headers: versioned},
		Success: organizationChanged},
	{Method: "GET", Path: "/safras/{id}/acessos", Operation: "shares", Scopes: admins, handle: listShares,
		Doc: openapi.Facts{ID: "listAcessos", Tag: openapi.TagOrganizations, Summary: "Que organizações alcançam uma safra", Gives: "ListaDeAcesso"}, Success: sharesMessage},
	{Method: "PUT", Path: "/safras/{id}/acessos/{organizacao}", Operation: "share", Body: bodyLimit, Scopes: admins, handle: putShare,
		Doc:     openapi.Facts{ID: "putAcesso", Tag: openapi.TagOrganizations, Summary: "Compartilhar uma safra com uma organização", Takes: "PedidoDeAcesso", Example: shareExample, Gives: "Acesso"},
		Success: lang.Text{PT: "Safra compartilhada.", EN: "Harvest shared.", ES: "Cosecha compartida."}},
	{Method: "DELETE", Path: "/safras/{id}/acessos/{organizacao}", Operation: "revoke share", Scopes: admins, handle: revokeShare,
		Doc:     openapi.Facts{ID: "deleteAcesso", Tag: openapi.TagOrganizations, Summary: "Deixar de compartilhar uma safra com uma organização", Gives: "Acesso"},
		Success: lang.Text{PT: "A organização não alcança mais a safra.", EN: "The organisation no longer reaches the harvest.", ES: "La organización ya no alcanza la cosecha."}},
}

// organizationList names the list of organisations in cursors.
const organizationList = "organizacoes"

func listOrganizations(a *API, c *call) (reply, error) {
	p, err := params.Paging(c.query())
	if err != nil {
		return reply{}, err
	}
	var after reach.StoredOrganization
	if p.Cursor != "" {
		text, err := a.service.OpenText(c.ctx, c.key, organizationList, p.Cursor)
		if err != nil {
			return reply{}, err
		}
		id, name, _ := strings.Cut(string(text), " ")
		parsed, _ := trace.ParseID(id)
		after = reach.StoredOrganization{ID: parsed, Name: name}
	}
	found, err := a.service.Organizations(c.ctx, c.key, after, p.Size+1)
	if err != nil {
		return reply{}, err
	}
	next := ""
	if len(found) > p.Size {
		found = found[:p.Size]
		last := &found[p.Size-1]
		if next, err = a.service.SealText(c.ctx, c.key, organizationList, []byte(last.ID.String()+" "+last.Name)); err != nil {
			return reply{}, err
		}
	}
	p.Total, p.Cursor = false, "-" // a position in it has no number
	return list(c.r, p, 0, next, 512*len(found), func(dst []byte) []byte {
		for i := range found {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, found[i].JSON()...)
		}
		return dst
	}), nil
}

func registerOrganization(a *API, c *call) (reply, error) {
	req, err := organization.ReadRequest(c.body, true, a.service.Now())
	if err != nil {
		return reply{}, err
	}
	once, err := params.Once(c.r, c.body, c.lang)
	if err != nil {
		return reply{}, err
	}
	made, replay, err := a.service.RegisterOrganization(c.ctx, c.key, req, once)
	if err != nil {
		return reply{}, err
	}
	if replay != nil {
		return replayed(c, replay, http.StatusCreated, 1), nil
	}
	return reply{status: http.StatusCreated, data: made.JSON(), version: made.Version, location: "/organizacoes/" + made.ID.String()}, nil
}

func getOrganization(a *API, c *call) (reply, error) {
	found, err := a.service.Organization(c.ctx, c.key, c.path("id"))
	if err != nil {
		return reply{}, err
	}
	return reply{data: found.JSON(), version: found.Version}, nil
}

func changeOrganization(a *API, c *call) (reply, error) {
	req, err := organization.ReadRequest(c.body, false, a.service.Now())
	if err != nil {
		return reply{}, err
	}
	match, err := params.IfMatch(c.r)
	if err != nil {
		return reply{}, err
	}
	changed, err := a.service.ChangeOrganization(c.ctx, c.key, c.path("id"), req, match)
	if err != nil {
		return reply{}, err
	}
	return reply{data: changed.JSON(), version: changed.Version}, nil
}

func getLogo(a *API, c *call) (reply, error) {
	found, err := a.service.LogoOf(c.ctx, c.key, c.path("id"))
	return reply{media: found.Media, raw: found.Bytes}, err
}

func putLogo(a *API, c *call) (reply, error) {
	match, err := params.IfMatch(c.r)
	if err != nil {
		return reply{}, err
	}
	file, err := c.file()
	if err != nil {
		return reply{}, err
	}
	changed, err := a.service.PutLogo(c.ctx, c.key, c.path("id"), file, match)
	if err != nil {
		return reply{}, err
	}
	return reply{data: changed.JSON(), version: changed.Version}, nil
}

func deleteLogo(a *API, c *call) (reply, error) {
	match, err := params.IfMatch(c.r)
	if err != nil {
		return reply{}, err
	}
	changed, err := a.service.RemoveLogo(c.ctx, c.key, c.path("id"), match)
	if err != nil {
		return reply{}, err
	}
	return reply{data: changed.JSON(), version: changed.Version}, nil
}

func listShares(a *API, c *call) (reply, error) {
	found, err := a.service.Shares(c.ctx, c.key, harvestOf(c))
	if err != nil {
		return reply{}, err
	}
	data := []byte(`{"content":[`)
	for i := range found {
		if i > 0 {
			data = append(data, ',')
		}
		data = append(data, found[i].JSON()...)
	}
	return reply{data: append(data, `]}`...)}, nil
}

func putShare(a *API, c *call) (reply, error) {
	var level reach.Level
	var m trace.Members
	err := trace.ReadObject(c.body, func(name string, value canon.Value) error {
		if name == "nivel" {
			level = organization.ReadLevel(&m, name, value)
		}
		return nil
	})
	if err != nil {
		return reply{}, err
	}
	if level == reach.None {
		m.Required("nivel", "")
	}
	if err := m.Err(); err != nil {
		return reply{}, err
	}
	return a.share(c, level)
}

func revokeShare(a *API, c *call) (reply, error) { return a.share(c, reach.None) }

func (a *API) share(c *call, level reach.Level) (reply, error) {
	made, err := a.service.ShareHarvest(c.ctx, c.key, harvestOf(c), c.path("organizacao"), level)
	if err != nil {
		return reply{}, err
	}
	return reply{data: made.JSON()}, nil
}
