package audit

import (
	"errors"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ptbr"
)

// Finding is one remark on one record.
type Finding struct {
	Rule    *Rule
	Field   string
	Pointer string // RFC 6901, from the record's root
	Args    lang.Args
}

// maxFindings bounds what one record can make us send back.
const maxFindings = 100

var errEnough = errors.New("enough findings")

// maxQuoted bounds how much of a value a message repeats.
const maxQuoted = 60

// Record grades one payload. It is a pure function: the same payload of the
// same kind always gives the same findings, in the order of the payload.
func Record(k *kind.Kind, dados []byte) []Finding {
	var found []Finding
	add := func(rule *Rule, name string, args lang.Args) {
		found = append(found, Finding{rule, name, "/dados/" + canon.PointerToken(name), args})
	}
	_ = canon.Members(dados, func(name string, value canon.Value) error {
		if len(found) == maxFindings {
			return errEnough
		}
		field, known := k.Field(name)
		switch {
		case !known && !k.Open && name != "geojson":
			args := lang.Args{"campo": lang.Clip(name, maxQuoted)}
			if near := nearest(k, name); near != "" {
				args["sugestao"] = near
			}
			add(&UnknownField, name, args)
		case field.Shape == kind.Date || field.Shape == kind.DateTime:
			text, ok := canon.String(value)
			if !ok {
				break
			}
			switch _, reading := ptbr.Date(text); reading {
			case ptbr.Impossible:
				add(&ImpossibleDate, name, lang.Args{"valor": lang.Clip(text, maxQuoted)})
			case ptbr.Unreadable:
				add(&UnreadableDate, name, lang.Args{"valor": lang.Clip(text, maxQuoted)})
			}
		}
		return nil
	})
	return found
}

// Message says the finding in one language.
func (f Finding) Message(l lang.Lang) string {
	message := f.Rule.Message.Fill(l, f.Args)
	if f.Args["sugestao"] != "" {
		message += f.Rule.Hint.Fill(l, f.Args)
	}
	return message
}

func nearest(k *kind.Kind, name string) string {
	best, distance := "", 4 // more than three edits is another word
	for _, f := range k.Fields {
		if d := editDistance(name, f.Name, distance); d < distance {
			best, distance = f.Name, d
		}
	}
	return best
}

// AppendJSON appends findings as the wire shows them.
func AppendJSON(dst []byte, findings []Finding, l lang.Lang) []byte {
	dst = append(dst, '[')
	for i, f := range findings {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"regra":`...)
		dst = canon.AppendString(dst, f.Rule.ID)
		dst = append(dst, `,"campo":`...)
		dst = canon.AppendString(dst, f.Field)
		dst = append(dst, `,"ponteiro":`...)
		dst = canon.AppendString(dst, f.Pointer)
		dst = append(dst, `,"severidade":`...)
		dst = canon.AppendString(dst, string(f.Rule.Severity))
		dst = append(dst, `,"mensagem":`...)
		dst = canon.AppendString(dst, f.Message(l))
		dst = append(dst, '}')
	}
	return append(dst, ']')
}
