package record_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/demo"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/pagekit"
)

const millSlug = "posColheita.beneficiamento"

// TestFormsOfPeople: no form asks for a program's text, in any language, and every field of the
// table has its place in the form of its kind.
func TestFormsOfPeople(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	for _, k := range kind.All[:len(kind.All)-1] {
		for _, l := range lang.All {
			page := b.Get(pagekit.RecordsPath(k) + "/novo?safra=S&lang=" + l.Code())
			page.Has(200, "savebar").Lacks("JSON válido", "em JSON", "in JSON", "en JSON")
			form, _, _ := strings.Cut(page.Body, `class="curl"`)
			for _, f := range k.FormFields() {
				page.Has(200, `id="campo-`+f.Name+`"`, `name="d.`+f.Name)
				if unit := f.Unit + f.Measure; unit != "" && !strings.Contains(form, `<span class="unit">`+unit+`<`) {
					t.Errorf("%s: %s has no %s beside it", k.Name, f.Name, unit)
				}
				for _, value := range f.Values {
					if word := f.Word(value, l); word != value && strings.Contains(form, ">"+value+"<") {
						t.Errorf("%s: %s shows the code %s for %s", k.Name, f.Name, value, word)
					}
				}
			}
		}
	}
}

// TestDemoSurvivesAnEdit opens every record of the demonstration, changes one thing, and finds
// everything else unchanged, byte for byte.
func TestDemoSurvivesAnEdit(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	all, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		k := kind.ByPrefix(d.Prefix)
		if k == nil || k.IsValidation() || k == kind.Profile {
			continue
		}
		payload := strings.TrimSuffix(string(d.Payload), "}") + `,"de outro":{"a":[1.50,null]}}`
		made := s.Create(d.Prefix, d.HarvestID, payload)
		path := pagekit.RecordPath(k, made.ID.String()) + "/editar"
		form := b.Get(path).Has(200, "de outro").Filled()
		b.Send(path, form).Has(200, "Nada mudou")
		form.Set("safraCodigo", "outro código")
		b.Send(path, form).Has(200, "Mudanças gravadas")
		if now, err := s.Service.Get(t.Context(), &s.Root.Key, k, made.ID.String()); err != nil || string(now.Payload) != payload || now.Version != 2 {
			t.Errorf("%s became %s (%v)", payload, now.Payload, err)
		}
	}
}

// TestRowsWithoutScripts adds, changes and removes rows of lists and tables with the buttons of
// the form alone.
func TestRowsWithoutScripts(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	const path = "/registros/" + millSlug + "/novo"
	form := b.Get(path + "?safra=S").Filled()
	form["d.residuos.tipo"], form["d.residuos.peso"] = []string{"CASCA"}, []string{"4,2 t"}
	form["d.tipoProcesso"] = []string{"SECAGEM", "PRE_LIMPEZA", "Secagem ao sol"}
	form.Set("acao", "d.residuos")
	again := b.Send("/registros/"+millSlug+"/conferir", form).Has(200, `value="CASCA"`, `value="Secagem ao sol"`, `value="SECAGEM" checked`).Filled()
	if n := len(again["d.residuos.tipo"]); n != 2 {
		t.Fatalf("%d rows after asking for one more: %v", n, again)
	}
	again["d.residuos.tipo"], again["d.residuos.peso"] = []string{"CASCA", "PÓ"}, []string{"4,2 t", "180"}
	again.Set("d.metodoSecagem", "~outro")
	again.Set("d.metodoSecagem.outro", "Silo secador")
	again.Set("d.bebida", "DURO")
	again.Set("d.dataInicio", "8 fev 25")
	again.Set("d.pesoEntrada", "36.270")
	s.Visitor().Send(path, again).Has(401, `name="campo.d.residuos.tipo" value="CASCA"`, `name="campo.d.residuos.tipo" value="PÓ"`) // nothing is lost by signing in
	b.Send(path, again).Has(200, "Registro gravado", "CASCA, 4,2 t; PÓ, 180 kg", "Silo secador", "Dura", "08/02/2025", "Pré-limpeza, Secagem, Secagem ao sol")
	made := s.All("/posColheita/beneficiamento")
	want := `{"dataInicio":"2025-02-08","tipoProcesso":["PRE_LIMPEZA","SECAGEM","Secagem ao sol"],"metodoSecagem":"SILO_SECADOR","pesoEntrada":36270,"residuos":[{"tipo":"CASCA","peso":"4,2 t"},{"tipo":"PÓ","peso":180}],"bebida":"DURO"}`
	if len(made) != 1 || string(made[0].Payload) != want {
		t.Fatalf("written %s\nwant    %s", made[0].Payload, want)
	}

	edit := pagekit.RecordPath(made[0].Kind, made[0].ID.String()) + "/editar"
	change := b.Get(edit).Filled()
	change["d.residuos.tipo"][0], change["d.residuos.peso"][0] = "", ""
	change["d.tipoProcesso"] = slices.DeleteFunc(change["d.tipoProcesso"], func(item string) bool { return item == "PRE_LIMPEZA" })
	b.Send(edit, change).Has(200, "Mudanças gravadas")
	now := s.All("/posColheita/beneficiamento")[0]
	if got := string(now.Payload); !strings.Contains(got, `"residuos":[{"tipo":"PÓ","peso":180}]`) || !strings.Contains(got, `"tipoProcesso":["SECAGEM","Secagem ao sol"]`) {
		t.Errorf("%s", got)
	}
}

