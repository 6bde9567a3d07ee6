package files_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/account"
	"rastro/internal/attach/photo/phototest"
	"rastro/internal/kind"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
)

func table(text string) []byte {
	return []byte(`{"type":"Feature","properties":{"nome":"` + text + `"},"geometry":null}`)
}

var sumOf = regexp.MustCompile(`console/anexos/([0-9a-f]{64})"`)

// sums returns the files that a page of a record lists.
func sums(page consoletest.Seen) (all []string) {
	for _, m := range sumOf.FindAllStringSubmatch(page.Body, -1) {
		if len(all) == 0 || all[len(all)-1] != m[1] { // a photo has two links
			all = append(all, m[1])
		}
	}
	return all
}

func receipt(s *consoletest.Site) string {
	return "/registros/" + consoletest.ReceiptSlug + "/" + s.Create(kind.Receiving, "S-1", `{"loteOrigem":"L-1"}`).ID.String()
}

// sendAll sends the form of a record's page with several files, some fields of which are empty, as
// a browser does for the input that was not used.
func sendAll(b *consoletest.Browser, path string, files map[string][]byte) consoletest.Seen {
	b.T.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, content := range files {
		part, err := form.CreateFormFile("arquivo", name)
		if err != nil {
			b.T.Fatal(err)
		}
		_, _ = part.Write(content)
	}
	if _, err := form.CreateFormFile("arquivo", ""); err != nil {
		b.T.Fatal(err)
	}
	_ = form.Close()
	return b.Do(http.MethodPost, path, &body, []string{"Content-Type", form.FormDataContentType(), "Origin", b.Server.URL})
}

// A person adds files without a script, sees and opens them, and removes one after a question.
func TestFilesOfARecord(t *testing.T) {
	consoletest.Each(t, func(s *consoletest.Site) {
		b := s.As(s.Root)
		path := receipt(s)
		b.Get(path).Has(200, "Nenhum arquivo anexado.", `capture="environment"`, `multiple accept="application/pdf,image/jpeg`, `enctype="multipart/form-data"`)
		photo := phototest.Shot{Width: 900, Height: 600, Orientation: 1, TakenAt: "2025:02:10 09:30:00"}.JPEG(t)
		page := sendAll(b, path+"/anexos", map[string][]byte{"placa.jpg": photo, "romaneio.geojson": table("a")}).Has(200, "O que você enviou foi anexado.", "placa.jpg", "romaneio.geojson", "JPEG · ", "GeoJSON · 60 bytes", "?tamanho=320", s.Root.Name)
		if got := sums(page); len(got) != 2 {
			t.Fatalf("%d files\n%s", len(got), page.Body)
		}
		// Sending the form again changes nothing.
		sendAll(b, path+"/anexos", map[string][]byte{"placa.jpg": photo, "romaneio.geojson": table("a")})
		b.Get(path).Has(200, "<dd>3</dd>")
		for _, sum := range sums(page) {
			got := b.Get("/anexos/" + sum).Has(200)
			for name, want := range map[string]string{"Content-Security-Policy": "default-src 'none'; sandbox", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"} {
				if got.Header.Get(name) != want {
					t.Errorf("%s: %q", name, got.Header.Get(name))
				}
			}
			switch how := got.Header.Get("Content-Disposition"); {
			case got.Body == string(photo):
				if !strings.HasPrefix(how, "inline") {
					t.Errorf("the photo: %q", how)
				}
				if small := b.Get("/anexos/" + sum + "?tamanho=320").Has(200); len(small.Body) == 0 || small.Header.Get("Content-Type") != "image/jpeg" {
					t.Errorf("%d bytes, %v", len(small.Body), small.Header)
				}
			case got.Body != string(table("a")) || !strings.HasPrefix(how, "attachment"):
				t.Errorf("%q, %q", how, got.Body)
			}
		}
		sum := sums(page)[0]
		b.Get(path+"/anexos/"+sum+"/tirar").Has(200, "Remover este anexo?", "Sim, remover")
		left := b.Post(path+"/anexos/"+sum+"/tirar").Has(200, "Anexo removido do registro.")
		if got := sums(left); len(got) != 1 || got[0] == sum {
			t.Errorf("%v", got)
		}
		b.Get(path+"/anexos/"+sum+"/tirar").Has(404, "Anexo não encontrado.")
		b.Get(path+"/historico").Has(200, `<th scope="row">Anexo</th>`, "<ins>placa.jpg</ins>", "<ins>romaneio.geojson</ins>", "<del>")
	})
}

