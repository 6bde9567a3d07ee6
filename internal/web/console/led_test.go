package console_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"rastro/internal/account"
	"rastro/internal/organization"
	"rastro/internal/reach"
	"rastro/internal/web/console/consoletest"
)

var (
	hrefs = regexp.MustCompile(`<a [^>]*href="([^"#]+)[^>]*>`)
	// particular are the parts of an address that many pages of one form differ in.
	particular = regexp.MustCompile(`[0-9A-Z]{26}|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{64}|=[^&]*|/registros/[a-zA-Z.]+`)
)

// Nobody is shown a link to a page that their role does not let them see: from the start,
// everyone reaches what pages lead to, one page of each form.
func TestLinksLeadWhereRolesMayGo(t *testing.T) {
	t.Parallel()
	s, _ := consoletest.DemoSite(t)
	name := "Coopervale"
	if _, _, err := s.Service.RegisterOrganization(t.Context(), &s.Root.Key, organization.Request{Name: &name}, nil); err != nil {
		t.Fatal(err)
	}
	for _, harvest := range []string{consoletest.SoyHarvest, consoletest.CoffeeHarvest} {
		if _, err := s.Service.ShareHarvest(t.Context(), &s.Root.Key, harvest, name, reach.Owner); err != nil {
			t.Fatal(err)
		}
	}
	// Between them, these have each scope and right, and lack each.
	for _, role := range []string{"CLASSIFICADOR", "AUDITOR", "GERENTE", account.Administrator} {
		person, _ := s.Person("Pessoa "+role, strings.ToLower(role)+"@x.example", role, name)
		follow(t, role, person)
	}
}

// follow goes from page to page, and fails for each that does not open.
func follow(t *testing.T, role string, b *consoletest.Browser) {
	t.Helper()
	const enough = 200
	type step struct{ to, from string }
	seen := map[string]bool{}
	for queue := []step{{"/console", "the start"}}; len(queue) > 0 && len(seen) < enough; queue = queue[1:] {
		to := queue[0].to
		form := particular.ReplaceAllString(to, "~")
		if seen[form] {
			continue
		}
		seen[form] = true
		page := b.Get(strings.TrimPrefix(to, "/console"))
		if page.Status >= http.StatusBadRequest {
			t.Errorf("%s: %s leads to %s, which is %d", role, queue[0].from, to, page.Status)
			continue
		}
		base, err := url.Parse(page.Path)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range hrefs.FindAllStringSubmatch(page.Body, -1) {
			next, err := base.Parse(html.UnescapeString(found[1]))
			if err == nil && next.Host == "" && strings.HasPrefix(next.Path, "/console") {
				queue = append(queue, step{next.String(), to})
			}
		}
	}
	if t.Logf("%s: %d forms of pages", role, len(seen)); len(seen) < 30 {
		t.Errorf("%s: the links of only %d pages were followed", role, len(seen))
	}
}
