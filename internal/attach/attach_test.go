package attach_test

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/attach"
	"rastro/internal/attach/photo/phototest"
	"rastro/internal/attachment"
	"rastro/internal/blob"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/reach"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

var (
	receipt   = kind.ByPrefix(kind.Receiving)
	everybody = &trace.Key{AccessKey: "rk_all", Name: "Cooperativa X", Scopes: []trace.Scope{trace.Read, trace.Write, trace.Admin}}
	guest     = &trace.Key{AccessKey: "rk_guest", Name: "Auditor", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"S"}}
	stranger  = &trace.Key{AccessKey: "rk_other", Name: "Outra", Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{"T"}}
	grader    = &trace.Key{AccessKey: "person", Name: "Ana", Person: "p1", Scopes: []trace.Scope{trace.Read, trace.Write}}
)

// bench is a service over a real store, with a clock that can be moved.
type bench struct {
	testing.TB
	app   *app.App
	store trace.Store
	blobs blob.Store
	ahead time.Duration
}

func newBench(t testing.TB, d *stores.Database) *bench {
	b := &bench{TB: t, store: d.Store(t), blobs: d.Blobs(t)}
	b.app = b.server()
	if err := b.app.StartLog(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *bench) server() *app.App {
	b.Helper()
	made, err := app.New(b.Context(), b.store, app.Options{Now: func() time.Time { return time.Now().Add(b.ahead) }, Random: rand.Reader, Log: testkit.Silent(), Blobs: b.blobs})
	if err != nil {
		b.Fatal(err)
	}
	return made
}

func (b *bench) create(harvest string) string {
	b.Helper()
	made, err := b.app.Create(b.Context(), everybody, receipt, trace.Envelope{HarvestID: harvest, Payload: []byte(`{"volume":"1 t"}`)}, nil)
	if err != nil {
		b.Fatal(err)
	}
	return made.Record.ID.String()
}

// table returns a file that differs from others by its text.
func table(text string) []byte {
	return []byte(`{"type":"Feature","properties":{"nome":"` + text + `"},"geometry":null}`)
}

func (b *bench) receive(up attach.Upload) *attach.Received {
	b.Helper()
	file, err := b.app.Files.Receive(b.Context(), up)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(file.Drop)
	return file
}

func (b *bench) attach(id string, body []byte) string {
	b.Helper()
	file := b.receive(attach.Upload{Name: "a.geojson", Body: bytes.NewReader(body)})
	if _, err := b.app.Files.Attach(b.Context(), everybody, receipt, id, file, trace.AnyVersion, nil); err != nil {
		b.Fatal(err)
	}
	return file.File.Sum
}

// sees reports whether a key reads a file, and that it is the right one.
func (b *bench) sees(by *trace.Key, sum string, body []byte) bool {
	b.Helper()
	_, content, err := b.app.Files.Open(b.Context(), by, sum)
	if trace.Is(err, trace.CodeNoFile) {
		return false
	}
	if err != nil {
		b.Fatal(err)
	}
	defer content.Close()
	got, err := io.ReadAll(content)
	if err != nil || !bytes.Equal(got, body) {
		b.Errorf("%d bytes, %v; want %d", len(got), err, len(body))
	}
	return true
}

func (b *bench) stored(sum string) bool {
	b.Helper()
	parsed, _ := blob.ParseSum(sum)
	_, err := b.blobs.Stat(b.Context(), parsed)
	if err != nil && !errors.Is(err, blob.ErrMissing) {
		b.Fatal(err)
	}
	return err == nil
}

func TestAttach(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		b := newBench(t, d)
		id, body := b.create("S"), table("um")
		sum := b.attach(id, body)
		r, err := b.app.Get(t.Context(), everybody, receipt, id)
		if err != nil || r.Version != 2 || !strings.Contains(string(r.Seal), sum) || !r.Intact() {
			t.Fatalf("version %d, %s, %v", r.Version, r.Seal, err)
		}
		if again := b.attach(id, body); again != sum {
			t.Errorf("%s, then %s", sum, again)
		}
		// A later update keeps the list.
		updated, err := b.app.Update(t.Context(), everybody, receipt, trace.Envelope{HarvestID: "S", ID: id, Payload: []byte(`{"volume":"2 t"}`)}, trace.AnyVersion)
		if err != nil || updated.Version != 3 || !bytes.Equal(updated.Seal, r.Seal) {
			t.Errorf("version %d, %s, %v", updated.Version, updated.Seal, err)
		}
		if _, err := b.app.Files.Detach(t.Context(), everybody, receipt, id, sum, trace.IfMatch{2}); !trace.Is(err, trace.CodeStale) {
			t.Errorf("an old version: %v", err)
		}
		if _, err := b.app.Files.Detach(t.Context(), everybody, receipt, id, sum, trace.IfMatch{3}); err != nil {
			t.Fatal(err)
		}
		files, version, err := b.app.Files.Attachments(t.Context(), everybody, receipt, id)
		if len(files) != 0 || version != 4 || err != nil {
			t.Errorf("%v, %d, %v", files, version, err)
		}
		if !b.sees(guest, sum, body) {
			t.Error("the history still names the file")
		}
		now, err := b.app.Get(t.Context(), everybody, receipt, id)
		if err != nil || now.Seal != nil {
			t.Errorf("%s, %v", now.Seal, err)
		}
	})
}

