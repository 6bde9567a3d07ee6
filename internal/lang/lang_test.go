package lang_test

import (
	"strings"
	"testing"
	"time"

	"rastro/internal/lang"
)

func TestMatch(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want lang.Lang
	}{
		{"", lang.PT},
		{"pt", lang.PT},
		{"pt-BR", lang.PT},
		{"pt-PT", lang.PT},
		{"PT-br", lang.PT},
		{"en", lang.EN},
		{"en-US", lang.EN},
		{"en-GB", lang.EN},
		{"EN", lang.EN},
		{"es", lang.ES},
		{"es-419", lang.ES},
		{"es-AR", lang.ES},
		// For an unsupported language, the answer is in the language of the wire.
		{"fr", lang.PT},
		{"zh-Hans-CN", lang.PT},
		{"de-DE, ja", lang.PT},
		{"*", lang.PT},
		{"fr, en;q=0.5", lang.EN},
		{"fr-FR,fr;q=0.9,es;q=0.8,en;q=0.7", lang.ES},
		{"en;q=0.5, es;q=0.9", lang.ES},
		{"es;q=0.1, en;q=0.1, pt;q=0.2", lang.PT},
		{"pt;q=0, en", lang.EN},
		{"en;q=0", lang.PT},
		{"en-US,en;q=0.9,pt-BR;q=0.8", lang.EN},
		{"pt-BR,pt;q=0.9,en-US;q=0.8,en;q=0.7", lang.PT},
		{"garbage!!", lang.PT},
		{"en;q=abc", lang.PT},
		{";;;,,,", lang.PT},
		{"\x00\xff", lang.PT},
		{"en" + strings.Repeat(",en", 84), lang.EN}, // 254 characters
		{"en" + strings.Repeat(",en", 85), lang.PT}, // 257
		{"en-" + strings.Repeat("a-", 100_000), lang.PT},
	} {
		if got := lang.Match(tc.in); got != tc.want {
			t.Errorf("Match(%.60q) = %s, want %s", tc.in, got.Tag(), tc.want.Tag())
		}
	}
}

func TestTagsMatchTheirOwnLanguage(t *testing.T) {
	want := map[lang.Lang]string{lang.PT: "pt-BR", lang.EN: "en", lang.ES: "es", lang.DE: "de", lang.NL: "nl", lang.FR: "fr", lang.IT: "it"}
	if len(lang.OfBuyers) != len(want) {
		t.Errorf("%d languages, want %d", len(lang.OfBuyers), len(want))
	}
	for i, l := range lang.OfBuyers {
		if got := l.Tag(); got != want[l] {
			t.Errorf("tag of language %d is %q, want %q", l, got, want[l])
		}
		if got := lang.MatchOfBuyers(l.Tag()); got != l {
			t.Errorf("MatchOfBuyers(%q) = %s", l.Tag(), got.Tag())
		}
		if by, ok := lang.OfBuyersByCode(l.Code()); !ok || by != l {
			t.Errorf("OfBuyersByCode(%q) = %s, %v", l.Code(), by.Tag(), ok)
		}
		own := i < len(lang.All)
		if by, ok := lang.ByCode(l.Code()); ok != own || own && by != l {
			t.Errorf("ByCode(%q) = %s, %v", l.Code(), by.Tag(), ok)
		}
		if l.Own() != own || own && (lang.All[i] != l || l.Product() != l || lang.Match(l.Tag()) != l) || !own && l.Product() != lang.EN {
			t.Errorf("%s: one of the product's: %v, read in %s", l.Tag(), l.Own(), l.Product().Tag())
		}
	}
}

// A buyer gets the page in a language that the browser accepts, else in Portuguese.
func TestMatchOfBuyers(t *testing.T) {
	for in, want := range map[string]lang.Lang{
		"de-AT, en;q=0.5": lang.DE, "ja, nl-BE;q=0.4": lang.NL, "fr-CA": lang.FR, "it-CH,de;q=0.9": lang.IT, "en-US": lang.EN, "es-419": lang.ES,
		"": lang.PT, "ja": lang.PT, "tlh, x": lang.PT, "garbage!!": lang.PT, "de" + strings.Repeat(",de", 90): lang.PT,
	} {
		if got := lang.MatchOfBuyers(in); got != want {
			t.Errorf("MatchOfBuyers(%.40q) = %s, want %s", in, got.Tag(), want.Tag())
		}
	}
}

// A text that is missing in a buyer's language is shown in English.
func TestTextOfBuyers(t *testing.T) {
	text := lang.Text{PT: "lote", EN: "lot", ES: "lote", More: &lang.More{DE: "Partie", NL: "partij", IT: "lotto"}}
	for l, want := range map[lang.Lang]string{lang.DE: "Partie", lang.NL: "partij", lang.FR: "lot", lang.IT: "lotto"} {
		if got := text.In(l); got != want {
			t.Errorf("In(%s) = %q, want %q", l.Tag(), got, want)
		}
	}
	if text.CompleteForBuyers() || !text.Complete() || !lang.Same("NR-31").CompleteForBuyers() {
		t.Error("complete is not what has all languages")
	}
	if all := lang.InAll(lang.Lang.Code); !all.CompleteForBuyers() || all.In(lang.FR) != "fr" {
		t.Errorf("InAll: %+v", all)
	}
}

