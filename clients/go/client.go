package rastro

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Client calls one server with one key. Its methods are safe for concurrent use; its fields must
// not change after its first use.
type Client struct {
	// URL is the server's address, such as https://rastro.example.com.
	URL string
	// AccessKey and SecretKey are the pair that the server's administrator made.
	AccessKey, SecretKey string
	// Language is the language of messages: "pt", "en" or "es"; "" means the server's default.
	Language string
	// HTTP sends the requests; nil is a client with a timeout of two minutes.
	HTTP *http.Client
	// Attempts is how often a request is sent if the server cannot answer; 0 means 5.
	Attempts int
}

const (
	attempts = 5
	timeout  = 2 * time.Minute // longer than the server holds a request that waits for changes
	// maxAnswer limits what is read of an answer: the server's pages have up to 64 MiB.
	maxAnswer = 80 << 20
)

// Option changes one call.
type Option func(http.Header)

// IdempotencyKey identifies what a POST is about, such as the number of a document. Sending it
// again within a day, even after a restart, gets the first answer. Without it, a call makes a key
// of its own, which covers its own attempts.
func IdempotencyKey(key string) Option {
	return func(h http.Header) { h.Set("Idempotency-Key", key) }
}

// IfVersion makes a change fail with status 412 if another version exists by then.
func IfVersion(version int64) Option {
	return func(h http.Header) { h.Set("If-Match", `"`+strconv.FormatInt(version, 10)+`"`) }
}

// Call calls any route. It sends body as JSON unless it is nil, and reads the answer's data into
// out unless that is nil. An unsuccessful answer is returned as an [*Error].
//
// What cannot be answered now is tried again, as the server asks: a POST always, because its
// Idempotency-Key makes that safe; a PUT or DELETE only if nothing was written.
func (c *Client) Call(ctx context.Context, method, path string, query url.Values, body, out any, options ...Option) error {
	answer, err := c.answer(ctx, method, path, query, body, options)
	if err != nil || out == nil {
		return err
	}
	if err := json.Unmarshal(answer, &struct{ Data any }{out}); err != nil {
		return fmt.Errorf("rastro: read the answer of %s %s: %w", method, path, err)
	}
	return nil
}

// answer returns a route's answer.
func (c *Client) answer(ctx context.Context, method, path string, query url.Values, body any, options []Option) ([]byte, error) {
	var sent []byte
	header := http.Header{"Accept": {"application/json"}}
	if c.AccessKey != "" {
		header.Set("X-Api-Access-Key", c.AccessKey)
		header.Set("X-Api-Secret-Key", c.SecretKey)
	}
	if c.Language != "" {
		header.Set("Accept-Language", c.Language)
	}
	if method == http.MethodPost {
		header.Set("Idempotency-Key", rand.Text())
	}
	if body != nil {
		var err error
		if sent, err = json.Marshal(body); err != nil {
			return nil, fmt.Errorf("rastro: write the body of %s %s: %w", method, path, err)
		}
		header.Set("Content-Type", "application/json")
	}
	for _, option := range options {
		option(header)
	}
	address := strings.TrimSuffix(c.URL, "/") + path
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	answer, err := c.retry(ctx, method, func() ([]byte, *Error, error) { return c.send(ctx, method, address, header, sent) })
	if err != nil {
		return nil, fmt.Errorf("rastro: %s %s: %w", method, path, err)
	}
	return answer, nil
}

// send sends a request once. Of its errors, one is an unsuccessful answer, the other means that
// there was none.
func (c *Client) send(ctx context.Context, method, address string, header http.Header, body []byte) ([]byte, *Error, error) {
	request, err := http.NewRequestWithContext(ctx, method, address, bytes.NewReader(body))
	if err != nil {
		return nil, nil, permanent{err}
	}
	request.Header = header.Clone()
	response, err := c.http().Do(request)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	tooLong := permanent{fmt.Errorf("the answer is over %d bytes", maxAnswer)}
	if response.ContentLength > maxAnswer {
		return nil, nil, tooLong
	}
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer+1))
	if err != nil {
		return nil, nil, err
	}
	if len(answer) > maxAnswer {
		return nil, nil, tooLong
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, errorOf(response, answer), nil
	}
	return answer, nil, nil
}

// http returns the client that sends. It follows no redirects: they would carry the keys elsewhere.
func (c *Client) http() *http.Client {
	sender := http.Client{Timeout: timeout}
	if c.HTTP != nil {
		sender = *c.HTTP
	}
	sender.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &sender
}
