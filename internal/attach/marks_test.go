package attach_test

import (
	"bytes"
	"strings"
	"testing"

	"rastro/internal/attach"
	"rastro/internal/attach/photo/phototest"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// If a file is sent again with another classification of its personal data, it is marked in a new
// version, and hidden in earlier versions as well; without a classification nothing changes.
func TestMarkedLater(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		b := newBench(t, d)
		id, body := b.create("S"), table("foto da família")
		yes, no := true, false
		send := func(by *trace.Key, name string, mark *bool) attach.Attached {
			t.Helper()
			file := b.receive(attach.Upload{Name: name, Personal: mark, Body: bytes.NewReader(body)})
			done, err := b.app.Files.Attach(t.Context(), by, receipt, id, file, trace.AnyVersion, nil)
			if err != nil {
				t.Fatal(err)
			}
			return done
		}
		first := send(everybody, "laudo.geojson", nil)
		if !b.sees(grader, first.File.Sum, body) {
			t.Fatal("the file is personal already")
		}
		for _, step := range []struct {
			by       *trace.Key
			mark     *bool
			personal bool
			version  int64
		}{
			{everybody, nil, false, 2}, {everybody, &no, false, 2}, {grader, &yes, true, 3}, {everybody, &yes, true, 3}, {everybody, nil, true, 3},
			{grader, &no, true, 3}, // a key that may not see it cannot show it to others
			{everybody, &no, false, 4}, {everybody, &yes, true, 5},
		} {
			done := send(step.by, "outro nome.geojson", step.mark)
			listed, version, err := b.app.Files.Attachments(t.Context(), everybody, receipt, id)
			if err != nil || len(listed) != 1 || listed[0].Personal != step.personal || listed[0].Name != "laudo.geojson" || version != step.version || done.Version != version {
				t.Fatalf("%+v: %+v, version %d, told %d, %v", step, listed, version, done.Version, err)
			}
			if b.sees(grader, first.File.Sum, body) == step.personal {
				t.Errorf("%+v: seen %t", step, !step.personal)
			}
		}
		versions, err := b.app.Versions(t.Context(), grader, receipt, id)
		if err != nil || len(versions) != 5 {
			t.Fatalf("%d versions, %v", len(versions), err)
		}
		for _, v := range versions {
			if strings.Contains(string(v.Seal), "laudo") {
				t.Errorf("version %d tells %s", v.Version, v.Seal)
			}
		}
		// Lists and comparisons of earlier instants do not reveal it either.
		past := trace.Paging{Size: 10, At: versions[1].UpdatedAt}
		for by, tells := range map[*trace.Key]bool{grader: false, everybody: true} {
			page, err := b.app.ByHarvest(t.Context(), by, receipt, "S", trace.NewestFirst, past)
			if err != nil || len(page.Records) != 1 || strings.Contains(string(page.Records[0].Seal), "laudo") != tells {
				t.Errorf("the list of then: %+v, %v", page.Records, err)
			}
			record, err := b.app.GetAt(t.Context(), by, receipt, id, past.At)
			if err != nil || strings.Contains(string(record.Seal), "laudo") != tells {
				t.Errorf("the record of then: %s, %v", record.Seal, err)
			}
			differ, _, _, err := b.app.Differences(t.Context(), by, "S", versions[0].UpdatedAt, past.At)
			if err != nil || strings.Contains(string(differ), "laudo") != tells {
				t.Errorf("what differed: %s, %v", differ, err)
			}
		}
		if versions, err = b.app.Versions(t.Context(), everybody, receipt, id); err != nil || !strings.Contains(string(versions[1].Seal), "laudo") {
			t.Errorf("%v", err)
		}
	})
}

// A photo with its place in XMP is marked like one with its place in EXIF.
func TestPlacesInXMPArePersonal(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		b := newBench(t, d)
		id := b.create("S")
		for name, chunks := range map[string][]phototest.Chunk{
			"com lugar.png": {{Kind: "iTXt", Body: "XML:com.adobe.xmp\x00\x01\x00\x00\x00" + phototest.Deflated(t, phototest.XMP("12,32.7S", "55,42.7W"))}},
			"sem lugar.png": nil,
		} {
			body := phototest.PNG(t, chunks...)
			sum := b.attach(id, body)
			if b.sees(grader, sum, body) != (chunks == nil) || !b.sees(everybody, sum, body) {
				t.Errorf("%s: the wrong people see it", name)
			}
		}
	})
}