// TestRowsKeepWhatTheyHide: members that a table does not show stay with their row, also if the
// row moves up, and a list that no table can show stays until somebody drops it.
func TestRowsKeepWhatTheyHide(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	mill := kind.ByPrefix("/posColheita/beneficiamento")
	made := s.Create("/posColheita/beneficiamento", "S", `{"residuos":[{"tipo":"A","peso":1},{"nota":{"x":[1.0]},"tipo":"B","peso":2}],"peneiras":[["17",40]]}`)
	edit := pagekit.RecordPath(mill, made.ID.String()) + "/editar"
	form := b.Get(edit).Has(200, "não cabe neste formulário").Filled()
	form["d.residuos.linha"], form["d.residuos.tipo"], form["d.residuos.peso"] = []string{"1", ""}, []string{"B", "C"}, []string{"2,5", "3"}
	b.Send(edit, form).Has(200, "Mudanças gravadas")
	if got, want := string(s.All("/posColheita/beneficiamento")[0].Payload), `{"residuos":[{"nota":{"x":[1.0]},"tipo":"B","peso":2.5},{"tipo":"C","peso":3}],"peneiras":[["17",40]]}`; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	form = b.Get(edit).Filled()
	form.Set("d.peneiras.tirar", "sim")
	form["d.peneiras.linha"], form["d.peneiras.peneira"], form["d.peneiras.percentual"] = []string{""}, []string{"18"}, []string{"100"}
	b.Send(edit, form).Has(200, "Mudanças gravadas")
	if got := string(s.All("/posColheita/beneficiamento")[0].Payload); !strings.HasSuffix(got, `"peneiras":[{"peneira":"18","percentual":100}]}`) {
		t.Errorf("%s", got)
	}
}

// TestRowsOfTwoClerks: what only the other one changed in a table stays, and so does what a row
// hides, when the second one saves over it.
func TestRowsOfTwoClerks(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	mill := kind.ByPrefix("/posColheita/beneficiamento")
	made := s.Create("/posColheita/beneficiamento", "S", `{"residuos":[{"tipo":"A","peso":1,"x":1},{"tipo":"B","peso":2,"x":2}],"pesoSaida":7}`)
	edit := pagekit.RecordPath(mill, made.ID.String()) + "/editar"
	mine, theirs := b.Get(edit).Filled(), b.Get(edit).Filled()
	theirs["d.residuos.peso"][0] = "10"
	b.Send(edit, theirs).Has(200, "Mudanças gravadas")
	mine["d.residuos.peso"][1] = "20"
	again := b.Send(edit, mine).Has(412, "A, 1 kg, x: 1; B, 2 kg, x: 2", "A, 10 kg, x: 1; B, 2 kg, x: 2", "A, 1 kg, x: 1; B, 20 kg, x: 2", "mudado pelos dois").Filled()
	b.Send(edit, again).Has(200, "Mudanças gravadas")
	if got := string(s.All("/posColheita/beneficiamento")[0].Payload); got != `{"residuos":[{"tipo":"A","peso":1,"x":1},{"tipo":"B","peso":20,"x":2}],"pesoSaida":7}` {
		t.Errorf("%s", got)
	}
}

