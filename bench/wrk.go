package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

//go:embed wrk/load.lua
var loadScript string

const (
	connections = 64
	wrkThreads  = 2
)

// shot is one run of wrk.
type shot struct {
	url string
	// head and tail are the raw request around an item; items is the file of
	// items, each width bytes long, or "" if every request is the same.
	head, tail, items string
	width             int
	// sealAt is the position in an item of the number that makes it unique, -1 if items are sent
	// unchanged.
	sealAt int
	// run distinguishes this run from the others, so that none repeats another's creates.
	run int
}

// counts is wrk's report of a run.
type counts struct {
	Requests int64 `json:"requests"`
	Micros   int64 `json:"micros"`
	Bytes    int64 `json:"bytes"`
	Status   int64 `json:"status"`
	Connect  int64 `json:"connect"`
	Read     int64 `json:"read"`
	Write    int64 `json:"write"`
	Timeout  int64 `json:"timeout"`
	P50      int64 `json:"p50"`
	P99      int64 `json:"p99"`
	Max      int64 `json:"max"`
}

// fire runs wrk and fails when any request did.
func fire(ctx context.Context, script string, s shot, d time.Duration) (counts, error) {
	ctx, cancel := context.WithTimeout(ctx, d+time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "wrk", "-t", strconv.Itoa(wrkThreads), "-c", strconv.Itoa(connections),
		"-d", strconv.Itoa(int(d.Seconds()))+"s", "--timeout", "10s", "-s", script, s.url)
	const ranges = 50 // of numbers that the script assigns; see its serial
	cmd.Env = []string{
		"BENCH_HEAD=" + s.head, "BENCH_TAIL=" + s.tail, "BENCH_ITEMS=" + s.items,
		"BENCH_WIDTH=" + strconv.Itoa(s.width), "BENCH_SEED=" + strconv.Itoa(s.run%ranges), "BENCH_DIGITS=" + strconv.Itoa(sealDigits),
	}
	if s.sealAt >= 0 {
		cmd.Env = append(cmd.Env, "BENCH_SEAL="+strconv.Itoa(s.sealAt))
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		return counts{}, errors.Join(ctx.Err(), fmt.Errorf("wrk: %w\n%s", err, out))
	}
	return parseWrk(out)
}

// parseWrk reads the line that the script writes at the end. A run with a
// failed request is not a measurement.
func parseWrk(out []byte) (counts, error) {
	const mark = "\nBENCH "
	_, line, found := bytes.Cut(out, []byte(mark))
	if !found {
		return counts{}, fmt.Errorf("wrk says nothing of its run:\n%s", out)
	}
	line, _, _ = bytes.Cut(line, []byte("\n"))
	var c counts
	if err := json.Unmarshal(line, &c); err != nil {
		return counts{}, fmt.Errorf("wrk says %s: %w", line, err)
	}
	var failed []string
	for _, e := range []struct {
		name string
		n    int64
	}{{"answers of 400 and above", c.Status}, {"failed connections", c.Connect}, {"failed reads", c.Read}, {"failed writes", c.Write}, {"timeouts", c.Timeout}} {
		if e.n > 0 {
			failed = append(failed, fmt.Sprintf("%d %s", e.n, e.name))
		}
	}
	switch {
	case failed != nil:
		return c, fmt.Errorf("of %d requests: %s", c.Requests, strings.Join(failed, ", "))
	case c.Requests == 0 || c.Micros == 0:
		return c, errors.New("wrk made no request")
	}
	return c, nil
}

func (c counts) perSecond() float64 { return float64(c.Requests) / (float64(c.Micros) / 1e6) }

// rawRequest returns what goes around the item of a load: in the path of a read, in
// the body of a create.
func rawRequest(method, host, before, after string, bodyLength int, headers []string) (head, tail string) {
	var b strings.Builder
	fmt.Fprintf(&b, " HTTP/1.1\r\nHost: %s\r\n", host)
	for _, h := range headers {
		b.WriteString(h + "\r\n")
	}
	if bodyLength == 0 {
		return method + " " + before, after + b.String() + "\r\n"
	}
	fmt.Fprintf(&b, "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n", bodyLength)
	return method + " " + before + b.String(), after
}
