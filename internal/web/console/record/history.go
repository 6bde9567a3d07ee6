package record

import (
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/proof"
	"rastro/internal/right"
	"rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// historyView is the history of a record: its versions, newest first.
type historyView struct {
	pagekit.Frame
	Kind     pagekit.KindView
	ID, Path string
	Live     bool
	Name     string // see package title
	Newest   string // the version that a restored one replaces
	Undelete string // the version that brings a deleted record back, "" for none
	Erased   bool   // its content was erased
	Versions []versionView
	Older    string // the page of older ones, "" at the end
}

// versionView is a version, and what it changed.
type versionView struct {
	Number         string
	Operation      string // in the page's language
	When, By, Hash string
	Gone           bool // its content was erased
	Changes        []changeView
	More           bool   // more changed than is shown
	First          bool   // there is no earlier one
	Proof          string // "" for what was erased
	Restore        bool   // it may be restored
	Reason         string // stated for an erasure
}

// changeView is a difference.
type changeView struct{ Label, From, To string }

// Limits on a page of a history.
const (
	maxVersions       = 50
	maxVersionChanges = 60
)

func (c *Controller) History(on *pagekit.Call) (pagekit.Reply, error) {
	k, err := pagekit.KindOf(on.Path("tipo"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	id := on.Path("id")
	versions, err := c.service.Versions(on.Ctx, on.Key, k, id)
	if err != nil {
		return pagekit.Reply{}, err
	}
	last := &versions[len(versions)-1]
	id = last.ID.String()
	v := &historyView{Kind: pagekit.ViewKind(k, on.Lang), ID: id, Path: pagekit.RecordPath(k, id), Live: last.Operation == trace.Created || last.Operation == trace.Updated, Erased: last.Operation == trace.Erased}
	named := title.Of(on.Key, last, on.Lang)
	v.Name, v.Newest = named.Name(), strconv.FormatInt(last.Version, 10)
	v.Title = recordHistoryTexts["history"].In(on.Lang) + " · " + named.String()
	may := mayRestore(on, last)
	if last.Operation == trace.Deleted && may && !last.Gone() {
		v.Undelete = v.Newest
	}
	from := len(versions)
	if before, err := strconv.Atoi(on.Request.URL.Query().Get("antes")); err == nil && before > 1 && before <= len(versions) {
		from = before - 1
	}
	pagekit.KnowAuthors(on, versions[max(0, from-maxVersions):from], func(r *trace.Record) string { return r.UpdatedBy })
	for i := from - 1; i >= 0 && from-i <= maxVersions; i-- {
		version := viewVersion(on, versions, i, v.Path)
		version.Restore = may && !version.Gone && i != len(versions)-1 && versions[i].Operation != trace.Deleted
		v.Versions = append(v.Versions, version)
	}
	if left := from - len(v.Versions); left > 0 {
		v.Older = v.Path + "/historico?antes=" + strconv.Itoa(left+1)
	}
	v.Curl = on.Curl(http.MethodGet, k.Prefix+"/"+id+"/historico", "")
	return pagekit.Reply{Page: "record_history", View: v}, nil
}

func viewVersion(on *pagekit.Call, versions []trace.Record, i int, path string) versionView {
	l := on.Lang
	r := &versions[i]
	v := versionView{
		Number: strconv.FormatInt(r.Version, 10), Operation: pagekit.OperationTexts[r.Operation.String()].In(l), When: on.Moment(r.UpdatedAt), By: on.Author(r.UpdatedBy),
		Hash: hex.EncodeToString(r.Hash[:]), Gone: r.Gone(), First: i == 0,
	}
	var receipt trace.Receipt
	if r.Operation == trace.Erased && canon.UnmarshalLenient(r.Payload, &receipt) == nil {
		v.Reason = receipt.Reason
	}
	if !v.Gone && on.Key.May(right.Personal) {
		v.Proof = path + "/prova?versao=" + v.Number
	}
	if r.Operation != trace.Updated || i == 0 || v.Gone || versions[i-1].Gone() {
		return v
	}
	before := &versions[i-1]
	if before.HarvestCode != r.HarvestCode {
		v.Changes = append(v.Changes, changeView{recordTexts["code"].In(l), before.HarvestCode, r.HarvestCode})
	}
	for _, change := range proof.FileChanges(before.Seal, r.Seal) {
		row := changeView{Label: recordHistoryTexts["file"].In(l), From: change.File.Name}
		switch {
		case change.Added():
			row.From, row.To = "", row.From
		case change.Marked():
			row.To = row.From
			private := " · " + recordTexts["private"].In(l)
			if change.File.Personal {
				row.To += private
			} else {
				row.From += private
			}
		}
		v.Changes = append(v.Changes, row)
	}
	for _, change := range proof.Diff(before.Payload, r.Payload) {
		if len(v.Changes) >= maxVersionChanges {
			v.More = true
			break
		}
		v.Changes = append(v.Changes, changeView{pointerLabel(r.Kind, change.Pointer, l), shownChange(r.Kind, change.Pointer, change.From, l), shownChange(r.Kind, change.Pointer, change.To, l)})
	}
	return v
}

// shownChange returns one side of a difference: a whole field as people read it, or a part of one.
func shownChange(k *kind.Kind, pointer string, value canon.Value, l lang.Lang) string {
	name := strings.TrimPrefix(pointer, "/")
	if f, known := k.Declared(unescapePointer.Replace(name)); known && !strings.Contains(name, "/") {
		return lang.Clip(shownField(&f, string(value), l), 400)
	}
	return shownJSON(value)
}

// pointerLabel names the place of a difference: a field's label, and where in it.
func pointerLabel(k *kind.Kind, pointer string, l lang.Lang) string {
	name, rest, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	name = unescapePointer.Replace(name)
	if f, known := k.Declared(name); known {
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
