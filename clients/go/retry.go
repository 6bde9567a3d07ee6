package rastro

import (
	"context"
	"crypto/tls"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"time"
)

const (
	firstWait = 500 * time.Millisecond
	// longestWait is the maximum wait before another attempt. If the server asks for more, the call
	// fails, and its error says how long.
	longestWait = time.Minute
)

// retry sends until there is an answer that another attempt would not change.
func (c *Client) retry(ctx context.Context, method string, send func() ([]byte, *Error, error)) ([]byte, error) {
	most := c.Attempts
	if most == 0 {
		most = attempts
	}
	for sent := 1; ; sent++ {
		answer, said, err := send()
		again := ctx.Err() == nil && sent < most
		wait := backoff(sent, rand.Float64())
		switch {
		case err != nil:
			again = again && repeatable(method, err)
		case said != nil:
			err, again, wait = said, again && passing(method, said) && said.RetryAfter <= longestWait, max(wait, said.RetryAfter)
		default:
			return answer, nil
		}
		if !again {
			return nil, err
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return nil, errors.Join(ctx.Err(), err)
		}
	}
}

// permanent is an error that another attempt would meet again.
type permanent struct{ error }

func (p permanent) Unwrap() error { return p.error }

// repeatable reports whether a request without an answer may be sent again: its outcome is unknown,
// unless there was no connection. An invalid certificate will not become valid.
func repeatable(method string, err error) bool {
	var again permanent
	var certificate *tls.CertificateVerificationError
	if errors.As(err, &again) || errors.As(err, &certificate) {
		return false
	}
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return true
	}
	return method != http.MethodPut && method != http.MethodDelete
}

// passing reports whether another attempt may soon get another answer. Proxies that answer 502 and
// 504 do not know whether the server did something.
func passing(method string, said *Error) bool {
	change := method == http.MethodPut || method == http.MethodDelete
	switch said.Status {
	case http.StatusTooManyRequests:
		return true
	case http.StatusServiceUnavailable:
		return !change || said.Code != "" && said.Code != "RESULTADO_DESCONHECIDO"
	case http.StatusBadGateway, http.StatusGatewayTimeout:
		return !change
	}
	return false
}

// backoff returns how long to wait after a number of attempts; chance is a number from 0 to 1 that
// spreads clients that failed together.
func backoff(sent int, chance float64) time.Duration {
	wait := min(firstWait<<min(sent-1, 10), longestWait/2)
	return wait/2 + time.Duration(float64(wait/2)*chance)
}

// retryAfter reads the header: seconds or a date. An unreadable one counts as none.
func retryAfter(header string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseInt(header, 10, 32); err == nil {
		return max(0, time.Duration(seconds)*time.Second)
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}
