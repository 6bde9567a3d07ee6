package main

import (
	"fmt"
	"os"
	"time"
)

// headerBytes is more than the header of any answer takes.
const headerBytes = 2_000

// count takes over what wrk saw. size is the size of the answer that was checked: if a server later
// answers something else, count fails.
func (m *measurement) count(c counts, size int) error {
	m.PerSecond, m.Requests = c.perSecond(), c.Requests
	m.P50, m.P99 = float64(c.P50)/1000, float64(c.P99)/1000
	m.AnswerBytes = float64(c.Bytes) / float64(c.Requests)
	const least = 0.97 // answers vary by the digits of a number
	if size > 0 && m.AnswerBytes < least*float64(size) || size > 0 && m.AnswerBytes > float64(size)+headerBytes {
		return fmt.Errorf("answers of %.0f bytes on average, where the first had %d", m.AnswerBytes, size)
	}
	return nil
}

// usage is what a server's processes have used so far, and their memory.
type usage struct {
	own, database                   time.Duration
	peak, anonymous, databaseMemory int64
}

func (r *running) usage() (u usage, err error) {
	if u.database, err = databaseTime(r.database); err != nil {
		return u, err
	}
	if u.databaseMemory, err = databaseMemory(r.database); err != nil || r.pid == 0 {
		return u, err
	}
	if _, u.own, err = procStat(r.pid); err != nil {
		return u, err
	}
	if u.peak, err = memory(r.pid, "VmHWM"); err != nil {
		return u, err
	}
	u.anonymous, err = memory(r.pid, "RssAnon")
	return u, err
}

// forgetPeak resets the server's peak memory to its present memory.
func (r *running) forgetPeak() error {
	if r.pid == 0 {
		return nil
	}
	return os.WriteFile(procPath(r.pid, "clear_refs"), []byte("5"), 0)
}

// used sets what a server used between two readings of its usage.
func (m *measurement) used(before, after usage) {
	per := float64(m.Requests) / 1000
	m.CPU, m.DatabaseCPU = (after.own-before.own).Seconds()/per, (after.database-before.database).Seconds()/per
	m.Peak, m.Anonymous, m.DatabaseMemory = after.peak, after.anonymous, after.databaseMemory
}

// line returns the measurement for the console.
func (m measurement) line() string {
	return fmt.Sprintf("%-8s %-16s %11s  round %d  %9.0f/s  p50 %7.2f ms  p99 %7.2f ms  cpu %.3f s/1000  peak %4d MiB",
		m.Load, m.System, grouped(int64(m.Records)), m.Round, m.PerSecond, m.P50, m.P99, m.CPU, m.Peak>>20)
}
