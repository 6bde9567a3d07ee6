package httpkit

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// Encoding is the compression of a body.
type Encoding uint8

// The encodings, the smallest body first.
const (
	Brotli Encoding = iota
	Gzip
	Plain
)

// Encodings is their number.
const Encodings = 3

// Name returns the value of Content-Encoding; "" for an unencoded body.
func (e Encoding) Name() string { return [Encodings]string{Brotli: "br", Gzip: "gzip"}[e] }

// TagSuffix distinguishes the entity tags of one content's encodings.
func (e Encoding) TagSuffix() string { return [Encodings]string{Brotli: "-br", Gzip: "-gz"}[e] }

// EncodingOf returns the smallest encoding that the caller accepts.
func EncodingOf(r *http.Request) Encoding {
	switch accepted := r.Header["Accept-Encoding"]; {
	case Accepts(accepted, "br"):
		return Brotli
	case Accepts(accepted, "gzip"):
		return Gzip
	}
	return Plain
}

// Accepts reports whether the values of Accept-Encoding name an encoding. "*" alone
// does not: clients that send it are rarely browsers.
func Accepts(headers []string, wanted string) bool {
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

// brotliLevel takes about a millisecond for a page. The result is a tenth larger than
// at the best level, which takes thirty times as long.
const brotliLevel = 5

// compressing bounds how many bodies are compressed at once. More than one a core
// would not be done sooner, and each takes a megabyte.
var compressing = make(chan struct{}, runtime.GOMAXPROCS(0))

// compressors are kept: making one costs more than using it.
var compressors = [Plain]sync.Pool{
	Brotli: {New: func() any { return brotli.NewWriterLevel(nil, brotliLevel) }},
	Gzip:   {New: func() any { return gzip.NewWriter(nil) }},
}

type compressor interface {
	io.WriteCloser
	Reset(io.Writer)
}

// Compress returns a body in an encoding; Plain is the body itself.
func Compress(body []byte, as Encoding) []byte {
	if as == Plain {
		return body
	}
	compressing <- struct{}{}
	defer func() { <-compressing }()
	var small bytes.Buffer
	to := compressors[as].Get().(compressor)
	to.Reset(&small)
	_, _ = to.Write(body) // a buffer takes everything
	_ = to.Close()
	to.Reset(nil)
	compressors[as].Put(to)
	return bytes.Clone(small.Bytes())
}
