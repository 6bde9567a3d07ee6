package console

import (
	"net/http"

	"rastro/internal/trace"
)

// statuses maps a class of errors to an HTTP status, as the API does.
var statuses = map[trace.Class]int{
	trace.Internal:        http.StatusInternalServerError,
	trace.Unreadable:      http.StatusBadRequest,
	trace.Unauthenticated: http.StatusUnauthorized,
	trace.Forbidden:       http.StatusForbidden,
	trace.NotFound:        http.StatusNotFound,
	trace.Gone:            http.StatusGone,
	trace.WrongMethod:     http.StatusMethodNotAllowed,
	trace.Conflict:        http.StatusConflict,
	trace.Stale:           http.StatusPreconditionFailed,
	trace.TooLarge:        http.StatusRequestEntityTooLarge,
	trace.WrongMedia:      http.StatusUnsupportedMediaType,
	trace.Unacceptable:    http.StatusUnprocessableEntity,
	trace.TooMany:         http.StatusTooManyRequests,
	trace.Unavailable:     http.StatusServiceUnavailable,
}

// errorView is the page of something that went wrong.
type errorView struct {
	frameView
	Status    int
	Message   string
	Problems  []string
	RequestID string
}

// fail answers with the page of an error. What is not the caller's fault is
// logged, and told to nobody.
func (c *Console) fail(on *call, err error) {
	failed := trace.AsError(err)
	status := statuses[failed.Class()]
	if status >= http.StatusInternalServerError && on.ctx.Err() == nil {
		c.log.Error("console", "err", err, "id", on.w.Header().Get("X-Request-Id"))
	}
	v := &errorView{Status: status, Message: failed.Text(on.lang), RequestID: on.w.Header().Get("X-Request-Id")}
	for _, p := range failed.Problems {
		v.Problems = append(v.Problems, p.Field+": "+p.Message.Fill(on.lang, p.Args))
	}
	if err := c.send(on, reply{page: "error", view: v, status: status}); err != nil {
		c.log.Error("console: the page of an error", "err", err)
		http.Error(on.w, http.StatusText(status), status)
	}
}

// refuseOrigin answers a form that another site's page sent.
func (c *Console) refuseOrigin(w http.ResponseWriter, r *http.Request) {
	guard(w.Header())
	c.fail(&call{ctx: r.Context(), r: r, w: w, lang: chooseLanguage(w, r)}, trace.Fail(trace.CodeOtherOrigin))
}
