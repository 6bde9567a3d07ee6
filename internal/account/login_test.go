package account_test

import (
	"strings"
	"testing"

	"rastro/internal/account"
)

func TestParseLogin(t *testing.T) {
	for written, want := range map[string]string{
		"maria@coop.com.br":                 "maria@coop.com.br",
		" Maria.Silva@COOP.com.br ":         "maria.silva@coop.com.br",
		"66 99999-1234":                     "+5566999991234",
		"(66) 3531-1234":                    "+556635311234",
		"066 99999-1234":                    "+5566999991234",
		"+55 66 99999 1234":                 "+5566999991234",
		"5566999991234":                     "+5566999991234",
		"+1 (212) 555-0100":                 "+12125550100",
		"":                                  "",
		"maria":                             "",
		"maria@coop":                        "",
		"Maria <maria@coop.com>":            "",
		"a@b.com, c@d.com":                  "",
		"a@b.com\r\nBcc: x@y.com":           "",
		"maria@[127.0.0.1]":                 "",
		"josé@coop.com.br":                  "",
		"9999":                              "",
		"99999-1234":                        "",
		"+0123456789":                       "",
		"+1234567890123456":                 "",
		"66 99999-1234 x":                   "",
		strings.Repeat("a", 300) + "@b.com": "",
	} {
		if got := account.ParseLogin(written); got != want {
			t.Errorf("ParseLogin(%.40q) = %q, want %q", written, got, want)
		}
	}
}

func TestShownLogin(t *testing.T) {
	for login, want := range map[string]string{
		"+5566999991234": "+55 66 99999-1234", "+556635311234": "+55 66 3531-1234", "+12125550100": "+12125550100", "+551": "+551", "maria@coop.com.br": "maria@coop.com.br",
	} {
		if got := account.ShownLogin(login); got != want {
			t.Errorf("ShownLogin(%q) = %q, want %q", login, got, want)
		}
	}
}

func FuzzParseLogin(f *testing.F) {
	f.Add("maria@coop.com.br")
	f.Add("66 99999-1234")
	f.Fuzz(func(t *testing.T, written string) {
		login := account.ParseLogin(written)
		if again := account.ParseLogin(login); again != login {
			t.Errorf("%q becomes %q, and that %q", written, login, again)
		}
		if again := account.ParseLogin(account.ShownLogin(login)); again != login {
			t.Errorf("%q is shown as %q, which is %q", login, account.ShownLogin(login), again)
		}
	})
}
