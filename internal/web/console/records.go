package console

import (
	"net/http"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// plotForm bounds a form of a kind with a plot: a plot that a form shows, or that
// somebody pastes into it.
const plotForm = 8 << 20

var recordScreens = []screen{
	{method: http.MethodGet, path: "/registros", scopes: readersOrWriters, serve: listKinds},
	{method: http.MethodGet, path: "/registros/{tipo}", scopes: readers, serve: listRecords},
	{method: http.MethodGet, path: "/registros/{tipo}/novo", scopes: writers, serve: newRecord},
	{method: http.MethodPost, path: "/registros/{tipo}/novo", scopes: writers, body: plotForm, serve: createRecord},
	{method: http.MethodPost, path: "/registros/{tipo}/conferir", scopes: writers, body: plotForm, serve: checkRecord},
	{method: http.MethodGet, path: "/registros/{tipo}/{id}", scopes: readers, serve: showRecord},
	{method: http.MethodGet, path: "/registros/{tipo}/{id}/editar", scopes: writers, serve: editRecord},
	{method: http.MethodPost, path: "/registros/{tipo}/{id}/editar", scopes: writers, body: plotForm, serve: updateRecord},
	{method: http.MethodGet, path: "/registros/{tipo}/{id}/excluir", scopes: writers, serve: askToDelete},
	{method: http.MethodPost, path: "/registros/{tipo}/{id}/excluir", scopes: writers, serve: deleteRecord},
	{method: http.MethodGet, path: "/registros/{tipo}/{id}/historico", scopes: readers, serve: showHistory},
	{method: http.MethodGet, path: "/registros/{tipo}/{id}/prova", scopes: readers, serve: showProof},
}

var readersOrWriters = []trace.Scope{trace.Read, trace.Write}

var recordPages = []pageRow{
	{"records", []words{recordsTexts, severityTexts, badgeTexts, operationTexts}},
	{"record_list", []words{recordTexts, recordListTexts}},
	{"record", []words{recordTexts, recordShownTexts}},
	{"record_form", []words{recordTexts, recordFormTexts}},
	{"record_delete", []words{recordTexts, recordShownTexts}},
	{"record_history", []words{recordTexts, recordHistoryTexts}},
	{"record_proof", []words{recordTexts, recordHistoryTexts}},
}

// recordsView is the page of all kinds.
type recordsView struct {
	frameView
	Phases  []phaseView
	Counted bool
	MayRead bool
}

type phaseView struct {
	Code, Title string
	Kinds       []countedKind
}

type countedKind struct {
	kindView
	Count string
	Add   string // where one is added, "" where that is not allowed
}

func listKinds(c *Console, on *call) (reply, error) {
	counts, counted, err := c.service.Tally(on.ctx, on.key)
	if err != nil {
		return reply{}, err
	}
	v := &recordsView{Counted: counted, MayRead: on.key.Has(trace.Read)}
	for _, p := range kind.Phases {
		phase := phaseView{Code: p.Code, Title: p.Title.In(on.lang)}
		for _, k := range kind.All {
			if k.Phase != p.Code {
				continue
			}
			row := countedKind{kindView: viewKind(k, on.lang), Count: countText(counts[k], on.lang)}
			if mayAdd(on.key, k, "") {
				row.Add = row.Path + "/novo"
			}
			if v.MayRead || row.Add != "" {
				phase.Kinds = append(phase.Kinds, row)
			}
		}
		if phase.Kinds != nil {
			v.Phases = append(v.Phases, phase)
		}
	}
	v.Curl = c.curl(http.MethodGet, kind.All[0].Prefix+"?size=1", "")
	return reply{page: "records", view: v}, nil
}

// mayAdd tells whether a key may add or change records by form. Validations have
// a screen of their own: they are made with the conference of their harvest.
func mayAdd(key *trace.Key, k *kind.Kind, safraID string) bool {
	return !k.IsValidation() && key.MayWrite(k, safraID)
}
