package cli

import (
	"io"
	"net"
	"net/http/cookiejar"
	"net/url"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rastro/internal/testkit/outside"
)

// post submits a form to the console and returns the resulting page.
func (s *serving) post(path string, form url.Values) string {
	s.t.Helper()
	answer, err := s.client.PostForm(s.url+"/console"+path, form)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(text)
}

// The options reach the mail server, and what the page offers is sent.
func TestServeSendsMail(t *testing.T) {
	server := outside.StartSMTP(t, outside.Mailbox{Plain: true, User: "rastro", Password: "segredo de teste"})
	s := serveWith(t, []string{"RASTRO_SMTP_PASSWORD=segredo de teste"}, "sqlite:"+filepath.Join(t.TempDir(), "m.db"),
		"--smtp", net.JoinHostPort(server.Host, strconv.Itoa(server.Port)), "--smtp-tls", "none", "--smtp-user", "rastro", "--mail-from", "nao-responda@x.example")
	s.client.Jar, _ = cookiejar.New(nil)
	s.post("/entrar", url.Values{"accessKey": {s.access}, "secretKey": {s.secret}})
	page := s.post("/pessoas/nova", url.Values{"nome": {"Ana"}, "login": {"ana@x.example"}, "organizacao": {"X"}, "papel": {"CAMPO"}, "idioma": {"pt"}})
	form := regexp.MustCompile(`console(/pessoas/[^/"]+/email)"[^<]*>\s*<input type="hidden" name="convite" value="([^"]+)"`).FindStringSubmatch(page)
	if form == nil {
		t.Fatalf("no form in %s", page)
	}
	if sent := s.post(form[1], url.Values{"convite": {form[2]}}); !strings.Contains(sent, "E-mail enviado") {
		t.Errorf("the page says %s", sent)
	}
	if got := server.Next(t); got.From != "nao-responda@x.example" || got.User != "rastro" || got.To[0] != "ana@x.example" {
		t.Errorf("got %+v", got)
	}
	for _, secret := range []string{form[2], "ana@x.example", "segredo de teste"} {
		if strings.Contains(s.stderr.String()+s.stdout.String(), secret) {
			t.Errorf("the server says %q", secret)
		}
	}
}
