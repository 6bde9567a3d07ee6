package record_test

import (
	"encoding/json"
	"html"
	"net/url"
	"strings"
	"sync"
	"testing"

	"rastro/internal/access"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
)

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	body, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func TestNewRecord(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	const path = "/registros/producaoAgricola.plantioManejo/novo"
	form := b.Get(path+"?safra=S-1&codigo=2025/26").Has(200, `value="S-1"`, `value="2025/26"`, "Quantidade de sementes", `class="unit">kg<`, "Retângulo que contém").Filled()
	form.Set("d.dataPlantio", "05/10/2024")
	form.Set("d.quantidadeSemente", "7.200,5")
	form.Set("d.areaPlantada", "-55.72, -12.55, -55.71, -12.54")
	form.Set("d.cultivacaoUtilizada", "")
	got := b.Send(path, form).Has(200, "Registro gravado", "05/10/2024", "7.200,5 kg")
	made := s.All("/producaoAgricola/plantioManejo")
	if want := `{"dataPlantio":"2024-10-05","areaPlantada":[-55.72,-12.55,-55.71,-12.54],"quantidadeSemente":7200.5}`; len(made) != 1 || string(made[0].Payload) != want || made[0].HarvestID != "S-1" || made[0].HarvestCode != "2025/26" {
		t.Fatalf("%d records, %s", len(made), made[0].Payload)
	}
	if again := b.Send(path, form); again.Path != got.Path || len(s.All("/producaoAgricola/plantioManejo")) != 1 {
		t.Errorf("a second click leads to %s, not %s", again.Path, got.Path)
	}
	form.Set("d.dataPlantio", "06/10/2024")
	other := b.Send(path, form).Has(409, "mais um registro", "06/10/2024")
	b.Send(path, other.Filled()).Has(200, "06/10/2024")
	if n := len(s.All("/producaoAgricola/plantioManejo")); n != 2 {
		t.Errorf("%d records", n)
	}
}

// Two clicks at the same moment make one record.
func TestDoubleClick(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	const path = "/registros/" + consoletest.ReceiptSlug + "/novo"
	form := b.Get(path + "?safra=S").Filled()
	form.Set("d.loteOrigem", "LOTE-1")
	var clicks sync.WaitGroup
	for range 4 {
		clicks.Go(func() { b.Send(path, form).Has(200, "LOTE-1") })
	}
	clicks.Wait()
	if n := len(s.All("/armazenamento/recebimento")); n != 1 {
		t.Errorf("%d records", n)
	}
}

func TestFormRefuses(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
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
		{"posColheita.beneficiamento", []string{"safraId", "S", "d.residuos.linha", "", "d.residuos.tipo", "casca", "d.residuos.peso", "9", "d.tipoProcesso", strings.Repeat("x", 5001)}, 422, []string{"mais de 5000", `value="casca"`, `value="9"`}},
		{"producaoAgricola.plantioManejo", []string{"safraId", strings.Repeat("S", 101)}, 422, []string{"mais de 100"}},
		{"producaoAgricola.plantioManejo", []string{"safraId", "S", "d.cultivacaoUtilizada", strings.Repeat("x", 5001)}, 422, []string{"mais de 5000"}},
		{"producaoAgricola.plantioManejo", []string{"safraId", "S", "d.cultivacaoUtilizada", "a\x00b"}, 400, nil},
		{"producaoAgricola.plantioManejo", []string{"safraId", "S", "d.cultivacaoUtilizada", "a\xffb"}, 400, nil},
	} {
		b.Post("/registros/"+tc.slug+"/novo", append(tc.pairs, "uma", "x")...).Has(tc.status, tc.shows...)
	}
	b.Post("/registros/producaoAgricola.plantioManejo/novo", "safraId", "S").Has(400)
	if n := len(s.All("/producaoAgricola/plantioManejo")); n != 0 {
		t.Errorf("%d records were written", n)
	}
}

// What is wrong is at the field, which gets the focus, and in a summary that leads to it; without
// scripts as well.
func TestWrongFieldsAreNamed(t *testing.T) {
	t.Parallel()
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	const path = "/registros/producaoAgricola.plantioManejo/novo"
	seen := b.Post(path, "uma", "x", "safraId", "S", "d.quantidadeSemente", "muita", "d.dataPlantio", "hoje cedo").
		Has(422, `<li><a href="#campo-quantidadeSemente">`, `id="erro-campo-quantidadeSemente"`, `aria-describedby="erro-campo-quantidadeSemente ajuda-campo-quantidadeSemente" aria-invalid="true" autofocus`)
	if n := strings.Count(seen.Body, " autofocus"); n != 1 {
		t.Errorf("%d fields get the focus", n)
	}
	b.Post(path, "uma", "x", "safraId", "", "d.quantidadeSemente", "muita").Has(422, `<a href="#safraId">`, `aria-describedby="erro-safra ajuda-safra" aria-invalid="true" autofocus`)
}

