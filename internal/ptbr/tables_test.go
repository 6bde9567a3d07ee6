package ptbr

import (
	"strings"
	"testing"

	"rastro/internal/lang"
	"rastro/internal/ptbr/letters"
)

// spellings checks the spellings of one table: in the form in which texts are
// compared, none too long, none there twice.
func spellings(t *testing.T, table string, rows ...string) {
	t.Helper()
	seen := map[string]bool{}
	for _, row := range rows {
		letters.EachSpelling(row, func(s string) {
			if folded := lang.Fold(s); folded != s && s != "ha-1" {
				t.Errorf("%s: %q is not folded, want %q", table, s, folded)
			}
			if seen[s] {
				t.Errorf("%s: %q is there twice", table, s)
			}
			seen[s] = true
			for w := range strings.FieldsSeq(s) {
				var read letters.Word
				if read.Read(w, 0); read.N == 0 {
					t.Errorf("%s: %q is longer than any word may be", table, w)
				}
			}
		})
	}
}

func TestTables(t *testing.T) {
	var rows []string
	for _, u := range units {
		rows = append(rows, u.spellings)
		if u.Symbol == "" || u.Dimension == NoDimension || u.Factor < 0 {
			t.Errorf("unit %+v", u)
		}
	}
	spellings(t, "units", rows...)
	rows = nil
	for _, l := range labels {
		rows = append(rows, l.spellings)
	}
	spellings(t, "labels", rows...)
	for _, r := range roles {
		spellings(t, "roles", r.spellings)
	}
}

// Every spelling of a unit is read as that unit, after a number.
func TestUnitSpellings(t *testing.T) {
	for i := range units {
		u := &units[i]
		letters.EachSpelling(u.spellings, func(s string) {
			if s == "c" {
				s = "C" // a small c is "com"
			}
			for _, text := range []string{"7 " + s, "7 " + strings.ToUpper(s), "7" + s} {
				if strings.Contains(text, "D") && u == days {
					continue // 2,4 D is a herbicide
				}
				got := Quantities(text)
				if len(got) != 1 || got[0].Unit != u || got[0].Reading != Read {
					t.Errorf("Quantities(%q) = %+v, want 7 %s", text, got, u.Symbol)
				}
			}
		})
	}
}

// Every spelling of a label is read as that label, before a bare number or one
// in its dimension.
func TestLabelSpellings(t *testing.T) {
	signs := map[Dimension]string{Masses: " kg", Shares: "%", Times: " dias", Temperatures: " °C", onlyTemperatures: " °C", Volumes: " L", Counts: ""}
	for _, l := range labels {
		sign := signs[l.of]
		if l.label == Density {
			sign = " g/L"
		}
		letters.EachSpelling(l.spellings, func(s string) {
			if got := Quantities(s + " 7" + sign); len(got) != 1 || got[0].Label != l.label {
				t.Errorf("Quantities(%q) = %+v, want label %d", s+" 7"+sign, got, l.label)
			}
		})
	}
}

func TestIsAbsent(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want bool
	}{
		{"", true}, {"  ", true}, {"-", true}, {"--", true}, {"N/A", true}, {"n.a.", true}, {"NA", true},
		{"não se aplica", true}, {"Nao se aplica.", true}, {"NÃO  APLICÁVEL", true}, {"na\u0303o houve", true}, {"isento", true},
		{"sem", true}, {"não houve", true}, {"Nenhuma", true}, {"nada", true}, {"\u00a0-\u00a0", true},
		{"nada consta", false}, {"sem ressalvas", false}, {"não", false}, {"0", false}, {"não se aplica a este lote", false}, {"nota", false},
	} {
		if got := IsAbsent(tc.in); got != tc.want {
			t.Errorf("IsAbsent(%q) = %v, want %v", tc.in, got, tc.want)
		}
	}
}

func TestReadingString(t *testing.T) {
	for r, want := range []string{"absent", "read", "impossible", "unreadable", "ambiguous", "bare", "reading?"} {
		if got := Reading(r).String(); got != want {
			t.Errorf("Reading(%d) is %q, want %q", r, got, want)
		}
	}
}
