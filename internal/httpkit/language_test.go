package httpkit

import (
	"net/http/httptest"
	"testing"

	"rastro/internal/lang"
)

func TestLanguage(t *testing.T) {
	for _, c := range []struct {
		address, header string
		want            lang.Lang
	}{
		{"/", "", lang.PT}, {"/", "en-GB, pt;q=0.5", lang.EN}, {"/?lang=es", "en", lang.ES}, {"/?lang=xx", "en", lang.EN}, {"/?x=lang=es", "", lang.PT}, {"/?a=1&lang=en", "", lang.EN},
	} {
		r := httptest.NewRequest("GET", c.address, nil)
		r.Header.Set("Accept-Language", c.header)
		if got := Language(r); got != c.want {
			t.Errorf("%s with %q: %s, want %s", c.address, c.header, got.Tag(), c.want.Tag())
		}
	}
}

// A language that does not exist counts as if none was named; a page that is not available in a
// buyer's language is in English for those who name that language.
func TestLanguageOfBuyers(t *testing.T) {
	for _, c := range []struct {
		address, header string
		buyers, product lang.Lang
	}{
		{"/?lang=de", "fr", lang.DE, lang.EN}, {"/?lang=IT", "", lang.IT, lang.EN}, {"/?lang=xx", "nl, en;q=0.5", lang.NL, lang.EN}, {"/?lang=", "fr", lang.FR, lang.PT},
		{"/?lang=../../etc/passwd", "ja", lang.PT, lang.PT}, {"/?lang=de-DE", "es", lang.ES, lang.ES}, {"/?lang=%ff%00", "", lang.PT, lang.PT}, {"/?lang=es&lang=de", "de", lang.ES, lang.ES},
	} {
		r := httptest.NewRequest("GET", c.address, nil)
		r.Header.Set("Accept-Language", c.header)
		if got := LanguageOfBuyers(r); got != c.buyers {
			t.Errorf("%s with %q: %s, want %s", c.address, c.header, got.Tag(), c.buyers.Tag())
		}
		if got := Language(r); got != c.product {
			t.Errorf("%s with %q in the product: %s, want %s", c.address, c.header, got.Tag(), c.product.Tag())
		}
	}
}
