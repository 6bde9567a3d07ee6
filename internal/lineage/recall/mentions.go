package recall

import (
	"strings"

	"rastro/internal/lineage"
	"rastro/internal/lot"
)

// Mention is a record that may speak of a recalled lot: one of its texts has the
// lot's code in it and could not be read as naming the lot. The recall does not follow
// such a record, because nobody knows what it says of the lot; a person has to look.
type Mention struct {
	Registro NamedRecord `json:"registro"`
	Lote     string      `json:"lote"`
	SafraID  string      `json:"safraId"`
	// Data is the day that the record tells of, "" where it tells of none, and Texto the
	// text around the code.
	Data  string `json:"data,omitempty"`
	Texto string `json:"texto,omitempty"`
	// Expurgado: what it said came of a record that was erased since.
	Expurgado bool `json:"expurgado,omitzero"`
}

// mentionWeight is what the report has of a mention beside its texts, in bytes.
const mentionWeight = 135

// mentions notes the records that may speak of a lot.
func (c *recalling) mentions(step *lot.Step) error {
	return step.Each(lot.Suspected, lot.Suspected, func(row *lot.Row) error {
		c.used.Add(row)
		m := Mention{Registro: recordOf(lineage.RowRef(row)), Lote: step.Lot, SafraID: c.harvest(row.SafraID), Data: dayOf(row.On), Texto: row.Said}
		c.Mencoes = append(c.Mencoes, m)
		return c.weigh(mentionWeight + len(m.Registro.Prefixo) + len(m.Lote) + len(m.SafraID) + len(m.Texto))
	})
}

// redactMentions takes the record, and the lots that it alone named, out of the mentions.
func (e *recallEraser) redactMentions(c *Recall) (found bool) {
	for i := range c.Mencoes {
		m := &c.Mencoes[i]
		if m.Registro == e.record || e.lots[m.Lote] && m.Lote != "" {
			m.Lote, m.Data, m.Texto, m.Expurgado, found = "", "", "", true, true
		}
	}
	return found
}

func compareMentions(a, b Mention) int {
	if n := strings.Compare(a.Lote, b.Lote); n != 0 {
		return n
	}
	return strings.Compare(a.Registro.ID, b.Registro.ID)
}
