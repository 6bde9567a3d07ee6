package eventhash_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rastro/internal/epcis"
	"rastro/internal/epcis/eventhash"
)

var today = time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)

// The vectors of the reference implementation match. They are not part of this project:
// RASTRO_JUDGES says where they are, and without it there is nothing to read.
func TestVectorsOfOthers(t *testing.T) {
	folder := os.Getenv("RASTRO_JUDGES")
	if folder == "" {
		t.Log("RASTRO_JUDGES is not set")
		return
	}
	names, err := filepath.Glob(filepath.Join(folder, "epcis", "hash", "*.jsonld"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no vectors in %s (%v)", folder, err)
	}
	count := 0
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		base := strings.TrimSuffix(name, ".jsonld")
		hashes, preHashes := lines(t, base+".hashes"), lines(t, base+".prehashes")
		r := epcis.Read(data, today)
		if len(r.Events) != len(hashes) {
			t.Errorf("%s: %d events, %d hashes", filepath.Base(name), len(r.Events), len(hashes))
			continue
		}
		ignored := ignoredFields(r)
		for i, e := range r.Events {
			pre, err := eventhash.PreHash(e, ignored...)
			if err != nil {
				t.Fatal(err)
			}
			if got := eventhash.Sum(pre); got != hashes[i] {
				t.Errorf("%s: event %d has %s, want %s\n%s", filepath.Base(name), i, got, hashes[i], pre)
			}
			// Some of the published pre-hashes are damaged: they do not have their own hash.
			if i < len(preHashes) && eventhash.Sum(preHashes[i]) == hashes[i] {
				if pre != preHashes[i] {
					t.Errorf("%s: event %d is\n%s\nwant\n%s", filepath.Base(name), i, pre, preHashes[i])
				}
				count++
			}
		}
	}
	t.Logf("%d pre-hashes match", count)
}

func lines(t *testing.T, name string) []string {
	data, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return strings.FieldsFunc(string(data), func(r rune) bool { return r == '\n' || r == '\r' })
}

// ignoredFields returns the fields that two of the vectors omit. That is not part of the standard:
// a document could otherwise choose which of its events are equal.
func ignoredFields(r *epcis.Reading) (all []string) {
	for _, n := range []*epcis.Node{r.Root, r.Root.Member("epcisBody").Member("queryResults")} {
		list := n.Member("repository-x:ignoreFields")
		if list == nil {
			continue
		}
		for _, item := range list.In {
			all = append(all, eventhash.Name(item.Text, r.Context))
		}
	}
	return all
}
