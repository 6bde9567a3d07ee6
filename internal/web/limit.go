package web

import (
	_ "embed"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"rastro/internal/httpkit"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

//go:embed busy.html
var busyContent string

// Visitors counts a request without a key and returns how long its sender has to
// wait, 0 if it is admitted. A nil Visitors admits everyone.
type Visitors func(*http.Request) time.Duration

// maxDepth is how deep below the server's root a page can be.
const maxDepth = 2

// busy answers those who have to wait. Its pages are made once: a flood must not make the
// server work.
type busy struct {
	visitors Visitors
	pages    map[lang.Lang][maxDepth + 1]*answer
}

func newBusy(visitors Visitors) (*busy, error) {
	pages, err := busyPages()
	if err != nil {
		return nil, fmt.Errorf("busy page: %w", err)
	}
	return &busy{visitors: visitors, pages: pages}, nil
}

// busyPages renders the pages, which are the same for every server.
var busyPages = sync.OnceValues(func() (map[lang.Lang][maxDepth + 1]*answer, error) {
	all := map[lang.Lang][maxDepth + 1]*answer{}
	page, err := parsePage(busyContent)
	if err != nil {
		return nil, err
	}
	for _, l := range lang.OfBuyers {
		var pages [maxDepth + 1]*answer
		for depth := range pages {
			v := newPageView(l, "./"+strings.Repeat("../", depth), publicTexts, busyTexts)
			v.Title = v.T["busy"] + " · Rastro"
			if pages[depth], err = render(page, http.StatusTooManyRequests, asked{lang: l, as: httpkit.Plain}, v); err != nil {
				return nil, err
			}
		}
		all[l] = pages
	}
	return all, nil
})

// over counts the requests to a handler.
func (b *busy) over(next http.HandlerFunc) http.Handler {
	if b.visitors == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if wait := b.visitors(r); wait > 0 {
			b.refuse(w, r, wait)
			return
		}
		next(w, r)
	})
}

func (b *busy) refuse(w http.ResponseWriter, r *http.Request, wait time.Duration) {
	httpkit.RetryAfter(w.Header(), wait)
	l := httpkit.LanguageOfBuyers(r)
	if wantsJSON(r) {
		failed := trace.Fail(trace.CodeRateLimited)
		newAnswer(http.StatusTooManyRequests, "application/json", l, httpkit.Plain, failure(http.StatusTooManyRequests, failed, l, w.Header().Get("X-Request-Id"))).send(w, r)
		return
	}
	b.pages[l][min(maxDepth, max(0, strings.Count(r.URL.EscapedPath(), "/")-1))].send(w, r)
}

// busyTexts are the texts of the page that asks visitors to wait.
var busyTexts = map[string]lang.Text{
	"busy":     {PT: "Muitos acessos de uma vez", EN: "Too many requests at once", ES: "Demasiados accesos a la vez", More: &lang.More{DE: "Zu viele Anfragen auf einmal", NL: "Te veel verzoeken tegelijk", FR: "Trop de demandes à la fois", IT: "Troppe richieste insieme"}},
	"busyWait": {PT: "Chegaram muitos pedidos do seu endereço em pouco tempo. Espere um minuto e abra a página de novo: nada se perdeu.", EN: "Many requests came from your address in a short time. Wait a minute and open the page again: nothing was lost.", ES: "Llegaron muchas solicitudes desde su dirección en poco tiempo. Espere un minuto y abra la página de nuevo: no se perdió nada.", More: &lang.More{DE: "Von Ihrer Adresse kamen in kurzer Zeit viele Anfragen. Warten Sie eine Minute und öffnen Sie die Seite noch einmal: Es ging nichts verloren.", NL: "Er kwamen in korte tijd veel verzoeken van uw adres. Wacht een minuut en open de pagina opnieuw: er is niets verloren gegaan.", FR: "Beaucoup de demandes sont arrivées de votre adresse en peu de temps. Attendez une minute et rouvrez la page : rien n’est perdu.", IT: "In poco tempo sono arrivate molte richieste dal vostro indirizzo. Attendete un minuto e riaprite la pagina: nulla è andato perso."}},
}
