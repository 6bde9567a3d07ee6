package api_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"rastro/internal/api"
	"rastro/internal/canon"
	"rastro/internal/fiscal/fiscaltest"
	"rastro/internal/public"
)

func TestDocumentsAreServed(t *testing.T) {
	t.Parallel()
	c := start(t)
	for path, want := range map[string][]byte{"/openapi.json": contractOf(t).newer, "/openapi-3.0.json": contractOf(t).older} {
		a := c.as("", "").get(path).ok(200).has("Content-Type", "application/json")
		if string(a.body) != string(want) {
			t.Errorf("%s is not what the tests check", path)
		}
	}
}

func TestDocumentsAreValid(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		version  string
		document []byte
	}{
		{"3.1.0", contractOf(t).newer},
		{"3.0.3", contractOf(t).older},
	} {
		// Of two members with one name, most readers take the last; some refuse both.
		if err := canon.Validate(tc.document); err != nil {
			t.Errorf("%s: %v", tc.version, err)
		}
		loader := openapi3.NewLoader()
		doc, err := loader.LoadFromData(tc.document)
		if err != nil {
			t.Fatalf("%s: %v", tc.version, err)
		}
		if doc.OpenAPI != tc.version {
			t.Errorf("version %s, want %s", doc.OpenAPI, tc.version)
		}
		if err := doc.Validate(loader.Context, openapi3.EnableExamplesValidation(), openapi3.EnableSchemaDefaultsValidation()); err != nil {
			t.Errorf("%s: %v", tc.version, err)
		}
		checkOperations(t, doc)
	}
}

// checkOperations compares a document's operations with the route table.
func checkOperations(t *testing.T, doc *openapi3.T) {
	t.Helper()
	seen := map[string]bool{}
	var declared []string
	for _, path := range doc.Paths.InMatchingOrder() {
		for method, op := range doc.Paths.Value(path).Operations() {
			declared = append(declared, method+" "+path)
			if seen[op.OperationID] || strings.Contains(op.OperationID+strings.Join(op.Tags, ""), "_") || len(op.Tags) != 1 {
				t.Errorf("%s: %s %s: operationId %q and tags %q", doc.OpenAPI, method, path, op.OperationID, op.Tags)
			}
			seen[op.OperationID] = true
			if doc.Tags.Get(op.Tags[0]) == nil {
				t.Errorf("%s: %s %s: tag %q is not listed", doc.OpenAPI, method, path, op.Tags[0])
			}
			for _, p := range op.Parameters {
				if p.Value.In == "path" && !strings.Contains(path, "{"+p.Value.Name+"}") {
					t.Errorf("%s: %s %s: parameter %s", doc.OpenAPI, method, path, p.Value.Name)
				}
			}
		}
	}
	routes := []string{"GET /v/{codigo}"} // web's, for requests for JSON
	for _, r := range api.Routes() {
		routes = append(routes, r.Method+" "+strings.Replace(r.Path, "...}", "}", 1))
	}
	slices.Sort(declared)
	slices.Sort(routes)
	same(t, doc.OpenAPI+" operations", declared, routes)
}

