package api_test

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"mime/multipart"
	"strings"
	"testing"

	"rastro/internal/attach/photo/phototest"
)

// paper is a small file whose type is not an image.
const paper = `<romaneio><placa>ABC1C34</placa></romaneio>`

// A file is attached, listed, read in whole and in part, and removed over the wire.
func TestAttachmentsOverTheWire(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, root client) {
		made := root.post("/armazenamento/recebimento", `{"safraId":"S","dados":{"volume":"1 t"}}`).ok(201).record()
		path := "/armazenamento/recebimento/" + made.ID + "/anexos"
		digest := sha256.Sum256([]byte(paper))
		repr := "Repr-Digest: sha-256=:" + base64.StdEncoding.EncodeToString(digest[:]) + ":"
		sum := fmt.Sprintf("%x", digest)
		sent := root.post(path, paper, "Content-Type: application/xml", `Content-Disposition: attachment; filename*=UTF-8''Romaneio%20S%C3%A3o.xml`, repr, `If-Match: "1"`, "Idempotency-Key: a1").ok(201)
		for _, want := range []string{sum, `"nome":"Romaneio São.xml"`, `"mediaType":"application/xml"`, `"versao":2`, `"anexadoPor":`} {
			if !strings.Contains(string(sent.Data), want) {
				t.Errorf("the answer lacks %s: %s", want, sent.Data)
			}
		}
		if got := sent.header.Get("Location"); got != "/anexos/"+sum {
			t.Errorf("Location %q", got)
		}
		again := root.post(path, paper, "Content-Type: application/xml", `Content-Disposition: attachment; filename*=UTF-8''Romaneio%20S%C3%A3o.xml`, repr, `If-Match: "1"`, "Idempotency-Key: a1").ok(201)
		if again.header.Get("Idempotent-Replayed") != "true" || !bytes.Equal(again.Data, sent.Data) {
			t.Errorf("%s", again.Data)
		}
		root.post(path, paper+strings.Repeat(" ", 1), "Content-Type: application/xml", "Idempotency-Key: a1").fails(422, "IDEMPOTENCIA_DIVERGENTE")
		root.post(path, paper+strings.Repeat(" ", 2), "Content-Type: application/xml", `If-Match: "1"`).fails(412, "VERSAO_DESATUALIZADA")
		root.post(path, paper+strings.Repeat(" ", 3), "Content-Type: application/xml", repr).fails(422, "ANEXO_NAO_CONFERE")
		root.post(path, paper, "Content-Type: application/xml", "Repr-Digest: sha-256=x").fails(400, "PARAMETRO_INVALIDO")
		if problems := root.post(path, "<html><script>1</script></html>", "Content-Type: image/png").fails(415, "ANEXO_TIPO_NAO_ACEITO"); len(problems.Errors) != 1 || problems.Errors[0].Regra != "pagina" {
			t.Errorf("%+v", problems.Errors)
		}
		root.post(path, strings.Repeat("a;b\n", 7<<20), "Content-Type: application/xml").fails(413, "ANEXO_GRANDE")
		root.post("/armazenamento/recebimento/"+someID+"/anexos", paper, "Content-Type: application/xml").fails(404, "REGISTRO_NAO_ENCONTRADO")

		if listed := root.get(path).ok(200); !strings.Contains(string(listed.Data), sum) || listed.header.Get("ETag") != `"2"` {
			t.Errorf("%s", listed.Data)
		}
		if whole := root.get("/armazenamento/recebimento/" + made.ID).ok(200); !strings.Contains(string(whole.Data), `"anexos":[{"sha256":"`+sum) {
			t.Errorf("%s", whole.Data)
		}
		file := root.get("/anexos/" + sum)
		if file.status != 200 || string(file.body) != paper {
			t.Fatalf("%d, %q", file.status, file.body)
		}
		for name, want := range map[string]string{
			"Content-Type": "application/xml", "X-Content-Type-Options": "nosniff", "Etag": `"` + sum + `"`, "Accept-Ranges": "bytes",
			"Content-Security-Policy": "default-src 'none'; sandbox", "Content-Disposition": "attachment; filename*=utf-8''Romaneio%20S%C3%A3o.xml",
		} {
			if got := file.header.Get(name); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
		if part := root.get("/anexos/"+sum, "Range: bytes=0-4"); part.status != 206 || string(part.body) != `<roma` {
			t.Errorf("%d, %q", part.status, part.body)
		}
		if kept := root.get("/anexos/"+sum, `If-None-Match: "`+sum+`"`); kept.status != 304 {
			t.Errorf("%d", kept.status)
		}
		root.get("/anexos/"+sum+"?tamanho=320").fails(422, "ANEXO_SEM_MINIATURA")
		root.get("/anexos/"+sum+"?tamanho=9").fails(400, "PARAMETRO_INVALIDO")
		root.get("/anexos/"+strings.Repeat("0", 64)).fails(404, "ANEXO_NAO_ENCONTRADO")
		root.get("/anexos/x").fails(404, "ANEXO_NAO_ENCONTRADO")

		root.delete(path+"/"+sum, `If-Match: "1"`).fails(412, "VERSAO_DESATUALIZADA")
		root.delete(path + "/" + sum).ok(200)
		root.delete(path+"/"+sum).fails(404, "ANEXO_NAO_ENCONTRADO")
		history := root.get("/armazenamento/recebimento/" + made.ID + "/historico").ok(200)
		if !strings.Contains(string(history.Data), `"anexos":[{"sha256":"`+sum) {
			t.Errorf("the history does not show the file: %s", history.Data)
		}
		for _, what := range []string{"adicionado", "removido"} {
			if !strings.Contains(string(history.Data), `"alteracoesDeAnexos":[{"mudanca":"`+what+`","sha256":"`+sum) {
				t.Errorf("the history does not say that the file was %s: %s", what, history.Data)
			}
		}
		root.post("/armazenamento/recebimento/"+made.ID+"/expurgo", `{"motivo":"Pedido do titular"}`).ok(200)
		root.get("/anexos/"+sum).fails(404, "ANEXO_NAO_ENCONTRADO")
		root.get(path).fails(410, "REGISTRO_EXPURGADO")
		root.post(path, paper, "Content-Type: application/xml").fails(410, "REGISTRO_EXPURGADO")
	})
}

