package api

import (
	"bytes"
	"errors"
	"net/http"
	"strings"

	"rastro/internal/api/openapi"
	"rastro/internal/api/params"
	"rastro/internal/canon"
	"rastro/internal/columns"
	"rastro/internal/intake"
	"rastro/internal/intake/mappings"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/trace"
)

// sheetMedia are the file types for rows. The actual type is determined from the bytes.
var sheetMedia = []string{"text/csv", sheet.XLSX.MediaType(), "application/vnd.oasis.opendocument.spreadsheet", "application/octet-stream", mediaForm}

// mappingExample is a mapping that tests send.
const mappingExample = `{"nome":"Romaneio da Coop X","mapa":{"versao":1,"nome":"Romaneio da Coop X","tipo":"/armazenamento/recebimento","linhasCabecalho":1,"linha":1,"assinatura":"5dbd08dae5155ca1795db2ea9fecf045","colunas":[{"coluna":0,"cabecalho":"Data","uso":"campo","campo":"dataHoraRecebimento","datas":"dma"},{"coluna":1,"cabecalho":"Placa","uso":"campo","campo":"veiculo"},{"coluna":2,"cabecalho":"Peso (kg)","uso":"campo","campo":"volume","numeros":"br","unidade":"kg"}],"constantes":[{"campo":"safraId","valor":"S-2025-001"}]}}`

// sheetMemory is what reading a spreadsheet claims in addition to its bytes.
const sheetMemory = 48 << 20

// sheetRoutes are the rows on spreadsheets of any layout, and on imports.
var sheetRoutes = []Route{
	{Method: "POST", Path: "/importacoes", Operation: "import sheet", Body: sheet.DefaultLimits.Bytes + maxFormAround, Memory: sheetMemory, Scopes: writers, file: true, batches: true, handle: importSheet,
		Doc:     openapi.Facts{ID: "importPlanilha", Tag: openapi.TagImports, Summary: "Importar uma planilha de qualquer formato (XLSX, ODS, CSV)", Files: sheetMedia, Gives: "Importacao", Params: []string{"mapeamentoDaPlanilha", "tipoDaPlanilha", "paraTodas", "modo", "simular", "repetidas", "cargas", "iguais", "Idempotency-Key"}, Forms: importForms, Errors: []int{404}},
		Success: importRoute.Success},
	{Method: "GET", Path: "/importacoes", Operation: "imports", Scopes: writers, handle: listImports,
		Doc:     openapi.Facts{ID: "listImportacoes", Tag: openapi.TagImports, Summary: "Importações gravadas, as mais novas primeiro", Gives: "PaginaDeImportacaoGravada", Params: []string{"size", "cursor"}, Headers: paged},
		Success: lang.Text{PT: "Importações.", EN: "Imports.", ES: "Importaciones."}},
	{Method: "GET", Path: "/importacoes/{id}", Operation: "import run", Scopes: writers, handle: getImport,
		Doc:     openapi.Facts{ID: "getImportacao", Tag: openapi.TagImports, Summary: "Uma importação gravada", Gives: "ImportacaoGravada"},
		Success: lang.Text{PT: "Importação.", EN: "Import.", ES: "Importación."}},
	{Method: "POST", Path: "/importacoes/{id}/desfazer", Operation: "undo import", Scopes: writers, handle: undoImport,
		Doc:     openapi.Facts{ID: "undoImportacao", Tag: openapi.TagImports, Summary: "Desfazer uma importação: excluir o que ela gravou, se nada foi feito em cima", Gives: "ImportacaoGravada", Status: http.StatusOK, Errors: []int{409}},
		Success: lang.Text{PT: "Importação desfeita.", EN: "Import undone.", ES: "Importación deshecha."}},
	{Method: "GET", Path: "/importacoes/mapeamentos", Operation: "mappings", Scopes: writers, handle: listMappings,
		Doc:     openapi.Facts{ID: "listMapeamentos", Tag: openapi.TagImports, Summary: "Mapeamentos salvos: o que é cada coluna de uma planilha", Gives: "ListaDeMapeamento"},
		Success: lang.Text{PT: "Mapeamentos.", EN: "Mappings.", ES: "Mapeos."}},
	{Method: "POST", Path: "/importacoes/mapeamentos", Operation: "create mapping", Body: bodyLimit, Scopes: writers, handle: createMapping,
		Doc:     openapi.Facts{ID: "createMapeamento", Tag: openapi.TagImports, Summary: "Salvar um mapeamento", Takes: "PedidoDeMapeamento", Example: mappingExample, Gives: "Mapeamento", Headers: []string{"Location", "ETag"}, Errors: []int{409}},
		Success: lang.Text{PT: "Mapeamento salvo.", EN: "Mapping saved.", ES: "Mapeo guardado."}},
	{Method: "GET", Path: "/importacoes/mapeamentos/{id}", Operation: "mapping", Scopes: writers, handle: getMapping,
		Doc:     openapi.Facts{ID: "getMapeamento", Tag: openapi.TagImports, Summary: "Um mapeamento, pelo id ou pelo nome", Gives: "Mapeamento", Headers: versioned},
		Success: lang.Text{PT: "Mapeamento.", EN: "Mapping.", ES: "Mapeo."}},
	{Method: "PUT", Path: "/importacoes/mapeamentos/{id}", Operation: "change mapping", Body: bodyLimit, Scopes: writers, handle: changeMapping,
		Doc:     openapi.Facts{ID: "updateMapeamento", Tag: openapi.TagImports, Summary: "Alterar um mapeamento", Takes: "PedidoDeMapeamento", Example: mappingExample, Gives: "Mapeamento", Params: []string{"If-Match"}, Headers: versioned, Errors: []int{409}},
		Success: lang.Text{PT: "Mapeamento alterado.", EN: "Mapping changed.", ES: "Mapeo modificado."}},
	{Method: "DELETE", Path: "/importacoes/mapeamentos/{id}", Operation: "delete mapping", Scopes: writers, handle: deleteMapping,
		Doc:     openapi.Facts{ID: "deleteMapeamento", Tag: openapi.TagImports, Summary: "Excluir um mapeamento; nada dele fica guardado", Gives: "Mapeamento", Params: []string{"If-Match"}},
		Success: lang.Text{PT: "Mapeamento excluído.", EN: "Mapping deleted.", ES: "Mapeo eliminado."}},
}

