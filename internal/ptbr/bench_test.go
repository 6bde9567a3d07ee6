package ptbr_test

import (
	"strings"
	"testing"

	"rastro/internal/ptbr"
	"rastro/internal/ptbr/lotlist"
	"rastro/internal/ptbr/words"
)

// readAll runs every reader over a text.
func readAll(s string) {
	ptbr.Number(s)
	ptbr.Mass(s)
	ptbr.Area(s)
	ptbr.PercentOf(s, ptbr.Moisture)
	ptbr.Dose(s)
	ptbr.Quantities(s)
	ptbr.PreHarvestInterval(s)
	ptbr.Date(s)
	ptbr.Dates(s)
	ptbr.Harvest(s)
	lotlist.Split(s)
	lotlist.Blend(s)
	words.GMClaim(s)
	words.Cup(s)
	ptbr.IsAbsent(s)
	for _, v := range []*words.Vocabulary{words.InputClasses, words.Results, words.Schemes, words.Processes, words.Dryings, words.Custody, words.Crops} {
		v.One(s)
		v.All(s)
	}
}

const longest = 5_000 // characters of the longest text in a record

func BenchmarkRead(b *testing.B) {
	for _, bc := range []struct {
		name string
		read func()
	}{
		{"Number", func() { ptbr.Number("1.234.567,89") }},
		{"Mass", func() { ptbr.Mass("36.000 kg") }},
		{"MassTicket", func() { ptbr.Mass("Ticket 4471 bruto 52.340 tara 16.120 liquido 36.220 kg") }},
		{"Mass40", func() { ptbr.Mass("120 sacas de 59 kg, lote MT25-S-001, T-07") }},
		{"Percent", func() { ptbr.Percent("13,8%") }},
		{"Dose", func() { ptbr.Dose("0,5 L/ha, carência 30 dias") }},
		{"PreHarvestInterval", func() { ptbr.PreHarvestInterval("0,5 L/ha, carência 30 dias") }},
		{"Quantities", func() { ptbr.Quantities("umidade 13,8%; impurezas 0,9%; avariados 3,1%; densidade 720 g/L") }},
		{"Date", func() { ptbr.Date("2025-02-10T14:20:00-04:00") }},
		{"DateBR", func() { ptbr.Date("10/02/2025 14:20") }},
		{"DateNone", func() { ptbr.Date("outubro de 2024") }},
		{"Dates", func() { ptbr.Dates("2025-02-08 07:30, Ana Lima, limpeza a ar") }},
		{"Harvest", func() { ptbr.Harvest("Safra 2024/25") }},
		{"InputClass", func() { words.InputClasses.One("Fungicida") }},
		{"Schemes", func() { words.Schemes.All("Rainforest Alliance 2025-0789") }},
		{"Result", func() { words.Result("Aprovado com ressalvas") }},
		{"GMClaim", func() { words.GMClaim("não OGM, <0,9%") }},
		{"Blend", func() { lotlist.Blend("LOTE-A 60%; LOTE-B 40%") }},
		{"Lots", func() { lotlist.Split("MT25-S-001 e MT25-S-002") }},
		{"IsAbsent", func() { ptbr.IsAbsent("Não se aplica") }},
	} {
		b.Run(bc.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bc.read()
			}
		})
	}
}

// The longest possible text through all readers, by its repeated part.
func BenchmarkReadSlow(b *testing.B) {
	for _, piece := range []string{"1", "1.", "1 ", " ", "a", "a ", "1 kg e ", "umidade e ", "01/02/", "é"} {
		text := strings.Repeat(piece, longest/len(piece))
		b.Run(strings.ReplaceAll(piece, "/", "|"), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				readAll(text)
			}
		})
	}
}
