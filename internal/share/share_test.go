package share_test

import (
	"archive/zip"
	"bytes"
	"database/sql"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"rastro/internal/access"
	"rastro/internal/app"
	"rastro/internal/organization"
	"rastro/internal/reach"
	"rastro/internal/share"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
	"rastro/internal/web"
	"rastro/internal/zone"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

const soyLot, coffeeLot, soyHarvest = "MT25-S-001", "MG25-C-001", "DEMO-SOJA-MT-2024-25"

// site is a server with the demonstration, and a clock that the test moves.
type site struct {
	*testing.T
	app   *app.App
	root  *trace.Key
	clock *testkit.Clock
	mux   *http.ServeMux
	db    *sql.DB
	data  *stores.Database
}

func onBoth(t *testing.T, run func(s *site)) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := &site{T: t, clock: testkit.Ticking(), mux: http.NewServeMux(), db: d.SQL(t), data: d}
		service, root := stores.Rooted(t, d.Store(t), s.clock.Now)
		s.app, s.root = service, &root.Key
		if _, err := service.FillDemo(t.Context(), s.root, ""); err != nil {
			t.Fatal(err)
		}
		if err := web.MountPublic(s.mux, service, nil, "https://rastro.example", nil, testkit.Silent(), zone.Zone{}); err != nil {
			t.Fatal(err)
		}
		run(s)
	})
}

func (s *site) share(by *trace.Key, views int) share.Made {
	s.Helper()
	made, err := s.app.Links.Share(s.Context(), by, share.Request{Lot: soyLot, For: "Koffie BV", ExpiresAt: s.app.Now().AddDate(0, 0, 7), Views: views}, nil, nil)
	if err != nil {
		s.Fatal(err)
	}
	return made
}

func (s *site) ask(method, path string) *httptest.ResponseRecorder {
	s.Helper()
	w := httptest.NewRecorder()
	s.mux.ServeHTTP(w, httptest.NewRequestWithContext(s.Context(), method, path, nil))
	return w
}

func (s *site) get(path string, status int) *httptest.ResponseRecorder {
	s.Helper()
	w := s.ask("GET", path)
	if w.Code != status {
		s.Fatalf("GET %s: %d, want %d: %s", path, w.Code, status, w.Body)
	}
	for name, want := range map[string]string{"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff"} {
		if got := w.Header().Get(name); got != want {
			s.Errorf("GET %s: %s is %q, want %q", path, name, got, want)
		}
	}
	if !strings.Contains(w.Header().Get("X-Robots-Tag"), "noindex") || w.Header().Get("Etag") != "" {
		s.Errorf("GET %s: its headers are %v", path, w.Header())
	}
	return w
}

var parts = []string{"/lote", "/rastreio.json", "/rastreio.csv", "/dossie.zip"}

func TestLinkOpensItsLot(t *testing.T) {
	onBoth(t, func(s *site) {
		made := s.share(s.root, 4)
		at := share.Path(made.Token)
		for range 2 { // previews, and scripts that probe for links
			if door := s.get(at, 200).Body.String(); strings.Contains(door, soyLot) || !strings.Contains(door, "/lote?lang=") {
				t.Errorf("the door says %s", door)
			}
			if head := s.ask("HEAD", at+"/dossie.zip"); head.Code != 200 || head.Body.Len() != 0 {
				t.Errorf("HEAD: %d, %d bytes", head.Code, head.Body.Len())
			}
		}
		if page := s.get(at+"/lote", 200).Body.String(); !strings.Contains(page, soyLot) || strings.Contains(page, coffeeLot) {
			t.Errorf("the page says %s", page)
		}
		if text := s.get(at+"/rastreio.json", 200).Body.String(); !strings.Contains(text, soyLot) {
			t.Errorf("the trace says %s", text)
		}
		s.get(at+"/rastreio.csv", 200)
		body := s.get(at+"/dossie.zip", 200).Body.Bytes()
		files, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
		if err != nil || len(files.File) < 5 {
			t.Fatalf("the dossier: %v", err)
		}
		s.closed(at)
		l, views, err := s.app.Links.LinkOf(s.Context(), s.root, made.ID.String())
		if err != nil || l.State(s.app.Now()) != share.UsedUp || len(views) != 4 {
			t.Fatalf("%+v, %+v, %v", l, views, err)
		}
		for i, part := range []share.Part{share.Page, share.Trace, share.Trace, share.Dossier} {
			if v := views[i]; v.Part != part || v.Number != i+1 || v.At.IsZero() {
				t.Errorf("view %d is %+v", i, v)
			}
		}
	})
}

