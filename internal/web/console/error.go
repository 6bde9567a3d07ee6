package console

import (
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"rastro/internal/httpkit"
	"rastro/internal/kind"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// errorView is the page of something that went wrong.
type errorView struct {
	pagekit.Frame
	Status    int
	Message   string
	Problems  []string
	RequestID string
	Receipt   []pagekit.Pair // of an erasure
	History   string         // the history of what was erased; "" if there is none
}

// fail answers with the page of an error. What is not the caller's fault is
// logged, and not shown.
func (c *Console) fail(on *pagekit.Call, err error) {
	if told, ok := errors.AsType[*pagekit.Refusal](err); ok {
		c.failWith(on, &errorView{Message: told.Message}, told.Status)
		return
	}
	failed := trace.AsError(err)
	status := httpkit.Status(failed.Class())
	busy := failed.Code == trace.CodeBusy && failed.Cause == nil
	httpkit.Retry(on.Writer.Header(), failed)
	if status >= http.StatusInternalServerError && !busy {
		httpkit.Log(c.log, on.Writer, on.Request, "console", err)
	}
	v := &errorView{Status: status, Message: on.ErrorText(failed), RequestID: on.Writer.Header().Get("X-Request-Id")}
	if failed.Code == trace.CodeErased {
		v.readReceipt(on, failed.Data)
	}
	for _, p := range failed.Problems {
		v.Problems = append(v.Problems, p.Field+": "+p.Message.Fill(on.Lang, p.Args))
	}
	c.failWith(on, v, status)
}

func (c *Console) failWith(on *pagekit.Call, v *errorView, status int) {
	if err := c.send(on, pagekit.Reply{Page: "error", View: v, Status: status}); err != nil {
		c.log.Error("console: the page of an error", "err", err)
		http.Error(on.Writer, http.StatusText(status), status)
	}
}

// readReceipt shows the receipt of an erasure, which an answer of the API has as JSON.
func (v *errorView) readReceipt(on *pagekit.Call, data []byte) {
	v.Message = errorTexts["erased"].In(on.Lang)
	var told struct {
		Receipt struct {
			ID       string    `json:"id"`
			Prefix   string    `json:"prefixo"`
			ErasedBy string    `json:"expurgadoPor"`
			ErasedAt time.Time `json:"expurgadoEm"`
			Erasure  struct {
				Reason   string `json:"motivo"`
				Versions int64  `json:"versoesExpurgadas"`
			} `json:"expurgo"`
		} `json:"recibo"`
	}
	if err := json.Unmarshal(data, &told); err != nil || told.Receipt.ID == "" {
		return // a key that may not read it gets no receipt
	}
	r := &told.Receipt
	for _, row := range []struct{ name, text string }{
		{"erasedat", on.Moment(r.ErasedAt)}, {"erasedby", r.ErasedBy}, {"erasedwhy", r.Erasure.Reason},
		{"erasednum", pagekit.CountText(r.Erasure.Versions, on.Lang)}, {"erasedid", r.ID},
	} {
		v.Receipt = append(v.Receipt, pagekit.Pair{Name: errorTexts[row.name].In(on.Lang), Text: row.text})
	}
	if k := kind.ByPrefix(r.Prefix); k != nil {
		v.History = pagekit.Root(on.Request) + "console" + pagekit.RecordPath(k, r.ID) + "/historico"
	}
}

// refuseOrigin answers a form that another site's page sent.
func (c *Console) refuseOrigin(w http.ResponseWriter, r *http.Request) {
	guard(w.Header())
	c.fail(c.newCall(w, r), trace.Fail(trace.CodeOtherOrigin))
}
