package ptbr_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rastro/internal/ptbr"
)

func TestNumber(t *testing.T) {
	for _, tc := range []struct {
		in      string
		want    float64
		reading ptbr.Reading
	}{
		{"36000", 36000, ptbr.Read},
		{"36.000", 36000, ptbr.Read},
		{"36,5", 36.5, ptbr.Read},
		{"36.5", 36.5, ptbr.Read},
		{"36.50", 36.5, ptbr.Read},
		{"36000.5", 36000.5, ptbr.Read},
		{"36000.500", 36000.5, ptbr.Read}, // no group has five digits
		{"36000,0000", 36000, ptbr.Read},
		{"1.234.567,89", 1234567.89, ptbr.Read},
		{"1,234,567.89", 1234567.89, ptbr.Read},
		{"1.234,567", 1234.567, ptbr.Read},
		{"1.234.567", 1234567, ptbr.Read},
		{"1,500", 1.5, ptbr.Read},
		{"0.500", 0.5, ptbr.Read}, // nobody groups after a zero
		{"0,500", 0.5, ptbr.Read},
		{"007", 7, ptbr.Read},
		{"0", 0, ptbr.Read},
		{" 36,5 ", 36.5, ptbr.Read},
		{"\u00a036,5\u00a0", 36.5, ptbr.Read},
		{"36 000", 36000, ptbr.Read},
		{"1\u00a0234\u00a0567,89", 1234567.89, ptbr.Read},
		{"1\u202f234,5", 1234.5, ptbr.Read},
		{"-36,5", -36.5, ptbr.Read},
		{"- 36,5", -36.5, ptbr.Read},
		{"−36,5", -36.5, ptbr.Read},
		{"+36,5", 36.5, ptbr.Read},
		{"123456789012345", 123456789012345, ptbr.Read},
		{"0,1234567890123456789", 0.1234567890123456789, ptbr.Read},
		{"13,800000000000000711", 13.8, ptbr.Read},

		{"1.23.456", 0, ptbr.Unreadable},
		{"1.2.3", 0, ptbr.Unreadable},
		{"1.2,3", 0, ptbr.Unreadable},
		{"1,2,3", 0, ptbr.Unreadable},
		{"1,234,567", 0, ptbr.Unreadable}, // three lots, or a foreigner's million
		{"1.234,567,8", 0, ptbr.Unreadable},
		{"1234.567,8", 0, ptbr.Unreadable},
		{"036.220", 0, ptbr.Unreadable}, // a scale's zero: thousands or decimals
		{"0.123,4", 0, ptbr.Unreadable},
		{"00", 0, ptbr.Unreadable},
		{"36 00", 0, ptbr.Unreadable},
		{"3600 000", 0, ptbr.Unreadable},
		{"36  000", 0, ptbr.Unreadable},
		{"36,", 0, ptbr.Unreadable},
		{",5", 0, ptbr.Unreadable},
		{"3e4", 0, ptbr.Unreadable},
		{"½", 0, ptbr.Unreadable},
		{"1/2", 0, ptbr.Unreadable},
		{"36 kg", 0, ptbr.Unreadable},
		{"1234567890123456", 0, ptbr.Unreadable}, // a code
		{"51250211222333000181550010000123451123456780", 0, ptbr.Unreadable},
		{"trinta", 0, ptbr.Unreadable},
		{"NaN", 0, ptbr.Unreadable},
		{"+", 0, ptbr.Unreadable},

		{"", 0, ptbr.Absent},
		{"-", 0, ptbr.Absent},
		{"N/A", 0, ptbr.Absent},
		{"Não se aplica", 0, ptbr.Absent},
	} {
		got, reading := ptbr.Number(tc.in)
		if got != tc.want || reading != tc.reading {
			t.Errorf("Number(%q) = %v, %v, want %v, %v", tc.in, got, reading, tc.want, tc.reading)
		}
	}
}

// written writes digits as people in Brazil do: decimals after a comma, and
// thousands set apart by a mark.
func written(whole uint64, decimals, thousands string) string {
	digits := strconv.FormatUint(whole, 10)
	var b strings.Builder
	for i, d := range digits {
		if left := len(digits) - i; i > 0 && left%3 == 0 {
			b.WriteString(thousands)
		}
		b.WriteRune(d)
	}
	if decimals != "" {
		b.WriteString("," + decimals)
	}
	return b.String()
}

