// Package people has the console's pages about people: the list, invitations, one person, and
// one's own account.
package people

import (
	"context"
	"embed"
	"time"

	"rastro/internal/account"
	"rastro/internal/bounded"
	"rastro/internal/lang"
	"rastro/internal/mail"
	"rastro/internal/mail/postage"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// People is what the pages need from the domain; account.Keeper documents each method.
type People interface {
	People(ctx context.Context, by *trace.Key, search string, after *account.Person, limit int) (people []account.Person, more bool, err error)
	Person(ctx context.Context, by *trace.Key, id string) (account.Person, error)
	Invite(ctx context.Context, by *trace.Key, d account.Draft) (account.Person, string, error)
	Change(ctx context.Context, by *trace.Key, id string, d account.Draft, ifMatch trace.IfMatch) (account.Person, error)
	SetActive(ctx context.Context, by *trace.Key, id string, active bool) (account.Person, error)
	Reset(ctx context.Context, by *trace.Key, id string) (account.Person, string, error)
	Linked(ctx context.Context, token string) (account.Linked, error)
	Erase(ctx context.Context, by *trace.Key, id, reason string) error
	Sessions(ctx context.Context, token string) ([]account.Session, error)
	SetOwn(ctx context.Context, token, name string, l lang.Lang) error
	ChangePassword(ctx context.Context, token, old, written string) error
	SignOutEverywhere(ctx context.Context, token string) error
}

// Roles is what the pages need about roles and server administrators; account.Keeper documents each
// method.
type Roles interface {
	Grantable(ctx context.Context, by *trace.Key, organization string) (roles []account.Role, more bool, err error)
	RemoveRole(ctx context.Context, by *trace.Key, id string, ifMatch trace.IfMatch) error
	SaveRole(ctx context.Context, by *trace.Key, id string, d account.RoleDraft, ifMatch trace.IfMatch) (account.Role, error)
	SetDeployment(ctx context.Context, by *trace.Key, id string, administers bool) (account.Person, error)
}

// Controller answers the requests for the pages about people.
type Controller struct {
	people     People
	roles      Roles
	mail       mail.Sender // nil: an administrator hands out the links
	passkeys   Passkeys    // nil: none are possible, for the reason in noPasskeys
	noPasskeys lang.Text
	try        func(on *pagekit.Call, check func() error) error
	network    func(on *pagekit.Call) string
	postage    *postage.Meter
	posts      bounded.Cache[[32]byte, *post] // by the digest of a link: those that were sent, or are being sent
}

// How many links are remembered as sent, and how long: a second click comes within seconds.
const (
	maxPosts     = 1000
	postLifetime = time.Hour
)

// Options are a controller's dependencies.
type Options struct {
	People People
	Roles  Roles
	Mail   mail.Sender // nil: no page offers to send mail
	// Passkeys is nil if browsers refuse them; NoPasskeys says why.
	Passkeys   Passkeys
	NoPasskeys lang.Text
	// Try compares a password of the person who is signed in, unless too many wrong ones came.
	Try func(on *pagekit.Call, check func() error) error
	// Network returns where a request comes from. Mail is counted by it, at times that Now returns.
	Network func(on *pagekit.Call) string
	Now     func() time.Time
}

// New returns a controller.
func New(o Options) (*Controller, error) {
	posts, err := bounded.ByCount[[32]byte, *post](maxPosts, postLifetime)
	if err != nil {
		return nil, err
	}
	meter, err := postage.New(o.Now)
	return &Controller{o.People, o.Roles, o.Mail, o.Passkeys, o.NoPasskeys, o.Try, o.Network, meter, posts}, err
}

//go:embed templates/*.html
var templates embed.FS

// Pages lists the pages of this package.
func Pages() []pagekit.Page {
	return pagekit.From(templates, []string{"person_fields"},
		pagekit.Page{Name: "people", Words: []pagekit.Words{peopleTexts}},
		pagekit.Page{Name: "person_new", Words: []pagekit.Words{peopleTexts, personTexts, personNewTexts}},
		pagekit.Page{Name: "person", Words: []pagekit.Words{peopleTexts, personTexts}},
		pagekit.Page{Name: "roles", Words: []pagekit.Words{peopleTexts, roleTexts}},
		pagekit.Page{Name: "role", Words: []pagekit.Words{peopleTexts, personTexts, roleTexts}},
		pagekit.Page{Name: "person_link", Words: []pagekit.Words{peopleTexts, linkTexts}},
		pagekit.Page{Name: "person_erase", Words: []pagekit.Words{peopleTexts, eraseTexts}},
		pagekit.Page{Name: "account", Words: []pagekit.Words{peopleTexts, personTexts, accountTexts}},
		pagekit.Page{Name: "passkey_new", Words: []pagekit.Words{peopleTexts, accountTexts}},
	)
}
