package e2e

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"rastro/internal/ledger"
)

// scene is a script's input: where to look, and for what.
type scene struct {
	Server    string            `json:"server"`
	Scanned   string            `json:"scanned"`
	Coffee    string            `json:"coffee"`
	States    map[string]string `json:"states"`
	Overruled string            `json:"overruled"`
	Justified string            `json:"justified"`
	Reason    string            `json:"reason"`
	Hostile   []string          `json:"hostile"`
}

// TestPublic goes from a scanned code to the page, through every state that a
// validation can be in, in a browser.
func TestPublic(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s := startWith(t, "--demo")
	out := scene{
		Server: s.url, Scanned: s.scan(t, "DEM0-S0JA-2025-MT01"), Coffee: "DEM0-CAFE-2025-MG01", Reason: "Data conferida no caderno de campo.",
		States: map[string]string{"VALIDA": "DEM0-CAFE-2025-MG01", "DESCONHECIDA": "NADA-NADA"},
	}
	if want := s.url + "/v/DEM0-S0JA-2025-MT01"; out.Scanned != want {
		t.Fatalf("the code says %q, want %q", out.Scanned, want)
	}
	for state, payload := range map[string]string{
		"REPROVADA": `"status":"REPROVADO"`, "VENCIDA": `"status":"APROVADO","validade":"2020-01-31"`, "ALTERADA": `"status":"APROVADO"`,
		"REVOGADA": `"status":"APROVADO"`, "ADULTERADA": `"status":"APROVADO"`,
	} {
		code := "E2E-" + state
		out.States[state] = code
		s.post(t, "/producaoAgricola/plantioManejo", `{"safraId":"`+code+`","safraCodigo":"2025/26","dados":{"dataPlantio":"2025-10-05","cultura":"soja"}}`)
		id := s.post(t, "/validacao", `{"safraId":"`+code+`","safraCodigo":"2025/26","dados":{"codigo":"`+code+`","cultura":"SOJA",`+payload+`}}`)
		switch state {
		case "ALTERADA":
			s.post(t, "/armazenamento/recebimento", `{"safraId":"`+code+`","dados":{}}`)
		case "REVOGADA":
			s.call(t, http.MethodDelete, "/validacao/"+id, "", http.StatusOK)
		case "ADULTERADA":
			s.tamper(t, code)
		}
		s.validate(t, code, code+"-2", "APROVADO") // each page leads to another
	}
	s.validate(t, coffeeHarvest, "E2E-VALIDA-2", "APROVADO")
	out.Overruled = "E2E-SUPERADA"
	s.post(t, "/producaoAgricola/plantioManejo", `{"safraId":"O","safraCodigo":"2025/26","dados":{"dataPlantio":"2025-10-05"}}`)
	s.validate(t, "O", out.Overruled, "APROVADO")
	s.validate(t, "O", "E2E-SUPERADA-2", "REPROVADO")
	out.Justified = "E2E-JUSTIFICADA"
	s.post(t, "/producaoAgricola/plantioManejo", `{"safraId":"J","safraCodigo":"2025/26","dados":{"dataPlantio":"31/02/2025"}}`)
	s.post(t, "/validacao", `{"safraId":"J","safraCodigo":"2025/26","justificativa":"`+out.Reason+`","dados":{"codigo":"`+out.Justified+`","status":"APROVADO"}}`)
	for i, text := range []string{`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `<svg onload=alert(1)>`, `javascript:alert(1)`} {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		s.post(t, "/armazenamento/recebimento", fmt.Sprintf(`{"safraId":"H%d","dados":{"loteOrigem":%[2]s,"tipoCafe":%[2]s,"veiculo":%[2]s}}`, i, quoted))
		s.post(t, "/validacao", fmt.Sprintf(`{"safraId":"H%d","safraCodigo":%[2]s,"dados":{"codigo":%[2]s,"lotes":[%[2]s],"responsavel":%[2]s}}`, i, quoted))
		out.Hostile = append(out.Hostile, text)
	}
	file := filepath.Join(t.TempDir(), "scene.json")
	body, err := json.Marshal(out)
	if err == nil {
		err = os.WriteFile(file, body, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	artifacts := runScript(t, "public.mjs", file)
	checkPrinted(t, filepath.Join(artifacts, "print-valid.pdf"), s.url, "CERTIFICADO DE VALIDAÇÃO DE SAFRA", "Válida", "DEM0-S0JA-2025-MT01", "Sorriso (MT)", "rastro verify", "A história em três frases", "Recebimento")
	checkPrinted(t, filepath.Join(artifacts, "print-refused.pdf"), s.url, "CERTIFICADO DE VALIDAÇÃO DE SAFRA", "Não aprovada", "E2E-REPROVADA")
	s.checkDownloaded(t, filepath.Join(artifacts, "prova.json"))
}

// coffeeHarvest is the demonstration's coffee harvest.
const coffeeHarvest = "DEMO-CAFE-MG-2025"

// validate validates a harvest.
func (s *running) validate(t *testing.T, harvestID, code, status string) {
	t.Helper()
	s.post(t, "/validacao", fmt.Sprintf(`{"safraId":%q,"safraCodigo":"2025/26","dados":{"codigo":%q,"status":%q}}`, harvestID, code, status))
}

// scan reads the QR code of a validation as a phone would.
func (s *running) scan(t *testing.T, code string) string {
	t.Helper()
	picture := filepath.Join(t.TempDir(), "code.png")
	if err := os.WriteFile(picture, s.call(t, http.MethodGet, "/validacao/qrcode/"+code+"?formato=png", "", http.StatusOK), 0o600); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(tool(t, "zbarimg", "--quiet", "--raw", picture)))
}

// tamper changes a record behind the server's back.
func (s *running) tamper(t *testing.T, harvest string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+s.file+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	done, err := db.Exec(`UPDATE journal SET dados = CAST('{"dataPlantio":"2025-10-06"}' AS BLOB) WHERE kind = 2 AND harvest = (SELECT num FROM harvest WHERE safra_id = ?)`, harvest)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := done.RowsAffected(); n != 1 || err != nil {
		t.Fatalf("%d rows changed, %v", n, err)
	}
}

// checkPrinted looks at the paper: A4, few pages, its words, ink on every page,
// and a code on the first that leads back.
func checkPrinted(t *testing.T, file, server string, words ...string) {
	t.Helper()
	if info := string(tool(t, "pdfinfo", file)); !strings.Contains(info, "A4") {
		t.Errorf("%s is not on A4:\n%s", filepath.Base(file), info)
	}
	text := strings.Join(strings.Fields(string(tool(t, "pdftotext", "-layout", file, "-"))), " ")
	for _, want := range words {
		if !strings.Contains(text, want) {
			t.Errorf("%s does not say %q:\n%s", filepath.Base(file), want, text)
		}
	}
	for _, screenOnly := range []string{"Português", "Baixar a prova", "Ir para o conteúdo"} {
		if strings.Contains(text, screenOnly) {
			t.Errorf("%s says %q, which is of no use on paper", filepath.Base(file), screenOnly)
		}
	}
	stem := strings.TrimSuffix(file, ".pdf")
	tool(t, "pdftoppm", "-r", "150", "-png", file, stem)
	pages, err := filepath.Glob(stem + "-*.png")
	if err != nil || len(pages) == 0 || len(pages) > 3 {
		t.Fatalf("%s has %d pages, want one to three (%v)", filepath.Base(file), len(pages), err)
	}
	for _, name := range pages {
		if ink := inkOf(t, name); ink < 0.005 || ink > 0.4 {
			t.Errorf("%s has ink on %.1f %% of it", filepath.Base(name), 100*ink)
		}
	}
	if got := strings.TrimSpace(string(tool(t, "zbarimg", "--quiet", "--raw", pages[0]))); !strings.HasPrefix(got, server+"/v/") {
		t.Errorf("the code on paper says %q", got)
	}
}

// inkOf returns the share of a picture that is not white.
func inkOf(t *testing.T, name string) float64 {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	picture, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	dark, all := 0, 0
	bounds := picture.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y += 2 {
		for x := bounds.Min.X; x < bounds.Max.X; x += 2 {
			all++
			if r, g, b, _ := picture.At(x, y).RGBA(); r+g+b < 3*0xd000 {
				dark++
			}
		}
	}
	return float64(dark) / float64(all)
}

// checkDownloaded checks the proof that the browser downloaded.
func (s *running) checkDownloaded(t *testing.T, file string) {
	t.Helper()
	body, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	proof, err := ledger.ReadProof(body)
	if err != nil {
		t.Fatal(err)
	}
	var told struct {
		Data struct {
			Hash string
			Log  struct{ Chave string }
		}
	}
	if err := json.Unmarshal(s.call(t, http.MethodGet, "/v/DEM0-S0JA-2025-MT01?formato=json", "", http.StatusOK), &told); err != nil {
		t.Fatal(err)
	}
	verifier, err := ledger.NewVerifier(told.Data.Log.Chave)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := proof.Check(verifier); err != nil || proof.Hash != told.Data.Hash {
		t.Errorf("the downloaded proof of %s: %v", proof.Hash, err)
	}
}

// tool runs a program that reads what we made, and returns its output.
func tool(t *testing.T, name string, args ...string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), scriptLimit)
	defer cancel()
	out, err := exec.CommandContext(ctx, name, args...).Output()
	if err != nil {
		t.Fatalf("%s %s: %v (make deps installs it)", name, strings.Join(args, " "), err)
	}
	return out
}

// call makes a request with the first key.
func (s *running) call(t *testing.T, method, path, body string, want int) []byte {
	t.Helper()
	status, got := s.ask(t, method, path, body)
	if status != want {
		t.Fatalf("%s %s: %d %s", method, path, status, got)
	}
	return got
}

// ask sends a request with the first key.
func (s *running) ask(t *testing.T, method, path, body string) (status int, got []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.url+path, bytes.NewBufferString(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-API-ACCESS-KEY", rootAccess)
	r.Header.Set("X-API-SECRET-KEY", rootSecret)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if got, err = io.ReadAll(answer.Body); err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, got
}

// post creates a record and returns its id.
func (s *running) post(t *testing.T, path, body string) string {
	t.Helper()
	var told struct{ Data struct{ ID string } }
	if err := json.Unmarshal(s.call(t, http.MethodPost, path, body, http.StatusCreated), &told); err != nil {
		t.Fatal(err)
	}
	return told.Data.ID
}
