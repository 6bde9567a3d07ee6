package remote

import (
	"net/netip"
	"strings"
)

// maxHops is how many proxies are in a row at most. Real chains have three.
const maxHops = 16

// maxName limits the name that a proxy gives a hidden client.
const maxName = 64

// hop is one step of a request's way: who sent it to the proxy that wrote the
// step, and how.
type hop struct {
	node  string
	proto string
}

// found is the client at the end of the trusted part of the way.
type found struct {
	network Network
	proto   string
}

// walk goes from our peer towards the client, over the hops that trusted proxies wrote, the most
// recent first. It ends at the first address that is not a trusted proxy: everything before that is
// hearsay. At an unreadable or hidden node it ends at the previous proxy.
func (p Proxies) walk(peer netip.Addr, hops []hop) found {
	at := found{network: networkOf(peer)}
	for i, steps := len(hops)-1, 0; i >= 0 && steps < maxHops; i, steps = i-1, steps+1 {
		addr, name := readNode(hops[i].node)
		switch {
		case name != "":
			return found{Network{name: name}, hops[i].proto}
		case !addr.IsValid():
			return at
		}
		at = found{networkOf(addr), hops[i].proto}
		if !p.trusts(addr) {
			break
		}
	}
	return at
}

// readNode reads the address of a node: IPv4, IPv6 with or without brackets,
// each with or without a port. name is set instead where the proxy hides its
// client behind its own name (RFC 7239, section 6.3).
func readNode(node string) (addr netip.Addr, name string) {
	if strings.HasPrefix(node, "_") {
		if len(node) > maxName || strings.ContainsFunc(node, notObfuscated) {
			return netip.Addr{}, ""
		}
		return netip.Addr{}, node
	}
	host := node
	if rest, ok := strings.CutPrefix(node, "["); ok {
		inside, port, ok := strings.Cut(rest, "]")
		if !ok || port != "" && !isPort(port) || !strings.Contains(inside, ":") {
			return netip.Addr{}, ""
		}
		host = inside
	} else if strings.Count(node, ":") == 1 {
		colon := strings.IndexByte(node, ':')
		if !isPort(node[colon:]) {
			return netip.Addr{}, ""
		}
		host = node[:colon]
	}
	addr, err := netip.ParseAddr(host)
	if err != nil || addr.Zone() != "" || addr.IsUnspecified() {
		return netip.Addr{}, ""
	}
	return addr.Unmap(), ""
}

// notObfuscated reports whether an obfuscated name of RFC 7239 may not contain a character.
func notObfuscated(r rune) bool {
	return r > '~' || !strings.ContainsRune("._-", r) && (r < '0' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z')
}

// isPort reports whether a text is a colon and a port, which may be hidden too.
func isPort(text string) bool {
	port, ok := strings.CutPrefix(text, ":")
	if !ok || port == "" || len(port) > maxName {
		return false
	}
	if port[0] == '_' {
		return !strings.ContainsFunc(port, notObfuscated)
	}
	return len(port) <= 5 && strings.Trim(port, "0123456789") == ""
}
