package mail_test

import (
	netmail "net/mail"
	"slices"
	"strings"
	"testing"

	"rastro/internal/mail"
	"rastro/internal/testkit/outside"
)

// Whatever a name, an address or a subject contains, it becomes neither a header nor a recipient
// nor a command. Refused messages never reach the server: it gets one message, which is sent last.
func TestAttackMailHeaderInjection(t *testing.T) {
	t.Parallel()
	server := outside.StartSMTP(t, boxes["STARTTLS"])
	m := newMailer(t, through(server))
	const more = "Bcc: eva@example.net"
	hostile := map[string]func(*mail.Message, string){
		"the address": func(m *mail.Message, s string) { m.To = "maria@example.org" + s },
		"before @":    func(m *mail.Message, s string) { m.To = "maria" + s + "@example.org" },
		"the name":    func(m *mail.Message, s string) { m.Name += s },
		"the subject": func(m *mail.Message, s string) { m.Subject += s },
	}
	for where, put := range hostile {
		for _, s := range []string{
			"\r\n" + more, "\n" + more, "\r" + more, "\r\n\r\n" + more, "\n " + more, "\x00" + more,
			"\u0085" + more, "\u2028" + more, "\v" + more, "\xff\r\n" + more, "\r\n.\r\nRCPT TO:<eva@example.net>",
			" =?utf-8?q?=0D=0ABcc:_eva@example.net?= ",
		} {
			message := invitation()
			put(&message, s)
			if err := m.Send(t.Context(), message); err == nil {
				t.Errorf("%q in %s was sent", s, where)
			} else {
				checkError(t, err, mail.Unfit, 0)
			}
		}
	}
	for _, to := range []string{
		"", "maria", "@example.org", "maria@", "maria@example.org, eva@example.net", "maria@example.org;eva@example.net",
		"Maria <maria@example.org>", "<maria@example.org>", "maria@example.org> NOTIFY=SUCCESS", `"maria\r\n"@example.org`, `"ma ria"@example.org`,
		"maria@example.org (eva)", "grupo: maria@example.org, eva@example.net;", "maria@exámple.org", "maría@example.org",
		"maria@" + strings.Repeat("a", 250) + ".org",
	} {
		message := invitation()
		message.To = to
		checkError(t, m.Send(t.Context(), message), mail.Unfit, 0)
	}
	for _, change := range []func(*mail.Message){
		func(m *mail.Message) { m.Name = strings.Repeat("a", 201) },
		func(m *mail.Message) { m.Subject = strings.Repeat("a", 201) },
		func(m *mail.Message) { m.Subject = "" },
		func(m *mail.Message) { m.Text = "" },
		func(m *mail.Message) { m.Text = strings.Repeat("a", 64*1024+1) },
		func(m *mail.Message) { m.Text = "a\x00b" },
	} {
		message := invitation()
		change(&message)
		checkError(t, m.Send(t.Context(), message), mail.Unfit, 0)
	}
	looksLikeAHeader(t, server, m)
}

// looksLikeAHeader is on one line, so it is sent as text.
func looksLikeAHeader(t *testing.T, server *outside.SMTP, m *mail.Mailer) {
	t.Helper()
	last := invitation()
	last.Name, last.Subject, last.Text = `Maria" <eva@example.net>, "`, `a\r\nBcc: eva@example.net`, "Bcc: eva@example.net\r\n.\r\nRCPT TO:<eva@example.net>\r\n"
	if err := m.Send(t.Context(), last); err != nil {
		t.Fatal(err)
	}
	got := server.Next(t)
	letter, err := netmail.ReadMessage(strings.NewReader(string(got.Raw)))
	if err != nil {
		t.Fatal(err)
	}
	to, err := letter.Header.AddressList("To")
	if err != nil || len(to) != 1 || *to[0] != (netmail.Address{Name: last.Name, Address: last.To}) || !slices.Equal(got.To, []string{last.To}) {
		t.Errorf("sent to %q by %v, %v", got.To, to, err)
	}
	if letter.Header.Get("Bcc") != "" || len(letter.Header) != 10 {
		t.Errorf("headers were added: %v", letter.Header)
	}
}
