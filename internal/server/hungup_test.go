package server

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// A caller who hangs up in the middle of a long answer is not an error in the log.
func TestAttackHangUpIsNoError(t *testing.T) {
	s := start(t, nil)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.(*net.TCPConn).SetReadBuffer(4 << 10)
	row := `{"safraId":"S","dados":{"x":"` + strings.Repeat("x", 100) + `"}}` + "\n"
	body := strings.Repeat(row, 100_000) // whose results are more than the system's buffers take
	head := fmt.Sprintf("POST %s/all?simular=true HTTP/1.1\r\nHost: x\r\nX-API-ACCESS-KEY: %s\r\nX-API-SECRET-KEY: %s\r\nContent-Type: application/x-ndjson\r\nContent-Length: %d\r\n\r\n",
		receipt, s.key.AccessKey, s.key.SecretKey, len(body))
	if _, err := io.WriteString(conn, head+body); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Read(make([]byte, 1)); err != nil { // the answer has begun
		t.Fatal(err)
	}
	_ = conn.(*net.TCPConn).SetLinger(0) // a reset: the next write fails
	_ = conn.Close()
	for _, line := range s.access(1) {
		if line.Level != "INFO" || line.Cause != "" || line.Status != http.StatusOK {
			t.Errorf("%+v", line)
		}
	}
	if strings.Contains(s.log.String(), `"level":"ERROR"`) {
		t.Errorf("%s", s.log)
	}
}
