package boardfile

import (
	"strconv"
	"time"

	"rastro/internal/board"
	"rastro/internal/canon"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/verdict"
)

// Recall is a recall that covers the harvest of a row.
type Recall struct {
	ID     trace.ID // of the report
	At     time.Time
	Reason string // "" if it was erased
}

// AppendRow appends the row as the wire shows it, with the recalls that cover its harvest.
func AppendRow(dst []byte, r *board.Row, recalls []Recall, l lang.Lang, now time.Time) []byte {
	card := r.Card
	dst = append(dst, `{"safraId":`...)
	dst = canon.AppendString(dst, card.HarvestID)
	dst = card.AppendSituation(dst, l)
	for _, member := range []struct{ name, value string }{
		{"nome", card.Name}, {"cultura", card.Crop}, {"safraCodigo", card.Season}, {"produtor", card.Producer}, {"fazenda", card.Farm}, {"municipio", card.Town}, {"uf", card.UF},
	} {
		dst = append(dst, `,"`+member.name+`":`...)
		dst = canon.AppendStringOrNull(dst, member.value)
	}
	if r.Readiness == nil {
		dst = append(dst, `,"pronta":null,"portas":null`...)
	} else {
		dst = append(dst, `,"pronta":`...)
		dst = strconv.AppendBool(dst, r.Readiness.Ready())
		dst = append(dst, `,"portas":`...)
		dst = r.Readiness.AppendGates(dst, l)
		said := r.Verdict(now)
		dst = append(dst, `,"veredito":`...)
		dst = said.AppendJSON(dst, l)
	}
	dst = append(dst, `,"recalls":`...)
	return append(appendRecalls(dst, recalls), '}')
}

func appendRecalls(dst []byte, all []Recall) []byte {
	dst = append(dst, '[')
	for i := range all {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"id":"`...)
		dst = append(dst, all[i].ID.String()...)
		dst = append(dst, `","em":"`...)
		dst = trace.AppendTime(dst, all[i].At)
		dst = append(dst, `","motivo":`...)
		dst = append(canon.AppendString(dst, all[i].Reason), '}')
	}
	return append(dst, ']')
}

// AppendSummary appends the totals of all rows that the query finds.
func AppendSummary(dst []byte, p *board.Page, l lang.Lang) []byte {
	dst = append(dst, `{"alvo":`...)
	dst = canon.AppendString(dst, string(p.Target))
	for _, member := range []struct {
		name  string
		count int
	}{{"safras", p.Found}, {"prontas", p.Ready}, {"pendentes", p.Found - p.Ready - p.Unreviewed}, {"naoConferidas", p.Unreviewed}, {"emConferencia", p.Waiting}} {
		dst = append(dst, `,"`+member.name+`":`...)
		dst = strconv.AppendInt(dst, int64(member.count), 10)
	}
	dst = append(dst, `,"completo":`...)
	dst = strconv.AppendBool(dst, !p.More)
	dst = append(dst, `,"portas":[`...)
	for i, gate := range verdict.Gates {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"porta":"`...)
		dst = append(dst, gate...)
		dst = append(dst, `","nome":`...)
		dst = canon.AppendString(dst, gate.Name().In(l))
		dst = append(dst, `,"fechadas":`...)
		dst = strconv.AppendInt(dst, int64(p.Shut[gate]), 10)
		dst = append(dst, '}')
	}
	return append(dst, `]}`...)
}
