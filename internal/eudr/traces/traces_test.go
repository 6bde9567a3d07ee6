package traces_test

import (
	"crypto/sha1"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/eudr/dds"
	"rastro/internal/eudr/traces"
)

const (
	user, key, client = "n00abc12", "chave & <secreta>", "eudr-test"
	uuid              = "071874bd-8c62-4cac-8eb6-b2fbe003410c"
)

var now = time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)

// message is the part of a request that the server reads.
type message struct {
	XMLName  xml.Name `xml:"http://schemas.xmlsoap.org/soap/envelope/ Envelope"`
	Security struct {
		Created  string `xml:"http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd Timestamp>Created"`
		Expires  string `xml:"http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd Timestamp>Expires"`
		Username struct {
			Name     string `xml:"http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd Username"`
			Password struct {
				Type string `xml:"Type,attr"`
				Text string `xml:",chardata"`
			} `xml:"Password"`
			Nonce   string `xml:"Nonce"`
			Created string `xml:"Created"`
		} `xml:"UsernameToken"`
	} `xml:"Header>Security"`
	Client string `xml:"Header>WebServiceClientId"`
	Body   struct {
		Inner []byte `xml:",innerxml"`
	} `xml:"Body"`
}

// system is a server that checks envelopes as the EU's does.
type system struct {
	t      *testing.T
	nonces map[string]bool
	answer func(action string, body []byte) (int, string)
}

func (s *system) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	var m message
	if err := xml.Unmarshal(raw, &m); err != nil {
		s.t.Errorf("not an envelope: %v", err)
	}
	if err := s.check(r, &m); err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		fmt.Fprint(w, envelope(`<S:Fault><faultcode>S:Server</faultcode><faultstring>UnauthenticatedException</faultstring></S:Fault>`))
		return
	}
	status, body := s.answer(strings.Trim(r.Header.Get("SOAPAction"), `"`), m.Body.Inner)
	w.WriteHeader(status)
	fmt.Fprint(w, body)
}

func (s *system) check(r *http.Request, m *message) error {
	token := &m.Security.Username
	nonce, err := base64.StdEncoding.DecodeString(token.Nonce)
	if err != nil || len(nonce) < 16 || s.nonces[token.Nonce] {
		return errors.New("nonce")
	}
	s.nonces[token.Nonce] = true
	sum := sha1.Sum([]byte(string(nonce) + token.Created + key))
	created, err := time.Parse(time.RFC3339, m.Security.Created)
	expires, err2 := time.Parse(time.RFC3339, m.Security.Expires)
	switch {
	case r.Method != http.MethodPost || r.URL.Path != "/tracesnt/ws/EUDRDueDiligenceStatementServiceV3" || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/xml"):
		return errors.New("request")
	case token.Name != user || m.Client != client || !strings.HasSuffix(token.Password.Type, "#PasswordDigest"):
		return errors.New("user")
	case token.Password.Text != base64.StdEncoding.EncodeToString(sum[:]):
		return errors.New("digest")
	case err != nil || err2 != nil || token.Created != m.Security.Created || now.Sub(created).Abs() > 5*time.Minute || !expires.After(created):
		return errors.New("time")
	}
	return nil
}

func envelope(body string) string {
	return `<?xml version='1.0' encoding='UTF-8'?><S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>` + body + `</S:Body></S:Envelope>`
}

func start(t *testing.T, answer func(action string, body []byte) (int, string)) *httptest.Server {
	server := httptest.NewTLSServer(&system{t: t, nonces: map[string]bool{}, answer: answer})
	t.Cleanup(server.Close)
	return server
}

