package trace

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"rastro/internal/canon"
	"rastro/internal/lang"
)

// The rules a request member outside a payload can break.
const (
	ruleRequired  = "OBRIGATORIO"
	ruleText      = "TEXTO_ESPERADO"
	ruleTooLong   = "TEXTO_LONGO"
	ruleFlag      = "LOGICO_ESPERADO"
	ruleInteger   = "INTEIRO_ESPERADO"
	ruleTexts     = "LISTA_DE_TEXTOS_ESPERADA"
	ruleObject    = "OBJETO_ESPERADO"
	ruleValue     = "VALOR_DESCONHECIDO"
	ruleInstant   = "INSTANTE_ESPERADO"
	ruleCandidate = "CANDIDATO"
	ruleNoReason  = "MOTIVO_VAZIO"
	ruleNoErrors  = "SEM_ERROS_A_JUSTIFICAR"
	// ruleIdentifier is audit's, for an identifier in a path.
	ruleIdentifier = "IDENTIFICADOR_INVALIDO"
)

var memberRules = map[string]lang.Text{
	ruleRequired:  {PT: "é obrigatório", EN: "is required", ES: "es obligatorio"},
	ruleText:      {PT: "deve ser um texto", EN: "must be a text", ES: "debe ser un texto"},
	ruleTooLong:   {PT: "tem mais de {max} caracteres", EN: "has more than {max} characters", ES: "tiene más de {max} caracteres"},
	ruleFlag:      {PT: "deve ser true ou false", EN: "must be true or false", ES: "debe ser true o false"},
	ruleInteger:   {PT: "deve ser um número inteiro entre 0 e {max}", EN: "must be a whole number from 0 to {max}", ES: "debe ser un número entero entre 0 y {max}"},
	ruleTexts:     {PT: "deve ser uma lista de até {max} textos", EN: "must be a list of at most {max} texts", ES: "debe ser una lista de hasta {max} textos"},
	ruleObject:    {PT: "deve ser um objeto JSON", EN: "must be a JSON object", ES: "debe ser un objeto JSON"},
	ruleValue:     {PT: "não vale '{valor}'; valores: {valores}", EN: "cannot be '{valor}'; values: {valores}", ES: "no puede ser '{valor}'; valores: {valores}"},
	ruleInstant:   {PT: "deve ser um instante futuro, como 2027-01-31 ou 2027-01-31T12:00:00Z", EN: "must be a future instant, such as 2027-01-31 or 2027-01-31T12:00:00Z", ES: "debe ser un instante futuro, como 2027-01-31 o 2027-01-31T12:00:00Z"},
	ruleBeyondKey: {PT: "esta chave só pode conceder: {valores}", EN: "this key can only grant: {valores}", ES: "esta clave solo puede conceder: {valores}"},
	ruleCandidate: {PT: "{id}", EN: "{id}", ES: "{id}"},
	ruleNoReason:  {PT: "não diz nada; escreva o motivo em palavras, ou deixe de fora", EN: "says nothing; state the reason in words, or leave it out", ES: "no dice nada; escriba el motivo con palabras, o déjelo fuera"},
	ruleNoErrors:  {PT: "não cabe: a conferência da safra não achou erros; deixe de fora", EN: "does not apply: the review of the harvest found no errors; leave it out", ES: "no corresponde: la revisión de la cosecha no encontró errores; déjelo fuera"},
	rulePeriod:    {PT: "deve ter 'de' e 'ate' como datas ou instantes, 'ate' depois de 'de'", EN: "must have 'de' and 'ate' as dates or instants, 'ate' after 'de'", ES: "debe tener 'de' y 'ate' como fechas o instantes, 'ate' después de 'de'"},
	ruleKindOfID:  {PT: "não é o id de um registro {tipos}: '{id}'", EN: "is not the id of a record {tipos}: '{id}'", ES: "no es el id de un registro {tipos}: '{id}'"},
	ruleNearLot:   {PT: "{lote}", EN: "{lote}", ES: "{lote}"},
}

// members reads the members of a request object and gathers what is wrong, so
// that a caller learns of everything at once.
type members struct {
	at       string // pointer of the object
	problems []Problem
}

func (m *members) report(name, rule string, args lang.Args) {
	m.problems = append(m.problems, Problem{Field: name, Pointer: m.at + "/" + name, Rule: rule, Message: memberRules[rule], Args: args})
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
