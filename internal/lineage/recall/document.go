package recall

import (
	"strconv"

	"rastro/internal/canon"
)

// document is the report in canonical form (RFC 8785). It may tell of a million lots,
// so it is written element by element into one buffer rather than built as a whole
// and put in order afterwards.
func (r *Recall) document() ([]byte, error) {
	w := &documentWriter{dst: make([]byte, 0, r.weight+1024)}
	w.dst = append(w.dst, '{')
	if r.Conferidas != nil {
		w.member("conferidas", r.Conferidas)
	}
	w.member("criterios", r.Criterios)
	elements(w, "detentores", r.Detentores)
	if len(r.Comuns) > 0 {
		elements(w, "documentosComuns", r.Comuns)
	}
	w.member("duracaoMs", r.DuracaoMs)
	w.member("em", r.Em)
	elements(w, "embarques", r.Embarques)
	if len(r.Expurgos) > 0 {
		elements(w, "expurgos", r.Expurgos)
	}
	if r.Formato != 0 {
		w.member("formato", r.Formato)
	}
	w.name("lotes")
	w.dst = append(w.dst, '[')
	for i := range r.Lotes {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		w.dst = r.Lotes[i].append(w.dst)
	}
	w.dst = append(w.dst, ']')
	w.member("lotesIniciais", r.Iniciais)
	if len(r.Mencoes) > 0 {
		elements(w, "mencoesPossiveis", r.Mencoes)
	}
	w.member("motivo", r.Motivo)
	if r.MotivoExpurgado {
		w.member("motivoExpurgado", true)
	}
	w.member("por", r.Por)
	if r.PorChave != "" {
		w.member("porChave", r.PorChave)
	}
	w.member("restrito", r.Restrito)
	if r.NaoLidos > 0 {
		w.member("textosNaoLidos", r.NaoLidos)
	}
	w.member("totais", r.Totais)
	w.member("truncado", r.Truncado)
	return append(w.dst, '}'), w.err
}

func (l *Lot) append(dst []byte) []byte {
	dst = append(dst, `{"codigo":`...)
	dst = canon.AppendString(dst, l.Codigo)
	if l.Expurgado {
		dst = append(dst, `,"expurgado":true`...)
	}
	dst = append(dst, `,"nivel":`...)
	dst = strconv.AppendInt(dst, int64(l.Nivel), 10)
	dst = append(dst, `,"safras":`...)
	return append(canon.AppendStrings(dst, l.Safras), '}')
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
