package api

import (
	"net/http"
	"slices"

	"rastro/internal/api/epcisrest"
	"rastro/internal/api/linkset"
	"rastro/internal/api/openapi"
	"rastro/internal/intake"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/print/page"
	"rastro/internal/sheet"
	"rastro/internal/trace"
)

// Route is a row of the route table.
type Route struct {
	Method, Path string
	// Operation is the operation's name in the interface, Kind the record kind
	// it serves, nil if it serves none.
	Operation string
	Kind      *kind.Kind
	// Scopes are the scopes of which the key needs one; a route without any is public and needs
	// no key.
	Scopes []trace.Scope
	// Also are scopes that the key needs in addition.
	Also []trace.Scope
	// Probe: monitoring calls it; it is never limited.
	Probe bool
	// Body is the largest body it reads, 0 if it reads none.
	Body int64
	// Cost is how many bytes are claimed per byte of the body: for the body, its parsed form, and
	// the data made from that before it is written or answered. 0 means bodyCost.
	Cost int64
	// Memory is what a call claims before it begins; 0 if it claims memory as it goes.
	Memory int64
	// Lines: the body may also be NDJSON.
	Lines bool
	// Success is the message of a successful answer.
	Success lang.Text
	// Doc has additional facts for the OpenAPI documents.
	Doc openapi.Facts
	// Detail is the last segment of a detail's path; "" for other routes.
	Detail string

	// strict: it refuses unknown parameters. So do all routes outside the interface that need a
	// key. Pages and probes do not, because the programs that call them add their own.
	strict bool
	// file: its body is a file, not JSON.
	file bool
	// streams: its handler reads the body as it arrives, up to Body bytes.
	streams bool
	// batches: it may write in several transactions, so it never runs again.
	batches bool
	// replica: a replica of the database may answer it.
	replica bool
	// page: people open it in a browser, and see its errors as a page.
	page bool

	handle func(*API, *call) (reply, error)
}

// admit fails unless a key has the route's scopes.
func (r *Route) admit(key *trace.Key) error {
	err := key.Need(r.Scopes...)
	for _, scope := range r.Also {
		if err == nil {
			err = key.Need(scope)
		}
	}
	return err
}

// Limits of request bodies.
const (
	bodyLimit     = intake.MaxBody
	plotBodyLimit = intake.MaxPlotBody
	manyBodyLimit = 32 << 20
)

// Measured costs of bodies: rows of an import that are all kept until written, rows processed in
// batches, and a plot, in which a few digits become a point.
const (
	bodyCost    = 4
	importCost  = 6
	batchedCost = 3
	plotCost    = 12
)

// Who may call a route.
var (
	readers  = []trace.Scope{trace.Read}
	writers  = []trace.Scope{trace.Write}
	admins   = []trace.Scope{trace.Admin}
	browsers = []trace.Scope{trace.Read, trace.Admin}
)

