package intake_test

import (
	"bytes"
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"rastro/internal/access"
	"rastro/internal/kind"
	"rastro/internal/sheet"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
)

var (
	selects  = regexp.MustCompile(`(?s)<select [^>]*name="([^"]+)"[^>]*>(.*?)</select>`)
	selected = regexp.MustCompile(`<option(?: value="([^"]*)")? selected>([^<]*)`)
	first    = regexp.MustCompile(`<option value="([^"]*)"`)
	inputs   = regexp.MustCompile(`<input [^>]*name="([^"]+)"[^>]*>`)
	valued   = regexp.MustCompile(` value="([^"]*)"`)
)

// form reads the form of columns as a browser does.
func form(s consoletest.Seen) url.Values {
	out := url.Values{}
	for _, m := range selects.FindAllStringSubmatch(s.Body, -1) {
		value := ""
		if found := selected.FindStringSubmatch(m[2]); found != nil {
			if value = found[1]; value == "" && !strings.Contains(found[0], "value=") {
				value = found[2]
			}
		} else if found := first.FindStringSubmatch(m[2]); found != nil {
			value = found[1]
		}
		out.Set(html.UnescapeString(m[1]), html.UnescapeString(value))
	}
	for _, m := range inputs.FindAllStringSubmatch(s.Body, -1) {
		value := ""
		if found := valued.FindStringSubmatch(m[0]); found != nil {
			value = found[1]
		}
		out.Set(html.UnescapeString(m[1]), html.UnescapeString(value))
	}
	return out
}

// say changes inputs of the form and sends it.
func say(b *consoletest.Browser, s consoletest.Seen, pairs ...string) consoletest.Seen {
	b.T.Helper()
	f := form(s)
	for i := 0; i+1 < len(pairs); i += 2 {
		f.Set(pairs[i], pairs[i+1])
	}
	return b.Settled(b.Send(strings.TrimPrefix(s.Path, "/console"), f))
}

// romaneio is a delivery sheet as a co-op prints it: a title, a total at its foot, signatures.
var romaneio = []byte("Cooperativa Exemplo\nRomaneio de entrada;safra 24/25\n\n" +
	"Nº;Data;Hora;Placa;Motorista;CPF;Peso líq. (kg);Umid. %;Impureza %\n" +
	"1;15/02/2025;07:40;ABC1C34;José da Silva;529.982.247-25;36.200;13,8;0,9\n" +
	"2;16/02/2025;08:05;ABC1C35;Maria Souza;529.982.247-25;35.150,5;14,1;1,2\n" +
	"Total;;;;;;71.350,5;;\n;;;;;\n______________\nAssinatura do responsável\n")

// A file without names of columns is read by its values: the first row is a record, the columns have
// numbers, a person checks them, and no layout is kept that other files would match. A person may
// also say of any file that its first row is data.
func TestAFileWithoutAHeader(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	file := []byte("15/02/2025;ABC1C34;36.200,5 kg;13,8%\n16/02/2025;ABC1C35;35.150,5 kg;14,1%\n")
	asked := b.Upload("", "balanca.csv", file).Has(200, "O que é cada coluna?", "A · Coluna 1", "D · Coluna 4", `<option value="0" selected>`, "os dados começam na linha 1", "o formato não pode ser salvo").Lacks(`name="nome"`)
	checked := say(b, asked, "acao", "conferir", "tipo", "armazenamento.recebimento", "f.safraId", "S-1", "c0.uso", "campo:dataHoraRecebimento", "c1.uso", "campo:veiculo", "c2.uso", "campo:volume", "c3.uso", "campo:umidade", "nome", "Sem nomes").
		Has(200, "<b>2</b> Prontas", "ABC1C34", "36.200,5 kg")
	b.Decide(checked, "tudo").Has(200, "<b>2</b> Gravadas")
	if n := s.Records(kind.Receiving, "S-1"); n != 2 {
		t.Errorf("%d records", n)
	}
	b.Get("/importar/feitas").Lacks("Sem nomes")
	b.Upload("", "outra.csv", file).Has(200, "O que é cada coluna?") // the same columns are asked about again
	named := b.Upload("", "romaneio.csv", []byte("Data;Placa;Peso líq. (kg)\n15/02/2025;ABC1C34;36.200,5\n"))
	say(b, named, "acao", "ver", "linhas", "0").Has(200, "A · Coluna 1", "os dados começam na linha 1")
}

