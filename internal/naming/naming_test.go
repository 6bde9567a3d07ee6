package naming_test

import (
	"strings"
	"testing"

	"rastro/internal/naming"
	"rastro/internal/trace"
	"rastro/internal/trace/tracetest"
)

// A name in a message is a text: no program makes a link of it, or turns its direction.
func TestAttackNamesInMessages(t *testing.T) {
	for name, want := range map[string]string{
		"Marina Couto":              "Marina Couto",
		"Dr. João D’Ávila & Cia.":   "Dr. João D’Ávila & Cia.",
		"Agro.com Ltda.":            "Agro. com Ltda.",
		"Pix https://x.example/a?b": "Pix https: / / x. example/ a?b",
		"www.x.example":             "www. x. example",
		"ana@x.example":             "ana@ x. example",
		"x\u3002example":            "x\u3002 example",
		"Ana\r\nBcc: x":             "Ana Bcc: x",
		"Ana\u202e\u200b\x1b seiR":  "Ana seiR",
		"\u202e":                    "",
		strings.Repeat("ab", 50):    strings.Repeat("ab", 30) + "…",
	} {
		if got := naming.Inert(name); got != want {
			t.Errorf("%q became %q, want %q", name, got, want)
		}
	}
}

// Invisible characters in a name make it look like another's.
func TestAttackUnseenInNames(t *testing.T) {
	for name, want := range map[string]string{
		"Marina Couto":                       "",
		"  Zoë  D’Ávila-Nuñez (2)":           "",
		"王小明 & Cia. №1":                      "",
		"Ana\tReis\nLuz":                     "", // white space becomes one space
		"":                                   "DADOS_INVALIDOS: OBRIGATORIO /nome",
		"\u200b":                             "DADOS_INVALIDOS: NOME_COM_INVISIVEIS /nome",
		"Ana\u200bReis":                      "DADOS_INVALIDOS: NOME_COM_INVISIVEIS /nome",
		"Ana \u202eseiR":                     "DADOS_INVALIDOS: NOME_COM_INVISIVEIS /nome", // turns the direction
		"Ana\u2066Reis":                      "DADOS_INVALIDOS: NOME_COM_INVISIVEIS /nome",
		"Ana\u00adReis":                      "DADOS_INVALIDOS: NOME_COM_INVISIVEIS /nome",
		"Ana\x1b[31mReis":                    "DADOS_INVALIDOS: NOME_COM_INVISIVEIS /nome",
		"Ana\x00Reis":                        "DADOS_INVALIDOS: NOME_COM_INVISIVEIS /nome",
		"Ana\ufe0fReis":                      "DADOS_INVALIDOS: NOME_COM_INVISIVEIS /nome",
		"Ana\u3164Reis":                      "DADOS_INVALIDOS: NOME_COM_INVISIVEIS /nome",        // a Hangul filler
		"Ana\ue000Reis":                      "DADOS_INVALIDOS: NOME_COM_INVISIVEIS /nome",        // of private use
		"\u0430na Reis":                      "DADOS_INVALIDOS: NOME_COM_LETRAS_MISTURADAS /nome", // Cyrillic а
		"\u0410\u043d\u043d\u0430 Reis":      "",                                                  // Анна
		"pessoa:1@X":                         "DADOS_INVALIDOS: NOME_RESERVADO /nome",
		strings.Repeat("a", trace.MaxName+1): "DADOS_INVALIDOS: TEXTO_LONGO /nome",
	} {
		var m trace.Members
		got := naming.Check(&m, "nome", name)
		if told := tracetest.Told(m.Err()); m.Err() != nil && told != want || m.Err() == nil && want != "" {
			t.Errorf("%q: %s, want %s", name, told, want)
		}
		if got != strings.Join(strings.Fields(name), " ") {
			t.Errorf("%q became %q", name, got)
		}
	}
}
