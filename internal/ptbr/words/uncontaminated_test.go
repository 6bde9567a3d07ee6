package words_test

import (
	"testing"

	"rastro/internal/ptbr/words"
)

func TestUncontaminated(t *testing.T) {
	for text, want := range map[string]bool{
		"não": true, "Não detectado.": true, "N.D.": true, "ausente": true, "NEGATIVO": true, "sem contaminantes": true, "Não, não detectado": false,
		"Livre de contaminantes": true, "não detectados": true, "": false, "salmonela": false, "positivo": false, "não conforme": false,
		"não detectado, exceto poeira": false, "aflatoxina 2 ppb": false, "sim": false, "não < 5": false,
	} {
		if got := words.Uncontaminated(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
