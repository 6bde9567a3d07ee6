package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"rastro/internal/api"
	"rastro/internal/api/epcisrest"
	"rastro/internal/api/linkset"
)

// contract is the two OpenAPI documents, ready to compare answers with.
type contract struct {
	newer, older []byte
	tree         map[string]any // of the newer one
	older3       *openapi3.T
	mux          *http.ServeMux // finds the documents' path of a request
	mu           sync.Mutex     // guards the compiler and its results
	compiler     *jsonschema.Compiler
	compiled     map[string]*jsonschema.Schema
}

// documents are made once: they depend on the tables alone.
var documents = sync.OnceValues(func() (*contract, error) {
	surface, err := api.New(nil, api.Options{PublicURL: publicURL})
	if err != nil {
		return nil, err
	}
	fetch := func(path string) []byte {
		w := httptest.NewRecorder()
		surface.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		return w.Body.Bytes()
	}
	c := &contract{newer: fetch("/openapi.json"), older: fetch("/openapi-3.0.json"), mux: http.NewServeMux(), compiled: map[string]*jsonschema.Schema{}}
	if err := json.Unmarshal(c.newer, &c.tree); err != nil {
		return nil, err
	}
	if c.older3, err = openapi3.NewLoader().LoadFromData(c.older); err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for path, methods := range c.tree["paths"].(map[string]any) {
		for method := range methods.(map[string]any) {
			if pattern := strings.ToUpper(method) + " " + routed(path); !known[pattern] {
				known[pattern] = true
				c.mux.Handle(pattern, http.NotFoundHandler())
			}
		}
	}
	c.compiler = jsonschema.NewCompiler()
	c.compiler.DefaultDraft(jsonschema.Draft2020)
	c.compiler.AssertFormat()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(c.newer))
	if err != nil {
		return nil, err
	}
	return c, c.compiler.AddResource("openapi.json", document)
})

// routed returns a documented path as a router takes it: the details of a record
// overlap with its reads by harvest, and a tile's path has several segments.
func routed(path string) string {
	if path == "/log/tile/{path}" {
		return "/log/tile/{path...}"
	}
	for _, detail := range []string{"/anexos", "/historico", "/prova", "/conferencia"} {
		if prefix, ok := strings.CutSuffix(path, "/{id}"+detail); ok {
			return prefix + "/{id}/{detalhe}"
		}
	}
	return path
}

// documented finds the documented path of a request.
func documented(pattern, path string) string {
	switch i := strings.Index(pattern, "/{detalhe}"); {
	case pattern == "/log/tile/{path...}":
		return "/log/tile/{path}"
	case i >= 0:
		return pattern[:i] + path[strings.LastIndex(path, "/"):]
	}
	return pattern
}

