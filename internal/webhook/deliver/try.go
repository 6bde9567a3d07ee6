package deliver

import (
	"context"
	"errors"
	"strconv"
	"time"

	"rastro/internal/canon"
	"rastro/internal/trace"
	"rastro/internal/webhook/endpoint"
	"rastro/internal/webhook/post"
)

// TestType is the type of the event that tests an endpoint.
const TestType = "rastro.webhook.teste"

// Tried is the result of testing an endpoint.
type Tried struct {
	ID     string
	Status int
	Reason post.Reason // why there was no answer; "" if there was one
	Took   time.Duration
	Answer string
}

// Try sends an empty event to an endpoint, at once, and returns the result. The endpoint may be
// disabled: whoever repairs a receiver tests it first.
func (d *Deliverer) Try(ctx context.Context, by *trace.Key, id, source string) (t Tried, err error) {
	h, err := d.Hooks.Hook(ctx, by, id)
	if err != nil {
		return t, err
	}
	e, ok, err := d.Hooks.Loaded(ctx, h.ID)
	if err != nil {
		return t, err
	}
	if !ok {
		return t, trace.Fail(trace.CodeStoreDamaged)
	}
	began := d.Now()
	name := "t" + strconv.FormatInt(began.UnixMilli(), 10)
	body, err := canon.Marshal(map[string]any{
		"specversion": "1.0", "id": name, "source": source, "type": TestType, "subject": "/webhooks/" + h.ID.String(),
		"time": began.UTC().Format(trace.TimeLayout), "datacontenttype": "application/json", "data": map[string]any{},
	})
	if err != nil {
		return t, err
	}
	t.ID = h.ID.String() + "_" + name
	with, err := d.pen(&e)
	if errors.Is(err, endpoint.ErrSecret) {
		t.Reason = post.Reason(endpoint.NoSign)
		return t, nil
	}
	if err != nil {
		return t, err
	}
	answer, err := d.post(ctx, &e, with, t.ID, body)
	t.Took = max(0, d.Now().Sub(began))
	if failed, ok := errors.AsType[*post.Error](err); ok {
		t.Reason = failed.Reason
		return t, nil
	}
	if err != nil {
		return t, err
	}
	t.Status, t.Answer = answer.Status, cleaned(answer.Body)
	return t, nil
}

// JSON returns the try as the wire shows it.
func (t *Tried) JSON() []byte {
	data, err := canon.Marshal(struct {
		ID     string `json:"webhookId"`
		OK     bool   `json:"ok"`
		Status int    `json:"status"`
		Reason string `json:"motivo"`
		Took   int64  `json:"ms"`
		Answer string `json:"resposta"`
	}{t.ID, t.Status >= 200 && t.Status < 300, t.Status, string(t.Reason), t.Took.Milliseconds(), t.Answer})
	if err != nil {
		panic(err) // plain strings: cannot fail
	}
	return data
}
