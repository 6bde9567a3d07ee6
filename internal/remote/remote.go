// Package remote finds out who sent a request. It is the only reader of forwarded
// addresses, so the gate, the rate limits and the cookies all see the same caller.
package remote

import (
	"net/http"
	"net/netip"
	"strings"
)

// Client is who sent a request.
type Client struct {
	Network Network
	// Secure reports whether the client reached us, or the proxy in front of us,
	// by TLS.
	Secure bool
}

// Network is the unit of limits: an IPv4 address, or the /64 of an IPv6 address, because a
// household has all of it. It is comparable. The zero value is nobody's.
type Network struct {
	addr netip.Addr
	name string // for peers without an IP address
}

// String returns the network in a form that no other network has.
func (n Network) String() string {
	if n.addr.IsValid() {
		return n.addr.String()
	}
	return "name:" + n.name
}

// NetworkOf returns the network of a peer's address as net/http reports it.
func NetworkOf(peer string) Network {
	if addr, ok := parsePeer(peer); ok {
		return networkOf(addr)
	}
	return Network{name: peer}
}

func networkOf(addr netip.Addr) Network {
	addr = addr.Unmap().WithZone("")
	if addr.Is6() {
		if prefix, err := addr.Prefix(64); err == nil {
			addr = prefix.Addr()
		}
	}
	return Network{addr: addr}
}

// parsePeer reads an address with a port. It drops the zone, which names one of our own links and
// says nothing about the caller.
func parsePeer(peer string) (netip.Addr, bool) {
	read, err := netip.ParseAddrPort(peer)
	if err != nil {
		return netip.Addr{}, false
	}
	return read.Addr().Unmap().WithZone(""), true
}

// Proxies are the trusted proxies. The zero value trusts nobody.
type Proxies struct{ trusted []netip.Prefix }

// Trust returns the proxies that lie in some networks.
func Trust(networks ...netip.Prefix) Proxies { return Proxies{trusted: networks} }

func (p Proxies) trusts(addr netip.Addr) bool {
	for _, network := range p.trusted {
		if network.Contains(addr) {
			return true
		}
	}
	return false
}

// Ignores reports whether a request has forwarded addresses that are not believed: most likely
// those of a proxy that nobody configured.
func (p Proxies) Ignores(r *http.Request) bool {
	peer, ok := parsePeer(r.RemoteAddr)
	return (r.Header["Forwarded"] != nil || r.Header["X-Forwarded-For"] != nil) && !(ok && p.trusts(peer))
}

// Client returns who sent a request. It is the peer, unless the peer is a trusted proxy: then it is
// the client named by this proxy and the trusted ones before it.
//
// A proxy sets one of Forwarded and X-Forwarded-For and may pass on the other as its client wrote
// it. If both are there and name different clients, or one is unreadable, nobody can tell which is
// false, so the request counts as the proxy's own: a caller gains nothing by inventing headers.
func (p Proxies) Client(r *http.Request) Client {
	c := Client{Network: NetworkOf(r.RemoteAddr), Secure: r.TLS != nil}
	if len(p.trusted) == 0 {
		return c
	}
	peer, ok := parsePeer(r.RemoteAddr)
	if !ok || !p.trusts(peer) {
		return c
	}
	standard, older := r.Header["Forwarded"], r.Header["X-Forwarded-For"]
	switch {
	case standard != nil && older != nil:
		a, b := p.walk(peer, forwarded(standard)), p.walk(peer, forwardedFor(older))
		if a.network == b.network {
			c.Network = a.network
		}
		c.Secure = c.Secure || a.proto == "https" || a.proto == "" && https(r)
	case standard != nil:
		hop := p.walk(peer, forwarded(standard))
		c.Network = hop.network
		c.Secure = c.Secure || hop.proto == "https" || hop.proto == "" && https(r)
	default:
		if older != nil {
			c.Network = p.walk(peer, forwardedFor(older)).network
		}
		c.Secure = c.Secure || https(r)
	}
	return c
}

// https reports whether X-Forwarded-Proto names only https. Half of a list with both may be the
// client's own.
func https(r *http.Request) bool {
	values := r.Header["X-Forwarded-Proto"]
	for _, line := range values {
		for one := range strings.SplitSeq(line, ",") {
			if !strings.EqualFold(strings.TrimSpace(one), "https") {
				return false
			}
		}
	}
	return len(values) > 0
}