// The rows every record kind has.
var recordRoutes = []Route{
	{Method: "POST", Operation: "create", Body: bodyLimit, Scopes: writers, handle: createRecord,
		Doc:     openapi.Facts{ID: "create{kind}", Summary: "Criar: {title}", Takes: "CreateChainEntity{kind}", Gives: "Registro{kind}", Params: onceOnly, Headers: createdHeaders},
		Success: lang.Text{PT: "Registro criado.", EN: "Record created.", ES: "Registro creado."}},
	{Method: "PUT", Operation: "update", Body: bodyLimit, Scopes: writers, handle: updateRecord,
		Doc:     openapi.Facts{ID: "update{kind}", Summary: "Alterar: {title}", Takes: "UpdateChainEntity{kind}", Gives: "Registro{kind}", Params: []string{"id", "If-Match"}, Headers: versioned},
		Success: lang.Text{PT: "Registro alterado.", EN: "Record updated.", ES: "Registro actualizado."}},
	{Method: "GET", Path: "/{id}", Operation: "getById", Scopes: readers, handle: getRecord, replica: true,
		Doc:     openapi.Facts{ID: "get{kind}", Summary: "Ler por id: {title}", Gives: "Registro{kind}", Params: []string{"em", "If-None-Match"}, Headers: versioned},
		Success: lang.Text{PT: "Registro encontrado.", EN: "Record found.", ES: "Registro encontrado."}},
	{Method: "GET", Path: "/safra/{id}", Operation: "getBySafra", Scopes: readers, handle: listHarvest, replica: true,
		Doc:     openapi.Facts{ID: "list{kind}OfSafra", Summary: "Ler por safra: {title}", Gives: "PaginaDe{kind}", Params: recordPaging, Headers: paged},
		Success: lang.Text{PT: "Registros da safra.", EN: "Records of the harvest.", ES: "Registros de la cosecha."}},
	{Method: "GET", Operation: "list", Scopes: readers, handle: listRecords, replica: true,
		Doc:     openapi.Facts{ID: "list{kind}", Summary: "Listar: {title}", Gives: "PaginaDe{kind}", Params: recordPaging, Headers: paged},
		Success: lang.Text{PT: "Registros.", EN: "Records.", ES: "Registros."}},
	{Method: "DELETE", Path: "/{id}", Operation: "delete", Scopes: writers, handle: deleteRecord,
		Doc:     openapi.Facts{ID: "delete{kind}", Summary: "Excluir: {title}", Gives: "Registro{kind}", Params: []string{"If-Match"}},
		Success: lang.Text{PT: "Registro excluído.", EN: "Record deleted.", ES: "Registro eliminado."}},
}

// The rows that every record kind has in addition to the interface. The details share one
// pattern with the router, since {id}/historico and safra/{id} overlap.
var detailRoutes = []Route{
	{Method: "GET", Path: "/{id}/historico", Detail: "historico", Operation: "history", Scopes: readers, handle: history,
		Doc:     openapi.Facts{ID: "get{kind}History", Summary: "Histórico: {title}", Gives: "PaginaDeVersao", Params: []string{"size", "page", "sort", "cursor", "total"}},
		Success: lang.Text{PT: "Histórico do registro.", EN: "History of the record.", ES: "Historial del registro."}},
	{Method: "GET", Path: "/{id}/prova", Detail: "prova", Operation: "proof", Scopes: readers, handle: proof,
		Doc:     openapi.Facts{ID: "get{kind}Proof", Summary: "Prova: {title}", Gives: "Prova", Params: []string{"versao"}},
		Success: lang.Text{PT: "Prova do registro: confira com 'rastro verify'.", EN: "Proof of the record: check it with 'rastro verify'.", ES: "Prueba del registro: compruébela con 'rastro verify'."}},
	{Method: "GET", Path: "/{id}/anexos", Detail: "anexos", Operation: "attachments", Scopes: readers, handle: listFiles,
		Doc:     openapi.Facts{ID: "list{kind}Anexos", Summary: "Anexos: {title}", Gives: "ListaDeAnexo", Headers: versioned},
		Success: lang.Text{PT: "Anexos do registro.", EN: "Attachments of the record.", ES: "Adjuntos del registro."}},
}

// The rows that validations have in addition.
var validationRoutes = []Route{
	{Method: "GET", Path: "/{id}/conferencia", Detail: "conferencia", Operation: "reviewed", Scopes: readers, handle: reviewed,
		Doc:     openapi.Facts{ID: "get{kind}Review", Summary: "Conferência guardada: {title}", Gives: "ConferenciaDaValidacao", Errors: []int{409}},
		Success: lang.Text{PT: "Conferência com que a safra foi validada.", EN: "The review behind the validation of the harvest.", ES: "Revisión con que se validó la cosecha."}},
}

// details returns the details that a kind's records have.
func details(k *kind.Kind) []Route {
	if k.IsValidation() {
		return slices.Concat(detailRoutes, validationRoutes)
	}
	return detailRoutes
}

// imports returns the import of a kind's records; validations are not imported.
func imports(k *kind.Kind) []Route {
	if k.IsValidation() {
		return nil
	}
	return []Route{importRoute}
}