func TestAStrangersSpreadsheet(t *testing.T) {
	consoletest.Each(t, func(s *consoletest.Site) {
		b := s.As(s.Root)
		asked := b.Upload("", "romaneio.csv", romaneio).Has(200, "O que é cada coluna?", "colunas que não serão importadas", "colunas que entendi", `<option value="armazenamento.recebimento" selected>`, "G · Peso líq. (kg)", "tenho certeza", "ABC1C34", "36.200 kg", "15/02/2025 07:40", "3 linhas")
		if n := strings.Count(asked.Body, ">não será importada<"); n != 3 { // the number, the driver, the CPF
			s.T.Errorf("%d columns are not imported", n)
		}
		asked.Lacks("529.982.247-25</td>", "José da Silva</td>")
		checked := say(b, asked, "acao", "conferir", "f.safraId", "S-77", "f.safraCodigo", "2024/25", "nome", "Romaneio da Coop X").
			Has(200, "<b>2</b> Prontas", "fica guardado como “Romaneio da Coop X”", "Linhas que não são registros (totais, notas): ", "<b>S-77 (2024/25)</b>", "Como as primeiras linhas são gravadas", ">35.150,5 kg</td>")
		if n := s.Records(kind.Receiving, "S-77"); n != 0 {
			t.Errorf("%d records before anybody said so", n)
		}
		written := b.Decide(checked, "tudo").Has(200, "<b>2</b> Gravadas", "Desfazer esta importação", "Concluir", "Os registros gravados ficam").Lacks("Descartar este arquivo")
		if n := s.Records(kind.Receiving, "S-77"); n != 2 {
			t.Errorf("%d records", n)
		}

		// The next file of the layout is read the same way; its harvest is its own, and is asked
		// for.
		next := bytes.ReplaceAll(bytes.ReplaceAll(romaneio, []byte("ABC1C3"), []byte("XYZ1C3")), []byte("/02/2025"), []byte("/03/2026"))
		asked = b.Upload("", "outro.csv", next).Has(200, "formato “Romaneio da Coop X”, como da última vez", "Da última vez foi “S-77”", "Ver ou mudar as colunas")
		if value := form(asked).Get("f.safraId"); value != "" {
			t.Errorf("the harvest of last year is filled in: %q", value)
		}
		say(b, asked, "acao", "conferir").Has(200, "informe a safra de todas as linhas", "/colunas\">Mudar as colunas").Lacks("Prontas para gravar</li><li><b>2</b>", "corrija o arquivo")
		checked = say(b, b.Get(strings.TrimPrefix(asked.Path, "/console")), "acao", "conferir", "f.safraId", "S-78", "f.safraCodigo", "2025/26").
			Has(200, "<b>2</b> Prontas", "Lido com o formato “Romaneio da Coop X”", "<b>S-78 (2025/26)</b>", "15/03/2026")
		b.Decide(checked, "tudo").Has(200, "<b>2</b> Gravadas")
		if last, new := s.Records(kind.Receiving, "S-77"), s.Records(kind.Receiving, "S-78"); last != 2 || new != 2 {
			t.Errorf("%d records of the harvest before, %d of the new one", last, new)
		}
		// The same file again writes nothing.
		same := func() consoletest.Seen {
			return say(b, b.Upload("", "romaneio.csv", romaneio), "acao", "conferir", "f.safraId", "S-77", "f.safraCodigo", "2024/25")
		}
		same().Has(200, "<b>2</b> Já existem")

		// One click undoes it, and the file can be imported again.
		undo := regexp.MustCompile(`console(/importar/feitas/[^"]+/desfazer)"`).FindStringSubmatch(written.Body)
		b.Get("/importar/feitas").Has(200, "Recebimento", "Romaneio da Coop X", "S-77", "gravada", "<b>romaneio.csv</b>")
		b.Post(undo[1]).Has(200, "A importação foi desfeita", "desfeita")
		b.Post(undo[1]).Has(200, "A importação foi desfeita")
		if n := s.Records(kind.Receiving, "S-77"); n != 0 {
			t.Errorf("%d records are left", n)
		}
		same().Has(200, "<b>2</b> Prontas")
	})
}

