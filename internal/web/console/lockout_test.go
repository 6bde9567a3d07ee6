package console_test

import (
	"testing"
	"time"

	"rastro/internal/httpkit/keygate"
	"rastro/internal/web/console/consoletest"
)

// Whoever fails in somebody's name is slowed down, and nobody else: not the person in a browser
// used before, nor the same log-in from another network, nor other people. A client's own statement
// of its address counts only if it comes through a proxy that the operator named.
func TestAttackLockOut(t *testing.T) {
	s := consoletest.NewLimitedSite(t, keygate.Limits{})
	known, _ := s.Person("Ana", "ana@x.example", "CAMPO", "X")
	s.Person("Bia", "bia@x.example", "CAMPO", "X")
	attacker := s.Visitor()
	slowed := false
	for range 40 {
		if attacker.SignIn("ana@x.example", "errada errada").Status == 429 {
			slowed = true
			break
		}
	}
	if !slowed {
		t.Fatal("wrong passwords are never slowed")
	}
	attacker.SignIn("ana@x.example", consoletest.Password).Has(429, "tentativas com senha errada")
	attacker.Header.Set("X-Forwarded-For", "203.0.113.7")
	attacker.Header.Set("Forwarded", "for=203.0.113.8")
	attacker.SignIn("ana@x.example", consoletest.Password).Has(429)
	s.Visitor().SignIn("bia@x.example", consoletest.Password).Has(200)
	known.Post("/sair")
	known.SignIn("ana@x.example", consoletest.Password).Has(200)

	// The known browser is slowed down for its own mistakes.
	known.Post("/sair")
	for range 20 {
		known.SignIn("ana@x.example", "errada errada")
	}
	known.SignIn("ana@x.example", consoletest.Password).Has(429)
}

// A screen that was left open does not help to guess the password, and trying does not keep its
// owner from signing in.
func TestAttackGuessedOldPassword(t *testing.T) {
	s := consoletest.NewSite(t)
	open, _ := s.Person("Ana", "ana@x.example", "CAMPO", "X")
	s.StopClock() // guesses come back with time
	guess := func(old string) consoletest.Seen {
		return open.Post("/conta/senha", "atual", old, "senha", "quatro bois no pasto azul")
	}
	for range 10 {
		guess("errada errada").Has(422, "Não é a sua senha atual")
	}
	seen := guess(consoletest.Password).Has(429, "senha errada")
	if seen.Header.Get("Retry-After") == "" {
		t.Error("it does not say when to try again")
	}
	s.Visitor().SignIn("ana@x.example", consoletest.Password).Has(200)
	s.Clock.Add(4 * time.Second)
	guess(consoletest.Password).Has(200, "A senha foi trocada")
}