// A key that may not read a record does not see its files, and a role without the right sees no
// personal ones.
func TestAttackFilesOfOthers(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		b := newBench(t, d)
		id, body := b.create("S"), table("segredo")
		sum := b.attach(id, body)
		if !b.sees(everybody, sum, body) || !b.sees(guest, sum, body) || b.sees(stranger, sum, body) || !b.sees(grader, sum, body) {
			t.Error("the wrong keys see the file")
		}
		other := b.create("T")
		if _, _, err := b.app.Files.Attachments(t.Context(), stranger, receipt, id); !trace.Is(err, trace.CodeRecordNotFound) {
			t.Errorf("%v", err)
		}
		if err := b.app.Files.MayAttach(t.Context(), stranger, receipt, id); !trace.Is(err, trace.CodeRecordNotFound) {
			t.Errorf("%v", err)
		}
		b.attach(other, body) // now a record of the stranger has the same bytes
		if !b.sees(stranger, sum, body) {
			t.Error("it is the stranger's own file")
		}
		xml := []byte(`<nota><cpf>123</cpf></nota>`)
		file := b.receive(attach.Upload{Name: "nota.xml", Body: bytes.NewReader(xml)})
		if _, err := b.app.Files.Attach(t.Context(), everybody, receipt, id, file, trace.AnyVersion, nil); err != nil || !file.File.Personal {
			t.Fatalf("personal %t, %v", file.File.Personal, err)
		}
		if b.sees(grader, file.File.Sum, xml) || !b.sees(guest, file.File.Sum, xml) {
			t.Error("who may not see personal data sees the invoice, or a key does not")
		}
		listed, _, err := b.app.Files.Attachments(t.Context(), grader, receipt, id)
		if err != nil || len(listed) != 1 {
			t.Errorf("%v, %v", listed, err)
		}
		if r, err := b.app.Get(t.Context(), grader, receipt, id); err != nil || strings.Contains(string(r.Seal), file.File.Sum) {
			t.Errorf("%s, %v", r.Seal, err)
		}
		if _, err := b.app.Files.Detach(t.Context(), grader, receipt, id, file.File.Sum, trace.AnyVersion); !trace.Is(err, trace.CodeNoFile) {
			t.Errorf("%v", err)
		}
		// A save by somebody who does not see the file keeps it.
		if _, err := b.app.Update(t.Context(), grader, receipt, trace.Envelope{HarvestID: "S", ID: id, Payload: []byte(`{"volume":"3 t"}`)}, trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		if listed, _, err := b.app.Files.Attachments(t.Context(), everybody, receipt, id); err != nil || len(listed) != 2 {
			t.Errorf("%v, %v", listed, err)
		}
	})
}

// An erasure destroys the bytes, unless another record has the same file.
func TestEraseFiles(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		b := newBench(t, d)
		one, two := b.create("S"), b.create("T")
		shared, alone, removed := b.attach(one, table("ambos")), b.attach(one, table("só um")), b.attach(one, table("tirado"))
		b.attach(two, table("ambos"))
		if _, err := b.app.Files.Detach(t.Context(), everybody, receipt, one, removed, trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		if _, err := b.app.Erase(t.Context(), everybody, receipt, one, "pedido do titular"); err != nil {
			t.Fatal(err)
		}
		if b.stored(alone) || b.stored(removed) || !b.stored(shared) {
			t.Errorf("alone %t, removed %t, shared %t", b.stored(alone), b.stored(removed), b.stored(shared))
		}
		if b.sees(guest, shared, table("ambos")) || !b.sees(stranger, shared, table("ambos")) {
			t.Error("the file is still the erased record's, or no longer the other's")
		}
		if _, _, err := b.app.Files.Attachments(t.Context(), everybody, receipt, one); !trace.Is(err, trace.CodeErased) {
			t.Errorf("%v", err)
		}
	})
}

