package found

import (
	"regexp"
	"slices"
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Member is the member in which the documents of a load keep the findings about their invoice:
// {"chave":…,"achados":[{"regra":…,"valores":{…}}]}. A value is a text, or one for each language.
const Member = "conferenciaFiscal"

// Limits on what is kept and accepted: a payload may contain anything.
const (
	maxKept  = 40
	maxValue = 200
)

// Append appends the findings about the document with a key, in the form of Member. It omits what
// only this server could not check, which says nothing about the document. It appends nothing if
// nothing is left.
func Append(dst []byte, key string, findings []finding.Finding) []byte {
	start := len(dst)
	dst = canon.AppendString(append(dst, `{"chave":`...), key)
	dst = append(dst, `,"achados":[`...)
	n := 0
	for i := range findings {
		if findings[i].Rule == UncheckedSigner || n == maxKept {
			continue
		}
		if n++; n > 1 {
			dst = append(dst, ',')
		}
		dst = appendOne(dst, &findings[i])
	}
	if n == 0 {
		return dst[:start]
	}
	return append(dst, `]}`...)
}

func appendOne(dst []byte, f *finding.Finding) []byte {
	dst = canon.AppendString(append(dst, `{"regra":`...), f.Rule.ID)
	dst = append(dst, `,"valores":{`...)
	for i, name := range placeholders(f.Rule) {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(canon.AppendString(dst, name), ':')
		if text, ok := f.Words[name]; ok {
			dst = append(canon.AppendString(append(dst, `{"pt":`...), bounded(text.PT)), `,"en":`...)
			dst = append(canon.AppendString(dst, bounded(text.EN)), `,"es":`...)
			dst = append(canon.AppendString(dst, bounded(text.ES)), '}')
			continue
		}
		dst = canon.AppendString(dst, bounded(f.Args[name]))
	}
	return append(dst, `}}`...)
}

// bounded returns a text shortened for storage, without a CPF.
func bounded(text string) string { return lang.Clip(brdoc.Mask(text), maxValue) }

// placeholder is a place in a message that a value fills.
var placeholder = regexp.MustCompile(`\{(\w+)\}`)

// placeholders returns the names of the placeholders in a rule's message, each once.
func placeholders(r *finding.Rule) (names []string) {
	for _, m := range placeholder.FindAllStringSubmatch(r.Message.PT, -1) {
		if !slices.Contains(names, m[1]) {
			names = append(names, m[1])
		}
	}
	return names
}

// Read reads what Append wrote: the key of the document, and the findings. It skips what it does
// not know.
func Read(raw string) (key string, findings []finding.Finding) {
	if canon.KindOf(raw) != '{' {
		return "", nil
	}
	canon.Each(raw, func(name, value string) bool {
		switch {
		case name == "chave" && canon.KindOf(value) == '"':
			key = canon.Unquote(value)
		case name == "achados" && canon.KindOf(value) == '[':
			canon.Each(value, func(_, one string) bool {
				if f, ok := readOne(one); ok {
					findings = append(findings, f)
				}
				return len(findings) < maxKept
			})
		}
		return true
	})
	return key, findings
}

func readOne(raw string) (f finding.Finding, ok bool) {
	if canon.KindOf(raw) != '{' {
		return f, false
	}
	values := ""
	canon.Each(raw, func(name, value string) bool {
		switch {
		case name == "regra" && canon.KindOf(value) == '"':
			f.Rule = byID(canon.Unquote(value))
		case name == "valores" && canon.KindOf(value) == '{':
			values = value
		}
		return true
	})
	if f.Rule == nil {
		return f, false
	}
	for _, name := range placeholders(f.Rule) {
		f.Say(name, "…") // for a missing value
	}
	if values != "" {
		canon.Each(values, func(name, value string) bool {
			say(&f, name, value)
			return true
		})
	}
	return f, true
}

// say sets a placeholder of the rule to the kept value.
func say(f *finding.Finding, name, value string) {
	if !slices.Contains(placeholders(f.Rule), name) {
		return
	}
	switch canon.KindOf(value) {
	case '"':
		f.Say(name, bounded(canon.Unquote(value)))
	case '{':
		text := map[string]string{}
		canon.Each(value, func(l, said string) bool {
			if canon.KindOf(said) == '"' {
				text[l] = bounded(canon.Unquote(said))
			}
			return true
		})
		if said := (lang.Text{PT: text["pt"], EN: text["en"], ES: text["es"]}); said.Complete() {
			f.Say(name, said)
		}
	}
}

func byID(id string) *finding.Rule {
	for _, r := range Rules {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// Of reports whether the text of a field names the key of a document, however it is written.
func Of(text, key string) bool {
	strip := strings.NewReplacer(" ", "", ".", "", "-", "", "/", "")
	return key != "" && strings.Contains(strings.ToUpper(strip.Replace(text)), strings.ToUpper(key))
}

// examples are values for the examples of rules.
var examples = map[string]string{
	"motivo": "o conteúdo foi alterado depois de assinado", "campos": "data de emissão", "chave": "51250211222333000181550010000123461123456785",
	"situacao": "301", "cnpj": "11222333000181", "item": "1", "ncm": "09011110", "outra": "café", "cultura": "soja", "cfop": "7101",
	"itens": "36000", "transporte": "30000", "lotes": "500", "quantidade": "600",
}

// onPapers marks rules as being about the documents of a load, and adds their examples.
func onPapers(list ...*finding.Rule) []*finding.Rule {
	const key = "51250211222333000181550010000123451123456780"
	payload := func(findings string) string {
		return `{"notaFiscal":"` + key + `","` + Member + `":{"chave":"` + key + `","achados":[` + findings + `]}}`
	}
	for _, r := range list {
		r.Kinds, r.Later = []string{kind.Cargo, kind.ExportCargo}, true
		f := finding.Finding{Rule: r}
		for _, name := range placeholders(r) {
			f.Say(name, examples[name])
		}
		r.Trigger, r.Quiet = payload(string(appendOne(nil, &f))), payload("")
	}
	return list
}
