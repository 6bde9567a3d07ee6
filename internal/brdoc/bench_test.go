package brdoc

import (
	"strings"
	"testing"
)

func BenchmarkScan(b *testing.B) {
	for _, bc := range []struct {
		name, text string
		want       Set
		found      int
	}{
		{"key", keyMT, invoice, 1},
		{"typical", "DU-E 25BR0012345677, RUC 5BR112223332MT25S001, porto de Santos", customs, 2},
		{"car", "Declaração de origem 45/2025, Fazenda Boa Esperança; CAR " + carMT, origin, 1},
		{"plate", "ABC1C34", vehicle, 1},
		{"nothing", "Carga única do lote MT25-S-001, carreta limpa antes da carga", origin, 0},
		{"no digit", "Semente certificada, inoculante e adubo de base, sem mistura.", origin, 0},
		{"numbers", "umidade 13,8%; impurezas 0,9%; avariados 3,1%; densidade 720", origin, 0},
		{"everything", "DU-E 25BR0012345677, RUC 5BR112223332MT25S001, porto de Santos", All, 2},
	} {
		b.Run(bc.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(bc.text)))
			for b.Loop() {
				if got := Scan(bc.text, bc.want, thisYear); len(got) != bc.found {
					b.Fatalf("%s", told(got))
				}
			}
		})
	}
}

// adversarial are repeated to make texts in which every position looks like the start of something.
var adversarial = []string{
	"5", "51 ", "5 ", "51.", "5125 ", "MT-5107925-", "MSKU ", "A-", "1/", "5BR1", "C.", "CPF ", "CPF 529.982.247-", "é", "É-1 ",
	"ABC-1234-", "1.1.", "002/1961/", "25NLAB12CD3456-", "chave 5125 0211 2223 ", "    ", "n-n-", "IMO9", "\xff", "CNPJ/",
}

// Texts of 5 000 characters. The time per byte stays that of ordinary text, within a small factor.
func BenchmarkScanAdversarial(b *testing.B) {
	for _, piece := range adversarial {
		text := strings.Repeat(piece, 5000/len(piece))
		b.Run(strings.TrimSpace(piece), func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Scan(text, All, thisYear)
			}
		})
	}
}

func BenchmarkMask(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if got := Mask("pago a Ana Lima, CPF 529.982.247-25, em 10/02/2025"); !strings.Contains(got, "***.982.247-**") {
			b.Fatal(got)
		}
	}
}
