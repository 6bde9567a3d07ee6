package doctor_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"rastro/internal/doctor"
)

func TestRun(t *testing.T) {
	var said strings.Builder
	says := func(text string, err error) func(context.Context) (string, error) {
		return func(context.Context) (string, error) { return text, err }
	}
	r, err := doctor.Run(t.Context(), &said, []doctor.Check{
		{About: "a", Look: says("fine", nil)},
		{About: "b", Look: says("", doctor.Caution("it ends: %w", errors.New("renew it")))},
		{About: "c", Look: says("", errors.New("gone: restore it"))},
	})
	if want := "ok     a: fine\nWARN   b: it ends: renew it\nWRONG  c: gone: restore it\n"; err != nil || said.String() != want {
		t.Errorf("%q, %v; want %q", said.String(), err, want)
	}
	if (r != doctor.Result{Fine: 1, Cautions: 1, Wrong: 1}) {
		t.Errorf("%+v", r)
	}
}

func TestCopied(t *testing.T) {
	now := time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		last  time.Time
		fine  bool
		wants string
	}{
		{time.Time{}, true, "none was made"},
		{now.Add(-time.Hour), true, "2026-11-18T11:00:00Z"},
		{now.AddDate(0, 0, -8), false, "8 days old"},
	} {
		says, err := doctor.Copied(c.last, now)
		if err != nil {
			says = err.Error()
		}
		if (err == nil) != c.fine || !strings.Contains(says, c.wants) {
			t.Errorf("%v: %q, %v", c.last, says, err)
		}
	}
}

func TestSpace(t *testing.T) {
	if says, err := doctor.Space(t.TempDir()); err == nil && !strings.Contains(says, " free in ") {
		t.Errorf("%q", says)
	}
	if _, err := doctor.Space(t.TempDir() + "/none"); err == nil {
		t.Error("a folder that is not there has space")
	}
}
