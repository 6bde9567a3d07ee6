package openapi

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lang"
)

// documents builds both documents of one operation of a kind.
func documents(t *testing.T) (newer, older map[string]any) {
	t.Helper()
	at := Site{URL: "https://rastro.example", AccessHeader: "X-Access-Key", SecretHeader: "X-Secret-Key"}
	plan := kind.ByPrefix(kind.Plan)
	now, then, err := Documents(at, []Operation{{
		Method: "POST", Path: plan.Prefix, Kind: plan, Scopes: []string{"escrita"}, Body: true, Success: lang.Same("Criado"),
		Facts: Facts{ID: "create{kind}", Tag: PhaseTag(plan.Phase), Summary: "Criar {title}", Takes: "CreateChainEntity{kind}", Gives: "Registro{kind}"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct {
		data []byte
		to   *map[string]any
	}{{now, &newer}, {then, &older}} {
		if err := json.Unmarshal(one.data, one.to); err != nil {
			t.Fatal(err)
		}
	}
	return newer, older
}

// walk calls fn with every object in a document.
func walk(value any, fn func(map[string]any)) {
	switch v := value.(type) {
	case map[string]any:
		fn(v)
		for _, member := range v {
			walk(member, fn)
		}
	case []any:
		for _, item := range v {
			walk(item, fn)
		}
	}
}

func TestVersions(t *testing.T) {
	newer, older := documents(t)
	if newer["openapi"] != "3.1.0" || older["openapi"] != "3.0.3" {
		t.Errorf("the documents are of %v and %v", newer["openapi"], older["openapi"])
	}
	walk(older, func(o map[string]any) {
		if _, several := o["type"].([]any); several {
			t.Errorf("OpenAPI 3.0 has no list of types: %v", o)
		}
		if _, ok := o["nullable"]; ok && o["type"] == nil {
			t.Errorf("nullable without a type: %v", o)
		}
		if _, ok := o["$ref"]; ok && len(o) > 1 {
			t.Errorf("a reference has siblings: %v", o)
		}
	})
}

// Every reference points at something, and names of components differ in more than capitals:
// generators would make one name of them.
func TestReferences(t *testing.T) {
	newer, older := documents(t)
	for _, doc := range []map[string]any{newer, older} {
		walk(doc, func(o map[string]any) {
			ref, ok := o["$ref"].(string)
			if !ok {
				return
			}
			var at any = doc
			for _, step := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
				at = at.(map[string]any)[step]
				if at == nil {
					t.Fatalf("%s points at nothing", ref)
				}
			}
		})
		seen := map[string]string{}
		components := doc["components"].(map[string]any)
		for _, group := range []string{"schemas", "parameters", "responses", "headers"} {
			for name := range components[group].(map[string]any) {
				if other := seen[strings.ToLower(name)]; other != "" {
					t.Errorf("%s and %s/%s have one name", other, group, name)
				}
				seen[strings.ToLower(name)] = group + "/" + name
			}
		}
	}
}

// A number that is not declared as a double becomes a float with half the digits in some clients.
func TestNumbersHaveAFormat(t *testing.T) {
	newer, _ := documents(t)
	walk(newer, func(o map[string]any) {
		types, _ := o["type"].([]any)
		if o["type"] == "number" || slices.Contains(types, any("number")) {
			if o["format"] != "double" {
				t.Errorf("%v has no format", o)
			}
		}
	})
}