// The sweep removes what a process left behind if it was killed before it wrote the record, and
// nothing that is listed or new.
func TestSweep(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		b := newBench(t, d)
		named, orphan := b.attach(b.create("S"), table("no registro")), b.receive(attach.Upload{Body: bytes.NewReader(table("sem registro"))})
		if n, err := b.app.Files.Sweep(t.Context()); n != 0 || err != nil {
			t.Errorf("%d removed, %v; want none, since all are new", n, err)
		}
		b.ahead = attach.Grace + time.Minute
		if n, err := b.app.Files.Sweep(t.Context()); n != 1 || err != nil || b.stored(orphan.File.Sum) || !b.stored(named) {
			t.Errorf("%d removed, %v", n, err)
		}
		// The record that comes late gets its file all the same.
		id := b.create("S")
		if _, err := b.app.Files.Attach(t.Context(), everybody, receipt, id, orphan, trace.AnyVersion, nil); err != nil || !b.stored(orphan.File.Sum) {
			t.Errorf("%v", err)
		}
	})
}

// A record can have its files from the first version on.
func TestCreateWithFiles(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		b := newBench(t, d)
		body := []byte(`<nota/>`)
		file := b.receive(attach.Upload{Name: "nota.xml", Body: bytes.NewReader(body)})
		journal := trace.NewJournal(b.app.Now, rand.Reader)
		r, err := journal.First(everybody, receipt, trace.Envelope{HarvestID: "S", Payload: []byte(`{}`)})
		if err == nil {
			err = b.app.Files.List(&r, file)
		}
		if err == nil {
			err = b.app.Finish(&r, func(int64) error { return nil })
		}
		if err != nil {
			t.Fatal(err)
		}
		err = b.store.Update(t.Context(), func(w trace.Writer) error {
			if err := w.Append(t.Context(), r); err != nil {
				return err
			}
			return b.app.Files.Note(t.Context(), attach.FilesOf(w), &r, file)
		})
		if err != nil || !b.sees(everybody, file.File.Sum, body) {
			t.Errorf("%v", err)
		}
		got, err := b.app.Get(t.Context(), everybody, receipt, r.ID.String())
		if err != nil || got.Version != 1 || !got.Intact() || !strings.Contains(string(got.Seal), file.File.Sum) {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

func TestVerify(t *testing.T) {
	b := newBench(t, stores.SQLite(t))
	id := b.create("S")
	good, gone := b.attach(id, table("bom")), b.attach(id, table("perdido"))
	parsed, _ := blob.ParseSum(gone)
	if err := b.blobs.Delete(t.Context(), parsed); err != nil {
		t.Fatal(err)
	}
	var wrong []string
	n, err := attach.Verify(t.Context(), b.store, b.blobs, func(s string) { wrong = append(wrong, s) })
	if n != 2 || err != nil || len(wrong) != 1 || !strings.Contains(wrong[0], gone) || !strings.Contains(wrong[0], id) || strings.Contains(wrong[0], good) {
		t.Errorf("%d files, %q, %v", n, wrong, err)
	}
	if _, _, err := b.app.Files.Open(t.Context(), everybody, gone); !trace.Is(err, trace.CodeFileLost) {
		t.Errorf("%v", err)
	}
}

func TestReceiveRefuses(t *testing.T) {
	b := newBench(t, stores.SQLite(t))
	other := blob.Sum{1}
	for _, tc := range []struct {
		name string
		up   attach.Upload
		code trace.Code
	}{
		{"a page", attach.Upload{Body: strings.NewReader("<html></html>")}, trace.CodeFileType},
		{"too large", attach.Upload{Body: io.LimitReader(zeros{}, 26<<20)}, trace.CodeFileTooLarge},
		{"another digest", attach.Upload{Body: bytes.NewReader(table("x")), Digest: &other}, trace.CodeFileDiffers},
		{"cut off", attach.Upload{Body: io.MultiReader(bytes.NewReader(table("x")), failing{})}, trace.CodeFileCutOff},
	} {
		if _, err := b.app.Files.Receive(t.Context(), tc.up); !trace.Is(err, tc.code) {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func TestNames(t *testing.T) {
	b := newBench(t, stores.SQLite(t))
	for given, want := range map[string]string{
		"": "anexo.geojson", "../../etc/passwd": "passwd.geojson", `C:\fotos\a.geojson`: "a.geojson", "nota\r\nX: y.json": "notaX y.json", "a\u202egpj.exe": "agpj.geojson", "romaneio.bat": "romaneio.geojson", "a\u2066.js\u200b": "a.geojson",
		strings.Repeat("á", 300) + ".csv": strings.Repeat("á", 192) + ".geojson", "Romaneio São José.geojson": "Romaneio São José.geojson",
	} {
		if got := b.receive(attach.Upload{Name: given, Body: bytes.NewReader(table(fmt.Sprintf("%x", given)))}).File.Name; got != want {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
	}
}

func TestSmallCopies(t *testing.T) {
	b := newBench(t, stores.SQLite(t))
	id := b.create("S")
	body := phototest.Shot{Width: 900, Height: 600, Orientation: 6, TakenAt: "2025:02:10 09:30:00", Lat: -12.5, Lon: -55.7}.JPEG(t)
	sum := b.attach(id, body)
	for range 2 {
		f, small, err := b.app.Files.Small(t.Context(), everybody, sum, 320)
		if err != nil || f.Width != 600 || f.Height != 900 || !f.Personal || bytes.Contains(small, []byte("Exif")) {
			t.Errorf("%+v, %d bytes, %v", f, len(small), err)
		}
	}
	if _, _, err := b.app.Files.Small(t.Context(), stranger, sum, 320); !trace.Is(err, trace.CodeNoFile) {
		t.Errorf("a stranger: %v", err)
	}
	if _, _, err := b.app.Files.Small(t.Context(), everybody, b.attach(id, table("x")), 320); !trace.Is(err, trace.CodeNoPreview) {
		t.Errorf("a table: %v", err)
	}
}

func TestTooManyFiles(t *testing.T) {
	b := newBench(t, stores.SQLite(t))
	id := b.create("S")
	for i := range 50 {
		b.attach(id, table(fmt.Sprint(i)))
	}
	file := b.receive(attach.Upload{Body: bytes.NewReader(table("mais um"))})
	if _, err := b.app.Files.Attach(t.Context(), everybody, receipt, id, file, trace.AnyVersion, nil); !trace.Is(err, trace.CodeTooManyFiles) {
		t.Errorf("%v", err)
	}
}

// Strangers learn how many documents a validated harvest has, and nothing else about them.
func TestPublicCount(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		b := newBench(t, d)
		one, two := b.create("S"), b.create("S")
		sum := b.attach(one, table("nome de alguém"))
		b.attach(two, table("nome de alguém"))
		b.attach(b.create("T"), table("de outra safra"))
		made, err := b.app.Create(t.Context(), everybody, kind.ByPrefix(kind.Validation), trace.Envelope{HarvestID: "S", Payload: []byte(`{"aprovada":false}`)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		page, err := b.app.PublicValidation(t.Context(), made.Record.ValidationCode)
		if err != nil || page.Files != 2 {
			t.Fatalf("%d documents, %v", page.Files, err)
		}
		shown, err := canon.Marshal(page)
		if err != nil || !strings.Contains(string(shown), `"documentos":2`) {
			t.Errorf("%s, %v", shown, err)
		}
		for _, secret := range []string{sum, "a.geojson", "application/geo+json", "Cooperativa X"} {
			if strings.Contains(string(shown), secret) {
				t.Errorf("strangers read %q: %s", secret, shown)
			}
		}
	})
}

// A file is looked for only where its reader has access: however often others name it, they cannot
// hide it from anybody.
func TestPlacesWithinReach(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		b := newBench(t, d)
		body := table("comum")
		var sum string
		for _, harvest := range []string{"S", "S", "S", "T"} {
			sum = b.attach(b.create(harvest), body)
		}
		for _, tc := range []struct {
			within reach.Set
			want   int
		}{{reach.Set{}, 4}, {reach.Only("S"), 3}, {reach.Only("T"), 1}, {reach.Only("S", "T"), 4}, {reach.Set{Organization: reach.ID{1}}, 0}} {
			var found []attachment.Place
			err := b.store.View(t.Context(), func(r trace.Reader) (err error) {
				found, err = r.(attachment.Reader).Attached(t.Context(), sum, tc.within, attachment.Place{}, 10)
				return err
			})
			if err != nil || len(found) != tc.want {
				t.Errorf("%+v: %d places, %v; want %d", tc.within, len(found), err, tc.want)
			}
		}
		if !b.sees(stranger, sum, body) || !b.sees(guest, sum, body) {
			t.Error("who reads one of the records does not see the file")
		}
	})
}