// A text that is not a day, or not a percentage, is reported at its field, with everything typed,
// and is not saved; such a text that the API stored stays while somebody corrects another field.
func TestFormRefusesSlips(t *testing.T) {
	t.Parallel()
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	const path = "/registros/" + consoletest.ReceiptSlug
	for field, typed := range map[string][]string{
		"dataHoraRecebimento": {"31/02", "31/02/2025", "29/02/2025 10:00", "10/02/2025 25:00", "hoje cedo"},
		"umidade":             {"140", "140%", "140 %", "-1", "-1 %"},
		"impureza":            {"101%", "-0,5"},
	} {
		for _, text := range typed {
			b.Post(path+"/novo", "uma", "x", "safraId", "S", "d.loteOrigem", "L-1", "d."+field, text).
				Has(422, "Nada foi gravado. Corrija os campos marcados.", `<li><a href="#campo-`+field+`">`, `id="erro-campo-`+field+`"`, `value="L-1"`, `value="`+text+`"`)
		}
	}
	if n := len(s.All(kind.Receiving)); n != 0 {
		t.Fatalf("%d records were written", n)
	}
	for _, text := range []string{"10/02/2025", "fevereiro de 2025", "10/02/2025 14:20"} {
		b.Post(path+"/novo", "uma", text, "safraId", "S", "d.dataHoraRecebimento", text, "d.umidade", "13,8").Has(200, "Registro gravado")
	}
	id := s.Create(kind.Receiving, "S", `{"dataHoraRecebimento":"31/02/2025","umidade":"140%","loteOrigem":"L-1"}`).ID.String()
	form := b.Get(path + "/" + id + "/editar").Filled()
	form.Set("d.loteOrigem", "L-2")
	b.Send(path+"/"+id+"/editar", form).Has(200, "L-2", "31/02/2025")
	form = b.Get(path + "/" + id + "/editar").Filled()
	form.Set("d.umidade", "150")
	b.Send(path+"/"+id+"/editar", form).Has(422, `id="erro-campo-umidade"`, `value="150"`).Lacks(`id="erro-campo-dataHoraRecebimento"`)
}

// A load that is already registered is named at its field, and saved only as another one. Sending
// the same form again does not make another load.
func TestFormNamesALoadThatIsThere(t *testing.T) {
	t.Parallel()
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	const path, key = "/registros/armazenamento.recebimento/novo", "51250211222333000181550010000000011000000017"
	form := []string{"uma", "a", "safraId", "S", "d.dataHoraRecebimento", "10/02/2025", "d.veiculo", "ABC1C34", "d.volume", "36.000 kg"}
	b.Post(path, form...).Has(200, "36.000 kg")
	b.Post(path, form...).Has(200, "36.000 kg") // the answer was lost
	form[1] = "b"
	b.Post(path, form...).Has(422, "já está registrada", "Recebimento · 10/02/2025 · ABC1C34 · 36.000 kg</a>", `id="erro-campo-veiculo"`, `name="carga" value="outra"`)
	b.Post(path, append(form, "safraId", "S", "d.veiculo", "")...)
	if n := s.Records(kind.Receiving, "S"); n != 1 {
		t.Errorf("%d records", n)
	}
	b.Post(path, append(form, "carga", "outra")...).Has(200, "36.000 kg")
	b.Create(kind.Receiving, "S", `{"dataHoraRecebimento":"2025-02-11","documentosFiscais":["`+key+`"]}`)
	b.Post(path, "uma", "d", "safraId", "S", "d.documentosFiscais", key).Has(422, `id="erro-campo-documentosFiscais"`, `value="outra"`)
	form[3] = "OUTRA" // harvests are apart
	b.Post(path, append(form[2:], "uma", "c")...).Has(200, "36.000 kg")
	if n := s.Records(kind.Receiving, "S"); n != 3 {
		t.Errorf("%d records", n)
	}
}

