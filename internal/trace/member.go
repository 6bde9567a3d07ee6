package trace

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// The rules that a member of a request outside its payload can break.
var (
	ruleRequired  = &finding.Rule{ID: "OBRIGATORIO", Severity: finding.Error, Message: lang.Text{PT: "é obrigatório", EN: "is required", ES: "es obligatorio"}}
	ruleText      = kind.WantText
	ruleTooLong   = kind.TextTooLong
	ruleFlag      = &finding.Rule{ID: "LOGICO_ESPERADO", Severity: finding.Error, Message: lang.Text{PT: "deve ser true ou false", EN: "must be true or false", ES: "debe ser true o false"}}
	ruleInteger   = &finding.Rule{ID: "INTEIRO_ESPERADO", Severity: finding.Error, Message: lang.Text{PT: "deve ser um número inteiro entre 0 e {max}", EN: "must be a whole number from 0 to {max}", ES: "debe ser un número entero entre 0 y {max}"}}
	ruleTexts     = kind.WantTexts
	ruleObject    = &finding.Rule{ID: "OBJETO_ESPERADO", Severity: finding.Error, Message: lang.Text{PT: "deve ser um objeto JSON", EN: "must be a JSON object", ES: "debe ser un objeto JSON"}}
	ruleValue     = &finding.Rule{ID: "VALOR_DESCONHECIDO", Severity: finding.Error, Message: lang.Text{PT: "não vale '{valor}'; valores: {valores}", EN: "cannot be '{valor}'; values: {valores}", ES: "no puede ser '{valor}'; valores: {valores}"}}
	ruleInstant   = &finding.Rule{ID: "INSTANTE_ESPERADO", Severity: finding.Error, Message: lang.Text{PT: "deve ser um instante futuro, como 2027-01-31 ou 2027-01-31T12:00:00Z", EN: "must be a future instant, such as 2027-01-31 or 2027-01-31T12:00:00Z", ES: "debe ser un instante futuro, como 2027-01-31 o 2027-01-31T12:00:00Z"}}
	ruleBeyondKey = &finding.Rule{ID: "ALEM_DA_CHAVE", Severity: finding.Error, Message: lang.Text{PT: "esta chave só pode conceder: {valores}", EN: "this key can only grant: {valores}", ES: "esta clave solo puede conceder: {valores}"}}
	ruleCandidate = &finding.Rule{ID: "CANDIDATO", Severity: finding.Error, Message: lang.Text{PT: "{id}", EN: "{id}", ES: "{id}"}}
	ruleNoReason  = &finding.Rule{ID: "MOTIVO_VAZIO", Severity: finding.Error, Message: lang.Text{PT: "não diz nada; escreva o motivo em palavras, ou deixe de fora", EN: "says nothing; state the reason in words, or leave it out", ES: "no dice nada; escriba el motivo con palabras, o déjelo fuera"}}
	ruleNoErrors  = &finding.Rule{ID: "SEM_ERROS_A_JUSTIFICAR", Severity: finding.Error, Message: lang.Text{PT: "não cabe: a conferência da safra não achou erros; deixe de fora", EN: "does not apply: the review of the harvest found no errors; leave it out", ES: "no corresponde: la revisión de la cosecha no encontró errores; déjelo fuera"}}
	rulePeriod    = &finding.Rule{ID: "PERIODO_INVALIDO", Severity: finding.Error, Message: lang.Text{PT: "deve ter 'de' e 'ate' como datas ou instantes, 'ate' depois de 'de'", EN: "must have 'de' and 'ate' as dates or instants, 'ate' after 'de'", ES: "debe tener 'de' y 'ate' como fechas o instantes, 'ate' después de 'de'"}}
	ruleLotText   = &finding.Rule{ID: "LOTES_A_SEPARAR", Severity: finding.Error, Message: lang.Text{PT: "não deu para ler os códigos em '{valor}'; escreva um por linha, ou separe-os com vírgulas: A-1, A-2", EN: "the codes in '{valor}' could not be read; write one per line, or separate them with commas: A-1, A-2", ES: "no se pudieron leer los códigos en '{valor}'; escriba uno por línea, o sepárelos con comas: A-1, A-2"}}
	ruleKindOfID  = &finding.Rule{ID: "REGISTRO_DE_OUTRO_TIPO", Severity: finding.Error, Message: lang.Text{PT: "não é o id de um registro {tipos}: '{id}'", EN: "is not the id of a record {tipos}: '{id}'", ES: "no es el id de un registro {tipos}: '{id}'"}}
	ruleNearLot   = &finding.Rule{ID: "LOTE_PARECIDO", Severity: finding.Error, Message: lang.Text{PT: "{lote}", EN: "{lote}", ES: "{lote}"}}
)

