package api_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// version is a version in a history.
type version struct {
	Versao         int64
	Operacao       string
	Em, Por        string
	Expurgado      bool
	Dados          json.RawMessage
	Alteracoes     []change
	Hash, Mudanca  string
	Prefixo, ID    string
	DeVersao       *int64
	ParaVersao     *int64
	Estado, Codigo string
}

type change struct{ Ponteiro, Mudanca string }

const receiving = "/armazenamento/recebimento"

// integrate adds what was written to the log.
func (c client) integrate() {
	c.t.Helper()
	for more := true; more; {
		var err error
		if more, err = c.service.Integrate(c.t.Context()); err != nil {
			c.t.Fatal(err)
		}
	}
}

// proof reads the proof of a record, when it is in the log.
func (c client) proof(path string) answer {
	c.t.Helper()
	return c.logged(path + "/prova")
}

// logged repeats a read that needs the log until the log has the entry: on PostgreSQL, any running
// write on the database server delays it for a moment.
func (c client) logged(path string) answer {
	c.t.Helper()
	for begin := time.Now(); ; {
		c.integrate()
		if got := c.get(path); got.status != http.StatusServiceUnavailable || time.Since(begin) > time.Minute {
			return got.ok(200)
		}
	}
}

func TestHistory(t *testing.T) {
	t.Parallel()
	c := start(t)
	made := c.create(planting, "S-1", `{"dataPlantio":"2024-10-05","x":[1,2]}`)
	then := made.AtualizadoEm
	c.put(planting, entity("S-1", `{"dataPlantio":"2024-10-06","x":[1,3,4]}`)).ok(200)
	c.delete(planting + "/" + made.ID).ok(200)
	got := decode[page[version]](t, "history", c.get(planting+"/"+made.ID+"/historico").ok(200).Data).Content
	if len(got) != 3 || got[0].Operacao != "criacao" || got[1].Operacao != "alteracao" || got[2].Operacao != "exclusao" || got[1].Por != "root" {
		t.Fatalf("history %+v", got)
	}
	same(t, "changes", got[1].Alteracoes, []change{{"/dataPlantio", "alterado"}, {"/x/1", "alterado"}, {"/x/2", "adicionado"}})

	// As it was: by id, by harvest, in the list.
	em := "?em=" + url.QueryEscape(then)
	if r := c.get(planting + "/" + made.ID + em).ok(200).record(); r.Versao != 1 || !strings.Contains(string(r.Dados), "2024-10-05") {
		t.Errorf("as of the creation: %+v", r)
	}
	for _, path := range []string{planting + "/safra/S-1", planting} {
		if p := c.get(path + em).ok(200).records(); len(p.Content) != 1 || p.Content[0].Versao != 1 {
			t.Errorf("%s as of the creation: %+v", path, p)
		}
		if p := c.get(path + "?em=2020-01-01T00:00:00Z").ok(200).records(); len(p.Content) != 0 {
			t.Errorf("%s before the first record: %+v", path, p)
		}
	}
	c.get(planting+"/"+made.ID).fails(404, "REGISTRO_NAO_ENCONTRADO")
	c.get(planting+"/"+made.ID+"?em=2020-01-01T00:00:00Z").fails(404, "REGISTRO_AINDA_NAO_EXISTIA")
	for _, path := range []string{planting + "/" + made.ID, planting + "/safra/S-1", planting} {
		c.get(path+"?em=2999-01-01T00:00:00Z").fails(400, "INSTANTE_FUTURO")
		c.get(path+"?em=ontem").fails(400, "PARAMETRO_INVALIDO")
	}

	// Of another kind, unknown, or without the right.
	c.get(receiving+"/"+made.ID+"/historico").fails(404, "REGISTRO_NAO_ENCONTRADO")
	c.get(planting+"/"+someID+"/historico").fails(404, "REGISTRO_NAO_ENCONTRADO")
	c.get(planting+"/x/historico").fails(404, "ID_MALFORMADO")
	c.get(planting+"/"+made.ID+"/senha").fails(404, "CAMINHO_NAO_ENCONTRADO")
	c.newKey(`{"safras":["S-2"]}`).get(planting+"/"+made.ID+"/historico").fails(404, "REGISTRO_NAO_ENCONTRADO")
	c.newKey(`{"escopos":["escrita"]}`).get(planting+"/"+made.ID+"/historico").fails(403, "SEM_PERMISSAO")
}

