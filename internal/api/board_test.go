package api_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"rastro/internal/board"
	"rastro/internal/boardfile"
	"rastro/internal/harvests"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// boardPage is the board as the wire shows it.
type boardPage struct {
	Content []struct {
		SafraID, Situacao string
		Produtor          *string
		Pronta            *bool
		Portas            []struct {
			Porta, Situacao string
			Faltas          []struct{ Motivo, Prefixo string }
		}
		Veredito json.RawMessage
	}
	Page   struct{ Size, Number, TotalElements int }
	Resumo struct {
		Alvo                                                     string
		Safras, Prontas, Pendentes, NaoConferidas, EmConferencia int
		Completo                                                 bool
		Portas                                                   []struct {
			Porta    string
			Fechadas int
		}
	}
}

func (c client) board(query string) (got boardPage) {
	c.t.Helper()
	if err := json.Unmarshal(c.get("/painel"+query).ok(200).Data, &got); err != nil {
		c.t.Fatal(err)
	}
	return got
}

func (p boardPage) names() string {
	var all []string
	for _, row := range p.Content {
		all = append(all, row.SafraID)
	}
	return strings.Join(all, " ")
}

// The board has a row for each harvest, with the gates that the review of each tells, and is
// filtered, sorted and paged.
func TestBoard(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		c := start(t, func(s *settings) { s.store = func(testing.TB) *stores.Database { return d } })
		for _, name := range []string{"T-10", "T-2", "Q-1"} {
			c.post(kind.Planting, entity(name, `{"dataPlantio":"05/10/2024"}`)).ok(201)
		}
		c.do("PUT", "/safras/Q-1", `{"safraCodigo":"2023/24","dados":{"cultura":"CAFE","produtor":"Zé da Roça"}}`).ok(201)
		all := c.board("")
		if all.names() != "Q-1 T-2 T-10" || all.Page.TotalElements != 3 || all.Resumo.Alvo != "EXPORTACAO" || all.Resumo.Safras != 3 || all.Resumo.Prontas != 0 || all.Resumo.Pendentes != 3 || !all.Resumo.Completo {
			t.Errorf("%s %+v", all.names(), all.Resumo)
		}
		if row := all.Content[0]; len(row.Portas) != 7 || row.Produtor == nil || *row.Produtor != "Zé da Roça" || row.Pronta == nil || *row.Pronta {
			t.Errorf("%+v", row)
		}
		for query, want := range map[string]string{
			"?busca=ze+da+roca": "Q-1", "?cultura=caf%C3%A9": "Q-1", "?safra=2023/24": "Q-1", "?estado=pronta": "", "?estado=SEM_VALIDACAO&sort=-safraId": "T-10 T-2 Q-1",
			"?porta=LOTES&alvo=eudr": "Q-1 T-2 T-10", "?size=1&page=1": "T-2", "?page=99": "", "?estado=VALIDA": "",
		} {
			if got := c.board(query).names(); got != want {
				t.Errorf("%s: %q, not %q", query, got, want)
			}
		}
		review := struct {
			Veredito struct {
				Alvos []struct{ Portas json.RawMessage }
			}
		}{}
		if err := json.Unmarshal(c.get("/safras/Q-1/conferencia").ok(200).Data, &review); err != nil {
			t.Fatal(err)
		}
		var raw struct {
			Content []struct{ Portas json.RawMessage }
		}
		if err := json.Unmarshal(c.get("/painel?alvo=EUDR").ok(200).Data, &raw); err != nil {
			t.Fatal(err)
		}
		if got, want := string(raw.Content[0].Portas), string(review.Veredito.Alvos[0].Portas); got != want {
			t.Errorf("the board says\n%s\nthe review\n%s", got, want)
		}
		reader := c.newKey(`{"nome":"Só T-2","escopos":["leitura"],"safras":["T-2"]}`)
		if got := reader.board(""); got.names() != "T-2" || got.Resumo.Safras != 1 {
			t.Errorf("a key of T-2 sees %s: %+v", got.names(), got.Resumo)
		}
	})
}

