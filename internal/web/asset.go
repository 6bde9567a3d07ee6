package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
)

//go:embed assets/*.br assets/*.css assets/*.js assets/*.svg assets/*.txt
var assetFiles embed.FS

// mediaTypes is written out because package mime reads the machine's tables,
// and a browser told nosniff refuses a script under another type.
var mediaTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
	".txt": "text/plain; charset=utf-8",
}

// hashLength is how many hex digits of the hash a name carries: 64 bits, far
// beyond what a few files need to stay apart.
const hashLength = 16

// asset is one embedded file as it is served. It never changes.
type asset struct {
	// name is the last part of its address: stem, hash, extension.
	name      string
	hash      string
	mediaType string
	// compressed is the Brotli form, nil for files embedded as they are.
	compressed []byte
	// plain gives the content itself. Decoding happens for the first client
	// that does not take Brotli, and once.
	plain func() ([]byte, error)
}

// openAsset finds the embedded file of that name, compressed or not.
func openAsset(file string) (asset, error) {
	ext := path.Ext(file)
	a := asset{mediaType: mediaTypes[ext]}
	if a.mediaType == "" {
		return asset{}, fmt.Errorf("asset %s: no media type for %q", file, ext)
	}
	stored, err := assetFiles.ReadFile("assets/" + file + ".br")
	switch {
	case err == nil:
		a.compressed = stored
		a.plain = sync.OnceValues(func() ([]byte, error) {
			return io.ReadAll(brotli.NewReader(bytes.NewReader(stored)))
		})
	case errors.Is(err, fs.ErrNotExist):
		if stored, err = assetFiles.ReadFile("assets/" + file); err != nil {
			return asset{}, fmt.Errorf("asset %s: %w", file, err)
		}
		a.plain = func() ([]byte, error) { return stored, nil }
	default:
		return asset{}, fmt.Errorf("asset %s: %w", file, err)
	}
	a.hash = contentHash(stored)
	a.name = strings.TrimSuffix(file, ext) + "." + a.hash + ext
	return a, nil
}

func contentHash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])[:hashLength]
}

func (a asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, tag := a.compressed, a.hash+"-br"
	encoded := a.compressed != nil && acceptsBrotli(r.Header.Values("Accept-Encoding"))
	if !encoded {
		var err error
		if body, err = a.plain(); err != nil {
			http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
			return
		}
		tag = a.hash
	}
	h := w.Header()
	if encoded {
		h.Set("Content-Encoding", "br")
	}
	if a.compressed != nil {
		h.Add("Vary", "Accept-Encoding")
	}
	h.Set("Content-Type", a.mediaType)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	serve(w, r, tag, body)
}

// serve answers with the body, or with 304 to a client that holds it.
func serve(w http.ResponseWriter, r *http.Request, tag string, body []byte) {
	w.Header().Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

func acceptsBrotli(headers []string) bool { return accepts(headers, "br") }

// accepts reads Accept-Encoding. "*" alone is not taken as a yes: who sends it
// is rarely a browser.
func accepts(headers []string, wanted string) bool {
	for _, header := range headers {
		for coding := range strings.SplitSeq(header, ",") {
			name, weight, _ := strings.Cut(coding, ";")
			if !strings.EqualFold(strings.TrimSpace(name), wanted) {
				continue
			}
			value, weighted := strings.CutPrefix(strings.ToLower(strings.TrimSpace(weight)), "q=")
			if !weighted {
				return true
			}
			q, err := strconv.ParseFloat(value, 64)
			return err == nil && q > 0
		}
	}
	return false
}

// base64Digest is a text's SHA-256 as a content security policy writes it.
func base64Digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}