// A photo from a phone's form says where and when it was taken, and has small copies.
func TestPhotoOverTheWire(t *testing.T) {
	root := start(t)
	made := root.post("/armazenamento/recebimento", `{"safraId":"S","dados":{"volume":"1 t"}}`).ok(201).record()
	photo := phototest.Shot{Width: 800, Height: 600, TakenAt: "2025:02:10 09:30:00", Zone: "-03:00", Lat: -12.5, Lon: -55.75}.JPEG(t)
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("arquivo", "IMG_0001.jpg")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := part.Write(photo); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	sent := root.post("/armazenamento/recebimento/"+made.ID+"/anexos?pessoal=false", form.String(), "Content-Type: "+w.FormDataContentType()).ok(201)
	for _, want := range []string{`"nome":"IMG_0001.jpg"`, `"largura":800`, `"tomadaEm":"2025-02-10T09:30:00-03:00"`, `"lat":-12.5`, `"pessoal":false`} {
		if !strings.Contains(string(sent.Data), want) {
			t.Errorf("the answer lacks %s: %s", want, sent.Data)
		}
	}
	small := root.get(sent.header.Get("Location") + "?tamanho=320")
	if small.status != 200 || small.header.Get("Content-Type") != "image/jpeg" || bytes.Contains(small.body, []byte("Exif")) || len(small.body) >= len(photo)*2 {
		t.Errorf("%d, %s, %d bytes", small.status, small.header.Get("Content-Type"), len(small.body))
	}
}

// Each digest that is sent is checked, and contradicting ones are refused. Unknown algorithms are
// ignored, and the answer lists the known ones.
func TestDigestsOfAFile(t *testing.T) {
	root := start(t)
	made := root.post("/armazenamento/recebimento", `{"safraId":"S","dados":{"volume":"1 t"}}`).ok(201).record()
	path := "/armazenamento/recebimento/" + made.ID + "/anexos"
	short, long := sha256.Sum256([]byte(paper)), sha512.Sum512([]byte(paper))
	sha := "sha-256=:" + base64.StdEncoding.EncodeToString(short[:]) + ":"
	sha5 := "sha-512=:" + base64.StdEncoding.EncodeToString(long[:]) + ":"
	long[0]++
	wrong := "sha-512=:" + base64.StdEncoding.EncodeToString(long[:]) + ":"
	send := func(digest string) answer {
		return root.post(path, paper, "Content-Type: application/xml", "Repr-Digest: "+digest)
	}
	send(wrong).fails(422, "ANEXO_NAO_CONFERE")
	send(sha+", "+wrong).fails(422, "ANEXO_NAO_CONFERE")
	send(sha+", "+sha).fails(400, "PARAMETRO_INVALIDO")
	send("sha-512=:AAAA:").fails(400, "PARAMETRO_INVALIDO")
	for _, digest := range []string{sha5, sha + ", " + sha5, "md5=:AAAA:, " + sha} {
		if got := send(digest).ok(201).header.Get("Want-Repr-Digest"); got != "" {
			t.Errorf("%s: asked for %q", digest, got)
		}
	}
	if got := send("md5=:AAAA:").ok(201).header.Get("Want-Repr-Digest"); got != "sha-256=10, sha-512=9" {
		t.Errorf("asked for %q", got)
	}
}

// A form with two files is refused as a whole: none is silently left out. An empty field is not a
// file.
func TestOneFileInAForm(t *testing.T) {
	root := start(t)
	made := root.post("/armazenamento/recebimento", `{"safraId":"S","dados":{"volume":"1 t"}}`).ok(201).record()
	path := "/armazenamento/recebimento/" + made.ID + "/anexos"
	form := func(names ...string) (string, string) {
		var body bytes.Buffer
		w := multipart.NewWriter(&body)
		for _, name := range names {
			part, err := w.CreateFormFile("arquivo", name)
			if err != nil {
				t.Fatal(err)
			}
			if name != "" {
				_, _ = part.Write([]byte(paper))
			}
		}
		_ = w.WriteField("nota", "x")
		_ = w.Close()
		return body.String(), "Content-Type: " + w.FormDataContentType()
	}
	two, media := form("a.xml", "b.xml")
	root.post(path, two, media).fails(422, "UM_ARQUIVO_POR_PEDIDO")
	if listed := root.get(path).ok(200); strings.Contains(string(listed.Data), "sha256") {
		t.Errorf("one was attached: %s", listed.Data)
	}
	one, media := form("a.xml", "")
	root.post(path, one, media).ok(201)
}
