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
