package api_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

type qrCode struct{ Codigo, URL, MediaType, Imagem, SVG string }

func TestQRCode(t *testing.T) {
	t.Parallel()
	c := start(t)
	r := c.create(validations, "S-1", `{}`)
	path := "/validacao/qrcode/" + r.Codigo
	a := c.get(path).ok(200).has("Content-Type", "application/json")
	got := decode[qrCode](t, a.request, a.Data)
	if got.Codigo != r.Codigo || got.URL != publicURL+"/v/"+r.Codigo || got.MediaType != "image/png" {
		t.Errorf("%+v", got)
	}
	encoded, ok := strings.CutPrefix(got.Imagem, "data:image/png;base64,")
	image, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || !ok {
		t.Fatalf("image %.40q: %v", got.Imagem, err)
	}
	for _, tc := range []struct{ query, accept, media string }{
		{"", "", "application/json"}, {"", "*/*", "application/json"}, {"", "text/html", "application/json"}, {"", "application/json, image/png;q=0.5", "application/json"},
		{"", "image/png", "image/png"}, {"", "image/*", "image/png"}, {"", "image/svg+xml", "image/svg+xml"}, {"", "image/png;q=0.5, image/svg+xml", "image/svg+xml"},
		{"", "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5", "image/png"}, {"", "image/png;q=0", "application/json"}, {"", ";;;,,", "application/json"}, {"", "image/*, image/png;q=0.1", "image/svg+xml"}, {"", "application/json;q=0, */*;q=0.1", "image/png"}, {"", "image/png;q=x", "application/json"},
		{"?formato=png", "", "image/png"}, {"?formato=SVG", "image/png", "image/svg+xml"}, {"?formato=json", "image/png", "application/json"}, {"?formato=", "image/png", "image/png"},
	} {
		a := c.get(path+tc.query, "Accept: "+tc.accept).ok(200).has("Content-Type", tc.media).has("X-Content-Type-Options", "nosniff")
		switch {
		case tc.media == "image/png" && !bytes.Equal(a.body, image):
			t.Errorf("%s %s: another image than in the envelope", tc.query, tc.accept)
		case tc.media == "image/svg+xml" && string(a.body) != got.SVG:
			t.Errorf("%s %s: another drawing than in the envelope", tc.query, tc.accept)
		}
	}
	if config, err := png.DecodeConfig(bytes.NewReader(image)); err != nil || config.Width != config.Height {
		t.Errorf("PNG %+v: %v", config, err)
	}
	var drawing struct{ XMLName xml.Name }
	if err := xml.Unmarshal([]byte(got.SVG), &drawing); err != nil || drawing.XMLName.Local != "svg" {
		t.Errorf("SVG %v: %v", drawing, err)
	}
	c.get(path+"?formato=gif").fails(400, "FORMATO_NAO_SUPORTADO")
	c.get("/validacao/qrcode/NADA", "Accept: image/png").fails(404, "CODIGO_NAO_ENCONTRADO").has("Content-Type", "application/json")
}

// A drawn code is cached, never for a caller who may not read the harvest, and only while its state
// is valid.
func TestKeptQRCode(t *testing.T) {
	t.Parallel()
	c := start(t)
	r := c.create(validations, "S-1", `{"status":"APROVADO"}`)
	path := "/validacao/qrcode/" + r.Codigo
	state := func(who client) string {
		t.Helper()
		a := who.get(path).ok(200)
		return decode[struct{ Estado string }](t, a.request, a.Data).Estado
	}
	stranger, guest := c.newKey(`{"safras":["S-2"]}`), c.newKey(`{"safras":["S-1"]}`)
	for range 3 {
		stranger.get(path).fails(404, "CODIGO_NAO_ENCONTRADO")
		if got := state(guest); got != "VALIDA" {
			t.Errorf("it is %s", got)
		}
	}
	c.create(planting, "S-1", `{}`)
	if got := state(c); got != "ALTERADA" {
		t.Errorf("after a record was added it is %s", got)
	}
	c.delete("/validacao/" + r.ID).ok(200)
	c.get(path).fails(404, "CODIGO_NAO_ENCONTRADO")
}