// closed fails unless all parts of a link answer as for one that does not exist.
func (s *site) closed(at string) {
	s.Helper()
	guessed := share.Path(strings.Repeat("A", share.TokenLength))
	for _, part := range append([]string{""}, parts...) {
		got, want := s.get(at+part, 404), s.get(guessed+part, 404)
		if got.Body.String() != want.Body.String() || len(got.Header()) != len(want.Header()) {
			s.Errorf("%s%s is answered differently from a guess", at, part)
		}
	}
}

// A link that is guessed, altered, expired, revoked or used up, or whose maker may no longer read
// the lot, is answered byte for byte like one that does not exist.
func TestAttackClosedLinks(t *testing.T) {
	onBoth(t, func(s *site) {
		ctx := s.Context()
		other := s.share(s.root, 5)
		token := s.share(s.root, 5).Token
		for name, guess := range map[string]string{
			"short": token[:20], "long": token + "AA", "another's secret": other.Token[:22] + token[22:], "no base64": strings.Repeat("!", share.TokenLength),
			"another last letter": token[:len(token)-1] + map[bool]string{true: "B", false: "A"}[strings.HasSuffix(token, "A")], "padded": token + "=",
		} {
			if w := s.ask("GET", share.Path(guess)+"/lote"); w.Code != 404 {
				t.Errorf("%s: %d", name, w.Code)
			}
		}
		s.get(share.Path(token)+"/lote", 200)

		revoked := s.share(s.root, 5)
		for range 2 {
			if l, err := s.app.Links.Revoke(ctx, s.root, revoked.ID.String()); err != nil || l.RevokedAt.IsZero() || l.Version != 2 {
				t.Fatalf("%+v, %v", l, err)
			}
		}
		s.closed(share.Path(revoked.Token))

		key, err := s.app.CreateKey(ctx, s.root, access.Request{Name: "export", Scopes: []trace.Scope{trace.Read, trace.Write}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		maker, _ := s.app.KeyNamed(key.Key.AccessKey)
		ofKey := s.share(maker, 5)
		s.get(share.Path(ofKey.Token)+"/lote", 200)
		if _, err := s.app.DeactivateKey(ctx, s.root, maker.AccessKey); err != nil {
			t.Fatal(err)
		}
		s.closed(share.Path(ofKey.Token))

		s.clock.Advance(8 * 24 * time.Hour)
		s.closed(share.Path(token))
	})
}

// If many open a link at once, no more are let in than its limit allows.
func TestAttackLinkOpenedAtOnce(t *testing.T) {
	onBoth(t, func(s *site) {
		made := s.share(s.root, 3)
		var group sync.WaitGroup
		var mu sync.Mutex
		statuses := map[int]int{}
		for range 12 {
			group.Go(func() {
				w := s.ask("GET", share.Path(made.Token)+"/rastreio.csv")
				mu.Lock()
				defer mu.Unlock()
				statuses[w.Code]++
			})
		}
		group.Wait()
		if statuses[200] != 3 || statuses[404] != 9 {
			t.Errorf("answers: %v", statuses)
		}
	})
}

// A link only reaches its lot: not another lot, nor anything below or next to it.
func TestAttackBeyondTheLink(t *testing.T) {
	onBoth(t, func(s *site) {
		at := share.Path(s.share(s.root, 20).Token)
		for _, path := range []string{
			"/lote?lote=" + coffeeLot, "/lote?codigo=" + coffeeLot, "/rastreio.json?lote=" + coffeeLot + "&direcao=destino", "/dossie.zip?anexosPessoais=true&lote=" + coffeeLot,
		} {
			w := s.get(at+path, 200)
			if strings.Contains(w.Body.String(), coffeeLot) {
				t.Errorf("%s tells of another lot", path)
			}
		}
		plain, asked := s.get(at+"/rastreio.json", 200), s.get(at+"/rastreio.json?direcao=destino&limite=1", 200)
		if strings.Contains(plain.Body.String(), `"direcao":"destino"`) || len(plain.Body.String()) != len(asked.Body.String()) {
			t.Error("a parameter changes what a link shows")
		}
		for _, path := range []string{"/lotes/" + coffeeLot, "/lote/" + coffeeLot, "/../lotes", "/organizacoes", "/anexos/" + strings.Repeat("0", 64), "/dossie.zip/anexos"} {
			if w := s.ask("GET", at+path); w.Code == 200 {
				t.Errorf("%s opens", path)
			}
		}
		if w := s.ask("POST", at+"/lote"); w.Code != http.StatusMethodNotAllowed {
			t.Errorf("POST: %d", w.Code)
		}
	})
}

// Only those who may read and write in the harvest of a lot can make, see and revoke its links.
func TestAttackLinksOfOthers(t *testing.T) {
	onBoth(t, func(s *site) {
		ctx := s.Context()
		made := s.share(s.root, 5)
		stranger := &trace.Key{AccessKey: "rk_other", Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{"MINHA"}}
		if _, err := s.app.Links.Share(ctx, stranger, share.Request{Lot: soyLot, ExpiresAt: s.app.Now().Add(time.Hour), Views: 1}, nil, nil); !trace.Is(err, trace.CodeLotNotFound) {
			t.Errorf("made: %v", err)
		}
		if _, err := s.app.Links.LinksOf(ctx, stranger, soyLot); !trace.Is(err, trace.CodeLotNotFound) {
			t.Errorf("listed: %v", err)
		}
		if _, _, err := s.app.Links.LinkOf(ctx, stranger, made.ID.String()); !trace.Is(err, trace.CodeNoLink) {
			t.Errorf("read: %v", err)
		}
		if _, err := s.app.Links.Revoke(ctx, stranger, made.ID.String()); !trace.Is(err, trace.CodeNoLink) {
			t.Errorf("revoked: %v", err)
		}
		reader := &trace.Key{AccessKey: "rk_reader", Scopes: []trace.Scope{trace.Read}}
		if _, err := s.app.Links.LinksOf(ctx, reader, soyLot); !trace.Is(err, trace.CodeForbiddenScope) {
			t.Errorf("a reader: %v", err)
		}
	})
}

// A link shows what its maker may read now: when an organisation loses a harvest, its links end.
func TestAttackLinkOutlivesTheRightsOfItsMaker(t *testing.T) {
	onBoth(t, func(s *site) {
		ctx := s.Context()
		name := "Trader"
		org, _, err := s.app.RegisterOrganization(ctx, s.root, organization.Request{Name: &name}, nil)
		if err != nil {
			t.Fatal(err)
		}
		key, err := s.app.CreateKey(ctx, s.root, access.Request{Name: "export", Organization: name, Scopes: []trace.Scope{trace.Read, trace.Write}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		give := func(level reach.Level) {
			t.Helper()
			if _, err := s.app.ShareHarvest(ctx, s.root, soyHarvest, org.ID.String(), level); err != nil {
				t.Fatal(err)
			}
		}
		give(reach.Write)
		maker, _ := s.app.KeyNamed(key.Key.AccessKey)
		made := s.share(maker, 9)
		if page := s.get(share.Path(made.Token)+"/lote", 200).Body.String(); !strings.Contains(page, name) {
			t.Error("the page does not say who shared the lot")
		}
		give(reach.None)
		s.closed(share.Path(made.Token))
		give(reach.Read) // links of a harvest are made only by those who write in it
		s.closed(share.Path(made.Token))
		give(reach.Write)
		s.get(share.Path(made.Token)+"/lote", 200)
	})
}

// The database's content opens nothing: it has only a digest of the secret, and a link whose note
// was changed behind the server's back is invalid.
func TestAttackFalsifiedLink(t *testing.T) {
	onBoth(t, func(s *site) {
		made := s.share(s.root, 5)
		rows, err := s.db.QueryContext(s.Context(), `SELECT body FROM note_entry`)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var body []byte
			if err := rows.Scan(&body); err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(body, []byte(made.Token[30:])) {
				t.Error("the secret is in the database")
			}
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		for table, column := range map[string]string{"note_entry": "body", "journal": "dados"} {
			text, blob := "CAST("+column+" AS TEXT)", "CAST(%s AS BLOB)"
			if s.data.Path == "" {
				text, blob = "convert_from("+column+", 'UTF8')", "convert_to(%s, 'UTF8')"
			}
			changed := strings.Replace(blob, "%s", "REPLACE("+text+`, '"limite":5', '"limite":9')`, 1)
			if _, err := s.db.ExecContext(s.Context(), `UPDATE `+table+` SET `+column+` = `+changed+` WHERE kind = 220`); err != nil {
				t.Fatal(err)
			}
		}
		s.closed(share.Path(made.Token))
	})
}
