package words

import (
	"strings"

	"rastro/internal/ptbr"
	"rastro/internal/ptbr/letters"
)

// The words of trade: results, certificates, custody, transport.

// The terms that rules speak of by name.
const (
	Approved             Term = "APROVADO"
	ApprovedWithReserves Term = "APROVADO_COM_RESSALVA"
	Rejected             Term = "REPROVADO"
	Pending              Term = "PENDENTE"
	GM                   Term = "TRANSGENICO"
	NonGM                Term = "NAO_TRANSGENICO"
)

// Results are the outcomes of an inspection or a validation. Result also reads "conforme", which
// counts only if it stands alone.
var Results = newVocabulary(
	spelling{Approved, "liberado|liberada|liberados|liberadas|em conformidade|aprovada|aprovados|aprovadas|approved|aprobado|aprobada|aprovado sem ressalva|aprovado sem ressalvas|aprovada sem ressalvas"},
	spelling{ApprovedWithReserves, "aprovado com ressalvas|aprovada com ressalva|aprovada com ressalvas|aprovados com ressalva|aprovados com ressalvas|" +
		"aprovado com restricao|aprovado com restricoes|aprovada com restricoes|aprovado condicionalmente|aprovacao com ressalva|aprovacao com ressalvas|" +
		"liberado com ressalva|liberado com ressalvas|liberada com ressalva|liberada com ressalvas|liberado com restricao|liberado com restricoes|" +
		"conforme com ressalva|conforme com ressalvas"},
	spelling{Rejected, "reprovada|reprovados|reprovadas|rejected|rechazado|rejeitado|rejeitada|nao aprovado|nao aprovada|nao aprovados|recusado|recusada|desaprovado|desaprovada|" +
		"nao foi aprovado|nao foi aprovada|nao foi liberado|nao foi liberada|nao liberado|nao liberada|nao liberados|nao liberadas|nao conforme|nao conformes|bloqueado|bloqueada|fora de conformidade|em desconformidade"},
	spelling{Pending, "pendentes|em analise|aguardando|aguarda resultado|em andamento|pending|" +
		"aguardando liberacao|aguarda liberacao|a liberar"},
	spelling{"", "nao conformidade|nao conformidades|sem nao conformidade|sem nao conformidades"},
)

// conforming are the texts that say that all is as it should be, folded. In a longer text,
// "conforme" begins "as the report says".
var conforming = letters.Set("conforme|conformes|tudo conforme|lote conforme|lotes conformes|carga conforme|produto conforme|ok conforme|conforme ok")

// Result reads the outcome of an inspection or a validation.
func Result(text string) (Term, ptbr.Reading) {
	if isConforming(text) {
		return Approved, ptbr.Read
	}
	return Results.One(text)
}

// maxConforming bounds the texts that are looked up among those.
const maxConforming = 24

func isConforming(text string) bool {
	if len(text) > 2*maxConforming {
		return false
	}
	text = strings.TrimRight(letters.Trim(text), ".!")
	if text == "" || text[0]|0x20 == 'a' || text[0]|0x20 == 'r' { // aprovado, reprovado: nearly all
		return false
	}
	if len(text) > maxConforming || !strings.Contains(text, "onforme") && !strings.Contains(text, "ONFORME") {
		return false
	}
	folded := make([]byte, 0, maxConforming)
	var w letters.Word
	for i := 0; i < len(text); {
		if _, size := letters.FoldAt(text, i); size == 0 {
			if letters.SpaceAt(text, i) == 0 && text[i] != ',' {
				return false
			}
			i += max(letters.SpaceAt(text, i), 1)
			continue
		}
		if len(folded) > 0 {
			folded = append(folded, ' ')
		}
		w.Read(text, i)
		folded = append(folded, w.Text()...)
		i = w.End
	}
	return conforming[string(folded)]
}

// Schemes are the certification schemes.
var Schemes = newVocabulary(
	spelling{"RAINFOREST", "rainforest alliance|rain forest|rain forest alliance|rainforest aliance|rfa"},
	spelling{"UTZ", "utz certified|utz kapeh"},
	spelling{"4C", "codigo 4c|4c association"},
	spelling{"RTRS", "round table on responsible soy|mesa redonda da soja responsavel"},
	spelling{"ISCC", "iscc eu|iscc plus"},
	spelling{"PROTERRA", "pro terra"},
	spelling{"FAIRTRADE", "fair trade|fairtrade international|comercio justo|flocert|flo cert"},
	spelling{"ORGANICO", "organica|organic|organicos|usda organic|eu organic|organico brasil|selo organico"},
	spelling{"IBD", ""},
	spelling{"NUCOFFEE", "nu coffee"},
	spelling{"CERTIFICA_MINAS", "certifica minas cafe|certificaminas"},
	spelling{"GLOBALGAP", "global gap|global g a p|globalg a p|globalg a p ifa"},
)

