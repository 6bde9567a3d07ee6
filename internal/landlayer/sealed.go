package landlayer

import (
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/lang"
)

// SealMember is the member of a validation's seal that names the layers its plots were compared
// with. The commitment covers it, so a proof of the validation states it.
const SealMember = "camadas"

// maxSealed bounds the layers that a seal names; it counts them all.
const maxSealed = 100

// Sealed is what a validation states about public layers.
type Sealed struct {
	Plots     int           `json:"talhoesConferidos"`
	Unchecked int           `json:"talhoesNaoConferidos"`
	Total     int           `json:"total"`
	Layers    []SealedLayer `json:"lista"` // the first of them
}

// SealedLayer identifies a layer.
type SealedLayer struct {
	Name   string `json:"nome"`
	Kind   string `json:"tipo"`
	Date   string `json:"data"`
	Source string `json:"fonte"`
	SHA256 string `json:"sha256"`
}

// AppendSealed appends what a validation states: what was checked, and with which layers of which
// dates. The overlaps are findings, which the seal has anyway.
func (c *Checked) AppendSealed(dst []byte) []byte {
	dst = strconv.AppendInt(append(dst, `{"talhoesConferidos":`...), int64(c.Plots), 10)
	dst = strconv.AppendInt(append(dst, `,"talhoesNaoConferidos":`...), int64(c.Unchecked), 10)
	dst = strconv.AppendInt(append(dst, `,"total":`...), int64(len(c.Layers)), 10)
	dst = append(dst, `,"lista":[`...)
	for i := range c.Layers[:min(len(c.Layers), maxSealed)] {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(c.Layers[i].appendIdentity(append(dst, '{')), '}')
	}
	return append(dst, `]}`...)
}

// appendIdentity appends the members that identify a layer, whatever the language.
func (l *Layer) appendIdentity(dst []byte) []byte {
	for _, member := range []struct{ name, value string }{
		{`"nome":`, l.Name}, {`,"tipo":`, l.Kind.Code}, {`,"data":`, l.Date}, {`,"fonte":`, l.Source}, {`,"sha256":`, l.SHA256},
	} {
		dst = canon.AppendString(append(dst, member.name...), member.value)
	}
	return dst
}

// ReadSealed reads what a validation's document states; ok is false if it states nothing.
func ReadSealed(document []byte) (s Sealed, ok bool) {
	var read struct {
		Seal struct {
			Layers *Sealed `json:"camadas"`
		} `json:"selo"`
	}
	if canon.UnmarshalLenient(document, &read) != nil || read.Seal.Layers == nil {
		return Sealed{}, false
	}
	return *read.Seal.Layers, true
}

// SealedText says it in one sentence. The page that checks proofs uses it too.
var SealedText = lang.Text{
	PT: "Camadas públicas ({total}), segundo a validação: {lista}. Talhões comparados: {talhoes}; não: {fora}.",
	EN: "Public layers ({total}), according to the validation: {lista}. Plots compared: {talhoes}; not: {fora}.",
	ES: "Capas públicas ({total}), según la validación: {lista}. Parcelas comparadas: {talhoes}; no: {fora}.",
}

// Args fills SealedText.
func (s *Sealed) Args() lang.Args {
	var list []string
	for _, l := range s.Layers {
		list = append(list, l.Name+" ("+l.Kind+", "+l.Date+", SHA-256 "+l.SHA256+")")
	}
	return lang.Args{"talhoes": strconv.Itoa(s.Plots), "fora": strconv.Itoa(s.Unchecked), "total": strconv.Itoa(s.Total), "lista": strings.Join(list, "; ")}
}