// A code is found however it is copied from a sack.
func TestCodeSpellings(t *testing.T) {
	t.Parallel()
	c := start(t)
	const code = "7K3M-9QXT-4B2N-V01R"
	r := c.create(validations, "S-1", `{"codigo":"`+code+`"}`)
	for _, written := range []string{code, "7k3m-9qxt-4b2n-v01r", "7K3M9QXT4B2NV01R", "7K3M 9QXT 4B2N V01R", " 7k3m9qxt-4b2nv01r ", "7K3M-9QXT-4B2N-VO1R", "7K3M-9QXT-4B2N-VOIR", "7K3M-9QXT-4B2N-V0lR"} {
		a := c.get("/validacao/qrcode/" + url.PathEscape(written)).ok(200)
		if got := decode[qrCode](t, a.request, a.Data); got.Codigo != r.Codigo || got.URL != publicURL+"/v/"+code {
			t.Errorf("%q leads to %+v", written, got)
		}
		c.post(validations, entity("S-1", `{"codigo":"`+written+`"}`)).fails(409, "CODIGO_EM_USO")
	}
	longest := c.create(validations, "S-1", `{"codigo":"`+strings.Repeat("🌱", 100)+`"}`)
	c.get("/validacao/qrcode/" + url.PathEscape(longest.Codigo)).ok(200)
	own := c.create(validations, "S-1", `{"codigo":"Fazenda São José/1 & 2"}`)
	a := c.get("/validacao/qrcode/" + url.PathEscape("fazenda são josé/1 & 2")).ok(200)
	if got := decode[qrCode](t, a.request, a.Data); got.Codigo != own.Codigo || got.URL != publicURL+"/v/"+url.PathEscape(own.Codigo) {
		t.Errorf("own code: %+v", got)
	}
}

// A thousand codes, drawn by the API, are read by a program that is not ours.
func TestZbarReadsOurCodes(t *testing.T) {
	t.Parallel()
	zbarimg, err := exec.LookPath("zbarimg")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("zbarimg is needed in CI (Debian: apt-get install zbar-tools): %v", err)
		}
		t.Skipf("no zbarimg, nothing read back (Debian: apt-get install zbar-tools): %v", err)
	}
	c := start(t, withoutCatalogue)
	dir := t.TempDir()
	// The time goes into zbar, which looks at each line and column: modules are several pixels wide, so
	// each fourth is enough.
	args := []string{"-q", "--raw", "-Sdisable", "-Sqrcode.enable", "-Sx-density=4", "-Sy-density=4"}
	var want []string
	for i := range 1000 {
		code, image := c.drawn(fmt.Sprintf("S-%d", i))
		name := fmt.Sprintf("%03d.png", i)
		if err := os.WriteFile(filepath.Join(dir, name), image, 0o600); err != nil {
			t.Fatal(err)
		}
		args, want = append(args, name), append(want, publicURL+"/v/"+code)
	}
	cmd := exec.CommandContext(t.Context(), zbarimg, args...)
	cmd.Dir = dir
	out, err := cmd.Output() // an error may only mean that a file contained nothing readable
	if err != nil {
		t.Errorf("zbarimg: %v", err)
	}
	same(t, "read back", strings.Fields(string(out)), want)
}

// Codes requested by several callers at once equal those that one caller gets.
func TestQRCodesAtOnce(t *testing.T) {
	t.Parallel()
	c := start(t, withoutCatalogue)
	const callers, each = 8, 5
	var codes [callers * each]string
	var images [callers * each][]byte
	var all sync.WaitGroup
	for caller := range callers {
		all.Go(func() {
			for i := range each {
				n := caller*each + i
				codes[n], images[n] = c.drawn(fmt.Sprintf("S-%d", n))
			}
		})
	}
	all.Wait()
	for n, code := range codes {
		if again := c.get("/validacao/qrcode/"+code, "Accept: image/png"); code == "" || !bytes.Equal(images[n], again.body) {
			t.Errorf("the code of %q is another picture when it is asked for alone", code)
		}
	}
}

// withoutCatalogue gives a server a store with the root key and no phases. A validation reads all
// of them, and a thousand would do little else.
func withoutCatalogue(s *settings) { s.store = bare.SQLite }

var bare = stores.NewTemplate(func(ctx context.Context, store trace.Store) error {
	root := trace.Key{AccessKey: rootAccess, SecretHash: sha256.Sum256([]byte(rootSecret)), Scopes: []trace.Scope{trace.Read, trace.Write, trace.Admin}, CreatedAt: testkit.Epoch}
	return store.Update(ctx, func(w trace.Writer) error { return errors.Join(w.LockKeys(ctx), w.PutKey(ctx, root)) })
})

// drawn makes a validation and fetches its code. Several goroutines may call it, so it
// reports an error and returns nothing where others would end the test.
func (c client) drawn(harvest string) (code string, image []byte) {
	made := c.post(validations, entity(harvest, `{}`))
	if made.status != 201 {
		c.t.Errorf("%s: %d %s", made.request, made.status, made.body)
		return "", nil
	}
	code = made.record().Codigo
	return code, c.get("/validacao/qrcode/"+code, "Accept: image/png").body
}
