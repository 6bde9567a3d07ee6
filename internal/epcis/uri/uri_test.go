package uri_test

import (
	"strings"
	"testing"

	"rastro/internal/epcis/uri"

	"pgregory.net/rapid"
)

func TestCanonical(t *testing.T) {
	for in, want := range map[string]string{
		"urn:epc:id:sgtin:7890000.012345.12":                             "/01/07890000123457/21/12",
		"urn:epc:id:sgtin:789000000123.0.A%2FB(1)":                       "/01/07890000001236/21/A%2FB%281%29",
		"urn:epc:id:sscc:7890000.0000000333":                             "/00/078900000000003339",
		"urn:epc:id:sgln:7890000.00011.987":                              "/414/7890000000116/254/987",
		"urn:epc:id:sgln:7890000.00011.0":                                "/414/7890000000116",
		"urn:epc:id:sgln:789000000001..0":                                "/414/7890000000017",
		"urn:epc:id:grai:7890000.66666.87":                               "/8003/0789000066666487",
		"urn:epc:id:giai:7890000.AAbb.1":                                 "/8004/7890000AAbb.1",
		"urn:epc:id:gsrn:7890000.9876540000":                             "/8018/789000098765400009",
		"urn:epc:id:gsrnp:7890000.0000098765":                            "/8017/789000000000987657",
		"urn:epc:id:gdti:7890000.55555.98":                               "/253/789000055555598",
		"urn:epc:id:gdti:789000099999..9":                                "/253/78900009999919",
		"urn:epc:id:cpi:7890000.ABC.123":                                 "/8010/7890000ABC/8011/123",
		"urn:epc:id:sgcn:7890000.99999.44":                               "/255/789000099999144",
		"urn:epc:id:ginc:7890000.xyz47%2F11":                             "/401/7890000xyz47%2F11",
		"urn:epc:id:gsin:7890000.999987654":                              "/402/78900009999876542",
		"urn:epc:id:itip:7890000.012345.01.02.999":                       "/8006/078900001234570102/21/999",
		"urn:epc:id:upui:7890000.012345.AB*12":                           "/01/07890000123457/235/AB%2A12",
		"urn:epc:id:pgln:789000000001.":                                  "/417/7890000000017",
		"urn:epc:class:lgtin:7890000.012345.L-7.b":                       "/01/07890000123457/10/L-7.b",
		"urn:epc:idpat:sgtin:7890000.012345.*":                           "/01/07890000123457",
		"urn:epc:idpat:itip:7890000.012345.01.02.*":                      "/8006/078900001234570102",
		"urn:epc:idpat:cpi:7890000.ABC.*":                                "/8010/7890000ABC",
		"urn:epc:idpat:grai:7890000.66666.*":                             "/8003/07890000666664",
		"http://a.example/01/07890000123457":                             "/01/07890000123457",
		"https://a.example/x/y/01/7890000123457":                         "/01/07890000123457",
		"https://a.example/gtin/78912342":                                "/01/00000078912342",
		"https://a.example/01/07890000123457/22/V/10/L/21/9?11=250101#x": "/01/07890000123457/21/9",
		"https://a.example/01/07890000123457/lot/L(1)/":                  "/01/07890000123457/10/L%281%29",
		"https://a.example/414/7890000000116/254/dock":                   "/414/7890000000116/254/dock",
		"https://a.example/party/7890000000017":                          "/417/7890000000017",

		"urn:epc:id:sgtin:7890000.12345.12":             "", // a digit is missing
		"urn:epc:id:sgtin:7890000.012345.":              "",
		"urn:epc:id:sgtin:7890000.012345.a/b":           "",
		"urn:epc:id:sgtin:7890000.012345.%2":            "",
		"urn:epc:id:sgtin:78900000.012345":              "",
		"urn:epc:id:sscc:7890000.0000000333.1":          "",
		"urn:epc:id:itip:7890000.012345.1.02.999":       "",
		"urn:epc:idpat:sgtin:7890000.012345.12":         "",
		"urn:epc:id:usdod:2S194.12345":                  "",
		"urn:uuid:374d95fc-9457-4a51-bd6a-0bba133845a8": "",
		"geo:-12.545,-55.715":                           "",
		"https://rastro.example/id/lote/MT25-S-001":     "",
		"https://rastro.example/id/talhao/01/2025":      "", // a segment like 01, and no GTIN
		"https://a.example/01/07890000123457/99/x":      "", // no qualifier of the key
		"https://a.example/01/07890000123457/21/1/10/L": "", // out of order
		"https://a.example/8004/assets":                 "",
		"https://a.example/01":                          "",
		"https://":                                      "",
		"":                                              "",
	} {
		if want == "" {
			want = in
		} else {
			want = uri.Domain + want
		}
		if got := uri.Canonical(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestCheckDigit(t *testing.T) {
	for in, want := range map[string]bool{
		"https://a.example/01/07890000123457":       true,
		"https://a.example/01/07890000123458":       false,
		"https://a.example/253/789000055555598":     true,
		"https://a.example/253/7890000555559PO":     false,
		"https://a.example/8004/7890000x":           true, // it has none
		"urn:epc:class:lgtin:7890000.012345.L":      true, // it is ours
		"https://a.example/8006/078900001234570102": true,
		"https://a.example/8006/078900001234540102": false,
		"https://a.example/8003/0789000066666487":   true,
	} {
		if l, ok := uri.Parse(in); !ok || l.CheckDigit() != want {
			t.Errorf("%s: %+v, check digit %v, want %v", in, l, l.CheckDigit(), want)
		}
	}
}

const origin = "https://rastro.example"

func TestLots(t *testing.T) {
	for in, want := range map[string]uri.Lot{
		"https://a.example/01/07890000123457/10/L%2F1":  {Code: "L/1", GTIN: "07890000123457"},
		"urn:epc:class:lgtin:7890000.012345.L%2F1":      {Code: "L/1", GTIN: "07890000123457"},
		"https://rastro.example/id/lote/MT25%20S%2F1":   {Code: "MT25 S/1"},
		"https://other.example/id/lote/MT25":            {Code: "https://other.example/id/lote/MT25", Foreign: true},
		"https://rastro.example.evil/id/lote/MT25":      {Code: "https://rastro.example.evil/id/lote/MT25", Foreign: true},
		"https://rastro.example/id/lote/":               {Code: "https://rastro.example/id/lote/", Foreign: true},
		"https://rastro.example/id/lote/a/b":            {Code: "https://rastro.example/id/lote/a/b", Foreign: true},
		"https://rastro.example/id/lote/%zz":            {Code: "https://rastro.example/id/lote/%zz", Foreign: true},
		"https://a.example/01/07890000123457/10/%20":    {Code: "https://id.gs1.org/01/07890000123457/10/%20", GTIN: "07890000123457", Foreign: true},
		"https://a.example/01/07890000123457/10/L/21/7": {Code: "https://id.gs1.org/01/07890000123457/21/7", GTIN: "07890000123457", Foreign: true},
		"urn:epc:id:sscc:7890000.0000000333":            {Code: "https://id.gs1.org/00/078900000000003339", Foreign: true},
		"urn:uuid:374d95fc-9457-4a51-bd6a-0bba133845a8": {Code: "urn:uuid:374d95fc-9457-4a51-bd6a-0bba133845a8", Foreign: true},
	} {
		if got := uri.LotOf(in, origin); got != want {
			t.Errorf("%s: %+v, want %+v", in, got, want)
		}
	}
}

// A lot's URI is read as the same lot, also one that GS1 has no room for.
func TestLotsAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lot := uri.Lot{Code: rapid.StringMatching(`[A-Za-z0-9!"%&'()*+,./_:;<=>?-]{1,20}|[ãé ]?[A-Z/ ]{1,30}`).Draw(t, "code")}
		if strings.TrimSpace(lot.Code) == "" {
			return
		}
		own := rapid.Bool().Draw(t, "own")
		if !own {
			lot.GTIN = "07890000123457"
		}
		written := lot.URI(origin)
		if strings.HasPrefix(written, origin) {
			lot.GTIN = ""
		}
		if got := uri.LotOf(written, origin); got != lot {
			t.Fatalf("%+v is written %s and read %+v", lot, written, got)
		}
	})
}

func FuzzCanonical(f *testing.F) {
	f.Add("urn:epc:id:sgtin:7890000.012345.12")
	f.Add("https://a.example/01/07890000123457/22/V/10/L/21/9?x#y")
	f.Add("urn:epc:id:cpi:7890000.A%2FB.12")
	f.Fuzz(func(t *testing.T, in string) {
		once := uri.Canonical(in)
		if twice := uri.Canonical(once); twice != once {
			t.Errorf("%q becomes %q, and then %q", in, once, twice)
		}
		lot := uri.LotOf(in, origin)
		if again := uri.LotOf(lot.URI(origin), origin); lot.Foreign && again.Code != lot.Code && again.Foreign {
			t.Errorf("%q is %+v, and then %+v", in, lot, again)
		}
	})
}
