package mail_test

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"mime"
	"mime/quotedprintable"
	"net"
	netmail "net/mail"
	"strconv"
	"strings"
	"testing"
	"time"

	"rastro/internal/lang"
	"rastro/internal/mail"
	"rastro/internal/testkit"
	"rastro/internal/testkit/outside"
)

const (
	user     = "rastro"
	password = "segredo do correio"
	link     = "https://rastro.example.org/convite/K7Q2M4X9T1Z8W3"
)

// boxes are the servers that tests send to.
var boxes = map[string]outside.Mailbox{
	"STARTTLS": {User: user, Password: password, SayBack: true, Refused: map[string]int{"gone@example.org": 550, "full@example.org": 452}},
	"implicit": {User: user, Password: password, Ways: []string{"LOGIN"}, Implicit: true},
	"plain":    {User: user, Password: password, Plain: true},
	"open":     {}, // to everyone
}

// through returns the options that reach a server.
func through(server *outside.SMTP) mail.Options {
	return mail.Options{
		Host: server.Host, Port: server.Port, User: user, Password: password, Roots: server.Roots,
		From: "Cooperativa São João <nao-responda@coop.example.org>", Now: testkit.At(testkit.Epoch).Now,
	}
}

func newMailer(t *testing.T, o mail.Options) *mail.Mailer {
	t.Helper()
	m, err := mail.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func invitation() mail.Message {
	return mail.Message{
		To: "maria@example.org", Name: "Maria da Conceição", Lang: lang.PT,
		Subject: "Convite para o Rastro: acesso à safra de café",
		Text:    "Olá, Maria!\n\nAbra este link para criar o seu acesso:\n" + link + "\n.\nEle vale por três dias.\n",
	}
}

func TestServers(t *testing.T) {
	t.Parallel()
	servers := map[string]*outside.SMTP{}
	for name, box := range boxes {
		servers[name] = outside.StartSMTP(t, box)
	}
	t.Run("accept", func(t *testing.T) { accepted(t, servers) })
	t.Run("refuse", func(t *testing.T) { refused(t, servers) })
}

// A real server gets the message, in every way to encrypt the connection.
func accepted(t *testing.T, servers map[string]*outside.SMTP) {
	for _, tc := range []struct {
		box  string
		tls  mail.TLS
		user string // who signs in
	}{
		{"STARTTLS", "", user},
		{"implicit", mail.Implicit, user},
		{"plain", mail.None, user},
		{"open", mail.STARTTLS, ""},
	} {
		server := servers[tc.box]
		o := through(server)
		o.TLS = tc.tls
		if tc.user == "" {
			o.User, o.Password = "", ""
		}
		if err := newMailer(t, o).Send(t.Context(), invitation()); err != nil {
			t.Errorf("%s: %v", tc.box, err)
			continue
		}
		got := server.Next(t)
		if got.From != "nao-responda@coop.example.org" || strings.Join(got.To, " ") != "maria@example.org" ||
			got.Encrypted != (tc.tls != mail.None) || got.User != tc.user {
			t.Errorf("%s: the server got %+v", tc.box, got)
		}
		checkLetter(t, got.Raw)
	}
}

// checkLetter reads the invitation as the program of the person does.
func checkLetter(t *testing.T, raw []byte) {
	t.Helper()
	letter, err := netmail.ReadMessage(strings.NewReader(string(raw)))
	if err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	var words mime.WordDecoder
	for name, want := range map[string]string{
		"Subject":                   "Convite para o Rastro: acesso à safra de café",
		"From":                      `Cooperativa São João <nao-responda@coop.example.org>`,
		"To":                        `Maria da Conceição <maria@example.org>`,
		"Date":                      "Sun, 15 Nov 2026 02:00:00 +0000",
		"Auto-Submitted":            "auto-generated",
		"Content-Language":          "pt-BR",
		"Content-Type":              "text/plain; charset=UTF-8",
		"Content-Transfer-Encoding": "quoted-printable",
		"Mime-Version":              "1.0",
	} {
		if got, err := words.DecodeHeader(letter.Header.Get(name)); err != nil || got != want || len(letter.Header[name]) != 1 {
			t.Errorf("%s: %q, %v, want %q, once", name, got, err, want)
		}
	}
	if id := letter.Header.Get("Message-Id"); !strings.HasPrefix(id, "<") || !strings.HasSuffix(id, "@coop.example.org>") || len(id) < 40 {
		t.Errorf("the id is %q", id)
	}
	if len(letter.Header) != 10 {
		t.Errorf("there are other headers: %v", letter.Header)
	}
	body, err := io.ReadAll(quotedprintable.NewReader(letter.Body))
	if want := strings.ReplaceAll(invitation().Text, "\n", "\r\n"); err != nil || strings.TrimRight(string(body), "\r\n") != strings.TrimRight(want, "\r\n") {
		t.Errorf("the text is %q, %v, want %q", body, err, want)
	}
}

// checkError compares an error, and checks that it contains nothing secret.
func checkError(t *testing.T, err error, reason mail.Reason, code int) {
	t.Helper()
	var failure *mail.Error
	if !errors.As(err, &failure) || failure.Reason != reason || failure.Code != code {
		t.Errorf("got %v (%+v), want reason %d and code %d", err, failure, reason, code)
		return
	}
	for _, secret := range []string{password, link, "maria", "gone@", "full@", "Conceição", "Convite", "c2VncmVkbyBkbyBjb3JyZWlv"} {
		if strings.Contains(err.Error(), secret) {
			t.Errorf("the error has %q: %v", secret, err)
		}
	}
}

func refused(t *testing.T, servers map[string]*outside.SMTP) {
	for _, tc := range []struct {
		name, box string
		change    func(*mail.Options)
		to        string // empty: maria@example.org
		reason    mail.Reason
		code      int
		temporary bool
	}{
		{"a wrong password, which the server repeats", "STARTTLS", func(o *mail.Options) { o.User = "maria" }, "", mail.SignIn, 535, false},
		{"no user, where one is needed", "STARTTLS", func(o *mail.Options) { o.User, o.Password = "", "" }, "", mail.Refused, 530, false},
		{"the recipient", "STARTTLS", nil, "gone@example.org", mail.Recipient, 550, false},
		{"the recipient, for now", "STARTTLS", nil, "full@example.org", mail.Recipient, 452, true},
		{"a certificate that nobody vouches for", "STARTTLS", func(o *mail.Options) { o.Roots = nil }, "", mail.Untrusted, 0, false},
		{"a certificate of another host", "STARTTLS", func(o *mail.Options) { o.Host = "localhost" }, "", mail.Untrusted, 0, false},
		{"the same from the first byte", "implicit", func(o *mail.Options) { o.TLS, o.Roots = mail.Implicit, nil }, "", mail.Untrusted, 0, false},
		{"no STARTTLS", "plain", nil, "", mail.Untrusted, 0, false},
		{"no TLS from the first byte", "STARTTLS", func(o *mail.Options) { o.TLS = mail.Implicit }, "", mail.Untrusted, 0, false},
		{"nobody may sign in", "open", nil, "", mail.SignIn, 0, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o := through(servers[tc.box])
			if tc.change != nil {
				tc.change(&o)
			}
			message := invitation()
			message.To = cmp.Or(tc.to, message.To)
			err := newMailer(t, o).Send(t.Context(), message)
			checkError(t, err, tc.reason, tc.code)
			if failure := (*mail.Error)(nil); errors.As(err, &failure) && failure.Temporary() != tc.temporary {
				t.Errorf("temporary: %t", !tc.temporary)
			}
		})
	}
}

