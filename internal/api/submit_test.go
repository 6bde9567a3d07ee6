package api_test

import (
	"crypto/sha1"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/eudr/dds"
	"rastro/internal/eudr/submit"
	"rastro/internal/eudr/traces"
)

const (
	euUser, euKey, euClient = "n00abc12", "chave & <secreta>", "eudr-test"
	euUUID                  = "071874bd-8c62-4cac-8eb6-b2fbe003410c"
)

// euSystem imitates the EU's system as far as the tests need it: it checks envelopes and keeps one
// statement.
type euSystem struct {
	*httptest.Server
	t       testing.TB
	calls   []string
	status  string
	refuses bool
	breaks  bool
}

func (s *euSystem) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	var m struct {
		User     string `xml:"Header>Security>UsernameToken>Username"`
		Password string `xml:"Header>Security>UsernameToken>Password"`
		Nonce    string `xml:"Header>Security>UsernameToken>Nonce"`
		Created  string `xml:"Header>Security>UsernameToken>Created"`
		Client   string `xml:"Header>WebServiceClientId"`
		Body     struct {
			Inner []byte `xml:",innerxml"`
		} `xml:"Body"`
	}
	if err := xml.Unmarshal(raw, &m); err != nil {
		s.t.Errorf("not an envelope: %v", err)
	}
	nonce, _ := base64.StdEncoding.DecodeString(m.Nonce)
	sum := sha1.Sum([]byte(string(nonce) + m.Created + euKey))
	if m.User != euUser || m.Client != euClient || len(nonce) < 16 || m.Password != base64.StdEncoding.EncodeToString(sum[:]) || strings.Contains(string(raw), "secreta") {
		s.t.Errorf("envelope: %+v", m)
	}
	action := strings.Trim(r.Header.Get("SOAPAction"), `"`)
	name := action[strings.LastIndexByte(action, '/')+1:]
	s.calls = append(s.calls, name)
	if s.breaks {
		panic(http.ErrAbortHandler)
	}
	said := ""
	switch name {
	case "submitDds":
		if !strings.Contains(string(m.Body.Inner), "SubmitDdsRequest") || !strings.Contains(string(m.Body.Inner), "hsHeading") {
			s.t.Errorf("submitted %s", m.Body.Inner)
		}
		said = "<n:uuid>" + euUUID + "</n:uuid>"
		s.status = "AVAILABLE"
	case "amendDds":
		said = "<n:status>" + s.status + "</n:status>"
	case "withdrawDds":
		s.status = "WITHDRAWN"
		said = "<n:status>WITHDRAWN</n:status>"
	case "getDds":
		said = `<n:ddsOverviewList><n:uuid>` + euUUID + `</n:uuid><n:referenceNumber>26NLAAA1234567</n:referenceNumber><n:verificationNumber>H6ORMNTX</n:verificationNumber><n:status>` + s.status + `</n:status><n:date>2026-11-18T10:20:01.000Z</n:date></n:ddsOverviewList>`
	}
	element := strings.ToUpper(name[:1]) + name[1:] + "Response"
	body := fmt.Sprintf(`<n:%s xmlns:n="%s">%s</n:%[1]s>`, element, dds.Namespace, said)
	if s.refuses {
		w.WriteHeader(http.StatusInternalServerError)
		body = `<S:Fault><faultcode>S:Client</faultcode><faultstring>words</faultstring><detail><n:BusinessRulesValidationException xmlns:n="x"><n:Error><n:ID>EUDR_X</n:ID><n:Message>the mass is missing</n:Message><n:Field>netWeight</n:Field></n:Error></n:BusinessRulesValidationException></detail></S:Fault>`
	}
	fmt.Fprint(w, `<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/"><S:Body>`+body+`</S:Body></S:Envelope>`)
}

// sending gives a server a client for the EU's system.
func (s *euSystem) sending(set *settings) {
	set.sender = func(on *server) *submit.Sender {
		system, err := traces.New(traces.Options{Base: s.URL, User: euUser, Key: euKey, Client: euClient, Transport: s.Client().Transport, Now: on.clock.Now})
		if err != nil {
			s.t.Fatal(err)
		}
		return submit.New(submit.Options{System: system, Filings: on.service, Now: on.clock.Now})
	}
}

