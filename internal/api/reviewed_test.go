package api_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"rastro/internal/kind"
)

// erring is a planting with an error, mended one without.
const erring, mended = `{"dataPlantio":"31/02/2025"}`, `{"dataPlantio":"2024-10-05"}`

// justified returns the JSON body of a validation with a reason.
func justified(harvestID, payload, reason string) string {
	return fmt.Sprintf(`{"safraId":%q,"dados":%s,"justificativa":%s}`, harvestID, payload, reason)
}

// Errors refuse a validation; a stated reason overrides them, on the create and
// on every update.
func TestValidationOfErrors(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]client{"SQLite": start(t), "PostgreSQL": start(t, onPostgres)} {
		c.create(planting, "S-1", erring)
		v := c.create(validations, "S-1", `{"status":"APROVADO"}`)
		if v.Estado != "REPROVADA" || v.Relatorio.Resumo.Erro != 1 || v.Justificativa != nil {
			t.Errorf("%s: %s, %+v, %v", name, v.Estado, v.Relatorio.Resumo, v.Justificativa)
		}
		path := validations + "?id=" + v.ID
		for i, step := range []struct{ body, state, reason string }{
			{justified("S-1", `{"status":"APROVADO"}`, `" data conferida no caderno "`), "VALIDA", "data conferida no caderno"},
			{justified("S-1", `{"status":"APROVADO"}`, `null`), "REPROVADA", ""},
			{justified("S-1", `{}`, `"outro motivo"`), "VALIDA", "outro motivo"},
			{justified("S-1", `{"status":"REPROVADO"}`, `"outro motivo"`), "REPROVADA", "outro motivo"},
			{entity("S-1", `{"status":"APROVADO"}`), "REPROVADA", ""},
		} {
			for what, got := range map[string]record{"put": c.put(path, step.body).ok(200).record(), "get": c.get(validations + "/" + v.ID).ok(200).record()} {
				reason := ""
				if got.Justificativa != nil {
					reason = *got.Justificativa
				}
				if got.Estado != step.state || reason != step.reason || got.Relatorio.Raiz != v.Relatorio.Raiz || got.Cobertura != v.Cobertura {
					t.Errorf("%s: step %d, %s: %s %q", name, i, what, got.Estado, reason)
				}
			}
		}
		// A record read and sent back whole keeps its reason.
		made := c.post(validations, justified("S-1", `{}`, `"com motivo"`)).ok(201)
		if back := c.put(validations, string(made.Data)).ok(200).record(); back.Estado != "VALIDA" || *back.Justificativa != "com motivo" {
			t.Errorf("%s: sent back: %+v", name, back)
		}
		history := c.get(validations + "/" + made.record().ID + "/historico").ok(200)
		if n := strings.Count(string(history.Data), `"justificativa":"com motivo"`); n != 2 {
			t.Errorf("%s: the history tells the reason %d times: %s", name, n, history.Data)
		}
		if proof := string(c.proof(validations + "/" + made.record().ID).Data); !strings.Contains(proof, `"justificativa":"com motivo"`) {
			t.Errorf("%s: the proof does not have the reason: %s", name, proof)
		}
	}
}

