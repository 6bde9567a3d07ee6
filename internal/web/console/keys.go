package console

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

var keyScreens = []screen{
	{method: http.MethodGet, path: "/chaves", scopes: admins, serve: showKeys},
	{method: http.MethodGet, path: "/chaves/nova", scopes: admins, serve: askForNewKey},
	{method: http.MethodPost, path: "/chaves/nova", scopes: admins, serve: makeKey},
	{method: http.MethodGet, path: "/chaves/{accessKey}/desativar", scopes: admins, serve: askToDeactivate},
	{method: http.MethodPost, path: "/chaves/{accessKey}/desativar", scopes: admins, serve: deactivateKey},
}

var keyPages = []pageRow{
	{"keys", []words{keyTexts}},
	{"key_new", []words{keyTexts, keyNewTexts}},
	{"key_made", []words{keyTexts, keyMadeTexts}},
	{"key_end", []words{keyTexts, keyEndTexts}},
}

// keysPerPage is how many keys a page shows.
const keysPerPage = 50

// keyRow is a key as a page shows it.
type keyRow struct {
	Access, Name, Organization string
	State, Badge               string // what it can do now, and the badge's class
	Scopes, Phases, Harvests   string
	Made, Used                 string
	Mine, Active               bool
	EndHref                    string
}

type keysView struct {
	frameView
	Rows         []keyRow
	Total        string
	Newer, Older string // addresses of the pages beside this one
}

func showKeys(c *Console, on *call) (reply, error) {
	keys, err := c.service.Keys(on.ctx, on.key)
	if err != nil {
		return reply{}, err
	}
	slices.Reverse(keys) // newest first
	number, err := pageNumber(on)
	if err != nil {
		return reply{}, err
	}
	v := &keysView{Total: strconv.Itoa(len(keys))}
	v.Curl = c.curl(http.MethodGet, "/apikey", "")
	from := min(number*keysPerPage, len(keys))
	for i := range keys[from:min(from+keysPerPage, len(keys))] {
		v.Rows = append(v.Rows, c.keyRow(&keys[from+i], on))
	}
	if number > 0 {
		v.Newer = withParameter(on.r, pageParameter, strconv.Itoa(number-1))
	}
	if from+keysPerPage < len(keys) {
		v.Older = withParameter(on.r, pageParameter, strconv.Itoa(number+1))
	}
	return reply{page: "keys", view: v}, nil
}

// pageParameter counts pages from 0, where a list is short enough to be counted.
const pageParameter = "pagina"

func pageNumber(on *call) (int, error) {
	written := on.r.URL.Query().Get(pageParameter)
	if written == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(written)
	if err != nil || n < 0 || n > 1_000_000 {
		return 0, trace.Fail(trace.CodeBadParameter, "nome", pageParameter, "esperado", "0–1000000")
	}
	return n, nil
}

func (c *Console) keyRow(k *trace.Key, on *call) keyRow {
	now := c.service.Now()
	row := keyRow{
		Access: k.AccessKey, Name: k.Nome, Organization: k.Organizacao, Made: momentText(k.CriadoEm, on.lang), Used: momentText(k.UltimoUso, on.lang),
		Mine: k.AccessKey == on.key.AccessKey, Active: k.ActiveAt(now), EndHref: root(on.r) + "console/chaves/" + url.PathEscape(k.AccessKey) + "/desativar",
	}
	if row.Mine { // its uses are written down once a minute
		row.Used = keyTexts["now"].In(on.lang)
	}
	text := func(name string, at string) string { return keyTexts[name].Fill(on.lang, lang.Args{"em": at}) }
	switch {
	case !k.DesativadoEm.IsZero():
		row.State = text("ended", momentText(k.DesativadoEm, on.lang))
	case !row.Active:
		row.State, row.Badge = text("expired", momentText(k.ExpiraEm, on.lang)), "alerta"
	case !k.ExpiraEm.IsZero():
		row.State, row.Badge = text("until", momentText(k.ExpiraEm, on.lang)), "bom"
	default:
		row.State, row.Badge = text("active", ""), "bom"
	}
	var scopes []string
	for _, s := range k.Escopos {
		scopes = append(scopes, scopeTexts[s].In(on.lang))
	}
	row.Scopes = strings.Join(scopes, ", ")
	row.Phases, row.Harvests = strings.Join(k.Fases, ", "), strings.Join(k.Safras, ", ")
	return row
}

// keyEndView is the page that asks whether a key shall stop working.
type keyEndView struct {
	frameView
	Key   keyRow
	Wrong string
	Last  bool // it is the last admin's
}

func askToDeactivate(c *Console, on *call) (reply, error) {
	keys, err := c.service.Keys(on.ctx, on.key)
	if err != nil {
		return reply{}, err
	}
	access := on.path("accessKey")
	i := slices.IndexFunc(keys, func(k trace.Key) bool { return k.AccessKey == access })
	if i < 0 {
		return reply{}, trace.Fail(trace.CodeKeyNotFound)
	}
	v := &keyEndView{Key: c.keyRow(&keys[i], on)}
	v.Curl = c.curl(http.MethodDelete, "/apikey/"+url.PathEscape(access), "")
	return reply{page: "key_end", view: v}, nil
}

func deactivateKey(c *Console, on *call) (reply, error) {
	_, err := c.service.DeactivateKey(on.ctx, on.key, on.path("accessKey"))
	if trace.Is(err, trace.CodeLastAdmin) {
		again, failed := askToDeactivate(c, on)
		if failed != nil {
			return reply{}, failed
		}
		v := again.view.(*keyEndView)
		v.Wrong, v.Last = trace.AsError(err).Text(on.lang), true
		again.status = http.StatusConflict
		return again, nil
	}
	if err != nil {
		return reply{}, err
	}
	return done("/chaves", "keyended"), nil
}

// phaseName is a phase with its number.
func phaseName(p kind.Phase, l lang.Lang) string { return p.Code + " · " + p.Title.In(l) }
