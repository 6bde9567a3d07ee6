package console

import (
	"encoding/json"
	"html"
	"net/url"
	"strings"
	"sync"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	body, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// all reads the live records of a kind, newest first.
func (s *site) all(prefix string) []trace.Record {
	s.t.Helper()
	page, err := s.service.List(s.t.Context(), &s.root.Key, kind.ByPrefix(prefix), trace.NewestFirst, trace.Paging{Size: 100})
	if err != nil {
		s.t.Fatal(err)
	}
	return page.Records
}

func TestNewRecord(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	const path = "/registros/producaoAgricola.plantioManejo/novo"
	form := b.get(path+"?safra=S-1&codigo=2025/26").has(200, `value="S-1"`, `value="2025/26"`, "Quantidade de sementes", "(kg)", "Retângulo que contém").filled()
	form.Set("d.dataPlantio", "05/10/2024")
	form.Set("d.quantidadeSemente", "7.200,5")
	form.Set("d.areaPlantada", "-55.72, -12.55, -55.71, -12.54")
	form.Set("d.cultivacaoUtilizada", "")
	got := b.send(path, form).has(200, "Registro gravado", "05/10/2024", "7200,5 kg")
	made := s.all("/producaoAgricola/plantioManejo")
	if want := `{"dataPlantio":"05/10/2024","areaPlantada":[-55.72,-12.55,-55.71,-12.54],"quantidadeSemente":7200.5}`; len(made) != 1 || string(made[0].Dados) != want || made[0].SafraID != "S-1" || made[0].SafraCodigo != "2025/26" {
		t.Fatalf("%d records, %s", len(made), made[0].Dados)
	}
	if again := b.send(path, form); again.path != got.path || len(s.all("/producaoAgricola/plantioManejo")) != 1 {
		t.Errorf("a second click leads to %s, not %s", again.path, got.path)
	}
	form.Set("d.dataPlantio", "06/10/2024")
	other := b.send(path, form).has(409, "mais um registro", "06/10/2024")
	b.send(path, other.filled()).has(200, "06/10/2024")
	if n := len(s.all("/producaoAgricola/plantioManejo")); n != 2 {
		t.Errorf("%d records", n)
	}
}

// Two clicks at the same moment make one record.
func TestDoubleClick(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	const path = "/registros/" + receiptSlug + "/novo"
	form := b.get(path + "?safra=S").filled()
	form.Set("d.loteOrigem", "LOTE-1")
	var clicks sync.WaitGroup
	for range 4 {
		clicks.Go(func() { b.send(path, form).has(200, "LOTE-1") })
	}
	clicks.Wait()
	if n := len(s.all("/armazenamento/recebimento")); n != 1 {
		t.Errorf("%d records", n)
	}
}

func TestFormRefuses(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	for _, tc := range []struct {
		slug   string
		pairs  []string
		status int
		shows  []string
	}{
		{"producaoAgricola.plantioManejo", []string{"safraId", "", "d.dataPlantio", "hoje cedo"}, 422, []string{"é obrigatório", "hoje cedo"}},
		{"producaoAgricola.plantioManejo", []string{"safraId", "S", "d.quantidadeSemente", "muita"}, 422, []string{"não é um número", ">\n", `value="muita"`}},
		{"producaoAgricola.plantioManejo", []string{"safraId", "S", "d.quantidadeSemente", "-5"}, 422, []string{"não pode ser negativo", `value="-5"`}},
		{"producaoAgricola.plantioManejo", []string{"safraId", "S", "d.areaPlantada", "ali"}, 422, []string{"não são coordenadas", "ali</textarea>"}},
		{"producaoAgricola.plantioManejo", []string{"safraId", "S", "d.areaPlantada", `{"type":"LineString","coordinates":[[1,2],[3,4]]}`}, 422, []string{"é uma linha"}},
		{"posColheita.beneficiamento", []string{"safraId", "S", "d.residuos", "casca"}, 422, []string{"não é JSON válido", "casca</textarea>"}},
		{"producaoAgricola.plantioManejo", []string{"safraId", strings.Repeat("S", 101)}, 422, []string{"mais de 100"}},
		{"producaoAgricola.plantioManejo", []string{"safraId", "S", "d.cultivacaoUtilizada", strings.Repeat("x", 5001)}, 422, []string{"mais de 5000"}},
		{"producaoAgricola.plantioManejo", []string{"safraId", "S", "d.cultivacaoUtilizada", "a\x00b"}, 400, nil},
		{"producaoAgricola.plantioManejo", []string{"safraId", "S", "d.cultivacaoUtilizada", "a\xffb"}, 400, nil},
	} {
		b.post("/registros/"+tc.slug+"/novo", append(tc.pairs, "uma", "x")...).has(tc.status, tc.shows...)
	}
	b.post("/registros/producaoAgricola.plantioManejo/novo", "safraId", "S").has(400)
	if n := len(s.all("/producaoAgricola/plantioManejo")); n != 0 {
		t.Errorf("%d records were written", n)
	}
}

// Grading as one types finds what the API would find, and writes nothing.
func TestCheckWhileTyping(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	const path = "/registros/producaoAgricola.plantioManejo/conferir"
	typed := url.Values{"safraId": {"S"}, "d.dataPlantio": {"31/02/2025"}, "d.quantidadeSemente": {"36.000"}}
	part := b.do("POST", path, strings.NewReader(typed.Encode()), []string{"Content-Type", "application/x-www-form-urlencoded", "Origin", b.server.URL, "HX-Request", "true"})
	part.has(200, `id="achados"`, `href="#campo-dataPlantio"`, "Erro", "36.000 foi lido como 36000 kg").lacks("<html", "<form")
	graded := s.service.Grade(kind.ByPrefix("/producaoAgricola/plantioManejo"), []byte(`{"dataPlantio":"31/02/2025","quantidadeSemente":36000}`))
	for _, f := range graded.Findings {
		part.has(200, html.EscapeString(f.Message(lang.PT)))
	}
	b.send(path, typed).has(200, "<html", `value="31/02/2025"`, "Erro") // without scripts the whole page
	b.post(path, "safraId", "", "d.quantidadeSemente", "muita").has(200, "não é um número", "é obrigatório")
	b.post(path, "safraId", "S", "d.dataPlantio", "05/10/2024").has(200, "Data do plantio")
	if n := len(s.all("/producaoAgricola/plantioManejo")); n != 0 {
		t.Errorf("%d records were written", n)
	}
}

func TestEditRecord(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	r := s.create("/armazenamento/recebimento", "S", `{ "volume":"36 t", "loteOrigem":"LOTE-1", "nota":{"a": 1.0} }`)
	path := "/registros/" + receiptSlug + "/" + r.ID.String()
	form := b.get(path+"/editar").has(200, "Outros campos", "nota").filled()
	form.Set("d.loteOrigem", "LOTE-2")
	form.Set("d.veiculo", "ABC1D23")
	form.Set("d.volume", "")
	b.send(path+"/editar", form).has(200, "Mudanças gravadas", "LOTE-2")
	got := s.all("/armazenamento/recebimento")[0]
	if want := `{"loteOrigem":"LOTE-2","nota":{"a": 1.0},"veiculo":"ABC1D23"}`; string(got.Dados) != want || got.Version != 2 {
		t.Errorf("%s, version %d", got.Dados, got.Version)
	}
	b.send(path+"/editar", form).has(200, "Mudanças gravadas") // a second click
	if got := s.all("/armazenamento/recebimento")[0]; got.Version != 2 {
		t.Errorf("version %d", got.Version)
	}
	b.get(path+"/historico").has(200, "Versão 2", "Versão 1", "<del>LOTE-1</del>", "<ins>LOTE-2</ins>", "Lote de origem")
	b.get(path+"/excluir").has(200, "Excluir este registro?", `name="versao" value="2"`)
	b.post(path+"/excluir", "versao", "1").has(412)
	b.post(path+"/excluir", "versao", "2").has(200, "Registro excluído")
	b.get(path).has(404)
	b.get(path+"/historico").has(200, "Exclusão", "Versão 3")
}

// Two clerks with one record: the second sees what both did, loses nothing, and
// decides.
func TestTwoClerks(t *testing.T) {
	s := newSite(t)
	first, second := s.as(s.key(trace.KeyRequest{Nome: "Ana"})), s.as(s.key(trace.KeyRequest{Nome: "Bia"}))
	r := s.create("/armazenamento/recebimento", "S", `{"volume":"36 t","loteOrigem":"LOTE-1","veiculo":"ABC1D23"}`)
	path := "/registros/" + receiptSlug + "/" + r.ID.String() + "/editar"
	hers, theirs := first.get(path).filled(), second.get(path).filled()
	hers.Set("d.volume", "37 t")
	hers.Set("d.veiculo", "XYZ9K88")
	first.send(path, hers).has(200, "Mudanças gravadas")
	theirs.Set("d.volume", "38 t")
	theirs.Set("d.umidade", "13 %")
	seen := second.send(path, theirs).has(412, "Outra pessoa mudou", "Ana", "36 t", "37 t", "38 t", "mudado pelos dois", "XYZ9K88", "Gravar a minha por cima", "Continuar editando")
	if got := s.all("/armazenamento/recebimento")[0]; got.Version != 2 {
		t.Errorf("version %d was written", got.Version)
	}
	second.send(path, seen.filled()).has(200, "Mudanças gravadas")
	got := s.all("/armazenamento/recebimento")[0]
	if want := `{"volume":"38 t","loteOrigem":"LOTE-1","veiculo":"XYZ9K88","umidade":"13 %"}`; string(got.Dados) != want || got.Version != 3 || got.UpdatedBy != "Bia" {
		t.Errorf("%s, version %d by %s", got.Dados, got.Version, got.UpdatedBy)
	}

	late := first.get(path).filled()
	if _, err := s.service.Delete(t.Context(), &s.root.Key, got.Kind, got.ID.String(), trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	late.Set("d.volume", "40 t")
	again := first.send(path, late).has(409, "foi excluído", "40 t", "XYZ9K88", `name="uma"`)
	first.send("/registros/"+receiptSlug+"/novo", again.filled()).has(200, "Registro gravado", "40 t")
}

func TestHistoryAndProof(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	r := s.create("/armazenamento/recebimento", "S", `{"loteOrigem":"LOTE-1"}`)
	path := "/registros/" + receiptSlug + "/" + r.ID.String()
	b.get(path+"/prova").has(200, "console.example/log", "rastro verify prova-"+r.ID.String()+".json", "Tamanho do log", "formato=json")
	b.get(path + "/prova?versao=2").has(404)
	b.get(path + "/prova?versao=x").has(400)
	proof := b.get(path+"/prova?formato=json").has(200, `"checkpoint":`)
	if !strings.HasPrefix(proof.header.Get("Content-Disposition"), "attachment") {
		t.Errorf("%v", proof.header)
	}
	if _, err := s.service.Erase(t.Context(), &s.root.Key, r.Kind, r.ID.String(), "pedido do titular"); err != nil {
		t.Fatal(err)
	}
	b.get(path+"/historico").has(200, "Expurgo", "foi expurgado").lacks("LOTE-1", "marca", "Marca", "Nenhuma é apagada", "não é mais alterada")
	// The page has the receipt, in no words of the API.
	b.get(path).has(410, "Só ficou o recibo", "Expurgado em", "pedido do titular", path+"/historico").lacks("&#39;data&#39;")
	b.get(path+"?lang=en").has(410, "Only the receipt is left")
	b.get(path+"?lang=es").has(410, "Solo quedó el recibo")
	b.get(path + "/editar").has(410)
	b.post(path+"/editar", "versao", "1").has(410)
}
