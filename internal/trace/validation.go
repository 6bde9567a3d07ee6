package trace

import (
	"io"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/ptbr"
)

// Validation is the payload of a validation, read.
type Validation struct {
	Code     string    // as written; "" for none
	Approved bool      // true unless the validation says otherwise
	LastDay  time.Time // the last day on which it is valid; zero for none
}

// Validation reads the payload of a validation.
func (r *Record) Validation() Validation {
	v := Validation{Approved: true}
	_ = canon.Members(r.Payload, func(name string, value canon.Value) error {
		switch name {
		case "codigo":
			v.Code, _ = memberText(value)
		case "status":
			status, _ := memberText(value)
			v.Approved = status == "" || strings.HasPrefix(strings.ToUpper(strings.TrimSpace(status)), "APROVAD")
		case "validade":
			written, _ := memberText(value)
			if day, reading := ptbr.Date(written); reading == ptbr.Read {
				v.LastDay = day
			}
		}
		return nil
	})
	return v
}

// Ends returns the end of the last day; zero for none.
func (v Validation) Ends() time.Time {
	if v.LastDay.IsZero() {
		return time.Time{}
	}
	return v.LastDay.AddDate(0, 0, 1)
}

// crockford is the alphabet of generated codes: no I, L, O or U.
const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// NewCode returns a code of 80 random bits, in groups of four that people can read aloud.
func NewCode(random io.Reader) (string, error) {
	var bits [16]byte
	if _, err := io.ReadFull(random, bits[:]); err != nil {
		return "", err
	}
	var b strings.Builder
	for i, v := range bits {
		if i > 0 && i%4 == 0 {
			b.WriteByte('-')
		}
		b.WriteByte(crockford[v%32])
	}
	return b.String(), nil
}

var (
	unspaced   = strings.NewReplacer("-", "", " ", "")
	unmistaken = strings.NewReplacer("O", "0", "I", "1", "L", "1")
)

// FoldCode returns the form in which the spellings of one code are equal: upper case, no
// spaces or hyphens, and, if that leaves the 16 characters of a generated code, O read as
// 0 and I and L as 1.
func FoldCode(code string) string {
	code = strings.ToUpper(strings.TrimSpace(code))
	code = unspaced.Replace(code)
	if len(code) != 16 {
		return code
	}
	folded := unmistaken.Replace(code)
	if strings.Trim(folded, crockford) == "" {
		return folded
	}
	return code
}

// WithCode puts a code into a payload, in place of an empty one or as its
// first member; the other members keep their bytes.
func WithCode(payload []byte, code string) ([]byte, error) {
	out := append(make([]byte, 0, len(payload)+len(code)+16), `{"codigo":`...)
	out = canon.AppendString(out, code)
	err := canon.Members(payload, func(name string, value canon.Value) error {
		if name != "codigo" {
			out = append(out, ',')
			out = canon.AppendString(out, name)
			out = append(out, ':')
			out = append(out, value...)
		}
		return nil
	})
	return append(out, '}'), err
}

// KeepCode makes sure an update keeps the validation's code, which may be printed on sacks. If the
// payload has no code, KeepCode adds it.
func KeepCode(r *Record) error {
	switch FoldCode(r.Validation().Code) {
	case FoldCode(r.ValidationCode):
		return nil
	case "":
		var err error
		r.Payload, err = WithCode(r.Payload, r.ValidationCode)
		return err
	}
	return Fail(CodeCodeFixed, "codigo", r.ValidationCode)
}
