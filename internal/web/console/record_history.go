package console

import (
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// historyView is what became of a record: its versions, newest first.
type historyView struct {
	frameView
	Kind     kindView
	ID, Path string
	Live     bool
	Erased   bool // its content was erased
	Versions []versionView
	Older    string // the page of older ones, "" at the end
}

// versionView is one version, and what it changed.
type versionView struct {
	Number         string
	Operation      string // in the page's language
	When, By, Hash string
	Gone           bool // its content was erased
	Changes        []changeView
	More           bool   // more changed than is shown
	First          bool   // there is nothing to compare it with
	Proof          string // "" for what was erased
}

// changeView is one difference.
type changeView struct{ Label, From, To string }

// Bounds on a page of a history.
const (
	maxVersions       = 50
	maxVersionChanges = 60
)

func showHistory(c *Console, on *call) (reply, error) {
	k, err := kindOf(on.path("tipo"))
	if err != nil {
		return reply{}, err
	}
	id := on.path("id")
	versions, err := c.service.Versions(on.ctx, on.key, k, id)
	if err != nil {
		return reply{}, err
	}
	last := &versions[len(versions)-1]
	id = last.ID.String()
	v := &historyView{Kind: viewKind(k, on.lang), ID: id, Path: recordPath(k, id), Live: last.Operation == trace.Created || last.Operation == trace.Updated, Erased: last.Operation == trace.Erased}
	v.Title = recordHistoryTexts["history"].In(on.lang) + " · " + v.Kind.Title
	from := len(versions)
	if before, err := strconv.Atoi(on.r.URL.Query().Get("antes")); err == nil && before > 1 && before <= len(versions) {
		from = before - 1
	}
	for i := from - 1; i >= 0 && from-i <= maxVersions; i-- {
		v.Versions = append(v.Versions, viewVersion(versions, i, v.Path, on.lang))
	}
	if left := from - len(v.Versions); left > 0 {
		v.Older = v.Path + "/historico?antes=" + strconv.Itoa(left+1)
	}
	v.Curl = c.curl(http.MethodGet, k.Prefix+"/"+id+"/historico", "")
	return reply{page: "record_history", view: v}, nil
}

func viewVersion(versions []trace.Record, i int, path string, l lang.Lang) versionView {
	r := &versions[i]
	v := versionView{
		Number: strconv.FormatInt(r.Version, 10), Operation: operationTexts[r.Operation.String()].In(l), When: momentText(r.UpdatedAt, l), By: r.UpdatedBy,
		Hash: hex.EncodeToString(r.Hash[:]), Gone: r.Gone(), First: i == 0,
	}
	if !v.Gone {
		v.Proof = path + "/prova?versao=" + v.Number
	}
	if r.Operation != trace.Updated || i == 0 || v.Gone || versions[i-1].Gone() {
		return v
	}
	before := &versions[i-1]
	if before.SafraCodigo != r.SafraCodigo {
		v.Changes = append(v.Changes, changeView{recordTexts["code"].In(l), before.SafraCodigo, r.SafraCodigo})
	}
	for _, change := range trace.Diff(before.Dados, r.Dados) {
		if len(v.Changes) == maxVersionChanges {
			v.More = true
			break
		}
		v.Changes = append(v.Changes, changeView{pointerLabel(r.Kind, change.Pointer, l), shownJSON(change.From), shownJSON(change.To)})
	}
	return v
}

// pointerLabel names the place of a difference: a field's label, and where in it.
func pointerLabel(k *kind.Kind, pointer string, l lang.Lang) string {
	name, rest, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	name = unescapePointer.Replace(name)
	if f, known := k.Field(name); known {
		name = f.Label.In(l)
	}
	for part := range strings.SplitSeq(rest, "/") {
		if n, err := strconv.Atoi(part); err == nil {
			part = strconv.Itoa(n + 1) // people count from one
		}
		if part != "" {
			name += " › " + unescapePointer.Replace(part)
		}
	}
	return lang.Clip(name, 200)
}

var unescapePointer = strings.NewReplacer("~1", "/", "~0", "~")