func TestServerDown(t *testing.T) {
	t.Parallel()
	listener, o := silent(t)
	listener.Close()
	err := newMailer(t, o).Send(t.Context(), invitation())
	checkError(t, err, mail.Unreachable, 0)
	if !strings.Contains(err.Error(), "refused") {
		t.Errorf("the error does not say why: %v", err)
	}
}

// silent returns a port that a test answers on, or not.
func silent(t *testing.T) (net.Listener, mail.Options) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	_, text, _ := net.SplitHostPort(listener.Addr().String())
	port, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return listener, through(&outside.SMTP{Host: "127.0.0.1", Port: port})
}

// A server that accepts connections and sends nothing delays nobody for long.
func TestTimeIsBounded(t *testing.T) {
	t.Parallel()
	_, o := silent(t)
	o.Timeout = 50 * time.Millisecond
	err := newMailer(t, o).Send(t.Context(), invitation())
	checkError(t, err, mail.Unreachable, 0)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

// If the caller goes away in the middle of a conversation, the conversation ends.
func TestContextEndsTheConversation(t *testing.T) {
	t.Parallel()
	listener, o := silent(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		io.WriteString(conn, "220 wait\r\n")
		cancel()
		io.Copy(io.Discard, conn) // until the other side hangs up
	}()
	err := newMailer(t, o).Send(ctx, invitation())
	checkError(t, err, mail.Unreachable, 0)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	<-ended
}

// A server that never stops sending is disconnected.
func TestServerSaysTooMuch(t *testing.T) {
	t.Parallel()
	listener, o := silent(t)
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		for err == nil {
			_, err = io.WriteString(conn, "220-"+strings.Repeat("x", 1000)+"\r\n")
		}
	}()
	o.Timeout = testkit.Patience // it is not time that ends it
	checkError(t, newMailer(t, o).Send(t.Context(), invitation()), mail.Unreachable, 0)
}

