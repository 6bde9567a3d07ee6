package recall

import (
	"strings"

	"rastro/internal/lineage"
	"rastro/internal/lot"
)

// Mention is a record that may mention a recalled lot: one of its texts contains the lot's code
// but could not be read as naming the lot. The recall does not follow such a record, because its
// meaning for the lot is unknown; a person must look.
type Mention struct {
	Record    NamedRecord `json:"registro"`
	Lot       string      `json:"lote"`
	HarvestID string      `json:"safraId"`
	// Data is the day that the record mentions, "" if it mentions none, and Text the
	// text around the code.
	Day  string `json:"data,omitempty"`
	Text string `json:"texto,omitempty"`
	// Erased: it came from a record that was erased since.
	Erased bool `json:"expurgado,omitzero"`
}

// mentionWeight is the size of a mention in the report in addition to its texts, in bytes.
const mentionWeight = 135

// mentions notes the records that may mention a lot.
func (c *recalling) mentions(step *lot.Step) error {
	return step.Each(lot.Suspected, lot.Suspected, func(row *lot.Row) error {
		c.used.Add(row)
		m := Mention{Record: recordOf(lineage.RowRef(row)), Lot: step.Lot, HarvestID: c.harvest(row.HarvestID), Day: dayOf(row.On), Text: row.Said}
		c.Mentions = append(c.Mentions, m)
		return c.weigh(mentionWeight + len(m.Record.Prefix) + len(m.Lot) + len(m.HarvestID) + len(m.Text))
	})
}

// redactMentions removes the record, and the lots that only it named, from the mentions.
func (e *recallEraser) redactMentions(c *Recall) (found bool) {
	for i := range c.Mentions {
		m := &c.Mentions[i]
		if m.Record == e.record || e.lots[m.Lot] && m.Lot != "" {
			m.Lot, m.Day, m.Text, m.Erased, found = "", "", "", true, true
		}
	}
	return found
}

func compareMentions(a, b Mention) int {
	if n := strings.Compare(a.Lot, b.Lot); n != 0 {
		return n
	}
	return strings.Compare(a.Record.ID, b.Record.ID)
}
