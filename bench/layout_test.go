package main

import "testing"

func TestEveryHarvestHasItsRecords(t *testing.T) {
	for _, records := range []int{1_000, 10_000, 500_000, 600_000} {
		l := layout{records}
		counts := map[int]int{}
		for i := range records {
			counts[l.harvest(i)]++
		}
		for h := range l.full() {
			if counts[h] != harvestRecords {
				t.Fatalf("%d records: harvest %d has %d, want %d", records, h, counts[h], harvestRecords)
			}
		}
		if full := l.full() * harvestRecords; full > records || full < records-seasonHarvests*harvestRecords {
			t.Errorf("%d records fill %d harvests", records, l.full())
		}
	}
}

func TestCreatesGoToTheNewestSeason(t *testing.T) {
	for records, want := range map[int]int{10_000: 0, 250_000: 0, million: 15_000, 10 * million: 195_000} {
		if got := (layout{records}).open(); got != want {
			t.Errorf("%d records: creates begin at harvest %d, want %d", records, got, want)
		}
	}
}

func TestSample(t *testing.T) {
	for records, want := range map[int]int{10_000: 1, million: 1, 10 * million: 10} {
		if got := (layout{records}).sample(); got != want {
			t.Errorf("%d records: every %d. id, want every %d.", records, got, want)
		}
	}
	if got := (layout{10_000}).deep(); got != 9_000 {
		t.Errorf("of 10 000 records a deep page skips %d, want 9 000", got)
	}
}