func connect(t *testing.T, server *httptest.Server, change ...func(*traces.Options)) *traces.Client {
	t.Helper()
	o := traces.Options{Base: server.URL, User: user, Key: key, Client: client, Transport: server.Client().Transport, Now: func() time.Time { return now }}
	for _, c := range change {
		c(&o)
	}
	made, err := traces.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func statement() *dds.Statement {
	return &dds.Statement{Role: dds.Operator, Activity: dds.Import, BorderCountry: "NL", Commodities: []dds.Commodity{{
		Description: "Soy", NetKg: 1000, Heading: "1201", Producers: []dds.Producer{{Country: "BR", GeoJSON: []byte(`{}`)}},
	}}}
}

func TestCalls(t *testing.T) {
	t.Parallel()
	var actions []string
	c := connect(t, start(t, func(action string, body []byte) (int, string) {
		name := strings.TrimPrefix(action, dds.Namespace+"/")
		actions = append(actions, name)
		switch name {
		case "submitDds":
			if string(body) != string(dds.AppendXML(nil, statement())) {
				t.Errorf("submitted %s", body)
			}
			return 200, envelope(`<n:SubmitDdsResponse xmlns:n="` + dds.Namespace + `"><n:uuid>` + uuid + `</n:uuid></n:SubmitDdsResponse>`)
		case "amendDds":
			return 200, envelope(`<n:AmendDdsResponse xmlns:n="` + dds.Namespace + `"><n:uuid>` + uuid + `</n:uuid><n:status>AVAILABLE</n:status></n:AmendDdsResponse>`)
		case "withdrawDds":
			return 200, envelope(`<n:WithdrawDdsResponse xmlns:n="` + dds.Namespace + `"><n:uuid>` + uuid + `</n:uuid><n:status>WITHDRAWN</n:status></n:WithdrawDdsResponse>`)
		}
		return 200, envelope(`<n:GetDdsResponse xmlns:n="` + dds.Namespace + `"><n:ddsOverviewList><c:uuid xmlns:c="common">` + uuid + `</c:uuid><c:referenceNumber xmlns:c="common">26NLAAA1234567</c:referenceNumber><c:verificationNumber xmlns:c="common">H6ORMNTX</c:verificationNumber><c:status xmlns:c="common">AVAILABLE</c:status><c:date xmlns:c="common">2026-11-18T10:20:01.000Z</c:date></n:ddsOverviewList></n:GetDdsResponse>`)
	}))
	if got, err := c.Submit(t.Context(), statement()); err != nil || got != uuid {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := c.Amend(t.Context(), uuid, statement()); err != nil || got != traces.Available {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := c.Withdraw(t.Context(), uuid); err != nil || got != traces.Withdrawn {
		t.Errorf("%q, %v", got, err)
	}
	got, err := c.Ask(t.Context(), uuid)
	want := traces.Overview{UUID: uuid, ReferenceNumber: "26NLAAA1234567", VerificationNumber: "H6ORMNTX", Status: traces.Available, At: time.Date(2026, 11, 18, 10, 20, 1, 0, time.UTC)}
	if err != nil || len(got) != 1 || got[0] != want {
		t.Errorf("%+v, %v", got, err)
	}
	if want := []string{"submitDds", "amendDds", "withdrawDds", "getDds"}; !slices.Equal(actions, want) {
		t.Errorf("%q", actions)
	}
	if _, err := c.Ask(t.Context(), slices.Repeat([]string{uuid}, 101)...); err == nil {
		t.Error("101 statements were asked about at once")
	}
}

func TestFaults(t *testing.T) {
	t.Parallel()
	fault := func(name, rest string) string {
		return envelope(`<S:Fault><faultcode>S:Client</faultcode><faultstring>words</faultstring><detail><n:` + name + ` xmlns:n="x" xmlns:e="y">` + rest + `</n:` + name + `></detail></S:Fault>`)
	}
	for name, c := range map[string]struct {
		status   int
		body     string
		kind     traces.Kind
		refusals []traces.Refusal
	}{
		"rules": {500, fault("BusinessRulesValidationException", `<e:Error><e:ID>EUDR_COMMODITIES_HS_CODE_INVALID</e:ID><e:Message languageID="en">The HS-Code
			is invalid</e:Message><e:Field>hsHeading</e:Field></e:Error>`), traces.Refused,
			[]traces.Refusal{{ID: "EUDR_COMMODITIES_HS_CODE_INVALID", Message: "The HS-Code is invalid", Field: "hsHeading"}}},
		"denied":           {500, fault("DdsPermissionDeniedException", ""), traces.Denied, nil},
		"unknown":          {500, fault("NotFoundException", ""), traces.NotFound, nil},
		"another":          {500, fault("SomeException", ""), traces.Failed, nil},
		"page of a proxy":  {502, "<html><p>Bad gateway", traces.Failed, nil},
		"another server":   {200, "<html></html>", traces.Unreadable, nil},
		"empty":            {200, "", traces.Unreadable, nil},
		"an empty answer":  {200, envelope(""), traces.Unreadable, nil},
		"entities":         {200, `<!DOCTYPE a [<!ENTITY b "c">]><S:Envelope xmlns:S="x"><S:Body>&b;</S:Body></S:Envelope>`, traces.Unreadable, nil},
		"nested endlessly": {200, strings.Repeat("<a>", 200_000), traces.Unreadable, nil},
		"endless":          {200, envelope(strings.Repeat(" ", 5<<20)), traces.Unreadable, nil},
		"a redirect":       {302, envelope(""), traces.Unreadable, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			client := connect(t, start(t, func(string, []byte) (int, string) { return c.status, c.body }))
			_, err := client.Submit(t.Context(), statement())
			e, ok := errors.AsType[*traces.Error](err)
			if !ok || e.Kind != c.kind || !slices.Equal(e.Refusals, c.refusals) {
				t.Fatalf("%#v, want %s %v", err, c.kind, c.refusals)
			}
			if text := traces.Texts[e.Kind]; !text.Complete() {
				t.Errorf("%s has no text", e.Kind)
			}
		})
	}
}

// A wrong key, user or clock is reported as such, and no error repeats the key.
func TestAuthentication(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*traces.Options){
		"key":    func(o *traces.Options) { o.Key = "outra chave secreta" },
		"user":   func(o *traces.Options) { o.User = "outro" },
		"client": func(o *traces.Options) { o.Client = "outro" },
		"clock":  func(o *traces.Options) { o.Now = func() time.Time { return now.Add(time.Hour) } },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := start(t, func(string, []byte) (int, string) { t.Error("let in"); return 200, "" })
			_, err := connect(t, server, change).Submit(t.Context(), statement())
			if e, ok := errors.AsType[*traces.Error](err); !ok || e.Kind != traces.Unauthenticated {
				t.Errorf("%v", err)
			} else if strings.Contains(err.Error(), "secreta") {
				t.Errorf("the error has the key: %v", err)
			}
		})
	}
}

