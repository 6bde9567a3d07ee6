package main

import (
	"strconv"
	"strings"
	"testing"

	"rastro/internal/check/record"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// TestBodies checks what the loads rely on: all bodies are accepted without a finding, equally
// long, different, and have their seal in one place.
func TestBodies(t *testing.T) {
	k := kind.ByPrefix(recordPrefix)
	seen := map[string]bool{}
	at := sealAt(body(0, 0))
	for i := range 2_000 {
		text := body(i, i%7)
		if len(text) != bodyBytes {
			t.Fatalf("body %d has %d bytes, want %d:\n%s", i, len(text), bodyBytes, text)
		}
		if got := sealAt(text); got != at {
			t.Fatalf("body %d has its seal at %d, the first at %d", i, got, at)
		}
		if n, err := strconv.Atoi(text[at : at+sealDigits]); err != nil || n != i {
			t.Fatalf("body %d has the seal %s", i, text[at:at+sealDigits])
		}
		env, err := trace.ReadEnvelope(k, []byte(text))
		if err != nil {
			t.Fatalf("body %d: %v\n%s", i, err, text)
		}
		if string(env.Payload) != payload(text) {
			t.Fatalf("payload %s, want %s", payload(text), env.Payload)
		}
		if found := record.Grade(k, env.Payload, 2026).Findings; len(found) > 0 {
			t.Fatalf("body %d is remarked on: %v", i, found)
		}
		if seen[text] {
			t.Fatalf("body %d is not new", i)
		}
		seen[text] = true
	}
}

func TestPocketbaseBody(t *testing.T) {
	text := pocketbaseBody(body(3, 1))
	if !strings.Contains(text, `"tipo":"`+recordPrefix+`","dados":{"notaFiscal"`) {
		t.Errorf("PocketBase is sent %s", text)
	}
}
