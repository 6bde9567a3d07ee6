package ptbr

import (
	"testing"
	"time"
)

func TestDate(t *testing.T) {
	for _, tc := range []struct {
		in      string
		reading Reading
		want    string // RFC 3339, for Read
	}{
		{"2024-10-05", Read, "2024-10-05T00:00:00-03:00"},
		{" 2024-10-05 ", Read, "2024-10-05T00:00:00-03:00"},
		{"2025-02-10T14:20:00-04:00", Read, "2025-02-10T14:20:00-04:00"},
		{"2025-02-10T14:20:00Z", Read, "2025-02-10T14:20:00Z"},
		{"2025-02-10T14:20", Read, "2025-02-10T14:20:00-03:00"},
		{"2025-02-10T14:20:00.123Z", Read, "2025-02-10T14:20:00Z"},
		{"10/02/2025 14:20", Read, "2025-02-10T14:20:00-03:00"},
		{"10/02/2025 14:20:30", Read, "2025-02-10T14:20:30-03:00"},
		{"10/02/2025 às 14h20", Read, "2025-02-10T14:20:00-03:00"},
		{"10-02-2025", Read, "2025-02-10T00:00:00-03:00"},
		{"5/2/25", Read, "2025-02-05T00:00:00-03:00"},
		{"29/02/2024", Read, "2024-02-29T00:00:00-03:00"},
		{"29/02/2025", Impossible, ""},
		{"31/02/2025", Impossible, ""},
		{"02/13/2025", Impossible, ""}, // the month never comes first
		{"2025-13-01", Impossible, ""},
		{"2025-00-10", Impossible, ""},
		{"00/01/2025", Impossible, ""},
		{"2025-02-10T25:00", Impossible, ""},
		{"2025-02-10T10:00:00+99:00", Impossible, ""},
		{"outubro de 2024", Unreadable, ""},
		{"2024", Unreadable, ""},
		{"", Absent, ""},
		{"Não se aplica", Absent, ""},
	} {
		got, reading := Date(tc.in)
		if reading != tc.reading {
			t.Errorf("Date(%q): reading %d, want %d", tc.in, reading, tc.reading)
			continue
		}
		if reading == Read && got.Format(time.RFC3339) != tc.want {
			t.Errorf("Date(%q) = %s, want %s", tc.in, got.Format(time.RFC3339), tc.want)
		}
	}
}

// A time that is read lies on the written day.
func FuzzDate(f *testing.F) {
	f.Add("2024-10-05")
	f.Add("31/12/99 23h59")
	f.Add("2025-02-10T14:20:00+05:30")
	f.Fuzz(func(t *testing.T, s string) {
		if at, reading := Date(s); reading == Read && (at.Year() < 0 || at.Year() > 9999) {
			t.Fatalf("Date(%q) = %v", s, at)
		}
	})
}
