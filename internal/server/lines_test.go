package server

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rastro/internal/api"
)

// The line that is made by hand is the one slog makes.
func TestAccessLineIsSlogs(t *testing.T) {
	at := time.Date(2026, 11, 15, 2, 3, 4, 56_789_000, time.FixedZone("", -3*3600))
	lines := []accessEntry{
		{at: at, method: "GET", route: "/a/{id}", status: 200, bytes: 17, took: 121 * time.Microsecond, id: "0a1b"},
		{at: at.UTC(), method: "POST", route: "none", status: 401, took: 0, id: "x", Outcome: api.Outcome{Code: "CHAVE_INVALIDA"}},
		{at: at, method: "PUT", route: "/x", status: 200, took: 12 * time.Millisecond, id: "x", Outcome: api.Outcome{AccessKey: "rk_1"}},
		{at: at, method: "PUT", route: "/x", status: 409, took: 1_234_560 * time.Microsecond, id: "x/+=", Outcome: api.Outcome{AccessKey: "rk:1", Code: "C"}},
		{at: at, method: "PUT", route: "/x", status: 200, took: 1500 * time.Microsecond, id: "x", Outcome: api.Outcome{AccessKey: `k"e y`}},
		{at: at, method: "PUT", route: "/x", status: 500, took: 1500 * time.Microsecond, id: "x", Outcome: api.Outcome{Code: "E", Cause: errors.New("why\nso")}},
	}
	for form, json := range map[string]bool{"text": false, "json": true} {
		for _, line := range lines {
			log := func(to *Lines) *slog.Logger {
				if json {
					return slog.New(slog.NewJSONHandler(to, nil))
				}
				return slog.New(slog.NewTextHandler(to, nil))
			}
			var got, want bytes.Buffer
			quick, slow := NewLines(&got), NewLines(&want)
			(&accessLog{log: log(quick), lines: quick, json: json}).write(&line)
			(&accessLog{log: log(slow)}).write(&line)
			if err := errors.Join(quick.Flush(), slow.Flush()); err != nil {
				t.Fatal(err)
			}
			if got.String() != want.String() || got.Len() == 0 {
				t.Errorf("%s:\n got %s\nwant %s", form, &got, &want)
			}
		}
	}
}

// Access lines wait a moment and no longer, and keep their place among others.
func TestLines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var out bytes.Buffer
		lines := NewLines(writerFunc(func(p []byte) (int, error) {
			mu.Lock()
			defer mu.Unlock()
			return out.Write(p)
		}))
		written := func() string {
			mu.Lock()
			defer mu.Unlock()
			return out.String()
		}
		line := func(text string) { lines.later([]byte(text)) }
		line("a\n")
		line("b\n")
		if got := written(); got != "" {
			t.Errorf("written at once: %q", got)
		}
		<-time.After(lineDelay)
		synctest.Wait()
		if got := written(); got != "a\nb\n" {
			t.Errorf("after the delay: %q", got)
		}
		line("c\n")
		if _, err := lines.Write([]byte("d\n")); err != nil {
			t.Fatal(err)
		}
		if got := written(); got != "a\nb\nc\nd\n" {
			t.Errorf("after a line of the log proper: %q", got)
		}
		line(strings.Repeat("e", lineBuffer))
		if got := len(written()); got < lineBuffer {
			t.Errorf("%d bytes are out after more than the buffer holds", got)
		}
		line("f\n")
		if err := lines.Flush(); err != nil || !strings.HasSuffix(written(), "f\n") {
			t.Errorf("after Flush: …%q, %v", written()[max(0, len(written())-10):], err)
		}
	})
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
