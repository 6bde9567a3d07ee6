package people

import (
	"context"
	"crypto/sha256"
	"errors"
	"log/slog"
	"math"
	"strconv"
	"time"

	"rastro/internal/account"
	"rastro/internal/lang"
	"rastro/internal/mail"
	"rastro/internal/mail/postage"
	"rastro/internal/naming"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// mailView is the part of a link's page that sends the link.
type mailView struct {
	Action, Token string
	To            string
	Sent, Failed  string // the result; both empty: nobody tried
}

// post is a link on its way. Whoever clicks twice waits for the first click.
type post struct {
	done chan struct{}
	err  error // once done
}

// SendLink sends a link to the person by mail, and shows it again. The page itself supplies the
// link: the server keeps only a digest of it.
func (c *Controller) SendLink(on *pagekit.Call) (pagekit.Reply, error) {
	p, err := c.people.Person(on.Ctx, on.Key, on.Path("id"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	token := on.Form.Get("convite")
	linked, err := c.people.Linked(on.Ctx, token)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v := c.linkView(on, &p, token)
	if linked.Person.ID != p.ID { // another person's link is not revealed either
		return pagekit.Reply{}, trace.Fail(trace.CodeLinkSpent)
	}
	if v.Mail == nil {
		return pagekit.Reply{}, trace.Fail(trace.CodePathNotFound)
	}
	to := lang.Args{"login": p.Login}
	err = c.send(on, &p, v, token)
	if much := (*tooMuch)(nil); errors.As(err, &much) {
		to["minutos"] = strconv.Itoa(int(math.Ceil(much.wait.Minutes())))
	}
	switch {
	case on.Ctx.Err() != nil:
		return pagekit.Reply{}, on.Ctx.Err()
	case err != nil:
		v.Mail.Failed = failure(err).Fill(on.Lang, to)
	default:
		v.Mail.Sent = linkTexts["sent"].Fill(on.Lang, to)
	}
	// Never answer with an error status: a proxy may replace such a page with its own, and the link
	// is shown only on this one.
	return pagekit.Reply{Page: "person_link", View: v}, nil
}

// send sends a link once, however often it is requested. A browser drops its first request when
// somebody clicks again, so the message is sent even if the caller hangs up; the mailer limits how
// long that takes.
func (c *Controller) send(on *pagekit.Call, p *account.Person, v *linkView, token string) error {
	mine, key := &post{done: make(chan struct{})}, sha256.Sum256([]byte(token))
	under, _ := c.posts.ComputeIfAbsent(key, func() (*post, bool) { return mine, false })
	if under == mine {
		wait := c.postage.Take(postage.Letter{To: p.Login, Sender: on.Key.AccessKey, Organization: lang.Fold(on.Key.Party()), Network: c.network(on)})
		if wait > 0 {
			mine.err = &tooMuch{wait}
			c.posts.Invalidate(key)
			close(mine.done)
			return mine.err
		}
		ctx, message, log := context.WithoutCancel(on.Ctx), letter(p, v), on.Log
		go func() {
			defer close(mine.done)
			if mine.err = c.mail.Send(ctx, message); mine.err != nil {
				c.posts.Invalidate(key) // to be tried again
				log.Warn("a link was not sent by mail", slog.Any("error", mine.err))
			}
		}()
	}
	select {
	case <-under.done:
		return under.err
	case <-on.Ctx.Done():
		return on.Ctx.Err()
	}
}

// letter returns the message that the page shows, in the person's language.
func letter(p *account.Person, v *linkView) mail.Message {
	subject, until := linkTexts["subject"], linkTexts["week"]
	if v.Reset {
		subject, until = linkTexts["resetsubject"], linkTexts["resetday"]
	}
	return mail.Message{
		To: p.Login, Name: naming.Inert(p.Name), Subject: subject.In(p.Lang), Lang: p.Lang,
		Text: v.Message + "\n\n" + until.In(p.Lang) + " " + linkTexts["unasked"].In(p.Lang) + "\n",
	}
}

// tooMuch says how long to wait before anything is sent again.
type tooMuch struct{ wait time.Duration }

func (e *tooMuch) Error() string { return "too much mail was sent" }

// failures say what an administrator can do about mail that was not sent.
var failures = map[mail.Reason]string{
	mail.Unfit: "badaddress", mail.Recipient: "badaddress", mail.Unreachable: "maildown", mail.Busy: "maildown",
	mail.Untrusted: "mailrefused", mail.SignIn: "mailrefused", mail.Refused: "mailrefused",
}

func failure(err error) lang.Text {
	var much *tooMuch
	if errors.As(err, &much) {
		return linkTexts["toomuch"]
	}
	var why *mail.Error
	if !errors.As(err, &why) {
		return linkTexts["maildown"]
	}
	if word := failures[why.Reason]; word != "maildown" && why.Temporary() { // a full mailbox, a busy server
		return linkTexts["maillater"]
	}
	return linkTexts[failures[why.Reason]]
}
