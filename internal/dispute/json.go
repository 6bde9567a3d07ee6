package dispute

import (
	"strconv"
	"time"

	"rastro/internal/canon"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// AppendJSON appends the dispute as the API shows it.
func (d *Dispute) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"tipo":"`...)
	dst = append(dst, Type(d.Owner.Realm)...)
	dst = append(dst, `","codigo":`...)
	dst = canon.AppendString(dst, d.Owner.Text)
	dst = append(dst, `,"situacao":"`...)
	dst = append(dst, d.State()...)
	dst = append(dst, `","titular":{"safraId":`...)
	dst = canon.AppendString(dst, d.Owner.HarvestID)
	dst = appendClaim(dst, d.Owner.ID, d.Owner.Since)
	dst = append(dst, `,"decididoEm":`...)
	if d.Owner.Settled == 0 {
		dst = append(dst, `null`...)
	} else {
		dst = appendInstant(dst, d.Owner.Settled)
	}
	dst = append(dst, `},"reivindicacoes":[`...)
	for i := range d.Rivals {
		if i > 0 {
			dst = append(dst, ',')
		}
		h := &d.Rivals[i]
		dst = append(dst, `{"safraId":`...)
		dst = canon.AppendString(dst, h.HarvestID)
		dst = append(dst, `,"autor":`...)
		dst = canon.AppendString(dst, h.Author)
		dst = append(dst, `,"registros":`...)
		dst = strconv.AppendInt(dst, h.Live, 10)
		dst = append(appendClaim(dst, h.ID, h.Since), '}')
	}
	dst = append(dst, `],"haMais":`...)
	return append(strconv.AppendBool(dst, d.More), '}')
}

// State is "aberta", or "decidida" once an administrator has settled it.
func (d *Dispute) State() string {
	if d.Owner.Settled != 0 {
		return "decidida"
	}
	return "aberta"
}

// Type returns a realm's name on the wire.
func Type(r ownership.Realm) string {
	if r == ownership.GTINs {
		return "gtin"
	}
	return "lote"
}

func appendClaim(dst []byte, id [16]byte, since int64) []byte {
	dst = append(dst, `,"registro":"`...)
	dst = append(dst, trace.ID(id).String()...)
	dst = append(dst, `","desde":`...)
	return appendInstant(dst, since)
}

func appendInstant(dst []byte, ms int64) []byte {
	dst = append(dst, '"')
	return append(trace.AppendTime(dst, time.UnixMilli(ms).UTC()), '"')
}
