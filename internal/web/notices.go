package web

import (
	"html/template"
	"log/slog"
	"net/http"
	"strings"

	"rastro/internal/httpkit"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// Notices are the pages that people see where the API has nothing for them: an address that
// does not exist, or goods that no validation names.
type Notices struct {
	page *template.Template
	log  *slog.Logger
}

// NewNotices makes the pages.
func NewNotices(log *slog.Logger) (*Notices, error) {
	page, err := parsePage(publicContent)
	return &Notices{page, log}, err
}

// Fail answers with a page that says what is wrong, with the status of the error. It repeats
// nothing of the address.
func (n *Notices) Fail(w http.ResponseWriter, r *http.Request, status int, failed *trace.Error) {
	key := asked{lang: httpkit.Language(r), as: httpkit.EncodingOf(r)}
	v := publicView{pageView: newPageView(key.lang, rootFrom(r), publicTexts), Class: "desconhecida", State: noticeTitle(failed).In(key.lang), Meaning: failed.Text(key.lang)}
	if failed.Code == trace.CodePathNotFound {
		v.Meaning = noticeTexts["address"].In(key.lang)
	}
	v.Title = v.State + " · Rastro"
	a, err := render(n.page, status, key, v)
	if err != nil {
		n.log.Error("notice", "err", err)
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	a.send(w, r)
}

// noticeTitle returns what an error is about.
func noticeTitle(failed *trace.Error) lang.Text {
	switch {
	case failed.Code == trace.CodePathNotFound:
		return noticeTexts["nopage"]
	case failed.Class() == trace.NotFound:
		return noticeTexts["noitem"]
	}
	return noticeTexts["cannot"]
}

// rootFrom is the way from the address in the browser to the start page.
func rootFrom(r *http.Request) string {
	path, _, _ := strings.Cut(r.RequestURI, "?")
	if !strings.HasPrefix(path, "/") {
		path = r.URL.EscapedPath()
	}
	if up := strings.Count(path, "/") - 1; up > 0 {
		return strings.Repeat("../", up)
	}
	return "./"
}

var noticeTexts = map[string]lang.Text{
	"nopage":  {PT: "Página não encontrada", EN: "Page not found", ES: "Página no encontrada"},
	"noitem":  {PT: "Produto não encontrado", EN: "Product not found", ES: "Producto no encontrado"},
	"cannot":  {PT: "Não foi possível abrir", EN: "It cannot be opened", ES: "No se puede abrir"},
	"address": {PT: "Este endereço não existe aqui. Confira se ele está completo, ou digite o código impresso no produto.", EN: "This address does not exist here. Check that it is complete, or type the code printed on the product.", ES: "Esta dirección no existe aquí. Revise que esté completa, o escriba el código impreso en el producto."},
}
