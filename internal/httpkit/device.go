package httpkit

import "strings"

// What to look for in a User-Agent, and what it means; the first match counts. Most browsers also
// name their ancestors, so the order matters.
var (
	browsers = []struct{ sign, name string }{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser", "Samsung Internet"}, {"Firefox", "Firefox"}, {"FxiOS", "Firefox"},
		{"HeadlessChrome", "Chrome"}, {"CriOS", "Chrome"}, {"Chrome", "Chrome"}, {"Safari", "Safari"}, {"curl", "curl"},
	}
	systems = []struct{ sign, name string }{
		{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"}, {"Mac OS X", "macOS"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"},
	}
)

// Device shortens a User-Agent to a word or two: "Chrome, Android". The rest could identify
// people, and nobody needs it.
func Device(userAgent string) string {
	var words []string
	for _, table := range [][]struct{ sign, name string }{browsers, systems} {
		for _, row := range table {
			if strings.Contains(userAgent, row.sign) {
				words = append(words, row.name)
				break
			}
		}
	}
	return strings.Join(words, ", ")
}