// importSheet imports the rows of a spreadsheet through a mapping.
func importSheet(a *API, c *call) (reply, error) {
	o, err := importOptions(c)
	if err != nil {
		return reply{}, err
	}
	if o.SkipLoads, err = params.OneOf(c.query(), "cargas", "ignorar", repeatedRows); err != nil {
		return reply{}, err
	}
	if o.SkipTwice, err = params.OneOf(c.query(), "iguais", "ignorar", repeatedRows); err != nil {
		return reply{}, err
	}
	file, err := c.file()
	if err != nil {
		return reply{}, err
	}
	rows, lead, err := a.openSheet(c, file, &o)
	if failed, ok := errors.AsType[*sheet.Error](err); ok {
		return reply{}, &trace.Error{Code: trace.CodeInvalid, Problems: []trace.Problem{{Field: "arquivo", Rule: string(failed.Reason), Message: sheet.Reasons[failed.Reason], Args: failed.Args}}, Cause: failed.Err}
	}
	if err != nil {
		return reply{}, err
	}
	defer rows.Close()
	return a.importRows(c, intake.SheetRows(rows.Kind, rows), o, lead)
}

// openSheet opens a spreadsheet with the mapping that the caller names, or the one for its layout.
// A dry run needs no mapping, and also returns a guess for the columns.
func (a *API) openSheet(c *call, file []byte, o *intake.Options) (*columns.Rows, []byte, error) {
	f, err := sheet.OpenFile(bytes.NewReader(file), int64(len(file)), sheet.Limits{Ended: c.ctx.Err})
	if err != nil {
		return nil, nil, err
	}
	var k *kind.Kind
	if text := c.query().Get("tipo"); text != "" {
		if k = kind.Named(text); k == nil {
			return nil, nil, trace.BadParameter("tipo", kind.Receiving)
		}
	}
	var named *columns.Mapping
	if text := c.query().Get("mapeamento"); text != "" {
		saved, err := a.service.Mapping(c.ctx, c.key, text)
		if err != nil {
			return nil, nil, err
		}
		named = saved.Mapping
	}
	memory, err := a.service.MappingMemory(c.ctx, c.key)
	if err != nil {
		return nil, nil, err
	}
	given, bad := mappings.ReadGiven(c.query()["paraTodas"], ":")
	if bad != "" {
		return nil, nil, trace.BadParameter("paraTodas", sheet.HarvestID+":S-2025-001")
	}
	g, err := mappings.Choose(f, k, memory, named)
	if err != nil {
		return nil, nil, err
	}
	missing := g.Mapping.Give(given)
	switch {
	case !o.DryRun && !g.Known:
		return nil, nil, trace.BadParameter("mapeamento", "GET /importacoes/mapeamentos | simular=true")
	case !o.DryRun && len(g.Questions) > 0: // its values are written differently from those of the previous file
		return nil, nil, &sheet.Error{Reason: sheet.OtherLayout, Args: lang.Args{"mapa": g.Mapping.Name, "coluna": g.Questions[0].Example}}
	case !o.DryRun && len(missing) > 0: // the previous file's columns are not in this one
		return nil, nil, trace.BadParameter("paraTodas", strings.Join(missing, ":…, ")+":…")
	}
	o.Mapping = g.Mapping.Name
	var lead []byte
	if o.DryRun {
		text, err := mappings.GuessJSON(g, missing)
		if err != nil {
			return nil, nil, err
		}
		lead = append(append([]byte(`"palpite":`), text...), ',')
	}
	rows, err := columns.Open(f, &g.Mapping)
	return rows, lead, err
}

