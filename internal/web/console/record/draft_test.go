package record

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// genValue generates JSON values that a field of some shape may contain.
func genValue(t *rapid.T, f *kind.Field, open bool) string {
	text := rapid.OneOf(rapid.SampledFrom([]string{"", " ", "a", " x ", "1.500", "1,5", "LOTE-1; LOTE-2", "a\nb", "a\r\nb", "\rx", "\n", "tab\there", `"q"`, "<b>&amp;", "13,5 %", "000123", "[1]", `{"a":1}`, "ç\u2028é", "null", "json:1", "36.000 kg", "36000kg", "36,5 t", "13,8%", "720 g/L", "2025-02-10", "2025-02-31", "2025-02-10T14:20:00-04:00", "2025-02-10T14:20:31-04:00", "2025-02-10T14:20:00Z", "10/02/25", "~outro", "restrito"}), rapid.String())
	quoted := func(label string) string {
		return string(canon.AppendString(nil, strings.ReplaceAll(text.Draw(t, label), "\x00", "")))
	}
	number := rapid.SampledFrom([]string{"0", "7200", "7200.0", "1.50", "36.125", "1e3", "0.1E2", "35240312345678000190550010000012341000012345", "12345678901234567890.5"})
	texts := func() string {
		var items []string
		for range rapid.IntRange(0, 4).Draw(t, "items") {
			if rapid.Bool().Draw(t, "number") {
				items = append(items, number.Draw(t, "item"))
			} else {
				items = append(items, quoted("item"))
			}
			if len(f.Values) > 0 && rapid.Bool().Draw(t, "known") {
				items = append(items, string(canon.AppendString(nil, rapid.SampledFrom(f.Values).Draw(t, "item"))))
			}
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	if rapid.IntRange(0, 9).Draw(t, "null") == 0 {
		return "null"
	}
	if open && rapid.IntRange(0, 4).Draw(t, "odd") == 0 {
		return rapid.SampledFrom([]string{"true", "false", `{"a":[1,{"b":" "}]}`, `[[],{}]`, `[ "x" ,null]`}).Draw(t, "value")
	}
	switch f.Shape {
	case kind.Number:
		return number.Draw(t, "value")
	case kind.Plot:
		return rapid.SampledFrom([]string{"[]", "[-55.720000,-12.55,-55.71,-12.54]", "[ -55.72 , -12.55 , -55.71 , -12.54, -55.7,-12.5 ]", "[1,2,3]", "[[-55.1,-12.1],[-55.2,-12.1],[-55.2,-12.20]]",
			`{"type": "Polygon","coordinates":[[[-55.1,-12.1],[-55.2,-12.1],[-55.2,-12.2],[-55.1,-12.1]]]}`, "[" + strings.Repeat("-55.123456,-12.123456,", 2000) + "-55,-12]"}).Draw(t, "plot")
	case kind.Texts:
		return texts()
	case kind.Objects:
		return rapid.SampledFrom([]string{"[]", `[{"tipo":"CASCA","peso":4200},{"peso":"4.200 kg","tipo":"P\u00f3","x":[1]}]`, `[{"peneira":"17/18","percentual":40.0},{ "percentual" : "60%" }]`, `[{"tipo":["x"],"percentual":{}}]`, `[{"tipo":"a\nb"}]`, `[{"tipo":"","peso":null},{"x":1}]`, `[{"a":1.50,"b":[true, null]}]`, `[{}, { "x" : "\u00e7" }]`}).Draw(t, "objects")
	case kind.TextOrTexts:
		if rapid.Bool().Draw(t, "list") {
			return texts()
		}
	}
	if len(f.Values) > 0 && rapid.Bool().Draw(t, "known") {
		return string(canon.AppendString(nil, rapid.SampledFrom(f.Values).Draw(t, "value")))
	}
	if rapid.IntRange(0, 3).Draw(t, "as number") == 0 {
		return number.Draw(t, "value")
	}
	return quoted("text")
}

func genPayload(t *rapid.T, k *kind.Kind) string {
	space := rapid.SampledFrom([]string{"", " ", "\n\t"}).Draw(t, "space")
	var members []string
	fields := k.FormFields()
	for i := range fields {
		if rapid.IntRange(0, 3).Draw(t, "absent") > 0 {
			members = append(members, string(canon.AppendString(nil, fields[i].Name))+space+":"+space+genValue(t, &fields[i], k.Open))
		}
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "extras") {
		members = append(members, fmt.Sprintf(`"extra <%d>":%s`, i, rapid.SampledFrom([]string{`"x"`, "1.0", `{"a": [1, 2]}`, "null", "true"}).Draw(t, "extra")))
	}
	return "{" + space + strings.Join(rapid.Permutation(members).Draw(t, "order"), ","+space) + space + "}"
}

// Opening a record and sending it unchanged does not change a byte of it, whatever it contains.
func TestDraftLeavesRecordsAlone(t *testing.T) {
	for _, k := range kind.All {
		rapid.Check(t, func(rt *rapid.T) {
			payload := genPayload(rt, k)
			values, _ := membersOf([]byte(payload))
			form := url.Values{}
			d := &draft{kind: k}
			fields := k.FormFields()
			for i := range fields {
				v := d.viewField(&fields[i], values[fields[i].Name], lang.PT)
				fillIn(form, &v)
			}
			got, problems := readDraft(k, form, &trace.Record{Kind: k, Payload: []byte(payload)}).build()
			if problems != nil || string(got) != payload {
				rt.Fatalf("%s\nbecame %s (%v)\nby %v", payload, got, problems, form)
			}
		})
	}
}

// fillIn sends a field as a browser does after showing it without changes.
func fillIn(form url.Values, v *fieldView) {
	line := strings.NewReplacer("\r", "", "\n", "")
	switch v.Widget {
	case "area", "lines", "plot":
		form.Set(v.Name, strings.ReplaceAll(oneBreak(v.Text), "\n", "\r\n"))
	case "choice":
		form.Set(v.Name, "")
		form.Set(v.Name+".outro", line.Replace(v.Other))
		if v.Other != "" {
			form.Set(v.Name, otherChoice)
		}
		for _, o := range v.Options {
			if o.Chosen {
				form.Set(v.Name, o.Value)
			}
		}
	case "list":
		for _, o := range v.Options {
			if o.Chosen {
				form.Add(v.Name, o.Value)
			}
		}
		for _, item := range v.Items {
			form.Add(v.Name, line.Replace(item))
		}
	case "table":
		for _, row := range v.Table {
			form.Add(v.Name+".linha", row.From)
			for _, cell := range row.Cells {
				form.Add(cell.Name, line.Replace(cell.Text))
			}
		}
	default:
		form.Set(v.Name, line.Replace(v.Text))
	}
}

// What is typed becomes the JSON of the field's type.
func TestReadField(t *testing.T) {
	for _, tc := range []struct {
		shape        kind.Shape
		before, text string
		want, wrong  string
	}{
		{kind.Text, "", " Plantio direto ", `"Plantio direto"`, ""},
		{kind.Text, "123", "124", `"124"`, ""},
		{kind.Text, `"a"`, "", "", ""},
		{kind.Date, "", "05/10/2024", `"2024-10-05"`, ""},
		{kind.Date, "", "10/02/25", `"2025-02-10"`, ""},
		{kind.Date, "", "10-2-2025", `"2025-02-10"`, ""},
		{kind.Date, "", "10 fev 2025", `"2025-02-10"`, ""},
		{kind.Date, "", "2025-02-10", `"2025-02-10"`, ""},
		{kind.Date, "", "31/02/2025", `"31/02/2025"`, ""},
		{kind.Date, "", "ontem", `"ontem"`, ""},
		{kind.Date, "", "10/02/2025 08:00", `"2025-02-10"`, ""}, // the form says so
		{kind.DateTime, "", "10/02/25 14h20", `"2025-02-10T14:20:00"`, ""},
		{kind.DateTime, "", "10/02/25", `"2025-02-10"`, ""},
		{kind.DateTime, `"2025-02-10T14:20:00-04:00"`, "10/02/2025 15:05", `"2025-02-10T15:05:00-04:00"`, ""},
		{kind.DateTime, `"2025-02-10T14:20:00-04:00"`, "2025-02-10T15:05:00-03:00", `"2025-02-10T15:05:00-03:00"`, ""},
		{kind.Number, "", "7.200,5", "7200.5", ""},
		{kind.Number, "", "7200.5", "7200.5", ""},
		{kind.Number, "", "36.000", "36000", ""},
		{kind.Number, "", "1e3", "1e3", ""},
		{kind.Number, "", "-3", "-3", ""},
		{kind.Number, "", "uns 30", "", "number"},
		{kind.Number, "", "7200 kg", "", "number"},
		{kind.Quantity, "", "13,5", "13.5", ""},
		{kind.Quantity, "", "13,5 %", `"13,5 %"`, ""},
		{kind.Quantity, `"13 %"`, "14", `"14"`, ""},
		{kind.Texts, "", "a\r\n\r\n b ", `["a","b"]`, ""},
		{kind.Texts, `["a",12]`, "a\n12\nc", `["a",12,"c"]`, ""},
		{kind.TextOrTexts, "", "a", `"a"`, ""},
		{kind.TextOrTexts, "", "a\nb", `["a","b"]`, ""},
		{kind.TextOrTexts, `["a"]`, "b", `["b"]`, ""},
		{kind.Plot, "", "-55.720000, -12.55, -55.71, -12.54", "[-55.720000,-12.55,-55.71,-12.54]", ""},
		{kind.Plot, "", "-55.1, -12.1\n-55.2, -12.1\n-55.2, -12.2", "[-55.1,-12.1,-55.2,-12.1,-55.2,-12.2]", ""},
		{kind.Plot, "", "-55,72; -12,55; -55,71; -12,54", "[-55.72,-12.55,-55.71,-12.54]", ""},
		{kind.Plot, "", "-55.1 -12.1 -55.2 -12.2", "[-55.1,-12.1,-55.2,-12.2]", ""},
		{kind.Plot, "", `{"type":"Point","coordinates":[-55,-12]}`, `{"type":"Point","coordinates":[-55,-12]}`, ""},
		{kind.Plot, "", "perto do rio", "", "plot"},
		{kind.Plot, "", "[1,2", "", "plot"},
	} {
		f := &kind.Field{Name: "x", Shape: tc.shape}
		got, wrong := readField(f, tc.text, tc.before)
		if string(got) != tc.want || wrong != tc.wrong {
			t.Errorf("%q over %q in shape %d: %s %q, want %s %q", tc.text, tc.before, tc.shape, got, wrong, tc.want, tc.wrong)
		}
	}
}

func FuzzReadField(f *testing.F) {
	f.Add("-55,72; -12,55", uint8(5))
	f.Add("1.234,5", uint8(4))
	f.Add("[{", uint8(9))
	f.Fuzz(func(t *testing.T, text string, shape uint8) {
		field := &kind.Field{Name: "x", Shape: kind.Shape(shape%9 + 1)}
		raw, wrong := readField(field, text, "")
		if raw != nil && wrong == "" && strings.ToValidUTF8(text, "") == text && !strings.Contains(text, "\x00") {
			if err := canon.Validate(raw); err != nil {
				t.Errorf("%q in shape %s gives %s: %v", text, strconv.Itoa(int(field.Shape)), raw, err)
			}
		}
	})
}
