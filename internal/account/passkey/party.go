package passkey

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"rastro/internal/lang"
)

// Impossible says why browsers will not use passkeys with a server, and what to do about it.
type Impossible struct{ Why lang.Text }

func (e *Impossible) Error() string { return e.Why.EN }

// Reasons why there are no passkeys.
var (
	plainHTTP = lang.Text{
		PT: "Passkeys só funcionam com https. Configure o endereço público com https (public-url), ou use http://localhost para testar neste computador.",
		EN: "Passkeys work only with https. Set a public address with https (public-url), or use http://localhost to try them on this computer.",
		ES: "Las passkeys solo funcionan con https. Configure la dirección pública con https (public-url), o use http://localhost para probarlas en este equipo.",
	}
	noName = lang.Text{
		PT: "Passkeys precisam de um nome, e o endereço público é um número de IP. Configure um nome com https (public-url), ou use http://localhost para testar neste computador.",
		EN: "Passkeys need a name, and the public address is an IP address. Set a name with https (public-url), or use http://localhost to try them on this computer.",
		ES: "Las passkeys necesitan un nombre, y la dirección pública es una dirección IP. Configure un nombre con https (public-url), o use http://localhost para probarlas en este equipo.",
	}
	noAddress = lang.Text{
		PT: "O endereço público (public-url) não é um endereço com que passkeys funcionem.",
		EN: "The public address (public-url) is not one that passkeys work with.",
		ES: "La dirección pública (public-url) no es una con la que funcionen las passkeys.",
	}
)

// place is what passkeys are made for, as browsers see it.
type place struct {
	id     string // the relying party: a host's name
	origin string
}

// placeOf reads the public address as a browser does: passkeys need a name, and a
// connection that nobody can change. This machine's own name needs no https.
func placeOf(publicURL string) (place, *Impossible) {
	u, err := url.Parse(publicURL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return place{}, &Impossible{noAddress}
	}
	host := strings.ToLower(u.Hostname())
	if _, err := netip.ParseAddr(host); err == nil {
		return place{}, &Impossible{noName}
	}
	local := host == "localhost" || strings.HasSuffix(host, ".localhost")
	switch {
	case u.Scheme == "http" && !local:
		return place{}, &Impossible{plainHTTP}
	case protocol.ValidateRPID(host) != nil:
		return place{}, &Impossible{noAddress}
	}
	origin := u.Scheme + "://" + host
	if port := u.Port(); port != "" && !(u.Scheme == "https" && port == "443") && !(u.Scheme == "http" && port == "80") {
		origin += ":" + port
	}
	return place{host, origin}, nil
}

// Party makes and checks passkeys for one server. It is safe for concurrent use.
type Party struct {
	web *webauthn.WebAuthn
	now func() time.Time
}

// New prepares passkeys for a server at a public address, under a display name. If browsers refuse
// passkeys there, the error is of type *Impossible.
func New(publicURL, name string, now func() time.Time) (*Party, error) {
	at, no := placeOf(publicURL)
	if no != nil {
		return nil, no
	}
	yes := true
	wait := webauthn.TimeoutConfig{Timeout: patience, TimeoutUVD: patience} // we look at our own clock
	web, err := webauthn.New(&webauthn.Config{
		RPID: at.id, RPDisplayName: name, RPOrigins: []string{at.origin},
		AttestationPreference: protocol.PreferNoAttestation, // who made an authenticator is not our concern
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			RequireResidentKey: &yes, ResidentKey: protocol.ResidentKeyRequirementRequired, // nobody has to type a log-in
			UserVerification: protocol.VerificationRequired, // so it is two factors in one
		},
		Timeouts: webauthn.TimeoutsConfig{Login: wait, Registration: wait},
		// We request no extensions and read none; some browsers send them unasked.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil, fmt.Errorf("preparing passkeys: %w", err)
	}
	return &Party{web: web, now: now}, nil
}