func TestBadReasons(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.create(planting, "S-1", erring)
	v := c.create(validations, "S-1", `{}`)
	sound := c.create(validations, "S-2", `{}`)
	long := `"` + strings.Repeat("ã", 501) + `"`
	for reason, rule := range map[string]string{
		`""`: "MOTIVO_VAZIO", `"  "`: "MOTIVO_VAZIO", `"-"`: "MOTIVO_VAZIO", `"n/a"`: "MOTIVO_VAZIO", `"não se aplica"`: "MOTIVO_VAZIO", `"..."`: "MOTIVO_VAZIO",
		`12`: "MOTIVO_VAZIO", long: "TEXTO_LONGO", `["x"]`: "TEXTO_ESPERADO", `{"a":1}`: "TEXTO_ESPERADO", `true`: "TEXTO_ESPERADO",
	} {
		for _, a := range []answer{
			c.post(validations, justified("S-1", `{}`, reason)), c.put(validations+"?id="+v.ID, justified("S-1", `{}`, reason)),
		} {
			a.fails(422, "DADOS_INVALIDOS")
			if len(a.Errors) != 1 || a.Errors[0].Regra != rule || a.Errors[0].Ponteiro != "/justificativa" || a.Errors[0].Mensagem == "" {
				t.Errorf("%.40s: %+v, want %s", reason, a.Errors, rule)
			}
		}
	}
	for _, a := range []answer{
		c.post(validations, justified("S-2", `{}`, `"por precaução"`)), c.put(validations+"?id="+sound.ID, justified("S-2", `{}`, `"por precaução"`)),
	} {
		if a.fails(422, "DADOS_INVALIDOS"); a.Errors[0].Regra != "SEM_ERROS_A_JUSTIFICAR" {
			t.Errorf("without errors: %+v", a.Errors)
		}
	}
	c.post(validations, justified("S-1", `{}`, `"`+strings.Repeat("ã", 500)+`"`)).ok(201)
	c.post(planting, justified("S-1", `{}`, `["ignored, as all that a body has beside"]`)).ok(201)
	if n := c.get(validations + "?size=100").records().total(); n != 3 {
		t.Errorf("%d validations, want 3", n)
	}
}

// reviewedOf reads the review on which a harvest's validation was based.
func (c client) reviewedOf(id string) (full reviewed, about struct {
	ValidacaoID, Codigo, ConferidaEm string
	Justificativa                    *string
}) {
	c.t.Helper()
	data := c.get(validations + "/" + id + "/conferencia").ok(200).Data
	for _, into := range []any{&full, &about} {
		if err := json.Unmarshal(data, into); err != nil {
			c.t.Fatal(err)
		}
	}
	return full, about
}

// The report of a validation is the review of its harvest, and stays so.
func TestReviewedStaysAsItWas(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]client{"SQLite": start(t), "PostgreSQL": start(t, onPostgres)} {
		wrong := c.create(planting, "S-1", erring)
		c.create("/armazenamento/recebimento", "S-1", `{"umidade":"15,2%","loteOrigem":"MT25-S-999","veículo":"x"}`)
		c.put("/safras/S-1", `{"dados":{"cultura":"SOJA"}}`).ok(201)
		was := c.review("S-1", "")
		v := c.post(validations, justified("S-1", `{"cultura":"SOJA"}`, `"motivo"`)).ok(201).record()
		then, about := c.reviewedOf(v.ID)
		same(t, name+": findings", []string{fmt.Sprint(then.Avisos)}, []string{fmt.Sprint(was.Avisos)})
		same(t, name+": summary", []any{then.Resumo, v.Relatorio.Resumo}, []any{was.Resumo, was.Resumo})
		if about.ValidacaoID != v.ID || about.Codigo != v.Codigo || about.ConferidaEm != v.CriadoEm || *about.Justificativa != "motivo" || then.SafraID != "S-1" || *then.Cultura != "SOJA" {
			t.Errorf("%s: %+v of %s", name, about, then.SafraID)
		}
		if c := then.Completude; len(c.Presentes) != v.Completude.Presentes || len(c.Presentes)+len(c.Faltantes) != v.Completude.Total || c.Percentual != v.Completude.Percentual {
			t.Errorf("%s: completeness %+v, in the validation %+v", name, c, v.Completude)
		}
		c.put(planting, entity("S-1", mended)).ok(200)
		c.create(planting, "S-1", `{"dataPlantio":"30/02/2025"}`)
		later, _ := c.reviewedOf(v.ID)
		same(t, name+": later", []string{fmt.Sprintf("%+v", later.Avisos), fmt.Sprint(later.Resumo), fmt.Sprintf("%+v", later.Completude.Faltantes)},
			[]string{fmt.Sprintf("%+v", then.Avisos), fmt.Sprint(then.Resumo), fmt.Sprintf("%+v", then.Completude.Faltantes)})

		c.post(planting+"/"+wrong.ID+"/expurgo", `{"motivo":"pedido do titular"}`).ok(200)
		c.get(validations+"/"+v.ID+"/conferencia").fails(410, "CONFERENCIA_EXPURGADA")
		left := c.get(validations + "/" + v.ID).ok(200).record()
		same(t, name+": what is left", []string{fmt.Sprintf("%+v", left.Relatorio)}, []string{fmt.Sprintf("%+v", v.Relatorio)})
		if left.Estado != "ALTERADA" {
			t.Errorf("%s: %s after the erasure", name, left.Estado)
		}
	}
}

