package cli

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rastro/internal/testkit"
)

const planting = "/producaoAgricola/plantioManejo"

// serving is a `rastro serve` in this process.
type serving struct {
	t              testing.TB
	url            string
	stdout, stderr *testkit.Transcript
	cancel         context.CancelFunc
	end            func() int // waits for the exit code; -1 on timeout
	client         *http.Client
	keyPair
}

type keyPair struct{ access, secret string }

// serve starts a server on a free port and waits until it listens. It is
// stopped with the test, if not before.
func serve(t testing.TB, db string, args ...string) *serving {
	t.Helper()
	return serveWith(t, nil, db, args...)
}

func serveWith(t testing.TB, environ []string, db string, args ...string) *serving {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	s := &serving{t: t, stdout: &testkit.Transcript{}, stderr: &testkit.Transcript{}, cancel: cancel}
	s.client = &http.Client{Transport: &http.Transport{}, Timeout: testkit.Patience}
	args = slices.Concat([]string{"serve", "--addr", "127.0.0.1:0", "--db", db}, args)
	ended := make(chan int, 1)
	environ = append([]string{"STATE_DIRECTORY=" + os.Getenv("STATE_DIRECTORY")}, environ...)
	over := make(chan struct{})
	go func() {
		ended <- Run(ctx, args, environ, s.stdout, s.stderr)
		close(over)
	}()
	s.end = sync.OnceValue(func() int {
		select {
		case code := <-ended:
			return code
		case <-time.After(testkit.Patience):
			return -1
		}
	})
	t.Cleanup(s.stop)
	listening := regexp.MustCompile(`^Rastro \S+ is listening on (https?://\S+) \(API reference: https?://\S+/docs\)\n`)
	s.stdout.Await(t, "the server listens", over, func(said string) bool {
		if found := listening.FindStringSubmatch(said); found != nil {
			s.url = found[1]
		}
		if s.url == "" && len(ended) > 0 {
			t.Fatalf("serve ended: %s", s.stderr)
		}
		return s.url != ""
	})
	if first := announced(s.stderr.String()); first != nil {
		s.keyPair = *first
	}
	return s
}

// stop interrupts the server and checks that it ends cleanly. It may be called twice.
func (s *serving) stop() {
	s.t.Helper()
	s.client.CloseIdleConnections()
	s.cancel()
	if code := s.end(); code != 0 {
		s.t.Errorf("serve ended with %d: %s", code, s.stderr)
	}
}

var firstKey = regexp.MustCompile(`(?m)^  access key  (rk_\w+)\n  secret key  (rs_\S+)$`)

// announced finds the first key in a server's output; nil if there is none.
func announced(text string) *keyPair {
	found := firstKey.FindStringSubmatch(text)
	if found == nil {
		return nil
	}
	return &keyPair{found[1], found[2]}
}

// command runs another command of the program to its end.
func command(t *testing.T, args ...string) (stdout string) {
	t.Helper()
	var out, errors testkit.Transcript
	if code := Run(context.Background(), args, nil, &out, &errors); code != 0 {
		t.Fatalf("rastro %s: exit code %d: %s%s", strings.Join(args, " "), code, &errors, &out)
	}
	return out.String()
}

// answer is a response read to its end.
type answer struct {
	status int
	header http.Header
	close  bool // the connection ends with it
	body   string
}

// as returns the same server called with another key.
func (s *serving) as(key keyPair) *serving {
	other := *s
	other.keyPair = key
	return &other
}

func (s *serving) call(method, target, body string) answer {
	s.t.Helper()
	a, err := s.try(method, target, body)
	if err != nil {
		s.t.Fatalf("%s %s: %v", method, target, err)
	}
	return a
}

func (s *serving) try(method, target, body string) (answer, error) {
	r, err := http.NewRequest(method, s.url+target, strings.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	r.Header.Set("X-API-ACCESS-KEY", s.access)
	r.Header.Set("X-API-SECRET-KEY", s.secret)
	resp, err := s.client.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close()
	read, err := io.ReadAll(resp.Body)
	return answer{resp.StatusCode, resp.Header, resp.Close, string(read)}, err
}

// create makes a record and returns its id.
func (s *serving) create(harvestID string) string {
	s.t.Helper()
	a := s.call("POST", planting, `{"safraId":"`+harvestID+`","dados":{}}`)
	if a.status != http.StatusCreated {
		s.t.Fatalf("POST: %d %s", a.status, a.body)
	}
	var said struct{ Data struct{ ID string } }
	if err := json.Unmarshal([]byte(a.body), &said); err != nil {
		s.t.Fatal(err)
	}
	return said.Data.ID
}

// newKey makes a key over HTTP.
func (s *serving) newKey() keyPair {
	s.t.Helper()
	a := s.call("POST", "/apikey", `{}`)
	var said struct {
		Data struct{ AccessKey, SecretKey string }
	}
	if err := json.Unmarshal([]byte(a.body), &said); err != nil || a.status != http.StatusCreated {
		s.t.Fatalf("POST /apikey: %d %s", a.status, a.body)
	}
	return keyPair{said.Data.AccessKey, said.Data.SecretKey}
}

// total returns how many records a list has.
func (s *serving) total(target string) int {
	s.t.Helper()
	a := s.call("GET", target, "")
	var said struct {
		Data struct{ Page struct{ TotalElements int } }
	}
	if err := json.Unmarshal([]byte(a.body), &said); err != nil || a.status != http.StatusOK {
		s.t.Fatalf("GET %s: %d %s", target, a.status, a.body)
	}
	return said.Data.Page.TotalElements
}
