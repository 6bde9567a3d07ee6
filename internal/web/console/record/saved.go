package record

import (
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/personal"
	"rastro/internal/records"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// savedParameter names the record that was saved just before a form for the next one.
const savedParameter = "gravado"

// savedView says what grading finds in the record that was saved before this form.
type savedView struct{ Path, Text string }

// writtenID returns the id of a record that was created now, or by the same form before.
func writtenID(made records.Written) string {
	if made.Replay != nil {
		return made.Replay.Location[strings.LastIndexByte(made.Replay.Location, '/')+1:]
	}
	return made.Record.ID.String()
}

// tellSaved shows that the previous record has errors or warnings, which "save and new" would hide.
// A record that the caller cannot read is left out.
func (c *Controller) tellSaved(on *pagekit.Call, v *formView, k *kind.Kind, id string) {
	if !on.Key.Has(trace.Read) {
		return
	}
	r, err := c.service.Get(on.Ctx, on.Key, k, id)
	if err != nil {
		return
	}
	counts := map[string]int64{}
	for _, f := range viewFindings(k, personal.Graded(on.Key, k, r.Graded()).Findings, on.Lang) {
		counts[f.Severity]++
	}
	for _, severity := range []string{"erro", "alerta"} {
		if n := counts[severity]; n > 0 {
			v.Saved = &savedView{pagekit.RecordPath(k, r.ID.String()), recordFormTexts["savedwith."+severity].Fill(on.Lang, lang.Args{"n": pagekit.CountText(n, on.Lang)})}
			return
		}
	}
}
