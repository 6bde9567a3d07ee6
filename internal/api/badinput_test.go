package api_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

const harvesting = "/colheitaIdentificacaoProducao/colheita" // no plot: a body of at most 1 MiB

// bad is a mistake of a client, and the answer that it must get.
type bad struct {
	name         string
	by           client
	method, path string
	body         string
	headers      []string
	status       int
	code         string
	pointers     []string
	send         func(bad) answer // nil: as usual
}

// Every mistake of a client is explained in the client's terms, and nothing is written.
func TestBadInput(t *testing.T) {
	t.Parallel()
	c := start(t)
	f := prepare(c)
	before := c.state()
	for _, tc := range badRequests(f) {
		t.Run(tc.name, func(t *testing.T) {
			if tc.by.server == nil {
				tc.by = c
			}
			tc.by.t = t
			var a answer
			if tc.send != nil {
				a = tc.send(tc)
			} else {
				a = tc.by.do(tc.method, tc.path, tc.body, tc.headers...)
			}
			a.fails(tc.status, tc.code)
			same(t, "pointers", a.points(), tc.pointers)
			if tc.status == 401 {
				a.has("WWW-Authenticate", `ApiKey realm="rastro", header="X-API-ACCESS-KEY"`)
			}
			after := c.in(t).state()
			same(t, "what is stored", after, before)
			before = after // so that the next case is not blamed
			if strings.HasPrefix(tc.path, "/fase") {
				if got := c.in(t).get("/fase?size=1").phases().total(); got != len(trace.Crops)*len(kind.All) {
					t.Errorf("%d phases", got)
				}
			}
		})
	}
}

// state returns the counts of everything, and the version of every record.
func (c client) state() []string {
	c.t.Helper()
	ctx := c.t.Context()
	root := &trace.Key{Scopes: []trace.Scope{trace.Read, trace.Write, trace.Admin}}
	var all []string
	for _, k := range kind.All {
		page, err := c.service.List(ctx, root, k, trace.OldestFirst, trace.Paging{Size: 100, Total: true})
		if err != nil {
			c.t.Fatal(err)
		}
		for _, r := range page.Records {
			all = append(all, fmt.Sprintf("%s %s %d of %d", k.Prefix, r.ID, r.Version, page.Total))
		}
	}
	keys, err := c.service.Keys(ctx, root)
	if err != nil {
		c.t.Fatal(err)
	}
	return append(all, fmt.Sprintf("%d keys", len(keys)))
}

// fixtures are the data to which the bad requests refer.
type fixtures struct {
	client
	record, deleted, other                            record // other has another kind
	cursor                                            string // of planting by safraId
	expired, deactivated, reader, storage, restricted client
}

func prepare(c client) fixtures {
	c.t.Helper()
	f := fixtures{client: c, record: c.create(planting, "S-1", `{}`), deleted: c.create(planting, "S-2", `{}`), other: c.create(harvesting, "S-1", `{}`)}
	c.create(planting, "S-1", `{}`)
	c.delete(planting + "/" + f.deleted.ID).ok(200)
	f.cursor = *c.get(planting + "?size=1&sort=safraId").records().Next
	f.expired = c.newKey(`{"expiraEm":"2026-11-16"}`)
	c.clock.Advance(48 * hour)
	c.post(planting, entity("S-3", `{}`), "Idempotency-Key: usada").ok(201)
	f.deactivated = c.newKey(`{}`)
	c.delete("/apikey/" + f.deactivated.access).ok(200)
	f.reader = c.newKey(`{"escopos":["leitura"]}`)
	f.storage = c.newKey(`{"fases":["06"]}`)
	f.restricted = c.newKey(`{"safras":["S-9"]}`)
	return f
}

// cut sends a request whose connection ends before its body does.
func cut(tc bad) answer {
	t := tc.by.t
	t.Helper()
	request := httptest.NewRequest(tc.method, tc.path, nil)
	conn, err := net.Dial("tcp", tc.by.http.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: x\r\nX-API-ACCESS-KEY: %s\r\nX-API-SECRET-KEY: %s\r\nContent-Length: %d\r\n\r\n%s",
		tc.method, tc.path, tc.by.access, tc.by.secret, len(tc.body)+1, tc.body)
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), request)
	if err != nil {
		t.Fatal(err)
	}
	return tc.by.read(request, response)
}

// large passes a body to the handler without a connection: with one, the server would hang up while
// the client is still sending.
func large(tc bad) answer {
	tc.by.t.Helper()
	request := httptest.NewRequest(tc.method, tc.path, strings.NewReader(tc.body))
	if tc.headers != nil {
		request.ContentLength = -1 // as of a body in chunks
	}
	request.Header.Set("X-API-ACCESS-KEY", tc.by.access)
	request.Header.Set("X-API-SECRET-KEY", tc.by.secret)
	return tc.by.direct(request)
}

// nested returns a body of a depth.
func nested(depth int) string {
	lists := depth - 2 // the body and dados are two levels
	return entity("S-1", `{"x":`+strings.Repeat("[", lists)+strings.Repeat("]", lists)+`}`)
}

// padded returns a body of a size.
func padded(size int) string {
	body := entity("S-1", `{}`)
	return strings.Repeat(" ", size-len(body)) + body
}

// Input that is just within the limits is accepted.
func TestGoodInput(t *testing.T) {
	t.Parallel()
	c := start(t)
	for name, body := range map[string]string{
		"32 levels":            nested(32),
		"1 MiB":                padded(1 << 20),
		"100 characters":       entity(strings.Repeat("ç", 100), `{}`),
		"5000 characters":      entity("S-1", `{"registroLimpeza":"`+strings.Repeat("ç", 5000)+`"}`),
		"1000 members":         entity("S-1", members(1000)),
		"1000 items":           entity("S-1", `{"x":[0`+strings.Repeat(",0", 999)+`]}`),
		"a number for a text":  entity("S-1", `{"registroLimpeza":1}`),
		"null for a text":      entity("S-1", `{"registroLimpeza":null}`),
		"members we know not":  `{"x":1,"dados":{},"safraId":"S-1","tipo":[]}`,
		"a byte order of none": "\n\t " + entity("S-1", `{}`) + "\r\n ",
	} {
		t.Run(name, func(t *testing.T) { c.in(t).post(harvesting, body).ok(201) })
	}
	plot := entity("S-1", `{"areaPlantada":[0`+strings.Repeat(",-12.500000", 199_999)+`]}`)
	c.post(planting, plot).ok(201)
	for _, media := range []string{"", "application/json", "application/json; charset=UTF-8", "Application/JSON", "application/vnd.api+json"} {
		c.post(planting, entity("S-1", `{}`), "Content-Type: "+media).ok(201)
	}
	c.post(planting, entity("S-1", `{}`), "Content-Encoding: identity").ok(201)
}

// members returns an object with n members.
func members(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"m%d":0`, i)
	}
	return "{" + b.String()[1:] + "}"
}
