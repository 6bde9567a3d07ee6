package brdoc

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// specimen is how to draw a value of a type: a pattern for everything but the check digits, how
// many of those follow, ways of writing it, and a label if it needs one.
type specimen struct {
	t      Type
	body   string // regular expression
	checks int
	masks  []string // # is a character of the value
	label  string
}

const ufs = "(11|29|31|35|41|43|51|52)"

var specimens = []specimen{
	{CPF, `[0-9]{8}[1-8]`, 2, []string{"###########", "###.###.###-##", "#########-##", "### ### ### ##", "###.###.###–##"}, ""},
	{CNPJ, `[0-9]{11}[1-8]`, 2, []string{"##############", "##.###.###/####-##", "########/####-##"}, ""},
	{CNPJ, `[0-9A-Z]{11}[1-8]`, 2, []string{"##.###.###/####-##"}, "CNPJ nº "},
	{NFe, ufs + `(1[0-9]|2[0-6])(0[1-9]|1[0-2])1122233300018155[0-9]{21}`, 1, []string{"#", "#### "}, ""},
	{CTeOS, ufs + `(1[0-9]|2[0-6])(0[1-9]|1[0-2])1122233300018167[0-9]{21}`, 1, []string{"#", "####."}, ""},
	{NFCe, ufs + `(1[0-9]|2[0-6])(0[1-9]|1[0-2])12ABC34501DE3565[0-9]{21}`, 1, []string{"#", "######-###### "}, ""},
	{DFe, ufs + `(1[0-9]|2[0-6])(0[1-9]|1[0-2])1122233300018166[0-9]{21}`, 1, []string{"#"}, "chave: "},
	{CAR, `MT5107925[0-9A-F]{32}`, 0, []string{"#", "##-#######-################################", "##-#######-####.####.####.####.####.####.####.####"}, ""},
	{DUE, `(1[7-9]|2[0-6])BR[0-9]{9}`, 1, []string{"#", "#############-#"}, ""},
	{Duimp, `(1[7-9]|2[0-6])BR[0-9]{10}`, 1, []string{"#"}, "Duimp "},
	{RUC, `[0-6]BR[0-9A-Z]{8}2[0-9A-Z]{1,23}`, 0, []string{"#"}, ""},
	{LPCO, `[EI](1[7-9]|2[0-6])[0-9]{8}`, 0, []string{"#"}, ""},
	{ESocialReceipt, `1[0-9]{20}`, 0, []string{"#.#.###################"}, ""},
	{ESocialEvent, `ID1[0-9A-Z]{14}20(1[5-9]|2[0-5])(0[1-9]|1[0-2])(0[1-9]|1[0-9]|2[0-8])(0[0-9]|1[0-9])[0-5][0-9][0-5][0-9][0-9]{5}`, 0, []string{"#"}, ""},
	{Plate, `[A-Z]{3}[0-9][A-J][0-9]{2}`, 0, []string{"#", "###-####", "### ####"}, "placas: "},
	{Container, `[A-Z]{3}U[0-9]{6}`, 1, []string{"#", "#### #######", "#### ######-#", "####-######-#", "##########-#"}, ""},
	{IMO, `[1-9][0-9]{5}`, 1, []string{"#"}, "IMO "},
	{NIRF, `[0-9]{7}`, 1, []string{"#", "#######-#", "#.###.###-#"}, "NIRF: "},
	{IBGE, ufs + `[0-9]{4}`, 1, []string{"#"}, "código IBGE "},
	{PTV, ufs + `[0-9]{8}`, 0, []string{"#"}, "PTV nº "},
	{CFOC, ufs + `[0-9]{8}`, 0, []string{"#"}, "C.F.O.C. "},
	{GTIN, `[0-9]{6}[1-9]`, 1, []string{"#"}, "EAN-8 "},
	{GTIN, `789[0-9]{9}`, 1, []string{"#"}, "GTIN-13 "},
	{GLN, `789[0-9]{9}`, 1, []string{"#"}, "GLN "},
	{SSCC, `3789[0-9]{13}`, 1, []string{"#"}, "sscc="},
	{DDS, `2[4-6](NL|DE|BE|ES|IT)[0-9A-Z]{6}[0-9]{4}`, 0, []string{"#"}, ""},
	{Renasem, `(SP|MT|RS)[0-9]{9}`, 0, []string{"##-#####/####"}, "RENASEM nº "},
}

// write puts the value into a mask; a mask that is too short starts over.
func write(mask, value string) string {
	var b strings.Builder
	for at := 0; at < len(value); {
		for _, c := range mask {
			if c != '#' {
				b.WriteRune(c)
			} else if at < len(value) {
				b.WriteByte(value[at])
				at++
			}
		}
	}
	return strings.TrimRight(b.String(), " .-/")
}

