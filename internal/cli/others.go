package cli

import (
	"cmp"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"rastro/internal/account/oidc"
	"rastro/internal/config"
	"rastro/internal/mail"
	"rastro/internal/web/console"
)

// connectOutsideServers gives the console the servers of others that the options name. A field is set
// only if there is something for it: a nil pointer in an interface is not nil.
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
