package main

import (
	"strings"
	"testing"
)

const wrkSays = `Running 5s test @ http://127.0.0.1:20000
  2 threads and 64 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.30ms    2.11ms  39.47ms   93.40%
    Req/Sec    30.12k     3.30k   38.22k    68.00%
  299743 requests in 5.01s, 300.00MB read
`

func TestParseWrk(t *testing.T) {
	line := "\nBENCH {\"requests\":299743,\"micros\":5010000,\"bytes\":314572800,\"status\":0,\"connect\":0,\"read\":0,\"write\":0,\"timeout\":0,\"p50\":960,\"p99\":13640,\"max\":39470}\n"
	c, err := parseWrk([]byte(wrkSays + line))
	if err != nil {
		t.Fatal(err)
	}
	if got := int(c.perSecond()); got != 59_828 {
		t.Errorf("%d requests a second, want 59 828", got)
	}
	var m measurement
	if err := m.count(c, 900); err != nil {
		t.Errorf("answers of the right size: %v", err)
	}
	if m.P50 != 0.96 || m.P99 != 13.64 {
		t.Errorf("p50 %v ms, p99 %v ms; want 0.96, 13.64", m.P50, m.P99)
	}
	if err := m.count(c, 5_000); err == nil {
		t.Error("answers a fifth of the checked size are taken for a measurement")
	}
}

func TestFailedRunsAreNoMeasurement(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{`{"requests":100,"micros":10,"status":3}`, "3 answers of 400 and above"},
		{`{"requests":100,"micros":10,"connect":1,"timeout":2}`, "1 failed connections, 2 timeouts"},
		{`{"requests":0,"micros":10}`, "no request"},
		{`{`, "unexpected end"},
	} {
		if _, err := parseWrk([]byte(wrkSays + "\nBENCH " + c.line + "\n")); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q in it", c.line, err, c.want)
		}
	}
	if _, err := parseWrk([]byte(wrkSays)); err == nil {
		t.Error("a run without our line is taken for a measurement")
	}
}

func TestRawRequest(t *testing.T) {
	head, tail := rawRequest("GET", "localhost", "/a/", "?size=50", 0, []string{"K: v"})
	if got, want := head+"ID"+tail, "GET /a/ID?size=50 HTTP/1.1\r\nHost: localhost\r\nK: v\r\n\r\n"; got != want {
		t.Errorf("a read is %q, want %q", got, want)
	}
	head, tail = rawRequest("POST", "localhost", "/a", "", 2, nil)
	if got, want := head+"{}"+tail, "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"; got != want {
		t.Errorf("a create is %q, want %q", got, want)
	}
}

func TestParsePgbench(t *testing.T) {
	const says = `transaction type: insert.sql
number of transactions actually processed: 20812
number of failed transactions: 0 (0.000%)
latency average = 6.152 ms
tps = 10406.000000 (without initial connection time)
`
	c, err := parsePgbench(says)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.perSecond(); got < 10_405.9 || got > 10_406.1 {
		t.Errorf("%v a second, want 10 406", got)
	}
	if _, err := parsePgbench(strings.Replace(says, "transactions: 0", "transactions: 7", 1)); err == nil {
		t.Error("failed transactions are taken for a measurement")
	}
	if _, err := parsePgbench("nothing"); err == nil {
		t.Error("a run without a summary is taken for a measurement")
	}
}

func TestParseStat(t *testing.T) {
	parent, used, err := parseStat("42 (a (b) c) S 7 42 42 0 -1 4194560 1 2 3 4 150 50 20 30 20 0 1 0 100 0 0\n")
	if err != nil || parent != 7 || used.Milliseconds() != 2_500 {
		t.Errorf("parent %d, used %s, %v; want 7, 2.5s", parent, used, err)
	}
}
