package record

import (
	"rastro/internal/canon"
)

// KeepTaxCheck restores the server's findings about an invoice when a payload is replaced, so
// that nobody can remove or rewrite them. They count only while the record is about that
// invoice. Other payloads do not change.
func KeepTaxCheck(prefix string, payload, before []byte) []byte {
	if !IsExtraMember(prefix, TaxCheck) {
		return payload
	}
	kept := member(before, TaxCheck)
	if kept == "" || member(payload, TaxCheck) == kept {
		return payload
	}
	out := []byte{'{'}
	add := func(name, value string) {
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(canon.AppendString(out, name), ':'), value...)
	}
	canon.Each(string(payload), func(name, value string) bool {
		if name != TaxCheck {
			add(name, value)
		}
		return true
	})
	add(TaxCheck, kept)
	return append(out, '}')
}

// member returns the value of a member; "" if there is none.
func member(payload []byte, want string) (value string) {
	canon.Each(string(payload), func(name, one string) bool {
		if name == want {
			value = one
		}
		return value == ""
	})
	return value
}
