// Package logo makes uploaded pictures safe to show to others: a PNG with nothing but its picture,
// or an SVG rewritten from an allow-list. It stores nothing.
package logo

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"regexp"

	"rastro/internal/lang"
)

// Limits of a logo.
const (
	MaxBytes  = 200 << 10
	maxSide   = 4096    // of a PNG, in pixels
	maxPixels = 2 << 20 // which take up to 16 MiB as they are decoded
)

// Memory is the maximum memory for cleaning or drawing a logo: its pixels at eight bytes, and as
// much again for what was inflated.
const Memory = 2 * 8 * maxPixels

// The media types of logos.
const (
	PNG = "image/png"
	SVG = "image/svg+xml"
)

// Logo is a picture that is safe to show. Width and Height only give its proportions.
type Logo struct {
	Media         string
	Width, Height int
	Bytes         []byte
	// LeftOut are the removed elements in Droppable, which people may miss.
	LeftOut []string
}

// Sum returns the SHA-256 of a logo, as addresses and the journal have it.
func (l *Logo) Sum() string { return Sum(l.Bytes) }

// Sum returns the SHA-256 of bytes as text.
func Sum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// sumText is how Sum writes it.
var sumText = regexp.MustCompile(`^[0-9a-f]{64}$`)

// IsSum reports whether a text could be what Sum returns.
func IsSum(text string) bool { return sumText.MatchString(text) }

// Reason is why a picture cannot be a logo.
type Reason string

// The reasons.
const (
	Empty      Reason = "LOGO_VAZIO"
	TooLarge   Reason = "LOGO_GRANDE"
	OtherType  Reason = "LOGO_FORMATO"
	BadPNG     Reason = "LOGO_PNG_INVALIDO"
	TooWide    Reason = "LOGO_PIXELS"
	BadSVG     Reason = "LOGO_SVG_INVALIDO"
	Entities   Reason = "LOGO_SVG_ENTIDADES"
	TooComplex Reason = "LOGO_SVG_COMPLEXO"
	NoSize     Reason = "LOGO_SVG_SEM_TAMANHO"
	NothingIn  Reason = "LOGO_SVG_SEM_DESENHO"
)

// Reasons are the texts of all reasons.
var Reasons = map[Reason]lang.Text{
	Empty:      {PT: "nenhum arquivo foi enviado", EN: "no file was sent", ES: "no se envió ningún archivo"},
	TooLarge:   {PT: "o arquivo tem mais de 200 KB; exporte uma versão menor", EN: "the file is over 200 KB; export a smaller version", ES: "el archivo tiene más de 200 KB; exporte una versión más pequeña"},
	OtherType:  {PT: "o arquivo não é PNG nem SVG", EN: "the file is neither PNG nor SVG", ES: "el archivo no es PNG ni SVG"},
	BadPNG:     {PT: "o PNG está danificado ou tem algo além da imagem; salve-o de novo", EN: "the PNG is damaged or has something besides the picture; save it again", ES: "el PNG está dañado o tiene algo además de la imagen; guárdelo de nuevo"},
	TooWide:    {PT: "o PNG tem pixels demais: no máximo 4096 de lado e 2 milhões ao todo", EN: "the PNG has too many pixels: at most 4096 per side and 2 million in all", ES: "el PNG tiene demasiados píxeles: como máximo 4096 por lado y 2 millones en total"},
	BadSVG:     {PT: "o SVG não pode ser lido como XML", EN: "the SVG cannot be read as XML", ES: "el SVG no se puede leer como XML"},
	Entities:   {PT: "o SVG define entidades; exporte-o como SVG simples", EN: "the SVG defines entities; export it as plain SVG", ES: "el SVG define entidades; expórtelo como SVG simple"},
	TooComplex: {PT: "o SVG é complexo demais; simplifique o desenho", EN: "the SVG is too complex; simplify the drawing", ES: "el SVG es demasiado complejo; simplifique el dibujo"},
	NoSize:     {PT: "o SVG não diz seu tamanho (viewBox, ou width e height)", EN: "the SVG does not say its size (viewBox, or width and height)", ES: "el SVG no dice su tamaño (viewBox, o width y height)"},
	NothingIn:  {PT: "no SVG não há desenho que possa ser mostrado; imagens dentro dele não valem", EN: "the SVG has no drawing that can be shown; pictures inside it do not count", ES: "en el SVG no hay un dibujo que se pueda mostrar; las imágenes dentro de él no valen"},
}

// Error says why a picture cannot be a logo.
type Error struct{ Reason Reason }

func (e *Error) Error() string { return "logo: " + Reasons[e.Reason].EN }

func refuse(r Reason) error { return &Error{r} }

const pngSignature = "\x89PNG\r\n\x1a\n"

// Clean makes a logo from a file, whose type it determines from the bytes. Cleaning the result
// again changes nothing.
func Clean(file []byte) (Logo, error) {
	trimmed := bytes.TrimSpace(bytes.TrimPrefix(file, []byte("\xef\xbb\xbf")))
	switch {
	case len(file) == 0:
		return Logo{}, refuse(Empty)
	case len(file) > MaxBytes:
		return Logo{}, refuse(TooLarge)
	case bytes.HasPrefix(file, []byte(pngSignature)):
		return cleanPNG(file)
	case bytes.HasPrefix(trimmed, []byte("<")):
		return cleanSVG(trimmed)
	}
	return Logo{}, refuse(OtherType)
}
