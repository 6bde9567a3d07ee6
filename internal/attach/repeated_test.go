package attach_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/attach"
	"rastro/internal/lang"
	"rastro/internal/organization"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// member creates a key of an organisation, which it registers.
func (b *bench) member(name string) *trace.Key {
	b.Helper()
	if _, _, err := b.app.RegisterOrganization(b.Context(), everybody, organization.Request{Name: &name}, nil); err != nil {
		b.Fatal(err)
	}
	made, err := b.app.CreateKey(b.Context(), everybody, access.Request{Organization: name, Scopes: []trace.Scope{trace.Read, trace.Write}}, nil)
	if err != nil {
		b.Fatal(err)
	}
	key, err := b.app.Authenticate(made.Key.AccessKey, made.Key.SecretKey)
	if err != nil {
		b.Fatal(err)
	}
	return key
}

// receiptBy creates a record of a harvest and attaches a file to it.
func (b *bench) receiptBy(by *trace.Key, harvest, text string, personal bool) (id string) {
	b.Helper()
	made, err := b.app.Create(b.Context(), by, receipt, trace.Envelope{HarvestID: harvest, Payload: []byte(`{"volume":"1 t"}`)}, nil)
	if err != nil {
		b.Fatal(err)
	}
	id = made.Record.ID.String()
	file := b.receive(attach.Upload{Name: "nota.geojson", Personal: &personal, Body: bytes.NewReader(table(text))})
	if _, err := b.app.Files.Attach(b.Context(), by, receipt, id, file, trace.AnyVersion, nil); err != nil {
		b.Fatal(err)
	}
	return id
}

// repeated returns the records that a review names for files that are attached twice.
func (b *bench) repeated(by *trace.Key, harvest string) (records []string, text string) {
	b.Helper()
	found, err := b.app.Review(b.Context(), by, harvest, "")
	if err != nil {
		b.Fatal(err)
	}
	for _, f := range found.Findings {
		if f.Rule.ID == "ANEXO_REPETIDO" {
			text = f.Message(lang.PT)
			for _, r := range f.Records {
				records = append(records, r.ID)
			}
		}
	}
	return records, text
}

// A review finds a file that a record of another harvest has too, if its reader may read that: of an
// organisation's own harvests, and of no other's.
func TestAttackRepeatedFiles(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		b := newBench(t, d)
		if _, err := b.app.CreateKey(t.Context(), everybody, access.Request{Scopes: trace.Scopes}, nil); err != nil { // who administers the server
			t.Fatal(err)
		}
		us, them := b.member("Cooperativa Um"), b.member("Cooperativa Dois")
		first := b.receiptBy(us, "U-1", "nota", false)
		b.receiptBy(them, "D-1", "nota", false)
		if got, text := b.repeated(us, "U-1"); got != nil {
			t.Errorf("the file of a stranger is revealed: %q %q", got, text)
		}
		second := b.receiptBy(us, "U-2", "nota", false)
		for harvest, want := range map[string][]string{"U-1": {first, second}, "U-2": {second, first}} {
			if got, text := b.repeated(us, harvest); !slices.Equal(got, want) || !strings.Contains(text, "2 registros desta e de outras safras") {
				t.Errorf("%s: %q %q, want %q", harvest, got, text, want)
			}
		}
		if got, _ := b.repeated(them, "D-1"); got != nil {
			t.Errorf("the stranger sees %q", got)
		}
		if got, _ := b.repeated(everybody, "D-1"); len(got) != 3 {
			t.Errorf("who reads everything sees %q", got)
		}
		limited := &trace.Key{AccessKey: "rk_one", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"U-1"}}
		if got, _ := b.repeated(limited, "U-1"); got != nil {
			t.Errorf("a key of one harvest sees %q", got)
		}

		// A file that the record no longer lists is not named.
		if _, err := b.app.Files.Detach(t.Context(), us, receipt, second, sumOf(b, first), trace.AnyVersion); err != nil {
			t.Fatal(err)
		}
		if got, _ := b.repeated(us, "U-1"); got != nil {
			t.Errorf("a file that was removed: %q", got)
		}

		// A personal file of another harvest does not exist for readers who may not see it.
		b.receiptBy(everybody, "P-1", "foto", false)
		b.receiptBy(everybody, "P-2", "foto", true)
		if got, _ := b.repeated(grader, "P-1"); got != nil {
			t.Errorf("a personal file is revealed: %q", got)
		}
		if got, _ := b.repeated(everybody, "P-1"); len(got) != 2 {
			t.Errorf("%q", got)
		}
	})
}

// sumOf returns the first file of a record.
func sumOf(b *bench, id string) string {
	b.Helper()
	files, _, err := b.app.Files.Attachments(b.Context(), everybody, receipt, id)
	if err != nil || len(files) == 0 {
		b.Fatalf("%v, %v", files, err)
	}
	return files[0].Sum
}