// A form without any field of its own is refused, and begins no harvest; Enter in the first field
// sends one.
func TestEmptyRecordIsRefused(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	const path = "/registros/" + consoletest.ReceiptSlug
	b.Post(path+"/novo", "uma", "x", "safraId", "NOVA", "safraCodigo", "2025/26", "d.volume", " ").Has(422, "Preencha pelo menos um campo", `value="NOVA"`, "Safra nova: ainda não há nenhuma com este nome")
	if n := len(s.All("/armazenamento/recebimento")); n != 0 {
		t.Fatalf("%d records were written", n)
	}
	told := `data-harvest-new="Safra nova`
	s.Create("/armazenamento/recebimento", "SAFRA-25", `{"loteOrigem":"L-1"}`)
	b.Get(path+"/novo?safra=SAFRA-2").Has(200, told)
	b.Get(path + "/novo?safra=SAFRA-25").Has(200).Lacks(told)
	b.Get(path + "/novo").Has(200).Lacks(told)
	b.Post(path+"/conferir", "safraId", "SAFRA-3").Has(200, told)
}

// Grading during typing finds what the API would find, and writes nothing.
func TestCheckWhileTyping(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	const path = "/registros/producaoAgricola.plantioManejo/conferir"
	typed := url.Values{"safraId": {"S"}, "d.dataPlantio": {"31/02/2025"}, "d.quantidadeSemente": {"36.000"}}
	part := b.Do("POST", path, strings.NewReader(typed.Encode()), []string{"Content-Type", "application/x-www-form-urlencoded", "Origin", b.Server.URL, "HX-Request", "true"})
	part.Has(200, `id="achados"`, `href="#campo-dataPlantio"`, "Erro", "&#39;36.000&#39; foi lido como 36000: ponto seguido de três dígitos é milhar").Lacks("<html", "<form")
	tonnes := url.Values{"safraId": {"S"}, "d.quantidadeSemente": {"36,5 t"}}
	b.Do("POST", path, strings.NewReader(tonnes.Encode()), []string{"Content-Type", "application/x-www-form-urlencoded", "Origin", b.Server.URL, "HX-Request", "true"}).Has(200, "&#39;36,5 t&#39; foi lido como 36500 kg")
	comma := url.Values{"safraId": {"S"}, "d.quantidadeSemente": {"1,500"}}
	b.Do("POST", path, strings.NewReader(comma.Encode()), []string{"Content-Type", "application/x-www-form-urlencoded", "Origin", b.Server.URL, "HX-Request", "true"}).Has(200, "&#39;1,500&#39; foi lido como 1,5 kg: vírgula é decimal; se são 1500 kg, escreva sem a vírgula")
	graded := s.Service.Grade(kind.ByPrefix("/producaoAgricola/plantioManejo"), []byte(`{"dataPlantio":"31/02/2025","quantidadeSemente":36000}`))
	for _, f := range graded.Findings {
		part.Has(200, html.EscapeString(f.Message(lang.PT)))
	}
	b.Send(path, typed).Has(200, "<html", `value="31/02/2025"`, "Erro") // without scripts the whole page
	b.Post(path, "safraId", "", "d.quantidadeSemente", "muita").Has(200, "não é um número", "é obrigatório")
	b.Post(path, "safraId", "S", "d.dataPlantio", "05/10/2024").Has(200, "Data do plantio")
	if n := len(s.All("/producaoAgricola/plantioManejo")); n != 0 {
		t.Errorf("%d records were written", n)
	}
}

func TestEditRecord(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	r := s.Create("/armazenamento/recebimento", "S", `{ "volume":"36 t", "loteOrigem":"LOTE-1", "nota":{"a": 1.0} }`)
	path := "/registros/" + consoletest.ReceiptSlug + "/" + r.ID.String()
	form := b.Get(path+"/editar").Has(200, "Outros campos", "nota").Filled()
	form.Set("d.loteOrigem", "LOTE-2")
	form.Set("d.veiculo", "ABC1D23")
	form.Set("d.volume", "")
	b.Send(path+"/editar", form).Has(200, "Mudanças gravadas", "LOTE-2")
	got := s.All("/armazenamento/recebimento")[0]
	if want := `{"loteOrigem":"LOTE-2","nota":{"a": 1.0},"veiculo":"ABC1D23"}`; string(got.Payload) != want || got.Version != 2 {
		t.Errorf("%s, version %d", got.Payload, got.Version)
	}
	b.Send(path+"/editar", form).Has(200, "Mudanças gravadas") // a second click
	if got := s.All("/armazenamento/recebimento")[0]; got.Version != 2 {
		t.Errorf("version %d", got.Version)
	}
	b.Get(path+"/historico").Has(200, "Versão 2", "Versão 1", "<del>LOTE-1</del>", "<ins>LOTE-2</ins>", "Lote de origem")
	b.Get(path+"/excluir").Has(200, "Excluir este registro?", `name="versao" value="2"`)
	b.Post(path+"/excluir", "versao", "1").Has(412)
	b.Post(path+"/excluir", "versao", "2").Has(200, "Registro excluído", path+"/historico\">Desfazer a exclusão</a>")
	b.Get(path).Has(404)
	b.Get(path+"/historico").Has(200, "Exclusão", "Versão 3")
}

