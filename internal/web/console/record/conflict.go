package record

import (
	"bytes"
	"net/http"
	"slices"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// conflictView shows the two clerks' versions of one record: the form that came second shows it,
// above the content that can be sent again.
type conflictView struct {
	Who, When string
	Gone      bool // the other one deleted the record
	Rows      []conflictRow
}

// conflictRow is a field that either of the two changed.
type conflictRow struct {
	Label             string
	Was, Theirs, Mine string
	Both              bool // changed by both, to different values
	Mended            bool // changed only by the other: it stays as they left it
}

// conflict answers a form whose record has changed since it was opened. What only
// the other clerk changed is taken over; what this one changed is in the form
// as it was typed. Nothing is written before it is sent again.
func (c *Controller) conflict(on *pagekit.Call, d *draft, env trace.Envelope) (pagekit.Reply, error) {
	versions, err := c.service.Versions(on.Ctx, on.Key, d.kind, env.ID)
	if err != nil {
		return pagekit.Reply{}, err
	}
	now := &versions[len(versions)-1]
	seen := &conflictView{Who: on.Author(now.UpdatedBy), When: on.Moment(now.UpdatedAt), Gone: now.Operation.Ends()}
	if !seen.Gone && bytes.Equal(now.Payload, env.Payload) && now.HarvestCode == env.HarvestCode {
		return pagekit.Done(pagekit.RecordPath(d.kind, env.ID), "registro-mudado"), nil // a second click, or the same thing twice
	}
	merged := d.rebase(now, seen, on.Lang)
	v, err := c.form(on, merged, nil)
	if err != nil {
		return pagekit.Reply{}, err
	}
	c.check(on, v, merged)
	v.Conflict = seen
	status := http.StatusConflict
	if !seen.Gone {
		status = http.StatusPreconditionFailed
	}
	return pagekit.Reply{Page: "record_form", View: v, Status: status, Map: d.kind.HasPlot()}, nil
}

// rebase moves a draft onto a newer version, and notes what differs. On a version
// that ends the record it becomes a draft of a new one.
func (d *draft) rebase(now *trace.Record, seen *conflictView, l lang.Lang) *draft {
	out := &draft{kind: d.kind, base: now, harvestID: d.harvestID, season: d.season, texts: map[string]string{}, rows: map[string][]rowOf{}, drops: map[string]bool{}}
	if seen.Gone {
		out.base = nil
	}
	was, names := d.stored()
	theirs, theirNames := out.stored()
	fields := d.kind.FormFields()
	for i := range fields {
		f := &fields[i]
		touched := d.touched(f, was[f.Name])
		if touched || seen.Gone {
			out.take(d, f, was[f.Name], theirs[f.Name])
		}
		if seen.Gone || was[f.Name] == theirs[f.Name] && !touched {
			continue
		}
		row := conflictRow{Label: f.Label.In(l), Was: shownField(f, was[f.Name], l), Theirs: shownField(f, theirs[f.Name], l)}
		if !touched {
			row.Mine, row.Mended = row.Theirs, true
		} else {
			mine, wrong := d.read(f, was[f.Name])
			if row.Mine = shownField(f, string(mine), l); wrong != "" {
				row.Mine = lang.Clip(d.texts[f.Name], maxShown)
			}
			row.Both = was[f.Name] != theirs[f.Name] && row.Mine != row.Theirs
		}
		seen.Rows = append(seen.Rows, row)
	}
	if seen.Gone {
		return out
	}
	for _, name := range theirNames {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range names { // members that are not fields of the form
		if !hasField(fields, name) && was[name] != theirs[name] {
			theirsNow := shownValue(theirs[name])
			seen.Rows = append(seen.Rows, conflictRow{Label: name, Was: shownValue(was[name]), Theirs: theirsNow, Mine: theirsNow, Mended: true})
		}
	}
	if d.base.HarvestCode != now.HarvestCode {
		row := conflictRow{Label: recordTexts["code"].In(l), Was: d.base.HarvestCode, Theirs: now.HarvestCode, Mine: d.season}
		if d.season == d.base.HarvestCode {
			out.season, row.Mine, row.Mended = now.HarvestCode, now.HarvestCode, true
		}
		row.Both = row.Mine != row.Theirs
		seen.Rows = append(seen.Rows, row)
	}
	return out
}

// take copies a typed value from another draft of the same record. Rows of a table keep referring
// to their stored rows, if those still exist.
func (d *draft) take(from *draft, f *kind.Field, was, is string) {
	if text, sent := from.texts[f.Name]; sent {
		d.texts[f.Name] = text
	}
	if rows, sent := from.rows[f.Name]; sent {
		before, now := itemsOf(was), itemsOf(is)
		rows = slices.Clone(rows)
		for i := range rows {
			at := rows[i].from
			if at < 0 || at >= len(before) {
				continue
			}
			if same := slices.Index(now, before[at]); same >= 0 || len(now) != len(before) {
				rows[i].from = same
			}
		}
		d.rows[f.Name] = rows
	}
	d.drops[f.Name] = from.drops[f.Name]
}
