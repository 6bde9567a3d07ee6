package rastro

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// Text is a text. A number stored in its place is read with all its digits, because the keys of
// invoices are too long for a float64.
type Text string

// UnmarshalJSON reads a text or a number.
func (t *Text) UnmarshalJSON(data []byte) error {
	text, _, err := textOrNumber(data)
	*t = Text(text)
	return err
}

// Texts is a list of texts. Where the interface takes one text instead of a list, that is read as
// a list of one.
type Texts []string

// UnmarshalJSON reads a list, or one text or number.
func (t *Texts) UnmarshalJSON(data []byte) error {
	var list []Text
	if !bytes.HasPrefix(data, []byte("[")) {
		list = make([]Text, 1)
		if err := list[0].UnmarshalJSON(data); err != nil {
			return err
		}
	} else if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	*t = make(Texts, len(list))
	for i := range list {
		(*t)[i] = string(list[i])
	}
	return nil
}

// Quantity is a number, or a text with a number in it, as "13,5 %": one of its fields is set.
type Quantity struct {
	Number json.Number
	Text   string
}

// UnmarshalJSON reads a number or a text.
func (q *Quantity) UnmarshalJSON(data []byte) error {
	text, number, err := textOrNumber(data)
	if *q = (Quantity{Text: text}); number {
		*q = Quantity{Number: json.Number(text)}
	}
	return err
}

// MarshalJSON writes a number or a text.
func (q Quantity) MarshalJSON() ([]byte, error) {
	if q.Number != "" {
		return json.Marshal(q.Number)
	}
	return json.Marshal(q.Text)
}

func isNumber(text string) bool {
	return text != "" && (text[0] == '-' || text[0] >= '0' && text[0] <= '9')
}

func textOrNumber(data []byte) (text string, number bool, err error) {
	switch {
	case bytes.HasPrefix(data, []byte(`"`)):
		err = json.Unmarshal(data, &text)
	case isNumber(string(data)):
		text, number = string(data), true
	case string(data) != "null":
		err = fmt.Errorf("%.40s is neither a text nor a number", data)
	}
	return text, number, err
}

// Others are the fields of a payload that its struct does not have, as they were read.
type Others map[string]json.RawMessage

// write writes a payload with its other fields. A field of the struct comes before one of the same
// name among the others.
func write(payload any, others Others) ([]byte, error) {
	own, err := json.Marshal(payload)
	if err != nil || len(others) == 0 {
		return own, err
	}
	all := make(Others, len(others))
	for name, value := range others {
		all[name] = value
	}
	if err := json.Unmarshal(own, &all); err != nil {
		return nil, err
	}
	return json.Marshal(all)
}

// read reads a payload. Members that its struct lacks go into others, and so do empty values, such
// as null, and values of another shape than the field, which the server accepts in some places:
// otherwise writing the payload would remove them.
func read(data []byte, payload any, others *Others) error {
	*others = nil
	if err := json.Unmarshal(data, others); err != nil {
		return err
	}
	into := reflect.ValueOf(payload).Elem()
	for i := range into.NumField() {
		name, _, _ := strings.Cut(into.Type().Field(i).Tag.Get("json"), ",")
		field := into.Field(i)
		value, ok := (*others)[name]
		if !ok || name == "-" {
			continue
		}
		field.SetZero()
		err := json.Unmarshal(value, field.Addr().Interface())
		switch {
		case err != nil:
			field.SetZero()
		case !field.IsZero() && (field.Kind() != reflect.Slice || field.Len() > 0):
			delete(*others, name)
		}
	}
	return nil
}
