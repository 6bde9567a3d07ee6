package password

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rastro/internal/lang"
)

// words are the parts of common passwords. People add a year, a few digits or a sign, and write
// some letters as digits; common removes that before it looks here. A password of several of these
// words counts as common too.
var words = []string{
	// in every country
	"password", "passw", "pass", "admin", "administrator", "root", "user", "guest", "login", "welcome", "letmein", "iloveyou", "monkey", "dragon",
	"master", "superman", "batman", "football", "baseball", "princess", "sunshine", "shadow", "secret", "changeme", "default", "test", "teste", "abc",
	"hello", "trustno", "starwars", "pokemon", "naruto", "internet", "computer", "freedom", "whatever", "michael", "jordan", "jesus", "google",
	// in Brazil and around it
	"senha", "minhasenha", "acesso", "entrar", "usuario", "administrador", "mudar", "trocar", "segredo", "brasil", "brazil", "saopaulo",
	"flamengo", "corinthians", "palmeiras", "santos", "gremio", "cruzeiro", "vasco", "internacional", "atletico", "botafogo", "fluminense",
	"deus", "deusefiel", "jesuscristo", "jesusteamo", "familia", "amor", "meuamor", "teamo", "euteamo", "felicidade", "saudade", "gabriel",
	"maria", "joao", "jose", "ana", "pedro", "lucas", "mateus", "rafael", "felipe", "bruno", "carlos", "marcos", "fernanda", "juliana", "camila",
	"bemvindo", "bomdia", "obrigado", "estrela", "princesa", "gatinha", "chocolate", "contrasena", "clave", "hola", "bienvenido", "tequiero",
	// in this trade
	"rastro", "soja", "cafe", "milho", "safra", "fazenda", "cooperativa", "coop", "agro", "armazem", "balanca", "lavoura", "colheita", "trator",
	"boi", "gado", "semente", "plantio", "graos", "silo", "coffee", "soy", "harvest", "farm",
	// along the keyboard
	"qwerty", "qwertyuiop", "asdf", "asdfgh", "asdfghjkl", "zxcvbn", "zxcvbnm", "qazwsx", "qazwsxedc", "azerty", "poiuyt", "lkjhgf", "mnbvcxz",
}

// leet is how letters are written as digits and signs.
var leet = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "7", "t", "8", "b", "@", "a", "$", "s", "!", "i")

// few is how many different characters a password needs.
const few = 4

// common reports whether a password is among the first that anyone would try.
func common(password string, own []string) bool {
	plain := lang.Fold(password)
	if distinct(plain) < few || run(plain) {
		return true
	}
	known := slices.Clone(words)
	for _, text := range own {
		user, _, _ := strings.Cut(text, "@")
		words := append(strings.FieldsFunc(lang.Fold(text), isSign), joined(text), joined(user)) // "Org B" is "orgb", too
		for _, word := range words {
			if utf8.RuneCountInString(word) >= 3 {
				known = append(known, word)
			}
		}
	}
	slices.SortFunc(known, func(a, b string) int { return len(b) - len(a) }) // the longest first
	whole := joined(password)
	return madeOf(plain, plain, known) || madeOf(plain, leet.Replace(plain), known) || madeOf(whole, whole, known)
}

func isSign(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// joined returns the letters and digits of a text.
func joined(text string) string { return strings.Join(strings.FieldsFunc(lang.Fold(text), isSign), "") }

// madeOf reports whether a text is words and, apart from them, at most a few digits and
// signs: at least one word, and no other letters. The words are looked for in read, which has a
// byte for each byte of the text.
func madeOf(text, read string, known []string) bool {
	rest := []byte(text)
	for _, word := range known {
		for at := strings.Index(read, word); at >= 0; at = strings.Index(read, word) {
			gap := strings.Repeat(" ", len(word))
			copy(rest[at:], gap)
			read = read[:at] + gap + read[at+len(word):]
		}
	}
	left := strings.ReplaceAll(string(rest), " ", "")
	return string(rest) != text && strings.IndexFunc(left, unicode.IsLetter) < 0 && len(left) <= 8
}

// distinct counts the different characters of a text.
func distinct(text string) int {
	seen := map[rune]bool{}
	for _, r := range text {
		seen[r] = true
	}
	return len(seen)
}

// run reports whether most characters of a text continue a sequence: 1234567890, abcdefghij,
// 2468101214.
func run(text string) bool {
	runes := []rune(text)
	same := 0
	for i := 2; i < len(runes); i++ {
		if runes[i]-runes[i-1] == runes[i-1]-runes[i-2] {
			same++
		}
	}
	return same*10 >= (len(runes)-2)*7
}
