package console_test

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"rastro/internal/web/console/consoletest"
)

var (
	pageLink = regexp.MustCompile(`href="[^"]*?/?console(/[^"#]*)"`)
	pageTag  = regexp.MustCompile(`(?s)<script.*?</script>|<style.*?</style>|<pre.*?</pre>|<code.*?</code>|<textarea.*?</textarea>|<[^>]*>`)
	// A point before one or two digits and a unit: nobody who writes a comma means
	// thousands by that.
	pointed = regexp.MustCompile(`\d\.\d{1,2}\s*(ha|kg|t|%|km|mm|sc)(\s|$|[),;:])`)
)

// No page in Portuguese or Spanish has a decimal point before a unit.
func TestNumbersAreWrittenAsTheLanguageDoes(t *testing.T) {
	s, b := consoletest.DemoSite(t)
	s.Create("/cadastroPlanejamento/planoCultivo", consoletest.SoyHarvest, `{"poligono":[-55.72,-12.55,-55.71,-12.54]}`)
	for _, language := range []string{"pt", "es"} {
		b.Get("?lang=" + language)
		seen, queue := map[string]bool{"": true}, []string{""}
		for len(queue) > 0 && len(seen) < 200 {
			path := queue[0]
			queue = queue[1:]
			page := b.Get(path, "Accept-Language", language)
			if !strings.HasPrefix(page.Header.Get("Content-Type"), "text/html") {
				continue
			}
			text := html.UnescapeString(pageTag.ReplaceAllString(page.Body, " "))
			for _, found := range pointed.FindAllStringIndex(text, -1) {
				t.Errorf("%s, %s: …%s…", path, language, text[max(0, found[0]-60):min(len(text), found[1]+20)])
			}
			for _, link := range pageLink.FindAllStringSubmatch(page.Body, -1) {
				to := html.UnescapeString(link[1])
				if !seen[to] && !strings.Contains(to, "/registros/") && !strings.Contains(to, "baixar") && !strings.Contains(to, "/sair") {
					seen[to] = true
					queue = append(queue, to)
				}
			}
		}
		if len(seen) < 20 {
			t.Errorf("only %d pages were found", len(seen))
		}
		t.Logf("%d pages in %s", len(seen), language)
	}
	b.Get("/lotes/"+consoletest.SoyLot+"/eudr", "Accept-Language", "pt").Has(200, "120,23 ha")
}
