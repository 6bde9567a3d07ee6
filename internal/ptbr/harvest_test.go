package ptbr_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"rastro/internal/ptbr"
)

func TestHarvest(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"2024/25", "2024/2025"},
		{"2024/2025", "2024/2025"},
		{"2024-25", "2024/2025"},
		{"2024-2025", "2024/2025"},
		{"24/25", "2024/2025"},
		{"99/00", "1999/2000"},
		{"2025", "2025/2025"},
		{"safra 2025", "2025/2025"},
		{"safra 25", "2025/2025"},
		{"25", "ambiguous 2025/2025"},
		{"CAFE2025", "ambiguous 2025/2025"},
		{"DEMO-SOJA-MT-2024-25", "2024/2025"},
		{"DEMO-CAFE-MG-2025", "2025/2025"},
		{"MT/2024/25", "2024/2025"},
		{"2024/25 (2024/2025)", "2024/2025"},
		{"2024/26", "impossible"},
		{"2024/24", "impossible"},
		{"24/26", "impossible"},
		{"SOJA-2024-07", "unreadable"},
		{"45/2025", "unreadable"},
		{"RTRS 2024-0456", "unreadable"},
		{"2024/2025/1", "unreadable"},
		{"10/02/2025", "unreadable"},
		{"lote 8381", "unreadable"},
		{"2024 e 2025", "ambiguous 2024/2024"},
		{"soja", "unreadable"},
		{"", "absent"},
	} {
		if got := readers["harvest"](tc.in); got != tc.want {
			t.Errorf("Harvest(%q) = %s, want %s", tc.in, got, tc.want)
		}
	}
}

// Any harvest reads back in any form.
func TestHarvestReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y := rapid.IntRange(1970, 2068).Draw(t, "year")
		for _, text := range []string{
			fmt.Sprintf("%d/%02d", y, (y+1)%100), fmt.Sprintf("%d/%d", y, y+1), fmt.Sprintf("%02d/%02d", y%100, (y+1)%100),
			fmt.Sprintf("Safra de soja %d-%02d", y, (y+1)%100), fmt.Sprintf("FAZ12-%d/%d-MT", y, y+1),
		} {
			if first, last, reading := ptbr.Harvest(text); first != y || last != y+1 || reading != ptbr.Read {
				t.Fatalf("Harvest(%q) = %d, %d, %v", text, first, last, reading)
			}
		}
	})
}

func FuzzHarvest(f *testing.F) {
	for _, s := range []string{"2024/25", "safra 25", "SOJA-MT-2024-25", "2024/26", "25", "10/02/2025", "99/00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		first, last, reading := ptbr.Harvest(s)
		switch reading {
		case ptbr.Read:
			if first < 1950 || last != first && last != first+1 || last > 2100 {
				t.Fatalf("Harvest(%q) = %d, %d", s, first, last)
			}
		case ptbr.Absent, ptbr.Unreadable:
			if first != 0 || last != 0 {
				t.Fatalf("Harvest(%q) = %d, %d, %v", s, first, last, reading)
			}
		}
	})
}
