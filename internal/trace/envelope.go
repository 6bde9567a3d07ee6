package trace

import (
	"bytes"
	"cmp"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/kind"
)

// MaxName bounds safraId, safraCodigo, codes and the names of things.
const MaxName = 100

// Envelope is the content of every create and update.
type Envelope struct {
	// ID is the record to update; "" if the request names none.
	ID          string
	HarvestID   string
	HarvestCode string
	Payload     []byte
	// Justification is a validation's: why the harvest is approved despite
	// errors; "" if none is stated.
	Justification string
}

// ReadEnvelope reads a request body and checks its payload against the kind's
// table. It fails with a reader's code if it cannot be read, and with CodeInvalid,
// which lists every problem, if it cannot be accepted. Unknown members are ignored.
func ReadEnvelope(k *kind.Kind, body []byte) (Envelope, error) {
	if err := ReadableObject(body); err != nil {
		return Envelope{}, err
	}
	return EnvelopeOf(k, body)
}

// EnvelopeOf reads an object that has already passed ReadableObject.
func EnvelopeOf(k *kind.Kind, body []byte) (Envelope, error) {
	var env Envelope
	var m Members
	payloadSeen := false
	err := canon.Members(body, func(name string, value canon.Value) error {
		switch name {
		case "id":
			env.ID = m.Text(name, value, MaxName)
		case "safraId":
			env.HarvestID = m.Text(name, value, MaxName)
		case "safraCodigo":
			env.HarvestCode = m.Text(name, value, MaxName)
		case "dados":
			payloadSeen = true
			if value.Kind() != '{' {
				m.Report(name, RuleObject, nil)
				break
			}
			env.Payload = bytes.Clone(value)
		case justifyMember:
			if k.IsValidation() {
				env.Justification = m.justification(name, value)
			}
		}
		return nil
	})
	if err != nil {
		return Envelope{}, err
	}
	m.Required("safraId", env.HarvestID)
	m.Addressable("safraId", env.HarvestID)
	if !payloadSeen {
		m.Report("dados", ruleRequired, nil)
	}
	if env.Payload != nil {
		m.Problems = append(m.Problems, payloadProblems(k, env.Payload)...)
	}
	return env, m.Err()
}

func payloadProblems(k *kind.Kind, payload []byte) []Problem {
	var problems []Problem
	for _, p := range k.Check(payload) {
		problems = append(problems, Problem{
			Field: cmp.Or(p.Field, "dados"), Pointer: "/dados" + p.Pointer, Rule: p.Rule.ID, Message: p.Rule.Message, Args: p.Args,
		})
	}
	if k.IsValidation() {
		// The payload is free-form, but we print its code and look it up.
		m := Members{At: "/dados"}
		_ = canon.Members(payload, func(name string, value canon.Value) error {
			if name == "codigo" {
				m.Addressable(name, strings.TrimSpace(m.Text(name, value, MaxName)))
			}
			return nil
		})
		problems = append(problems, m.Problems...)
	}
	return problems
}

// PayloadText finds a text member of a payload; a number is its digits.
func PayloadText(payload []byte, member string) (text string, ok bool) {
	_ = canon.Members(payload, func(name string, value canon.Value) error {
		if name == member {
			text, ok = memberText(value)
		}
		return nil
	})
	return text, ok
}

// memberText returns a member as a text; a number is its digits.
func memberText(value canon.Value) (text string, ok bool) {
	if value.Kind() == '0' {
		return string(value), true
	}
	return canon.String(value)
}
