package webhook

import (
	"context"
	"time"

	"rastro/internal/canon"
	"rastro/internal/trace"
	"rastro/internal/webhook/progress"
	"rastro/internal/webhook/sign"
)

func instant(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := t.UTC().Format(trace.TimeLayout)
	return &text
}

func listed(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// JSON returns the webhook as the wire shows it, without its secret.
func (k *HookKeeper) JSON(h *Hook) ([]byte, error) { return k.JSONWith(h, nil) }

// JSONWith is JSON with the secret, which only the answers that make one show.
func (k *HookKeeper) JSONWith(h *Hook, secret sign.Secret) ([]byte, error) {
	public, err := k.Public()
	if err != nil {
		return nil, err
	}
	content, text := "resumo", ""
	if h.Full {
		content = "completo"
	}
	if secret != nil {
		text = secret.Text()
	}
	return canon.Marshal(struct {
		ID           string   `json:"id"`
		Version      int64    `json:"versao"`
		URL          string   `json:"url"`
		Description  string   `json:"descricao"`
		AccessKey    string   `json:"chave"`
		Types        []string `json:"tipos"`
		Phases       []string `json:"fases"`
		Harvests     []string `json:"safras"`
		Content      string   `json:"conteudo"`
		Ordered      bool     `json:"emOrdem"`
		Secret       string   `json:"segredo,omitzero"`
		Public       string   `json:"chavePublica"`
		CreatedAt    *string  `json:"criadoEm"`
		Active       bool     `json:"ativo"`
		Disabled     string   `json:"desativadoPor"`
		DisabledAt   *string  `json:"desativadoEm"`
		Next         int64    `json:"proximaPosicao"`
		Pending      int      `json:"pendentes"`
		FailingSince *string  `json:"falhandoDesde"`
		LastSuccess  *string  `json:"ultimoSucesso"`
		LastAttempt  *string  `json:"ultimaTentativa"`
		LastStatus   int      `json:"ultimoStatus"`
	}{
		h.ID.String(), h.Version, h.URL, h.Description, h.AccessKey, listed(h.Types), listed(h.Phases), listed(h.Harvests), content, h.Ordered, text, public,
		instant(h.ID.Time()), h.Disabled == "", string(h.Disabled), instant(h.DisabledAt), h.State.Next, h.State.Pending,
		instant(h.State.FailingSince), instant(h.State.LastSuccess), instant(h.State.LastAttempt), h.State.LastStatus,
	})
}

// DeliveryJSON returns a delivery as the wire shows it.
func DeliveryJSON(f *progress.Failure) []byte {
	next := f.NextAt
	if f.Outcome != progress.Pending {
		next = time.Time{}
	}
	data, err := canon.Marshal(struct {
		ID       string  `json:"id"`
		Hook     string  `json:"webhookId"`
		Place    int64   `json:"posicao"`
		Type     string  `json:"tipo"`
		Outcome  string  `json:"situacao"`
		Attempts int     `json:"tentativas"`
		FirstAt  *string `json:"primeiraTentativa"`
		LastAt   *string `json:"ultimaTentativa"`
		NextAt   *string `json:"proximaTentativa"`
		Status   int     `json:"status"`
		Reason   string  `json:"motivo"`
		Took     int64   `json:"ms"`
		Answer   string  `json:"resposta"`
	}{
		f.Event.String(), f.Endpoint.String() + "_" + f.Event.String(), f.Place, f.Type, f.Outcome.String(), f.Attempts,
		instant(f.FirstAt), instant(f.LastAt), instant(next), f.Status, f.Reason, f.Took.Milliseconds(), f.Answer,
	})
	if err != nil {
		panic(err) // plain strings: cannot fail
	}
	return data
}

// AppendDeliveries appends deliveries with commas between them.
func AppendDeliveries(dst []byte, all []progress.Failure) []byte {
	for i := range all {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, DeliveryJSON(&all[i])...)
	}
	return dst
}

// ListJSON returns the list of Hooks as the wire shows it.
func (k *HookKeeper) ListJSON(ctx context.Context, by *trace.Key) ([]byte, error) {
	all, err := k.Hooks(ctx, by)
	data := []byte(`{"content":[`)
	for i := range all {
		if i > 0 {
			data = append(data, ',')
		}
		one, failed := k.JSON(&all[i])
		if failed != nil {
			return nil, failed
		}
		data = append(data, one...)
	}
	return append(data, `]}`...), err
}
