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

// Notices are the pages for people where the API has nothing: an address that does not exist, or
// goods that no validation names.
type Notices struct {
	page *template.Template
	log  *slog.Logger
}

// NewNotices returns the pages.
func NewNotices(log *slog.Logger) (*Notices, error) {
	page, err := parsePage(publicContent)
	return &Notices{page, log}, err
}

// Fail answers with a page that explains the error, with its status. The page repeats nothing of
// the address.
func (n *Notices) Fail(w http.ResponseWriter, r *http.Request, status int, failed *trace.Error) {
	key := asked{lang: httpkit.LanguageOfBuyers(r), as: httpkit.EncodingOf(r)}
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

// noticeTitle returns the title for an error.
func noticeTitle(failed *trace.Error) lang.Text {
	switch {
	case failed.Code == trace.CodePathNotFound:
		return noticeTexts["nopage"]
	case failed.Class() == trace.NotFound:
		return noticeTexts["noitem"]
	}
	return noticeTexts["cannot"]
}

// rootFrom returns the way from the address in the browser to the start page.
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
	"nopage":  {PT: "Página não encontrada", EN: "Page not found", ES: "Página no encontrada", More: &lang.More{DE: "Seite nicht gefunden", NL: "Pagina niet gevonden", FR: "Page introuvable", IT: "Pagina non trovata"}},
	"noitem":  {PT: "Produto não encontrado", EN: "Product not found", ES: "Producto no encontrado", More: &lang.More{DE: "Produkt nicht gefunden", NL: "Product niet gevonden", FR: "Produit introuvable", IT: "Prodotto non trovato"}},
	"cannot":  {PT: "Não foi possível abrir", EN: "It cannot be opened", ES: "No se puede abrir", More: &lang.More{DE: "Die Seite lässt sich nicht öffnen", NL: "De pagina kan niet worden geopend", FR: "Impossible d’ouvrir la page", IT: "Impossibile aprire la pagina"}},
	"address": {PT: "Este endereço não existe aqui. Confira se ele está completo, ou digite o código impresso no produto.", EN: "This address does not exist here. Check that it is complete, or type the code printed on the product.", ES: "Esta dirección no existe aquí. Revise que esté completa, o escriba el código impreso en el producto.", More: &lang.More{DE: "Diese Adresse gibt es hier nicht. Prüfen Sie, ob sie vollständig ist, oder geben Sie den auf dem Produkt gedruckten Code ein.", NL: "Dit adres bestaat hier niet. Controleer of het volledig is, of typ de code die op het product staat.", FR: "Cette adresse n’existe pas ici. Vérifiez qu’elle est complète, ou saisissez le code imprimé sur le produit.", IT: "Questo indirizzo non esiste qui. Controllate che sia completo, o digitate il codice stampato sul prodotto."}},
}
