package app

import (
	"testing"
	"time"

	"rastro/internal/publiclog"
)

// A key that is deactivated on another server stops within two seconds: keys are
// looked at twice in that time. A test with servers and a clock on the wall would
// measure how busy the machine is.
func TestKeysAreLookedAtTwiceInTwoSeconds(t *testing.T) {
	if 2*keyInterval > 2*time.Second {
		t.Errorf("keys are looked at every %s", keyInterval)
	}
}

// A write is in the log within a second of its answer: the log grows several times in
// that time.
func TestLogGrowsSeveralTimesASecond(t *testing.T) {
	if 3*publiclog.Interval > time.Second {
		t.Errorf("the log grows every %s", publiclog.Interval)
	}
}