func TestUndoAfterAValidation(t *testing.T) {
	consoletest.Each(t, func(s *consoletest.Site) {
		b := s.As(s.Root)
		checked := say(b, b.Upload("", "romaneio.csv", romaneio), "acao", "conferir", "f.safraId", "S-9", "f.safraCodigo", "2024/25")
		written := b.Decide(checked, "validas").Has(200, "<b>2</b> Gravadas")
		s.Create(kind.Validation, "S-9", `{"codigo":"V-9","status":"APROVADO"}`)
		undo := regexp.MustCompile(`console(/importar/feitas/[^"]+/desfazer)"`).FindStringSubmatch(written.Body)
		b.Post(undo[1]).Has(409, "já não pode ser desfeita", "está na validação V-9", `/console/registros/armazenamento.recebimento/`, ">Recebimento · 15/02/2025 · ABC1C34 · 36.200 kg</a>: ")
		if n := s.Records(kind.Receiving, "S-9"); n != 2 {
			t.Errorf("%d records", n)
		}
	})
}

// What the file does not state is asked, and the import is refused until somebody answers.
func TestColumnsAreChanged(t *testing.T) {
	consoletest.Each(t, func(s *consoletest.Site) {
		b := s.As(s.Root)
		file := []byte("Dia;Ref;Qtde;Unid.;Obs\n03/02/2025;L-1/ABC1C34;36.000;kg;chuva\n04/02/2025;L-2/ABC1C35;35.000;kg;\n")
		asked := b.Upload("armazenamento.recebimento", "carga.csv", file).Has(200, "O que é cada coluna?")
		asked = say(b, asked, "c0.uso", "campo:dataHoraRecebimento", "c1.uso", "campo:loteOrigem", "c2.uso", "campo:volume", "c3.uso", "ignorar", "c4.uso", "extra", "f.safraId", "S-5").
			Has(200, "diga como ler", "pode ser duas datas", "pode ser dois números", "você escolheu", ">36.000 é 36000</option>", ">36.000 é 36</option>")
		say(b, asked, "c0.datas", "dma", "c2.numeros", "br", "c2.com", "3", "c1.dividir", "veiculo", "c1.divisor", "/").
			Has(200, "03/02/2025", "36.000 kg", ">L-1</td>", ">ABC1C34</td>", "chuva", "Vai junto com a coluna C").Lacks("pode ser duas datas", "pode ser dois números")
		// What can be settled on the page of columns is not the file's fault.
		say(b, asked, "acao", "conferir").Has(200, "o arquivo não precisa mudar", "escolha a ordem das datas", "depois de vírgula ou de ponto", "Data e hora do recebimento (A2)").Lacks("corrija o arquivo", ">dataHoraRecebimento")
		seen := say(b, asked, "c0.datas", "dma", "c2.numeros", "br", "c2.com", "3", "c1.dividir", "veiculo", "c1.divisor", "/")
		// Using a field twice is reported and stops the import; so do a split without a separator
		// and an invalid value.
		say(b, seen, "acao", "conferir", "c4.uso", "campo:volume").Has(422, "a coluna C já é este campo")
		say(b, seen, "acao", "conferir", "c1.divisor", "").Has(422, "diga onde dividir")
		say(b, seen, "acao", "conferir", "novo.campo", "umidade", "novo.valor", "03/02/2025").Has(422, "Não deu para ler")
		say(b, seen, "acao", "conferir", "linha", "59").Has(422, "cabeçalho")
		checked := say(b, seen, "acao", "conferir").Has(200, "<b>2</b> Prontas", "dê um nome ao formato").Lacks("desconhecido 'obs'", "colunasMantidas")
		b.Decide(checked, "tudo").Has(200, "<b>2</b> Gravadas")
		if all := s.All(kind.Receiving); len(all) != 2 || !strings.Contains(string(all[0].Payload), `"obs":"chuva"`) && !strings.Contains(string(all[1].Payload), `"obs":"chuva"`) {
			s.T.Errorf("%d records: %s", len(all), all[0].Payload)
		}
		// A column that somebody kept is not a mistake, on any page of the record, and is shown
		// with its header.
		for _, r := range s.All(kind.Receiving) {
			rain := strings.Contains(string(r.Payload), "chuva")
			if strings.Contains(string(r.Payload), `"colunasMantidas":{"obs":"Obs"}`) != rain {
				s.T.Errorf("%s", r.Payload)
			}
			page := b.Get("/registros/armazenamento.recebimento/"+r.ID.String()).Has(200).Lacks("desconhecido 'obs'", "colunasMantidas")
			if rain {
				page.Has(200, ">Obs<", "chuva")
				b.Get("/registros/armazenamento.recebimento/"+r.ID.String()+"/editar").Has(200, "chuva").Lacks(">colunasMantidas")
			}
		}
		b.Get("/safras/S-5/conferencia").Has(200).Lacks("desconhecido 'obs'")
		// Another kind has other fields; the way back is open.
		asked = b.Upload("armazenamento.recebimento", "carga.csv", append(file, "05/02/2025;L-3/ABC1C36;1.000;kg;\n"...))
		other := say(b, asked, "tipo", "colheitaIdentificacaoProducao.colheita").Has(200, `<option value="colheitaIdentificacaoProducao.colheita" selected>`)
		say(b, other, "tipo", "armazenamento.recebimento", "linha", "1").Has(200, "Unid.")
	})
}

