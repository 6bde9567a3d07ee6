package ptbr_test

import (
	"testing"
	"time"

	"rastro/internal/ptbr"
)

// A week begins on its Monday.
func TestWeekBeginsOnMonday(t *testing.T) {
	found := ptbr.Dates("semana 41 de 2024")
	if len(found) != 1 || found[0].Precision != ptbr.ToTheWeek || !found[0].At.Equal(time.Date(2024, time.October, 7, 0, 0, 0, 0, ptbr.Brasilia)) {
		t.Errorf("semana 41 de 2024 is %+v, want the week from 2024-10-07", found)
	}
}

// A year is read only if a text says nothing else.
func TestYear(t *testing.T) {
	for _, c := range []struct {
		text    string
		year    int
		reading ptbr.Reading
	}{
		{"2011", 2011, ptbr.Read},
		{" ano 2011 ", 2011, ptbr.Read},
		{"Ano: 1998", 1998, ptbr.Read},
		{"plantada em 2011", 2011, ptbr.Read},
		{"lavoura de 2005", 2005, ptbr.Read},
		{"2011/12", 0, ptbr.Unreadable},
		{"20111", 0, ptbr.Unreadable},
		{"1011", 0, ptbr.Unreadable},
		{"2011 a 2013", 0, ptbr.Unreadable},
		{"lote 2011", 0, ptbr.Unreadable},
		{"-2011", 0, ptbr.Unreadable},
		{"não informado", 0, ptbr.Absent},
		{"", 0, ptbr.Absent},
	} {
		if year, reading := ptbr.Year(c.text); year != c.year || reading != c.reading {
			t.Errorf("Year(%q) = %d, %v, want %d, %v", c.text, year, reading, c.year, c.reading)
		}
	}
}
