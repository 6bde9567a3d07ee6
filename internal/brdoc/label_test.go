package brdoc

import (
	"strings"
	"testing"
)

func TestReadLabel(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want Set
		end  int
	}{
		{"CNPJ", Types(CNPJ), 4},
		{"cnpj:", Types(CNPJ), 4},
		{"C.N.P.J. 11", Types(CNPJ), 7},
		{"DU-E 25", Types(DUE), 4},
		{"du-e", Types(DUE), 4},
		{"NF-e", Keys, 4},
		{"NF-entrada", Keys, 2},
		{"MDF-e", Keys, 5},
		{"e-Social", Types(ESocialReceipt, ESocialEvent), 8},
		{"CONTÊINER", Types(Container), len("CONTÊINER")},
		{"conte\u0302iner", Types(Container), len("conte\u0302iner")}, // the accent as a character of its own
		{"verificação", Types(DDSVerification), len("verificação")},
		{"País", Types(Country), len("País")},
		{"nº", filler, 1},
		{"Número", filler, len("Número")},
		{"e", joint, 1},
		{"lote", other, 4},
		{"CNPJX", 0, 5},
		{"CNPJ-CPF", Types(CNPJ), 4},
		{"soja", 0, 4},
		{"ßçþ", 0, len("ßçþ")},
		{"я", 0, len("я")},
		{strings.Repeat("a", 40), 0, 40},
		{"a-b-c-d-e-f-g", filler, 1},
		{"CPF-52998224725", Types(CPF), 3},
		{"CPF-", Types(CPF), 3},
		{"D.-E", 0, 1},
	} {
		got, end := readLabel(tc.in, readWord(tc.in, 0))
		if got != tc.want || end != tc.end {
			t.Errorf("readLabel(%q) = %b, %d; want %b, %d", tc.in, got, end, tc.want, tc.end)
		}
	}
}

func TestLabelsArePlainWords(t *testing.T) {
	count := 0
	for _, slot := range labels.slots {
		word := strings.TrimRight(string(slot.word[:]), "\x00")
		if slot.means == 0 {
			continue
		}
		count++
		if strings.Trim(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || len(word) > maxLabel {
			t.Errorf("label %q", word)
		}
		if means, _ := readLabel(strings.ToLower(word), readWord(strings.ToLower(word), 0)); means != slot.means {
			t.Errorf("label %q means %b, read as %b", word, slot.means, means)
		}
		if kinds := slot.means & (filler | joint | other); kinds != 0 && slot.means != kinds {
			t.Errorf("label %q is both %b and a type's", word, kinds)
		}
	}
	if count*2 > labelSlots {
		t.Errorf("%d labels in %d slots", count, labelSlots)
	}
}

func TestReadGap(t *testing.T) {
	for _, tc := range []struct {
		in   string // from the end of a part
		sep  byte
		next int
	}{
		{"-1", '-', 1}, {".1", '.', 1}, {"/1", '/', 1}, {" 1", ' ', 1}, {"  1", ' ', 2},
		{" - 1", spacedHyphen, 3}, {"- 1", spacedHyphen, 2}, {" / 1", spacedSlash, 3}, {". 1", 0, 2},
		{"–1", '-', 3}, {" — 1", spacedHyphen, 5}, {"\u00a01", ' ', 2}, {"-\u20111", 0, 0},
		{"--1", 0, 0}, {",1", 0, 0}, {"\n1", 0, 0}, {"", 0, 0}, {"-", 0, 0}, {"        1", 0, 0}, {"é", 0, 0}, {"\xff1", 0, 0},
	} {
		if sep, next := readGap(tc.in, 0); sep != tc.sep || sep != 0 && next != tc.next {
			t.Errorf("readGap(%q) = %q, %d; want %q, %d", tc.in, sep, next, tc.sep, tc.next)
		}
	}
}

func TestReadWord(t *testing.T) {
	for _, tc := range []struct {
		in  string
		end int
		has uint8
	}{
		{"abc1", 4, lower | digit}, {"ABC-1", 3, upper}, {"nº1", 1, lower}, {"1ª", 1, digit}, {"ação1 x", len("ação1"), lower | high | digit},
		{"١٢", len("١٢"), high}, {"m²", 1, lower}, {"-", 0, 0}, {"", 0, 0}, {"\xff", 0, 0}, {"a\xff", 1, lower}, {"a_b", 1, lower},
	} {
		if w := readWord(tc.in, 0); w.end != tc.end || w.has != tc.has {
			t.Errorf("readWord(%q) = %d, classes %b; want %d, %b", tc.in, w.end, w.has, tc.end, tc.has)
		}
	}
}

func TestReadShape(t *testing.T) {
	s := readShape("!2~7~20..44")
	if !s.clear || s.labelled || s.n != 3 || s.lo[2] != 20 || s.hi[2] != 44 || s.lo[1] != 7 || s.hi[1] != 7 || s.sep[1] != '~' || s.sep[2] != '~' {
		t.Errorf("%+v", s)
	}
	for _, bad := range []string{"", "x", "0", "3.", "99", "1..", "!?!"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("shape %q was read", bad)
				}
			}()
			readShape(bad)
		}()
	}
}
