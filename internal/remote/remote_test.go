package remote

import (
	"crypto/tls"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

var behind = Trust(netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:ffff::/48"))

// TestClient checks how headers may and may not change the client of a request. An empty want means
// the peer itself.
func TestClient(t *testing.T) {
	const peer = "127.0.0.1:4000"
	for _, c := range []struct {
		name, peer string
		headers    []string // name, value
		want       string
	}{
		{"no headers", peer, nil, ""},
		{"an address", peer, []string{"X-Forwarded-For", "198.51.100.7"}, "198.51.100.7"},
		{"an untrusted peer", "198.51.100.9:1", []string{"X-Forwarded-For", "203.0.113.1", "Forwarded", "for=203.0.113.1"}, "198.51.100.9"},
		{"the client's own claim first", peer, []string{"X-Forwarded-For", "203.0.113.1, 198.51.100.7"}, "198.51.100.7"},
		{"trusted hops are passed over", peer, []string{"X-Forwarded-For", "203.0.113.1, 198.51.100.7, 10.1.2.3, 10.4.5.6"}, "198.51.100.7"},
		{"all trusted", peer, []string{"X-Forwarded-For", "10.1.2.3, 10.4.5.6"}, "10.1.2.3"},
		{"several lines", peer, []string{"X-Forwarded-For", "203.0.113.1", "X-Forwarded-For", "198.51.100.7", "X-Forwarded-For", "10.1.2.3"}, "198.51.100.7"},
		{"a port", peer, []string{"X-Forwarded-For", "198.51.100.7:5123"}, "198.51.100.7"},
		{"IPv6", peer, []string{"X-Forwarded-For", "2001:db8:1:2:3::4"}, "2001:db8:1:2::"},
		{"IPv6 in brackets", peer, []string{"X-Forwarded-For", "[2001:db8:1:2:3::4]"}, "2001:db8:1:2::"},
		{"IPv6 with a port", peer, []string{"X-Forwarded-For", "[2001:db8:1:2:3::4]:443"}, "2001:db8:1:2::"},
		{"IPv4 in IPv6", peer, []string{"X-Forwarded-For", "::ffff:198.51.100.7"}, "198.51.100.7"},
		{"a mapped peer", "[::ffff:127.0.0.1]:1", []string{"X-Forwarded-For", "198.51.100.7"}, "198.51.100.7"},
		{"a trusted IPv6 hop", peer, []string{"X-Forwarded-For", "198.51.100.7, 2001:db8:ffff::1"}, "198.51.100.7"},
		{"no address", peer, []string{"X-Forwarded-For", "example.org"}, ""},
		{"unknown", peer, []string{"X-Forwarded-For", "198.51.100.7, unknown"}, ""},
		{"rubbish behind a trusted hop", peer, []string{"X-Forwarded-For", "' OR 1=1, 10.1.2.3"}, "10.1.2.3"},
		{"an empty item", peer, []string{"X-Forwarded-For", "198.51.100.7,"}, ""},
		{"empty", peer, []string{"X-Forwarded-For", ""}, ""},
		{"a zone", peer, []string{"X-Forwarded-For", "fe80::1%eth0"}, ""},
		{"a bracket left open", peer, []string{"X-Forwarded-For", "[2001:db8::1"}, ""},
		{"IPv4 in brackets", peer, []string{"X-Forwarded-For", "[198.51.100.7]"}, ""},
		{"a port that is none", peer, []string{"X-Forwarded-For", "198.51.100.7:http"}, ""},
		{"unspecified", peer, []string{"X-Forwarded-For", "0.0.0.0"}, ""},
		{"ten thousand hops", peer, []string{"X-Forwarded-For", strings.Repeat("203.0.113.1,", 10_000) + "198.51.100.7"}, "198.51.100.7"},
		{"ten thousand trusted hops", peer, []string{"X-Forwarded-For", "198.51.100.7" + strings.Repeat(", 10.1.2.3", 10_000)}, "10.1.2.3"},

		{"the standard", peer, []string{"Forwarded", "for=198.51.100.7;proto=https;by=10.1.2.3"}, "198.51.100.7"},
		{"the standard, quoted", peer, []string{"Forwarded", `For="[2001:db8:1:2::9]:4711"`}, "2001:db8:1:2::"},
		{"the standard, escaped", peer, []string{"Forwarded", `for="198.51.100.\7"`}, "198.51.100.7"},
		{"the standard, several hops", peer, []string{"Forwarded", `for=203.0.113.1, for=198.51.100.7;host="a,b;c=d", for=10.1.2.3`}, "198.51.100.7"},
		{"the standard, several lines", peer, []string{"Forwarded", "for=203.0.113.1", "Forwarded", "for=198.51.100.7"}, "198.51.100.7"},
		{"the standard, spaces", peer, []string{"Forwarded", " for=203.0.113.1 ;proto=http , for=198.51.100.7 ; proto=http"}, "198.51.100.7"},
		{"hidden by name", peer, []string{"Forwarded", "for=198.51.100.7, for=_mobile-7"}, "name:_mobile-7"},
		{"hidden port", peer, []string{"Forwarded", `for="198.51.100.7:_p1"`}, "198.51.100.7"},
		{"hidden by an impossible name", peer, []string{"Forwarded", `for="_a b"`}, ""},
		{"hidden by a long name", peer, []string{"Forwarded", "for=_" + strings.Repeat("x", 100)}, ""},
		{"unknown to the proxy", peer, []string{"Forwarded", "for=198.51.100.7, for=unknown"}, ""},
		{"no for", peer, []string{"Forwarded", "for=198.51.100.7, proto=https"}, ""},
		{"a quote left open", peer, []string{"Forwarded", `for="203.0.113.1, for=198.51.100.7`}, ""},
		{"for twice", peer, []string{"Forwarded", "for=203.0.113.1;for=198.51.100.7"}, ""},
		{"no value", peer, []string{"Forwarded", "for"}, ""},
		{"text behind a quote", peer, []string{"Forwarded", `for="198.51.100.7"x`}, ""},

		{"both agree", peer, []string{"Forwarded", "for=198.51.100.7", "X-Forwarded-For", "198.51.100.7"}, "198.51.100.7"},
		{"both differ", peer, []string{"Forwarded", "for=203.0.113.1", "X-Forwarded-For", "198.51.100.7"}, ""},
		{"one cannot be read", peer, []string{"Forwarded", `for="`, "X-Forwarded-For", "198.51.100.7"}, ""},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.peer
		for i := 0; i < len(c.headers); i += 2 {
			r.Header.Add(c.headers[i], c.headers[i+1])
		}
		want := c.want
		if want == "" {
			want = NetworkOf(c.peer).String()
		}
		if got := behind.Client(r).Network.String(); got != want {
			t.Errorf("%s: %s, want %s", c.name, got, want)
		}
		if got, want := (Proxies{}).Client(r).Network, NetworkOf(c.peer); got != want {
			t.Errorf("%s: without trusted proxies %s, want %s", c.name, got, want)
		}
	}
}

func TestClientIsSecure(t *testing.T) {
	for _, c := range []struct {
		name, peer string
		tls        bool
		headers    []string
		want       bool
	}{
		{"plain", "127.0.0.1:1", false, nil, false},
		{"TLS to us", "198.51.100.7:1", true, nil, true},
		{"a proxy says so", "127.0.0.1:1", false, []string{"X-Forwarded-Proto", "https"}, true},
		{"in capitals", "127.0.0.1:1", false, []string{"X-Forwarded-Proto", "HTTPS"}, true},
		{"a stranger says so", "198.51.100.7:1", false, []string{"X-Forwarded-Proto", "https", "Forwarded", "for=1.2.3.4;proto=https"}, false},
		{"http", "127.0.0.1:1", false, []string{"X-Forwarded-Proto", "http"}, false},
		{"both in a list", "127.0.0.1:1", false, []string{"X-Forwarded-Proto", "https, http"}, false},
		{"both in two lines", "127.0.0.1:1", false, []string{"X-Forwarded-Proto", "https", "X-Forwarded-Proto", "http"}, false},
		{"the standard", "127.0.0.1:1", false, []string{"Forwarded", "for=198.51.100.7;proto=https"}, true},
		{"the standard, http", "127.0.0.1:1", false, []string{"Forwarded", "for=198.51.100.7;proto=http", "X-Forwarded-Proto", "https"}, false},
		{"the standard, of the client's hop", "127.0.0.1:1", false, []string{"Forwarded", "for=198.51.100.7;proto=https, for=10.0.0.1;proto=http"}, true},
		{"the standard, of hearsay", "127.0.0.1:1", false, []string{"Forwarded", "for=203.0.113.1;proto=https, for=198.51.100.7;proto=http"}, false},
		{"the standard without proto", "127.0.0.1:1", false, []string{"Forwarded", "for=198.51.100.7", "X-Forwarded-Proto", "https"}, true},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.peer
		if c.tls {
			r.TLS = &tls.ConnectionState{}
		}
		for i := 0; i < len(c.headers); i += 2 {
			r.Header.Add(c.headers[i], c.headers[i+1])
		}
		if got := behind.Client(r).Secure; got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}

// FuzzClient checks that no header hides a caller: with a trusted peer, the client is always the
// one that the peer wrote last, whatever precedes it.
func FuzzClient(f *testing.F) {
	for _, seed := range []string{"", "203.0.113.1", `for="`, "for=_x", "[::1", ",,,", `for=1.2.3.4;for=2.3.4.5`, "unknown"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, claimed string) {
		if strings.ContainsAny(claimed, "\r\n\x00") {
			return
		}
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = "127.0.0.1:1"
		r.Header["X-Forwarded-For"] = []string{claimed + ", 198.51.100.7"}
		if got := behind.Client(r).Network.String(); got != "198.51.100.7" {
			t.Errorf("%q: client %s", claimed, got)
		}
		r.Header["Forwarded"] = []string{claimed}
		if got := behind.Client(r).Network.String(); got != "198.51.100.7" && got != "127.0.0.1" {
			t.Errorf("%q next to Forwarded: client %s", claimed, got)
		}
		delete(r.Header, "X-Forwarded-For")
		r.Header["Forwarded"] = []string{claimed + ", for=198.51.100.7"}
		if got := behind.Client(r).Network.String(); got != "198.51.100.7" && got != "127.0.0.1" {
			t.Errorf("Forwarded %q: client %s", claimed, got)
		}
	})
}

func BenchmarkClient(b *testing.B) {
	r := httptest.NewRequest("GET", "/", nil)
	r.RemoteAddr = "127.0.0.1:4000"
	b.Run("alone", func(b *testing.B) {
		for b.Loop() {
			Proxies{}.Client(r)
		}
	})
	r.Header.Set("X-Forwarded-For", "203.0.113.1, 198.51.100.7")
	b.Run("behind a proxy", func(b *testing.B) {
		for b.Loop() {
			behind.Client(r)
		}
	})
}
