package trace

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
)

// The rules that a member of a request outside its payload can break.
var (
	ruleRequired  = &finding.Rule{ID: "OBRIGATORIO", Severity: finding.Error, Message: lang.Text{PT: "é obrigatório", EN: "is required", ES: "es obligatorio"}}
	ruleText      = kind.WantText
	RuleTooLong   = kind.TextTooLong
	ruleFlag      = &finding.Rule{ID: "LOGICO_ESPERADO", Severity: finding.Error, Message: lang.Text{PT: "deve ser true ou false", EN: "must be true or false", ES: "debe ser true o false"}}
	ruleInteger   = &finding.Rule{ID: "INTEIRO_ESPERADO", Severity: finding.Error, Message: lang.Text{PT: "deve ser um número inteiro entre 0 e {max}", EN: "must be a whole number from 0 to {max}", ES: "debe ser un número entero entre 0 y {max}"}}
	ruleTexts     = kind.WantTexts
	RuleObject    = &finding.Rule{ID: "OBJETO_ESPERADO", Severity: finding.Error, Message: lang.Text{PT: "deve ser um objeto JSON", EN: "must be a JSON object", ES: "debe ser un objeto JSON"}}
	ruleValue     = &finding.Rule{ID: "VALOR_DESCONHECIDO", Severity: finding.Error, Message: lang.Text{PT: "não pode ser '{valor}'; valores: {valores}", EN: "cannot be '{valor}'; values: {valores}", ES: "no puede ser '{valor}'; valores: {valores}"}}
	RuleInstant   = &finding.Rule{ID: "INSTANTE_ESPERADO", Severity: finding.Error, Message: lang.Text{PT: "deve ser um instante futuro, como 2027-01-31 ou 2027-01-31T12:00:00Z", EN: "must be a future instant, such as 2027-01-31 or 2027-01-31T12:00:00Z", ES: "debe ser un instante futuro, como 2027-01-31 o 2027-01-31T12:00:00Z"}}
	RuleBeyondKey = &finding.Rule{ID: "ALEM_DA_CHAVE", Severity: finding.Error, Message: lang.Text{PT: "esta chave só pode conceder: {valores}", EN: "this key can only grant: {valores}", ES: "esta clave solo puede conceder: {valores}"}}
	RuleCandidate = &finding.Rule{ID: "CANDIDATO", Severity: finding.Error, Message: lang.Text{PT: "{id}", EN: "{id}", ES: "{id}"}}
	ruleNoReason  = &finding.Rule{ID: "MOTIVO_VAZIO", Severity: finding.Error, Message: lang.Text{PT: "não diz nada; escreva o motivo em palavras, ou deixe de fora", EN: "says nothing; state the reason in words, or leave it out", ES: "no dice nada; escriba el motivo con palabras, u omítalo"}}
	RuleQuotes    = &finding.Rule{ID: "MOTIVO_CITA_O_EXPURGADO", Severity: finding.Error, Message: lang.Text{PT: "repete dados do registro que seria expurgado, e o motivo fica guardado; diga só a razão, como 'pedido do titular'", EN: "repeats data of the record to erase, and the reason is kept; state only why, such as 'requested by the data subject'", ES: "repite datos del registro que se va a suprimir, y el motivo se guarda; diga solo la razón, como 'solicitud del titular'"}}
	ruleNoErrors  = &finding.Rule{ID: "SEM_ERROS_A_JUSTIFICAR", Severity: finding.Error, Message: lang.Text{PT: "não cabe: a conferência da safra não achou erros; deixe de fora", EN: "does not apply: the review of the harvest found no errors; leave it out", ES: "no corresponde: la revisión de la cosecha no encontró errores; omítalo"}}
	RuleReserved  = &finding.Rule{ID: "NOME_RESERVADO", Severity: finding.Error, Message: lang.Text{PT: "um nome não pode começar com \"pessoa:\"", EN: "a name cannot begin with \"pessoa:\"", ES: "un nombre no puede comenzar con \"pessoa:\""}}
	ruleDots      = &finding.Rule{ID: "NOME_SO_DE_PONTOS", Severity: finding.Error, Message: lang.Text{PT: "não pode ser '.' nem '..': em um endereço, isso leva a outro lugar; escolha outro nome", EN: "cannot be '.' or '..': in an address these lead elsewhere; choose another name", ES: "no puede ser '.' ni '..': en una dirección eso lleva a otro lugar; elija otro nombre"}}
	rulePeriod    = &finding.Rule{ID: "PERIODO_INVALIDO", Severity: finding.Error, Message: lang.Text{PT: "deve ter 'de' e 'ate' como datas ou instantes, 'ate' depois de 'de'", EN: "must have 'de' and 'ate' as dates or instants, 'ate' after 'de'", ES: "debe tener 'de' y 'ate' como fechas o instantes, 'ate' después de 'de'"}}
	RuleLotText   = &finding.Rule{ID: "LOTES_A_SEPARAR", Severity: finding.Error, Message: lang.Text{PT: "não deu para ler os códigos em '{valor}'; escreva um por linha, ou separe-os com vírgulas: A-1, A-2", EN: "the codes in '{valor}' could not be read; write one per line, or separate them with commas: A-1, A-2", ES: "no se pudieron leer los códigos en '{valor}'; escriba uno por línea, o sepárelos con comas: A-1, A-2"}}
	ruleKindOfID  = &finding.Rule{ID: "REGISTRO_DE_OUTRO_TIPO", Severity: finding.Error, Message: lang.Text{PT: "não é o id de um registro {tipos}: '{id}'", EN: "is not the id of a record {tipos}: '{id}'", ES: "no es el id de un registro {tipos}: '{id}'"}}
	RuleNearLot   = &finding.Rule{ID: "LOTE_PARECIDO", Severity: finding.Error, Message: lang.Text{PT: "{lote}", EN: "{lote}", ES: "{lote}"}}
)

