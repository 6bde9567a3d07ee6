package api_test

import (
	"fmt"
	"slices"
	"testing"
)

type organizationAnswer struct {
	ID, Nome, CNPJ  string
	NomesAnteriores []string
	Versao          int64
}

func (c client) register(body string) organizationAnswer {
	c.t.Helper()
	return decode[organizationAnswer](c.t, "an organisation", c.post("/organizacoes", body).ok(201).Data)
}

// The server's administrator registers organisations, and changes them.
func TestOrganizations(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, root client) {
		made := root.register(`{"nome":"Norte","cnpj":"11.222.333/0001-81"}`)
		if made.CNPJ != "11222333000181" || made.Versao != 1 {
			t.Errorf("registered %+v", made)
		}
		path := "/organizacoes/" + made.ID
		root.get(path).ok(200).has("Etag", `"1"`)
		root.put(path, `{"nome":"Norte Grãos"}`, `If-Match: "2"`).fails(412, "VERSAO_DESATUALIZADA")
		changed := decode[organizationAnswer](t, path, root.put(path, `{"nome":"Norte Grãos"}`, `If-Match: "1"`).ok(200).Data)
		if changed.Versao != 2 || changed.CNPJ != made.CNPJ || !slices.Equal(changed.NomesAnteriores, []string{"Norte"}) {
			t.Errorf("changed %+v", changed)
		}
		root.post("/organizacoes", `{"nome":"NORTE"}`).fails(409, "ORGANIZACAO_JA_EXISTE")
		for body, pointer := range map[string]string{
			`{}`: "/nome", `{"nome":" "}`: "/nome", `{"nome":"x","cnpj":"1"}`: "/cnpj", `{"nome":"x","cor":"red"}`: "/cor", `{"nome":"x","frase":"y"}`: "/frase",
		} {
			if got := root.post("/organizacoes", body).fails(422, "DADOS_INVALIDOS").points(); !slices.Equal(got, []string{pointer}) {
				t.Errorf("%s: problems at %v", body, got)
			}
		}
		root.get("/organizacoes/x").fails(404, "ORGANIZACAO_NAO_ENCONTRADA")

		want := []string{"Norte Grãos"}
		for i := range 5 {
			name := fmt.Sprintf("Org %d", i)
			first := root.post("/organizacoes", `{"nome":"`+name+`"}`, "Idempotency-Key: "+name).ok(201)
			if again := root.post("/organizacoes", `{"nome":"`+name+`"}`, "Idempotency-Key: "+name).ok(201); string(again.Data) != string(first.Data) {
				t.Errorf("repeated: %s, first %s", again.Data, first.Data)
			}
			want = append(want, name)
		}
		var names []string
		for query := "?size=2"; ; {
			page := decode[struct {
				Content []organizationAnswer
				Next    string
			}](t, "organisations", root.get("/organizacoes"+query).ok(200).Data)
			for _, o := range page.Content {
				names = append(names, o.Nome)
			}
			if page.Next == "" {
				break
			}
			query = "?size=2&cursor=" + page.Next
		}
		if !slices.Equal(names, want) {
			t.Errorf("listed %q", names)
		}
		root.newKey(`{"nome":"leitor","escopos":["leitura"]}`).get("/organizacoes").fails(403, "SEM_PERMISSAO")
	})
}

// An organisation's administrator creates keys of the same organisation, decides who else reaches
// its harvests, and administers nothing else.
func TestOrganizationsAdministrator(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, root client) {
		const all = `"escopos":["leitura","escrita","admin"]`
		norte, sul := root.register(`{"nome":"Norte"}`), root.register(`{"nome":"Sul"}`)
		admin := root.newKey(`{"nome":"a","organizacao":"Norte",` + all + `}`)
		other := root.newKey(`{"nome":"b","organizacao":"Sul",` + all + `}`)
		admin.create(naming, "N-1", `{"codigoLote":"L-1"}`)

		admin.get("/organizacoes").fails(403, "CHAVE_LIMITADA")
		admin.post("/organizacoes", `{"nome":"Oeste"}`).fails(403, "CHAVE_LIMITADA")
		admin.get("/organizacoes/" + norte.ID).ok(200)
		admin.get("/organizacoes/"+sul.ID).fails(404, "ORGANIZACAO_NAO_ENCONTRADA")
		admin.put("/organizacoes/"+norte.ID, `{"nome":"x"}`).fails(403, "SO_ADMIN_DO_SERVIDOR")
		admin.put("/organizacoes/"+norte.ID, `{"contato":"norte@example.org"}`).ok(200)
		admin.put("/organizacoes/"+sul.ID, `{"contato":"x"}`).fails(404, "ORGANIZACAO_NAO_ENCONTRADA")
		root.newKey(`{"nome":"l","safras":["N-1"],`+all+`}`).put("/organizacoes/"+norte.ID, `{"contato":"x"}`).fails(404, "ORGANIZACAO_NAO_ENCONTRADA")
		admin.post("/fase", `{"cultura":"SOJA","etapa":"03","nome":"x"}`).fails(403, "CHAVE_LIMITADA")
		admin.post("/apikey", `{"organizacao":"Sul"}`).fails(403, "CHAVE_EXCEDE_LIMITES")
		made := admin.newKey(`{"nome":"c"}`)
		made.get(naming + "/safra/N-1").ok(200)
		if keys := admin.keys(); len(keys) != 2 {
			t.Errorf("lists %d keys", len(keys))
		}
		admin.delete("/apikey/"+other.access).fails(404, "CHAVE_NAO_ENCONTRADA")

		path := "/safras/N-1/acessos"
		other.get(path).fails(403, "SAFRA_NAO_PERMITIDA")
		other.put(path+"/Sul", `{"nivel":"leitura"}`).fails(403, "SAFRA_NAO_PERMITIDA")
		admin.put(path+"/Sul", `{"nivel":"dona"}`).fails(403, "SO_ADMIN_DO_SERVIDOR")
		admin.put(path+"/Sul", `{"nivel":"tudo"}`).fails(422, "DADOS_INVALIDOS")
		admin.put(path+"/Sul", `{}`).fails(422, "DADOS_INVALIDOS")
		admin.put(path+"/nada", `{"nivel":"leitura"}`).fails(404, "ORGANIZACAO_NAO_ENCONTRADA")
		admin.put(path+"/sul", `{"nivel":"leitura"}`).ok(200)
		other.get(naming + "/safra/N-1").ok(200)
		other.post(naming, `{"safraId":"N-1","dados":{}}`).fails(403, "SEM_PERMISSAO")
		other.get(path).fails(403, "SO_DONA_COMPARTILHA")
		admin.delete(path + "/" + sul.ID).ok(200)
		other.get(naming+"/safra/N-1").fails(403, "SAFRA_NAO_PERMITIDA")
		admin.get(path).ok(200)
	})
}
