package api

import (
	"slices"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/report"
	"rastro/internal/trace"
)

// Route is one row of the route table.
type Route struct {
	Method, Path string
	// Operation is the operation's name in the interface, Kind the record kind
	// it serves, nil where it serves none.
	Operation string
	Kind      *kind.Kind
	// Scopes are those of which the key needs one; a route without any is
	// public and needs no key.
	Scopes []trace.Scope
	// Probe tells that machines ask it how the server is; they are never limited.
	Probe bool
	// Body is the largest body it reads, 0 where it reads none.
	Body int64
	// Cost is how many bytes are claimed for each byte of the body: the body, what is
	// read out of it, and what is made of that before it is written or answered.
	// 0 is bodyCost.
	Cost int64
	// Memory is what a call claims before it begins, 0 where it claims what it
	// needs as it goes.
	Memory int64
	// Lines tells that the body may be NDJSON as well.
	Lines bool
	// Success is the message of a successful answer.
	Success lang.Text
	// Detail is the last segment of a detail's path; "" for other routes.
	Detail string

	handle func(*API, *call) (reply, error)
}

// Limits of request bodies.
const (
	bodyLimit     = trace.MaxBody
	plotBodyLimit = trace.MaxPlotBody
	manyBodyLimit = 32 << 20
)

// Costs of bodies, as measured: rows of an import that are all held until they are
// written, rows that pass through in batches, and a plot, of which a few digits
// become a point.
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
		Success: lang.Text{PT: "Registro criado.", EN: "Record created.", ES: "Registro creado."}},
	{Method: "PUT", Operation: "update", Body: bodyLimit, Scopes: writers, handle: updateRecord,
		Success: lang.Text{PT: "Registro alterado.", EN: "Record updated.", ES: "Registro actualizado."}},
	{Method: "GET", Path: "/{id}", Operation: "getById", Scopes: readers, handle: getRecord,
		Success: lang.Text{PT: "Registro encontrado.", EN: "Record found.", ES: "Registro encontrado."}},
	{Method: "GET", Path: "/safra/{id}", Operation: "getBySafra", Scopes: readers, handle: listHarvest,
		Success: lang.Text{PT: "Registros da safra.", EN: "Records of the harvest.", ES: "Registros de la cosecha."}},
	{Method: "GET", Operation: "list", Scopes: readers, handle: listRecords,
		Success: lang.Text{PT: "Registros.", EN: "Records.", ES: "Registros."}},
	{Method: "DELETE", Path: "/{id}", Operation: "delete", Scopes: writers, handle: deleteRecord,
		Success: lang.Text{PT: "Registro excluído.", EN: "Record deleted.", ES: "Registro eliminado."}},
}

// The rows every record kind has beside the interface. The details share one
// pattern with the router, since {id}/historico and safra/{id} overlap.
var detailRoutes = []Route{
	{Method: "GET", Path: "/{id}/historico", Detail: "historico", Operation: "history", Scopes: readers, handle: history,
		Success: lang.Text{PT: "Histórico do registro.", EN: "History of the record.", ES: "Historial del registro."}},
	{Method: "GET", Path: "/{id}/prova", Detail: "prova", Operation: "proof", Scopes: readers, handle: proof,
		Success: lang.Text{PT: "Prova do registro: confira com 'rastro verify'.", EN: "Proof of the record: check it with 'rastro verify'.", ES: "Prueba del registro: compruébela con 'rastro verify'."}},
}

// The rows that validations have beside those.
var validationRoutes = []Route{
	{Method: "GET", Path: "/{id}/conferencia", Detail: "conferencia", Operation: "conferred", Scopes: readers, handle: conferred,
		Success: lang.Text{PT: "Conferência com que a safra foi validada.", EN: "Conference that the harvest was validated with.", ES: "Revisión con que se validó la cosecha."}},
}

// details are the details that a kind's records have.
func details(k *kind.Kind) []Route {
	if k.IsValidation() {
		return slices.Concat(detailRoutes, validationRoutes)
	}
	return detailRoutes
}

// imports is the import of a kind's records; validations are not imported.
func imports(k *kind.Kind) []Route {
	if k.IsValidation() {
		return nil
	}
	return []Route{importRoute}
}

var eraseRoute = Route{Method: "POST", Path: "/{id}/expurgo", Operation: "erase", Body: bodyLimit, Scopes: admins, handle: erase,
	Success: lang.Text{PT: "Dados expurgados. Guarde o recibo.", EN: "Data erased. Keep the receipt.", ES: "Datos suprimidos. Guarde el recibo."}}

var phaseListMessage = lang.Text{PT: "Fases do catálogo.", EN: "Phases of the catalogue.", ES: "Fases del catálogo."}

var linkMessage = lang.Text{PT: "A validação que cita este produto.", EN: "The validation that names this product.", ES: "La validación que cita este producto."}

