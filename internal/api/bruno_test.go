package api

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lang"
)

// brunoFolder has a collection of requests for Bruno: one for each route, in a folder for each tag.
var brunoFolder = filepath.Join("..", "..", "clients", "bruno")

// TestBrunoCollection compares the collection with the route table and the documents made from it.
func TestBrunoCollection(t *testing.T) {
	want := brunoCollection(t)
	if *update {
		if err := os.RemoveAll(brunoFolder); err != nil {
			t.Fatal(err)
		}
		for name, content := range want {
			to := filepath.Join(brunoFolder, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(to, []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	const stale = "run go test ./internal/api -run BrunoCollection -update and read the difference"
	root := os.DirFS(brunoFolder)
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(root, name)
		if string(content) != want[name] {
			t.Errorf("clients/bruno/%s is not what the route table says; %s", name, stale)
		}
		delete(want, name)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range want {
		t.Errorf("clients/bruno/%s is missing; %s", name, stale)
	}
}

// described is the part of an operation's OpenAPI description that a request needs.
type described struct {
	OperationID, Summary, Description string
	Tags                              []string
	Parameters                        []parameter
	RequestBody                       struct {
		Content map[string]struct{ Example json.RawMessage }
	}
	Responses map[string]json.RawMessage
}

type parameter struct {
	Ref      string `json:"$ref"`
	Name, In string
	Required bool
	Schema   struct{ Default any }
}

// brunoCollection returns the content of each file.
func brunoCollection(t *testing.T) map[string]string {
	t.Helper()
	var document struct {
		Tags       []struct{ Name string }
		Paths      map[string]map[string]described
		Components struct{ Parameters map[string]parameter }
	}
	all, err := documents("")
	if err != nil {
		t.Fatal(err)
	}
	answer := httptest.NewRecorder()
	all["/openapi.json"].ServeHTTP(answer, httptest.NewRequest("GET", "/openapi.json", nil))
	if err := json.Unmarshal(answer.Body.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"bruno.json":                "{\n  \"version\": \"1\",\n  \"name\": \"Rastro\",\n  \"type\": \"collection\"\n}\n",
		"collection.bru":            brunoRoot,
		"environments/servidor.bru": brunoEnvironment,
		"README.md":                 brunoReadme,
	}
	for name, content := range brunoFiles {
		files["arquivos/"+name] = content
	}
	for i, tag := range document.Tags {
		files[slug(tag.Name)+"/folder.bru"] = fmt.Sprintf("meta {\n  name: %s\n  seq: %d\n}\n", tag.Name, i+1)
	}
	seen := map[string]int{}
	routes := slices.Concat(Routes(), publicPages)
	slices.SortStableFunc(routes, func(a, b Route) int { return cmp.Compare(brunoPlace(a), brunoPlace(b)) })
	for _, r := range routes {
		p := strings.ReplaceAll(r.Path, "...}", "}")
		d, ok := document.Paths[p][strings.ToLower(r.Method)]
		if !ok || len(d.Tags) == 0 {
			t.Fatalf("the document has no %s %s", r.Method, r.Path)
		}
		for i, given := range d.Parameters {
			if given.Ref != "" {
				d.Parameters[i] = document.Components.Parameters[path.Base(given.Ref)]
			}
		}
		in := slug(d.Tags[0])
		seen[in]++
		files[path.Join(in, d.OperationID+".bru")] = brunoRequest(t, &r, p, &d, seen[in])
	}
	return files
}

// brunoPlaces are the operations in an order in which they can be called.
var brunoPlaces = []string{"create", "createApiKey", "put profile", "create webhook", "register organization", "share lot", "create mapping", "", "update", "attach", "detach", "revoke link", "delete", "erase", "delete profile", "erase profile", "deactivateApiKey", "delete webhook", "delete mapping"}

func brunoPlace(r Route) int {
	if at := slices.Index(brunoPlaces, r.Operation); at >= 0 {
		return at
	}
	return slices.Index(brunoPlaces, "")
}

// brunoRequest writes a request.
func brunoRequest(t *testing.T, r *Route, p string, d *described, seq int) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "meta {\n  name: %s\n  type: http\n  seq: %d\n", d.Summary, seq)
	if r.Operation == "live changes" {
		b.WriteString("  tags: [\n    sem-fim\n  ]\n")
	}
	b.WriteString("}\n")
	body, kindOfBody := brunoBody(t, r, d)
	auth := "inherit"
	if len(r.Scopes) == 0 {
		auth = "none"
	}
	query, mark := "", "?"
	for _, p := range d.Parameters {
		if p.In == "query" && p.Required {
			query, mark = query+mark+p.Name+"="+brunoNeeded[p.Name], "&"
		}
	}
	fmt.Fprintf(&b, "\n%s {\n  url: {{baseUrl}}%s%s\n  body: %s\n  auth: %s\n}\n", strings.ToLower(r.Method), brunoPath(p), query, kindOfBody, auth)
	for _, place := range []string{"query", "header"} {
		var lines strings.Builder
		for _, p := range d.Parameters {
			off := "~" // it is there to be switched on
			if p.Required {
				off = ""
			}
			if p.In == place {
				fmt.Fprintf(&lines, "  %s%s: %v\n", off, p.Name, cmp.Or(p.Schema.Default, any(brunoNeeded[p.Name])))
			}
		}
		if lines.Len() > 0 {
			fmt.Fprintf(&b, "\n%s {\n%s}\n", map[string]string{"query": "params:query", "header": "headers"}[place], lines.String())
		}
	}
	b.WriteString(body)
	fmt.Fprintf(&b, "\nassert {\n  %s\n}\n", brunoAssert(r, d))
	if made := brunoMade(r); made != "" {
		fmt.Fprintf(&b, "\nscript:post-response {\n  const made = res.body?.data;\n%s}\n", made)
	}
	if d.Description != "" {
		fmt.Fprintf(&b, "\ndocs {\n  %s\n}\n", strings.ReplaceAll(strings.TrimSpace(d.Description), "\n", "\n  "))
	}
	return b.String()
}

// brunoVariables are values for the path parameters that no request creates.
var brunoVariables = map[string]string{
	"cultura": "SOJA", "etapa": "01", "nome": "Plano", "lote": "{{lote}}", "gtin": "{{gtin}}", "entrega": "0", "path": "0/000", "organizacao": "{{organizacoes_id}}",
}

// brunoNeeded are values of parameters that a request cannot do without.
var brunoNeeded = map[string]string{"lote": "{{lote}}", "de": "2020-01-01T00:00:00Z", "ate": "2030-01-01T00:00:00Z"}

var brunoPart = regexp.MustCompile(`\{(\w+)\}`)

// brunoPath replaces the parameters of a path with variables: what a request of the collection
// created, or what its environment defines.
func brunoPath(p string) string {
	at := 0
	return brunoPart.ReplaceAllStringFunc(p, func(part string) string {
		before, name := p[:at+strings.Index(p[at:], part)], strings.Trim(part, "{}")
		at = len(before) + len(part)
		before = strings.TrimSuffix(before, "/")
		switch {
		case strings.HasSuffix(before, "/safra") || before == "/safras":
			return "{{safraId}}"
		case name == "codigo" && (before == "/v" || strings.HasPrefix(before, "/validacao")):
			return "{{validacao_codigo}}"
		case name == "codigo":
			return "{{lote}}"
		case name == "sha256":
			return brunoDigest()
		case brunoVariables[name] != "":
			return brunoVariables[name]
		}
		return "{{" + brunoName(before) + "_" + name + "}}"
	})
}

// brunoName returns the prefix of the variables below a path.
func brunoName(p string) string {
	if k := kind.ByPrefix(p); k != nil && k != kind.Profile {
		name := k.TypeName()
		return strings.ToLower(name[:1]) + name[1:]
	}
	return path.Base(p)
}

// brunoMade stores what a request created for the requests after it.
func brunoMade(r *Route) string {
	if r.Method != "POST" || strings.Contains(r.Path, "{") || strings.HasSuffix(r.Path, "/all") {
		return ""
	}
	members := []string{"id"}
	switch {
	case r.Path == "/apikey":
		members = []string{"accessKey"}
	case r.Kind != nil && r.Kind.IsValidation():
		members = append(members, "codigo")
	}
	var b strings.Builder
	for _, m := range members {
		fmt.Fprintf(&b, "  if (made?.%s) bru.setVar(\"%s_%s\", made.%s);\n", m, brunoName(r.Path), m, m)
	}
	return b.String()
}

// brunoAssert returns the expected answer. On an empty server, the requests about records all
// succeed in sequence; others may need data that does not exist.
func brunoAssert(r *Route, d *described) string {
	var documented []string
	for status := range d.Responses {
		documented = append(documented, status)
	}
	slices.Sort(documented)
	if r.Kind != nil && r.Kind != kind.Profile && !slices.Contains(brunoUnsure, r.Operation) || slices.Contains(brunoSure, r.Operation) {
		documented = slices.DeleteFunc(documented, func(s string) bool { return s[0] != '2' })
	}
	documented = slices.DeleteFunc(documented, func(s string) bool { return s == "401" || s[0] == '5' })
	return "res.status: in " + strings.Join(documented, ", ")
}

// brunoUnsure are operations on records that need more than a record.
var brunoUnsure = []string{"label", "generateQRCode"}

// brunoSure are operations, other than on records, that succeed on any server.
var brunoSure = []string{
	"harvests", "board", "rules", "log checkpoint", "health", "ready", "openapi", "openapi 3.0", "changes", "webhooks", "create webhook", "webhook", "change webhook", "rotate secret",
	"deliveries", "activate webhook", "delete webhook", "organizations", "imports", "mappings", "getAllApiKeys", "createApiKey", "deactivateApiKey", "put profile", "profile", "review",
	"find lots", "trace lot", "trace harvest", "disputes", "statements", "links", "read plot file",
}

// brunoBody writes the body of a request, and returns its kind.
func brunoBody(t *testing.T, r *Route, d *described) (text, of string) {
	t.Helper()
	if example := d.RequestBody.Content[mediaJSON].Example; example != nil && !r.file {
		var indented bytes.Buffer
		if err := json.Indent(&indented, example, "  ", "  "); err != nil {
			t.Fatal(err)
		}
		body := strings.ReplaceAll(indented.String(), `"safraId": "S-2025-001"`, `"safraId": "{{safraId}}"`)
		if r.Operation == "update" && r.Kind != nil {
			body = strings.Replace(body, "{\n", "{\n    \"id\": \"{{"+brunoName(r.Kind.Prefix)+"_id}}\",\n", 1)
		}
		return "\nbody:json {\n  " + body + "\n}\n", "json"
	}
	if _, form := d.RequestBody.Content["multipart/form-data"]; form {
		file, ok := brunoFileOf[r.Operation]
		if !ok {
			t.Fatalf("%s takes a file: add it to brunoFileOf", r.Operation)
		}
		return "\nbody:multipart-form {\n  arquivo: @file(arquivos/" + file + ")\n}\n", "multipartForm"
	}
	return "", "none"
}

// slug returns a name that is a valid folder name on every system.
func slug(name string) string {
	var b strings.Builder
	for _, c := range strings.ToLower(lang.Fold(name)) {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			b.WriteRune(c)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}
