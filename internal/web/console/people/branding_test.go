package people_test

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/url"
	"testing"
	"time"

	"rastro/internal/account"
	"rastro/internal/organization"
	"rastro/internal/web/console/consoletest"
)

// sendLogo sends a logo as the form does.
func sendLogo(b *consoletest.Browser, path, version string, file []byte, fields ...string) consoletest.Seen {
	b.T.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	_ = form.WriteField("versao", version)
	for i := 0; i+1 < len(fields); i += 2 {
		_ = form.WriteField(fields[i], fields[i+1])
	}
	part, err := form.CreateFormFile("logo", "logo.svg")
	if err != nil {
		b.T.Fatal(err)
	}
	_, _ = part.Write(file)
	_ = form.Close()
	return b.Do(http.MethodPost, path, &body, []string{"Content-Type", form.FormDataContentType(), "Origin", b.Server.URL})
}

// An organisation's administrator decides what its pages show; if two save at once, one is told of
// the other; and nobody reaches another organisation's settings.
func TestBranding(t *testing.T) {
	s := consoletest.NewSite(t)
	paths := map[string]string{}
	for _, name := range []string{"Alfa", "Beta"} {
		o, _, err := s.Service.RegisterOrganization(t.Context(), &s.Root.Key, organization.Request{Name: &name}, nil)
		if err != nil {
			t.Fatal(err)
		}
		paths[name] = "/organizacoes/" + o.ID.String()
	}
	const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><script>alert(1)</script><circle id="c" r="4"/><use href="#c"/><use href="#c"/></svg>`
	alfa := paths["Alfa"]
	chief, _ := s.Person("Ana Reis", "ana@alfa.example", account.Administrator, "Alfa")
	clerk, _ := s.Person("Caio Lima", "caio@alfa.example", "CAMPO", "Alfa")
	stranger, _ := s.Person("Bia Sol", "bia@beta.example", account.Administrator, "Beta")

	// The server's administrator says who an organisation is; its own administrator says how it
	// looks.
	root := s.As(s.Root)
	root.Post(alfa, "versao", root.Get(alfa).Hidden("versao"), "cnpj", "1").Has(422, "CNPJ válido")
	root.Post(alfa, "versao", root.Get(alfa).Hidden("versao"), "cnpj", "11.222.333/0001-81").Has(200, "A organização foi salva", `value="11.222.333/0001-81"`)
	form := chief.Get(alfa).Has(200, "Alfa", "Fica público", "até 200 KB").Lacks(`id="nome"`, `id="cnpj"`, `id="razaoSocial"`)
	chief.Post(alfa, "versao", form.Hidden("versao"), "cnpj", "11.444.777/0001-61").Has(403)
	chief.Post(alfa, "versao", form.Hidden("versao"), "cor", "#ffcc00", "frase.en", "Hello").Has(422, "contraste de 1,5:1", `value="Hello"`)
	chief.Post(alfa, "versao", form.Hidden("versao"), "cor", "#14532d", "frase.pt", "Do campo.", "frase.en", "", "frase.es", "").Has(200, "A organização foi salva", "Validada por Alfa (CNPJ 11.222.333/0001-81) em ", "Do campo.")
	chief.Post(alfa, "versao", form.Hidden("versao"), "contato", "x").Has(412)

	const sample = "/organizacoes/cor?nome=Alfa&cor="
	chief.Header.Set("HX-Request", "true")
	chief.Get(sample+"%23FFCC00").Has(200, "contraste de 1,5:1, e precisa de 4,5:1", `fill="#ffcc00"`, ">Alfa</text>")
	chief.Get(sample+"14532d&lang=en").Has(200, "contrast of 9.1:1", `fill="#14532d"`)
	chief.Get(sample+"14532d&lang=es").Has(200, "contraste de 9,1:1. Se lee bien.")
	chief.Get(sample+"14532d&lang=pt").Has(200, "contraste de 9,1:1. Dá para ler bem.")
	chief.Get(sample).Has(200).Lacks("<svg", "<p")
	for _, text := range consoletest.Hostile {
		chief.Get("/organizacoes/cor?"+url.Values{"cor": {text}, "nome": {text}}.Encode()).Harmless().Has(200, "deve ser uma cor").Lacks("<svg")
	}
	chief.Header.Del("HX-Request")
	clerk.Get("/organizacoes/cor?cor=14532d").Has(403)
	version := chief.Get(alfa).Has(200, "Dá para ler bem").Hidden("versao")
	sendLogo(chief, alfa, version, []byte("GIF89a")).Has(422, "não é PNG nem SVG")
	sendLogo(chief, alfa, version, bytes.Repeat([]byte("<"), 200<<10+1)).Has(422, "mais de 200 KB")
	sendLogo(chief, alfa, version, []byte("GIF89a"), "contato", "alfa.example").Has(422, "não é PNG nem SVG", `value="alfa.example"`)
	sendLogo(chief, alfa, version, []byte(drawing), "contato", "alfa.example", "cor", "2E7D32").Has(200, "A organização foi salva", `<img src="`, "Tirar o logo", `value="alfa.example"`, `value="#2e7d32"`,
		"Do SVG ficou de fora: script, use.", "não sai no certificado em PDF")
	chief.Get(alfa+"?fora=script,%3Cb%3E,evil").Has(200, "ficou de fora: script. ")
	root.Get("/organizacoes").Has(200, "11.222.333/0001-81")
	sendLogo(chief, alfa, version, []byte(drawing)).Has(412)
	for _, b := range []*consoletest.Browser{stranger, clerk} {
		want := map[bool]int{true: 404, false: 403}[b == stranger]
		b.Get(alfa).Has(want)
		b.Post(alfa, "versao", "2", "contato", "x").Has(want)
		sendLogo(b, alfa, "2", []byte(drawing)).Has(want)
		b.Post(alfa, "versao", "2", "tirar", "1").Has(want)
	}
	sendLogo(chief, alfa, chief.Get(alfa).Hidden("versao"), nil, "contato", "x").Has(200, `<img src="`).Lacks("ficou de fora")
	chief.Post(alfa, "versao", chief.Get(alfa).Hidden("versao"), "tirar", "1").Has(200, "Ainda não há logo")
	root.Get(alfa).Has(200, `id="nome"`)
}

// If somebody has to sign in again, a file is not carried through, and the page says so.
func TestFileAtAnOpenScreen(t *testing.T) {
	s := consoletest.NewSite(t)
	name := "Alfa"
	o, _, err := s.Service.RegisterOrganization(t.Context(), &s.Root.Key, organization.Request{Name: &name}, nil)
	if err != nil {
		t.Fatal(err)
	}
	chief, _ := s.Person("Ana Reis", "ana@alfa.example", account.Administrator, "Alfa")
	s.Clock.Add(11 * time.Minute)
	sendLogo(chief, "/organizacoes/"+o.ID.String(), "1", []byte("x")).Has(401, "Confirme que é você", "envie o arquivo outra vez").Lacks("não se perde")
}
