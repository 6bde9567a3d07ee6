package api_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

const planting = "/producaoAgricola/plantioManejo"

// entity returns the body of a create or update.
func entity(harvestID, payload string) string {
	return fmt.Sprintf(`{"safraId":%q,"safraCodigo":"2024/25","dados":%s}`, harvestID, payload)
}

// create makes a record and returns it.
func (c client) create(prefix, harvestID, payload string) record {
	c.t.Helper()
	return c.post(prefix, entity(harvestID, payload)).ok(201).record()
}

// payloadOf returns a payload of a kind that a test may send any number of times. It leaves out a
// validation's code, which cannot be used again.
func payloadOf(k *kind.Kind) string {
	if k.IsValidation() {
		return `{"status":"APROVADO"}`
	}
	return k.Example
}

// The life of a record, the same for every kind.
func TestLifeOfARecord(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, k := range kind.All {
		t.Run(strings.Trim(k.Prefix, "/"), func(t *testing.T) {
			c := c.in(t)
			payload := payloadOf(k)
			made := c.post(k.Prefix, entity("S-1", payload)).ok(201).has("ETag", `"1"`)
			r := made.record()
			made.has("Location", k.Prefix+"/"+r.ID)
			checkNew(t, k, r, payload)

			read := c.get(k.Prefix+"/"+r.ID).ok(200).has("ETag", `"1"`)
			if timeless(read.Data) != timeless(made.Data) {
				t.Errorf("read %s\nmade %s", read.Data, made.Data)
			}
			changed := c.put(k.Prefix, entity("S-1", payload)).ok(200).has("ETag", `"2"`).record()
			if changed.ID != r.ID || changed.Versao != 2 || changed.CriadoEm != r.CriadoEm || changed.AtualizadoEm <= r.AtualizadoEm || changed.Hash == r.Hash {
				t.Errorf("changed %+v\n   from %+v", changed, r)
			}
			for _, path := range []string{k.Prefix, k.Prefix + "/safra/S-1"} {
				if p := c.get(path).records(); p.total() != 1 || p.Content[0].ID != r.ID || p.Content[0].Versao != 2 {
					t.Errorf("%s: %+v", path, p)
				}
			}
			gone := c.delete(k.Prefix+"/"+r.ID).ok(200).has("ETag", "")
			if gone.record().Versao != 3 {
				t.Errorf("deleted as version %d, want 3", gone.record().Versao)
			}
			c.delete(k.Prefix+"/"+r.ID).fails(404, "REGISTRO_NAO_ENCONTRADO")
			c.get(k.Prefix+"/"+r.ID).fails(404, "REGISTRO_NAO_ENCONTRADO")
			c.put(k.Prefix, entity("S-1", payload)).fails(404, "REGISTRO_NAO_ENCONTRADO")
			for _, path := range []string{k.Prefix, k.Prefix + "/safra/S-1"} {
				if p := c.get(path).records(); p.total() != 0 || len(p.Content) != 0 {
					t.Errorf("%s after the deletion: %+v", path, p)
				}
			}
		})
	}
}

func checkNew(t *testing.T, k *kind.Kind, r record, payload string) {
	t.Helper()
	if r.Tipo != k.Name || r.Prefixo != k.Prefix || r.Fase != k.Phase || r.SafraID != "S-1" || *r.SafraCodigo != "2024/25" ||
		r.Versao != 1 || r.CriadoPor != "root" || r.AtualizadoPor != "root" || r.CriadoEm != r.AtualizadoEm {
		t.Errorf("created %+v", r)
	}
	if !k.IsValidation() && string(r.Dados) != payload {
		t.Errorf("payload %s\n   sent %s", r.Dados, payload)
	}
	if _, err := time.Parse(trace.TimeLayout, r.CriadoEm); err != nil {
		t.Errorf("criadoEm: %v", err)
	}
	id, ok := trace.ParseID(r.ID)
	if !ok || r.ID[14] != '7' || id.Partition() != trace.PartitionOf("S-1") || id.Time().Format(trace.TimeLayout) != r.CriadoEm {
		t.Errorf("id %s: partition %d, made at %v", r.ID, id.Partition(), id.Time())
	}
}

