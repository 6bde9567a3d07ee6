package console

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// formCost is how many bytes are claimed per byte of a form: the form as sent and as parsed, the
// record made from it, and the page that shows it again, in which a character such as < takes four
// or five.
const formCost = 12

// sendsFiles reports whether a form came with files.
func sendsFiles(r *http.Request) bool {
	return strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/")
}

// readForm parses a plain form, up to a limit. Other bodies have no fields.
func readForm(on *pagekit.Call, limit int64) (url.Values, error) {
	if media, _, _ := mime.ParseMediaType(on.Request.Header.Get("Content-Type")); media != "application/x-www-form-urlencoded" {
		return url.Values{}, nil
	}
	unreadable := func(err error) error { return &trace.Error{Code: trace.CodeFormUnreadable, Cause: err} }
	body, err := on.Claim.ReadBody(on.Ctx, http.MaxBytesReader(on.Writer, on.Request.Body, limit), on.Request.ContentLength, formCost)
	if err != nil {
		if _, over := errors.AsType[*http.MaxBytesError](err); over {
			return nil, trace.Fail(trace.CodeBodyTooLarge, "max", strconv.FormatInt(limit, 10))
		}
		if trace.AsError(err).Class() != trace.Internal {
			return nil, err
		}
		return nil, unreadable(err)
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, unreadable(err)
	}
	for _, values := range form {
		for _, value := range values {
			if !utf8.ValidString(value) || strings.IndexByte(value, 0) >= 0 {
				return nil, trace.Fail(trace.CodeFormUnreadable)
			}
		}
	}
	return form, nil
}

// What is carried through the sign-in, and the maximum length of a form with that content: a byte
// outside ASCII takes three characters, and every field has a name.
const (
	maxCarried     = 64 << 10
	maxCarriedForm = 4 * maxCarried
)

// readCarried reads the form of a visitor who is not signed in, as far as it can be carried.
// tooLong means that there was more. It reads and discards the rest, up to the limit of the page,
// because a browser that is still sending would not see the answer.
func readCarried(on *pagekit.Call, limit int64) (form url.Values, tooLong bool, err error) {
	sent := on.Request.Body
	rest := func() { _, _ = io.CopyN(io.Discard, sent, limit) }
	if on.Request.ContentLength > maxCarriedForm {
		rest()
		return nil, true, nil
	}
	on.Request.Body = io.NopCloser(io.LimitReader(sent, maxCarriedForm+1))
	form, err = readForm(on, maxCarriedForm)
	if trace.Is(err, trace.CodeBodyTooLarge) {
		rest()
		return nil, true, nil
	}
	size := 0
	for name, values := range form {
		for _, value := range values {
			size += len(name) + len(value)
		}
	}
	if size > maxCarried {
		return nil, true, err
	}
	return form, false, err
}