// RequestRules lists them.
var RequestRules = []*finding.Rule{
	ruleRequired, ruleDots, ruleText, RuleTooLong, ruleFlag, ruleInteger, ruleTexts, RuleObject, ruleValue, RuleInstant, RuleBeyondKey, RuleCandidate, ruleNoReason, RuleReserved, RuleQuotes, ruleNoErrors, rulePeriod, RuleLotText, ruleKindOfID, RuleNearLot,
}

// ruleIdentifier is the code of check/record's rule, for an identifier in a path.
const ruleIdentifier = "IDENTIFICADOR_INVALIDO"

// NewProblem returns a rule that a member broke.
func NewProblem(name, pointer string, rule *finding.Rule, args lang.Args) Problem {
	return Problem{Field: name, Pointer: pointer, Rule: rule.ID, Message: rule.In(finding.Request).Message, Args: args}
}

// Members reads the members of a request object and collects all problems, so that a
// caller learns about them at once.
type Members struct {
	At       string // pointer of the object
	Problems []Problem
}

// Report notes a problem of a member.
func (m *Members) Report(name string, rule *finding.Rule, args lang.Args) {
	m.Problems = append(m.Problems, NewProblem(name, m.At+"/"+name, rule, args))
}

// Err is CodeInvalid with everything that was reported, or nil.
func (m *Members) Err() error {
	if len(m.Problems) == 0 {
		return nil
	}
	return &Error{Code: CodeInvalid, Problems: m.Problems}
}

// Text reads a trimmed text. A number is read as its digits; null means absent.
func (m *Members) Text(name string, value canon.Value, most int) string {
	var s string
	switch value.Kind() {
	case 'n':
		return ""
	case '0':
		s = string(value)
	case '"':
		s, _ = canon.String(value)
	default:
		m.Report(name, ruleText, nil)
		return ""
	}
	s = strings.TrimSpace(s)
	if utf8.RuneCountInString(s) > most {
		m.Report(name, RuleTooLong, lang.Args{"max": strconv.Itoa(most)})
		return ""
	}
	return s
}

// Required notes a member that is missing.
func (m *Members) Required(name, value string) {
	for _, p := range m.Problems {
		if p.Field == name {
			return // its problem is already noted
		}
	}
	if value == "" {
		m.Report(name, ruleRequired, nil)
	}
}

// Addressable reports a name that no address can carry: browsers and proxies take "." and
// ".." for steps along the path, escaped or not.
func (m *Members) Addressable(name, value string) {
	if value == "." || value == ".." {
		m.Report(name, ruleDots, nil)
	}
}

// Flag reads true or false.
func (m *Members) Flag(name string, value canon.Value) bool {
	if kind := value.Kind(); kind != 't' && kind != 'f' {
		m.Report(name, ruleFlag, nil)
	}
	return value.Kind() == 't'
}

