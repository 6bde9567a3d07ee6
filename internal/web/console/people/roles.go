package people

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/account"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/right"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// roleRow is a role as a list shows it.
type roleRow struct {
	Title, About, Organization string
	Scopes, Phases             string
	Rights                     []string
	Href                       string // to change it; "" for a built-in one
}

type rolesView struct {
	pagekit.Frame
	Rows []roleRow
	More string // says that not all are shown
}

// Roles lists the roles that the caller may give.
func (c *Controller) Roles(on *pagekit.Call) (pagekit.Reply, error) {
	found, more, err := c.roles.Grantable(on.Ctx, on.Key, "")
	if err != nil {
		return pagekit.Reply{}, err
	}
	v := &rolesView{}
	if more {
		v.More = roleTexts["more"].Fill(on.Lang, lang.Args{"n": strconv.Itoa(account.MaxGrantable)})
	}
	for i := range found {
		r := &found[i]
		row := roleRow{Title: r.Title.In(on.Lang), About: r.About.In(on.Lang), Organization: on.Organization(r.Organization), Scopes: scopesOf(r.Scopes, on.Lang), Phases: phasesOf(r.Phases, on.Lang)}
		if !slices.Contains(r.Scopes, trace.Write) { // it records in none
			row.Phases = "–"
		}
		for _, x := range r.Rights {
			row.Rights = append(row.Rights, x.Title(on.Lang))
		}
		if r.Version > 0 {
			row.Href = pagekit.Root(on.Request) + "console/papeis/" + r.ID + "?" + url.Values{"organizacao": {row.Organization}}.Encode()
		}
		v.Rows = append(v.Rows, row)
	}
	return pagekit.Reply{Page: "roles", View: v}, nil
}

// scopesOf says what a role may do with records; rights only add to that.
func scopesOf(scopes []trace.Scope, l lang.Lang) string {
	words := make([]string, len(scopes))
	for i, s := range scopes {
		words[i] = roleTexts[scopeWords[s]].In(l)
	}
	return strings.Join(words, ", ")
}

func phasesOf(codes []string, l lang.Lang) string {
	if len(codes) == 0 {
		return roleTexts["all"].In(l)
	}
	text := ""
	for _, code := range codes {
		if p, ok := kind.PhaseByCode(code); ok {
			if text != "" {
				text += "; "
			}
			text += pagekit.PhaseName(p, l)
		}
	}
	return text
}

type roleView struct {
	pagekit.Frame
	Path, Name             string
	Version                int64
	Scopes, Phases, Rights []choice
	Errors                 map[string]string
	Wrong                  string
	Removable              bool
}

var scopeWords = map[trace.Scope]string{trace.Read: "read", trace.Write: "write", trace.Admin: "admin"}

// newRoleView returns the form for a role. It offers only what the caller may do.
func newRoleView(on *pagekit.Call, path string, d account.RoleDraft, version int64) *roleView {
	v := &roleView{Path: pagekit.Root(on.Request) + "console/papeis/" + path, Name: d.Title, Version: version, Errors: map[string]string{}}
	for _, s := range trace.Scopes {
		if on.Key.Has(s) {
			v.Scopes = append(v.Scopes, choice{Value: string(s), Text: roleTexts[scopeWords[s]].In(on.Lang), On: slices.Contains(d.Scopes, string(s))})
		}
	}
	for _, p := range kind.Phases {
		if trace.Within([]string{p.Code}, on.Key.Phases) {
			v.Phases = append(v.Phases, choice{Value: p.Code, Text: pagekit.PhaseName(p, on.Lang), On: slices.Contains(d.Phases, p.Code)})
		}
	}
	for _, r := range right.All {
		if on.Key.May(r.Right) {
			v.Rights = append(v.Rights, choice{Value: string(r.Right), Text: r.Text.In(on.Lang), On: slices.Contains(d.Rights, string(r.Right))})
		}
	}
	return v
}

// AskForRole shows the form of a new role, or of one that exists.
func (c *Controller) AskForRole(on *pagekit.Call) (pagekit.Reply, error) {
	id := on.Path("papel")
	if id == "" {
		d := account.RoleDraft{Scopes: []string{string(trace.Read), string(trace.Write)}}
		return pagekit.Reply{Page: "role", View: newRoleView(on, "novo", d, 0)}, nil
	}
	found, _, err := c.roles.Grantable(on.Ctx, on.Key, on.Request.URL.Query().Get("organizacao"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	at := slices.IndexFunc(found, func(r account.Role) bool { return r.ID == id && r.Version > 0 })
	if at < 0 {
		return pagekit.Reply{}, trace.Fail(trace.CodeRoleNotFound)
	}
	r := &found[at]
	d := account.RoleDraft{Title: r.Title.PT, Scopes: trace.ScopeNames(r.Scopes), Phases: r.Phases}
	for _, x := range r.Rights {
		d.Rights = append(d.Rights, string(x))
	}
	v := newRoleView(on, id, d, r.Version)
	v.Title, v.Removable = r.Title.PT, true
	return pagekit.Reply{Page: "role", View: v}, nil
}

// RemoveRole removes a role that nobody has.
func (c *Controller) RemoveRole(on *pagekit.Call) (pagekit.Reply, error) {
	err := c.roles.RemoveRole(on.Ctx, on.Key, on.Path("papel"), pagekit.FormVersion(on.Form))
	if trace.Is(err, trace.CodeInvalid) || trace.Is(err, trace.CodeStale) {
		again, failed := c.AskForRole(on)
		if failed != nil {
			return pagekit.Reply{}, failed
		}
		v := again.View.(*roleView)
		return pagekit.RefuseForm(on, v, v.Errors, &v.Wrong, err, "role")
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Done("/papeis", "rolegone"), nil
}

// SaveRole makes or changes a role.
func (c *Controller) SaveRole(on *pagekit.Call) (pagekit.Reply, error) {
	id, ifMatch := on.Path("papel"), trace.AnyVersion
	if id != "" {
		ifMatch = pagekit.FormVersion(on.Form)
	}
	d := account.RoleDraft{Title: on.Form.Get("nome"), Scopes: on.Form["escopos"], Phases: on.Form["fases"], Rights: on.Form["direitos"]}
	_, err := c.roles.SaveRole(on.Ctx, on.Key, id, d, ifMatch)
	if trace.Is(err, trace.CodeInvalid) || trace.Is(err, trace.CodeRoleTaken) || trace.Is(err, trace.CodeStale) {
		path := id
		if id == "" {
			path = "novo"
		}
		v := newRoleView(on, path, d, 0)
		if id != "" && len(ifMatch) > 0 {
			v.Version = ifMatch[0]
		}
		return pagekit.RefuseForm(on, v, v.Errors, &v.Wrong, err, "role")
	}
	if err != nil {
		return pagekit.Reply{}, err
	}
	return pagekit.Done("/papeis", "rolekept"), nil
}
