package web

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"rastro/internal/httpkit"
	"rastro/internal/lang"
	"rastro/internal/public"
	"rastro/internal/zone"
)

// startView is the content of the start page. It shows no version and no key: strangers do not need
// them.
type startView struct {
	pageView
	Log             bool
	Origin, Entries string
	LogRoot, Signed string
}

// serveStart answers with the start page.
func (p *pages) serveStart(w http.ResponseWriter, r *http.Request) {
	key := asked{lang: httpkit.LanguageOfBuyers(r), as: httpkit.EncodingOf(r)}
	a, err := p.answers.Get(r.Context(), key, func(ctx context.Context) (*answer, time.Time, error) {
		log, err := p.service.LogSummary(ctx)
		if err != nil {
			return nil, time.Time{}, err
		}
		a, err := render(p.start, http.StatusOK, key, startOf(key.lang, &log, p.zone))
		return a, time.Time{}, err
	})
	if err != nil { // the page is useful without the log as well
		httpkit.Log(p.log, w, r, "start page", err)
		if a, err = render(p.start, http.StatusServiceUnavailable, key, startOf(key.lang, nil, p.zone)); err != nil {
			http.Error(w, "", http.StatusInternalServerError)
			return
		}
	}
	a.send(w, r)
}

func startOf(l lang.Lang, log *public.LogSummary, z zone.Zone) startView {
	v := startView{pageView: newPageView(l, "./", publicTexts, startTexts)}
	v.Title = "Rastro · " + v.T["head"]
	if log != nil {
		v.Log, v.Origin, v.Entries = true, log.Origin, grouped(log.Size)
		v.LogRoot = base64.StdEncoding.EncodeToString(log.Tree.Root[:])
		v.Signed = fill("signed", l, "quando", momentOf(log.SignedAt, l, z))
	}
	return v
}

// grouped formats a number with non-breaking spaces between thousands, which every language
// understands.
func grouped(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = fmt.Sprint(text[:i], "\u202f", text[i:])
	}
	return text
}
