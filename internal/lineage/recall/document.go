package recall

import (
	"strconv"

	"rastro/internal/canon"
)

// document returns the report in canonical form (RFC 8785). It may cover a million lots,
// so it is written element by element into one buffer instead of being built as a whole and
// sorted afterwards.
func (r *Recall) document() ([]byte, error) {
	w := &documentWriter{dst: make([]byte, 0, r.weight+1024)}
	w.dst = append(w.dst, '{')
	if r.Checked != nil {
		w.member("conferidas", r.Checked)
	}
	r.criteriaSpan[0] = len(w.dst)
	w.member("criterios", r.Criteria)
	r.criteriaSpan[1] = len(w.dst)
	elements(w, "detentores", r.Holders)
	if len(r.Common) > 0 {
		elements(w, "documentosComuns", r.Common)
	}
	r.timed[0] = len(w.dst)
	w.member("duracaoMs", r.DurationMs)
	w.member("em", r.At)
	r.timed[1] = len(w.dst)
	elements(w, "embarques", r.Shipments)
	if len(r.Erasures) > 0 {
		elements(w, "expurgos", r.Erasures)
	}
	if r.Format != 0 {
		w.member("formato", r.Format)
	}
	w.name("lotes")
	w.dst = append(w.dst, '[')
	for i := range r.Lots {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		w.dst = r.Lots[i].append(w.dst)
	}
	w.dst = append(w.dst, ']')
	w.member("lotesIniciais", r.InitialLots)
	if len(r.Mentions) > 0 {
		elements(w, "mencoesPossiveis", r.Mentions)
	}
	w.member("motivo", r.Reason)
	if r.ReasonErased {
		w.member("motivoExpurgado", true)
	}
	w.member("por", r.By)
	if r.ByKey != "" {
		w.member("porChave", r.ByKey)
	}
	w.member("restrito", r.Restricted)
	if len(r.ReadOnly) > 0 {
		w.member("somenteLeitura", r.ReadOnly)
	}
	if r.Unread > 0 {
		w.member("textosNaoLidos", r.Unread)
	}
	w.member("totais", r.Totals)
	w.member("truncado", r.Truncated)
	return append(w.dst, '}'), w.err
}

func (l *Lot) append(dst []byte) []byte {
	dst = append(dst, `{"codigo":`...)
	dst = canon.AppendString(dst, l.Code)
	if l.Erased {
		dst = append(dst, `,"expurgado":true`...)
	}
	dst = append(dst, `,"nivel":`...)
	dst = strconv.AppendInt(dst, int64(l.Level), 10)
	dst = append(dst, `,"safras":`...)
	return append(canon.AppendStrings(dst, l.Harvests), '}')
}

// documentWriter writes the members of an object in the order of their names.
type documentWriter struct {
	dst []byte
	err error
}

func (w *documentWriter) name(name string) {
	if last := w.dst[len(w.dst)-1]; last != '{' {
		w.dst = append(w.dst, ',')
	}
	w.dst = append(canon.AppendString(w.dst, name), ':')
}

func (w *documentWriter) value(v any) {
	if w.err != nil {
		return
	}
	var text []byte
	if text, w.err = canon.Marshal(v); w.err == nil {
		text, w.err = canon.Canonical(text)
	}
	w.dst = append(w.dst, text...)
}

func (w *documentWriter) member(name string, v any) {
	w.name(name)
	w.value(v)
}

func elements[T any](w *documentWriter, name string, list []T) {
	w.name(name)
	w.dst = append(w.dst, '[')
	for i := range list {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		w.value(&list[i])
	}
	w.dst = append(w.dst, ']')
}