// TestIdentifiersAndUnits: what clerks type is stored in one way of writing.
func TestIdentifiersAndUnits(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	for _, tc := range []struct{ slug, field, typed, want string }{
		{consoletest.ReceiptSlug, "veiculo", "abc-1c34", "ABC1C34"},
		{consoletest.ReceiptSlug, "veiculo", "abc 1c34 / XYZ-9876", "ABC1C34, XYZ9876"},
		{consoletest.ReceiptSlug, "veiculo", "caminhão azul", "caminhão azul"},
		{consoletest.ReceiptSlug, "volume", "36.000", "36.000 kg"},
		{consoletest.ReceiptSlug, "volume", "36,5 t", "36,5 t"},
		{consoletest.ReceiptSlug, "volume", "600 sacas", "600 sacas"},
		{consoletest.ReceiptSlug, "umidade", "13,8", "13,8%"},
		{consoletest.ReceiptSlug, "umidade", "13,8 %", "13,8 %"},
		{consoletest.ReceiptSlug, "tipoCafe", "certificado, ORGANICO", "Certificado, orgânico"},
		{consoletest.ReceiptSlug, "dataHoraRecebimento", "10/02/25 14h20", "2025-02-10T14:20:00"},
		{"transporteLogistico.documentacaoCarga", "notaFiscal", "5125 0211 2223 3300 0181 5500 1000 0123 4511 2345 6780", "51250211222333000181550010000123451123456780"},
		{"transporteLogistico.documentacaoCarga", "notaFiscal", "NF 12345", "NF 12345"},
	} {
		path := "/registros/" + tc.slug + "/novo"
		form := b.Get(path + "?safra=S").Filled()
		form.Set("d."+tc.field, tc.typed)
		made := b.Send(path, form).Has(200, "Registro gravado")
		id := made.Path[strings.LastIndexByte(made.Path, '/')+1:]
		k, _ := pagekit.KindOf(tc.slug)
		r, err := s.Service.Get(t.Context(), &s.Root.Key, k, id)
		if err != nil || !strings.Contains(string(r.Payload), `"`+tc.want+`"`) {
			t.Errorf("%q in %s became %s (%v)", tc.typed, tc.field, r.Payload, err)
		}
	}
}