// A header below a title, with merged groups, on the second sheet.
func TestMessyWorkbook(t *testing.T) {
	consoletest.Each(t, func(s *consoletest.Site) {
		b := s.As(s.Root)
		book := excelize.NewFile()
		defer book.Close()
		_, _ = book.NewSheet("Colheita 25")
		for cell, value := range map[string]any{
			"A1": "FAZENDA BOA VISTA", "A3": "Talhão", "B3": "Data colheita", "C3": "Colhido", "C4": "Área (ha)", "D4": "Peso (t)", "E3": "Umidade",
			"A5": "T-01", "B5": "18/02/2025", "C5": 42.5, "D5": 151.2, "E5": "13,5%", "A6": "T-02", "B6": "19/02/2025", "C6": 40.0, "D6": 139.9, "E6": "14,1%", "A7": "TOTAL", "D7": 291.1,
		} {
			_ = book.SetCellValue("Colheita 25", cell, value)
		}
		_ = book.MergeCell("Colheita 25", "C3", "D3")
		_ = book.SetCellFormula("Colheita 25", "F5", "=D5/C5")
		var file bytes.Buffer
		if err := book.Write(&file); err != nil {
			t.Fatal(err)
		}
		asked := b.Upload("", "colheita.xlsx", file.Bytes()).Has(200, "O que é cada coluna?", `<option value="colheitaIdentificacaoProducao.colheita" selected>`, `value="Colheita 25" selected`)
		checked := say(b, asked, "acao", "conferir", "f.safraId", "S-3", "f.safraCodigo", "2024/25", "nome", "").Has(200)
		if !strings.Contains(checked.Body, "<b>2</b> Prontas") {
			t.Errorf("%s", checked.Body)
		}
		b.Decide(checked, "tudo").Has(200, "<b>2</b> Gravadas")
		if n := s.Records(kind.Harvesting, "S-3"); n != 2 {
			t.Errorf("%d records", n)
		}
	})
}