// RequestRules lists them.
var RequestRules = []*finding.Rule{
	ruleRequired, ruleText, ruleTooLong, ruleFlag, ruleInteger, ruleTexts, ruleObject, ruleValue, ruleInstant, ruleBeyondKey, ruleCandidate, ruleNoReason, ruleNoErrors, rulePeriod, ruleLotText, ruleKindOfID, ruleNearLot,
}

// ruleIdentifier is the code of check/record's rule, for an identifier in a path.
const ruleIdentifier = "IDENTIFICADOR_INVALIDO"

// problem is a rule that a member broke.
func problem(name, pointer string, rule *finding.Rule, args lang.Args) Problem {
	return Problem{Field: name, Pointer: pointer, Rule: rule.ID, Message: rule.In(finding.Request).Message, Args: args}
}

// members reads the members of a request object and gathers what is wrong, so
// that a caller learns of everything at once.
type members struct {
	at       string // pointer of the object
	problems []Problem
}

func (m *members) report(name string, rule *finding.Rule, args lang.Args) {
	m.problems = append(m.problems, problem(name, m.at+"/"+name, rule, args))
}

// err is CodeInvalid with all that was reported, nil when nothing was.
func (m *members) err() error {
	if len(m.problems) == 0 {
		return nil
	}
	return &Error{Code: CodeInvalid, Problems: m.problems}
}

// text reads a text, trimmed. A number is taken as its digits; null is absent.
func (m *members) text(name string, value canon.Value, most int) string {
	var s string
	switch value.Kind() {
	case 'n':
		return ""
	case '0':
		s = string(value)
	case '"':
		s, _ = canon.String(value)
	default:
		m.report(name, ruleText, nil)
		return ""
	}
	s = strings.TrimSpace(s)
	if utf8.RuneCountInString(s) > most {
		m.report(name, ruleTooLong, lang.Args{"max": strconv.Itoa(most)})
		return ""
	}
	return s
}

func (m *members) required(name, value string) {
	for _, p := range m.problems {
		if p.Field == name {
			return // already told what is wrong with it
		}
	}
	if value == "" {
		m.report(name, ruleRequired, nil)
	}
}

func (m *members) flag(name string, value canon.Value) bool {
	if kind := value.Kind(); kind != 't' && kind != 'f' {
		m.report(name, ruleFlag, nil)
	}
	return value.Kind() == 't'
}

func (m *members) integer(name string, value canon.Value, most int) int {
	n, err := strconv.Atoi(string(value))
	if err != nil || n < 0 || n > most {
		m.report(name, ruleInteger, lang.Args{"max": strconv.Itoa(most)})
		return 0
	}
	return n
}

// texts reads a list of texts of at most 100 characters each.
func (m *members) texts(name string, value canon.Value, most int) []string {
	if value.Kind() == 'n' {
		return nil
	}
	var list []string
	if err := canon.Unmarshal(value, &list); err != nil || len(list) > most {
		m.report(name, ruleTexts, lang.Args{"max": strconv.Itoa(most)})
		return nil
	}
	for i, s := range list {
		list[i] = strings.TrimSpace(s)
		if list[i] == "" {
			m.report(name, ruleRequired, nil)
		} else if utf8.RuneCountInString(list[i]) > maxName {
			m.report(name, ruleTooLong, lang.Args{"max": strconv.Itoa(maxName)})
		}
	}
	return list
}

// Object reads a strict JSON object, calling fn for each member. It fails with
// the reader's codes, CodeNotObject, or fn's own error.
func readObject(body []byte, fn func(name string, value canon.Value) error) error {
	if err := readableObject(body); err != nil {
		return err
	}
	return canon.Members(body, fn)
}

func readableObject(body []byte) error {
	if err := readable(body); err != nil {
		return err
	}
	if canon.Value(body).Kind() != '{' {
		return Fail(CodeNotObject)
	}
	return nil
}

var unreadable = map[canon.Reason]Code{
	canon.Empty: CodeEmptyBody, canon.NotJSON: CodeNotJSON, canon.Truncated: CodeTruncated, canon.TwoValues: CodeTwoValues,
	canon.DuplicateKey: CodeDuplicateKey, canon.InvalidUTF8: CodeInvalidUTF8, canon.NUL: CodeNUL, canon.TooDeep: CodeTooDeep,
}

func readable(body []byte) error {
	err := canon.Validate(body)
	if err == nil {
		return nil
	}
	bad, ok := err.(*canon.Error)
	if !ok {
		return &Error{Code: CodeNotJSON, Cause: err}
	}
	return unreadableAt(bad)
}

func unreadableAt(bad *canon.Error) *Error {
	return Fail(unreadable[bad.Reason], "posicao", strconv.FormatInt(bad.Offset, 10), "ponteiro", clip(bad.Pointer), "max", strconv.Itoa(canon.MaxDepth))
}