func TestDifferences(t *testing.T) {
	t.Parallel()
	c := start(t)
	kept := c.create(planting, "S-1", `{"a":1}`)
	gone := c.create(receiving, "S-1", `{"volume":"1 t"}`)
	from := gone.AtualizadoEm
	c.put(planting, entity("S-1", `{"a":2}`)).ok(200)
	c.delete(receiving + "/" + gone.ID).ok(200)
	added := c.create(receiving, "S-1", `{}`)
	a := c.get("/safras/S-1/diferencas?de=" + url.QueryEscape(from)).ok(200)
	var got struct {
		Total   int
		Content []version
	}
	if err := json.Unmarshal(a.Data, &got); err != nil {
		t.Fatal(err)
	}
	var seen []string
	for _, v := range got.Content {
		seen = append(seen, v.ID+" "+v.Mudanca)
	}
	slices.Sort(seen)
	want := []string{kept.ID + " alterado", gone.ID + " excluido", added.ID + " criado"}
	slices.Sort(want)
	same(t, "differences", seen, want)
	c.get("/safras/S-1/diferencas").fails(400, "PARAMETRO_INVALIDO")
	c.get("/safras/S-1/diferencas?de=2026-11-15T02:00:00Z&ate=2020-01-01").fails(400, "PARAMETRO_INVALIDO")
	c.get("/safras/S-1/diferencas?de=2999-01-01").fails(400, "INSTANTE_FUTURO")
}

// A proof fetched from the API can be verified without the API.
func TestProof(t *testing.T) {
	t.Parallel()
	c := start(t)
	made := c.create(planting, "S-1", `{"b":2.50,"a":"ç","nota":51250211222333000181550010000123451123456780}`)
	path := planting + "/" + made.ID + "/prova"
	c.get(path).ok(200) // at once: it brings the log up to date
	c.put(planting, entity("S-1", `{"b":3}`)).ok(200)
	verifier, err := ledger.NewVerifier(c.service.VerifierKey())
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{"", "?versao=1", "?versao=2"} {
		proof, err := ledger.ReadProof(c.get(path + query).ok(200).body)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := proof.Check(verifier); err != nil {
			t.Errorf("%s: %v", query, err)
		}
	}
	first, _ := ledger.ReadProof(c.get(path + "?versao=1").ok(200).body)
	if first.Hash != made.Hash {
		t.Errorf("the proof is of %s, the record said %s", first.Hash, made.Hash)
	}
	c.get(path+"?versao=3").fails(404, "VERSAO_NAO_ENCONTRADA")
	c.get(path+"?versao=0").fails(400, "PARAMETRO_INVALIDO")
	c.get(path+"?versao=x").fails(400, "PARAMETRO_INVALIDO")
}

func TestLog(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.fill(3)
	c.integrate()
	stranger := c.as("", "")
	signed := stranger.get("/log/checkpoint").ok(200).has("Cache-Control", "no-cache")
	verifier, err := ledger.NewVerifier(c.service.VerifierKey())
	if err != nil {
		t.Fatal(err)
	}
	tree, err := verifier.Open(signed.body)
	if err != nil || tree.Size < 3 {
		t.Fatalf("checkpoint of %d entries, %v", tree.Size, err)
	}
	width := ledger.Tile{Level: 0, Width: int(tree.Size)}
	if tile := stranger.get("/log/"+width.Path()).ok(200).has("Cache-Control", "public, max-age=31536000, immutable"); len(tile.body) != int(tree.Size)*32 {
		t.Errorf("tile of %d bytes for %d hashes", len(tile.body), tree.Size)
	}
	narrower := ledger.Tile{Level: ledger.EntryLevel, Width: 2}
	if bundle, err := ledger.Entries(stranger.get("/log/" + narrower.Path()).ok(200).body); err != nil || len(bundle) != 2 {
		t.Errorf("a bundle of %d entries, %v; want the 2 asked for", len(bundle), err)
	}
	for path, code := range map[string]string{
		"/log/tile/0/001": "FORA_DO_LOG", "/log/tile/0/000": "FORA_DO_LOG", "/log/tile/3/000.p/1": "FORA_DO_LOG",
		"/log/tile/0/x999/x999/x999/999": "FORA_DO_LOG",
	} {
		stranger.get(path).fails(404, code)
	}
	for _, path := range []string{"/log/tile/0/0", "/log/tile/0/000.p/256", "/log/tile/entries/1", "/log/tile/x", "/log/tile/0/000.p/0", "/log/tile/64/000"} {
		stranger.get(path).fails(400, "CAMINHO_DE_BLOCO_INVALIDO")
	}
}

