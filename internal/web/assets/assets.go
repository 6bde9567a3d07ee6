// Package assets embeds the files that pages load: our own scripts and styles, and
// third-party files that the script update in this folder downloads. Each is
// served under a name that contains a hash of its content.
package assets

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
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"

	"rastro/internal/httpkit"
)

//go:embed *.br *.css *.js *.svg *.txt
var files embed.FS

// mediaTypes is written out because package mime reads the machine's tables,
// and with nosniff a browser refuses a script under another type.
var mediaTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
	".txt": "text/plain; charset=utf-8",
}

// hashLength is the number of hex digits of the hash in a name: 64 bits, far more than a few files
// need.
const hashLength = 16

// Asset is an embedded file ready to serve. It never changes.
type Asset struct {
	// Name is the last part of its address: stem, hash, extension.
	Name      string
	hash      string
	mediaType string
	// compressed returns the Brotli form; nil for files too small to benefit. For files embedded
	// uncompressed, it is made once, for the first client that accepts it.
	compressed func() []byte
	// plain gives the content itself. Decoding happens for the first client
	// that does not take Brotli, and once.
	plain func() ([]byte, error)
}

// Open finds the embedded file of that name, compressed or not.
func Open(file string) (Asset, error) {
	ext := path.Ext(file)
	a := Asset{mediaType: mediaTypes[ext]}
	if a.mediaType == "" {
		return Asset{}, fmt.Errorf("asset %s: no media type for %q", file, ext)
	}
	stored, err := files.ReadFile(file + ".br")
	switch {
	case err == nil:
		a.compressed = func() []byte { return stored }
		a.plain = sync.OnceValues(func() ([]byte, error) {
			return io.ReadAll(brotli.NewReader(bytes.NewReader(stored)))
		})
	case errors.Is(err, fs.ErrNotExist):
		if stored, err = files.ReadFile(file); err != nil {
			return Asset{}, fmt.Errorf("asset %s: %w", file, err)
		}
		a.plain = func() ([]byte, error) { return stored, nil }
		if len(stored) >= worthIt {
			a.compressed = sync.OnceValue(func() []byte { return compress(stored) })
		}
	default:
		return Asset{}, fmt.Errorf("asset %s: %w", file, err)
	}
	a.hash = Hash(stored)
	a.Name = strings.TrimSuffix(file, ext) + "." + a.hash + ext
	return a, nil
}

// worthIt is the minimum size of a file that is compressed: below it, headers outweigh the savings.
const worthIt = 2 << 10

// compress returns the Brotli form of a file. Writing to memory does not fail.
func compress(content []byte) []byte {
	var out bytes.Buffer
	w := brotli.NewWriterLevel(&out, brotli.BestCompression)
	_, _ = w.Write(content)
	_ = w.Close()
	return out.Bytes()
}

// Content returns the uncompressed file, for a page that contains it.
func (a Asset) Content() ([]byte, error) { return a.plain() }

// Icon returns the logo, for a page that may load nothing: as an element, and as an address that
// contains it.
func Icon() (element, address string, err error) {
	a, err := Open("icon.svg")
	if err != nil {
		return "", "", err
	}
	content, err := a.plain()
	element = strings.TrimSpace(strings.Replace(string(content), ` xmlns="http://www.w3.org/2000/svg"`, ` aria-hidden="true"`, 1))
	return element, "data:" + a.mediaType + ";base64," + base64.StdEncoding.EncodeToString(content), err
}

// Hash returns the part of a content's hash that names it.
func Hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])[:hashLength]
}

func (a Asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body []byte
	tag := a.hash + "-br"
	encoded := a.compressed != nil && httpkit.Accepts(r.Header.Values("Accept-Encoding"), "br")
	if encoded {
		body = a.compressed()
	} else {
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
	Serve(w, r, tag, body)
}

// Serve answers with the body, or with 304 to a client that has it.
func Serve(w http.ResponseWriter, r *http.Request, tag string, body []byte) {
	w.Header().Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// Set is some assets, served by their names.
type Set map[string]Asset

// Add opens a file and returns the name under which it is served.
func (s Set) Add(file string) (name string, err error) {
	a, err := Open(file)
	if err != nil {
		return "", err
	}
	s[a.Name] = a
	return a.Name, nil
}

// ServeHTTP answers with the asset that the path value "file" names.
func (s Set) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a, found := s[r.PathValue("file")]
	if !found {
		http.NotFound(w, r)
		return
	}
	a.ServeHTTP(w, r)
}
