package trace

import (
	"bytes"
	"encoding/hex"
	"strconv"
	"time"

	"rastro/internal/canon"
	"rastro/internal/check/record"
	"rastro/internal/lang"
)

// TimeLayout is RFC 3339 in UTC with milliseconds, everywhere on the wire.
const TimeLayout = "2006-01-02T15:04:05.000Z"

// AppendTime appends an instant in TimeLayout. A page of records has a hundred of them,
// and time.Format takes five times as long.
func AppendTime(dst []byte, at time.Time) []byte {
	at = at.UTC()
	year, month, day := at.Date()
	if year < 1000 || year > 9999 {
		return at.AppendFormat(dst, TimeLayout)
	}
	hour, minute, second := at.Clock()
	ms := at.Nanosecond() / 1e6
	digits := func(n int) (byte, byte) { return byte('0' + n/10), byte('0' + n%10) }
	y1, y2 := digits(year / 100)
	y3, y4 := digits(year % 100)
	m1, m2 := digits(int(month))
	d1, d2 := digits(day)
	h1, h2 := digits(hour)
	n1, n2 := digits(minute)
	s1, s2 := digits(second)
	f1, f2 := digits(ms / 10)
	return append(dst, y1, y2, y3, y4, '-', m1, m2, '-', d1, d2, 'T', h1, h2, ':', n1, n2, ':', s1, s2, '.', f1, f2, byte('0'+ms%10), 'Z')
}

// AppendJSON appends the record as the API shows it. It copies the payload without encoding it
// again, except for a plot that was not sent as a list (grading.go). Findings are stored in
// Portuguese; for another language the payload is graded again, with the same result.
func (r *Record) AppendJSON(dst []byte, l lang.Lang) []byte {
	if r.wire != nil && l == lang.PT && r.State == nil {
		return append(dst, r.wire...)
	}
	dst, _ = r.appendJSON(dst, l)
	return dst
}

// appendJSON also returns where in dst the payload begins.
func (r *Record) appendJSON(dst []byte, l lang.Lang) (_ []byte, payload int) {
	dst = append(dst, `{"id":"`...)
	dst = r.ID.append(dst)
	dst = append(dst, `","tipo":"`...)
	dst = append(dst, r.Kind.Name...)
	dst = append(dst, `","prefixo":"`...)
	dst = append(dst, r.Kind.Prefix...)
	dst = append(dst, `","fase":"`...)
	dst = append(dst, r.Kind.Phase...)
	dst = append(dst, `","safraId":`...)
	dst = canon.AppendString(dst, r.HarvestID)
	dst = append(dst, `,"safraCodigo":`...)
	dst = canon.AppendStringOrNull(dst, r.HarvestCode)
	if r.ValidationCode != "" {
		dst = append(dst, `,"codigo":`...)
		dst = canon.AppendString(dst, r.ValidationCode)
	}
	dst = append(dst, `,"dados":`...)
	payload = len(dst)
	if r.reshaped() {
		dst = r.appendReshaped(dst)
	} else {
		dst = AppendOrNull(dst, r.Payload) // null if it was erased
	}
	dst = append(dst, `,"versao":`...)
	dst = strconv.AppendInt(dst, r.Version, 10)
	dst = append(dst, `,"criadoEm":"`...)
	dst = AppendTime(dst, r.CreatedAt())
	dst = append(dst, `","atualizadoEm":"`...)
	dst = AppendTime(dst, r.UpdatedAt)
	dst = append(dst, `","criadoPor":`...)
	dst = canon.AppendString(dst, r.CreatedBy)
	dst = append(dst, `,"atualizadoPor":`...)
	dst = canon.AppendString(dst, r.UpdatedBy)
	dst = append(dst, `,"hash":"`...)
	dst = hex.AppendEncode(dst, r.Hash[:])
	dst = append(dst, `",`...)
	dst = r.AppendGraded(dst, l)
	if r.Seal != nil {
		dst = append(dst, ',')
		dst = append(dst, r.Seal...)
	}
	if r.State != nil {
		dst = append(dst, ',')
		dst = r.State.appendMembers(dst)
		said := r.Verdict(r.State)
		dst = append(dst, `,"veredito":`...)
		dst = said.AppendJSON(dst, l)
	}
	return append(dst, '}'), payload
}

// AppendGraded appends the members of the record's JSON that show the result of grading.
func (r *Record) AppendGraded(dst []byte, l lang.Lang) []byte {
	if len(r.Findings) > 0 {
		if l != lang.PT {
			return r.Graded().AppendMembers(dst, l)
		}
		switch r.Findings[0] {
		case '"':
			return append(dst, r.Findings...)
		case '[':
			dst = append(dst, `"avisos":`...)
			dst = append(dst, r.Findings...)
			return append(dst, `,"identificadores":[]`...)
		}
	}
	dst, ok := record.AppendPacked(dst, r.Findings, r.Payload)
	if !ok {
		return r.Graded().AppendMembers(dst, l)
	}
	return dst
}

// AppendExport appends the record as one line that an import accepts: the payload as
// it was sent, and next to it what identifies the record.
func (r *Record) AppendExport(dst []byte) []byte {
	dst = append(dst, `{"prefixo":`...)
	dst = canon.AppendString(dst, r.Kind.Prefix)
	dst = append(dst, `,"tipo":`...)
	dst = canon.AppendString(dst, r.Kind.Name)
	dst = append(dst, `,"id":"`...)
	dst = r.ID.append(dst)
	dst = append(dst, `","versao":`...)
	dst = strconv.AppendInt(dst, r.Version, 10)
	dst = append(dst, `,"criadoEm":"`...)
	dst = AppendTime(dst, r.CreatedAt())
	dst = append(dst, `","atualizadoEm":"`...)
	dst = AppendTime(dst, r.UpdatedAt)
	dst = append(dst, `","atualizadoPor":`...)
	dst = canon.AppendString(dst, r.UpdatedBy)
	dst = append(dst, `,"safraId":`...)
	dst = canon.AppendString(dst, r.HarvestID)
	if r.HarvestCode != "" {
		dst = append(dst, `,"safraCodigo":`...)
		dst = canon.AppendString(dst, r.HarvestCode)
	}
	dst = append(dst, `,"dados":`...)
	from := len(dst)
	dst = append(dst, r.Payload...)
	for _, end := range []byte("\r\n") { // never within texts: that would not be JSON
		for i := bytes.IndexByte(dst[from:], end); i >= 0; i = bytes.IndexByte(dst[from:], end) {
			dst[from+i] = ' '
		}
	}
	return append(dst, "}\n"...)
}

// AppendOrNull appends a value, or null for none.
func AppendOrNull(dst []byte, value canon.Value) []byte {
	if len(value) == 0 {
		return append(dst, `null`...)
	}
	return append(dst, value...)
}

// RecallPlace is the beginning of a report's address.
const RecallPlace = "/rastreio/recall/"