// TestCoffeeFields: coffee fields are shown if the harvest's crop is coffee or unknown, and their
// content is never lost.
func TestCoffeeFields(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	for harvest, crop := range map[string]string{"SOJA-1": "SOJA", "CAFE-1": "café"} {
		s.Create("/armazenamento/recebimento", harvest, `{"loteOrigem":"L-`+harvest+`"}`)
		env, err := trace.ReadEnvelope(kind.Profile, []byte(`{"safraId":"`+harvest+`","dados":{"cultura":"`+crop+`"}}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Service.PutProfile(t.Context(), &s.Root.Key, env, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	const path = "/registros/" + millSlug
	hidden := `data-about="CAFE" hidden`
	b.Get(path+"/novo?safra=SOJA-1").Has(200, hidden, `data-crop="SOJA"`)
	b.Get(path+"/novo?safra=CAFE-1").Has(200, `data-crop="CAFE"`).Lacks(hidden)
	b.Get(path + "/novo?safra=NOVA").Has(200).Lacks(hidden)
	b.Post(path+"/conferir", "safraId", "SOJA-1", "uma", "x").Has(200, hidden)
	made := s.Create("/posColheita/beneficiamento", "SOJA-1", `{"bebida":"DURO","tipoCob":"Não se aplica"}`)
	edit := path + "/" + made.ID.String() + "/editar"
	page := b.Get(edit).Has(200, hidden, `<option value="DURO" selected>`)
	form := page.Filled()
	form.Set("d.pesoSaida", "9")
	b.Send(edit, form).Has(200, "Mudanças gravadas")
	if got := string(s.All("/posColheita/beneficiamento")[0].Payload); got != `{"bebida":"DURO","tipoCob":"Não se aplica","pesoSaida":9}` {
		t.Errorf("%s", got)
	}
}

// TestNextRecord: saving and continuing keeps harvest and code. The last values fill empty fields,
// except for those of one event: dates, measures, the vehicle, documents.
func TestNextRecord(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	const path = "/registros/" + consoletest.ReceiptSlug
	form := b.Get(path + "/novo?safra=S-1&codigo=2025/26").Filled()
	form.Set("d.loteOrigem", "L-1")
	form.Set("d.umidade", "13,8")
	form.Set("d.volume", "600 sacas")
	form.Set("d.tipoCafe", "Soja em grãos")
	form.Set("d.veiculo", "ABC1D23")
	form.Set("d.dataHoraRecebimento", "10/02/2025 14:20")
	form.Set("depois", "novo")
	next := b.Send(path+"/novo", form).Has(200, "Registro gravado", `value="S-1"`, `value="2025/26"`).Lacks(`name="d.loteOrigem" value="L-1"`).Filled()
	next.Set("acao", "ultimos")
	b.Send(path+"/conferir", next).Has(200, `name="d.loteOrigem" value="L-1"`, `value="Soja em grãos"`).Lacks(`value="13,8"`, `value="600 sacas"`, `value="ABC1D23"`, `value="10/02/2025`)

	wrong := b.Get(path + "/novo?safra=S-1").Filled()
	wrong.Set("d.veiculo", "CNPJ 11.222.333/0001-80")
	wrong.Set("depois", "novo")
	told := b.Send(path+"/novo", wrong).Has(200, "Registro gravado", "Gravado com 1 erro.", "Ver o registro")
	for _, r := range s.All("/armazenamento/recebimento") {
		if linked := strings.Contains(told.Body, path+"/"+r.ID.String()+`"`); linked != strings.Contains(string(r.Payload), "0001-80") {
			t.Errorf("a link to %s: %t", r.Payload, linked)
		}
	}

	const invoices = "/registros/transporteLogistico.documentacaoCarga"
	s.Create("/transporteLogistico/documentacaoCarga", "S-1", `{"notaFiscal":"123","certificadoFitossanitario":"PTV 9"}`)
	b.Post(invoices+"/conferir", "safraId", "S-1", "uma", "x", "acao", "ultimos").Has(200, `value="PTV 9"`).Lacks(`value="123"`)
	b.Post(invoices+"/conferir", "safraId", "NENHUMA", "uma", "x", "acao", "ultimos").Has(200, "ainda não tem registro").Lacks("PTV 9")
}

// TestSuggestionsStayInReach: forms complete names that the caller may read, and no others.
func TestSuggestionsStayInReach(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create("/armazenamento/recebimento", "S-1", `{"loteOrigem":"LOTE-1"}`)
	s.Create("/armazenamento/recebimento", "T-1", `{"loteOrigem":"LOTE-2"}`)
	b := s.As(s.Root)
	b.Get("/sugestoes/lotes?q=lote", "HX-Request", "true").Has(200, `value="LOTE-1"`, `value="LOTE-2"`).Lacks("<html")
	b.Get("/sugestoes/safras?q=S", "HX-Request", "true").Has(200, `value="S-1"`).Lacks("T-1")
	for _, odd := range []string{"", "?q=%ff", "?q=%00", "?q=" + strings.Repeat("x", 5000), "?q=" + url.QueryEscape(`"><script>alert(1)</script>`)} {
		b.Get("/sugestoes/lotes" + odd).Has(200).Harmless()
		b.Get("/sugestoes/safras" + odd).Has(200).Harmless()
	}
	six := s.As(s.Key(access.Request{Name: "Um", Harvests: []string{"S-1"}}))
	six.Get("/sugestoes/lotes?q=lote", "HX-Request", "true").Has(200, `value="LOTE-1"`).Lacks("LOTE-2")
	six.Get("/sugestoes/safras?q=", "HX-Request", "true").Has(200, `value="S-1"`).Lacks("T-1")
	six.Get("/registros/"+consoletest.ReceiptSlug+"/novo").Has(200, `<option value="LOTE-1">`).Lacks("LOTE-2")
}

// TestRestoreFromTheHistory: an earlier version and a deleted record come back by a button of
// the history, for who may write there and read all of it.
func TestRestoreFromTheHistory(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	r := s.Create("/armazenamento/recebimento", "S", `{"loteOrigem":"L-1","volume":"36 t"}`)
	one := "/registros/" + consoletest.ReceiptSlug + "/" + r.ID.String()
	form := b.Get(one + "/editar").Filled()
	form.Set("d.volume", "37 t")
	b.Send(one+"/editar", form).Has(200)
	for _, l := range lang.All {
		b.Get(one+"/historico?lang="+l.Code()).Has(200, "37 t · L-1", `name="restaura" value="1"`).Lacks(`name="restaura" value="2"`)
	}
	b.Get(one + "?lang=pt").Has(200)
	reader := s.As(s.Key(access.Request{Name: "Leitor", Scopes: []trace.Scope{trace.Read}}))
	reader.Get(one + "/historico").Has(200).Lacks("restaurar")
	reader.Post(one+"/restaurar", "restaura", "1", "versao", "2").Has(403)
	b.Post(one+"/restaurar", "restaura", "1", "versao", "1").Has(412)
	b.Post(one+"/restaurar", "restaura", "1").Has(412)
	b.Post(one+"/restaurar", "restaura", "x", "versao", "2").Has(400)
	b.Post(one+"/restaurar", "restaura", "1", "versao", "2").Has(200, "Versão restaurada", "36 t")

	b.Post(one+"/excluir", "versao", "3").Has(200)
	b.Get(one).Has(404)
	b.Get(one+"/historico").Has(200, "Desfazer a exclusão", `name="restaura" value="4"`)
	b.Post(one+"/restaurar", "restaura", "4", "versao", "4").Has(200, "Versão restaurada", "36 t")
	b.Get("/registros/"+consoletest.ReceiptSlug).Has(200, "36 t")

	if _, err := s.Service.Erase(t.Context(), &s.Root.Key, r.Kind, r.ID.String(), "pedido"); err != nil {
		t.Fatal(err)
	}
	b.Get(one + "/historico").Has(200).Lacks("restaurar")
	b.Post(one+"/restaurar", "restaura", "1", "versao", "6").Has(410)
}
