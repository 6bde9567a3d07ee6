package httpkit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
)

// An error after the caller left is logged in one line as information, with its cause, unless the
// cause is only that the caller left.
func TestErrorAfterTheCallerLeftIsLogged(t *testing.T) {
	for _, c := range []struct {
		err  error
		left bool
		want string
	}{
		{errors.New("disk full"), false, "level=ERROR"},
		{errors.New("disk full"), true, "level=INFO"},
		{fmt.Errorf("reading: %w", context.Canceled), true, ""},
		{fmt.Errorf("reading: %w", context.DeadlineExceeded), true, ""},
	} {
		ctx, leave := context.WithCancel(t.Context())
		if c.left {
			leave()
		}
		var told bytes.Buffer
		Log(slog.New(slog.NewTextHandler(&told, nil)), httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, "GET", "/", nil), "page", c.err)
		leave()
		if said := told.String(); c.want == "" && said != "" || !strings.Contains(said, c.want) || c.want != "" && !strings.Contains(said, "disk full") {
			t.Errorf("%v, left %t: the log says %q", c.err, c.left, said)
		}
	}
}