func TestBoardBadInput(t *testing.T) {
	c := start(t)
	for query, want := range map[string]string{
		"?alvo=marte": "EUDR, EXPORTACAO, INTERNO", "?cultura=trigo+sarraceno": "CAFE", "?estado=boa": "PRONTA, PENDENTE", "?porta=saida": "TALHAO, REGISTRO_RURAL",
		"?sort=nada": "safraId, cultura", "?size=0": "1–200", "?page=-1": "0, 1, 2", "?busca=" + strings.Repeat("x", 101): "0–100", "?busca=%ff": "0–100", "?filtro=1": "alvo",
	} {
		if got := c.get("/painel" + query); got.status != 400 || !strings.Contains(got.Message, want) {
			t.Errorf("%s: %d %s", query, got.status, got.Message)
		}
	}
	if got := c.get("/painel?formato=pdf"); got.status != 400 {
		t.Errorf("formato=pdf: %d %s", got.status, got.Message)
	}
	writer := c.newKey(`{"nome":"Só grava","escopos":["escrita"]}`)
	if got := writer.get("/painel"); got.status != 403 {
		t.Errorf("a key that only writes: %d", got.status)
	}
}

// The workbook has all rows, in one sheet that a spreadsheet program opens, and no formulas.
func TestBoardWorkbook(t *testing.T) {
	c := start(t)
	c.post(kind.Planting, entity("T-1", `{"dataPlantio":"05/10/2024"}`)).ok(201)
	c.do("PUT", "/safras/T-1", `{"dados":{"cultura":"SOJA","nome":"=1+1"}}`).ok(201)
	body := c.get("/painel?formato=xlsx&alvo=EUDR").body
	if _, err := zip.NewReader(bytes.NewReader(body), int64(len(body))); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := book.GetRows(book.GetSheetName(0))
	if err != nil || len(rows) != 2 || rows[0][0] != "Safra" || rows[1][0] != "T-1" || rows[1][1] != "=1+1" || len(rows[1]) != 17 {
		t.Fatalf("%q %v", rows, err)
	}
	if formula, _ := book.GetCellFormula(book.GetSheetName(0), "B2"); formula != "" {
		t.Errorf("B2 is a formula: %s", formula)
	}
}

// The board shows which harvests are being recalled to keys that may read the report.
func TestBoardTellsRecalls(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.create("/colheitaIdentificacaoProducao/identificacaoLote", "S-1", `{"codigoLote":"LM2"}`)
	c.create("/colheitaIdentificacaoProducao/identificacaoLote", "S-2", `{"codigoLote":"OT3"}`)
	c.post("/rastreio/recall", `{"motivo":"salmonela","lotes":["LM2"]}`).ok(201)
	c.post("/rastreio/recall", `{"motivo":"salmonela","lotes":["lm2"]}`).ok(201).has("Idempotent-Replayed", "true")
	var got struct {
		Content []struct {
			SafraID string
			Recalls []struct{ ID, Em, Motivo string }
		}
	}
	if err := json.Unmarshal(c.get("/painel").ok(200).Data, &got); err != nil {
		t.Fatal(err)
	}
	told := map[string]int{}
	for _, row := range got.Content {
		told[row.SafraID] = len(row.Recalls)
		for _, one := range row.Recalls {
			if one.ID == "" || one.Em == "" || one.Motivo != "salmonela" {
				t.Errorf("%s: %+v", row.SafraID, one)
			}
		}
	}
	if told["S-1"] != 1 || told["S-2"] != 0 {
		t.Errorf("recalls by harvest: %v", told)
	}
}

// A row names its recalls also if its harvest was not reviewed.
func TestRowNamesItsRecalls(t *testing.T) {
	at := time.Date(2026, 11, 15, 2, 0, 0, 0, time.UTC)
	row := &board.Row{Card: &harvests.Card{HarvestID: "S-1", Unreviewed: harvests.HarvestTooLarge}}
	for _, recalls := range [][]boardfile.Recall{nil, {{ID: trace.ID{1}, At: at, Reason: `"salmonela"`}, {ID: trace.ID{2}, At: at}}} {
		var got struct {
			SafraID string
			Pronta  *bool
			Recalls []struct {
				ID, Motivo string
				Em         time.Time
			}
		}
		text := boardfile.AppendRow(nil, row, recalls, lang.PT, at)
		if err := json.Unmarshal(text, &got); err != nil || got.SafraID != "S-1" || got.Pronta != nil || got.Recalls == nil || len(got.Recalls) != len(recalls) {
			t.Fatalf("%s: %v", text, err)
		}
		for i, one := range got.Recalls {
			if want := recalls[i]; one.ID != want.ID.String() || one.Motivo != want.Reason || !one.Em.Equal(at) {
				t.Errorf("recall %d is %+v, want %+v", i, one, want)
			}
		}
	}
}