// A refused file is named with the reason, in the reader's language, and the others are attached.
func TestRefusedFiles(t *testing.T) {
	t.Parallel()
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	path := receipt(s)
	for tag, want := range map[string]string{"pt": "Não é aceito: é uma página", "en": "It is not accepted: it is a page", "es": "No se acepta: es una página"} {
		b.Header.Set("Accept-Language", tag)
		sendAll(b, path+"/anexos", map[string][]byte{"pagina.html": []byte("<html><script>alert(1)</script></html>"), tag + ".geojson": table(tag)}).Has(422, "pagina.html", want, tag+".geojson").Harmless()
		b.Get(path).Has(200, tag+".geojson").Lacks("pagina.html")
	}
	b.Header.Set("Accept-Language", "pt")
	sendAll(b, path+"/anexos", nil).Has(422, "Nenhum arquivo foi escolhido.")
	b.SendFile(path+"/anexos", "grande.pdf", bytes.Repeat([]byte("%PDF-1.7\n"), 3<<20)).Has(422, "grande.pdf", "25 MiB")
	b.Post(path+"/anexos", "x", "x").Has(400)
}

// Callers who may not read a record find none of its files, those who may not change it get no
// form, and a role without the right sees no personal file. A name is shown as text, whatever it
// contains.
func TestAttackFilesInTheConsole(t *testing.T) {
	t.Parallel()
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	path := receipt(s)
	page := b.SendFile(path+"/anexos", `"><img src=x onerror=alert(1)>.geojson`, table("a")).Has(200, "O que você enviou foi anexado.").Harmless()
	sum := sums(page)[0]
	b.Get(path + "/anexos/" + sum + "/tirar").Has(200).Harmless()

	other := s.As(s.Key(access.Request{Name: "Outra", Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{"T"}}))
	other.Get("/anexos/" + sum).Has(404)
	other.Get("/anexos/" + sum + "?tamanho=320").Has(404)
	other.Get(path + "/anexos/" + sum + "/tirar").Has(404)
	other.Post(path + "/anexos/" + sum + "/tirar").Has(404)
	other.SendFile(path+"/anexos", "b.geojson", table("b")).Has(404)

	reader := s.As(s.Key(access.Request{Name: "Leitora", Scopes: []trace.Scope{trace.Read}}))
	reader.Get(path).Has(200, sum).Lacks("multipart/form-data", "/tirar")
	reader.Get("/anexos/" + sum).Has(200)
	reader.SendFile(path+"/anexos", "b.geojson", table("b")).Has(403)
	reader.Post(path + "/anexos/" + sum + "/tirar").Has(403)

	role, err := s.Service.People.SaveRole(t.Context(), &s.Root.Key, "", account.RoleDraft{Title: "Sem nomes", Scopes: []string{"leitura", "escrita"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	blind, _ := s.Person("Bia", "bia@norte.br", role.ID, "")
	with := b.SendFile(path+"/anexos", "pessoas.geojson", table("p"), "pessoal", "sim").Has(200, "pessoas.geojson", "dado pessoal")
	hidden := sums(with)[1]
	blind.Get(path).Has(200, sum).Lacks("pessoas.geojson", hidden)
	b.Get(path+"/historico").Has(200, "pessoas.geojson")
	blind.Get(path+"/historico").Has(200, "<ins>img src=x onerror=alert(1).geojson</ins>").Lacks("pessoas.geojson").Harmless()
	blind.Get("/anexos/" + hidden).Has(404)
	blind.Get(path + "/anexos/" + hidden + "/tirar").Has(404)
	blind.Post(path + "/anexos/" + hidden + "/tirar").Has(404)
	b.Get("/anexos/" + hidden).Has(200)
	s.Visitor().Get("/anexos/" + sum).Lacks("properties")
}

// A record's page shows what the review of its harvest says about it, and when and where a photo
// was taken. The review calls the record by its title.
func TestPhotoAgainstTheHarvest(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	path := receipt(s)
	b.Get(path).Has(200).Lacks("Foto tirada", "Veja a conferência da safra")
	shot := phototest.Shot{Width: 90, Height: 60, Orientation: 1, TakenAt: "2039:02:10 09:30:00", Lat: -12.5, Lon: -55.25}.JPEG(t)
	sendAll(b, path+"/anexos", map[string][]byte{"placa.jpg": shot}).Has(200, "Foto tirada: 10/02/2039 09:30 · -12,5; -55,25",
		"a foto placa.jpg diz que foi tirada em").Lacks("não achou nada a corrigir", "Sem achados")
	b.Get("/safras/S-1/conferencia").Has(200, "a foto placa.jpg", "Recebimento · L-1").Lacks("(…", "safra S-2")
	// A record of another harvest that has the same file is called by its harvest too.
	other := "/registros/" + consoletest.ReceiptSlug + "/" + s.Create(kind.Receiving, "S-2", `{"loteOrigem":"L-1"}`).ID.String()
	sendAll(b, other+"/anexos", map[string][]byte{"placa.jpg": shot}).Has(200)
	b.Get("/safras/S-1/conferencia").Has(200, "Recebimento · L-1 · safra S-2").Lacks("safra S-1<", "(…")
}
