package brdoc

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestPublic(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"", ""},
		{"Nota fiscal 123 cancelada em 31/12/2024 e substituída.", "Nota fiscal 123 cancelada em 31/12/2024 e substituída."},
		{"Umidade de 14,2 % aceita no contrato 45/2025, lote MT25-S-001", "Umidade de 14,2 % aceita no contrato 45/2025, lote MT25-S-001"},
		{"Pesagem de 2025-02-10 refeita: 36.000 kg", "Pesagem de 2025-02-10 refeita: 36.000 kg"},
		{"  duas\nlinhas \t e\u202e  espaços\u0000 ", "duas linhas e espaços"},
		{"CPF 529.982.247-25 do produtor", "CPF ***.982.247-** do produtor"},
		{"52998224725", "***.982.247-**"},
		{"caminhão de placa ABC1C34", "caminhão de placa ABC****"},
		{"NF-e 51250211222333000181550010000123451123456780", "NF-e 512502" + strings.Repeat("*", 34) + "6780"},
		{"ligue (65) 99912-3456", "ligue (***"},
		{"fale com ana.lima@fazenda.com.br, por favor", "fale com *** por favor"},
		{"<b>x</b>", "<b>x</b>"},
	} {
		if got := Public(tc.in); got != tc.want {
			t.Errorf("Public(%q) = %q, want %q", tc.in, got, tc.want)
		}
	}
}

// Wherever a CPF, a phone or a line break is, it does not get through.
func TestPublicHides(t *testing.T) {
	hidden := []string{"529.982.247-25", "52998224725", "111.444.777-35", "1.2.0000000012345678901", "(65) 99912-3456", "a@b.co", "\n", "\u202e", "\x00"}
	rapid.Check(t, func(t *rapid.T) {
		before, after := rapid.StringMatching(`([a-zç]{1,8} ){0,5}`).Draw(t, "before"), rapid.StringMatching(`( [a-zç]{1,8}){0,5}`).Draw(t, "after")
		one := rapid.SampledFrom(hidden).Draw(t, "hidden")
		if got := Public(before + one + after); strings.Contains(got, one) {
			t.Fatalf("%q is in %q", one, got)
		}
	})
}

func FuzzPublicText(f *testing.F) {
	for _, seed := range []string{"CPF 529.982.247-25", "a@b.co", "\u202e", strings.Repeat("1 ", 400), "ABC1C34"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := Public(text)
		if strings.ContainsAny(got, "\n\r\x00\u202e") || len(got) > 4*len(text)+16 {
			t.Errorf("Public(%q) = %q", text, got)
		}
	})
}