// A server may end a conversation at any step, with an answer or without.
func TestServerEnds(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name      string
		answers   []string // to the greeting, EHLO, MAIL, RCPT, DATA and the text; then it hangs up
		reason    mail.Reason
		code      int
		temporary bool
	}{
		{"at once", nil, mail.Unreachable, 0, true},
		{"too many callers", []string{"421 maria@example.org, later"}, mail.Refused, 421, true},
		{"no callers", []string{"554 no"}, mail.Refused, 554, false},
		{"after the greeting", []string{"220 hello"}, mail.Unreachable, 0, true},
		{"before the recipient", []string{"220 hello", "250 hello", "250 ok"}, mail.Unreachable, 0, true},
		{"the sender", []string{"220 hello", "250 hello", "553 not you"}, mail.Refused, 553, false},
		{"the text", []string{"220 hello", "250 hello", "250 ok", "250 ok", "354 go on", "554 spam: " + link}, mail.Refused, 554, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			listener, o := silent(t)
			o.TLS, o.User, o.Password = mail.None, "", ""
			go talk(listener, tc.answers)
			err := newMailer(t, o).Send(t.Context(), invitation())
			checkError(t, err, tc.reason, tc.code)
			if failure := (*mail.Error)(nil); errors.As(err, &failure) && failure.Temporary() != tc.temporary {
				t.Errorf("temporary: %t", !tc.temporary)
			}
		})
	}
	// A message that was accepted counts as sent, whatever happens next.
	listener, o := silent(t)
	o.TLS, o.User, o.Password = mail.None, "", ""
	go talk(listener, []string{"220 hello", "250 hello", "250 ok", "250 ok", "354 go on", "250 ok"})
	if err := newMailer(t, o).Send(t.Context(), invitation()); err != nil {
		t.Error(err)
	}
}

// talk answers one caller: to each command a line, and one after the text.
func talk(listener net.Listener, answers []string) {
	conn, err := listener.Accept()
	if err != nil {
		return
	}
	defer conn.Close()
	said := bufio.NewScanner(conn)
	for i, answer := range answers {
		if i > 0 {
			for said.Scan() && i > 4 && said.Text() != "." { // the text has many lines
			}
		}
		io.WriteString(conn, answer+"\r\n")
	}
	conn.(*net.TCPConn).CloseWrite()
	for said.Scan() { // unread data would cut off what was sent last
	}
}

// Messages that wait for a turn give up when their context ends.
func TestTurns(t *testing.T) {
	t.Parallel()
	listener, o := silent(t)
	m := newMailer(t, o)
	held, release := context.WithCancel(t.Context())
	done := make(chan error)
	const places = 4
	for range places {
		go func() { done <- m.Send(held, invitation()) }()
		conn, err := listener.Accept()
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	checkError(t, m.Send(gone, invitation()), mail.Busy, 0)
	release()
	for range places {
		checkError(t, <-done, mail.Unreachable, 0)
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	good := mail.Options{Host: "smtp.example.org", From: "a@example.org", Now: testkit.At(testkit.Epoch).Now}
	for _, tc := range []struct {
		name   string
		change func(*mail.Options)
		want   string // part of the error; "": none
	}{
		{"nothing wrong", func(o *mail.Options) {}, ""},
		{"no host", func(o *mail.Options) { o.Host = "" }, "no host"},
		{"a port too large", func(o *mail.Options) { o.Port = 65536 }, "65535"},
		{"a port below zero", func(o *mail.Options) { o.Port = -1 }, "65535"},
		{"a user alone", func(o *mail.Options) { o.User = "a" }, "or neither"},
		{"a password alone", func(o *mail.Options) { o.Password = password }, "or neither"},
		{"no such TLS", func(o *mail.Options) { o.TLS = "ssl" }, "starttls, implicit or none"},
		{"plain text to elsewhere", func(o *mail.Options) { o.TLS = mail.None }, "not be encrypted"},
		{"plain text to an address elsewhere", func(o *mail.Options) { o.TLS, o.Host = mail.None, "10.0.0.1" }, "not be encrypted"},
		{"plain text to a name like ours", func(o *mail.Options) { o.TLS, o.Host = mail.None, "localhost.example.org" }, "not be encrypted"},
		{"plain text here", func(o *mail.Options) { o.TLS, o.Host = mail.None, "::1" }, ""},
		{"no sender", func(o *mail.Options) { o.From = "" }, "sender"},
		{"no address", func(o *mail.Options) { o.From = "Cooperativa" }, "sender"},
		{"two senders", func(o *mail.Options) { o.From = "a@example.org, b@example.org" }, "sender"},
		{"a header in the sender", func(o *mail.Options) { o.From = "a@example.org\r\nBcc: b@example.org" }, "sender"},
		{"no clock", func(o *mail.Options) { o.Now = nil }, "clock"},
	} {
		o := good
		tc.change(&o)
		_, err := mail.New(o)
		if (err == nil) != (tc.want == "") || err != nil && (!strings.Contains(err.Error(), tc.want) || strings.Contains(err.Error(), password)) {
			t.Errorf("%s: %v, want %q", tc.name, err, tc.want)
		}
	}
}