func TestLayoutsAreListed(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	checked := say(b, b.Upload("", "romaneio.csv", romaneio), "acao", "conferir", "f.safraId", "S-1", "f.safraCodigo", "2024/25", "nome", "Um <b>nome</b>")
	b.Get("/importar/feitas").Has(200, "Nenhum formato salvo")
	b.Decide(checked, "tudo").Has(200, "Gravadas").Harmless()
	listed := b.Get("/importar/feitas").Has(200, "Um &lt;b&gt;nome&lt;/b&gt;").Harmless()
	rename := regexp.MustCompile(`console(/importar/formatos/[^"]+/renomear)"`).FindStringSubmatch(listed.Body)
	b.Post(rename[1], "nome", "Balança").Has(200, "O formato foi renomeado", `value="Balança"`)
	b.Post(rename[1], "nome", " ").Has(422)
	b.Post(strings.Replace(rename[1], "renomear", "excluir", 1)).Has(200, "O formato foi excluído", "Nenhum formato salvo")
	b.Post(strings.Replace(rename[1], "renomear", "excluir", 1)).Has(200)
	b.Upload("", "romaneio.csv", romaneio).Has(200, "O que é cada coluna?")
}

// Files made to break the reader are refused with a reason, and write nothing.
func TestHostileFilesWithoutAKind(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	wide := "Data;Placa;Peso líquido (kg)" + strings.Repeat(";x", 16_000) + "\n01/02/2025;ABC1C34;1" + strings.Repeat(";1", 16_000) + "\n"
	whole := workbook(t, []any{"Data", "Placa", "Peso líquido (kg)"}, 5, func(int) []any { return []any{"15/02/2025", "ABC1C34", "1"} })
	macros := workbook(t, []any{"Data", "Placa", "Peso líquido (kg)"}, 2, func(int) []any { return []any{"15/02/2025", "=cmd|' /C calc'!A0", "36000"} })
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"16 000 columns":   {[]byte(wide), "colunas"},
		"a zip bomb":       {bomb(t, whole), "grande demais depois de descompactado"},
		"a formula":        {macros, "O que é cada coluna?"},
		"no closing quote": {[]byte("Data;Placa\n\"" + strings.Repeat("x", 9<<20)), "linha 2"},
		"HTML":             {[]byte("<html><script>alert(1)</script></html>"), "não é uma planilha"},
		"no table":         {[]byte("a;b\n1;2\n"), "cabeçalho"},
		"nothing":          {nil, "vazio"},
		"a script":         {[]byte("Data;Placa;Peso líquido (kg);<script>alert(1)</script>\n15/02/2025;<script>alert(1)</script>;36000;<img src=x onerror=alert(1)>\n"), "O que é cada coluna?"},
	} {
		got := b.Upload("", "x.xlsx", c.content)
		if !strings.Contains(got.Body, c.want) {
			t.Errorf("%s does not say %q\n%s", name, c.want, got.Body)
		}
		got.Harmless()
		for _, left := range []string{"=cmd"} {
			if strings.Contains(got.Body, "<td>"+left) && name != "a formula" {
				t.Errorf("%s: %s", name, left)
			}
		}
	}
	b.Upload("", "grande.csv", bytes.Repeat([]byte("Data;Placa\n"), int(sheet.DefaultLimits.Bytes)/11+1)).Has(413, "passa de 32 MiB")
}