func TestErasure(t *testing.T) {
	t.Parallel()
	c := start(t)
	made := c.create(planting, "S-1", `{"x":"MARCA-DO-TITULAR"}`)
	c.put(planting, entity("S-1", `{"x":"MARCA-DO-TITULAR 2"}`)).ok(200)
	c.integrate()
	path := planting + "/" + made.ID
	c.post(path+"/expurgo", `{}`).fails(422, "DADOS_INVALIDOS")
	c.post(path+"/expurgo", `{"motivo":7e999}`).ok(200)
	c.post(path+"/expurgo", `{"motivo":"outra vez"}`).fails(410, "REGISTRO_EXPURGADO")
	for _, a := range []answer{
		c.get(path), c.put(planting, `{"id":"`+made.ID+`","safraId":"S-1","dados":{}}`), c.delete(path), c.get(path + "/prova?versao=1"),
		c.get(path + "?em=" + url.QueryEscape(made.AtualizadoEm)),
	} {
		a.fails(410, "REGISTRO_EXPURGADO")
		if !strings.Contains(string(a.body), `"recibo"`) {
			t.Errorf("no receipt: %s", a.body)
		}
	}
	got := decode[page[version]](t, "history", c.get(path+"/historico").ok(200).Data).Content
	if len(got) != 3 || !got[0].Expurgado || !got[1].Expurgado || got[2].Operacao != "expurgo" || string(got[0].Dados) != "null" {
		t.Errorf("history after the erasure: %+v", got)
	}
	c.integrate()
	c.get(path + "/prova").ok(200) // of the erasure itself
	c.get(planting).ok(200)
	c.post(planting+"/"+someID+"/expurgo", `{"motivo":"x"}`).fails(404, "REGISTRO_NAO_ENCONTRADO")
	c.newKey(`{}`).post(path+"/expurgo", `{"motivo":"x"}`).fails(403, "SEM_PERMISSAO")
}

// Every answer about a validation shows its current state.
func TestStateOfAValidation(t *testing.T) {
	t.Parallel()
	c := start(t)
	made := c.create(planting, "S-1", `{}`)
	v := c.create(validations, "S-1", `{"status":"APROVADO","cultura":"SOJA"}`)
	state := func() trace.State {
		t.Helper()
		one := decode[version](t, "validation", c.get(validations+"/"+v.ID).ok(200).Data).Estado
		listed := decode[page[version]](t, "validations", c.get(validations).ok(200).Data).Content[0].Estado
		qr := decode[version](t, "QR", c.get("/validacao/qrcode/"+v.Codigo).ok(200).Data).Estado
		if one != listed || one != qr {
			t.Errorf("state %s by id, %s in the list, %s with the QR code", one, listed, qr)
		}
		return trace.State(one)
	}
	if got := state(); got != trace.Valid {
		t.Errorf("state %s, want VALIDA", got)
	}
	c.put(planting, `{"id":"`+made.ID+`","safraId":"S-1","dados":{"x":1}}`).ok(200)
	if got := state(); got != trace.Altered {
		t.Errorf("after a change: %s, want ALTERADA", got)
	}
	c.put(validations, entity("S-1", `{"status":"REPROVADO"}`)).ok(200)
	if got := state(); got != trace.Refused {
		t.Errorf("refused: %s, want REPROVADA", got)
	}
}
