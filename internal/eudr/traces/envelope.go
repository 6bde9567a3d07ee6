package traces

import (
	"crypto/sha1"
	"encoding/base64"
	"encoding/xml"
	"io"
	"strings"
	"time"
)

// The namespaces of the envelope.
const (
	soap     = "http://schemas.xmlsoap.org/soap/envelope/"
	base4    = "http://ec.europa.eu/sanco/tracesnt/base/v4"
	wss      = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-"
	security = wss + "wssecurity-secext-1.0.xsd"
	utility  = wss + "wssecurity-utility-1.0.xsd"
	digested = wss + "username-token-profile-1.0#PasswordDigest"
	encoded  = wss + "soap-message-security-1.0#Base64Binary"
)

const (
	instant   = "2006-01-02T15:04:05.000Z"
	validFor  = time.Minute
	nonceSize = 16
)

// envelope puts a body into an envelope that proves who calls: the digest of nonce, time and key.
// The standard prescribes SHA-1; the digest is sent over TLS and is valid for only a minute.
func (c *Client) envelope(body []byte) ([]byte, error) {
	nonce := make([]byte, nonceSize)
	if _, err := io.ReadFull(c.random, nonce); err != nil {
		return nil, err
	}
	now := c.options.Now().UTC()
	created := now.Format(instant)
	sum := sha1.New()
	sum.Write(nonce)
	io.WriteString(sum, created)
	io.WriteString(sum, c.options.Key)
	var b strings.Builder
	b.Grow(len(body) + 2048)
	b.WriteString(xml.Header + `<soapenv:Envelope xmlns:soapenv="` + soap + `" xmlns:base="` + base4 + `"><soapenv:Header>` +
		`<wsse:Security xmlns:wsse="` + security + `" xmlns:wsu="` + utility + `" soapenv:mustUnderstand="1">` +
		`<wsu:Timestamp wsu:Id="TS-1"><wsu:Created>` + created + `</wsu:Created><wsu:Expires>` + now.Add(validFor).Format(instant) + `</wsu:Expires></wsu:Timestamp>` +
		`<wsse:UsernameToken wsu:Id="UT-1"><wsse:Username>`)
	escape(&b, c.options.User)
	b.WriteString(`</wsse:Username><wsse:Password Type="` + digested + `">` + base64.StdEncoding.EncodeToString(sum.Sum(nil)) + `</wsse:Password>` +
		`<wsse:Nonce EncodingType="` + encoded + `">` + base64.StdEncoding.EncodeToString(nonce) + `</wsse:Nonce><wsu:Created>` + created + `</wsu:Created></wsse:UsernameToken></wsse:Security>` +
		`<base:WebServiceClientId>`)
	escape(&b, c.options.Client)
	b.WriteString(`</base:WebServiceClientId></soapenv:Header><soapenv:Body>`)
	b.Write(body)
	b.WriteString(`</soapenv:Body></soapenv:Envelope>`)
	return []byte(b.String()), nil
}

func escape(b *strings.Builder, text string) {
	_ = xml.EscapeText(b, []byte(text)) // a builder takes everything
}
