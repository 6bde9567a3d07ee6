package cli

import (
	"cmp"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"rastro/internal/account/oidc"
	"rastro/internal/app"
	"rastro/internal/config"
	"rastro/internal/eudr/submit"
	"rastro/internal/eudr/traces"
	"rastro/internal/mail"
	"rastro/internal/web/console"
)

// connectOutsideServers connects the console with the external servers in the options. A field is
// set only if there is a value: a nil pointer in an interface is not nil.
func connectOutsideServers(cfg config.Config, o *console.Options) error {
	if cfg.SMTP != "" {
		mailer, err := newMailer(cfg)
		if err != nil {
			return err
		}
		o.Mail = mailer
	}
	if cfg.OIDCIssuer != "" {
		provider, err := oidc.New(oidc.Options{
			Issuer: cfg.OIDCIssuer, ClientID: cfg.OIDCClient, ClientSecret: cfg.OIDCSecret,
			RedirectURL: strings.TrimSuffix(o.PublicURL, "/") + console.ProviderPath, Now: time.Now,
		})
		if err != nil {
			return err
		}
		issuer, err := url.Parse(cfg.OIDCIssuer)
		if err != nil {
			return err
		}
		o.Provider, o.ProviderName = provider, cmp.Or(cfg.OIDCName, issuer.Host)
	}
	return nil
}

// newSender returns the client that files statements with the EU's system; nil if it is not
// configured.
func newSender(cfg config.Config, service *app.App) (*submit.Sender, error) {
	if cfg.EUDRURL == "" {
		return nil, nil
	}
	system, err := traces.New(traces.Options{Base: cfg.EUDRURL, User: cfg.EUDRUser, Key: cfg.EUDRKey, Client: cfg.EUDRClient, Now: time.Now})
	if err != nil {
		return nil, err
	}
	return submit.New(submit.Options{System: system, Filings: service, Organization: cfg.EUDROrganization, Now: time.Now}), nil
}

func newMailer(cfg config.Config) (*mail.Mailer, error) {
	host, text, err := net.SplitHostPort(cfg.SMTP)
	if err != nil {
		return nil, err
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		return nil, err
	}
	return mail.New(mail.Options{
		Host: host, Port: port, User: cfg.SMTPUser, Password: cfg.SMTPPassword, From: cfg.MailFrom, TLS: mail.TLS(cfg.SMTPTLS), Now: time.Now,
	})
}
