package ptbr_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rastro/internal/ptbr"
)

// Forms other than those of a bare date and time.
func TestDateInWords(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"10.02.2025", "2025-02-10"},
		{"2025/02/10", "2025-02-10"},
		{"10 de fevereiro de 2025", "2025-02-10"},
		{"10 DE FEVEREIRO DE 2025", "2025-02-10"},
		{"1º de março de 2025", "2025-03-01"},
		{"1o de marco de 2025", "2025-03-01"},
		{"1º/10/2024", "2024-10-01"},
		{"1°/10/2024 14:20", "2024-10-01T14:20"},
		{"01º/10/24", "2024-10-01"},
		{"1o/10/2024", "2024-10-01"},
		{"2º/10/2024", "unreadable"},
		{"20241005", "2024-10-05"},
		{"20241005 14:20", "2024-10-05T14:20"},
		{"05102024", "2024-10-05"},
		{"20241305", "unreadable"}, // a code
		{"05 10 2024", "2024-10-05"},
		{"05 13 2024", "unreadable"},
		{"05 10 24", "unreadable"},
		{"31022024", "unreadable"},
		{"202410051", "unreadable"},
		{"2024105", "unreadable"},
		{"semana 41 de 2024", "unreadable"}, // no one day
		{"10/fev/2025", "2025-02-10"},
		{"10-fev-25", "2025-02-10"},
		{"10 fev. 2025", "2025-02-10"},
		{"30 de fevereiro de 2025", "impossible"},
		{"10 de fevereiro", "unreadable"},
		{"10 de treze de 2025", "unreadable"},
		{"10.02", "unreadable"},
		{"10/02/2025 e 11/02/2025", "unreadable"},
		{"nenhuma", "absent"},
		{"N.A.", "absent"},
	} {
		if got := readers["date"](tc.in); got != tc.want {
			t.Errorf("Date(%q) = %s, want %s", tc.in, got, tc.want)
		}
	}
}

// Each date is found at its position, with its precision.
func TestDates(t *testing.T) {
	for _, tc := range []struct{ in, text, want string }{
		{"2025-02-08 07:30, Ana Lima, limpeza a ar", "2025-02-08 07:30", "2025-02-08T07:30"},
		{"Ana em 08/02/2025.", "08/02/2025", "2025-02-08"},
		{"(08/02/2025)", "08/02/2025", "2025-02-08"},
		{"às 7h de 8 de fevereiro de 2025, sábado", "8 de fevereiro de 2025", "2025-02-08"},
		{"em fevereiro/2025 choveu", "fevereiro/2025", "2025-02"},
		{"iniciada em 1º/10/2024, seco", "1º/10/2024", "2024-10-01"},
		{"semana 41 de 2024", "semana 41 de 2024", "2024-W41"},
		{"plantado na sem. 41/2024", "sem. 41/2024", "2024-W41"},
		{"Semana 1/25, talhão 3", "Semana 1/25", "2025-W01"},
		{"41ª semana de 2024", "41ª semana de 2024", "2024-W41"},
		{"semana 53 de 2024", "", ""}, // there was none
		{"sem. 1/2024", "", ""},       // half a year
		{"sem 50 kg", "", ""},
		{"lote 20241005", "", ""}, // digits alone are a code in a sentence
		{"2025-02-08T07:30:15-04:00;", "2025-02-08T07:30:15-04:00", "2025-02-08T07:30-04:00"},
		{"08/02/2025 36 sacas", "08/02/2025", "2025-02-08"},
		{"venc. 02/2026", "02/2026", "2026-02"},
		{"de 30/02/2025", "30/02/2025", "impossible"},
		{"laudo 02/2026", "", ""},
		{"CPF 529.982.247-25, CNPJ 11.222.333/0001-81", "", ""},
		{"NCM 1201.90.00, ICO 002/1961/0978, NR-31.7, DU-E 25BR0012345677", "", ""},
		{"https://fotos.example/2025/02/08/1.jpg", "", ""},
		{"IN 11/2007, Lei 14.785/2023", "", ""},
		{"RG 12.345.678-9", "", ""},
		{"45/13/2025", "", ""},
		{"01 a 02/03/2924", "", ""}, // in a sentence, every date is in the present age
		{"de 08/02 ate 12/02/1825", "", ""},
		{"em 10/02/2924", "", ""},
		{"em fevereiro de 2924", "", ""},
		{"venc. 02/2924", "", ""},
		{"2924-02-10", "", ""},
		{"em fevereiro de 2100", "fevereiro de 2100", "2100-02"},
	} {
		text, reading := "", ""
		if got := ptbr.Dates(tc.in); len(got) == 1 {
			text, reading = tc.in[got[0].Start:got[0].End], graded(moment(got[0]), got[0].Reading)
		} else if len(got) > 1 {
			reading = fmt.Sprint(got)
		}
		if text != tc.text || reading != tc.want {
			t.Errorf("Dates(%q) = %q at %q, want %q at %q", tc.in, reading, text, tc.want, tc.text)
		}
	}
}

// Any day reads back in any form, alone and in a sentence.
func TestDatesReadBack(t *testing.T) {
	names := strings.Fields("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro")
	rapid.Check(t, func(t *rapid.T) {
		day := time.Date(1990, 1, 1, 0, 0, 0, 0, ptbr.Brasilia).AddDate(0, 0, rapid.IntRange(0, 39_000).Draw(t, "day"))
		y, m, d := day.Date()
		for _, text := range []string{
			day.Format("2006-01-02"), day.Format("02/01/2006"), day.Format("2/1/2006"), day.Format("02-01-2006"), day.Format("02.01.2006"),
			fmt.Sprintf("%d de %s de %d", d, names[m-1], y), fmt.Sprintf("%02d/%s/%d", d, names[m-1][:3], y),
		} {
			if got, reading := ptbr.Date(text); reading != ptbr.Read || !got.Equal(day) {
				t.Fatalf("Date(%q) = %v, %v, want %v", text, got, reading, day)
			}
			sentence := "colhido em " + text + ", talhão 7"
			if got := ptbr.Dates(sentence); len(got) != 1 || got[0].Reading != ptbr.Read || !got[0].At.Equal(day) || got[0].Precision != ptbr.ToTheDay {
				t.Fatalf("Dates(%q) = %v, want %v", sentence, got, day)
			}
		}
	})
}

// For any text, the dates lie within it, in order, and in years that records can have.
func FuzzDates(f *testing.F) {
	for _, e := range corpus(f) {
		f.Add(e.text)
	}
	f.Fuzz(func(t *testing.T, s string) {
		end := 0
		for _, m := range ptbr.Dates(s) {
			if m.Start < end || m.End <= m.Start || m.End > len(s) {
				t.Fatalf("Dates(%q): %d to %d after %d", s, m.Start, m.End, end)
			}
			end = m.End
			if y := m.At.Year(); m.Reading != ptbr.Impossible && (y < 1900 || y > 2100) || m.Precision == 0 {
				t.Fatalf("Dates(%q): %+v", s, m)
			}
		}
		if at, reading := ptbr.Date(s); reading == ptbr.Read {
			if y := at.Year(); y >= 1990 && y <= 2090 && len(ptbr.Dates("em "+strings.TrimSpace(s))) == 0 {
				t.Fatalf("Date(%q) = %v, but Dates finds none", s, at)
			}
		}
	})
}
