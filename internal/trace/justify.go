package trace

import (
	"strings"
	"unicode"

	"rastro/internal/canon"
	"rastro/internal/ptbr"
)

// justification reads the reason why a harvest is approved in spite of errors.
// It is shown to the public, so it is a member of the request and not of the
// payload, of which nothing is. A text that says nothing is reported.
func (m *members) justification(name string, value canon.Value) string {
	if value.Kind() == 'n' {
		return ""
	}
	before := len(m.problems)
	reason := m.text(name, value, MaxReason)
	if len(m.problems) == before && (ptbr.IsAbsent(reason) || !strings.ContainsFunc(reason, unicode.IsLetter)) {
		m.report(name, ruleNoReason, nil)
	}
	return reason
}

// mayJustify refuses a reason where there is nothing to justify: it would be
// read as if there had been.
func mayJustify(reason string, errors int) error {
	if reason == "" || errors > 0 {
		return nil
	}
	var m members
	m.report(justifyMember, ruleNoErrors, nil)
	return m.err()
}

// justifyMember is the reason's name, in the request and beside the payload.
const justifyMember = "justificativa"

// appendReason appends the reason to a seal.
func appendReason(seal []byte, reason string) []byte {
	if reason == "" {
		return seal
	}
	seal = append(seal, `,"`+justifyMember+`":`...)
	return canon.AppendString(seal, reason)
}

// justify gives a validation the reason that an update states, in place of the
// one it had; "" is none. What was found stays as it was.
func (r *Record) justify(reason string) error {
	if err := mayJustify(reason, r.sealed().Relatorio.Resumo.Erro); err != nil {
		return err
	}
	var seal []byte
	err := canon.Members(r.sealObject(), func(name string, value canon.Value) error {
		if name == justifyMember {
			return nil
		}
		if seal != nil {
			seal = append(seal, ',')
		}
		seal = canon.AppendString(seal, name)
		seal = append(seal, ':')
		seal = append(seal, value...)
		return nil
	})
	if err == nil { // one that cannot be read stays as it is, and tells on itself
		r.Seal = appendReason(seal, reason)
	}
	return nil
}
