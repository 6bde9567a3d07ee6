package post_test

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rastro/internal/webhook/post"
)

var here = netip.MustParsePrefix("127.0.0.1/32")

func plain(change ...func(*post.Options)) *post.Poster {
	o := post.Options{Allow: []netip.Prefix{here}, Plain: true, UserAgent: "Rastro/test"}
	for _, c := range change {
		c(&o)
	}
	return post.New(o)
}

func reasonOf(t *testing.T, err error) post.Reason {
	t.Helper()
	e, ok := errors.AsType[*post.Error](err)
	if !ok {
		t.Fatalf("%v is not an error of this package", err)
	}
	if text := post.Texts[e.Reason]; !text.Complete() {
		t.Errorf("%s has no text", e.Reason)
	}
	return e.Reason
}

func TestSend(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if r.Method != http.MethodPost || string(body) != "hello" || r.Header.Get("Webhook-Id") != "e_1" || r.UserAgent() != "Rastro/test" {
			t.Errorf("%s %q %v", r.Method, body, r.Header)
		}
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(http.StatusServiceUnavailable)
		io.WriteString(w, strings.Repeat("x", 2000))
	}))
	defer server.Close()
	got, err := plain().Send(t.Context(), server.URL+"/in?a=b", http.Header{"Webhook-Id": {"e_1"}}, []byte("hello"))
	if err != nil || got.Status != 503 || got.RetryAfter != "7" || len(got.Body) != 1024 {
		t.Errorf("%+v, %v", got, err)
	}
}

// Nothing reaches a network of the server's own, whatever the address looks like and whatever
// its name resolves to.
func TestForbidden(t *testing.T) {
	t.Parallel()
	var calls atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls.Add(1) }))
	defer server.Close()
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	closed := plain(func(o *post.Options) { o.Allow = nil })
	for _, host := range []string{
		"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "[::]", "169.254.169.254", "10.0.0.1", "192.168.0.1", "172.16.0.1",
		"100.64.0.1", "[fe80::1]", "[fd00:ec2::254]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "224.0.0.1", "255.255.255.255",
	} {
		_, err := closed.Send(t.Context(), "http://"+host+":"+port+"/", nil, nil)
		if err == nil || reasonOf(t, err) != post.Forbidden {
			t.Errorf("%s: %v", host, err)
		}
	}
	for _, host := range []string{"2130706433", "0x7f.1", "0177.0.0.1", "127.1"} { // some resolvers take these for addresses
		if _, err := closed.Send(t.Context(), "http://"+host+":"+port+"/", nil, nil); err == nil {
			t.Errorf("%s was called", host)
		}
	}
	if n := calls.Load(); n != 0 {
		t.Errorf("%d calls arrived", n)
	}
}

// A redirect is an answer. Where it points to is not called.
func TestRedirect(t *testing.T) {
	t.Parallel()
	var followed atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/" {
			followed.Store(true)
		}
		http.Redirect(w, r, "/next", http.StatusMovedPermanently)
	}))
	defer server.Close()
	if got, err := plain().Send(t.Context(), server.URL+"/", nil, nil); err != nil || got.Status != 301 || followed.Load() {
		t.Errorf("%+v, %v, followed: %t", got, err, followed.Load())
	}
}

// An endless answer is read up to the limit.
func TestEndlessAnswer(t *testing.T) {
	t.Parallel()
	ended := make(chan int, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent := 0
		for piece := make([]byte, 1<<20); sent < 1<<30; {
			n, err := w.Write(piece)
			if sent += n; err != nil {
				break
			}
		}
		ended <- sent
	}))
	defer server.Close()
	got, err := plain().Send(t.Context(), server.URL, nil, nil)
	if err != nil || got.Status != 200 || len(got.Body) != 1024 {
		t.Errorf("%+v, %v", got, err)
	}
	if sent := <-ended; sent >= 1<<30 {
		t.Errorf("%d bytes were taken", sent)
	}
}

// A receiver that does not answer in time has failed.
func TestSlowReceiver(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer server.Close()
	_, err := plain(func(o *post.Options) { o.Patience = time.Millisecond }).Send(t.Context(), server.URL, nil, nil)
	if err == nil || reasonOf(t, err) != post.TimedOut {
		t.Errorf("%v", err)
	}
}

func TestClosedPort(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := "http://" + listener.Addr().String()
	listener.Close()
	if _, err := plain().Send(t.Context(), address, nil, nil); err == nil || reasonOf(t, err) != post.Unreachable {
		t.Errorf("%v", err)
	}
}

func TestTLS(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
	defer server.Close()
	if _, err := plain().Send(t.Context(), server.URL, nil, nil); err == nil || reasonOf(t, err) != post.Untrusted {
		t.Errorf("a certificate that nobody vouches for: %v", err)
	}
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	trusting := plain(func(o *post.Options) { o.TLS = &tls.Config{RootCAs: roots} })
	if got, err := trusting.Send(t.Context(), server.URL, nil, nil); err != nil || got.Status != 204 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	strict := post.New(post.Options{})
	for address, want := range map[string]post.Reason{
		"https://erp.example.com/in": "", "https://erp.example.com:8443/in?x=1": "", "http://erp.example.com/": post.NeedsTLS,
		"": post.BadURL, "erp.example.com": post.BadURL, "ftp://erp.example.com/": post.BadURL, "https:///in": post.BadURL, "https://:443/": post.BadURL,
		"https://a:b@erp.example.com/": post.BadURL, "https://erp.example.com/#x": post.BadURL, "https://erp.example.com/\r\nX: y": post.BadURL,
		"file:///etc/passwd": post.BadURL, "https://erp.example.com:22/": post.BadPort, "https://erp.example.com:99999/": post.BadPort,
		"https://erp.example.com/" + strings.Repeat("a", 2048): post.BadURL, "javascript:alert(1)": post.BadURL,
	} {
		err := strict.Check(address)
		if want == "" && err != nil || want != "" && (err == nil || reasonOf(t, err) != want) {
			t.Errorf("%q: %v, want %q", address, err, want)
		}
	}
}

func TestParseAllow(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"10.0.0.0/8": "10.0.0.0/8", "10.1.2.3/8": "10.0.0.0/8", "127.0.0.1": "127.0.0.1/32", "::1": "::1/128", "::ffff:10.0.0.1": "10.0.0.1/32", "fd12::/16": "fd12::/16",
		"169.254.169.254": "169.254.169.254/32", "192.168.1.7/32": "192.168.1.7/32",
	} {
		if got, err := post.ParseAllow(text); err != nil || got.String() != want {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "localhost", "127.0.0.0/8", "0.0.0.0/0", "::/0", "169.254.0.0/16", "fe80::/10", "fe80::1%eth0", "10.0.0.0/33", "fd00::/8", "::ffff:10.0.0.0/104"} {
		if got, err := post.ParseAllow(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}
