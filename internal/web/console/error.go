package console

import (
	"net/http"

	"rastro/internal/httpstatus"
	"rastro/internal/trace"
)

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
	status := httpstatus.Of(failed.Class())
	busy := failed.Code == trace.CodeBusy && failed.Cause == nil
	httpstatus.Retry(on.w.Header(), failed)
	if status >= http.StatusInternalServerError && !busy && !httpstatus.CallerGone(on.w, on.r, err) {
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
