package words

import (
	"rastro/internal/ptbr/letters"
)

// part is a set of meanings of a word about contaminants.
type part uint16

const (
	zeroTolerance part = 1 << iota // no trace of it is allowed
	limited                        // allowed up to a limit
	positive                       // positivo para, contaminado
	seen                           // detectado: sufficient if no trace is allowed
	present                        // presença de: the same, unless it is only being looked for
	exceeds                        // acima do limite
	asked                          // pesquisa de: what was looked for, not what was found
	absent                         // não detectado, dentro do limite
	without                        // sem, não: of something in the same clause
	turn                           // mas: another clause
	neutral                        // não conforme: denies no contaminant
	refused                        // reprovado por: the reason follows
	ceiling                        // LMT: the allowed amount follows
	under                          // menos de: the number that follows was not reached
	light                          // of, by: no meaning by itself
)

// polarity are the parts that say whether something was found.
const polarity = positive | seen | present | exceeds | absent | without

// contaminantWords are the words of laboratories and inspectors, folded.
var contaminantWords = func() letters.Lexicon[part] {
	all := map[string]part{}
	for _, row := range []struct {
		part part
		as   string
	}{
		{zeroTolerance, "salmonela|salmonelas|salmonella|salmonella spp|salmonella sp|listeria|listeria monocytogenes|mamona|baga de mamona|bagas de mamona|semente toxica|sementes toxicas"},
		{limited, "aflatoxina|aflatoxinas|micotoxina|micotoxinas|ocratoxina|ocratoxinas|ocratoxina a|fumonisina|fumonisinas|zearalenona|desoxinivalenol|don|e coli|" +
			"escherichia coli|coliforme|coliformes|bacillus cereus|glifosato|agrotoxico|agrotoxicos|defensivo|defensivos|pesticida|pesticidas|cadmio|chumbo|arsenio|mercurio|metal pesado|metais pesados"},
		{positive, "positivo|positiva|positivos|positivas|contaminado|contaminada|contaminados|contaminadas"},
		{seen, "detectado|detectada|detectados|detectadas|detectou|detectamos|encontrado|encontrada|encontrados|encontradas|encontramos|constatado|constatada|constatados|constatadas|" +
			"confirmado|confirmada|confirmados|confirmadas|identificado|identificada|identificados|identificadas"},
		{present, "presenca|presente|presentes|contaminacao|sim"},
		{exceeds, "acima do limite|acima do limite maximo|acima dos limites|acima do permitido|acima do maximo|acima do lmr|acima do lmt|acima do tolerado|acima da tolerancia|acima do aceitavel|acima do padrao|" +
			"superior ao limite|superior ao lmt|superior ao lmr|superior ao permitido|superior ao maximo|excede|excedeu|excedem|excederam|excedido|ultrapassa|ultrapassou|ultrapassam|ultrapassaram|" +
			"fora do limite|fora dos limites|fora do padrao|fora do permitido|fora da tolerancia|above the limit"},
		{asked, "pesquisa|analise|analises|teste|testes|exame|exames|ensaio|ensaios|investigacao|investigar|verificacao|verificar|monitoramento|controle|risco|riscos|prevencao|suspeita|aguardando|pendente|solicitado|solicitada"},
		{absent, "ausencia|ausente|ausentes|negativo|negativa|negativos|negativas|nd|nao detectado|nao detectada|nao detectados|nao detectadas|nao detectou|nao detectamos|" +
			"nao encontrado|nao encontrada|nao encontrados|nao encontradas|nao constatado|nao constatada|nao constatados|nao constatadas|nao identificado|nao identificada|" +
			"nao foi detectado|nao foi detectada|nao foram detectados|nao foram detectadas|nao foi encontrado|nao foi encontrada|nao foram encontrados|nao foram encontradas|" +
			"nao confirmado|nao confirmada|nao houve|dentro do|dentro dos|dentro da|abaixo do|abaixo dos|abaixo da|inferior ao|inferior a|nao acima|nao excede|nao excedeu|nao ultrapassa|nao ultrapassou"},
		{without, "nao|sem|nem|livre|livres|isento|isenta|isentos|isentas|nenhum|nenhuma|zero|nunca|evitar"},
		{turn, "mas|porem|contudo|ja"},
		{neutral, "nao conforme|nao conformes|nao conformidade|nao conformidades|nao liberado|nao liberada|nao liberados|nao liberadas|nao liberar|nao aprovado|nao aprovada|nao embarcar|nao apto|nao apta|nao usar"},
		{refused, "reprovado|reprovada|reprovados|reprovadas|reprovacao|rejeitado|rejeitada|rejeitados|rejeitadas|rejeicao|recusado|recusada|recusados|recusadas|condenado|condenada|" +
			"condenados|condenadas|interditado|interditada|nao aprovado|nao aprovada|nao liberado|nao liberada"},
		{ceiling, "lmt|lmr|limite|limites|limite maximo|limite maximo tolerado|limite maximo permitido|limite legal|lim|maximo|maxima|max|tolerancia|permitido|tolerado"},
		{under, "abaixo de|menor que|menor do que|menos de|ate|lq|loq|ld|lod|limite de deteccao|limite de quantificacao|limite do metodo"},
		{light, "a|o|as|os|e|de|do|da|dos|das|por|pela|pelo|com|em|no|na|devido|devido a|causa|motivo|razao|excesso|excesso de|teor|teor de|alto teor de|niveis de|residuo de|residuos de|na analise|na analise de|no teste|no teste de|no exame|no exame de|lote|carga|foi|ha|houve|tem"},
	} {
		letters.EachSpelling(row.as, func(s string) { all[s] |= row.part })
	}
	return letters.NewLexicon(all)
}()