// For any other digits, exactly one pair of check digits is right, or one digit; and the value is
// found in any notation, with anything around it.
func TestEveryValidValueIsFound(t *testing.T) {
	for _, sp := range specimens {
		t.Run(sp.t.String(), rapid.MakeCheck(func(t *rapid.T) {
			body := rapid.StringMatching(sp.body).Draw(t, "body")
			value := body
			if sp.checks > 0 {
				var right []string
				for n := range []int{0, 10, 100}[sp.checks] {
					digits := string([]byte{byte('0' + n/10), byte('0' + n%10)})[2-sp.checks:]
					if Check(sp.t, body+digits, thisYear).Valid {
						right = append(right, body+digits)
					}
				}
				if len(right) != 1 && !(sp.t == IBGE && len(right) == 2) { // the exceptions have two
					t.Fatalf("%s %s: right are %q", sp.t, body, right)
				}
				value = right[0]
			}
			text := write(rapid.SampledFrom(sp.masks).Draw(t, "mask"), value)
			before := rapid.SampledFrom([]string{"", "Safra 2024/25; ", "Fazenda São José, ", "(", "carga de 36.000 kg: "}).Draw(t, "before")
			after := rapid.SampledFrom([]string{"", ".", ", Sorriso/MT", "; 30 sacas", ")", " em 10/02/2025"}).Draw(t, "after")
			text = before + sp.label + text + after
			got := Scan(text, Types(sp.t), thisYear)
			if len(got) != 1 || !got[0].Valid || got[0].Value != Check(sp.t, value, thisYear).Value {
				t.Fatalf("Scan(%q) found %q, want %s %s", text, told(got), sp.t, value)
			}
			sound(t, text, Types(sp.t), got)
		}))
	}
}

// GS1's check digit detects every single wrong digit; the others detect every wrong check digit,
// but modulus 11 cannot detect all other errors in ten digits.
func TestOneWrongDigitIsNotValid(t *testing.T) {
	for _, sp := range specimens {
		if sp.checks == 0 {
			continue
		}
		t.Run(sp.t.String(), rapid.MakeCheck(func(t *rapid.T) {
			body := rapid.StringMatching(sp.body).Draw(t, "body")
			value := ""
			for n := 0; value == ""; n++ {
				digits := string([]byte{byte('0' + n/10), byte('0' + n%10)})[2-sp.checks:]
				if Check(sp.t, body+digits, thisYear).Valid {
					value = body + digits
				}
			}
			at := len(value) - 1
			if sp.t == GTIN || sp.t == GLN || sp.t == SSCC {
				at = rapid.IntRange(0, len(value)-1).Draw(t, "at")
			}
			wrong := byte('0' + (int(value[at]-'0')+rapid.IntRange(1, 9).Draw(t, "by"))%10)
			changed := value[:at] + string(wrong) + value[at+1:]
			got := Check(sp.t, changed, thisYear)
			if got.Valid && sp.t != IBGE {
				t.Fatalf("%s %s is valid, and so is %s", sp.t, value, changed)
			}
		}))
	}
}

// Digits without a label or a mask are never a broken identifier.
func TestPlainDigitsBreakNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[0-9]{1,40}([ ,;][0-9]{1,9}){0,3}`).Draw(t, "text")
		for _, id := range Scan(text, All, thisYear) {
			if !id.Valid {
				t.Fatalf("%q: %s", text, told([]ID{id}))
			}
		}
	})
}

// pieces make texts in which identifiers, labels and their fragments collide.
var pieces = []string{
	" ", "-", ".", "/", ",", "; ", ":", "\u00a0", "–", "º", "é", "CPF ", "CNPJ/", "chave ", "IMO", "nº ", " e ", "ICO ", "placa ", "país: ", "DU-E ", "DDS ",
	"529.982.247-25", "52998224725", "11.222.333/0001-81", "12ABC34501DE35", keyMT, carMT, "MT-5107925-", "0123", "5125 0211 2223 3300 ",
	"ABC1C34", "ABC-1234", "MSKU9070323", "MSKU 907032-3", "9074729", "25BR0012345677", "5BR112223332MT25S001", "25NLAB12CD3456", "A1B2C3D4",
	"002/1961/0978", "1.2.0000000012345678901", "BRSSZ", "NLRTM", "DE", "1201.90.00", "LOTE ", "tel. ", "BL ", "7891234567895", "GTIN-13 ", "E2500012345",
}

func drawText(t *rapid.T) string {
	piece := rapid.OneOf(rapid.SampledFrom(pieces), rapid.SampledFrom(pieces), rapid.StringN(0, 4, -1))
	return strings.Join(rapid.SliceOfN(piece, 0, 30).Draw(t, "pieces"), "")
}

func TestScanOfAnyTextIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, want := drawText(t), Set(rapid.Uint64().Draw(t, "want"))
		sound(t, text, want, Scan(text, want, thisYear))
		sound(t, text, All, Scan(text, All, thisYear))
	})
}

func TestMaskLeavesNoCPF(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { masked(t, drawText(t)) })
}

// masked fails if Mask's result still contains a valid CPF, or if masking it again hides more.
func masked(t fataler, text string) {
	t.Helper()
	got := Mask(text)
	for _, id := range Scan(got, Types(CPF), thisYear) {
		if id.Valid {
			t.Fatalf("Mask(%q) = %q still shows %s", text, got, id.Value)
		}
	}
	if again := Mask(got); again != got {
		t.Fatalf("Mask(%q) = %q, then %q", text, got, again)
	}
}
