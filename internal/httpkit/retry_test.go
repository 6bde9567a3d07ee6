package httpkit

import (
	"net/http"
	"testing"
	"time"

	"rastro/internal/trace"
)

func TestRetryAfterRoundsUp(t *testing.T) {
	for wait, want := range map[time.Duration]string{
		0: "", -time.Second: "", 1: "1", time.Second: "1", time.Second + 1: "2", 1000 * time.Second: "1000",
	} {
		h := http.Header{}
		if RetryAfter(h, wait); h.Get("Retry-After") != want {
			t.Errorf("%s: %q, want %q", wait, h.Get("Retry-After"), want)
		}
	}
}

// Every error that passes by itself says when to try again, and no other does.
func TestRetry(t *testing.T) {
	for code, row := range trace.Errors {
		h := http.Header{}
		Retry(h, trace.Fail(code))
		passes := row.Class == trace.TooMany || row.Class == trace.Unavailable
		if got := h.Get("Retry-After"); (got != "") != passes {
			t.Errorf("%s: Retry-After %q", code, got)
		}
	}
	h := http.Header{}
	Retry(h, trace.Fail(trace.CodeBusy))
	if got := h.Get("Retry-After"); got != "5" {
		t.Errorf("busy: %q", got)
	}
	h = http.Header{}
	if Retry(h, &trace.Error{Code: trace.CodeRecallLimit, Wait: 90 * time.Second}); h.Get("Retry-After") != "90" {
		t.Errorf("a wait that is known: %q", h.Get("Retry-After"))
	}
	h.Set("Retry-After", "60")
	if Retry(h, trace.Fail(trace.CodeBusy)); h.Get("Retry-After") != "60" {
		t.Error("what was said is replaced")
	}
}