// Two tabs show one file. The choices of one do not change what the other is about to send. The
// later one is told, and keeps all its choices.
func TestTwoTabsOnOneFile(t *testing.T) {
	consoletest.Each(t, func(s *consoletest.Site) {
		b := s.As(s.Root)
		asked := b.Upload("", "romaneio.csv", romaneio).Has(200, "O que é cada coluna?")
		here := strings.TrimPrefix(asked.Path, "/console")
		one, two := b.Get(here), b.Get(here)
		say(b, one, "c7.uso", "ignorar", "f.safraId", "S-UM").Has(200, "S-UM")
		late := say(b, two, "acao", "conferir", "c8.uso", "extra", "f.safraId", "S-DOIS").
			Has(409, "Outra aba mudou as colunas", "Ver o que a outra aba disse", `value="S-DOIS"`, `<option value="extra" selected>`).Lacks("S-UM")
		b.Get(here).Has(200, "S-UM").Lacks("S-DOIS") // the first tab's choices are still valid
		say(b, late, "acao", "conferir", "f.safraCodigo", "2024/25").Has(200, "<b>2</b> Prontas")
		b.Get(here).Has(200, "S-DOIS")
		// If one tab sends twice in a row, as scripts do, the second does not come too late; a late
		// one of another kind keeps its own fields.
		again := b.Get(here)
		say(b, again, "f.safraId", "S-TRES").Has(200)
		say(b, again, "f.safraId", "S-QUATRO").Has(200, "S-QUATRO")
		mine := b.Get(here)
		say(b, b.Get(here), "tipo", "colheitaIdentificacaoProducao.colheita").Has(200, `<option value="colheitaIdentificacaoProducao.colheita" selected>`)
		say(b, mine, "c7.uso", "extra").Has(409, `<option value="armazenamento.recebimento" selected>`, "S-QUATRO", `<option value="campo:veiculo" selected>`, `<option value="extra" selected>`)
		if n := s.Records(kind.Receiving, "S-DOIS"); n != 0 {
			t.Errorf("%d records", n)
		}
	})
}

// A layout is replaced only if somebody says so.
func TestLayoutOfTheSameName(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	b.Decide(say(b, b.Upload("", "romaneio.csv", romaneio), "acao", "conferir", "f.safraId", "S-1", "f.safraCodigo", "2024/25", "nome", "Balança").Has(200, "“Balança”"), "tudo").Has(200, "Gravadas")
	other := []byte("Data;Placa;Peso (kg)\n17/02/2025;ABC1C34;36.200,5\n18/02/2025;ABC1C35;35.000,5\n")
	asked := say(b, b.Upload("armazenamento.recebimento", "outra.csv", other), "acao", "conferir", "f.safraId", "S-1", "f.safraCodigo", "2024/25", "nome", " BALANÇA").
		Has(409, "Já existe um formato salvo com o nome “BALANÇA”", `name="substituir" value="1"`, "Substituir “BALANÇA” pelo desta planilha", "Ou guardar com outro nome", `value="Balança 2"`)
	// Enter in any field presses the first button of its form.
	if pressed := regexp.MustCompile(`<button [^>]*form="said"[^>]*>`).FindString(asked.Body); !strings.Contains(pressed, `value="renomear"`) {
		t.Errorf("Enter presses %s", pressed)
	}
	root := &s.Root.Key
	before, err := s.Service.Mapping(t.Context(), root, "Balança")
	if err != nil || before.Version != 1 {
		t.Fatalf("%+v %v", before, err)
	}
	// If it changes while the question is open, it is asked again.
	changed := *before.Mapping
	changed.Constants = nil
	if _, err := s.Service.SaveMapping(t.Context(), root, before.ID.String(), "Balança", changed, nil); err != nil {
		t.Fatal(err)
	}
	asked = say(b, asked, "substituir", "1").Has(409, `name="substituir" value="2"`)
	renamed := say(b, asked, "acao", "renomear").Has(200, "<b>2</b> Prontas", "fica guardado como “Balança 2”")
	asked = say(b, b.Get(strings.TrimPrefix(renamed.Path, "/console")+"/colunas"), "acao", "conferir", "nome", "Balança").Has(409, `name="substituir" value="2"`)
	say(b, asked, "acao", "renomear", "outro", "Balança").Has(409) // it still has to be another one
	checked := say(b, asked, "substituir", "2").Has(200, "<b>2</b> Prontas", "passa a ler assim")
	if still, err := s.Service.Mapping(t.Context(), root, "Balança"); err != nil || still.Version != 2 {
		t.Errorf("replaced before the rows are written: %+v %v", still, err)
	}
	b.Decide(checked, "tudo").Has(200, "Gravadas")
	after, err := s.Service.Mapping(t.Context(), root, "Balança")
	if err != nil || after.ID != before.ID || after.Version != 3 || len(after.Mapping.Columns) != 3 {
		t.Errorf("%+v %v", after, err)
	}
}