func TestDates(t *testing.T) {
	at := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for l, want := range map[lang.Lang][3]string{
		lang.PT: {"março de 2026", "1 de março de 2026", "01/03/2026"}, lang.EN: {"March 2026", "1 March 2026", "1 Mar 2026"}, lang.ES: {"marzo de 2026", "1 de marzo de 2026", "01/03/2026"},
		lang.DE: {"März 2026", "1. März 2026", "01.03.2026"}, lang.NL: {"maart 2026", "1 maart 2026", "01-03-2026"}, lang.FR: {"mars 2026", "1er mars 2026", "01/03/2026"}, lang.IT: {"marzo 2026", "1º marzo 2026", "01/03/2026"},
	} {
		if got := [3]string{l.Month(at), l.LongDay(at), l.Day(at)}; got != want {
			t.Errorf("%s: %q, want %q", l.Tag(), got, want)
		}
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("pt-BR,pt;q=0.9,en-US;q=0.8")
	f.Add("es-419;q=1.0,*;q=0")
	f.Add("i-klingon;q=,x")
	f.Fuzz(func(t *testing.T, header string) {
		if got := lang.Match(header); got > lang.ES {
			t.Fatalf("Match(%q) = %d", header, got)
		}
	})
}

func TestIn(t *testing.T) {
	text := lang.Text{PT: "safra", EN: "harvest", ES: "cosecha"}
	for l, want := range map[lang.Lang]string{lang.PT: "safra", lang.EN: "harvest", lang.ES: "cosecha", 99: "safra"} {
		if got := text.In(l); got != want {
			t.Errorf("In(%d) = %q, want %q", l, got, want)
		}
	}
}

func TestComplete(t *testing.T) {
	for _, tc := range []struct {
		in   lang.Text
		want bool
	}{
		{lang.Text{PT: "a", EN: "b", ES: "c"}, true},
		{lang.Text{EN: "b", ES: "c"}, false},
		{lang.Text{PT: "a", ES: "c"}, false},
		{lang.Text{PT: "a", EN: "b"}, false},
		{lang.Text{}, false},
	} {
		if got := tc.in.Complete(); got != tc.want {
			t.Errorf("%+v.Complete() = %t, want %t", tc.in, got, tc.want)
		}
	}
}

func TestFill(t *testing.T) {
	text := func(s string) lang.Text { return lang.Text{PT: "pt " + s, EN: "en " + s, ES: "es " + s} }
	for _, tc := range []struct {
		in   string
		args lang.Args
		want string
	}{
		{"nada", nil, "nada"},
		{"nada", lang.Args{"max": "5"}, "nada"},
		{"até {max}", lang.Args{"max": "5"}, "até 5"},
		{"{a} e {b} e {a}", lang.Args{"a": "1", "b": "2"}, "1 e 2 e 1"},
		{"{ausente}", lang.Args{"max": "5"}, "{ausente}"},
		{"{ausente}", nil, "{ausente}"},
		{"'{valor}'", lang.Args{"valor": ""}, "''"},
		// A value is never searched for placeholders, because callers write it.
		{"{a}{b}", lang.Args{"a": "{b}", "b": "{a}"}, "{b}{a}"},
		{"{a}", lang.Args{"a": "%s $1 \\"}, "%s $1 \\"},
		{"{max}{maximo}", lang.Args{"max": "1", "maximo": "2"}, "12"},
	} {
		for _, l := range lang.All {
			want := text(tc.want).In(l)
			if got := text(tc.in).Fill(l, tc.args); got != want {
				t.Errorf("Fill(%q, %v) in %s = %q, want %q", tc.in, tc.args, l.Tag(), got, want)
			}
		}
	}
}

func TestFillChoosesBetweenOneAndMany(t *testing.T) {
	text := lang.Text{PT: "{n} {n|registro|registros} em {dias} {dias|dia|dias}; {x|a|b}"}
	for want, args := range map[string]lang.Args{
		"1 registro em 2 dias; {x|a|b}": {"n": "1", "dias": "2"},
		"0 registros em 1 dia; {x|a|b}": {"n": "0", "dias": "1"},
		"1.000 registros em 21 dias; b": {"n": "1.000", "dias": "21", "x": ""},
	} {
		if got := text.Fill(lang.PT, args); got != want {
			t.Errorf("%v: %q, want %q", args, got, want)
		}
	}
	if got, want := lang.Open(text.PT, "…"), "… registros em … dias; b"; got != want {
		t.Errorf("open: %q, want %q", got, want)
	}
}

// A number in a sentence about decimal marks has the mark of the reader, and no other.
func TestFillWritesNumbersAsReadersDo(t *testing.T) {
	text := lang.Same("{n#} kg, {n}, {nada#}")
	for n, want := range map[string][3]string{
		"1.5":   {"1,5 kg, 1.5, {nada#}", "1.5 kg, 1.5, {nada#}", "1,5 kg, 1.5, {nada#}"},
		"36000": {"36000 kg, 36000, {nada#}", "36000 kg, 36000, {nada#}", "36000 kg, 36000, {nada#}"},
	} {
		for _, l := range lang.All {
			if got := text.Fill(l, lang.Args{"n": n}); got != want[l] {
				t.Errorf("%s in %s is %q, want %q", n, l.Tag(), got, want[l])
			}
		}
	}
}

func TestNumberAsReadersWriteIt(t *testing.T) {
	for _, tt := range []struct {
		v        float64
		decimals int
		pt, en   string
	}{{1234.5, 3, "1.234,5", "1,234.5"}, {120.69, 2, "120,69", "120.69"}, {-1000000, 0, "-1.000.000", "-1,000,000"}, {0.0004, 3, "0", "0"}, {-0.0004, 3, "0", "0"}} {
		if pt, en, es := lang.PT.Number(tt.v, tt.decimals), lang.EN.Number(tt.v, tt.decimals), lang.ES.Number(tt.v, tt.decimals); pt != tt.pt || en != tt.en || es != pt {
			t.Errorf("%v: %q, %q, %q; want %q, %q", tt.v, pt, en, es, tt.pt, tt.en)
		}
	}
}