// Integer reads a whole number from 0 to most.
func (m *Members) Integer(name string, value canon.Value, most int) int {
	n, err := strconv.Atoi(string(value))
	if err != nil || n < 0 || n > most {
		m.Report(name, ruleInteger, lang.Args{"max": strconv.Itoa(most)})
		return 0
	}
	return n
}

// Texts reads a list of texts of at most 100 characters each.
func (m *Members) Texts(name string, value canon.Value, most int) []string {
	if value.Kind() == 'n' {
		return nil
	}
	var list []string
	if err := canon.Unmarshal(value, &list); err != nil || len(list) > most {
		m.Report(name, ruleTexts, lang.Args{"max": strconv.Itoa(most)})
		return nil
	}
	for i, s := range list {
		list[i] = strings.TrimSpace(s)
		if list[i] == "" {
			m.Report(name, ruleRequired, nil)
		} else if utf8.RuneCountInString(list[i]) > MaxName {
			m.Report(name, RuleTooLong, lang.Args{"max": strconv.Itoa(MaxName)})
		}
	}
	return list
}

// ReadObject reads a strict JSON object, calling fn for each member. It fails with
// the reader's codes, CodeNotObject, or fn's own error.
func ReadObject(body []byte, fn func(name string, value canon.Value) error) error {
	if err := ReadableObject(body); err != nil {
		return err
	}
	return canon.Members(body, fn)
}

// ReadableObject fails if a body is not a readable JSON object.
func ReadableObject(body []byte) error {
	if err := Readable(body); err != nil {
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

// Readable fails if a body is not readable JSON.
func Readable(body []byte) error {
	err := canon.Validate(body)
	if err == nil {
		return nil
	}
	bad, ok := err.(*canon.Error)
	if !ok {
		return &Error{Code: CodeNotJSON, Cause: err}
	}
	return UnreadableAt(bad)
}

// UnreadableAt returns the error for a body, with the place that cannot be read.
func UnreadableAt(bad *canon.Error) *Error {
	return Fail(unreadable[bad.Reason], "posicao", strconv.FormatInt(bad.Offset, 10), "ponteiro", Clip(bad.Pointer), "max", strconv.Itoa(canon.MaxDepth))
}

// MaxCriteria bounds the criteria of one kind.
const MaxCriteria = 1000

// Lots reads a list of lots, each item like a field of lots in a record: "A-1, A-2" names two.
// An unclear item stays as written; see recallStart.
func (m *Members) Lots(name string, value canon.Value) (codes []string) {
	for _, written := range m.Texts(name, value, MaxCriteria) {
		before := len(codes)
		if !lot.Ambiguous(written) {
			lot.EachName(written, func(code string) { codes = append(codes, code) })
		}
		if len(codes) == before {
			codes = append(codes, written)
		}
	}
	if len(codes) > MaxCriteria {
		m.Report(name, ruleTexts, lang.Args{"max": strconv.Itoa(MaxCriteria)})
	}
	return codes
}

// Period reads {"de": …, "ate": …}. It includes the whole last day.
func (m *Members) Period(name string, value canon.Value) (from, to time.Time) {
	switch value.Kind() {
	case 'n':
		return from, to
	case '{':
	default:
		m.Report(name, rulePeriod, nil)
		return from, to
	}
	instant := func(text string, end bool) time.Time {
		if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
			return at.UTC()
		}
		at, reading := ptbr.Date(text)
		if reading != ptbr.Read {
			return time.Time{}
		}
		if end && !strings.Contains(text, ":") {
			at = at.AddDate(0, 0, 1).Add(-time.Millisecond)
		}
		return at.UTC()
	}
	_ = canon.Members(value, func(member string, v canon.Value) error {
		text, _ := canon.String(v)
		switch member {
		case "de":
			from = instant(text, false)
		case "ate":
			to = instant(text, true)
		}
		return nil
	})
	if from.IsZero() || to.Before(from) {
		m.Report(name, rulePeriod, nil)
		return time.Time{}, time.Time{}
	}
	return from, to
}

// BadKind notes a kind that does not exist or is not allowed.
func (m *Members) BadKind(field, id string, kinds []*kind.Kind) {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.Name
	}
	m.Report(field, ruleKindOfID, lang.Args{"id": Clip(id), "tipos": strings.Join(names, ", ")})
}
