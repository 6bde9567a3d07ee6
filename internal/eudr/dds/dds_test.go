package dds_test

import (
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rastro/internal/eudr/dds"
)

const plots = `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"ProducerName":"José & Filhos <ME>"},"geometry":{"type":"Point","coordinates":[-45.123456,-21.123456]}}]}`

// coffee returns a statement that the EU's system takes.
func coffee() *dds.Statement {
	return &dds.Statement{
		Role: dds.Operator, InternalReference: "LOTE-2026-17", Activity: dds.Import, CountryOfActivity: "NL", BorderCountry: "NL",
		Comment: "Café & açúcar <teste>",
		Commodities: []dds.Commodity{{
			Description: "Green coffee, arabica", NetKg: 19200.5, Heading: "090111",
			Species:   []dds.Species{{Scientific: "Coffea arabica", Common: "Coffee"}},
			Producers: []dds.Producer{{Country: "BR", Name: "José & Filhos <ME>", GeoJSON: []byte(plots)}},
		}},
		Confidential: true, Grouped: []string{"26NLAAA1234567", "S26BRBBB123456"},
	}
}

func TestXML(t *testing.T) {
	t.Parallel()
	const want = `<dds:SubmitDdsRequest xmlns:dds="http://ec.europa.eu/tracesnt/certificate/eudr/due-diligence-statement/v3" xmlns:common="http://ec.europa.eu/tracesnt/certificate/eudr/common/v3">` +
		`<dds:operatorRole>OPERATOR</dds:operatorRole><dds:statement><dds:internalReferenceNumber>LOTE-2026-17</dds:internalReferenceNumber><dds:activityType>IMPORT</dds:activityType>` +
		`<dds:countryOfActivity>NL</dds:countryOfActivity><dds:borderCrossCountry>NL</dds:borderCrossCountry><dds:comment>Café &amp; açúcar &lt;teste&gt;</dds:comment>` +
		`<dds:commodities><dds:position>1</dds:position><dds:descriptors><common:descriptionOfGoods>Green coffee, arabica</common:descriptionOfGoods>` +
		`<common:goodsMeasure><common:netWeight>19200.5</common:netWeight></common:goodsMeasure></dds:descriptors><dds:hsHeading>090111</dds:hsHeading>` +
		`<dds:speciesInfo><dds:scientificName>Coffea arabica</dds:scientificName><dds:commonName>Coffee</dds:commonName></dds:speciesInfo>` +
		`<dds:producers><dds:position>1</dds:position><dds:country>BR</dds:country><dds:name>José &amp; Filhos &lt;ME&gt;</dds:name><dds:geometryGeojson>GEOMETRY</dds:geometryGeojson></dds:producers>` +
		`</dds:commodities><dds:geoLocationConfidential>true</dds:geoLocationConfidential>` +
		`<dds:groupedDeclarations><common:groupedDeclaration>26NLAAA1234567</common:groupedDeclaration></dds:groupedDeclarations>` +
		`<dds:groupedDeclarations><common:groupedDeclaration>S26BRBBB123456</common:groupedDeclaration></dds:groupedDeclarations></dds:statement></dds:SubmitDdsRequest>`
	got := string(dds.AppendXML(nil, coffee()))
	if want := strings.Replace(want, "GEOMETRY", base64.StdEncoding.EncodeToString([]byte(plots)), 1); got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
}

