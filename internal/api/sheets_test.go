package api_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
)

// equalRows checks that a row that repeats an earlier row of the file is named and left out.
func equalRows(t *testing.T, c client) {
	const file = "Data;Placa;Peso líq. (kg)\n15/02/2025;ABC1C34;36.200,5\n15/02/2025;ABC1C34;36.200,5\n"
	const to, media = "/importacoes?simular=true&paraTodas=safraId:S-9", "Content-Type: text/csv"
	type answered struct {
		Resultados []struct {
			Linha, RepeteLinha int
			Situacao           string
		}
		Criados, Existentes int
	}
	got := decode[answered](t, "equal rows", c.post(to, file, media).ok(200).Data)
	if got.Criados != 1 || got.Existentes != 1 || got.Resultados[1].Situacao != "existente" || got.Resultados[1].RepeteLinha != got.Resultados[0].Linha {
		t.Errorf("%+v", got)
	}
	if got := decode[answered](t, "two loads", c.post(to+"&iguais=criar", file, media).ok(200).Data); got.Criados != 2 {
		t.Errorf("%+v", got)
	}
	c.post(to+"&iguais=talvez", file, media).fails(400, "PARAMETRO_INVALIDO")
}

// A stranger's spreadsheet: a dry run guesses, a mapping is saved, the file is imported through
// it, listed and undone.
func TestSheets(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) { sheets(t, start(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { sheets(t, start(t, onPostgres)) })
}

func sheets(t *testing.T, c client) {
	equalRows(t, c)
	const file = "Romaneio\nData;Placa;Peso líq. (kg)\n15/02/2025;ABC1C34;36.200,5\n16/02/2025;ABC1C35;35.000\nTotal;;71.200,5\n"
	const media = "Content-Type: text/csv"
	type answered struct {
		Palpite struct {
			Mapa      map[string]any
			Conhecido bool
		}
		Total, Criados, Recusados int
		ImportacaoID              string
	}
	tried := decode[answered](t, "dry run", c.post("/importacoes?simular=true", file, media).ok(200).Data)
	if tried.Total != 2 || tried.Recusados != 2 || tried.Palpite.Mapa["tipo"] != "/armazenamento/recebimento" {
		t.Errorf("%+v", tried)
	}
	c.post("/importacoes", file, media).fails(400, "PARAMETRO_INVALIDO")
	tried.Palpite.Mapa["constantes"] = []any{map[string]string{"campo": "safraId", "valor": "S-1"}, map[string]string{"campo": "safraCodigo", "valor": "2024/25"}}
	body := asJSON(t, map[string]any{"nome": "Balança 1", "mapa": tried.Palpite.Mapa})
	saved := decode[struct{ ID string }](t, "mapping", c.post("/importacoes/mapeamentos", body).ok(201).Data)
	c.post("/importacoes/mapeamentos", body).fails(409, "MAPEAMENTO_JA_EXISTE")
	c.post("/importacoes/mapeamentos", strings.Replace(body, `"veiculo"`, `"nada"`, 1)).fails(422, "DADOS_INVALIDOS")
	c.post("/importacoes/mapeamentos", `{"nome":"x"}`).fails(422, "DADOS_INVALIDOS")
	c.get("/importacoes/mapeamentos/" + url.PathEscape("balanca 1")).ok(200)
	renamed := strings.Replace(body, "Balança 1", "Balança 2", 1)
	c.put("/importacoes/mapeamentos/"+saved.ID, renamed, `If-Match: "7"`).fails(412, "VERSAO_DESATUALIZADA")
	c.put("/importacoes/mapeamentos/"+saved.ID, renamed, `If-Match: "1"`).ok(200)
	c.put("/importacoes/mapeamentos/"+saved.ID, body, `If-Match: "1"`).fails(412, "VERSAO_DESATUALIZADA")
	c.delete("/importacoes/mapeamentos/"+saved.ID, `If-Match: "1"`).fails(412, "VERSAO_DESATUALIZADA")
	c.get("/importacoes/mapeamentos/Balan%C3%A7a%201").fails(404, "MAPEAMENTO_NAO_ENCONTRADO")

	c.post("/importacoes?mapeamento=nada", file, media).fails(404, "MAPEAMENTO_NAO_ENCONTRADO")
	c.post("/importacoes?mapeamento="+saved.ID, "Data;Placa\n15/02/2025;ABC1C34\n", media).fails(422, "DADOS_INVALIDOS")
	c.post("/importacoes?mapeamento="+saved.ID, strings.NewReplacer("15/02/", "02/15/", "16/02/", "02/16/").Replace(file), media).fails(422, "DADOS_INVALIDOS")
	// What all rows share applies to one file: the harvest of the previous file is not this one's.
	const all = "&paraTodas=safraId:S-2&paraTodas=safraCodigo:2025/26"
	for _, given := range []string{"", "&paraTodas=safraId:S-2", "&paraTodas=S-2", "&paraTodas="} {
		c.post("/importacoes?mapeamento="+saved.ID+given, file, media).fails(400, "PARAMETRO_INVALIDO")
		c.post("/importacoes?repetidas=ignorar"+given, file, media).fails(400, "PARAMETRO_INVALIDO")
	}
	missing := decode[struct{ Palpite struct{ Faltam []string } }](t, "what is missing", c.post("/importacoes?simular=true&paraTodas=safraCodigo:", file, media).ok(200).Data)
	if strings.Join(missing.Palpite.Faltam, " ") != "safraId" {
		t.Errorf("%+v", missing)
	}
	c.post("/importacoes?mapeamento="+saved.ID+all+"&paraTodas=nada:1", file, media).fails(422, "DADOS_INVALIDOS")
	written := decode[answered](t, "import", c.post("/importacoes?repetidas=ignorar&mapeamento="+saved.ID+all, file, media).ok(201).Data)
	if written.Criados != 2 || written.ImportacaoID == "" {
		t.Errorf("%+v", written)
	}
	// The layout is known now, so the mapping need not be named.
	again := decode[struct{ Existentes int }](t, "again", c.post("/importacoes?repetidas=ignorar"+all, file, media).ok(200).Data)
	if again.Existentes != 2 {
		t.Errorf("%+v", again)
	}
	c.get("/importacoes?size=1").ok(200)
	c.get("/importacoes/" + written.ImportacaoID).ok(200)
	undone := decode[struct {
		Estado    string
		Excluidos int
	}](t, "undo", c.post("/importacoes/"+written.ImportacaoID+"/desfazer", "").ok(200).Data)
	if undone.Estado != "desfeita" || undone.Excluidos != 2 {
		t.Errorf("%+v", undone)
	}
	c.post("/importacoes/"+someID+"/desfazer", "").fails(404, "IMPORTACAO_NAO_ENCONTRADA")
	c.delete("/importacoes/mapeamentos/" + saved.ID).ok(200)
	c.get("/importacoes/mapeamentos/"+saved.ID).fails(404, "MAPEAMENTO_NAO_ENCONTRADO")
	c.post("/importacoes", "\x89PNG\r\n\x1a\n\x00\x00", "Content-Type: application/octet-stream").fails(422, "DADOS_INVALIDOS")
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