// A column that needs no decision is one line that says what it is read as; a doubtful one is open.
func TestSureColumnsAreFolded(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	page := b.Upload("", "balanca.csv", []byte("Data;Placa;Peso líquido (kg);Coisa\n10/02/2025;ABC1C34;36.000;x\n25/02/2025;DEF5G67;35.500;y\n"))
	page.Has(200, `<details class="onecolumn"><summary><b>B · Placa</b> → Veículo`)
	for _, one := range strings.Split(page.Body, "<li")[1:] {
		if strings.HasPrefix(one, ` class="alerta"`) && strings.Contains(one, "onecolumn") {
			t.Errorf("a column in doubt is folded: %.200s", one)
		}
	}
}

// A layout is saved when its rows are written, and not before: under its first name, with the last
// corrections. The next correction of the same layout needs no question.
func TestALayoutIsKeptWithItsRows(t *testing.T) {
	consoletest.Each(t, func(s *consoletest.Site) {
		b, root := s.As(s.Root), &s.Root.Key
		use := func(header string) string {
			saved, err := s.Service.Mapping(t.Context(), root, "Coop X")
			if err != nil {
				return err.Error()
			}
			for _, c := range saved.Mapping.Columns {
				if c.Header == header {
					return string(c.Use) + c.Field
				}
			}
			return ""
		}
		asked := b.Upload("", "romaneio.csv", romaneio)
		here := strings.TrimPrefix(asked.Path, "/console")
		say(b, asked, "acao", "conferir", "f.safraId", "S-1", "f.safraCodigo", "2024/25", "nome", "Coop X").Has(200, "<b>2</b> Prontas")
		if saved, err := s.Service.Mappings(t.Context(), root); err != nil || len(saved) > 0 {
			t.Fatalf("a check kept %d layouts, %v", len(saved), err)
		}
		again := b.Get(here).Has(200, `name="nome"`)
		if name := form(again).Get("nome"); name != "Coop X" {
			t.Errorf("the name is %q after the check", name)
		}
		checked := say(b, again, "acao", "conferir", "c8.uso", "ignorar").Has(200, "<b>2</b> Prontas", "fica guardado como “Coop X”")
		b.Decide(checked, "tudo").Has(200, "<b>2</b> Gravadas", "O formato “Coop X” está guardado")
		if got := use("Impureza %"); got != "ignorar" {
			t.Errorf("the corrected column is %q", got)
		}

		next := bytes.ReplaceAll(romaneio, []byte("/02/2025"), []byte("/03/2025"))
		asked = b.Upload("", "marco.csv", next).Has(200, "formato “Coop X”, como da última vez")
		checked = say(b, asked, "acao", "conferir", "c8.uso", "campo:impureza", "f.safraId", "S-1", "f.safraCodigo", "2024/25").
			Has(200, "<b>2</b> Prontas", "o formato “Coop X” passa a ler assim").Lacks("Já existe um formato")
		if got := use("Impureza %"); got != "ignorar" {
			t.Errorf("before the rows are written the column is %q", got)
		}
		b.Decide(checked, "tudo").Has(200, "<b>2</b> Gravadas")
		if got := use("Impureza %"); got != "campoimpureza" {
			t.Errorf("the column that was corrected again is %q", got)
		}

		// Without a name nothing is saved, and the existing layout stays as it was.
		last := bytes.ReplaceAll(romaneio, []byte("/02/2025"), []byte("/04/2025"))
		checked = say(b, b.Upload("", "abril.csv", last), "acao", "conferir", "c8.uso", "ignorar", "nome", "", "f.safraId", "S-1", "f.safraCodigo", "2024/25").Has(200, "dê um nome ao formato")
		b.Decide(checked, "tudo").Has(200, "<b>2</b> Gravadas")
		if got := use("Impureza %"); got != "campoimpureza" {
			t.Errorf("without a name the column became %q", got)
		}
	})
}

