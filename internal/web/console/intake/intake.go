package intake

import (
	"bytes"
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/personal"
	"rastro/internal/sheet"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// importGroup are the kinds of a phase that somebody may import.
type importGroup struct {
	Title string
	Kinds []importKind
}

type importKind struct {
	Slug, Title, About string
	Href               string
}

// importView is the page for choosing a kind and a file.
type importView struct {
	pagekit.Frame
	Wrong  string
	Groups []importGroup
	Kind   *importKind
	Jobs   []jobRow
	Limits string
}

// jobRow is an import of this session.
type jobRow struct{ Name, Kind, State, Href string }

func (c *Controller) AskForFile(on *pagekit.Call) (pagekit.Reply, error) {
	if err := personal.Need(on.Key); err != nil { // an import would be refused
		return pagekit.Reply{}, err
	}
	v, err := c.importView(on, on.Request.URL.Query().Get("tipo"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Reply{Page: "import", View: v}, nil
}

// importable reports whether a key may import records of a kind.
func importable(key *trace.Key, k *kind.Kind) error {
	switch {
	case k.IsValidation():
		return trace.Fail(trace.CodeNotImportable)
	case !key.MayWrite(k, ""):
		return trace.Fail(trace.CodeForbiddenPhase, "fase", k.Phase)
	}
	return nil
}

func (c *Controller) importView(on *pagekit.Call, slug string) (*importView, error) {
	v := &importView{}
	limits := sheet.DefaultLimits
	v.Limits = importTexts["limits"].Fill(on.Lang, lang.Args{"mib": strconv.FormatInt(limits.Bytes>>20, 10), "linhas": pagekit.CountText(int64(limits.Rows), on.Lang)})
	here := pagekit.Root(on.Request) + "console/importar"
	if slug != "" {
		k, err := pagekit.KindOf(slug)
		if err == nil {
			err = importable(on.Key, k)
		}
		if err != nil {
			return nil, err
		}
		v.Kind = &importKind{Slug: slug, Title: k.Title.In(on.Lang), About: k.About.In(on.Lang)}
		v.Curl = importCall(on, k)
	}
	for _, p := range kind.Phases {
		group := importGroup{Title: pagekit.PhaseName(p, on.Lang)}
		for _, k := range kind.All {
			if k.Phase == p.Code && importable(on.Key, k) == nil {
				if v.Curl == "" {
					v.Curl = importCall(on, k) // of the first, for one
				}
				group.Kinds = append(group.Kinds, importKind{pagekit.KindSlug(k), k.Title.In(on.Lang), k.About.In(on.Lang), here + "?tipo=" + pagekit.KindSlug(k)})
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
		v.Jobs = append(v.Jobs, jobRow{job.name, job.kindTitle(on.Lang), stateTexts[state].In(on.Lang), here + "/" + job.id})
		job.mu.Unlock()
	}
	return v, nil
}

// importCall returns the API's call that checks a file of a kind.
func importCall(on *pagekit.Call, k *kind.Kind) string {
	return on.Curl(http.MethodPost, k.Prefix+"/all?modo=validas&simular=true&repetidas=ignorar", `[{"safraId":"S-2025-001","safraCodigo":"2024/25","dados":`+k.Example+`}]`)
}

// Template sends the spreadsheet to fill in: modelos/<kind>.xlsx or .csv.
func (*Controller) Template(on *pagekit.Call) (pagekit.Reply, error) {
	name := on.Path("arquivo")
	for _, format := range []sheet.Format{sheet.XLSX, sheet.CSV} {
		slug, ok := strings.CutSuffix(name, format.Extension())
		if !ok {
			continue
		}
		k, err := pagekit.KindOf(slug)
		if err == nil {
			err = importable(on.Key, k)
		}
		if err != nil {
			return pagekit.Reply{}, err
		}
		var file bytes.Buffer
		if err := sheet.Template(&file, format, k, on.Lang); err != nil {
			return pagekit.Reply{}, err
		}
		return pagekit.Reply{Raw: func(w http.ResponseWriter) error {
			pagekit.SaveAs(w.Header(), format.MediaType(), "rastro-"+name)
			_, _ = w.Write(file.Bytes()) // a caller who hung up needs no answer
			return nil
		}}, nil
	}
	return pagekit.Reply{}, trace.Fail(trace.CodePathNotFound)
}