// The rows beside the record kinds.
var otherRoutes = []Route{
	{Method: "GET", Path: "/validacao/qrcode/{codigo}", Operation: "generateQRCode", Scopes: readers, handle: qrCode,
		Success: lang.Text{PT: "QR code da validação.", EN: "QR code of the validation.", ES: "Código QR de la validación."}},

	{Method: "POST", Path: "/fase", Operation: "create", Body: bodyLimit, Scopes: admins, handle: createPhase,
		Success: lang.Text{PT: "Fase criada.", EN: "Phase created.", ES: "Fase creada."}},
	{Method: "POST", Path: "/fase/all", Operation: "create many", Body: manyBodyLimit, Scopes: admins, handle: createPhases,
		Success: lang.Text{PT: "Fases criadas.", EN: "Phases created.", ES: "Fases creadas."}},
	{Method: "GET", Path: "/fase", Operation: "list", Scopes: browsers, handle: listPhases, Success: phaseListMessage},
	{Method: "GET", Path: "/fase/cultura/{cultura}", Operation: "list by crop", Scopes: browsers, handle: listPhases, Success: phaseListMessage},
	{Method: "GET", Path: "/fase/cultura/{cultura}/etapa/{etapa}", Operation: "list by crop and stage", Scopes: browsers, handle: listPhases, Success: phaseListMessage},
	{Method: "GET", Path: "/fase/cultura/{cultura}/etapa/{etapa}/{nome}", Operation: "list by crop, stage and name", Scopes: browsers, handle: listPhases, Success: phaseListMessage},
	{Method: "PUT", Path: "/fase", Operation: "update", Body: bodyLimit, Scopes: admins, handle: updatePhase,
		Success: lang.Text{PT: "Fase alterada.", EN: "Phase updated.", ES: "Fase actualizada."}},
	{Method: "DELETE", Path: "/fase/{id}", Operation: "delete", Scopes: admins, handle: deletePhase,
		Success: lang.Text{PT: "Fase excluída.", EN: "Phase deleted.", ES: "Fase eliminada."}},

	{Method: "POST", Path: "/apikey", Operation: "createApiKey", Body: bodyLimit, Scopes: admins, handle: createKey,
		Success: lang.Text{PT: "Chave criada. Guarde a secretKey: ela não será mostrada de novo.", EN: "Key created. Keep the secretKey: it will not be shown again.", ES: "Clave creada. Guarde la secretKey: no se mostrará de nuevo."}},
	{Method: "GET", Path: "/apikey", Operation: "getAllApiKeys", Scopes: admins, handle: listKeys,
		Success: lang.Text{PT: "Chaves.", EN: "Keys.", ES: "Claves."}},
	{Method: "DELETE", Path: "/apikey/{accessKey}", Operation: "deactivateApiKey", Scopes: admins, handle: deactivateKey,
		Success: lang.Text{PT: "Chave desativada.", EN: "Key deactivated.", ES: "Clave desactivada."}},

	{Method: "GET", Path: "/safras", Operation: "harvests", Scopes: readers, handle: listHarvests,
		Success: lang.Text{PT: "Safras.", EN: "Harvests.", ES: "Cosechas."}},
	{Method: "GET", Path: "/validacao/etiqueta/{codigo}", Operation: "label", Scopes: readers, Memory: report.Memory, handle: label,
		Success: lang.Text{PT: "Etiqueta da validação.", EN: "Label of the validation.", ES: "Etiqueta de la validación."}},

	{Method: "GET", Path: "/safras/{id}/conferencia", Operation: "conference", Scopes: readers, handle: conference,
		Success: lang.Text{PT: "Conferência da safra.", EN: "Conference of the harvest.", ES: "Revisión de la cosecha."}},
	{Method: "GET", Path: "/safras/{id}/diferencas", Operation: "differences", Scopes: readers, handle: differences,
		Success: lang.Text{PT: "Diferenças da safra entre dois instantes.", EN: "Differences of the harvest between two instants.", ES: "Diferencias de la cosecha entre dos instantes."}},

	{Method: "GET", Path: "/regras", Operation: "rules", Scopes: readers, handle: listRules,
		Success: lang.Text{PT: "Regras da conferência.", EN: "Rules that records are graded by.", ES: "Reglas con que se evalúan los registros."}},

	{Method: "GET", Path: "/01/{gtin}", Operation: "digital link", handle: digitalLink, Success: linkMessage},
	{Method: "GET", Path: "/01/{gtin}/10/{lote}", Operation: "digital link of a lot", handle: digitalLink, Success: linkMessage},

	{Method: "GET", Path: "/log/checkpoint", Operation: "log checkpoint", handle: checkpoint},
	{Method: "GET", Path: "/log/tile/{path...}", Operation: "log tile", handle: tile},

	{Method: "GET", Path: "/healthz", Operation: "health", Probe: true, handle: health,
		Success: lang.Text{PT: "O processo está de pé.", EN: "The process is up.", ES: "El proceso está en pie."}},
	{Method: "GET", Path: "/readyz", Operation: "ready", Probe: true, handle: ready,
		Success: lang.Text{PT: "Pronto para atender.", EN: "Ready to serve.", ES: "Listo para atender."}},
	{Method: "GET", Path: "/openapi.json", Operation: "openapi", handle: document},
	{Method: "GET", Path: "/openapi-3.0.json", Operation: "openapi 3.0", handle: document},
}

// interfaceRoutes is how many of the routes the interface lists; the rest
// stand beside it.
const interfaceRoutes = 126

// Routes returns the whole route table: the interface's rows first, in its
// order, then those beside it.
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
	all = append(all, eudrRoutes...)
	all = append(all, disputeRoutes...)
	for _, k := range kind.All {
		for _, r := range slices.Concat(details(k), imports(k), []Route{eraseRoute}) {
			r.Kind, r.Path = k, k.Prefix+r.Path
			all = append(all, r)
		}
	}
	return all
}
