package e2e

import (
	"archive/zip"
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"image"
	"image/png"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rastro/internal/cli"
	"rastro/internal/cosign"
	"rastro/internal/testkit"
	"rastro/internal/verifyfile/standalone"
)

// verifierCase is a file that the browser checks, with the expected result.
type verifierCase struct {
	Name    string `json:"name"`
	File    string `json:"file"`
	Key     string `json:"key,omitempty"`
	Verdict string `json:"verdict"` // "" if the file is not of a type that can be checked
	Words   string `json:"words"`
}

// TestVerifier checks proofs, dossiers and photos in a browser, whole and falsified, on the
// server's page and in the page that a reader saved.
func TestVerifier(t *testing.T) {
	t.Parallel()
	s := startWith(t, "--demo")
	const invoice = "35250112345678000195550010000012341000012345"
	id := s.post(t, "/transporteLogistico/documentacaoCarga", `{"safraId":"DEMO-W","dados":{"notaFiscal":`+invoice+`,"transportadora":"É \u0007 \u2028 😀 \" / \\ ção","ção":1.50,"𝒳":1,"\ufb33":2}}`)
	proof := s.whenLogged(t, "/transporteLogistico/documentacaoCarga/"+id+"/prova")
	public := s.whenLogged(t, "/v/DEM0-S0JA-2025-MT01/prova")
	dossier := s.whenLogged(t, "/eudr/lote/MT25-S-001/dossie.zip")
	layered := s.layeredProof(t)
	photo := s.call(t, http.MethodGet, "/validacao/qrcode/DEM0-S0JA-2025-MT01?formato=png", "", http.StatusOK)
	key := s.logKey(t)

	folder := t.TempDir()
	write := func(name string, content []byte) string {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	replace := func(in []byte, old, with string) []byte {
		if !bytes.Contains(in, []byte(old)) {
			t.Fatalf("%q is not in the file", old)
		}
		return bytes.Replace(in, []byte(old), []byte(with), 1)
	}
	match := func(in []byte, old, with string) []byte {
		out := regexp.MustCompile(old).ReplaceAll(in, []byte(with))
		if bytes.Equal(in, out) {
			t.Fatalf("%q is not in the file", old)
		}
		return out
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, proof, "", "  "); err != nil {
		t.Fatal(err)
	}
	const other = "trace.example/vector+44ef984e+AaPqOZaW8vdBYKL93FatrDxDPoGosZdSNLT9Fba1QfDT"
	members := unpacked(t, dossier)
	firstRecord := func(change func(m *archived)) []byte {
		changed := append([]archived{}, members...)
		for i := range changed {
			if strings.HasPrefix(changed[i].name, "registros/") {
				change(&changed[i])
				break
			}
		}
		return packed(t, relist(t, changed))
	}
	cases := []verifierCase{
		{"a proof", write("prova.json", proof), "", "holds", "letra por letra"},
		{"an indented proof", write("identada.json", indented.Bytes()), "", "holds", "letra por letra"},
		{"a validation that names layers", write("camadas.json", layered), "", "holds", "Camadas públicas (1), segundo a validação: prodes (DESMATAMENTO, 2025-07-31"},
		{"a public proof", write("publica.json", public), "", "bare", "não o que está escrito nele"},
		{"a dossier", write("dossie.zip", dossier), "", "records", "todos estão no log"},
		{"without a key", write("sem.json", proof), " ", "open", "informe a chave"},
		{"a dossier without a key", write("sem.zip", dossier), " ", "open", key},
		{"another key", write("outra.json", proof), other, "fails", "a chave é do log trace.example/vector"},
		{"a key cut off", write("cortada.json", proof), key[:20], "open", "A chave está incompleta"},
		{"another last digit", write("a.json", replace(proof, invoice, invoice[:43]+"6")), "", "fails", "alguma coisa foi alterada"},
		{"a rounded number", write("b.json", replace(proof, invoice, "3.5250112345678e+43")), "", "fails", "alguma coisa foi alterada"},
		{"another entry", write("c.json", match(public, `"hash":"[0-9a-f]{64}"`, `"hash":"`+strings.Repeat("00", 32)+`"`)), "", "fails", "não está no log"},
		{"another place", write("d.json", match(public, `"indice":(\d+)`, `"indice":${1}1`)), "", "fails", "não está no log"},
		{"a shorter path", write("e.json", match(public, `"prova":\["[^"]*",`, `"prova":[`)), "", "fails", "não está no log"},
		{"a member twice", write("f.json", replace(proof, `"notaFiscal"`, `"notaFiscal":1,"notaFiscal"`)), "", "fails", "duas vezes"},
		{"half a proof", write("m.json", proof[:len(proof)/2]), "", "fails", "não é um JSON válido"},
		{"another size", write("n.json", match(public, `(checkpoint":"[^"\\]*\\n)(\d+)`, `${1}9${2}`)), "", "fails", "não está no log"},
		{"a changed file", write("g.zip", packed(t, append([]archived{{members[0].name, append([]byte(" "), members[0].content...)}}, members[1:]...))), "", "fails", "foi trocado ou alterado"},
		{"one file more", write("h.zip", packed(t, append([]archived{{"mais.txt", nil}}, members...))), "", "fails", "não está no manifesto"},
		{"a record with another name", write("i.zip", firstRecord(func(m *archived) { m.name += "x" })), "", "fails", "não são os que o rastreio lista"},
		{"a changed record", write("j.zip", firstRecord(func(m *archived) { m.content = replace(m.content, `"versao":1`, `"versao":2`) })), "", "fails", "foi alterado ou não está no log"},
		{"a dossier cut off", write("k.zip", dossier[:len(dossier)-100]), "", "fails", "incompleto ou danificado"},
		{"no records", write("p.zip", packed(t, relist(t, withoutRecords(members)))), "", "fails", "não são os que o rastreio lista"},
		{"another lot", write("q.zip", packed(t, changed(members, "manifesto.json", `"lote":"MT25-S-001"`, `"lote":"MT25-S-002"`))), "", "fails", "lotes diferentes"},
		{"another key inside", write("r.zip", packed(t, relist(t, replaced(members, "log/chave.txt", other+"\n")))), "", "fails", "não é a que você informou"},
		{"a file nobody lists", write("s.zip", packed(t, relist(t, append(slices.Clone(members), archived{"anexos/0009 Laudo.pdf", []byte("%PDF-")})))), "", "fails", "Nenhum registro lista"},
		{"a later form", write("t.zip", packed(t, changed(members, "manifesto.json", "rastro-dossie-eudr/1", "rastro-dossie-eudr/9"))), "", "unable", "uma versão que esta página não conhece"},
		{"more files than it counts", write("u.zip", miscounted(packed(t, append(slices.Clone(members), archived{"mais.txt", nil})))), "", "fails", "incompleto ou danificado"},
		{"a name that leads out", write("y.zip", packed(t, relist(t, append(slices.Clone(members), archived{"../registros/x.json", nil})))), "", "fails", "não usam"},
		{"another case", write("z.zip", packed(t, relist(t, append(slices.Clone(members), archived{"Manifesto.json", nil})))), "", "fails", "aparece duas vezes"},
		{"another name in a header", write("aa.zip", renamedInHeader(t, members)), "", "fails", "incompleto ou danificado"},
		{"two ends", write("v.zip", twoEnds(dossier)), "", "fails", "incompleto ou danificado"},
		{"a proof behind a mark", write("w.json", append([]byte("\ufeff"), proof...)), "", "fails", "não é um JSON válido"},
		{"half a character", write("x.json", replace(proof, `"transportadora":"É`, `"transportadora":"\ud800`)), "", "fails", "não é um JSON válido"},
		{"a text", write("l.txt", []byte("prova")), "", "", "não é uma prova"},
		{"an empty file", write("o.json", nil), "", "", "não é uma prova"},
	}
	programsAgree(t, cases, key)
	witnessed := s.witnessedCases(t, write, proof, key)
	needBrowser(t)
	out := map[string]any{
		"server": s.url, "key": key, "invoice": invoice, "cases": cases, "witnessed": witnessed,
		"photos":    []verifierCase{{"a photo", write("foto.png", photo), "", "bare", "não o que está escrito nele"}, {"a photo of nothing", write("nada.png", blank(t)), "", "", "Não há um QR code"}},
		"elsewhere": []verifierCase{{"a photo", write("fora.png", photo), "", "", "não consulta outros endereços"}},
	}
	body, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	runScript(t, "verifier.mjs", write("scene.json", body))
}

// layeredProof returns the proof of a validation whose plots were compared with a public layer.
func (s *running) layeredProof(t *testing.T) []byte {
	t.Helper()
	layer := filepath.Join(t.TempDir(), "prodes.geojson")
	if err := os.WriteFile(layer, []byte(`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[-50.1,-12.56],[-50,-12.56],[-50,-12.5],[-50.1,-12.5],[-50.1,-12.56]]]}}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr testkit.Transcript
	if code := cli.Run(t.Context(), []string{"land", "import", layer, "--db", "sqlite:" + s.file, "--name", "prodes", "--kind", "DESMATAMENTO", "--date", "2025-07-31", "--source", "INPE"}, nil, &stdout, &stderr); code != 0 {
		t.Fatalf("land import ends with %d: %s%s", code, &stdout, &stderr)
	}
	s.post(t, "/cadastroPlanejamento/planoCultivo", `{"safraId":"CAMADAS","dados":{"cultura":"SOJA","poligono":[-55.72,-12.55,-55.71,-12.54]}}`)
	id := s.post(t, "/validacao", `{"safraId":"CAMADAS","dados":{"status":"APROVADO"}}`)
	return s.whenLogged(t, "/validacao/"+id+"/prova")
}

// witnessedCase is a file that is checked with keys of witnesses.
type witnessedCase struct {
	Name      string   `json:"name"`
	File      string   `json:"file"`
	Witnesses []string `json:"witnesses"`
	Need      int      `json:"need"`
	Verdict   string   `json:"verdict"`
	Words     string   `json:"words"`
}

// witnessedCases returns a proof that two witnesses cosigned, under several demands. For each,
// rastro-verify gives the verdict that the browser should give.
func (s *running) witnessedCases(t *testing.T, write func(string, []byte) string, proof []byte, key string) []witnessedCase {
	t.Helper()
	var answer struct{ Data struct{ Checkpoint string } }
	if err := json.Unmarshal(proof, &answer); err != nil {
		t.Fatal(err)
	}
	cosigned := answer.Data.Checkpoint
	var keys []string
	for _, name := range []string{"w1.example", "w2.example", "w3.example"} {
		secret, vkey, err := cosign.NewKey(rand.Reader, name)
		if err != nil {
			t.Fatal(err)
		}
		line, err := cosign.Sign(secret, []byte(answer.Data.Checkpoint))
		if err != nil {
			t.Fatal(err)
		}
		if keys = append(keys, vkey); len(keys) < 3 {
			cosigned += string(line)
		}
	}
	quoted := func(text string) []byte {
		out, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	whole := bytes.Replace(proof, quoted(answer.Data.Checkpoint), quoted(cosigned), 1)
	forged := bytes.Replace(whole, []byte("w2.example"), []byte("w3.example"), 1)
	// Choosing the same file again would not change the input, so each case has its own.
	cases := []witnessedCase{
		{"two witnesses", write("testemunhas.json", whole), keys[:2], 0, "holds", "2 de 2"},
		{"two of three", write("testemunhas2.json", whole), keys, 2, "holds", "2 de 3"},
		{"all of three", write("testemunhas3.json", whole), keys, 0, "fails", "2 de 3"},
		{"another's signature", write("forjada.json", forged), keys[2:], 0, "fails", "0 de 1"},
		{"no witness", write("nenhuma.json", proof), keys[:1], 0, "fails", "0 de 1"},
		{"a number without keys", write("semchaves.json", whole), []string{}, 2, "open", "As testemunhas não foram conferidas"},
		{"more than there are", write("demais.json", whole), keys[:2], 3, "open", "Assinaturas pedidas: 3; chaves informadas: 2"},
		{"one key twice", write("repetida.json", whole), []string{keys[0], keys[0]}, 0, "open", "incompleta ou repetida"},
		{"half a key", write("meia.json", whole), []string{keys[0], keys[1][:20]}, 1, "open", "incompleta ou repetida"},
	}
	codes := map[string]int{"holds": 0, "fails": 1, "open": 2}
	for _, c := range cases {
		args := []string{c.File, "--key", key, "--threshold", strconv.Itoa(c.Need)}
		for _, vkey := range c.Witnesses {
			args = append(args, "--witness-key", vkey)
		}
		var stdout, stderr testkit.Transcript
		if code := standalone.Run(args, nil, &stdout, &stderr); code != codes[c.Verdict] {
			t.Errorf("%s: rastro-verify ends with %d: %s%s", c.Name, code, &stdout, &stderr)
		}
		if code := cli.Run(t.Context(), append([]string{"verify"}, args...), nil, &stdout, &stderr); (code == 0) != (c.Verdict == "holds") {
			t.Errorf("%s: rastro verify ends with %d: %s%s", c.Name, code, &stdout, &stderr)
		}
	}
	return cases
}

// programsAgree checks that rastro-verify and rastro verify give the browser's result for each
// file.
func programsAgree(t *testing.T, cases []verifierCase, key string) {
	t.Helper()
	codes := map[string]int{"holds": 0, "bare": 0, "records": 0, "open": 3, "fails": 1, "unable": 2, "": 1}
	for _, c := range cases {
		var args []string
		want := codes[c.Verdict]
		switch pinned := strings.TrimSpace(c.Key); {
		case c.Key == "":
			args = []string{"--key", key}
		case pinned != "":
			args = []string{"--key", pinned}
		}
		if c.Key == key[:20] {
			want = 2 // the browser gives a verdict without a key, too
		}
		var stdout, stderr testkit.Transcript
		if code := standalone.Run(append([]string{"--lang", "pt", c.File}, args...), nil, &stdout, &stderr); code != want {
			t.Errorf("%s: rastro-verify ends with %d, want %d: %s%s", c.Name, code, want, &stdout, &stderr)
		}
		code := cli.Run(t.Context(), append([]string{"verify", c.File}, args...), nil, &stdout, &stderr)
		if strings.HasSuffix(c.File, "camadas.json") && !strings.Contains(stdout.String(), "Public layers (1), according to the validation: prodes (") {
			t.Errorf("%s: rastro verify does not name them: %s", c.Name, &stdout)
		}
		if accepts := want == 0 || want == 3 && strings.HasSuffix(c.File, ".zip"); (code == 0) != accepts {
			t.Errorf("%s: rastro verify ends with %d: %s%s", c.Name, code, &stdout, &stderr)
		}
	}
}

// whenLogged repeats a request until the log has everything written before.
func (s *running) whenLogged(t *testing.T, path string) (body []byte) {
	t.Helper()
	testkit.Eventually(t, path, func() bool {
		var status int
		status, body = s.ask(t, http.MethodGet, path, "")
		return status == http.StatusOK
	})
	return body
}

// logKey returns the key that the operator publishes.
func (s *running) logKey(t *testing.T) string {
	t.Helper()
	var stdout, stderr testkit.Transcript
	if code := cli.Run(t.Context(), []string{"log", "key", "--db", "sqlite:" + s.file}, nil, &stdout, &stderr); code != 0 {
		t.Fatalf("log key ended with %d: %s", code, &stderr)
	}
	lines := strings.Fields(stdout.String())
	return lines[len(lines)-1]
}

// blank returns a picture without a code.
func blank(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewGray(image.Rect(0, 0, 300, 300))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// archived is a file of a dossier.
type archived struct {
	name    string
	content []byte
}

func unpacked(t *testing.T, dossier []byte) (members []archived) {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(dossier), int64(len(dossier)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		members = append(members, archived{f.Name, content})
	}
	return members
}

func packed(t *testing.T, members []archived) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, m := range members {
		part, err := w.Create(m.name)
		if err == nil {
			_, err = part.Write(m.content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// withoutRecords removes the records, also from the trace.
func withoutRecords(members []archived) (kept []archived) {
	for _, m := range members {
		if m.name == "rastreio.json" {
			m.content = regexp.MustCompile(`(?s)"registros":\[.*?\]`).ReplaceAll(m.content, []byte(`"registros":[]`))
		}
		if !strings.HasPrefix(m.name, "registros/") && !strings.HasPrefix(m.name, "anexos/") {
			kept = append(kept, m)
		}
	}
	return kept
}

// changed replaces a text in one of the files, once.
func changed(members []archived, name, old, with string) []archived {
	members = slices.Clone(members)
	for i, m := range members {
		if m.name == name {
			members[i].content = bytes.Replace(m.content, []byte(old), []byte(with), 1)
		}
	}
	return members
}

// replaced replaces the content of one of the files.
func replaced(members []archived, name, content string) []archived {
	members = slices.Clone(members)
	for i, m := range members {
		if m.name == name {
			members[i].content = []byte(content)
		}
	}
	return members
}

// endRecord is how long the end of an archive is, without a comment.
const endRecord = 22

// miscounted makes the archive claim one file less than its directory has.
func miscounted(archive []byte) []byte {
	end := archive[len(archive)-endRecord:]
	for _, at := range []int{8, 10} {
		binary.LittleEndian.PutUint16(end[at:], binary.LittleEndian.Uint16(end[at:])-1)
	}
	return archive
}

// renamedInHeader puts another name into the header of the first file, as Info-ZIP does for names
// in UTF-8. The directory has only the usual one.
func renamedInHeader(t *testing.T, members []archived) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i, m := range members {
		header := &zip.FileHeader{Name: m.name, Method: zip.Deflate}
		if i == 0 {
			header.Extra = []byte("up\x06\x00\x01\x00\x00\x00\x00b")
		}
		part, err := w.CreateHeader(header)
		if err == nil {
			header.Extra = nil
			_, err = part.Write(m.content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// twoEnds puts another end into the comment of the archive.
func twoEnds(archive []byte) []byte {
	archive = bytes.Clone(archive)
	end := bytes.Clone(archive[len(archive)-endRecord:])
	comment := append(end, "more"...)
	binary.LittleEndian.PutUint16(archive[len(archive)-2:], uint16(len(comment)))
	return append(archive, comment...)
}

// relist writes a manifest that fits the files, as a forger would.
func relist(t *testing.T, members []archived) []archived {
	t.Helper()
	members = slices.Clone(members)
	var manifest map[string]any
	at := -1
	files := []map[string]any{}
	for i, m := range members {
		if m.name == "manifesto.json" {
			at = i
			continue
		}
		sum := sha256.Sum256(m.content)
		files = append(files, map[string]any{"nome": m.name, "bytes": len(m.content), "sha256": hex.EncodeToString(sum[:])})
	}
	if err := json.Unmarshal(members[at].content, &manifest); err != nil {
		t.Fatal(err)
	}
	manifest["arquivos"] = files
	content, err := json.Marshal(manifest)
	if err != nil {
		t.Fatal(err)
	}
	members[at].content = content
	return members
}
