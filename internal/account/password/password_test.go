package password_test

import (
	"crypto/rand"
	"strings"
	"testing"

	"rastro/internal/account/password"
)

// production is what a hash costs on a server.
var production password.Work

func TestHash(t *testing.T) {
	hash, err := production.Hash("três pássaros na cerca", rand.Reader)
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=7168,t=5,p=1$") {
		t.Fatalf("%q, %v", hash, err)
	}
	if !password.Opens(hash, "três pássaros na cerca") {
		t.Error("the password does not open its hash")
	}
	for _, wrong := range []string{"", "três pássaros na cerc", "tres passaros na cerca", strings.Repeat("x", 10_000)} {
		if password.Opens(hash, wrong) {
			t.Errorf("%.30q opens it", wrong)
		}
	}
	again, err := production.Hash("três pássaros na cerca", rand.Reader)
	if err != nil || again == hash {
		t.Errorf("two hashes are the same: %v", err)
	}
	if _, err := production.Hash("x", strings.NewReader("short")); err == nil {
		t.Error("a hash without enough random bits")
	}
}

// A text that is not a hash is opened by no password, and a changed row cannot make the server
// compute for minutes.
func TestOpensNothing(t *testing.T) {
	hash, err := production.Hash("três pássaros na cerca", rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for _, stored := range []string{
		"", "x", "três pássaros na cerca", strings.Replace(hash, "argon2id", "argon2i", 1), strings.Replace(hash, "v=19", "v=16", 1),
		strings.Replace(hash, "m=7168", "m=99999999", 1), strings.Replace(hash, "t=5", "t=4000000000", 1), strings.Replace(hash, "p=1", "p=200", 1),
		strings.Replace(hash, "m=7168", "m=0", 1), hash[:strings.LastIndex(hash, "$")] + "$", hash + "$x", "$argon2id$v=19$m=7168,t=5,p=1$$",
	} {
		if password.Opens(stored, "três pássaros na cerca") || password.Opens(stored, "") {
			t.Errorf("%q opens", stored)
		}
	}
}

// Comparing with nothing costs as much as comparing with a hash.
func TestCostOfNoHash(t *testing.T) {
	hash, err := production.Hash("três pássaros na cerca", rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	for _, stored := range []string{"", "x", "$argon2id$v=19$m=99999999,t=5,p=1$AAAA$AAAA"} {
		if got, want := password.Cost(stored), password.Cost(hash); got != want {
			t.Errorf("%q costs %s, a hash %s", stored, got, want)
		}
	}
}

func TestWeak(t *testing.T) {
	for _, c := range []struct {
		password string
		want     password.Weakness
	}{
		{"", password.TooShort},
		{"cavalo 9", password.TooShort},
		{"çãéçãéçãé", password.TooShort}, // nine characters
		{strings.Repeat("ab3 ", 70), password.TooLong},
		{"1234567890", password.Common},
		{"9876543210", password.Common},
		{"abcdefghij", password.Common},
		{"aaaaaaaaaaaa", password.Common},
		{"abababababab", password.Common},
		{"senha12345", password.Common},
		{"Senha@2026", password.Common},
		{"S3nh4@2026!", password.Common},
		{"password123", password.Common},
		{"P@ssw0rd2026", password.Common},
		{"qwertyuiop", password.Common},
		{"flamengo2019", password.Common},
		{"Brasil@2026", password.Common},
		{"soja2026soja", password.Common},
		{"cooperativa", password.Common},
		{"deusefiel7", password.Common},
		{"marina.couto", password.Common},         // the name
		{"coopervale2026", password.Common},       // the organisation
		{"marina.c@cv.example", password.Common},  // the log-in
		{"Marina.C 2026", password.Common},        // what is before its @
		{"Vale B Vale B", password.Common},        // a name with a short word
		{"cavalo bateria grampo", password.None},  // several words that nobody tries together
		{"três pássaros na cerca", password.None}, // no capitals, no digits
		{"xk7Qp2mv9Lr", password.None},
		{"soja boa da serra", password.None}, // a sentence
		{"maritaca-azul-77", password.None},
	} {
		if got := password.Weak(c.password, "Marina Couto", "marina.c@cv.example", "Coopervale", "Vale B"); got != c.want {
			t.Errorf("Weak(%.30q) = %d, want %d", c.password, got, c.want)
		}
	}
}

// By default a hash has the cost of production; a cheap one can also be opened.
func TestWork(t *testing.T) {
	for _, c := range []struct {
		work password.Work
		want string
	}{{password.Work{}, "m=7168,t=5,p=1"}, {password.Least, "m=8,t=1,p=1"}} {
		hash, err := c.work.Hash("três pássaros na cerca", rand.Reader)
		if err != nil || !strings.Contains(hash, "$"+c.want+"$") {
			t.Errorf("%+v makes %q, %v", c.work, hash, err)
		}
		if !password.Opens(hash, "três pássaros na cerca") || password.Opens(hash, "três pássaros") {
			t.Errorf("%q does not open with its password alone", hash)
		}
	}
}
