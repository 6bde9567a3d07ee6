package words

import (
	"rastro/internal/ptbr"
	"rastro/internal/ptbr/letters"
)

// The words of processing.

// Processes are the steps a product goes through after harvest.
var Processes = newVocabulary(
	spelling{"PRE_LIMPEZA", "prelimpeza|pre limp"},
	spelling{"LIMPEZA", "limpesa|limpeza de graos|maquina de limpeza"},
	spelling{"LAVAGEM_SEPARACAO", "lavagem e separacao|lavagem|lavador|separacao hidraulica"},
	spelling{"DESCASCAMENTO", "descascado|descascar"},
	spelling{"DESPOLPAMENTO", "despolpado|despolpar"},
	spelling{"DESMUCILAGEM", "desmucilado|desmucilar|desmucilamento"},
	spelling{"FERMENTACAO", "fermentado|fermentacao controlada"},
	spelling{"SECAGEM", "secajem|secado|secar|seca em secador"},
	spelling{"DESCANSO", "descanso em tulha|repouso"},
	spelling{"BENEFICIO", "beneficiamento|beneficiado"},
	spelling{"REBENEFICIO", "rebeneficiamento|rebeneficiado|re beneficio"},
	spelling{"CLASSIFICACAO_PENEIRA", "classificacao por peneira|classificacao por peneiras|classificacao em peneiras|peneiramento|peneirado"},
	spelling{"CATACAO_DENSIMETRICA", "mesa densimetrica|densimetrica|catacao por densidade"},
	spelling{"CATACAO_ELETRONICA", "eletronica|selecao eletronica|colorimetrica"},
	spelling{"PADRONIZACAO", "padronizado|padronizar"},
	spelling{"ENSAQUE", "ensacamento|ensacado|ensacar"},
	spelling{"EXPURGO", "fumigacao|expurgado|expurgar"},
)

// Pathways are the ways of processing coffee.
var Pathways = newVocabulary(
	spelling{"NATURAL", "via seca|naturais|seco natural"},
	spelling{"CEREJA_DESCASCADO", "cd|cerejas descascados|cereja descascada|pulped natural|honey"},
	spelling{"DESPOLPADO", "despolpada|via umida|lavado|washed|fully washed"},
	spelling{"DESMUCILADO", "desmucilada"},
	spelling{"FERMENTADO", "fermentada|fermentacao|anaerobico|anaerobica"},
)

// Dryings are the ways of drying.
var Dryings = newVocabulary(
	spelling{"TERREIRO", "terrero|terreiro de concreto|terreiro de cimento|terreiro de terra|terreiro de lama asfaltica|terreiro cimentado"},
	spelling{"TERREIRO_SUSPENSO", "terreiros suspensos|cama africana|camas africanas|leito suspenso"},
	spelling{"ESTUFA", "estufas|terreiro coberto|barcaca"},
	spelling{"SECADOR_ROTATIVO", "rotativo|secador rotatorio|secadores rotativos|pre secador rotativo"},
	spelling{"SECADOR_VERTICAL", "secador de coluna|secador vertical de coluna|secadores verticais|torre de secagem"},
	spelling{"SECADOR_LEITO_FIXO", "leito fixo|secador de leito fixo|secador de camada fixa|camada fixa"},
	spelling{"SILO_SECADOR", "silos secadores|silo aerador|secagem em silo|silo com ar"},
	spelling{"FLUXO_CONTINUO", "secador de fluxo continuo|secador continuo"},
	spelling{"MISTO", "mista|secagem mista"},
)

// Cups are the drinks of the coffee classification, arabica first. Several are
// common words; see Cup.
var Cups = newVocabulary(
	spelling{"ESTRITAMENTE_MOLE", "estrit mole"},
	spelling{"MOLE", ""},
	spelling{"APENAS_MOLE", "ap mole"},
	spelling{"DURO", "dura"},
	spelling{"RIADO", "riada"},
	spelling{"RIO", ""},
	spelling{"RIO_ZONA", "riozona|rio zona"},
	spelling{"EXCELENTE", ""},
	spelling{"BOA", "bom"},
	spelling{"REGULAR", ""},
	spelling{"ANORMAL", ""},
)

// Cup reads a coffee's drink quality from a text that says "bebida dura", or that contains nothing
// else: elsewhere "rio" and "boa" have many meanings.
func Cup(text string) (Term, ptbr.Reading) {
	var w letters.Word
	text = letters.Trim(text)
	said := text
	for i := 0; i < len(text); {
		if _, size := letters.FoldAt(text, i); size == 0 {
			i++
			continue
		}
		w.Read(text, i)
		i = w.End
		if string(w.Text()) == "bebida" {
			said = text[i:]
			break
		}
	}
	for i := range len(said) { // past a colon or space
		if _, size := letters.FoldAt(said, i); size == 0 {
			continue
		}
		w.Read(said, i)
		term, end, ok := Cups.phrases.Match(said, &w)
		if ok && (len(said) < len(text) || i == 0 && letters.Trim(said[end:]) == "") {
			return term, ptbr.Read
		}
		break
	}
	if ptbr.IsAbsent(text) {
		return "", ptbr.Absent
	}
	return "", ptbr.Unreadable
}
