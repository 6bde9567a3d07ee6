package openapi

import (
	"slices"
	"strconv"
	"strings"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Operation is a route as the documents describe it.
type Operation struct {
	Method, Path string
	Kind         *kind.Kind // nil if it serves none
	Scopes       []string   // the key needs one of them; none means that the route is public
	Also         []string   // and each of these
	Probe        bool       // never limited
	Body         bool       // it takes a body
	Lines        bool       // the body may also be NDJSON
	Success      lang.Text
	Facts
}

// Facts are the facts of a route for the OpenAPI documents alone. In texts and names, {kind} is
// the name of the route's kind and {title} its title.
type Facts struct {
	ID, Tag, Summary string
	// Params are the query parameters and headers, by their names in the tables of parameters.
	// Path parameters come from the path.
	Params []string
	// Takes is the schema of the body: see schemaOf. Example is such a body as JSON; the kind's
	// own if it is "".
	Takes, Example string
	// Files are the media types of a body that may also be a file.
	Files []string
	// Most is the maximum number of items in a body that is a list.
	Most int
	// Gives is the schema of data in the envelope; "" means that there is no envelope.
	Gives string
	// Status is the status of a success; 0 means 201 for a POST and 200 otherwise.
	Status int
	// Forms are the answer's other forms.
	Forms []Form
	// Headers are the headers of a success, by name.
	Headers []string
	// Errors are the statuses of errors, in addition to those that its shape implies.
	Errors []int
	// Problem: errors are problem details, as EPCIS has them, not the envelope.
	Problem bool
}

// Form is another form of an answer.
type Form struct {
	Status        int // 0: the status of the operation
	Media, Schema string
	Text          string // description; "": the message of success
}

// schemaOf reads the short form of a schema: text, binary, object, a component's
// name, or [] and one of these.
func schemaOf(short string) object {
	if item, ok := strings.CutPrefix(short, "[]"); ok {
		return arrayOf(schemaOf(item))
	}
	switch short {
	case "text":
		return typed("string")
	case "binary":
		return typed("string", member{"format", "binary"})
	case "object":
		return typed("object")
	}
	return ref(short)
}

// named fills in the kind.
func (o *Operation) named(text string) string {
	if o.Kind == nil {
		return text
	}
	return strings.NewReplacer("{kind}", o.Kind.TypeName(), "{title}", o.Kind.Title.PT).Replace(text)
}

func (o *Operation) document() object {
	op := object{
		{"operationId", o.named(o.ID)},
		{"tags", list{o.tag()}},
		{"summary", o.named(o.Summary)},
	}
	if len(o.Scopes) == 0 {
		op = append(op, member{"description", "Público: não pede chave."}, member{"security", list{}})
	} else {
		scopes := strings.Join(o.Scopes, "` ou `")
		if len(o.Also) > 0 {
			scopes += "` e `" + strings.Join(o.Also, "` e `")
		}
		op = append(op, member{"description", "Escopo da chave: `" + scopes + "`."})
	}
	if p := o.parameters(); len(p) > 0 {
		op = append(op, member{"parameters", p})
	}
	if o.Body {
		op = append(op, member{"requestBody", object{{"required", true}, {"content", o.body()}}})
	}
	return append(op, member{"responses", o.responses()})
}

func (o *Operation) tag() string {
	if o.Kind == nil || o.Tag != "" {
		return o.Tag
	}
	p, _ := kind.PhaseByCode(o.Kind.Phase)
	return phaseTag(p)
}

func (o *Operation) parameters() list {
	var all list
	for segment := range strings.SplitSeq(o.Path, "/") {
		if name, ok := strings.CutPrefix(segment, "{"); ok {
			name = strings.TrimSuffix(strings.TrimSuffix(name, "}"), "...")
			all = append(all, object{{"name", name}, {"in", "path"}, {"required", true}, {"description", pathTexts[name]}, {"schema", pathSchema(name)}})
		}
	}
	for _, name := range o.Params {
		all = append(all, object{{"$ref", "#/components/parameters/" + name}})
	}
	if o.Kind != nil && o.Kind.QueryUnknown && o.Takes == createBody {
		all = append(all, object{{"$ref", "#/components/parameters/unknown"}})
	}
	return all
}

func (o *Operation) body() object {
	if o.Takes == "" { // only a file
		return o.files(nil)
	}
	schema := schemaOf(o.named(o.Takes))
	if o.Most > 0 {
		schema = append(schema, member{"minItems", 1}, member{"maxItems", o.Most})
	}
	var example any
	switch {
	case o.Example != "":
		example = canon.Value(o.Example)
	case strings.HasPrefix(o.Takes, "[]"):
		example = list{bodyExample(o.Kind)}
	default:
		example = bodyExample(o.Kind)
	}
	content := object{{mediaJSON, object{{"schema", schema}, {"example", example}}}}
	content = o.files(content)
	if o.Lines {
		content = append(content, member{mediaNDJSON, object{{"schema", describe(typed("string"), "Um item da lista por linha.")}}})
	}
	return content
}

// files adds the formats of a body that is a file.
func (o *Operation) files(content object) object {
	for _, media := range o.Files {
		content = append(content, member{media, object{{"schema", schemaOf("binary")}}})
	}
	return content
}

func (o *Operation) success() int {
	switch {
	case o.Status != 0:
		return o.Status
	case o.Method == "POST":
		return 201
	}
	return 200
}

func (o *Operation) responses() object {
	var out object
	add := func(status int, text, media string, schema object) {
		key := strconv.Itoa(status)
		at := slices.IndexFunc(out, func(m member) bool { return m.name == key })
		if at < 0 {
			response := object{{"description", text}}
			if h := o.headers(); h != nil {
				response = append(response, member{"headers", h})
			}
			at, out = len(out), append(out, member{key, append(response, member{"content", object{}})})
		}
		response := out[at].value.(object)
		content := append(response.get("content").(object), member{media, object{{"schema", schema}}})
		out[at].value = response.set("content", content)
	}
	if o.Gives != "" {
		add(o.success(), told(o.Success), mediaJSON, props([]string{"status", "message", "data"}, object{
			{"status", constant("success")}, {"message", typed("string")}, {"data", schemaOf(o.named(o.Gives))},
		}))
	}
	for _, f := range o.Forms {
		status, text := f.Status, f.Text
		if status == 0 {
			status = o.success()
		}
		if text == "" {
			text = told(o.Success)
		}
		add(status, text, f.Media, schemaOf(f.Schema))
	}
	if slices.Contains(o.Params, "If-None-Match") {
		out = append(out, member{"304", object{{"description", "A versão ainda é a mesma."}}})
	}
	for _, status := range o.errors() {
		if o.Problem {
			out = append(out, member{strconv.Itoa(status), problemResponse(status)})
			continue
		}
		out = append(out, member{strconv.Itoa(status), object{{"$ref", "#/components/responses/Erro" + strconv.Itoa(status)}}})
	}
	return out
}

func (o *Operation) headers() object {
	var all object
	for _, name := range o.Headers {
		all = append(all, member{name, object{{"$ref", "#/components/headers/" + name}}})
	}
	return all
}

// errors returns the statuses that an operation may fail with.
func (o *Operation) errors() []int {
	statuses := append([]int{500, 503}, o.Errors...)
	if len(o.Scopes) > 0 {
		statuses = append(statuses, 400, 401, 403, 422)
	}
	if !o.Probe {
		statuses = append(statuses, 429)
	}
	if strings.Contains(o.Path, "{") || o.Method == "PUT" {
		statuses = append(statuses, 404)
	}
	if o.Kind != nil && (strings.Contains(o.Path, "{id}") || o.Body) {
		statuses = append(statuses, 410)
	}
	if o.Body {
		statuses = append(statuses, 409, 413, 415)
	}
	if o.Method == "PUT" || o.Method == "DELETE" {
		statuses = append(statuses, 409, 412)
	}
	slices.Sort(statuses)
	return slices.Compact(statuses)
}