// A statement is filed once, followed, amended and withdrawn, within the time that the EU allows.
func TestSubmission(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*settings){"SQLite": func(*settings) {}, "PostgreSQL": onPostgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			eu := &euSystem{t: t}
			eu.Server = httptest.NewTLSServer(eu)
			t.Cleanup(eu.Close)
			c := start(t, change, eu.sending)
			c.exported("S-A", "A-1", "SOJA", "Ana", 30000, 1)
			c.exported("S-B", "B-1", "SOJA", "Bia", 20000, 2)
			c.grown("S-C", "C-1", "Cid", 3)

			const path = "/eudr/lote/A-1/envio?pais=NL&lote=B-1"
			c.post(path, "").fails(400, "PARAMETRO_INVALIDO")
			c.post("/eudr/lote/C-1/envio?pais=NL", "", "Idempotency-Key: c").fails(409, "DDS_INCOMPLETA")
			c.newKey(`{"nome":"r","escopos":["leitura"]}`).post(path, "", "Idempotency-Key: k1").fails(403, "SEM_PERMISSAO")
			c.newKey(`{"nome":"b","escopos":["leitura","escrita"],"safras":["S-B"]}`).post(path, "", "Idempotency-Key: k1").fails(404, "LOTE_NAO_ENCONTRADO")
			if len(eu.calls) != 0 {
				t.Fatalf("the EU was called: %q", eu.calls)
			}

			eu.refuses = true
			c.post(path, "", "Idempotency-Key: k0").fails(409, "ENVIO_UE_RECUSADO").broke(t, "ENVIO_UE_RECUSADO", "EUDR_X")
			eu.refuses = false
			made := decode[struct{ Declaracoes []filing }](t, "made", c.post(path, "", "Idempotency-Key: k1").ok(201).Data).Declaracoes
			if len(made) != 2 || made[0].Situacao != "SUBMITTED" || made[0].NumeroReferencia != "" {
				t.Fatalf("%+v", made)
			}
			again := decode[struct{ Declaracoes []filing }](t, "again", c.post(path, "", "Idempotency-Key: k1").ok(201).has("Idempotent-Replayed", "true").Data).Declaracoes
			if !slices.Equal(again, made) {
				t.Errorf("%+v, before %+v", again, made)
			}
			same(t, "calls", eu.calls, []string{"submitDds", "submitDds"})

			one := "/eudr/declaracoes/" + made[1].ID
			c.post(one+"/consulta", "").ok(200)
			same(t, "A-1", c.filed("A-1"), []string{"A-1 26NLAAA1234567 H6ORMNTX AVAILABLE v2"})
			same(t, "B-1", c.filed("B-1"), []string{"B-1 26NLAAA1234567 H6ORMNTX AVAILABLE v2"})
			c.post(one+"/consulta", "").ok(200) // repeated: nothing is written
			same(t, "A-1", c.filed("A-1"), []string{"A-1 26NLAAA1234567 H6ORMNTX AVAILABLE v2"})
			c.put(one+"/envio?pais=DE", "").ok(200)
			c.delete(one + "/envio").ok(200)
			same(t, "B-1 withdrawn", c.filed("B-1"), []string{"B-1 26NLAAA1234567 H6ORMNTX WITHDRAWN v4"})
			same(t, "calls", eu.calls, []string{"submitDds", "submitDds", "getDds", "getDds", "amendDds", "withdrawDds"})

			// A call that breaks off may have filed the statement: it is not repeated.
			eu.breaks = true
			c.post(path, "", "Idempotency-Key: k2").fails(503, "ENVIO_UE_SEM_RESPOSTA")
			eu.breaks = false
			c.post(path, "", "Idempotency-Key: k2").fails(409, "ENVIO_UE_SEM_DESFECHO")

			c.clock.Advance(submit.Changeable + time.Hour)
			before := len(eu.calls)
			c.delete(one+"/envio").fails(409, "ENVIO_UE_FORA_DO_PRAZO")
			c.put(one+"/envio?pais=DE", "").fails(409, "ENVIO_UE_FORA_DO_PRAZO")
			c.delete("/eudr/declaracoes/"+euUUID+"/envio").fails(404, "DECLARACAO_NAO_ENCONTRADA")
			if len(eu.calls) != before {
				t.Errorf("the EU was called: %q", eu.calls[before:])
			}
		})
	}
}

// A server that is not configured for submissions sends nothing, and says what to do.
func TestSubmissionIsOff(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.exported("S-A", "A-1", "SOJA", "Ana", 30000, 1)
	c.post("/eudr/lote/A-1/envio?pais=NL", "", "Idempotency-Key: k").fails(409, "ENVIO_UE_DESLIGADO")
	c.delete("/eudr/declaracoes/"+euUUID+"/envio").fails(409, "ENVIO_UE_DESLIGADO")
}
