package share

import (
	"bytes"
	"slices"
	"strconv"
	"time"

	"rastro/internal/canon"
	"rastro/internal/trace"
)

func newestFirst(all []Link) {
	slices.SortFunc(all, func(a, b Link) int { return bytes.Compare(b.ID[:], a.ID[:]) })
}

// append appends the link, with its address if known.
func (l *Link) append(dst []byte, now time.Time, address string) []byte {
	dst = append(dst, `{"id":"`+l.ID.String()+`","lote":`...)
	dst = canon.AppendString(dst, l.Lot)
	dst = append(dst, `,"safraId":`...)
	dst = canon.AppendString(dst, l.HarvestID)
	dst = append(dst, `,"para":`...)
	dst = canon.AppendString(dst, l.For)
	dst = append(dst, `,"situacao":"`+string(l.State(now))+`","criadoEm":"`...)
	dst = trace.AppendTime(dst, l.CreatedAt())
	dst = append(dst, `","expiraEm":"`...)
	dst = trace.AppendTime(dst, l.ExpiresAt)
	dst = append(dst, `","revogadoEm":`...)
	if l.RevokedAt.IsZero() {
		dst = append(dst, `null`...)
	} else {
		dst = append(trace.AppendTime(append(dst, '"'), l.RevokedAt), '"')
	}
	dst = append(dst, `,"limite":`...)
	dst = strconv.AppendInt(dst, int64(l.Limit), 10)
	dst = append(dst, `,"vistas":`...)
	dst = strconv.AppendInt(dst, int64(l.Views), 10)
	if address != "" {
		dst = append(dst, `,"url":`...)
		dst = canon.AppendString(dst, address)
	}
	return append(dst, '}')
}

// AppendJSON appends the link as the wire shows it.
func (l *Link) AppendJSON(dst []byte, now time.Time) []byte { return l.append(dst, now, "") }

// AppendViews appends the link together with every time it was opened.
func (l *Link) AppendViews(dst []byte, now time.Time, views []View) []byte {
	dst = l.append(dst, now, "")
	dst = append(dst[:len(dst)-1], `,"acessos":[`...)
	for i, v := range views {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"numero":`...)
		dst = strconv.AppendInt(dst, int64(v.Number), 10)
		dst = append(dst, `,"em":"`...)
		dst = trace.AppendTime(dst, v.At)
		dst = append(dst, `","parte":"`+string(v.Part)+`"}`...)
	}
	return append(dst, `]}`...)
}