func TestReviewedOfNothing(t *testing.T) {
	t.Parallel()
	c := start(t)
	v := c.create(validations, "S-1", `{}`)
	c.get(validations+"/"+someID+"/conferencia").fails(404, "REGISTRO_NAO_ENCONTRADO")
	c.get(validations+"/x/conferencia").fails(404, "ID_MALFORMADO")
	c.newKey(`{"safras":["S-2"]}`).get(validations+"/"+v.ID+"/conferencia").fails(404, "REGISTRO_NAO_ENCONTRADO")
	c.do("POST", validations+"/"+v.ID+"/conferencia", "{}").fails(405, "METODO_NAO_PERMITIDO").has("Allow", "GET, HEAD, OPTIONS")
	for _, k := range kind.All {
		if !k.IsValidation() {
			c.get(k.Prefix+"/"+v.ID+"/conferencia").fails(404, "CAMINHO_NAO_ENCONTRADO")
		}
	}
	c.delete(validations + "/" + v.ID).ok(200)
	c.get(validations+"/"+v.ID+"/conferencia").fails(404, "REGISTRO_NAO_ENCONTRADO")
}

// A repeated request gets the first answer, whatever became of the harvest; with
// a reason it is another request.
func TestRepeatedValidation(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.create(planting, "S-1", erring)
	body := entity("S-1", `{}`)
	first := c.post(validations, body, "Idempotency-Key: v").ok(201)
	c.put(planting, entity("S-1", mended)).ok(200)
	again := c.post(validations, body, "Idempotency-Key: v").ok(201).has("Idempotent-Replayed", "true")
	if string(first.body) != string(again.body) || again.record().Estado != "REPROVADA" {
		t.Errorf("%s\nagain %s", first.body, again.body)
	}
	c.post(validations, justified("S-1", `{}`, `"motivo"`), "Idempotency-Key: v").fails(422, "IDEMPOTENCIA_DIVERGENTE")
	if n := c.get(validations).records().total(); n != 1 {
		t.Errorf("%d validations, want 1", n)
	}
}

// As of an instant, a validation has the reason that it had then.
func TestReasonAsOf(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.create(planting, "S-1", erring)
	v := c.post(validations, justified("S-1", `{}`, `"primeiro"`)).ok(201).record()
	changed := c.put(validations, justified("S-1", `{}`, `"segundo"`)).ok(200).record()
	c.put(validations, entity("S-1", `{}`)).ok(200)
	for em, want := range map[string]string{v.CriadoEm: "primeiro", changed.AtualizadoEm: "segundo"} {
		if got := c.get(validations + "/" + v.ID + "?em=" + em).ok(200).record(); got.Justificativa == nil || *got.Justificativa != want {
			t.Errorf("as of %s: %v, want %s", em, got.Justificativa, want)
		}
		if got := c.get(validations + "?em=" + em).records().Content; len(got) != 1 || *got[0].Justificativa != want {
			t.Errorf("listed as of %s: %+v, want %s", em, got, want)
		}
	}
	if got := c.get(validations + "/" + v.ID).ok(200).record(); got.Justificativa != nil || got.Estado != "REPROVADA" {
		t.Errorf("now: %+v", got)
	}
}
