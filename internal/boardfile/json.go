package boardfile

import (
	"strconv"
	"time"

	"rastro/internal/board"
	"rastro/internal/canon"
	"rastro/internal/lang"
	"rastro/internal/verdict"
)

// AppendRow appends the row as the wire shows it.
func AppendRow(dst []byte, r *board.Row, l lang.Lang, now time.Time) []byte {
	card := r.Card
	dst = append(dst, `{"safraId":`...)
	dst = canon.AppendString(dst, card.HarvestID)
	dst = card.AppendSituation(dst, l)
	for _, member := range []struct{ name, value string }{
		{"nome", card.Name}, {"cultura", card.Crop}, {"safraCodigo", card.Season}, {"produtor", card.Producer}, {"fazenda", card.Farm}, {"municipio", card.Town}, {"uf", card.UF},
	} {
		dst = append(dst, `,"`+member.name+`":`...)
		if member.value == "" {
			dst = append(dst, `null`...)
		} else {
			dst = canon.AppendString(dst, member.value)
		}
	}
	if r.Readiness == nil {
		return append(dst, `,"pronta":null,"portas":null}`...)
	}
	dst = append(dst, `,"pronta":`...)
	dst = strconv.AppendBool(dst, r.Readiness.Ready())
	dst = append(dst, `,"portas":`...)
	dst = r.Readiness.AppendGates(dst, l)
	said := r.Verdict(now)
	dst = append(dst, `,"veredito":`...)
	return append(said.AppendJSON(dst, l), '}')
}

// AppendSummary appends what is said of all rows that the query finds.
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
