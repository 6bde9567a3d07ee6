package e2e

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"rastro/internal/demo"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// wayHarvest is a harvest to be written by clicking.
type wayHarvest struct {
	HarvestID string      `json:"safraId"`
	Season    string      `json:"safraCodigo"`
	Picture   string      `json:"picture"`
	Records   []wayRecord `json:"records"`
}

type wayRecord struct {
	Prefix  string          `json:"-"`
	Title   string          `json:"title"`
	Payload json.RawMessage `json:"dados"`
}

// typable returns the members of a payload for which the form of its kind has fields: those beyond
// the interface's are stated in the profile of the harvest.
func typable(k *kind.Kind, payload []byte) json.RawMessage {
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(payload, &members); err != nil {
		panic(err) // of the demonstration
	}
	for name := range members {
		if _, onForm := k.Field(name); !onForm {
			delete(members, name)
		}
	}
	kept, err := json.Marshal(members)
	if err != nil {
		panic(err)
	}
	return kept
}

// TestConsoleWay writes soy and coffee from an empty store to a scanned code, by
// clicking alone, and finds in the store what was typed.
func TestConsoleWay(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s := startWith(t)
	all, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	var harvests []*wayHarvest
	for _, r := range all {
		k := kind.ByPrefix(r.Prefix)
		if k.IsValidation() {
			continue
		}
		if len(harvests) == 0 || harvests[len(harvests)-1].HarvestID != "E2E-"+r.HarvestID {
			picture := "soja"
			if strings.Contains(r.HarvestID, "CAFE") {
				picture = "cafe"
			}
			harvests = append(harvests, &wayHarvest{HarvestID: "E2E-" + r.HarvestID, Season: r.Season, Picture: picture})
		}
		h := harvests[len(harvests)-1]
		h.Records = append(h.Records, wayRecord{r.Prefix, k.Title.In(lang.PT), typable(k, r.Payload)})
	}
	artifacts := runScript(t, "console_way.mjs", sceneFile(t, map[string]any{"server": s.url, "invitation": s.invitation, "harvests": harvests}))
	if t.Failed() {
		return
	}
	for _, h := range harvests {
		code := strings.TrimSpace(string(tool(t, "zbarimg", "--quiet", "--raw", filepath.Join(artifacts, "way-"+h.Picture+"-qr.png"))))
		if !strings.HasPrefix(code, s.url+"/v/") {
			t.Fatalf("%s: the code says %q", h.HarvestID, code)
		}
		for _, r := range h.Records {
			if !s.holds(t, r.Prefix, h.HarvestID, r.Payload) {
				t.Errorf("%s of %s is not stored as it was typed: %s", r.Title, h.HarvestID, r.Payload)
			}
		}
	}
}

// holds reports whether a harvest has a record with a payload.
func (s *running) holds(t *testing.T, prefix, harvestID string, payload []byte) bool {
	t.Helper()
	var want any
	if err := json.Unmarshal(payload, &want); err != nil {
		t.Fatal(err)
	}
	var page struct {
		Data struct {
			Content []struct{ Dados any }
		}
	}
	if err := json.Unmarshal(s.call(t, http.MethodGet, prefix+"/safra/"+harvestID+"?size=100", "", http.StatusOK), &page); err != nil {
		t.Fatal(err)
	}
	for _, r := range page.Data.Content {
		if reflect.DeepEqual(r.Dados, want) {
			return true
		}
	}
	return false
}