func contractOf(t testing.TB) *contract {
	t.Helper()
	c, err := documents()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// schema compiles the schema at a pointer into the 3.1 document.
func (c *contract) schema(pointer string) (*jsonschema.Schema, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := c.compiled[pointer]; ok {
		return s, nil
	}
	s, err := c.compiler.Compile("openapi.json#" + pointer)
	if err == nil {
		c.compiled[pointer] = s
	}
	return s, err
}

// at returns the value at a pointer, given in parts, in the 3.1 document.
func (c *contract) at(parts ...string) any {
	var node any = c.tree
	for _, p := range parts {
		object, _ := node.(map[string]any)
		node = object[p]
	}
	return node
}

func pointer(parts ...string) string {
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	var b strings.Builder
	for _, p := range parts {
		b.WriteString("/" + escape.Replace(p))
	}
	return b.String()
}

// checked compares an answer with what every answer must satisfy, and with both documents.
func checked(t testing.TB, request *http.Request, status int, header http.Header, body []byte) answer {
	t.Helper()
	a := answer{t: t, request: request.Method + " " + request.URL.RequestURI(), status: status, header: header, body: body}
	if bytes.Contains(body, []byte(rootSecret)) {
		t.Errorf("%s: the answer holds the caller's secret: %s", a.request, body)
	}
	media, _, _ := mime.ParseMediaType(header.Get("Content-Type"))
	bare := request.Method == "HEAD" || status == http.StatusNotModified || status == http.StatusNoContent
	if bare && len(body) > 0 {
		t.Errorf("%s: %d with a body: %s", a.request, status, body)
	}
	if epcisrest.Serves(request.URL.Path) { // it has no envelope
		if !bare && media == epcisrest.ProblemMedia {
			a.Error = decode[struct{ Error string }](t, a.request, body).Error
		}
	} else if !bare && media == "application/json" && !(status == http.StatusOK && (strings.HasPrefix(request.URL.Path, "/openapi") || request.URL.Path == linkset.ResolverPath)) {
		a.envelope = decode[envelope](t, a.request, body)
		a.checkEnvelope(request)
	}
	a.checkContract(request, media, bare)
	return a
}

func (a answer) checkEnvelope(request *http.Request) {
	a.t.Helper()
	if failed := a.status >= 400; failed != (a.Status == "error") || failed == (a.Status == "success") || a.Message == "" {
		a.t.Errorf("%s: %d in the envelope %s", a.request, a.status, a.body)
	} else if failed && (a.Code != a.status || a.Error == "" || a.RequestID == nil) || !failed && a.Data[0] != '{' {
		a.t.Errorf("%s: %d in the envelope %s", a.request, a.status, a.body)
	}
	created := a.status == http.StatusCreated && request.URL.Path == "/apikey"
	if shown := bytes.Contains(a.body, []byte(`"secretKey"`)); shown != created {
		a.t.Errorf("%s: %d: secretKey shown: %t, want %t", a.request, a.status, shown, created)
	}
	if a.header.Get("Content-Language") == "" || a.header.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(strings.Join(a.header.Values("Vary"), ","), "Accept-Language") {
		a.t.Errorf("%s: headers %v", a.request, a.header)
	}
	// net/http sets the length of a short answer later than this check; a long one may be streamed.
	if told := a.header.Get("Content-Length"); told != strconv.Itoa(len(a.body)) && (told != "" || len(a.body) > 2048 && len(a.body) < 64<<10) {
		a.t.Errorf("%s: Content-Length %q of %d bytes", a.request, a.header.Get("Content-Length"), len(a.body))
	}
}

// checkContract compares the answer with the operation's response. What no
// operation answers for, a wrong path or method, must be an error as declared.
func (a answer) checkContract(request *http.Request, media string, bare bool) {
	a.t.Helper()
	c := contractOf(a.t)
	_, pattern := c.mux.Handler(request)
	if shorter, ok := strings.CutSuffix(request.URL.Path, "/"); ok && pattern == "" { // the same path, with a slash
		request = request.Clone(a.t.Context())
		request.URL.Path, request.URL.RawPath = shorter, ""
		_, pattern = c.mux.Handler(request)
	}
	method, path, _ := strings.Cut(pattern, " ")
	path = documented(path, request.URL.Path)
	status := strconv.Itoa(a.status)
	switch {
	case bare && pattern == "":
		return
	case a.status == http.StatusMethodNotAllowed || a.Error == "CAMINHO_NAO_ENCONTRADO", pattern == "" && a.Error == "LIMITE_DE_REQUISICOES":
		schema := "Erro"
		if epcisrest.Serves(request.URL.Path) {
			schema = "ProblemaEPCIS"
		}
		a.valid(c, pointer("components", "schemas", schema))
		return
	case request.Method == http.MethodOptions:
		return
	}
	response := []string{"paths", path, strings.ToLower(method), "responses", status}
	declared, _ := c.at(response...).(map[string]any)
	if declared == nil {
		a.t.Errorf("%s: %q declares no %s: %s", a.request, pattern, status, a.body)
		return
	}
	if bare {
		return
	}
	if ref, ok := declared["$ref"].(string); ok {
		response = strings.Split(strings.TrimPrefix(ref, "#/"), "/")
	}
	content := slices.Concat(response, []string{"content", media})
	if c.at(content...) == nil {
		a.t.Errorf("%s: %q declares no %s with %s", a.request, pattern, status, media)
	} else if media == "application/json" {
		a.valid(c, pointer(append(content, "schema")...))
		a.validOlder(c, request, method, path)
	} else if media == "application/geo+json" {
		a.valid(c, pointer(append(content, "schema")...))
	}
}

func (a answer) valid(c *contract, pointer string) {
	a.t.Helper()
	schema, err := c.schema(pointer)
	if err != nil {
		a.t.Fatalf("%s: %v", pointer, err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(a.body))
	if err != nil {
		a.t.Fatalf("%s: %v in %s", a.request, err, a.body)
	}
	if err := schema.Validate(value); err != nil {
		a.t.Errorf("%s: %d is not as OpenAPI 3.1 says: %v\n%s", a.request, a.status, err, a.body)
	}
}

// validOlder compares the answer with the 3.0 document, with another library.
func (a answer) validOlder(c *contract, request *http.Request, method, path string) {
	a.t.Helper()
	item := c.older3.Paths.Value(path)
	if item == nil || item.GetOperation(method) == nil {
		a.t.Errorf("%s: OpenAPI 3.0 has no %s %s", a.request, method, path)
		return
	}
	err := openapi3filter.ValidateResponse(a.t.Context(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: request, Route: &routers.Route{
			Spec: c.older3, Path: path, PathItem: item, Method: method, Operation: item.GetOperation(method),
		}},
		Status: a.status, Header: a.header, Body: io.NopCloser(bytes.NewReader(a.body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true},
	})
	if err != nil {
		a.t.Errorf("%s: %d is not as OpenAPI 3.0 says: %v", a.request, a.status, err)
	}
}