// Every written number reads back exactly, to the last bit.
func TestNumberReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.Uint64Range(0, 999_999_999_999).Draw(t, "whole")
		decimals := rapid.StringMatching(`[0-9]{0,6}`).Draw(t, "decimals")
		thousands := rapid.SampledFrom([]string{"", ".", " ", "\u00a0"}).Draw(t, "thousands")
		sign := rapid.SampledFrom([]string{"", "-"}).Draw(t, "sign")
		text := sign + written(whole, decimals, thousands)
		want, err := strconv.ParseFloat(sign+strings.TrimSuffix(strconv.FormatUint(whole, 10)+"."+decimals, "."), 64)
		if err != nil {
			t.Fatal(err)
		}
		if got, reading := ptbr.Number(text); got != want || reading != ptbr.Read {
			t.Fatalf("Number(%q) = %v, %v, want %v", text, got, reading, want)
		}
	})
}

// A number that is read is a number, and keeps its value in plain digits.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{"36.000", "36,5", "1.234.567,89", "-1\u00a0234,5", "0.500", "1.2.3", "36 000 000,25", "0,00000000000000000000001"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, reading := ptbr.Number(s)
		if reading != ptbr.Read {
			if v != 0 {
				t.Fatalf("Number(%q) = %v, %v", s, v, reading)
			}
			return
		}
		if math.IsNaN(v) || math.IsInf(v, 0) || math.Abs(v) > 1e15 {
			t.Fatalf("Number(%q) = %v", s, v)
		}
		plain := strings.Replace(strconv.FormatFloat(v, 'f', -1, 64), ".", ",", 1)
		if again, reading := ptbr.Number(plain); again != v || reading != ptbr.Read {
			t.Fatalf("Number(%q) = %v, but Number(%q) = %v, %v", s, v, plain, again, reading)
		}
	})
}

func TestNumberIn(t *testing.T) {
	for _, tc := range []struct {
		unit, text string
		want       float64
		converted  bool
		reading    ptbr.Reading
	}{
		{"kg", "36.500", 36500, false, ptbr.Read}, {"kg", "36.500 kg", 36500, false, ptbr.Read}, {"kg", "36.500 Quilos", 36500, false, ptbr.Read},
		{"kg", "36,5 t", 36500, true, ptbr.Read}, {"kg", "0,1t", 100, true, ptbr.Read}, {"kg", "600 sacas", 36000, true, ptbr.Read}, {"kg", "900 g", 0.9, true, ptbr.Read},
		{"kg", "36.500 t", 0, false, ptbr.Ambiguous}, {"kg", "1,500 sacas", 0, false, ptbr.Ambiguous},
		{"kg", "600 sacos", 0, false, ptbr.Unreadable}, {"kg", "36 t líquidas", 0, false, ptbr.Unreadable}, {"kg", "36 ha", 0, false, ptbr.Unreadable}, {"kg", "cerca de 36 t", 0, false, ptbr.Unreadable}, {"kg", "-36 t", 0, false, ptbr.Unreadable},
		{"ha", "10 alqueires paulistas", 24.2, true, ptbr.Read}, {"ha", "10 alqueires", 0, false, ptbr.Unreadable},
		{"h", "8h30", 8.5, true, ptbr.Read}, {"h", "8 h 45 min", 8.75, true, ptbr.Read}, {"h", "7:20", 7.333333, true, ptbr.Read}, {"h", "8h75", 0, false, ptbr.Unreadable}, {"kg", "8:30", 0, false, ptbr.Unreadable},
		{"h", "8 h", 8, false, ptbr.Read}, {"", "8 h", 0, false, ptbr.Unreadable}, {"°C", "8 kg", 0, false, ptbr.Unreadable},
		{"kg", "n/a", 0, false, ptbr.Absent}, {"kg", "", 0, false, ptbr.Absent},
	} {
		value, converted, reading := ptbr.NumberIn(tc.unit, tc.text)
		if value != tc.want || converted != tc.converted || reading != tc.reading {
			t.Errorf("NumberIn(%q, %q) = %v %v %v, want %v %v %v", tc.unit, tc.text, value, converted, reading, tc.want, tc.converted, tc.reading)
		}
	}
}