// Every schema of the 3.1 document is a JSON Schema: compiling compares it with the meta-schema and
// follows its references.
func TestSchemasCompile(t *testing.T) {
	t.Parallel()
	c := contractOf(t)
	for name := range c.at("components", "schemas").(map[string]any) {
		if _, err := c.schema(pointer("components", "schemas", name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Everything that a stranger gets as JSON is in the document.
func TestPublicValidationIsDocumented(t *testing.T) {
	t.Parallel()
	documented := contractOf(t).at("components", "schemas", "ValidacaoPublica", "properties").(map[string]any)
	same(t, "members of a public validation", slices.Sorted(maps.Keys(documented)), jsonNames(reflect.TypeFor[public.Page]()))
	newer, _ := documented["maisNova"].(map[string]any)["properties"].(map[string]any)
	same(t, "members of a newer validation", slices.Sorted(maps.Keys(newer)), jsonNames(reflect.TypeFor[public.Newer]()))
}

// jsonNames returns the members of a struct on the wire, sorted.
func jsonNames(of reflect.Type) (names []string) {
	for field := range of.Fields() {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "-" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

func TestNineCreatesDeclareUnknown(t *testing.T) {
	t.Parallel()
	c := contractOf(t)
	for _, document := range [][]byte{c.newer, c.older} {
		doc, err := openapi3.NewLoader().LoadFromData(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range golden(t, "routes.txt") {
			op := doc.Paths.Value(row[1]).GetOperation(row[0])
			got := op.Parameters.GetByInAndName("query", "unknown") != nil
			if want := len(row) > 3 && row[3] == "query-unknown"; got != want {
				t.Errorf("%s: %s %s declares unknown: %t, want %t", doc.OpenAPI, row[0], row[1], got, want)
			}
			if hasBody := op.RequestBody != nil; hasBody != (row[0] == "POST" || row[0] == "PUT") {
				t.Errorf("%s: %s %s declares a body: %t", doc.OpenAPI, row[0], row[1], hasBody)
			}
		}
	}
}

// example returns the example of an operation's request body.
func example(t testing.TB, method, path string) string {
	t.Helper()
	value := contractOf(t).at("paths", path, strings.ToLower(method), "requestBody", "content", "application/json", "example")
	if value == nil {
		t.Fatalf("%s %s has no example", method, path)
	}
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func isFault(a findingAnswer) bool { return a.Severidade != "info" }

// An example copied from the documents is accepted without findings.
func TestExamplesAreAccepted(t *testing.T) {
	t.Parallel()
	c := start(t)
	phase, organization, hook := "", "", ""
	for _, r := range api.Routes() {
		if r.Body == 0 {
			continue
		}
		if r.Operation == "put logo" { // a file has no example
			c.put("/organizacoes/"+organization+"/logo", `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="4"/></svg>`, "Content-Type: image/svg+xml").ok(200)
			continue
		}
		if r.Operation == "attach" { // nor does this one
			continue
		}
		if r.Operation == "import tax documents" {
			c.importDocuments(200, "?simular=true", fiscaltest.Invoice{}.Authorized(taxSigner), asXML)
			continue
		}
		if r.Operation == "import sheet" {
			c.post("/importacoes?simular=true", "Data;Placa;Peso (kg)\n15/02/2025;ABC1C34;36.200,5\n", "Content-Type: text/csv").ok(200)
			continue
		}
		body := example(t, r.Method, r.Path)
		switch {
		case r.Operation == "change mapping":
			c.put("/importacoes/mapeamentos/romaneio%20da%20coop%20x", body).ok(200)
		case r.Operation == "accept tax proposals":
			c.importDocuments(201, "?safraId=S-NOTA", fiscaltest.Invoice{Number: 77, Replace: []string{"<veicTransp><placa>ABC1C34</placa><UF>MT</UF></veicTransp>", ""}}.Authorized(taxSigner), asXML)
			waiting := decode[struct{ Content []struct{ ID string } }](t, r.Path, c.get(r.Path+"?safraId=S-NOTA").ok(200).Data)
			c.post(r.Path, strings.Replace(body, someID, waiting.Content[0].ID, 1)).ok(201)
		case r.Operation == "put profile":
			c.put("/safras/S-9", body).ok(201)
		case r.Operation == "erase profile":
			c.post("/safras/S-9/expurgo", body).ok(200)
		case r.Operation == "erase": // last of all: the kind's own example is in the store by now
			made := c.get(r.Kind.Prefix).records().Content[0]
			c.post(r.Kind.Prefix+"/"+made.ID+"/expurgo", body).ok(200)
		case r.Path == "/talhoes/leitura":
			c.post(r.Path, body).ok(200)
		case r.Operation == "import":
			c.post(r.Path+"?simular=true", body).ok(200)
		case r.Kind != nil && r.Method == "POST":
			got := c.post(r.Path, body).ok(201).record()
			if slices.ContainsFunc(got.Avisos, isFault) {
				t.Errorf("POST %s: the example has findings %v", r.Path, got.Avisos)
			}
		case r.Kind != nil:
			if got := c.put(r.Path, body).ok(200).record(); got.Versao != 2 || slices.ContainsFunc(got.Avisos, isFault) {
				t.Errorf("PUT %s: version %d, findings %v", r.Path, got.Versao, got.Avisos)
			}
		case r.Path == "/fase" && r.Method == "POST":
			phase = decode[phaseAnswer](t, r.Path, c.post(r.Path, body).ok(201).Data).ID
		case r.Path == "/fase":
			c.put(r.Path, strings.Replace(body, someID, phase, 1)).ok(200)
		case r.Operation == "register organization":
			organization = decode[struct{ ID string }](t, r.Path, c.post(r.Path, body).ok(201).Data).ID
		case r.Operation == "change organization":
			c.put("/organizacoes/"+organization, body).ok(200)
		case r.Operation == "create webhook":
			hook = decode[struct{ ID string }](t, r.Path, c.post(r.Path, body).ok(201).Data).ID
		case r.Operation == "change webhook":
			c.put("/webhooks/"+hook, body).ok(200)
		case r.Operation == "replay webhook":
			c.post("/webhooks/"+hook+"/recuperar", body).ok(200)
		case r.Operation == "share":
			c.put("/safras/DEMO-SOJA-MT-2024-25/acessos/"+organization, body).ok(200)
		case r.Operation == "settle lot":
			c.create(naming, "DEMO-SOJA-MT-2024-25", `{"codigoLote":"EX-1"}`)
			c.newKey(`{"nome":"rival","safras":["R-1"]}`).create(naming, "R-1", `{"codigoLote":"EX-1"}`)
			c.post("/lotes/EX-1/titular", body).ok(201)
		case r.Operation == "settle gtin":
			c.create(validations, "DEMO-SOJA-MT-2024-25", `{"gtin":"7891234567895"}`)
			c.newKey(`{"nome":"rival","safras":["R-2"]}`).create(validations, "R-2", `{"gtin":"7891234567895"}`)
			c.post("/gtin/7891234567895/titular", body).ok(201)
		default:
			c.post(r.Path, body).ok(201)
		}
	}
}
