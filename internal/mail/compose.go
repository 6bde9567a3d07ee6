package mail

import (
	"crypto/rand"
	"errors"
	netmail "net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	gomail "github.com/wneessen/go-mail"
)

// The maximum lengths of the parts of a message, in bytes.
const (
	maxAddress = 254       // RFC 5321, without its brackets
	maxName    = 200       // longer than people's names
	maxSubject = 200       // phones show 40
	maxText    = 64 * 1024 // a page, with room
)

// ParseFrom reads the sender's address.
func ParseFrom(text string) (*netmail.Address, error) {
	from, err := netmail.ParseAddress(text)
	if err != nil || !oneLine(text) || !bare(from.Address) || len(from.Name) > maxName {
		return nil, errors.New("the sender of mail is not an address; write nao-responda@example.org or Cooperativa <nao-responda@example.org>")
	}
	return from, nil
}

// compose makes a letter from a message. It refuses anything that could become more than one
// recipient, a header or a command to the server.
func (m *Mailer) compose(message Message) (*gomail.Msg, error) {
	for _, part := range []struct {
		fits   bool
		unless string
	}{
		{bare(message.To), "the recipient is not one plain address"},
		{len(message.Name) <= maxName && oneLine(message.Name), "the recipient's name is too long or cannot be in a header"},
		{message.Subject != "" && len(message.Subject) <= maxSubject && oneLine(message.Subject), "the subject is empty, too long or cannot be in a header"},
		{message.Text != "" && len(message.Text) <= maxText && lines(message.Text), "the text is empty, too long or has control characters"},
	} {
		if !part.fits {
			return nil, &Error{Reason: Unfit, detail: part.unless}
		}
	}
	letter := gomail.NewMsg(gomail.WithCharset(gomail.CharsetUTF8), gomail.WithEncoding(gomail.EncodingQP), gomail.WithNoDefaultUserAgent())
	letter.FromMailAddress(m.from)
	letter.ToMailAddress(&netmail.Address{Name: message.Name, Address: message.To})
	letter.Subject(message.Subject)
	letter.SetDateWithValue(m.now())
	letter.SetMessageIDWithValue(rand.Text() + "@" + domain(m.from.Address)) // do not reveal the machine's name
	letter.SetGenHeader(gomail.HeaderContentLang, message.Lang.Tag())
	letter.SetGenHeader("Auto-Submitted", "auto-generated") // RFC 3834: no automatic replies from people who are away
	letter.SetBodyString(gomail.TypeTextPlain, message.Text)
	return letter, nil
}

// bare reports whether a text is only an address. Addresses beyond ASCII are refused: few servers
// accept them, and a domain can be written as xn--.
func bare(text string) bool {
	parsed, err := netmail.ParseAddress(text)
	return err == nil && len(text) <= maxAddress && parsed.Name == "" && parsed.Address == text &&
		!strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r >= unicode.MaxASCII || strings.ContainsRune("<>,;:\"\\()", r) })
}

func domain(address string) string { return address[strings.LastIndexByte(address, '@')+1:] }

// oneLine reports whether a text can be in a header: line breaks of any script, other
// control characters and broken UTF-8 cannot, nor can what programs would decode to them.
func oneLine(text string) bool {
	return utf8.ValidString(text) && !strings.Contains(text, "=?") && !strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
	})
}

// lines reports whether a text consists of lines.
func lines(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t'
	})
}
