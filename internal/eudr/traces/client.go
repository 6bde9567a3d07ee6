// Package traces sends due diligence statements to the EU's information system (TRACES), and
// queries their status. Nothing calls the EU unless an operator has configured it.
package traces

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"rastro/internal/eudr/dds"
)

// Options say where the system is and who calls it.
type Options struct {
	Base   string // such as https://eudr.webcloud.ec.europa.eu
	User   string
	Key    string // the authentication key of the web service; never logged
	Client string // the WebServiceClientId
	// Transport sends the requests; nil means the default.
	Transport http.RoundTripper
	Now       func() time.Time
}

// Client calls the service for due diligence statements.
type Client struct {
	options  Options
	endpoint string
	http     *http.Client
	random   io.Reader
}

const (
	path = "/tracesnt/ws/EUDRDueDiligenceStatementServiceV3"
	// patience bounds one call. A statement may have 25 MB.
	patience = 2 * time.Minute
	// maxAnswer limits what is read of an answer: overviews of 100 statements are far smaller.
	maxAnswer = 4 << 20
	// MaxAsked is how many statements can be queried in one call.
	MaxAsked = 100
)

// New returns a client. The address must be https, because requests contain the digest of the key
// and the data of producers.
func New(o Options) (*Client, error) {
	base, err := url.Parse(strings.TrimRight(o.Base, "/"))
	switch {
	case err != nil || base.Host == "" || base.Scheme != "https":
		return nil, errors.New("the EU's system is called by https: give an address such as https://eudr.webcloud.ec.europa.eu")
	case base.User != nil || base.RawQuery != "" || base.Fragment != "":
		return nil, errors.New("the address of the EU's system takes no user, query or fragment")
	case o.User == "" || o.Key == "" || o.Client == "":
		return nil, errors.New("the EU's system asks for a user, an authentication key and a client id")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Client{
		options: o, endpoint: base.String() + path, random: rand.Reader,
		http: &http.Client{
			Transport: o.Transport, Timeout: patience,
			// A redirect would send the statement elsewhere.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}, nil
}

// Submit submits a statement and returns its UUID in the system.
func (c *Client) Submit(ctx context.Context, s *dds.Statement) (string, error) {
	a, err := c.call(ctx, "submitDds", dds.AppendXML(nil, s))
	if err != nil {
		return "", err
	}
	if a.Submitted == nil || a.Submitted.UUID == "" {
		return "", &Error{Kind: Unreadable}
	}
	return a.Submitted.UUID, nil
}

// Amend replaces a statement within its 72 hours.
func (c *Client) Amend(ctx context.Context, uuid string, s *dds.Statement) (Status, error) {
	return c.change(ctx, "amendDds", dds.AppendAmendment(nil, uuid, s))
}

// Withdraw withdraws a statement within its 72 hours.
func (c *Client) Withdraw(ctx context.Context, uuid string) (Status, error) {
	return c.change(ctx, "withdrawDds", dds.AppendWithdrawal(nil, uuid))
}

func (c *Client) change(ctx context.Context, operation string, body []byte) (Status, error) {
	a, err := c.call(ctx, operation, body)
	if err != nil {
		return "", err
	}
	for _, changed := range []*changed{a.Amended, a.Withdrawn} {
		if changed != nil && changed.Status != "" {
			return changed.Status, nil
		}
	}
	return "", &Error{Kind: Unreadable}
}

// Ask queries at most MaxAsked statements. Those unknown to the system are left out.
func (c *Client) Ask(ctx context.Context, uuids ...string) ([]Overview, error) {
	if len(uuids) > MaxAsked {
		return nil, fmt.Errorf("%d statements asked about at once, at most %d", len(uuids), MaxAsked)
	}
	a, err := c.call(ctx, "getDds", dds.AppendQuestion(nil, uuids...))
	if err != nil {
		return nil, err
	}
	if a.Told == nil {
		return nil, &Error{Kind: Unreadable}
	}
	return a.Told.Overviews, nil
}

// call sends one message and reads the answer.
func (c *Client) call(ctx context.Context, operation string, body []byte) (*answer, error) {
	message, err := c.envelope(body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.endpoint, bytes.NewReader(message))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "text/xml; charset=utf-8")
	request.Header.Set("SOAPAction", `"`+dds.Namespace+"/"+operation+`"`)
	response, err := c.http.Do(request)
	if err != nil {
		return nil, &Error{Kind: Unreachable, cause: err}
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err != nil {
		return nil, &Error{Kind: Unreachable, cause: err}
	}
	return read(response.StatusCode, raw)
}
