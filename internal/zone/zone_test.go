package zone_test

import (
	"testing"
	"time"

	"rastro/internal/lang"
	"rastro/internal/zone"
)

// An instant is shown in the zone, and a day as it was written.
func TestZone(t *testing.T) {
	at := time.Date(2026, 11, 17, 2, 5, 0, 0, time.UTC)
	for _, c := range []struct{ name, pt, en, called, offset string }{
		{"America/Sao_Paulo", "16/11/2026, 23:05", "16 Nov 2026, 23:05", "horário de Brasília (UTC−3)", "UTC−3"},
		{"America/Manaus", "16/11/2026, 22:05", "16 Nov 2026, 22:05", "America/Manaus (UTC−4)", "UTC−4"},
		{"Asia/Kolkata", "17/11/2026, 07:35", "17 Nov 2026, 07:35", "Asia/Kolkata (UTC+5:30)", "UTC+5:30"},
		{"America/St_Johns", "16/11/2026, 22:35", "16 Nov 2026, 22:35", "America/St_Johns (UTC−3:30)", "UTC−3:30"},
		{"UTC", "17/11/2026, 02:05", "17 Nov 2026, 02:05", "UTC", "UTC"},
	} {
		z, err := zone.Parse(c.name)
		if err != nil {
			t.Fatal(err)
		}
		if got := z.Minute(at, lang.PT); got != c.pt {
			t.Errorf("%s: %s, want %s", c.name, got, c.pt)
		}
		if got := z.Minute(at, lang.EN); got != c.en {
			t.Errorf("%s: %s, want %s", c.name, got, c.en)
		}
		if got := z.Name(at, lang.PT); got != c.called || z.Offset(at) != c.offset {
			t.Errorf("%s is called %s, %s", c.name, got, z.Offset(at))
		}
		if got := z.In(z.Midnight(at)).Format("2006-01-02 15:04"); got != "2026-11-17 00:00" {
			t.Errorf("%s: the day begins at %s", c.name, got)
		}
	}
	if got := (zone.Zone{}).Minute(at, lang.ES); got != "17/11/2026, 02:05" {
		t.Errorf("without a zone: %s", got)
	}
	summer, err := zone.Parse(zone.Default)
	if err != nil {
		t.Fatal(err)
	}
	if got := summer.Offset(time.Date(2018, 12, 1, 12, 0, 0, 0, time.UTC)); got != "UTC−2" {
		t.Errorf("in the summer of 2018: %s", got)
	}
	if got := summer.Minute(time.Time{}, lang.PT) + summer.Day(time.Time{}, lang.PT) + zone.DayText(time.Time{}, lang.PT); got != "" {
		t.Errorf("no instant is %q", got)
	}
	for _, wrong := range []string{"", "Local", "Brasilia", "UTC-3", "../etc/passwd", "America/Sao Paulo"} {
		if z, err := zone.Parse(wrong); err == nil {
			t.Errorf("%q is %v", wrong, z)
		}
	}
}