// How an update names its record, for every kind.
func TestWhichRecordAnUpdateChanges(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, k := range kind.All {
		t.Run(strings.Trim(k.Prefix, "/"), func(t *testing.T) {
			c := c.in(t)
			payload := payloadOf(k)
			first, second := c.create(k.Prefix, "S-1", payload), c.create(k.Prefix, "S-1", payload)
			other := c.create(k.Prefix, "S-2", payload)
			named := func(id, harvestID string) string {
				return `{"id":"` + id + `",` + entity(harvestID, payload)[1:]
			}
			for _, tc := range []struct{ path, body, want string }{
				{k.Prefix, named(first.ID, "S-1"), first.ID},
				{k.Prefix + "?id=" + second.ID, entity("S-1", payload), second.ID},
				{k.Prefix + "?id=" + second.ID, named(first.ID, "S-1"), first.ID}, // the body comes first
				{k.Prefix + "?id=" + second.ID, named("", "S-1"), second.ID},
				{k.Prefix, entity("S-2", payload), other.ID},
			} {
				if got := c.put(tc.path, tc.body).ok(200).record(); got.ID != tc.want {
					t.Errorf("PUT %s %s changed %s, want %s", tc.path, tc.body, got.ID, tc.want)
				}
			}
			several := c.put(k.Prefix, entity("S-1", payload)).fails(409, "REGISTRO_AMBIGUO")
			var candidates []string
			for _, p := range several.Errors {
				candidates = append(candidates, p.Mensagem)
			}
			same(t, "candidates", candidates, []string{first.ID, second.ID})

			c.put(k.Prefix, entity("S-3", payload)).fails(404, "REGISTRO_NAO_ENCONTRADO")
			c.put(k.Prefix, named(someID, "S-1")).fails(404, "REGISTRO_NAO_ENCONTRADO")
			c.put(k.Prefix, named("123", "S-1")).fails(404, "ID_MALFORMADO")
			c.put(k.Prefix, named(first.ID, "S-2")).fails(409, "SAFRA_DIFERENTE")
			c.put(k.Prefix+"?id="+first.ID, entity("S-2", payload)).fails(409, "SAFRA_DIFERENTE")
		})
	}
}

func TestUpdateReplacesTheWholePayload(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.create(planting, "S-1", `{"dataPlantio":"2024-10-05","quantidadeSemente":7200}`)
	r := c.put(planting, `{"safraId":"S-1","dados":{"quantidadeSemente":7300}}`).ok(200).record()
	if string(r.Dados) != `{"quantidadeSemente":7300}` || r.SafraCodigo != nil {
		t.Errorf("changed to %s of %v", r.Dados, r.SafraCodigo)
	}
}

// A payload comes back byte for byte: spaces, order, number forms and escapes.
func TestPayloadIsKeptByteForByte(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, payload := range []string{
		`{}`,
		"{ \"b\" : 1 ,\t\"a\":2\n}",
		`{"areaPlantada":[-55.720000,-12.550000,1E2,1.0]}`,
		`{"quantidadeSemente":1.50,"x":-0,"y":1e-7}`,
		`{"cultivacaoUtilizada":"ação \u00e7\/\\ 🌱 \ud83c\udf31 <&>\u2028"}`,
		`{"x":{"y":[{},[],null,true,false,""]},"":0}`,
		`{"quantidadeSemente":null,"cultivacaoUtilizada":36000}`,
		`{"x":123456789012345678901234567890.123456789}`,
	} {
		r := c.create(planting, "S-1", payload)
		if string(r.Dados) != payload {
			t.Errorf("sent %s\nmade %s", payload, r.Dados)
		}
		if got := c.get(planting + "/" + r.ID).ok(200).record(); string(got.Dados) != payload {
			t.Errorf("sent %s\nread %s", payload, got.Dados)
		}
		if got := c.get(planting + "?size=1").records(); string(got.Content[0].Dados) != payload {
			t.Errorf("sent %s\nlisted %s", payload, got.Content[0].Dados)
		}
	}
}

func TestQueryParameterUnknownIsIgnored(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, k := range kind.All {
		body := entity("S-1", payloadOf(k))
		for _, query := range []string{"?unknown=", "?unknown=x&unknown=%00", "?unknown=%7B%7D"} {
			c.post(k.Prefix+query, body).ok(201)
		}
	}
}

// Two kinds are named controleQualidade; their prefixes distinguish them.
func TestKindsOfOneNameAreApart(t *testing.T) {
	t.Parallel()
	c := start(t)
	const storage, processing = "/armazenamento/controleQualidade", "/processamento/controleQualidade"
	r := c.create(storage, "S-1", `{"identificacao":"a"}`)
	for _, path := range []string{processing, processing + "/safra/S-1"} {
		if p := c.get(path).records(); p.total() != 0 {
			t.Errorf("%s shows %v", path, ids(p.Content))
		}
	}
	c.get(processing+"/"+r.ID).fails(404, "REGISTRO_NAO_ENCONTRADO")
	c.delete(processing+"/"+r.ID).fails(404, "REGISTRO_NAO_ENCONTRADO")
	c.put(processing, entity("S-1", `{}`)).fails(404, "REGISTRO_NAO_ENCONTRADO")
	c.put(processing+"?id="+r.ID, entity("S-1", `{}`)).fails(404, "REGISTRO_NAO_ENCONTRADO")
	other := c.create(processing, "S-1", `{"identificacao":"b"}`)
	for path, want := range map[string]string{storage: r.ID, processing: other.ID} {
		same(t, path, ids(c.get(path+"/safra/S-1").records().Content), []string{want})
	}
	if r.Tipo != other.Tipo || r.Fase != "06" || other.Fase != "07" {
		t.Errorf("%+v\n%+v", r, other)
	}
}

var askedAt = regexp.MustCompile(`"estadoEm":"[^"]*"`)

// timeless removes the time at which a validation's state was computed.
func timeless(data []byte) string { return askedAt.ReplaceAllString(string(data), "") }