// An untrusted certificate ends the call before anything is sent.
func TestCertificate(t *testing.T) {
	t.Parallel()
	server := start(t, func(string, []byte) (int, string) { t.Error("something was sent"); return 200, "" })
	_, err := connect(t, server, func(o *traces.Options) { o.Transport = nil }).Submit(t.Context(), statement())
	if e, ok := errors.AsType[*traces.Error](err); !ok || e.Kind != traces.Unreachable {
		t.Errorf("%v", err)
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	good := traces.Options{Base: "https://eudr.example.org", User: user, Key: key, Client: client}
	for name, change := range map[string]func(*traces.Options){
		"http": func(o *traces.Options) { o.Base = "http://eudr.example.org" }, "nothing": func(o *traces.Options) { o.Base = "" },
		"a user in the address": func(o *traces.Options) { o.Base = "https://a:b@eudr.example.org" }, "a query": func(o *traces.Options) { o.Base += "/?a=b" },
		"no user": func(o *traces.Options) { o.User = "" }, "no key": func(o *traces.Options) { o.Key = "" }, "no client": func(o *traces.Options) { o.Client = "" },
	} {
		o := good
		change(&o)
		if _, err := traces.New(o); err == nil {
			t.Errorf("%s is taken", name)
		} else if strings.Contains(err.Error(), key) {
			t.Errorf("%s: the error has the key", name)
		}
	}
	if _, err := traces.New(good); err != nil {
		t.Error(err)
	}
}
