package logo_test

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"rastro/internal/logo"
)

// picture returns a PNG of a size; noise makes it hard to compress.
func picture(t testing.TB, w, h int, noise bool) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	random := rand.New(rand.NewPCG(1, 2))
	for i := range img.Pix {
		if img.Pix[i] = 200; noise {
			img.Pix[i] = byte(random.Uint32())
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// chunk is a part of a PNG.
func chunk(name, body string) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	out = append(append(out, name...), body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// with puts a part after the first of a PNG, which has 33 bytes.
func with(file []byte, part []byte) []byte {
	return bytes.Join([][]byte{file[:33], part, file[33:]}, nil)
}

func svg(inside string) string {
	return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 20">` + inside + `</svg>`
}

const dot = `<circle cx="5" cy="5" r="4"/>`

func refused(t *testing.T, what string, file []byte, want logo.Reason) {
	t.Helper()
	_, err := logo.Clean(file)
	wrong, ok := errors.AsType[*logo.Error](err)
	if !ok || wrong.Reason != want {
		t.Errorf("%s: %v, want %s", what, err, want)
	}
}

func cleaned(t *testing.T, what string, file []byte) logo.Logo {
	t.Helper()
	l, err := logo.Clean(file)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	again, err := logo.Clean(l.Bytes)
	if err != nil || !bytes.Equal(again.Bytes, l.Bytes) || again.Media != l.Media || again.Width != l.Width || again.Height != l.Height {
		t.Errorf("%s: cleaned twice it is %q, %v\nonce it is %q", what, again.Bytes, err, l.Bytes)
	}
	return l
}

func TestReasonsAreSaid(t *testing.T) {
	for reason, text := range logo.Reasons {
		if !text.Complete() {
			t.Errorf("%s lacks a language", reason)
		}
	}
}

func TestRefused(t *testing.T) {
	plain := picture(t, 20, 10, false)
	tall := chunk("IHDR", "\x00\x00\x00\x01\x00\x00\xff\xff\x08\x06\x00\x00\x00")
	for _, tc := range []struct {
		name string
		file []byte
		want logo.Reason
	}{
		{"nothing", nil, logo.Empty},
		{"one byte too many", bytes.Repeat([]byte("x"), logo.MaxBytes+1), logo.TooLarge},
		{"a drawing one byte too large", []byte(svg(dot + "<!--" + strings.Repeat("x", logo.MaxBytes+1-len(svg(dot))-7) + "-->")), logo.TooLarge},
		{"text", []byte("hello"), logo.OtherType},
		{"GIF", []byte("GIF89a;"), logo.OtherType},
		{"JPEG", []byte("\xff\xd8\xff\xe0"), logo.OtherType},
		{"HTML", []byte("<!doctype html><html><body>x</body></html>"), logo.OtherType},
		{"a page in the name space of drawings", []byte(`<html xmlns="http://www.w3.org/2000/svg"/>`), logo.OtherType},
		{"another svg", []byte(`<svg xmlns="urn:x" viewBox="0 0 1 1">` + dot + `</svg>`), logo.OtherType},

		{"a cut PNG", plain[:len(plain)-20], logo.BadPNG},
		{"only a signature", plain[:8], logo.BadPNG},
		{"a page after the PNG", append(bytes.Clone(plain), "<script>alert(1)</script>"...), logo.BadPNG},
		{"an archive after the PNG", append(bytes.Clone(plain), "PK\x03\x04"...), logo.BadPNG},
		{"a changed byte", bytes.Replace(plain, []byte("IDAT"), []byte("IDAU"), 1), logo.BadPNG},
		{"data after the picture, inside its data", trailingData(t, plain), logo.BadPNG},
		{"huge dimensions", bytes.Join([][]byte{plain[:8], tall, plain[33:]}, nil), logo.TooWide},
		{"a side too long", picture(t, 4097, 1, false), logo.TooWide},
		{"too many pixels", picture(t, 2048, 1025, false), logo.TooWide},

		{"not closed", []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><g>`), logo.BadSVG},
		{"two roots", []byte(svg(dot) + svg(dot)), logo.BadSVG},
		{"another charset", []byte(`<?xml version="1.0" encoding="UTF-7"?>` + svg(dot)), logo.BadSVG},
		{"an unknown entity", []byte(svg("<title>&laugh;</title>" + dot)), logo.BadSVG},
		{"an entity bomb", []byte(`<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>` + svg("<title>&b;</title>"+dot)), logo.Entities},
		{"an outer entity", []byte(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>` + svg("<title>&x;</title>"+dot)), logo.Entities},
		{"too deep", []byte(svg(strings.Repeat("<g>", 60) + dot + strings.Repeat("</g>", 60))), logo.TooComplex},
		{"too deep in what is left out", []byte(svg(strings.Repeat("<a>", 60) + dot + strings.Repeat("</a>", 60))), logo.TooComplex},
		{"too many", []byte(svg(strings.Repeat(`<g/>`, 5001))), logo.TooComplex},
		{"no size", []byte(`<svg xmlns="http://www.w3.org/2000/svg">` + dot + `</svg>`), logo.NoSize},
		{"an endless size", []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="Inf" height="1e300">` + dot + `</svg>`), logo.NoSize},
		{"empty", []byte(svg("")), logo.NothingIn},
		{"only a script", []byte(svg("<script>alert(1)</script>")), logo.NothingIn},
		{"only a picture", []byte(svg(`<image href="data:image/png;base64,AAAA"/>`)), logo.NothingIn},
	} {
		refused(t, tc.name, tc.file, tc.want)
	}
}

// trailingData hides bytes after the compressed picture, in the same part of the file.
func trailingData(t *testing.T, file []byte) []byte {
	t.Helper()
	n := binary.BigEndian.Uint32(file[33:])
	if string(file[37:41]) != "IDAT" {
		t.Fatal("the second part is not the data")
	}
	hidden := chunk("IDAT", string(file[41:41+n])+"<script>alert(1)</script>")
	return bytes.Join([][]byte{file[:33], hidden, file[33+12+n:]}, nil)
}

func TestPNG(t *testing.T) {
	plain := picture(t, 20, 10, false)
	l := cleaned(t, "plain", plain)
	if l.Media != logo.PNG || l.Width != 20 || l.Height != 10 || !bytes.Equal(l.Bytes, plain) || len(l.Sum()) != 64 || !logo.IsSum(l.Sum()) {
		t.Errorf("%s, %d by %d, %d bytes of %d", l.Media, l.Width, l.Height, len(l.Bytes), len(plain))
	}
	for name, part := range map[string][]byte{
		"a text": chunk("tEXt", "Comment\x00<script>alert(1)</script>"), "where it was taken": chunk("eXIf", "GPS"), "an animation": chunk("acTL", "\x00\x00\x00\x02\x00\x00\x00\x00"),
	} {
		if l := cleaned(t, name, with(plain, part)); !bytes.Equal(l.Bytes, plain) {
			t.Errorf("%s stays in the picture", name)
		}
	}
	for _, size := range [][2]int{{1, 1}, {4096, 1}, {1448, 1448}, {2048, 1024}} {
		cleaned(t, "a size", picture(t, size[0], size[1], false))
	}
	deep := image.NewNRGBA64(image.Rect(0, 0, 50, 50))
	deep.Set(3, 3, color.White)
	var out bytes.Buffer
	if err := png.Encode(&out, deep); err != nil {
		t.Fatal(err)
	}
	cleaned(t, "sixteen bits", out.Bytes())
	large := picture(t, 220, 220, true)
	if len(large) > logo.MaxBytes || len(large) < logo.MaxBytes*9/10 {
		t.Fatalf("a picture of %d bytes does not test the limit", len(large))
	}
	if l := cleaned(t, "almost too large", large); len(l.Bytes) > len(large) {
		t.Errorf("%d bytes became %d", len(large), len(l.Bytes))
	}
}

func TestRaster(t *testing.T) {
	l := cleaned(t, "wide", picture(t, 400, 100, false))
	file, err := l.Raster(200)
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.DecodeConfig(bytes.NewReader(file))
	if err != nil || got.Width != 200 || got.Height != 50 {
		t.Errorf("%+v, %v", got, err)
	}
	drawing := cleaned(t, "a drawing", []byte(svg(dot)))
	if file, err := drawing.Raster(200); file != nil || err != nil {
		t.Errorf("a drawing became %d bytes, %v", len(file), err)
	}
}

// The output of common programs keeps its appearance.
func TestDrawingsStay(t *testing.T) {
	for name, tc := range map[string]struct{ in, want string }{
		"shapes":         {`<g fill="#1a7f37" transform="translate(1,2) rotate(3)"><path d="M0 0h4&#10;v4z"/>` + dot + `</g>`, `<g fill="#1a7f37" transform="translate(1,2) rotate(3)"><path d="M0 0h4 v4z"></path><circle cx="5" cy="5" r="4"></circle></g>`},
		"a style":        {`<style type="text/css"><![CDATA[ /* x */ .a , .b{fill:#fff;stroke:none} ]]></style><path class="a" d="M0 0"/>`, `<style>.a , .b{fill:#fff;stroke:none}</style><path class="a" d="M0 0"></path>`},
		"its attribute":  {`<path style="fill:#1a7f37; stroke-width:2px;-inkscape-font-specification:x" d="M0 0"/>`, `<path style="fill:#1a7f37;stroke-width:2px" d="M0 0"></path>`},
		"a gradient":     {`<defs><linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient><linearGradient id="b" xlink:href="#a" x1="0"/></defs><rect fill="url(#b)" width="1" height="1"/>`, `<defs><linearGradient id="a"><stop offset="0" stop-color="red"></stop></linearGradient><linearGradient id="b" href="#a" x1="0"></linearGradient></defs><rect fill="url(#b)" width="1" height="1"></rect>`},
		"a clip":         {`<clipPath id="c"><rect width="1" height="1"/></clipPath><g clip-path="url(#c)">` + dot + `</g>`, `<clipPath id="c"><rect width="1" height="1"></rect></clipPath><g clip-path="url(#c)"><circle cx="5" cy="5" r="4"></circle></g>`},
		"texts":          {`<title>Coop &amp; Filhos &lt;3</title><text x="1" y="2" font-family="Arial, 'DejaVu Sans'">São João</text>`, `<title>Coop &amp; Filhos &lt;3</title><text x="1" y="2" font-family="Arial, &#39;DejaVu Sans&#39;">São João</text>`},
		"what is unseen": {`<metadata><rdf:RDF xmlns:rdf="urn:rdf"><rdf:li>x</rdf:li></rdf:RDF></metadata><sodipodi:namedview xmlns:sodipodi="urn:s" sodipodi:x="1"/>` + dot, `<circle cx="5" cy="5" r="4"></circle>`},
	} {
		l := cleaned(t, name, []byte(`<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><!-- x -->`+svg(tc.in)))
		want := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">` + tc.want + `</svg>`
		if string(l.Bytes) != want || l.Media != logo.SVG || l.Width != 1000 || l.Height != 500 {
			t.Errorf("%s, %d by %d:\n%s\nwant\n%s", name, l.Width, l.Height, l.Bytes, want)
		}
	}
}

// hostile is what a drawing must not keep.
var hostile = map[string]string{
	"a script":                   `<script>alert(1)</script>`,
	"a script elsewhere":         `<script href="https://evil.example/x.js"/>`,
	"a script of another space":  `<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>`,
	"a script with a prefix":     `<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>`,
	"a handler":                  `<g onload="alert(1)" onclick="alert(1)" ONMOUSEOVER="alert(1)"/>`,
	"a page":                     `<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></body></foreignObject>`,
	"a link":                     `<a href="javascript:alert(1)"><rect width="9" height="9"/></a>`,
	"a picture elsewhere":        `<image href="https://evil.example/p.png"/>`,
	"a picture with a script":    `<image xlink:href="data:image/svg+xml;base64,PHN2Zz4="/>`,
	"a copy from elsewhere":      `<use href="https://evil.example/x.svg#a"/>`,
	"copies of copies":           `<g id="a"><use href="#a"/></g>`,
	"an animation of a link":     `<a id="l"><animate attributeName="href" values="javascript:alert(1)"/></a><set attributeName="onload" to="alert(1)"/>`,
	"a filter":                   `<filter id="f"><feImage href="https://evil.example/"/></filter><g filter="url(#f)"/>`,
	"a pattern":                  `<pattern id="p"><rect fill="url(#p)"/></pattern>`,
	"a paint elsewhere":          `<rect fill="url(https://evil.example/#a)" stroke="url('javascript:alert(1)')"/>`,
	"a style elsewhere":          `<style>@import url(https://evil.example/x.css); .a{fill:url(https://evil.example/)} rect{background:url(//evil.example)} @font-face{src:url(x)}</style>`,
	"a style that hides it":      `<style>@im\70ort "//evil.example"; .a{fill:u\72l(//evil.example)} </style><g style="fill:u\72l(//evil.example);behavior:url(x.htc);-moz-binding:url(x)"/>`,
	"an end inside a style":      `<style>.a{fill:red}&lt;/style>&lt;script>alert(1)&lt;/script></style>`,
	"an end inside a title":      `<title>&lt;/title>&lt;script>alert(1)&lt;/script></title>`,
	"an end inside an attribute": `<g id="a&quot;>&lt;script>alert(1)&lt;/script>"/>`,
	"a program":                  `<?xml-stylesheet href="https://evil.example/x.xsl" type="text/xsl"?>`,
	"a base":                     `<g xml:base="https://evil.example/"/>`,
	"a handler element":          `<handler type="application/ecmascript">alert(1)</handler><listener event="load"/>`,
	"a frame":                    `<iframe src="javascript:alert(1)"/><embed src="x"/><object data="x"/><video src="x"/>`,
	"a clip of a clip":           `<clipPath id="a"><g clip-path="url(#b)" style="clip-path:url(#b)"/></clipPath>`,
}

// Whatever is hidden in a drawing, only what the tables allow is left.
func TestHostileDrawings(t *testing.T) {
	for name, inside := range hostile {
		for _, file := range []string{svg(inside + dot), svg(`<g>` + dot + inside + `</g>`)} {
			checkDrawing(t, name, cleaned(t, name, []byte(file)).Bytes)
		}
	}
	rooted := `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)" width="10" height="10" style="background:url(//evil.example)">` + dot + `</svg>`
	checkDrawing(t, "a handler of the root", cleaned(t, "root", []byte(rooted)).Bytes)
}

// checkDrawing reads a cleaned drawing with an independent list of what is dangerous.
func checkDrawing(t testing.TB, what string, file []byte) {
	t.Helper()
	in := xml.NewDecoder(bytes.NewReader(file))
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v in %s", what, err, file)
		}
		switch token := token.(type) {
		case xml.StartElement:
			name := strings.ToLower(token.Name.Local)
			if token.Name.Space != "http://www.w3.org/2000/svg" || strings.Contains(" script foreignobject a use image animate set filter feimage pattern mask marker iframe embed object video audio handler listener ", " "+name+" ") {
				t.Errorf("%s: <%s> of %s stays: %s", what, name, token.Name.Space, file)
			}
			for _, a := range token.Attr {
				value := strings.ToLower(a.Value)
				inner := strings.ReplaceAll(value, "url(#", "")
				if a.Name.Local != "xmlns" && (a.Name.Space != "" || strings.HasPrefix(strings.ToLower(a.Name.Local), "on") || strings.Contains(inner, "url(") || strings.Contains(value, "//") || strings.ContainsAny(value, `\<@"`) || strings.Contains(value, "script")) {
					t.Errorf("%s: %s=%q stays: %s", what, a.Name.Local, a.Value, file)
				}
			}
		case xml.ProcInst, xml.Directive, xml.Comment:
			t.Errorf("%s: %T stays: %s", what, token, file)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, inside := range hostile {
		f.Add([]byte(svg(inside + dot)))
	}
	f.Add(picture(f, 5, 5, true))
	f.Fuzz(func(t *testing.T, file []byte) {
		l, err := logo.Clean(file)
		if err != nil {
			if _, ok := errors.AsType[*logo.Error](err); !ok {
				t.Fatal(err)
			}
			return
		}
		again, err := logo.Clean(l.Bytes)
		if err != nil || !bytes.Equal(again.Bytes, l.Bytes) {
			t.Fatalf("cleaned again it is %q, %v; first %q", again.Bytes, err, l.Bytes)
		}
		if l.Media == logo.SVG {
			checkDrawing(t, "a drawing", l.Bytes)
		}
	})
}
