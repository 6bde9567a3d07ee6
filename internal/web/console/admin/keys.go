package admin

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

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
	pagekit.Frame
	Rows         []keyRow
	Total        string
	Newer, Older string // addresses of the pages before and after this one
}

func (c *Controller) ShowKeys(on *pagekit.Call) (pagekit.Reply, error) {
	keys, err := c.service.Keys(on.Ctx, on.Key)
	if err != nil {
		return pagekit.Reply{}, err
	}
	slices.Reverse(keys) // newest first
	number, err := pageNumber(on)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v := &keysView{Total: strconv.Itoa(len(keys))}
	v.Curl = on.Curl(http.MethodGet, "/apikey", "")
	from := min(number*keysPerPage, len(keys))
	for i := range keys[from:min(from+keysPerPage, len(keys))] {
		v.Rows = append(v.Rows, c.keyRow(&keys[from+i], on))
	}
	if number > 0 {
		v.Newer = pagekit.WithParameter(on.Request, pageParameter, strconv.Itoa(number-1))
	}
	if from+keysPerPage < len(keys) {
		v.Older = pagekit.WithParameter(on.Request, pageParameter, strconv.Itoa(number+1))
	}
	return pagekit.Reply{Page: "keys", View: v}, nil
}

// pageParameter is a page number from 0, for lists short enough to be counted.
const pageParameter = "pagina"

func pageNumber(on *pagekit.Call) (int, error) {
	written := on.Request.URL.Query().Get(pageParameter)
	if written == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(written)
	if err != nil || n < 0 || n > 1_000_000 {
		return 0, trace.BadParameter(pageParameter, "0–1000000")
	}
	return n, nil
}

func (c *Controller) keyRow(k *trace.Key, on *pagekit.Call) keyRow {
	now := c.service.Now()
	row := keyRow{
		Access: k.AccessKey, Name: k.Name, Organization: k.Organization, Made: on.Moment(k.CreatedAt), Used: on.Moment(k.LastUse),
		Mine: k.AccessKey == on.Key.AccessKey, Active: k.ActiveAt(now), EndHref: pagekit.Root(on.Request) + "console/chaves/" + url.PathEscape(k.AccessKey) + "/desativar",
	}
	if row.Mine { // its uses are written down once a minute
		row.Used = keyTexts["now"].In(on.Lang)
	}
	text := func(name string, at string) string { return keyTexts[name].Fill(on.Lang, lang.Args{"em": at}) }
	switch {
	case !k.DeactivatedAt.IsZero():
		row.State = text("ended", on.Moment(k.DeactivatedAt))
	case !row.Active:
		row.State, row.Badge = text("expired", on.Moment(k.ExpiresAt)), "alerta"
	case !k.ExpiresAt.IsZero():
		row.State, row.Badge = text("until", on.Moment(k.ExpiresAt)), "bom"
	default:
		row.State, row.Badge = text("active", ""), "bom"
	}
	var scopes []string
	for _, s := range k.Scopes {
		scopes = append(scopes, scopeTexts[s].In(on.Lang))
	}
	row.Scopes = strings.Join(scopes, ", ")
	row.Phases, row.Harvests = strings.Join(k.Phases, ", "), strings.Join(k.Harvests, ", ")
	return row
}

// keyEndView asks for confirmation before a key is deactivated.
type keyEndView struct {
	pagekit.Frame
	Key   keyRow
	Wrong string
	Last  bool // it is the last admin's
}

func (c *Controller) AskToDeactivate(on *pagekit.Call) (pagekit.Reply, error) {
	keys, err := c.service.Keys(on.Ctx, on.Key)
	if err != nil {
		return pagekit.Reply{}, err
	}
	access := on.Path("accessKey")
	i := slices.IndexFunc(keys, func(k trace.Key) bool { return k.AccessKey == access })
	if i < 0 {
		return pagekit.Reply{}, trace.Fail(trace.CodeKeyNotFound)
	}
	v := &keyEndView{Key: c.keyRow(&keys[i], on)}
	v.Curl = on.Curl(http.MethodDelete, "/apikey/"+url.PathEscape(access), "")
	return pagekit.Reply{Page: "key_end", View: v}, nil
}

func (c *Controller) DeactivateKey(on *pagekit.Call) (pagekit.Reply, error) {
	_, err := c.service.DeactivateKey(on.Ctx, on.Key, on.Path("accessKey"))
	if trace.Is(err, trace.CodeLastAdmin) {
		again, failed := c.AskToDeactivate(on)
		if failed != nil {
			return pagekit.Reply{}, failed
		}
		v := again.View.(*keyEndView)
		v.Wrong, v.Last = on.ErrorText(trace.AsError(err)), true
		again.Status = http.StatusConflict
		return again, nil
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Done("/chaves", "keyended"), nil
}
