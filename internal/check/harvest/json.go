package harvest

import (
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/check/record"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// AppendJSON appends the review as the wire shows it.
func (c Review) AppendJSON(dst []byte, l lang.Lang) []byte {
	dst = append(dst, `{"cultura":`...)
	dst = appendNullable(dst, c.Crop)
	dst = append(dst, `,"avisos":[`...)
	for i, f := range c.Findings {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = AppendFinding(dst, &f, l)
	}
	dst = append(dst, `],"resumo":`...)
	dst = c.Summary.AppendJSON(dst)
	dst = append(dst, `,"completude":`...)
	dst = c.Completeness.AppendJSON(dst, l)
	dst = append(dst, `,"camadas":`...)
	dst = c.Land.AppendJSON(dst, l)
	return append(dst, '}')
}

// AppendFinding appends a finding as the wire shows it.
func AppendFinding(dst []byte, f *finding.Finding, l lang.Lang) []byte {
	return appendFinding(dst, f, f.Message(l), namedField)
}

func appendFinding(dst []byte, f *finding.Finding, message string, field func(finding.Ref) string) []byte {
	dst = append(dst, `{"regra":`...)
	dst = canon.AppendString(dst, f.Rule.ID)
	dst = append(dst, `,"severidade":`...)
	dst = canon.AppendString(dst, string(f.Rule.Severity))
	dst = append(dst, `,"mensagem":`...)
	dst = canon.AppendString(dst, message)
	dst = append(dst, `,"registros":[`...)
	for i, r := range f.Records {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendReference(dst, r, field)
	}
	return append(dst, `]}`...)
}

func appendReference(dst []byte, r finding.Ref, field func(finding.Ref) string) []byte {
	dst = append(dst, `{"prefixo":`...)
	dst = canon.AppendString(dst, r.Prefix)
	dst = append(dst, `,"id":`...)
	dst = canon.AppendString(dst, r.ID)
	dst = append(dst, `,"campo":`...)
	dst = canon.AppendString(dst, field(r))
	return append(dst, '}')
}

// AppendOutline appends at most that many findings without their quotes: the rule, the severity
// and the records. It reveals no content of a record, so it can be kept where a record's erasure
// does not reach.
func (c Review) AppendOutline(dst []byte, most int) []byte {
	dst = append(dst, '[')
	for i, f := range c.Findings[:min(most, len(c.Findings))] {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendFinding(dst, &f, f.Rule.Says(lang.PT), plainField)
	}
	return append(dst, ']')
}

// namedField returns the name of a field as the record has it.
func namedField(r finding.Ref) string { return r.Field }

// plainField returns the name of a field that is in a table; "" for one that a caller made up.
func plainField(r finding.Ref) string {
	k := kind.ByPrefix(r.Prefix)
	if _, known := k.Field(r.Field); known || r.Field == "safraCodigo" || r.Field == "cultura" || record.IsExtraMember(r.Prefix, r.Field) {
		return r.Field
	}
	return ""
}

// AppendJSON appends the completeness as the wire shows it.
func (c Completeness) AppendJSON(dst []byte, l lang.Lang) []byte {
	dst = append(dst, `{"alvo":`...)
	dst = appendNullable(dst, string(c.Target))
	dst = append(dst, `,"presentes":`...)
	dst = appendSteps(dst, c.Present, l)
	dst = append(dst, `,"faltantes":`...)
	dst = appendSteps(dst, c.Missing, l)
	dst = append(dst, `,"percentual":`...)
	dst = strconv.AppendInt(dst, int64(c.Percent), 10)
	dst = append(dst, `,"proximosPassos":[`...)
	for i, n := range c.Next {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"acao":`...)
		dst = canon.AppendString(dst, n.Action.In(l))
		dst = append(dst, `,"prefixo":`...)
		dst = canon.AppendString(dst, n.Prefix)
		dst = append(dst, `,"quem":`...)
		dst = canon.AppendString(dst, string(n.Who))
		dst = append(dst, '}')
	}
	return append(dst, `]}`...)
}

func appendSteps(dst []byte, steps []Step, l lang.Lang) []byte {
	dst = append(dst, '[')
	for i, s := range steps {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"prefixo":`...)
		dst = canon.AppendString(dst, s.Kind.Prefix)
		dst = append(dst, `,"fase":`...)
		dst = canon.AppendString(dst, s.Kind.Phase)
		dst = append(dst, `,"nome":`...)
		dst = canon.AppendString(dst, s.Kind.Name)
		if s.Field != "" {
			dst = append(dst, `,"campo":`...)
			dst = canon.AppendString(dst, s.Field)
		}
		dst = append(dst, `,"motivo":`...)
		dst = canon.AppendString(dst, s.Reason.In(l))
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

// appendNullable appends a text, or null for none.
func appendNullable(dst []byte, s string) []byte {
	if s == "" {
		return append(dst, `null`...)
	}
	return canon.AppendString(dst, s)
}