var eraseRoute = Route{Method: "POST", Path: "/{id}/expurgo", Operation: "erase", Body: bodyLimit, Scopes: admins, handle: eraseRecord,
	Doc:     openapi.Facts{ID: "erase{kind}", Summary: "Expurgar (LGPD): {title}", Takes: "PedidoDeExpurgo", Example: `{"motivo":"Pedido do titular (LGPD, art. 18)"}`, Gives: "Recibo", Status: http.StatusOK},
	Success: lang.Text{PT: "Dados expurgados. Guarde o recibo.", EN: "Data erased. Keep the receipt.", ES: "Datos suprimidos. Guarde el recibo."}}

var phaseListMessage = lang.Text{PT: "Fases do catálogo.", EN: "Phases of the catalogue.", ES: "Fases del catálogo."}

var linkMessage = lang.Text{PT: "A validação que cita este produto.", EN: "The validation that names this product.", ES: "La validación que cita este producto."}

// The rows that do not belong to a record kind.
var otherRoutes = []Route{
	{Method: "GET", Path: kind.Validation + "/qrcode/{codigo}", Operation: "generateQRCode", Scopes: readers, handle: qrCode,
		Doc:     openapi.Facts{ID: "getQRCode", Tag: validationTag, Summary: "QR code de uma validação", Gives: "QRCode", Params: []string{"formato"}, Forms: []openapi.Form{{Media: mediaPNG, Schema: "binary"}, {Media: mediaSVG, Schema: "text"}}},
		Success: lang.Text{PT: "QR code da validação.", EN: "QR code of the validation.", ES: "Código QR de la validación."}},

	{Method: "POST", Path: "/fase", Operation: "create", Body: bodyLimit, Scopes: admins, handle: createPhase,
		Doc:     openapi.Facts{ID: "createFase", Tag: openapi.TagPhases, Summary: "Criar uma fase do catálogo", Takes: "DadosCadastroFase", Gives: "Fase", Params: onceOnly, Headers: createdHeaders, Example: `{"cultura":"SOJA","etapa":"03","nome":"pesagemColheita","etapaNome":"Colheita e identificação da produção","descricao":"Pesagem na saída da lavoura","ordem":6,"obrigatoria":false}`},
		Success: lang.Text{PT: "Fase criada.", EN: "Phase created.", ES: "Fase creada."}},
	{Method: "POST", Path: "/fase/all", Operation: "create many", Body: manyBodyLimit, Scopes: admins, handle: createPhases,
		Doc:     openapi.Facts{ID: "createFases", Tag: openapi.TagPhases, Summary: "Criar várias fases, todas ou nenhuma", Takes: "[]DadosCadastroFase", Gives: "PaginaDeFase", Params: onceOnly, Example: `[{"cultura":"CAFE","etapa":"04","nome":"secagemTerreiro"},{"cultura":"CAFE","etapa":"04","nome":"descansoTulha"}]`},
		Success: lang.Text{PT: "Fases criadas.", EN: "Phases created.", ES: "Fases creadas."}},
	{Method: "GET", Path: "/fase", Operation: "list", Scopes: browsers, handle: listPhases,
		Doc: openapi.Facts{ID: "listFases", Tag: openapi.TagPhases, Summary: "Listar as fases do catálogo", Gives: "PaginaDeFase", Params: pagingParams}, Success: phaseListMessage},
	{Method: "GET", Path: "/fase/cultura/{cultura}", Operation: "list by crop", Scopes: browsers, handle: listPhases,
		Doc: openapi.Facts{ID: "listFasesOfCultura", Tag: openapi.TagPhases, Summary: "Listar fases de uma cultura", Gives: "PaginaDeFase", Params: pagingParams}, Success: phaseListMessage},
	{Method: "GET", Path: "/fase/cultura/{cultura}/etapa/{etapa}", Operation: "list by crop and stage", Scopes: browsers, handle: listPhases,
		Doc: openapi.Facts{ID: "listFasesOfEtapa", Tag: openapi.TagPhases, Summary: "Listar fases de uma cultura e etapa", Gives: "PaginaDeFase", Params: pagingParams}, Success: phaseListMessage},
	{Method: "GET", Path: "/fase/cultura/{cultura}/etapa/{etapa}/{nome}", Operation: "list by crop, stage and name", Scopes: browsers, handle: listPhases,
		Doc: openapi.Facts{ID: "listFasesNamed", Tag: openapi.TagPhases, Summary: "Listar fases de uma cultura, etapa e nome", Gives: "PaginaDeFase", Params: pagingParams}, Success: phaseListMessage},
	{Method: "PUT", Path: "/fase", Operation: "update", Body: bodyLimit, Scopes: admins, handle: updatePhase,
		Doc:     openapi.Facts{ID: "updateFase", Tag: openapi.TagPhases, Summary: "Alterar uma fase do catálogo", Takes: "DadosAtualizacaoFase", Gives: "Fase", Params: []string{"If-Match"}, Headers: versioned, Example: `{"id":"0199e1c2-7a40-7a3f-8c11-5b6c0d9a1e22","obrigatoria":true}`},
		Success: lang.Text{PT: "Fase alterada.", EN: "Phase updated.", ES: "Fase actualizada."}},
	{Method: "DELETE", Path: "/fase/{id}", Operation: "delete", Scopes: admins, handle: deletePhase,
		Doc:     openapi.Facts{ID: "deleteFase", Tag: openapi.TagPhases, Summary: "Excluir uma fase do catálogo", Gives: "Fase", Params: []string{"If-Match"}},
		Success: lang.Text{PT: "Fase excluída.", EN: "Phase deleted.", ES: "Fase eliminada."}},

	{Method: "POST", Path: "/apikey", Operation: "createApiKey", Body: bodyLimit, Scopes: admins, handle: createKey,
		Doc:     openapi.Facts{ID: "createApiKey", Tag: openapi.TagKeys, Summary: "Criar uma chave", Takes: "CreateApiKeyRequest", Gives: "ApiKeyCriada", Params: onceOnly, Headers: locatedHeaders, Example: `{"nome":"Balança do armazém","organizacao":"Cooperativa Vale Verde","escopos":["leitura","escrita"],"fases":["06"],"safras":[],"expiraEm":"2031-12-31"}`},
		Success: lang.Text{PT: "Chave criada. Guarde a secretKey: ela não será mostrada de novo.", EN: "Key created. Keep the secretKey: it will not be shown again.", ES: "Clave creada. Guarde la secretKey: no se mostrará de nuevo."}},
	{Method: "GET", Path: "/apikey", Operation: "getAllApiKeys", Scopes: admins, handle: listKeys,
		Doc:     openapi.Facts{ID: "listApiKeys", Tag: openapi.TagKeys, Summary: "Listar as chaves", Gives: "PaginaDeApiKey"},
		Success: lang.Text{PT: "Chaves.", EN: "Keys.", ES: "Claves."}},
	{Method: "DELETE", Path: "/apikey/{accessKey}", Operation: "deactivateApiKey", Scopes: admins, handle: deactivateKey,
		Doc:     openapi.Facts{ID: "deactivateApiKey", Tag: openapi.TagKeys, Summary: "Desativar uma chave", Gives: "ApiKey"},
		Success: lang.Text{PT: "Chave desativada.", EN: "Key deactivated.", ES: "Clave desactivada."}},

	{Method: "GET", Path: "/safras", Operation: "harvests", Scopes: readers, handle: listHarvests, replica: true,
		Doc:     openapi.Facts{ID: "listSafras", Tag: openapi.TagHarvests, Summary: "Safras e como estão: completude, achados, última alteração", Gives: "PaginaDeSafra", Params: []string{"sizeDeSafras", "page", "sortDeSafras", "cursor", "total", "busca", "alvo"}, Headers: paged},
		Success: lang.Text{PT: "Safras.", EN: "Harvests.", ES: "Cosechas."}},
	{Method: "GET", Path: "/painel", Operation: "board", Scopes: readers, handle: showBoard, replica: true,
		Doc:     openapi.Facts{ID: "getPainel", Tag: openapi.TagHarvests, Summary: "Painel: que safras estão prontas para um mercado, e o que falta às outras", Gives: "Painel", Params: []string{"alvoDoPainel", "culturaDoPainel", "safraDoPainel", "estadoDoPainel", "portaDoPainel", "buscaNoPainel", "sortDoPainel", "sizeDoPainel", "page", "total", "formatoDoPainel"}, Forms: []openapi.Form{{Media: sheet.XLSX.MediaType(), Schema: "binary"}}},
		Success: lang.Text{PT: "Painel das safras.", EN: "Board of the harvests.", ES: "Tablero de las cosechas."}},
	{Method: "GET", Path: kind.Validation + "/etiqueta/{codigo}", Operation: "label", Scopes: readers, Memory: page.Memory, handle: label,
		Doc:     openapi.Facts{ID: "getLabel", Tag: validationTag, Summary: "Etiqueta de uma validação, para imprimir", Params: []string{"formatoEtiqueta", "tamanho", "dpi", "lang"}, Forms: labelForms()},
		Success: lang.Text{PT: "Etiqueta da validação.", EN: "Label of the validation.", ES: "Etiqueta de la validación."}},

	{Method: "PUT", Path: "/safras/{id}", Operation: "put profile", Kind: kind.Profile, Body: bodyLimit, Scopes: writers, handle: putProfile,
		Doc:     openapi.Facts{ID: "putSafra", Tag: openapi.TagHarvests, Summary: "Informar o perfil de uma safra", Takes: "PedidoDePerfil", Example: `{"safraCodigo":"2024/25","dados":` + kind.Profile.Example + `}`, Gives: "Perfil", Params: []string{"If-Match", "Idempotency-Key"}, Headers: versioned, Forms: createdToo},
		Success: lang.Text{PT: "Perfil da safra alterado.", EN: "Profile of the harvest updated.", ES: "Perfil de la cosecha actualizado."}},
	{Method: "GET", Path: "/safras/{id}", Operation: "profile", Kind: kind.Profile, Scopes: readers, handle: getProfile, replica: true,
		Doc:     openapi.Facts{ID: "getSafra", Tag: openapi.TagHarvests, Summary: "Perfil de uma safra, com o que se deduz dos registros", Gives: "PerfilLido", Headers: versioned},
		Success: lang.Text{PT: "Perfil da safra.", EN: "Profile of the harvest.", ES: "Perfil de la cosecha."}},
	{Method: "DELETE", Path: "/safras/{id}", Operation: "delete profile", Kind: kind.Profile, Scopes: writers, handle: ofProfile(deleteRecord),
		Doc:     openapi.Facts{ID: "deleteSafra", Tag: openapi.TagHarvests, Summary: "Excluir o perfil de uma safra; os registros ficam", Gives: "Perfil", Params: []string{"If-Match"}},
		Success: lang.Text{PT: "Perfil da safra excluído.", EN: "Profile of the harvest deleted.", ES: "Perfil de la cosecha eliminado."}},
	{Method: "GET", Path: "/safras/{id}/historico", Operation: "profile history", Kind: kind.Profile, Scopes: readers, handle: ofProfile(history),
		Doc:     openapi.Facts{ID: "getSafraHistory", Tag: openapi.TagHarvests, Summary: "Histórico do perfil de uma safra", Gives: "PaginaDeVersao", Params: []string{"size", "page", "sort", "cursor", "total"}},
		Success: lang.Text{PT: "Histórico do perfil.", EN: "History of the profile.", ES: "Historial del perfil."}},
	{Method: "GET", Path: "/safras/{id}/prova", Operation: "profile proof", Kind: kind.Profile, Scopes: readers, handle: ofProfile(proof),
		Doc:     openapi.Facts{ID: "getSafraProof", Tag: openapi.TagHarvests, Summary: "Prova do perfil de uma safra", Gives: "Prova", Params: []string{"versao"}},
		Success: lang.Text{PT: "Prova do perfil: confira com 'rastro verify'.", EN: "Proof of the profile: check it with 'rastro verify'.", ES: "Prueba del perfil: compruébela con 'rastro verify'."}},
	{Method: "POST", Path: "/safras/{id}/expurgo", Operation: "erase profile", Kind: kind.Profile, Body: bodyLimit, Scopes: admins, handle: ofProfile(eraseRecord),
		Doc:     openapi.Facts{ID: "eraseSafra", Tag: openapi.TagHarvests, Summary: "Expurgar (LGPD) o perfil de uma safra; os registros ficam", Takes: "PedidoDeExpurgo", Example: `{"motivo":"Pedido do titular (LGPD, art. 18)"}`, Gives: "Recibo", Status: http.StatusOK},
		Success: lang.Text{PT: "Dados expurgados. Guarde o recibo.", EN: "Data erased. Keep the receipt.", ES: "Datos suprimidos. Guarde el recibo."}},
	{Method: "GET", Path: "/safras/{id}/conferencia", Operation: "review", Scopes: readers, handle: review, replica: true,
		Doc:     openapi.Facts{ID: "reviewSafra", Tag: openapi.TagHarvests, Summary: "Conferência de uma safra: achados e completude", Gives: "Conferencia", Params: []string{"alvo"}},
		Success: lang.Text{PT: "Conferência da safra.", EN: "Review of the harvest.", ES: "Revisión de la cosecha."}},
	{Method: "GET", Path: "/safras/{id}/diferencas", Operation: "differences", Scopes: readers, handle: differences, replica: true,
		Doc:     openapi.Facts{ID: "compareSafra", Tag: openapi.TagHarvests, Summary: "O que mudou numa safra entre dois instantes", Gives: "Diferencas", Params: []string{"de", "ate"}},
		Success: lang.Text{PT: "Diferenças da safra entre dois instantes.", EN: "Differences of the harvest between two instants.", ES: "Diferencias de la cosecha entre dos instantes."}},

	{Method: "GET", Path: "/regras", Operation: "rules", Scopes: readers, handle: listRules,
		Doc:     openapi.Facts{ID: "listRegras", Tag: openapi.TagServer, Summary: "Regras da conferência, com exemplos", Gives: "ListaDeRegra"},
		Success: lang.Text{PT: "Regras da conferência.", EN: "Rules for checking records.", ES: "Reglas con que se evalúan los registros."}},

	{Method: "GET", Path: "/01/{gtin}", Operation: "digital link", handle: digitalLink, page: true,
		Doc: openapi.Facts{ID: "followGTIN", Tag: openapi.TagPublic, Summary: "GS1 Digital Link: a validação que cita um GTIN", Params: []string{"linkType"}, Errors: []int{400}, Forms: linkForms}, Success: linkMessage},
	{Method: "GET", Path: "/01/{gtin}/10/{lote}", Operation: "digital link of a lot", handle: digitalLink, page: true,
		Doc: openapi.Facts{ID: "followGTINAndLote", Tag: openapi.TagPublic, Summary: "GS1 Digital Link: a validação que cita um GTIN e um lote", Params: []string{"linkType"}, Errors: []int{400}, Forms: linkForms}, Success: linkMessage},

	{Method: "GET", Path: linkset.ResolverPath, Operation: "resolver", handle: resolver,
		Doc: openapi.Facts{ID: "getResolver", Tag: openapi.TagPublic, Summary: "O que este servidor resolve como GS1 Digital Link", Errors: []int{400}, Forms: []openapi.Form{{Media: mediaJSON, Schema: "object", Text: "Descrição do resolvedor (GS1)."}}}},

	{Method: "GET", Path: "/log/checkpoint", Operation: "log checkpoint", handle: checkpoint,
		Doc: openapi.Facts{ID: "getLogCheckpoint", Tag: openapi.TagPublic, Summary: "Estado assinado do log público", Errors: []int{400}, Forms: []openapi.Form{{Media: mediaText, Schema: "text", Text: logText}}}},
	{Method: "GET", Path: "/log/tile/{path...}", Operation: "log tile", handle: tile,
		Doc: openapi.Facts{ID: "getLogTile", Tag: openapi.TagPublic, Summary: "Bloco do log público", Errors: []int{400}, Forms: []openapi.Form{{Media: "application/octet-stream", Schema: "binary", Text: logText}}}},

	{Method: "GET", Path: "/healthz", Operation: "health", Probe: true, handle: health,
		Doc:     openapi.Facts{ID: "getHealth", Tag: openapi.TagServer, Summary: "O processo está de pé?", Gives: "object"},
		Success: lang.Text{PT: "O processo está de pé.", EN: "The process is up.", ES: "El proceso está activo."}},
	{Method: "GET", Path: "/readyz", Operation: "ready", Probe: true, handle: ready,
		Doc:     openapi.Facts{ID: "getReadiness", Tag: openapi.TagServer, Summary: "O servidor pode atender?", Gives: "object"},
		Success: lang.Text{PT: "Pronto para atender.", EN: "Ready to serve.", ES: "Listo para atender."}},
	{Method: "GET", Path: "/openapi.json", Operation: "openapi", handle: document,
		Doc: openapi.Facts{ID: "getOpenAPI", Tag: openapi.TagServer, Summary: "Este documento (OpenAPI 3.1)", Params: []string{"If-None-Match"}, Headers: versioned, Forms: documentForm}},
	{Method: "GET", Path: "/openapi-3.0.json", Operation: "openapi 3.0", handle: document,
		Doc: openapi.Facts{ID: "getOpenAPI30", Tag: openapi.TagServer, Summary: "Este documento em OpenAPI 3.0", Params: []string{"If-None-Match"}, Headers: versioned, Forms: documentForm}},
}

