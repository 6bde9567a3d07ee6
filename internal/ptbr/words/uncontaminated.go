package words

import (
	"strings"

	"rastro/internal/ptbr/letters"
)

// uncontaminated are the whole answers that say that no contaminant was found, folded.
var uncontaminated = letters.Set("nao|nao detectado|nao detectada|nao detectados|nao detectadas|nao detectavel|nao detectaveis|nd|n d|not detected|none detected|no|" +
	"nao encontrado|nao encontrada|nao encontrados|nao encontradas|nao constatado|nao constatada|nao identificado|nao identificada|nao apresenta|nao apresentou|nao contem|" +
	"nada detectado|nada encontrado|nada constatado|nenhum detectado|nenhum encontrado|nenhum contaminante|nenhum contaminante detectado|nenhum contaminante encontrado|" +
	"ausente|ausentes|ausencia|ausencia de contaminantes|ausencia de contaminacao|negativo|negativa|negativos|resultado negativo|livre|livres|livre de contaminantes|livre de contaminacao|" +
	"isento de contaminantes|isenta de contaminantes|sem contaminantes|sem contaminante|sem contaminacao|sem presenca|sem presenca de contaminantes|sem deteccao|" +
	"nao ha contaminantes|nao ha contaminacao|nao houve contaminacao|nao tem contaminantes|nao possui contaminantes|nao foi detectado|nao foram detectados|" +
	"nao foram encontrados|nao foram detectados contaminantes|nao foram encontrados contaminantes|contaminantes nao detectados|contaminante nao detectado|contaminantes ausentes")

// maxUncontaminated limits the texts that are looked up: no such answer is longer.
const maxUncontaminated = 60

// Uncontaminated reports whether a text, as a whole, says that no contaminant was found. A text
// with a reservation (não detectado, exceto poeira) does not.
func Uncontaminated(text string) bool {
	text = strings.TrimRight(letters.Trim(text), ".!")
	if text == "" || len(text) > maxUncontaminated {
		return false
	}
	var folded []byte
	var w letters.Word
	for i := 0; i < len(text); {
		if _, size := letters.FoldAt(text, i); size == 0 {
			if letters.SpaceAt(text, i) == 0 && text[i] != ',' && text[i] != '/' && text[i] != '.' && text[i] != '-' {
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
		i = max(w.End, i+1)
	}
	return uncontaminated[string(folded)]
}