// Both formats have the same content, in the same order.
func TestJSONSaysWhatXMLSays(t *testing.T) {
	t.Parallel()
	percent := 2.5
	domestic := coffee()
	domestic.Activity, domestic.Role = dds.Domestic, dds.Representative
	domestic.Represented = &dds.Party{Name: "Importadora", Identifiers: []dds.Identifier{{Type: "eori", Value: "NL123456789"}, {Type: "vat", Value: "NL1"}}}
	domestic.Commodities[0].Deviation, domestic.Commodities[0].Units, domestic.Commodities[0].UnitCode = &percent, 320, "BAGS"
	domestic.Commodities = append(domestic.Commodities, domestic.Commodities[0])
	domestic.Commodities[1].Producers = append(slices.Clone(domestic.Commodities[0].Producers), dds.Producer{Country: "BR", GeoJSON: []byte(plots)})
	for _, s := range []*dds.Statement{coffee(), domestic, {}} {
		var fromXML, fromJSON []string
		decoder := xml.NewDecoder(strings.NewReader(string(dds.AppendXML(nil, s))))
		for {
			token, err := decoder.Token()
			if err != nil {
				break
			}
			if text, ok := token.(xml.CharData); ok {
				fromXML = append(fromXML, string(text))
			}
		}
		raw := dds.AppendJSON(nil, s)
		if !json.Valid(raw) {
			t.Fatalf("not JSON: %s", raw)
		}
		members := json.NewDecoder(strings.NewReader(string(raw)))
		members.UseNumber()
		leaves(t, members, &fromJSON)
		if !slices.Equal(fromXML, fromJSON) {
			t.Errorf("XML has\n%q\nJSON has\n%q", fromXML, fromJSON)
		}
	}
}

// leaves reads the values of a JSON text in their order.
func leaves(t *testing.T, d *json.Decoder, into *[]string) {
	t.Helper()
	token, err := d.Token()
	if err != nil {
		t.Fatal(err)
	}
	switch token := token.(type) {
	case json.Delim:
		for d.More() {
			if token == '{' {
				if _, err := d.Token(); err != nil {
					t.Fatal(err)
				}
			}
			leaves(t, d, into)
		}
		if _, err := d.Token(); err != nil {
			t.Fatal(err)
		}
	case string:
		if token != "" {
			*into = append(*into, token)
		}
	case json.Number:
		*into = append(*into, token.String())
	case bool:
		*into = append(*into, map[bool]string{true: "true", false: "false"}[token])
	}
}

// Writing in pieces gives the same bytes as appending.
func TestWritten(t *testing.T) {
	t.Parallel()
	for _, size := range []int{0, 1, 48<<10 - 1, 48 << 10, 48<<10 + 1, 200_000} {
		s := coffee()
		s.Commodities[0].Producers = slices.Repeat([]dds.Producer{{Country: "BR", Name: "Ana", GeoJSON: []byte(strings.Repeat("x", size))}}, 3)
		var inXML, inJSON strings.Builder
		if err := errors.Join(dds.WriteXML(&inXML, s), dds.WriteJSON(&inJSON, s)); err != nil {
			t.Fatal(err)
		}
		if inXML.String() != string(dds.AppendXML(nil, s)) || inJSON.String() != string(dds.AppendJSON(nil, s)) {
			t.Errorf("%d bytes of geometry: the pieces are not the whole", size)
		}
	}
}

// A reader who hangs up ends the writing.
func TestWritingEnds(t *testing.T) {
	t.Parallel()
	s := coffee()
	s.Commodities[0].Producers[0].GeoJSON = make([]byte, 1_000_000)
	gone := errors.New("gone")
	for _, write := range []func(io.Writer, *dds.Statement) error{dds.WriteXML, dds.WriteJSON} {
		if err := write(&full{most: 100_000, err: gone}, s); !errors.Is(err, gone) {
			t.Errorf("%v", err)
		}
	}
}

// full accepts a limited number of bytes.
type full struct {
	most int
	err  error
}

func (f *full) Write(p []byte) (int, error) {
	if f.most -= len(p); f.most < 0 {
		return 0, f.err
	}
	return len(p), nil
}

func TestGeometryComesBack(t *testing.T) {
	t.Parallel()
	var back struct {
		Geometry string `xml:"statement>commodities>producers>geometryGeojson"`
	}
	if err := xml.Unmarshal(dds.AppendXML(nil, coffee()), &back); err != nil {
		t.Fatal(err)
	}
	if got, err := base64.StdEncoding.DecodeString(back.Geometry); err != nil || string(got) != plots {
		t.Errorf("%q, %v", got, err)
	}
}

