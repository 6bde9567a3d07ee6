package console

import (
	"encoding/json"
	"net/http"
	"time"

	"rastro/internal/httpstatus"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// errorView is the page of something that went wrong.
type errorView struct {
	frameView
	Status    int
	Message   string
	Problems  []string
	RequestID string
	Receipt   []textPair // of an erasure
	History   string     // the history of what was erased, "" where there is none
}

// fail answers with the page of an error. What is not the caller's fault is
// logged, and told to nobody.
func (c *Console) fail(on *call, err error) {
	failed := trace.AsError(err)
	status := httpstatus.Of(failed.Class())
	busy := failed.Code == trace.CodeBusy && failed.Cause == nil
	httpstatus.Retry(on.w.Header(), failed)
	if status >= http.StatusInternalServerError && !busy {
		httpstatus.Log(c.log, on.w, on.r, "console", err)
	}
	v := &errorView{Status: status, Message: failed.Text(on.lang), RequestID: on.w.Header().Get("X-Request-Id")}
	if failed.Code == trace.CodeErased {
		v.readReceipt(on, failed.Data)
	}
	for _, p := range failed.Problems {
		v.Problems = append(v.Problems, p.Field+": "+p.Message.Fill(on.lang, p.Args))
	}
	if err := c.send(on, reply{page: "error", view: v, status: status}); err != nil {
		c.log.Error("console: the page of an error", "err", err)
		http.Error(on.w, http.StatusText(status), status)
	}
}

// readReceipt shows the receipt of an erasure, which an answer of the API has as JSON.
func (v *errorView) readReceipt(on *call, data []byte) {
	v.Message = errorTexts["erased"].In(on.lang)
	var told struct {
		Recibo struct {
			ID, Prefixo, ExpurgadoPor string
			ExpurgadoEm               time.Time
			Expurgo                   struct {
				Motivo            string
				VersoesExpurgadas int64
			}
		}
	}
	if err := json.Unmarshal(data, &told); err != nil || told.Recibo.ID == "" {
		return // a key that may not read it gets no receipt
	}
	r := &told.Recibo
	for _, row := range []struct{ name, text string }{
		{"erasedat", momentText(r.ExpurgadoEm, on.lang)}, {"erasedby", r.ExpurgadoPor}, {"erasedwhy", r.Expurgo.Motivo},
		{"erasednum", countText(r.Expurgo.VersoesExpurgadas, on.lang)}, {"erasedid", r.ID},
	} {
		v.Receipt = append(v.Receipt, textPair{errorTexts[row.name].In(on.lang), row.text})
	}
	if k := kind.ByPrefix(r.Prefixo); k != nil {
		v.History = root(on.r) + "console" + recordPath(k, r.ID) + "/historico"
	}
}

// refuseOrigin answers a form that another site's page sent.
func (c *Console) refuseOrigin(w http.ResponseWriter, r *http.Request) {
	guard(w.Header())
	c.fail(&call{ctx: r.Context(), r: r, w: w, lang: chooseLanguage(w, r)}, trace.Fail(trace.CodeOtherOrigin))
}