// Of two who keep a layout under one name, the second learns that it was not kept. The rows are.
func TestALayoutThatSomebodyElseKept(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	checked := say(b, b.Upload("", "romaneio.csv", romaneio), "acao", "conferir", "f.safraId", "S-1", "f.safraCodigo", "2024/25", "nome", "Coop X")
	other := []byte("Data;Placa;Peso (kg)\n15/02/2025;ABC1C34;36.200,5\n16/02/2025;ABC1C35;35.000,5\n")
	b.Decide(say(b, b.Upload("armazenamento.recebimento", "outra.csv", other), "acao", "conferir", "f.safraId", "S-2", "f.safraCodigo", "2024/25", "nome", "Coop X"), "tudo").Has(200, "está guardado")
	b.Decide(checked, "tudo").Has(200, "<b>2</b> Gravadas", "mas o formato “Coop X” não foi guardado")
	if saved, err := s.Service.Mapping(t.Context(), &s.Root.Key, "Coop X"); err != nil || len(saved.Mapping.Columns) != 3 {
		t.Errorf("%+v %v", saved, err)
	}
}

// A file of a kind that somebody's role does not write is shown as that kind, with whom to ask. No
// other kind is chosen in its place, neither by the page nor by the browser.
func TestTheKindDoesNotChangeWithTheRole(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Person("Ana Lima", "ana@alfa.example", "GERENTE", "Alfa")
	clerk, _ := s.Person("Caio Reis", "caio@alfa.example", "DOCUMENTACAO", "Alfa")
	const said = "Parece “Recebimento”, mas o seu papel não grava “Recebimento”: peça a Ana Lima (Alfa)"
	asked := clerk.Upload("", "romaneio.csv", romaneio).Has(200, said, `<option value="armazenamento.recebimento" selected>`)
	again := say(clerk, asked, "f.safraId", "S-1").Has(200, said, `<option value="armazenamento.recebimento" selected>`)
	refused := say(clerk, again, "acao", "conferir", "f.safraId", "S-1", "f.safraCodigo", "2024/25").Has(422, said)
	if n := strings.Count(refused.Body, said); n != 1 {
		t.Errorf("it is said %d times", n)
	}
	say(clerk, again, "tipo", "logisticaExportacao.transporteExportacao").Has(200, `<option value="logisticaExportacao.transporteExportacao" selected>`).Lacks("o seu papel não grava")
	if n := s.Records(kind.Receiving, "S-1"); n != 0 {
		t.Errorf("%d records", n)
	}
	key := s.As(s.Key(access.Request{Name: "docs", Scopes: []trace.Scope{trace.Read, trace.Write}, Phases: []string{"08"}}))
	key.Upload("", "romaneio.csv", romaneio).Has(200, "mas esta chave não grava “Recebimento”: peça a quem administra este servidor")
	// So is a template of such a kind.
	clerk.Upload("", "modelo.xlsx", threeBad(t)).Has(200, "O seu papel, Documentação, não permite isto", "Ana Lima (Alfa)")
}