// The EU publishes its schema, but does not allow redistribution: RASTRO_EUDR_XSD names the file of
// the service's own schema, if it is there.
func TestSchema(t *testing.T) {
	t.Parallel()
	schema := os.Getenv("RASTRO_EUDR_XSD")
	if schema == "" {
		t.Log("RASTRO_EUDR_XSD is not set: the messages are checked for well-formedness alone")
	}
	for name, message := range map[string][]byte{
		"submit": dds.AppendXML(nil, coffee()), "amend": dds.AppendAmendment(nil, "071874bd-8c62-4cac-8eb6-b2fbe003410c", coffee()),
		"withdraw": dds.AppendWithdrawal(nil, "071874bd-8c62-4cac-8eb6-b2fbe003410c"), "ask": dds.AppendQuestion(nil, "071874bd-8c62-4cac-8eb6-b2fbe003410c"),
	} {
		file := filepath.Join(t.TempDir(), name+".xml")
		if err := os.WriteFile(file, message, 0o600); err != nil {
			t.Fatal(err)
		}
		args := []string{"--noout", "--nonet", file}
		if schema != "" {
			args = append([]string{"--schema", schema}, args...)
		}
		if out, err := exec.Command("xmllint", args...).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	percent, large := 2.0, 30.0
	many := func(n int) []dds.Producer {
		return slices.Repeat([]dds.Producer{{Country: "BR", GeoJSON: []byte("{}")}}, n)
	}
	for name, c := range map[string]struct {
		change func(*dds.Statement)
		want   []string // rule and pointer
	}{
		"good":               {func(*dds.Statement) {}, nil},
		"unknown activity":   {func(s *dds.Statement) { s.Activity = "TRADE" }, []string{"DDS_VALOR_DESCONHECIDO /statement/activityType"}},
		"unknown role":       {func(s *dds.Statement) { s.Role = "TRADER" }, []string{"DDS_VALOR_DESCONHECIDO /operatorRole"}},
		"nobody represented": {func(s *dds.Statement) { s.Role = dds.Representative }, []string{"DDS_FALTA /statement/representedOperator"}},
		"bad identifier": {func(s *dds.Statement) {
			s.Role = dds.Representative
			s.Represented = &dds.Party{Name: "A", Identifiers: []dds.Identifier{{Type: "cpf", Value: "1"}}}
		}, []string{"DDS_VALOR_DESCONHECIDO /statement/representedOperator/operatorReferenceNumber/0/identifierType"}},
		"long reference":       {func(s *dds.Statement) { s.InternalReference = strings.Repeat("ã", 36) }, []string{"DDS_TEXTO_LONGO /statement/internalReferenceNumber"}},
		"as long as it may be": {func(s *dds.Statement) { s.InternalReference = strings.Repeat("ã", 35) }, nil},
		"control character":    {func(s *dds.Statement) { s.Comment = "a\x00b" }, []string{"DDS_TEXTO_INVALIDO /statement/comment"}},
		"broken text":          {func(s *dds.Statement) { s.Comment = "a\xffb" }, []string{"DDS_TEXTO_INVALIDO /statement/comment"}},
		"outside the Union":    {func(s *dds.Statement) { s.CountryOfActivity = "BR" }, []string{"DDS_PAIS_FORA_DA_UE /statement/countryOfActivity"}},
		"Northern Ireland":     {func(s *dds.Statement) { s.BorderCountry = "XI" }, nil},
		"no border":            {func(s *dds.Statement) { s.BorderCountry = "" }, []string{"DDS_FALTA /statement/borderCrossCountry"}},
		"no commodity":         {func(s *dds.Statement) { s.Commodities = nil }, []string{"DDS_FALTA /statement/commodities"}},
		"101 commodities":      {func(s *dds.Statement) { s.Commodities = slices.Repeat(s.Commodities, 101) }, []string{"DDS_MUITOS /statement/commodities"}},
		"no description":       {func(s *dds.Statement) { s.Commodities[0].Description = " " }, []string{"DDS_FALTA /statement/commodities/0/descriptors/descriptionOfGoods"}},
		"no mass":              {func(s *dds.Statement) { s.Commodities[0].NetKg = 0 }, []string{"DDS_FALTA /statement/commodities/0/descriptors/goodsMeasure/netWeight"}},
		"negative mass":        {func(s *dds.Statement) { s.Commodities[0].NetKg = -1 }, []string{"DDS_QUANTIDADE /statement/commodities/0/descriptors/goodsMeasure/netWeight"}},
		"eleven digits":        {func(s *dds.Statement) { s.Commodities[0].NetKg = 1e10 }, []string{"DDS_QUANTIDADE /statement/commodities/0/descriptors/goodsMeasure/netWeight"}},
		"deviation of imports": {func(s *dds.Statement) { s.Commodities[0].Deviation = &percent }, []string{"DDS_MARGEM /statement/commodities/0/descriptors/goodsMeasure/percentageEstimationOrDeviation"}},
		"domestic without it":  {func(s *dds.Statement) { s.Activity = dds.Domestic }, []string{"DDS_FALTA /statement/commodities/0/descriptors/goodsMeasure/percentageEstimationOrDeviation"}},
		"domestic":             {func(s *dds.Statement) { s.Activity = dds.Domestic; s.Commodities[0].Deviation = &percent }, nil},
		"30%":                  {func(s *dds.Statement) { s.Activity = dds.Domestic; s.Commodities[0].Deviation = &large }, []string{"DDS_MARGEM /statement/commodities/0/descriptors/goodsMeasure/percentageEstimationOrDeviation"}},
		"units without a code": {func(s *dds.Statement) { s.Commodities[0].Units = 3 }, []string{"DDS_FALTA /statement/commodities/0/descriptors/goodsMeasure/supplementaryUnitQualifier"}},
		"heading with points":  {func(s *dds.Statement) { s.Commodities[0].Heading = "0901.11" }, []string{"DDS_CODIGO_SH /statement/commodities/0/hsHeading"}},
		"no producer":          {func(s *dds.Statement) { s.Grouped = nil; s.Commodities[0].Producers = nil }, []string{"DDS_FALTA /statement/commodities/0/producers"}},
		"only groups":          {func(s *dds.Statement) { s.Commodities[0].Producers = nil }, nil},
		"no geometry":          {func(s *dds.Statement) { s.Commodities[0].Producers[0].GeoJSON = nil }, []string{"DDS_FALTA /statement/commodities/0/producers/0/geometryGeojson"}},
		"no such country":      {func(s *dds.Statement) { s.Commodities[0].Producers[0].Country = "XX" }, []string{"DDS_PAIS /statement/commodities/0/producers/0/country"}},
		"1001 producers":       {func(s *dds.Statement) { s.Commodities[0].Producers = many(1001) }, []string{"DDS_MUITOS /statement/commodities/0/producers"}},
		"11 000 producers": {func(s *dds.Statement) {
			s.Commodities[0].Producers = many(1000)
			s.Commodities = slices.Repeat(s.Commodities, 11)
		}, []string{"DDS_MUITOS /statement/commodities"}},
		"26 MB":       {func(s *dds.Statement) { s.Commodities[0].Producers[0].GeoJSON = make([]byte, 26_000_000) }, []string{"DDS_GEOMETRIA_GRANDE /statement/commodities"}},
		"bad group":   {func(s *dds.Statement) { s.Grouped[1] = "26-NL" }, []string{"DDS_REFERENCIA /statement/groupedDeclarations/1"}},
		"group twice": {func(s *dds.Statement) { s.Grouped[1] = s.Grouped[0] }, []string{"DDS_REFERENCIA_REPETIDA /statement/groupedDeclarations/1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := coffee()
			c.change(s)
			var got []string
			for _, f := range dds.Check(s, &dds.V3) {
				got = append(got, f.Rule.ID+" "+f.Pointer)
				if text := f.Text(); strings.ContainsAny(text.PT+text.EN+text.ES, "{}") {
					t.Errorf("a placeholder is left: %+v", text)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// A statement full of mistakes has a bounded list of them.
func TestCheckIsBounded(t *testing.T) {
	t.Parallel()
	s := coffee()
	s.Commodities[0].Producers = make([]dds.Producer, 1000)
	if n := len(dds.Check(s, &dds.V3)); n != 100 {
		t.Errorf("%d findings", n)
	}
}
