package fiscal_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"rastro/internal/fiscal"
	"rastro/internal/fiscal/fiscaltest"
)

// packed makes an archive of pairs of a name and a content.
func packed(t testing.TB, files ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(files[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func opened(t testing.TB, file []byte) *fiscal.Archive {
	t.Helper()
	a, err := fiscal.OpenZip(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func codeOf(err error) fiscal.Code {
	var failure *fiscal.Error
	if errors.As(err, &failure) {
		return failure.Code
	}
	return ""
}

func TestZip(t *testing.T) {
	signer := fiscaltest.NewAuthority().Signer(fiscaltest.CNPJ)
	one, two := fiscaltest.Invoice{Number: 1}, fiscaltest.Invoice{Number: 2}
	a := opened(t, packed(t,
		"notas/1.xml", one.Authorized(signer), "__MACOSX/notas/._1.xml", "x", "notas/.DS_Store", "x",
		"../../etc/passwd", two.Authorized(signer), "danfe.pdf", "%PDF-1.7", "notas/", "",
		"bomba.xml", "<a>"+strings.Repeat(" ", 4<<20)+"</a>", "grande.xml", "<a>"+strings.Repeat(notRepetitive(), 6)+"</a>"))
	var got []string
	for file, err := range a.All() {
		said := string(codeOf(err))
		if err == nil {
			d, err := fiscal.Read(file.Content)
			if said = string(codeOf(err)); err == nil {
				said = d.Key
			}
		}
		got = append(got, file.Name+" "+said)
	}
	same(t, "files", got, []string{
		"1.xml " + one.Key(), "passwd " + two.Key(), "danfe.pdf DOCUMENTO_DESCONHECIDO", "bomba.xml ARQUIVO_GRANDE", "grande.xml ARQUIVO_GRANDE",
	})
	same(t, "how many", a.Len(), len(got))
}

// notRepetitive returns a mebibyte that does not compress well.
func notRepetitive() string {
	var b strings.Builder
	for i := 0; b.Len() < 1<<20; i++ {
		fmt.Fprintf(&b, "%d,", i*2654435761%1000003)
	}
	return b.String()
}

func TestZipRefusals(t *testing.T) {
	many := make([]string, 2*(fiscal.MaxFiles+1))
	for i := range fiscal.MaxFiles + 1 {
		many[2*i] = fmt.Sprint(i)
	}
	whole := packed(t, "a.xml", "<a/>")
	for _, tc := range []struct {
		name string
		file []byte
		code fiscal.Code
	}{
		{"too many files", packed(t, many...), fiscal.TooLarge},
		{"cut short", whole[:len(whole)-8], fiscal.BadZip},
		{"no archive", []byte("PK\x03\x04 and no more"), fiscal.BadZip},
		{"33 MiB", make([]byte, 33<<20), fiscal.TooLarge},
		{"files that share their bytes", sharing(t), fiscal.BadZip},
	} {
		if _, err := fiscal.OpenZip(bytes.NewReader(tc.file), int64(len(tc.file))); codeOf(err) != tc.code {
			t.Errorf("%s: %v, want %s", tc.name, err, tc.code)
		}
	}
}

// sharing makes an archive whose list names one file many times.
func sharing(t *testing.T) []byte {
	t.Helper()
	file := packed(t, "a.xml", notRepetitive())
	at := bytes.LastIndex(file, []byte("PK\x01\x02"))
	end := bytes.LastIndex(file, []byte("PK\x05\x06"))
	entry := bytes.Clone(file[at:end])
	out := append(bytes.Clone(file[:at]), bytes.Repeat(entry, 50)...)
	tail := bytes.Clone(file[end:])
	tail[8], tail[10] = 50, 50 // number of entries
	size := 50 * len(entry)
	tail[12], tail[13], tail[14], tail[15] = byte(size), byte(size>>8), byte(size>>16), 0
	return append(out, tail...)
}

func TestZipWithAPassword(t *testing.T) {
	file := packed(t, "a.xml", "<a/>")
	file[6] |= 1
	file[bytes.Index(file, []byte("PK\x01\x02"))+8] |= 1
	for _, err := range opened(t, file).All() {
		same(t, "code", codeOf(err), fiscal.BadZip)
	}
}

func FuzzZip(f *testing.F) {
	f.Add(packed(f, "a.xml", "<NFe/>", "b/c.xml", strings.Repeat("x", 1000)))
	f.Fuzz(func(t *testing.T, file []byte) {
		a, err := fiscal.OpenZip(bytes.NewReader(file), int64(len(file)))
		if err != nil {
			if codeOf(err) == "" {
				t.Fatal(err)
			}
			return
		}
		for got, err := range a.All() {
			if err != nil && codeOf(err) == "" || strings.ContainsAny(got.Name, "/\\") || err == nil && len(got.Content) > fiscal.MaxBytes {
				t.Fatalf("%q, %v", got.Name, err)
			}
		}
	})
}

// An archive that lies about its members costs no more than an honest one, and each lie is reported
// for that member only: the others are read.
func TestAttackLyingZips(t *testing.T) {
	invoice := fiscaltest.Invoice{Number: 1}.Authorized(fiscaltest.NewAuthority().Signer(fiscaltest.CNPJ))
	honest := packed(t, "a.xml", invoice, "b.xml", "<b/>")
	list := bytes.Index(honest, []byte("PK\x01\x02"))
	change := func(at int, value ...byte) []byte {
		file := bytes.Clone(honest)
		copy(file[list+at:], value)
		return file
	}
	for _, tc := range []struct {
		name string
		file []byte
	}{
		{"another checksum", change(16, 1, 2, 3, 4)},
		{"a size of nothing", change(24, 0, 0, 0, 0)},
		{"a size of 4 GiB", change(24, 0xfe, 0xff, 0xff, 0xff)},
		{"a size in a field of zip64 that is missing", change(24, 0xff, 0xff, 0xff, 0xff)},
		{"an unknown method", change(10, 99, 0)},
		{"a place behind the end", change(42, 0xff, 0xff, 0xff, 0x7f)},
		{"the place of another member", change(42, byte(bytes.LastIndex(honest, []byte("PK\x03\x04"))), byte(bytes.LastIndex(honest, []byte("PK\x03\x04"))>>8), 0, 0)},
	} {
		a, err := fiscal.OpenZip(bytes.NewReader(tc.file), int64(len(tc.file)))
		if err != nil {
			if codeOf(err) != fiscal.BadZip {
				t.Errorf("%s: %v", tc.name, err)
			}
			continue
		}
		var told []fiscal.Code
		for _, err := range a.All() {
			told = append(told, codeOf(err))
		}
		if len(told) != 2 || told[0] != fiscal.BadZip || told[1] != "" {
			t.Errorf("%s: %q", tc.name, told)
		}
	}
}
