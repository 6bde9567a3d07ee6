package rastro_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	rastro "rastro/clients/go"
)

// server returns a client of the server that go test ./e2e starts.
func server(t *testing.T) *rastro.Client {
	t.Helper()
	c := &rastro.Client{URL: os.Getenv("RASTRO_URL"), AccessKey: os.Getenv("RASTRO_ACCESS_KEY"), SecretKey: os.Getenv("RASTRO_SECRET_KEY"), Language: "en"}
	if c.URL == "" {
		if os.Getenv("CI") == "true" {
			t.Fatal("no server: run go test ./e2e -run GoClient")
		}
		t.Skip("no server: run go test ./e2e -run GoClient")
	}
	return c
}

func logKey(t *testing.T) rastro.LogKey {
	t.Helper()
	key, err := rastro.ParseLogKey(os.Getenv("RASTRO_LOG_KEY"))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func received(harvest, lot string) rastro.New[rastro.Recebimento] {
	return rastro.New[rastro.Recebimento]{SafraID: harvest, SafraCodigo: "2024/25", Dados: rastro.Recebimento{
		LoteOrigem: rastro.Text(lot), Volume: "36.000 kg", Veiculo: "ABC1C34", Outros: rastro.Others{"pedidoERP": []byte(`{"numero":4711}`)},
	}}
}

func TestRecords(t *testing.T) {
	t.Parallel()
	c, ctx := server(t), t.Context()
	records := rastro.For[rastro.Recebimento](c)
	made, err := records.Create(ctx, received("GO-1", "GO-A"), rastro.IdempotencyKey("go-receipt-1"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := records.Create(ctx, received("GO-1", "GO-A"), rastro.IdempotencyKey("go-receipt-1"))
	if err != nil || again.ID != made.ID {
		t.Errorf("sent twice: %+v, %v", again, err)
	}
	if made.Versao != 1 || made.Prefixo != made.Dados.Prefixo() || made.SafraCodigo != "2024/25" || made.CriadoEm.IsZero() || len(made.Hash) != 64 {
		t.Errorf("%+v", made)
	}
	if !slices.ContainsFunc(made.Identificadores, func(i rastro.Identifier) bool { return i.Tipo == "PLACA" && i.Valido }) || len(made.Avisos) == 0 || made.Avisos[0].Mensagem == "" {
		t.Errorf("%+v, %+v", made.Identificadores, made.Avisos)
	}
	read, err := records.Get(ctx, made.ID)
	if err != nil {
		t.Fatal(err)
	}
	read.Dados.Umidade = "13,8%"
	changed, err := records.Update(ctx, read)
	if err != nil || changed.Versao != 2 || changed.Dados.Umidade != "13,8%" || string(changed.Dados.Outros["pedidoERP"]) != `{"numero":4711}` {
		t.Errorf("%+v, %v", changed, err)
	}
	var failed *rastro.Error
	if _, err := records.Update(ctx, read); !errors.As(err, &failed) || failed.Status != 412 || failed.Code != "VERSAO_DESATUALIZADA" || failed.RequestID == "" {
		t.Errorf("a stale version: %v", err)
	}
	proof, err := records.Proof(ctx, made.ID)
	if err != nil {
		t.Fatal(err)
	}
	key := logKey(t)
	if got, err := key.Verify(proof); err != nil || !strings.Contains(string(got.Document), made.ID) || got.Size <= got.Index {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := key.Verify([]byte(strings.Replace(string(proof), "13,8%", "12,8%", 1))); err == nil {
		t.Error("another document holds")
	}
	if err := records.Delete(ctx, made.ID, rastro.IfVersion(2)); err != nil {
		t.Error(err)
	}
	if _, err := records.Get(ctx, made.ID); !errors.As(err, &failed) || failed.Status != 404 {
		t.Errorf("a deleted record: %v", err)
	}
}

// A proof without a document, which strangers get.
func TestPublicProof(t *testing.T) {
	t.Parallel()
	c, ctx := server(t), t.Context()
	made, err := rastro.For[rastro.Validacao](c).Create(ctx, rastro.New[rastro.Validacao]{SafraID: "GO-2", Dados: rastro.Validacao{Codigo: "GO-CLIENT-0001", Status: "APROVADO"}})
	if err != nil || made.Codigo == "" || made.Estado == "" {
		t.Fatalf("%+v, %v", made, err)
	}
	proof, err := (&rastro.Client{URL: c.URL}).PublicProof(ctx, made.Codigo)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := logKey(t).Verify(proof); err != nil || got.Document != nil {
		t.Errorf("%+v, %v: %s", got, err, proof)
	}
}

func TestLists(t *testing.T) {
	t.Parallel()
	c, ctx := server(t), t.Context()
	records := rastro.For[rastro.Recebimento](c)
	var want []string
	for _, lot := range []string{"A", "B", "C", "D", "E"} {
		made, err := records.Create(ctx, received("GO-LIST", "GO-"+lot))
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, made.ID)
	}
	var got []string
	for record, err := range records.Harvest(ctx, "GO-LIST") {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, record.ID)
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	got = nil
	for record, err := range records.List(ctx, url.Values{"size": {"2"}}) {
		if err != nil {
			t.Fatal(err)
		}
		if record.SafraID == "GO-LIST" {
			if got = append(got, record.ID); len(got) == len(want) {
				break // the rest is of other tests
			}
		}
	}
	if slices.Reverse(got); !slices.Equal(got, want) {
		t.Errorf("in pages of two: %v, want %v", got, want)
	}
	harvests := 0
	for harvest, err := range rastro.All[struct{ SafraID string }](ctx, c, "/safras", url.Values{"busca": {"GO-LIST"}}) {
		if err != nil || harvest.SafraID != "GO-LIST" {
			t.Fatalf("%+v, %v", harvest, err)
		}
		harvests++
	}
	if harvests != 1 {
		t.Errorf("%d harvests", harvests)
	}
	for _, err := range records.List(ctx, url.Values{"sort": {"nothing"}}) {
		var failed *rastro.Error
		if !errors.As(err, &failed) || failed.Status != 400 {
			t.Errorf("%v", err)
		}
	}
}

// losing drops the first answer after the server sent it.
type losing struct{ lost atomic.Bool }

func (l *losing) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err == nil && l.lost.CompareAndSwap(false, true) {
		answer.Body.Close()
		return nil, errors.New("connection reset by peer")
	}
	return answer, err
}

func TestALostAnswerWritesOnce(t *testing.T) {
	t.Parallel()
	c := server(t)
	c.HTTP = &http.Client{Transport: &losing{}}
	records := rastro.For[rastro.Recebimento](c)
	made, err := records.Create(t.Context(), received("GO-LOST", "GO-L"))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for record, err := range records.Harvest(t.Context(), "GO-LOST") {
		if err != nil || record.ID != made.ID {
			t.Errorf("%+v, %v", record, err)
		}
		found++
	}
	if found != 1 {
		t.Errorf("%d records", found)
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	c, ctx := server(t), t.Context()
	var failed *rastro.Error
	err := c.Call(ctx, "POST", "/armazenamento/recebimento", nil, map[string]any{"safraId": "GO-3", "dados": map[string]any{"volume": map[string]any{}}}, nil)
	if !errors.As(err, &failed) || failed.Code != "DADOS_INVALIDOS" || len(failed.Problems) != 1 || failed.Problems[0].Ponteiro != "/dados/volume" || failed.Problems[0].Regra != "TEXTO_ESPERADO" {
		t.Errorf("%v", err)
	}
	if !strings.Contains(err.Error(), "must be a text") {
		t.Errorf("not in English: %v", err)
	}
	stranger := *c
	stranger.SecretKey = "rs_wrong"
	if _, err := rastro.For[rastro.Colheita](&stranger).Get(ctx, "x"); !errors.As(err, &failed) || failed.Status != 401 || strings.Contains(err.Error(), "rs_wrong") {
		t.Errorf("%v", err)
	}
	if _, err := c.Changes(ctx, 1<<40, nil); !rastro.HasCode(err, "LOG_MENOR_QUE_O_CURSOR") {
		t.Errorf("%v", err)
	}
}

// The whole feed matches what the log's owner signed, however it is divided into pages, and
// resuming from a position returns what follows it.
func TestFeed(t *testing.T) {
	t.Parallel()
	c, key := server(t), logKey(t)
	made, err := rastro.For[rastro.Recebimento](c).Create(t.Context(), received("GO-FEED", "GO-F"))
	if err != nil {
		t.Fatal(err)
	}
	var audit rastro.Audit
	var at int64
	for page := (&rastro.Changes{}); ; {
		if page, err = c.Changes(t.Context(), page.Next, url.Values{"lacunas": {"true"}, "tamanho": {"7"}}); err != nil {
			t.Fatal(err)
		}
		for _, e := range page.Content {
			if err := audit.Add(&e); err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(e.Subject, made.ID) {
				at = e.Posicao
			}
		}
		if page.Next == page.TamanhoDoLog && at > 0 {
			if err := audit.Check(key, page.Checkpoint); err != nil {
				t.Fatal(err)
			}
			if err := audit.Add(&rastro.Event{Posicao: audit.Size + 1, Hash: made.Hash}); err == nil {
				t.Error("a gap is not noticed")
			}
			if err := audit.Add(&rastro.Event{Posicao: audit.Size, Hash: made.Hash}); err != nil || audit.Check(key, page.Checkpoint) == nil {
				t.Errorf("one more entry is not noticed, %v", err)
			}
			break
		}
	}
	for e, err := range c.Follow(t.Context(), at, url.Values{"safraId": {"GO-FEED"}}) {
		if err != nil || e.Type != "rastro.registro.criado" || e.Hash != made.Hash || e.Time.IsZero() {
			t.Errorf("%+v, %v", e, err)
		}
		break
	}
	ctx, cancel := context.WithCancel(t.Context())
	for _, err := range c.Follow(ctx, at, url.Values{"safraId": {"GO-FEED"}, "espera": {"0"}}) {
		if err != nil {
			if !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			break
		}
		cancel()
	}
	cancel()
}

// A receiver made with this package takes what a real server sends, before and after its secret is
// replaced, by secret and by public key.
func TestDeliveries(t *testing.T) {
	t.Parallel()
	c := server(t)
	type delivery struct {
		id string
		e  rastro.Event
	}
	taken := make(chan delivery, 10)
	mux := http.NewServeMux()
	address := httptest.NewServer(mux)
	defer address.Close()
	var made, rotated struct{ ID, Segredo, ChavePublica string }
	if err := c.Call(t.Context(), "POST", "/webhooks", nil, map[string]any{"url": address.URL + "/rastro", "safras": []string{"GO-HOOK"}}, &made); err != nil {
		t.Fatal(err)
	}
	take := func(keys ...string) http.Handler {
		return hook(t, keys...).Handler(func(_ *http.Request, id string, e *rastro.Event) error {
			taken <- delivery{id: id, e: *e}
			return nil
		})
	}
	old, public := take(made.Segredo), take(made.ChavePublica)
	mux.HandleFunc("/rastro", func(w http.ResponseWriter, r *http.Request) { old.ServeHTTP(w, r) })
	if err := c.Call(t.Context(), "POST", "/webhooks/"+made.ID+"/segredo", nil, nil, &rotated); err != nil {
		t.Fatal(err)
	}
	fresh := take(rotated.Segredo)
	mux.Handle("/new", fresh)
	mux.Handle("/public", public)
	var ids []string
	for _, path := range []string{"/rastro", "/new", "/public"} {
		if err := c.Call(t.Context(), "PUT", "/webhooks/"+made.ID, nil, map[string]any{"url": address.URL + path, "safras": []string{"GO-HOOK"}}, nil); err != nil {
			t.Fatal(err)
		}
		record, err := rastro.For[rastro.Recebimento](c).Create(t.Context(), received("GO-HOOK", "GO-H"))
		if err != nil {
			t.Fatal(err)
		}
		var got delivery
		select {
		case got = <-taken:
		case <-t.Context().Done():
			t.Fatalf("%s: no delivery", path)
		}
		if got.e.Type != "rastro.registro.criado" || got.e.Hash != record.Hash || slices.Contains(ids, got.id) {
			t.Errorf("%s: %+v", path, got)
		}
		ids = append(ids, got.id)
	}
	if err := c.Call(t.Context(), "DELETE", "/webhooks/"+made.ID, nil, nil, nil); err != nil {
		t.Error(err)
	}
}