// Two clerks edit one record: the second sees both changes, loses nothing, and decides.
func TestTwoClerks(t *testing.T) {
	s := consoletest.NewSite(t)
	first, second := s.As(s.Key(access.Request{Name: "Ana"})), s.As(s.Key(access.Request{Name: "Bia"}))
	r := s.Create("/armazenamento/recebimento", "S", `{"volume":"36 t","loteOrigem":"LOTE-1","veiculo":"ABC1D23"}`)
	path := "/registros/" + consoletest.ReceiptSlug + "/" + r.ID.String() + "/editar"
	hers, theirs := first.Get(path).Filled(), second.Get(path).Filled()
	hers.Set("d.volume", "37 t")
	hers.Set("d.veiculo", "XYZ9K88")
	first.Send(path, hers).Has(200, "Mudanças gravadas")
	theirs.Set("d.volume", "38 t")
	theirs.Set("d.umidade", "13 %")
	seen := second.Send(path, theirs).Has(412, "Outra pessoa mudou", "Ana", "36 t", "37 t", "38 t", "mudado pelos dois", "XYZ9K88", "Gravar a minha por cima", "Continuar editando")
	if got := s.All("/armazenamento/recebimento")[0]; got.Version != 2 {
		t.Errorf("version %d was written", got.Version)
	}
	second.Send(path, seen.Filled()).Has(200, "Mudanças gravadas")
	got := s.All("/armazenamento/recebimento")[0]
	if want := `{"volume":"38 t","loteOrigem":"LOTE-1","veiculo":"XYZ9K88","umidade":"13 %"}`; string(got.Payload) != want || got.Version != 3 || got.UpdatedBy != "Bia" {
		t.Errorf("%s, version %d by %s", got.Payload, got.Version, got.UpdatedBy)
	}

	late := first.Get(path).Filled()
	if _, err := s.Service.Delete(t.Context(), &s.Root.Key, got.Kind, got.ID.String(), trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	late.Set("d.volume", "40 t")
	again := first.Send(path, late).Has(409, "foi excluído", "40 t", "XYZ9K88", `name="uma"`)
	first.Send("/registros/"+consoletest.ReceiptSlug+"/novo", again.Filled()).Has(200, "Registro gravado", "40 t")
}

func TestHistoryAndProof(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	r := s.Create("/armazenamento/recebimento", "S", `{"loteOrigem":"LOTE-1"}`)
	path := "/registros/" + consoletest.ReceiptSlug + "/" + r.ID.String()
	b.Get(path+"/prova").Has(200, "console.example/log", "rastro verify prova-"+r.ID.String()+".json", "Tamanho do log", "formato=json")
	b.Get(path + "/prova?versao=2").Has(404)
	b.Get(path + "/prova?versao=x").Has(400)
	proof := b.Get(path+"/prova?formato=json").Has(200, `"checkpoint":`)
	if !strings.HasPrefix(proof.Header.Get("Content-Disposition"), "attachment") {
		t.Errorf("%v", proof.Header)
	}
	if _, err := s.Service.Erase(t.Context(), &s.Root.Key, r.Kind, r.ID.String(), "pedido do titular"); err != nil {
		t.Fatal(err)
	}
	b.Get(path+"/historico").Has(200, "Expurgo", "foi expurgado", "Motivo: pedido do titular").Lacks("LOTE-1", "marca", "Marca", "Nenhuma é apagada", "não é mais alterada")
	// The page has the receipt, in no words of the API.
	b.Get(path).Has(410, "Só ficou o recibo", "Expurgado em", "pedido do titular", path+"/historico").Lacks("&#39;data&#39;")
	b.Get(path+"?lang=en").Has(410, "Only the receipt is left")
	b.Get(path+"?lang=es").Has(410, "Solo quedó el recibo")
	b.Get(path + "/editar").Has(410)
	b.Post(path+"/editar", "versao", "1").Has(410)
}
