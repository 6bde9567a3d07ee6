// Package testkit is the harness shared by the tests of several packages: a clock that tests move,
// programs' output, waiting for what nothing announces, and the built program. Its package stores
// has databases of both engines. What only one package needs stays in that package.
package testkit

import (
	"log/slog"
	"testing"
	"time"
)

// Patience limits what a healthy machine does in a moment. It is long because only a real failure
// uses it up, and a machine that runs other tests at the same time must not look broken.
const Patience = 2 * time.Minute

// pause is the interval of Eventually.
const pause = 5 * time.Millisecond

// Eventually waits for a condition that a server, a database or the runtime causes and that shows
// only in its responses or files. Nothing signals it, so Eventually polls. To wait for a program's
// output, see Transcript.
func Eventually(tb testing.TB, what string, holds func() bool) {
	tb.Helper()
	for deadline := time.Now().Add(Patience); !holds(); time.Sleep(pause) {
		if time.Now().After(deadline) {
			tb.Fatalf("%s: not within %s", what, Patience)
		}
	}
}

// Silent returns a log that nobody reads.
func Silent() *slog.Logger { return slog.New(slog.DiscardHandler) }