// Custody are the models of the chain of custody, from the strictest to none:
// the order is their rank.
var Custody = newVocabulary(
	spelling{"IDENTIDADE_PRESERVADA", "identity preserved|preservacao de identidade|identidade preservada ip|ip"},
	spelling{"SEGREGADO", "segregada|segregados|segregacao|segregated|segregation|sg"},
	spelling{"MISTURA_CONTROLADA", "mistura controlada|controlled blending"},
	spelling{"BALANCO_MASSA", "balanco de massa|balanco de massas|mass balance|mb"},
	spelling{"BOOK_AND_CLAIM", "book claim|creditos|credito"},
	spelling{"CONVENCIONAL", "convencionais|conventional"},
)

// Transports are the modes of transport.
var Transports = newVocabulary(
	spelling{"MARITIMO", "maritima|navio|navios|via maritima|maritime|porao"},
	spelling{"AEREO", "aerea|aviao|via aerea|voo"},
	spelling{"RODOVIARIO", "rodoviaria|caminhao|caminhoes|carreta|carretas|rodovia|bitrem|rodotrem"},
	spelling{"FERROVIARIO", "ferroviaria|trem|ferrovia|vagao|vagoes"},
	spelling{"FLUVIAL", "hidroviario|hidroviaria|barcaca|barcacas|hidrovia|balsa"},
)

// modified are the words that say a crop is genetically modified, and the
// phrases that say it is not.
var modified = newVocabulary(
	spelling{GM, "transgenica|transgenicos|transgenicas|rr|rr1|rr2|rr2 pro|ipro|intacta|intacta rr2 pro|xtend|i2x|intacta 2 xtend|enlist|enlist e3|conkesta|" +
		"ogm|ogms|gmo|gm|roundup ready|geneticamente modificado|geneticamente modificada|geneticamente modificados|geneticamente modificadas|" +
		"organismos geneticamente modificados|organismo geneticamente modificado"},
	spelling{NonGM, "nao ogm|non gmo|non gm|gmo free|ogm free|ogm negativo|ogm nao detectado|ogm nao detectavel|ogm ausente|ogm negativa|" +
		"nao transgenica|nao transgenico|nao transgenicos|nao transgenicas"},
)

// SoyTraits are the seed technologies that only soy has. Others, such as RR and Enlist, are
// in maize and cotton too. Outside of texts about seed they may mean something else.
var SoyTraits = newVocabulary(spelling{"SOJA", "rr2 pro|rr2 ipro|ipro|intacta|intacta rr2 pro|i2x|intacta 2 xtend|enlist e3|conkesta"})

// GMClaim reads whether a text says that a crop is genetically modified. A share below a limit
// ("OGM < 0,9%") is a claim that it is not. A text without such a claim is Absent.
func GMClaim(text string) (Term, ptbr.Reading) {
	claim := Term("")
	for m := (mention{text: text}); modified.next(&m); {
		said := m.term
		if isState(text, m.at) {
			continue
		}
		if m.denied == denied || belied(text, m.at) {
			said = NonGM
		}
		switch {
		case m.denied == doubtful:
			return said, ptbr.Ambiguous
		case claim != "" && claim != said:
			return claim, ptbr.Ambiguous
		}
		claim = said
	}
	if claim == "" {
		return "", ptbr.Absent
	}
	return claim, ptbr.Read
}

// belied reports whether what follows withdraws a claim: less than a share, or the answer no.
func belied(s string, i int) bool {
	asked := false
	for from := i; i < len(s) && i-from < letters.MaxGap; i++ {
		switch mark, _ := letters.MarkAt(s, i); mark {
		case '<':
			return true
		case ':', '=', '(':
			asked = true
			continue
		case ' ':
			continue
		}
		var w letters.Word
		w.Read(s, i)
		switch string(w.Text()) {
		case "abaixo", "inferior", "menor", "menos":
			return true
		case "nao", "negativo", "negativa", "ausente", "nd", "livre", "isento", "isenta":
			return asked
		}
		return false
	}
	return false
}

// isState reports whether RR is Roraima, as in the code of a farm there.
func isState(s string, i int) bool { return i+1 < len(s) && s[i] == '-' && letters.IsDigit(s[i+1]) }
