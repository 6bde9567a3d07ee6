package console

import (
	"bytes"
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/trace"
)

var importScreens = []screen{
	{method: http.MethodGet, path: "/importar", scopes: writers, serve: askForFile},
	{method: http.MethodPost, path: "/importar", scopes: writers, serve: takeFile},
	{method: http.MethodGet, path: "/modelos/{arquivo}", scopes: writers, serve: giveTemplate},
	{method: http.MethodGet, path: "/importar/{id}", scopes: writers, serve: showJob},
	{method: http.MethodGet, path: "/importar/{id}/problemas.csv", scopes: writers, serve: giveFindings},
	{method: http.MethodPost, path: "/importar/{id}/gravar", scopes: writers, serve: writeJob},
	{method: http.MethodPost, path: "/importar/{id}/descartar", scopes: writers, serve: discardJob},
}

var importPages = []pageRow{
	{"import", []words{importTexts}},
	{"import_job", []words{importTexts, importJobTexts}},
}

// importGroup are the kinds of a phase that somebody may import.
type importGroup struct {
	Title string
	Kinds []importKind
}

type importKind struct {
	Slug, Title, About string
	Href               string
}

// importView is the page at which a kind and a file are chosen.
type importView struct {
	frameView
	Wrong  string
	Groups []importGroup
	Kind   *importKind
	Jobs   []jobRow
	Limits string
}

// jobRow is an import of this session.
type jobRow struct{ Name, Kind, State, Href string }

func askForFile(c *Console, on *call) (reply, error) {
	v, err := c.importView(on, on.r.URL.Query().Get("tipo"))
	if err != nil {
		return reply{}, err
	}
	return reply{page: "import", view: v}, nil
}

// importable tells whether a key may import records of a kind.
func importable(key *trace.Key, k *kind.Kind) error {
	switch {
	case k.IsValidation():
		return trace.Fail(trace.CodeNotImportable)
	case !key.MayWrite(k, ""):
		return trace.Fail(trace.CodeForbiddenPhase, "fase", k.Phase)
	}
	return nil
}

func (c *Console) importView(on *call, slug string) (*importView, error) {
	v := &importView{}
	limits := sheet.DefaultLimits
	v.Limits = importTexts["limits"].Fill(on.lang, lang.Args{"mib": strconv.FormatInt(limits.Bytes>>20, 10), "linhas": countText(int64(limits.Rows), on.lang)})
	here := root(on.r) + "console/importar"
	if slug != "" {
		k, err := kindOf(slug)
		if err == nil {
			err = importable(on.key, k)
		}
		if err != nil {
			return nil, err
		}
		v.Kind = &importKind{Slug: slug, Title: k.Title.In(on.lang), About: k.About.In(on.lang)}
		v.Curl = c.importCall(k)
	}
	for _, p := range kind.Phases {
		group := importGroup{Title: phaseName(p, on.lang)}
		for _, k := range kind.All {
			if k.Phase == p.Code && importable(on.key, k) == nil {
				if v.Curl == "" {
					v.Curl = c.importCall(k) // of the first, for one
				}
				group.Kinds = append(group.Kinds, importKind{kindSlug(k), k.Title.In(on.lang), k.About.In(on.lang), here + "?tipo=" + kindSlug(k)})
			}
		}
		if group.Kinds != nil {
			v.Groups = append(v.Groups, group)
		}
	}
	own := c.jobs.of(c.owner(on), c.service.Now())
	slices.SortFunc(own, func(a, b *importJob) int { return cmp.Compare(b.begun.UnixMilli(), a.begun.UnixMilli()) })
	for _, job := range own {
		job.mu.Lock()
		state := job.state
		job.mu.Unlock()
		v.Jobs = append(v.Jobs, jobRow{job.name, job.kind.Title.In(on.lang), stateTexts[state].In(on.lang), here + "/" + job.id})
	}
	return v, nil
}

// importCall is the API's call that checks a file of a kind.
func (c *Console) importCall(k *kind.Kind) string {
	return c.curl(http.MethodPost, k.Prefix+"/all?modo=validas&simular=true&repetidas=ignorar", `[{"safraId":"S-2025-001","safraCodigo":"2024/25","dados":`+k.Example+`}]`)
}

// giveTemplate gives the spreadsheet to fill in: modelos/<kind>.xlsx or .csv.
func giveTemplate(_ *Console, on *call) (reply, error) {
	name := on.path("arquivo")
	for _, format := range []sheet.Format{sheet.XLSX, sheet.CSV} {
		slug, ok := strings.CutSuffix(name, format.Extension())
		if !ok {
			continue
		}
		k, err := kindOf(slug)
		if err == nil {
			err = importable(on.key, k)
		}
		if err != nil {
			return reply{}, err
		}
		var file bytes.Buffer
		if err := sheet.Template(&file, format, k, on.lang); err != nil {
			return reply{}, err
		}
		return reply{raw: func(w http.ResponseWriter) error {
			attach(w.Header(), format.MediaType(), "rastro-"+name)
			_, _ = w.Write(file.Bytes()) // who hung up needs no answer
			return nil
		}}, nil
	}
	return reply{}, trace.Fail(trace.CodePathNotFound)
}

// attach says that an answer is a file to keep. The name is ours: ASCII.
func attach(h http.Header, media, name string) {
	h.Set("Content-Type", media)
	h.Set("Content-Disposition", `attachment; filename="`+url.PathEscape(name)+`"`)
}