// Contaminated reports whether a laboratory's text says that it found a prohibited contaminant:
// positivo para salmonela, aflatoxina acima do limite. listed: the text is a list of findings,
// so that a contaminant of zero tolerance needs no other word.
func Contaminated(text string, listed bool) bool {
	r := contaminantReader{listed: listed}
	var w letters.Word
	for i := 0; i < len(text); {
		if _, size := letters.FoldAt(text, i); size == 0 {
			if r.mark(text, i) {
				return true
			}
			i++
			continue
		}
		if letters.IsDigit(text[i]) {
			a, end := amountAt(text, i)
			r.amount(a)
			r.short = false
			i = max(end, i+1)
			continue
		}
		w.Read(text, i)
		said, end, _ := contaminantWords.Match(text, &w)
		r.word(said, string(w.Text()) == "e")
		r.short = end-i == 1
		i = max(end, i+1)
	}
	return r.endSentence() || r.affirmed()
}

// contaminantReader walks over the clauses of a text.
type contaminantReader struct {
	listed bool
	said   part // in this clause
	colon  bool // in this clause
	and    bool // the word before was "e"
	comma  bool // a comma came before the word
	short  bool // the word before was one letter: E. coli
	found  bool // in this sentence

	blamed   bool   // the next name is the reason for the refusal
	next     part   // ceiling or under: the meaning of the next number
	measured amount // of the last name
	limit    amount // of the same
	passed   bool   // more was measured in this sentence than is allowed
	within   bool   // the last name is within its limit
	every    part   // in the whole text
	unknown  bool   // some word of the text is in no table, or is a number
}

func (r *contaminantReader) word(said part, and bool) {
	goesOn := said&(exceeds|absent) != 0 && r.said&polarity == 0 || // aflatoxina 25 ppb, acima do limite
		said&ceiling != 0 && r.measured.known // aflatoxina 25 ppb, limite 20
	if r.comma && !goesOn {
		r.endClause()
	}
	r.comma = false
	if said&turn != 0 || r.and && said&polarity != 0 && r.said&polarity != 0 {
		r.endClause() // positivo para salmonela e negativo para coliformes
	}
	r.blame(said)
	r.said |= said
	r.and = and
}

// blame processes a word's meaning for the reason of a refusal, and for the next number.
func (r *contaminantReader) blame(said part) {
	r.every |= said
	r.unknown = r.unknown || said == 0
	named := said&(zeroTolerance|limited) != 0
	switch {
	case named && r.blamed:
		r.said |= positive // reprovado por aflatoxina
	case said&refused != 0:
		r.blamed = true
	case said&(light|present|exceeds) == 0:
		r.blamed = false
	}
	switch {
	case named:
		if r.within {
			r.said, r.within = r.said&^limited, false // of the previous one, which is judged now
		}
		r.measured, r.limit, r.next = amount{}, amount{}, 0
	case said&under != 0:
		r.next = under
	case said&ceiling != 0:
		r.next = ceiling
	case said&light == 0:
		r.next = 0
	}
}

// amount processes a number: the measured amount of the named contaminant, or its limit.
func (r *contaminantReader) amount(a amount) {
	next := r.next
	r.word(0, false)
	switch {
	case next == under:
		return
	case next == ceiling:
		r.limit = a
	case r.said&limited != 0 && r.said&(absent|without) == 0 && !r.measured.known:
		r.measured = a
	}
	over, ok := r.measured.over(r.limit)
	if !ok {
		return
	}
	r.passed, r.within = r.passed || over, !over
	r.measured, r.limit = amount{}, amount{}
}

// mark processes a byte that is not a letter, and reports whether a sentence with a finding ended.
func (r *contaminantReader) mark(text string, i int) bool {
	switch text[i] {
	case ',':
		if i+1 >= len(text) || !letters.IsDigit(text[i+1]) {
			r.comma = true
		}
	case ':':
		r.colon = true
	case '<':
		r.said |= absent
	case ';', '\n', '|':
		return r.endSentence()
	case '.':
		after := letters.SkipSpaces(text, i+1)
		if r.next != 0 && after < len(text) && letters.IsDigit(text[after]) {
			return false // máx. 20
		}
		if !r.short && (i+1 >= len(text) || letters.IsSpace(text, i+1)) {
			return r.endSentence()
		}
	}
	return false
}

// endClause judges a clause. If it says after a colon, or without a subject, that nothing was
// found, it denies the previous clauses: presença de salmonela, coliformes: ausentes.
func (r *contaminantReader) endClause() {
	said := r.said
	named := said&(zeroTolerance|limited) != 0
	switch {
	case said&absent != 0 && (r.colon || !named):
		r.found = false
	case said&(absent|without) != 0 || !named || r.within:
	case said&(positive|exceeds) != 0:
		r.found = true
	case said&zeroTolerance != 0 && said&seen != 0:
		r.found = true
	case said&zeroTolerance != 0 && said&asked == 0 && (r.listed || said&present != 0):
		r.found = true
	}
	r.said, r.colon, r.and, r.comma = 0, false, false, false
	r.next, r.within, r.measured, r.limit = 0, false, amount{}, amount{}
}

func (r *contaminantReader) endSentence() bool {
	r.endClause()
	found := r.found || r.passed
	r.found, r.passed, r.blamed = false, false, false
	return found
}

// affirmed reports whether a list of findings only says that there is something: sim, positivo.
func (r *contaminantReader) affirmed() bool {
	return r.listed && !r.unknown && r.every&(positive|seen|present) != 0 && r.every&^(positive|seen|present|light) == 0
}