// importList names the list of imports in cursors.
const importList = "importacoes"

func listImports(a *API, c *call) (reply, error) {
	p, err := params.Paging(c.query())
	if err != nil {
		return reply{}, err
	}
	var before trace.ID
	if p.Cursor != "" {
		text, err := a.service.OpenText(c.ctx, c.key, importList, p.Cursor)
		if err != nil {
			return reply{}, err
		}
		before, _ = trace.ParseID(string(text))
	}
	found, last, err := a.service.Imports(c.ctx, c.key, before, p.Size)
	next := ""
	if err == nil && last != (trace.ID{}) {
		next, err = a.service.SealText(c.ctx, c.key, importList, []byte(last.String()))
	}
	if err != nil {
		return reply{}, err
	}
	p.Total, p.Cursor = false, "-" // a position in it has no number
	return list(c.r, p, 0, next, 512*len(found), func(dst []byte) []byte {
		for i := range found {
			dst = append(separated(dst, i), found[i].JSON()...)
		}
		return dst
	}), nil
}

func getImport(a *API, c *call) (reply, error) {
	found, err := a.service.ImportRun(c.ctx, c.key, c.path("id"))
	if err != nil {
		return reply{}, err
	}
	return reply{data: found.JSON()}, nil
}

func undoImport(a *API, c *call) (reply, error) {
	undone, err := a.service.UndoImport(c.ctx, c.key, c.path("id"))
	if err != nil {
		return reply{}, err
	}
	return reply{data: undone.JSON(), status: http.StatusOK}, nil
}

func listMappings(a *API, c *call) (reply, error) {
	found, err := a.service.Mappings(c.ctx, c.key)
	if err != nil {
		return reply{}, err
	}
	data := []byte(`{"content":[`)
	for i := range found {
		data = append(separated(data, i), found[i].JSON()...)
	}
	return reply{data: append(data, `]}`...)}, nil
}

// readMapping reads the body of a request about a mapping.
func readMapping(body []byte) (name string, m columns.Mapping, err error) {
	var members trace.Members
	var text canon.Value
	err = trace.ReadObject(body, func(member string, value canon.Value) error {
		switch member {
		case "nome":
			name = members.Text(member, value, trace.MaxName)
		case "mapa":
			text = value.Clone()
		}
		return nil
	})
	if err != nil {
		return "", m, err
	}
	members.Required("nome", name)
	if text == nil {
		members.Required("mapa", "")
	}
	if err := members.Err(); err != nil {
		return "", m, err
	}
	read, err := columns.Read(text)
	if err != nil {
		return "", m, mappings.Unusable(err)
	}
	return name, *read, nil
}

func createMapping(a *API, c *call) (reply, error) {
	name, m, err := readMapping(c.body)
	if err != nil {
		return reply{}, err
	}
	made, err := a.service.SaveMapping(c.ctx, c.key, "", name, m, trace.AnyVersion)
	if err != nil {
		return reply{}, err
	}
	return reply{status: http.StatusCreated, data: made.JSON(), version: made.Version, location: "/importacoes/mapeamentos/" + made.ID.String()}, nil
}

func getMapping(a *API, c *call) (reply, error) {
	found, err := a.service.Mapping(c.ctx, c.key, c.path("id"))
	if err != nil {
		return reply{}, err
	}
	return reply{data: found.JSON(), version: found.Version}, nil
}

func changeMapping(a *API, c *call) (reply, error) {
	name, m, err := readMapping(c.body)
	if err != nil {
		return reply{}, err
	}
	match, err := params.IfMatch(c.r)
	if err != nil {
		return reply{}, err
	}
	had, err := a.service.Mapping(c.ctx, c.key, c.path("id"))
	if err != nil {
		return reply{}, err
	}
	changed, err := a.service.SaveMapping(c.ctx, c.key, had.ID.String(), name, m, match)
	if err != nil {
		return reply{}, err
	}
	return reply{data: changed.JSON(), version: changed.Version}, nil
}

func deleteMapping(a *API, c *call) (reply, error) {
	match, err := params.IfMatch(c.r)
	if err != nil {
		return reply{}, err
	}
	had, err := a.service.Mapping(c.ctx, c.key, c.path("id"))
	if err == nil {
		err = a.service.DeleteMapping(c.ctx, c.key, had.ID.String(), match)
	}
	if err != nil {
		return reply{}, err
	}
	return reply{data: had.JSON()}, nil
}
