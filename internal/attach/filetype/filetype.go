// Package filetype determines the type of a file from its content, and refuses what nobody should
// open: pages and drawings with scripts, programs, macros, and files that are two things at once.
// Names and headers do not count.
package filetype

import (
	"bytes"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"rastro/internal/attachment"
	"rastro/internal/lang"
)

// The types that are accepted.
const (
	PDF     = "application/pdf"
	JPEG    = "image/jpeg"
	PNG     = "image/png"
	WebP    = "image/webp"
	HEIC    = "image/heic"
	XML     = "application/xml"
	XLSX    = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	GeoJSON = "application/geo+json"
)

// Accepted are the types in the order in which people are told about them. Plain text is not among
// them, and neither are text tables, because they cannot be distinguished from a program whose
// lines contain commas.
var Accepted = []string{PDF, JPEG, PNG, HEIC, WebP, XML, XLSX, GeoJSON}

// names are the usual names of the types.
var names = map[string]string{PDF: "PDF", JPEG: "JPEG", PNG: "PNG", WebP: "WebP", HEIC: "HEIC", XML: "XML", XLSX: "XLSX", GeoJSON: "GeoJSON"}

// Label returns what people call a type, including a type that is no longer accepted.
func Label(media string) string {
	if name, ok := names[media]; ok {
		return name
	}
	return strings.ToUpper(path.Base(media))
}

// AcceptedText is Accepted as people read it.
func AcceptedText() string {
	var all []string
	for _, media := range Accepted {
		all = append(all, names[media])
	}
	return strings.Join(all, ", ")
}

// Chosen returns what a browser's file dialog offers: the types and their extensions, because not
// every system knows the types.
func Chosen() string {
	all := slices.Clone(Accepted)
	for _, media := range Accepted {
		all = append(all, endings[media]...)
	}
	return strings.Join(all, ",")
}

// Reason is the reason why a file is not accepted.
type Reason string

// The reasons.
const (
	Unknown    Reason = "tipo"
	Empty      Reason = "vazio"
	Page       Reason = "pagina"
	Twofold    Reason = "duplo"
	Macros     Reason = "macros"
	Active     Reason = "ativo"
	Inside     Reason = "conteudo"
	Declares   Reason = "dtd"
	Deep       Reason = "profundo"
	Unreadable Reason = "ilegivel"
	Pixels     Reason = "pixels"
)

// Reasons are the reasons in words.
var Reasons = map[Reason]lang.Text{
	Unknown:    {PT: "o conteúdo não é de um tipo aceito", EN: "its content is of no accepted type", ES: "su contenido no es de un tipo aceptado"},
	Empty:      {PT: "o arquivo está vazio", EN: "the file is empty", ES: "el archivo está vacío"},
	Page:       {PT: "é uma página, ou um desenho que pode conter programas (HTML, SVG)", EN: "it is a page, or a drawing that may contain programs (HTML, SVG)", ES: "es una página, o un dibujo que puede contener programas (HTML, SVG)"},
	Twofold:    {PT: "é duas coisas ao mesmo tempo, como um PDF que também é página ou arquivo compactado", EN: "it is two things at once, such as a PDF that is also a page or an archive", ES: "es dos cosas a la vez, como un PDF que también es página o archivo comprimido"},
	Macros:     {PT: "a planilha tem macros", EN: "the spreadsheet has macros", ES: "la planilla tiene macros"},
	Active:     {PT: "o PDF executa comandos, abre programas ou traz outros arquivos dentro; imprima-o como PDF e envie a cópia", EN: "the PDF runs commands, starts programs or has other files inside; print it as PDF and send the copy", ES: "el PDF ejecuta comandos, abre programas o contiene otros archivos; imprímalo como PDF y envíe la copia"},
	Inside:     {PT: "a planilha traz dentro algo que não é de planilha, como um programa ou outro documento", EN: "the spreadsheet has something inside that is not part of a spreadsheet, such as a program or another document", ES: "la planilla lleva dentro algo que no es de planilla, como un programa u otro documento"},
	Declares:   {PT: "o XML declara um DTD, entidades ou uma folha de estilo", EN: "the XML declares a DTD, entities or a style sheet", ES: "el XML declara un DTD, entidades o una hoja de estilo"},
	Deep:       {PT: "o conteúdo tem níveis demais", EN: "its content is nested too deeply", ES: "su contenido tiene demasiados niveles"},
	Unreadable: {PT: "o arquivo está danificado ou incompleto", EN: "the file is damaged or incomplete", ES: "el archivo está dañado o incompleto"},
	Pixels:     {PT: "a imagem tem pontos demais (o máximo são " + attachment.MaxMegapixels + " megapixels)", EN: "the picture has too many pixels (" + attachment.MaxMegapixels + " megapixels at most)", ES: "la imagen tiene demasiados puntos (" + attachment.MaxMegapixels + " megapíxeles como máximo)"},
}

// Error means that a file is not accepted.
type Error struct{ Reason Reason }

func (e *Error) Error() string { return Reasons[e.Reason].EN }

func refuse(r Reason) error { return &Error{r} }

// Refused returns the reason in an error of this package; "" for another error.
func Refused(err error) Reason {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Reason
	}
	return ""
}

// headBytes is how much of a file is used to guess its type: mimetype's default.
const headBytes = 3072

// found are the types that mimetype distinguishes, and our type for each. The check then decides,
// because the beginning of a file proves little. A type that is missing here is refused. Texts with
// brackets are recognised earlier.
var found = []struct {
	media string
	is    string
	check func(file io.ReaderAt, size int64) error
}{
	{PDF, PDF, isPDF},
	{JPEG, JPEG, isPicture},
	{PNG, PNG, isPicture},
	{"image/vnd.mozilla.apng", PNG, isPicture},
	{WebP, WebP, isPicture},
	{HEIC, HEIC, isPicture},
	{"image/heic-sequence", HEIC, isPicture},
	{"image/heif", HEIC, isPicture},
	{"image/heif-sequence", HEIC, isPicture},
	{XLSX, XLSX, isXLSX},
	{"application/zip", XLSX, isXLSX}, // one whose parts are in an unusual order
}

// Detect determines the type of a file. It reads the file in one pass, with little memory.
func Detect(file io.ReaderAt, size int64) (media string, err error) {
	if size == 0 {
		return "", refuse(Empty)
	}
	head := make([]byte, min(size, headBytes))
	if _, err := file.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	switch text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n"); {
	case begins(text, "<svg"), begins(text, "<html"), begins(text, "<!doctype html"):
		return "", refuse(Page)
	case begins(text, "<"): // also without a declaration
		return XML, isXML(file, size)
	case begins(text, "{"):
		return GeoJSON, isGeoJSON(file, size)
	}
	for m := mimetype.Detect(head); m != nil; m = m.Parent() { // from the narrowest to the widest
		for _, row := range found {
			if m.Is(row.media) {
				return row.is, row.check(file, size)
			}
		}
	}
	return "", refuse(Unknown)
}

// begins reports whether a text begins with a tag.
func begins(text []byte, tag string) bool {
	return len(text) >= len(tag) && bytes.EqualFold(text[:len(tag)], []byte(tag))
}