// interfaceRoutes is how many of the routes the interface lists; the rest are additional.
const interfaceRoutes = 126

// epcisRoutes are the rows of EPCIS 2.0, which has answers, parameters and errors of its own.
var epcisRoutes = func() (all []Route) {
	for i := range epcisrest.Routes {
		row := &epcisrest.Routes[i]
		all = append(all, Route{Method: "GET", Path: row.Path, Operation: row.Operation, Scopes: readers, Doc: row.Doc, Success: row.Success, handle: func(a *API, c *call) (reply, error) {
			answer, err := row.Answer(a.service.Events, c.key, c.r, c.w.Header(), a.options.PublicURL, c.lang)
			outcome(c.w).Code = trace.Code(answer.Code)
			return reply{status: answer.Status, media: answer.Media, raw: answer.Body, link: answer.Link}, err
		}})
	}
	return all
}()

// Routes returns the whole route table: the interface's rows first, in its
// order, then the others.
func Routes() []Route {
	var all []Route
	for _, k := range kind.All {
		for _, r := range recordRoutes {
			r.Kind, r.Path = k, k.Prefix+r.Path
			if r.Body > 0 && k.HasPlot() {
				r.Body, r.Cost = plotBodyLimit, plotCost
			}
			all = append(all, r)
		}
	}
	all = append(all, otherRoutes...)
	all = append(all, traceRoutes...)
	all = append(append(append(all, eudrRoutes...), sendRoutes...), linkRoutes...)
	all = append(all, plotRoutes...)
	all = append(append(all, taxRoutes...), proposalRoutes...)
	all = append(all, disputeRoutes...)
	all = append(all, organizationRoutes...)
	all = append(all, fileRoute)
	all = append(append(append(all, changeRoutes...), webhookRoutes...), epcisRoutes...)
	all = append(all, sheetRoutes...)
	for _, k := range kind.All {
		for _, r := range slices.Concat(details(k), imports(k), []Route{eraseRoute}, changeFileRoutes) {
			r.Kind, r.Path = k, k.Prefix+r.Path
			all = append(all, r)
		}
	}
	for i := range all {
		all[i].strict = i >= interfaceRoutes && len(all[i].Scopes) > 0 && !epcisrest.Serves(all[i].Path)
	}
	return all
}
