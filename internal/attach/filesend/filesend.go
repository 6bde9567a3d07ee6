// Package filesend answers a request for an attachment, the same on the API and in the console.
package filesend

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/attach/filetype"
	"rastro/internal/attach/photo"
	"rastro/internal/attachment"
	"rastro/internal/blob"
	"rastro/internal/trace"
)

// Files is what is needed from the domain; attach.Keeper documents each method.
type Files interface {
	Open(ctx context.Context, by *trace.Key, sum string) (attachment.File, blob.Content, error)
	Small(ctx context.Context, by *trace.Key, sum string, side int) (attachment.File, []byte, error)
}

// File sends the bytes of a file, whole or in part, or a small copy of a photo (?tamanho=).
// Whatever it contains, a browser shows it as its own type, without scripts and without access to
// anything. head sets further headers before the first byte is sent. Nothing is sent if it fails.
func File(ctx context.Context, w http.ResponseWriter, r *http.Request, files Files, by *trace.Key, sum string, head func(http.Header)) error {
	if text := r.URL.Query().Get("tamanho"); text != "" {
		side, err := strconv.Atoi(text)
		if err != nil || !slices.Contains(attachment.Sides, side) {
			return trace.BadParameter("tamanho", strings.Join(attachment.SideTexts(), ", "))
		}
		_, body, err := files.Small(ctx, by, sum, side)
		if err = cmp.Or(err, by.ReachErr()); err != nil {
			return err
		}
		headers(w.Header(), filetype.JPEG, "inline", sum+"-"+text)
		return serve(w, r, bytes.NewReader(body), head)
	}
	f, content, err := files.Open(ctx, by, sum)
	if err != nil {
		return err
	}
	defer content.Close()
	if err := by.ReachErr(); err != nil {
		return err
	}
	headers(w.Header(), f.Media, disposition(f), sum)
	return serve(w, r, content, head)
}

func serve(w http.ResponseWriter, r *http.Request, content io.ReadSeeker, head func(http.Header)) error {
	head(w.Header())
	http.ServeContent(w, r, "", time.Time{}, content)
	return nil
}

// disposition returns how a browser treats a file: it shows pictures, and saves the rest. A PDF is a
// program of its own kind, so people open it in their reader.
func disposition(f attachment.File) string {
	how := "attachment"
	if photo.Is(f.Media) {
		how = "inline"
	}
	return cmp.Or(mime.FormatMediaType(how, map[string]string{"filename": filetype.Name(f.Name, f.Media)}), how)
}

func headers(h http.Header, media, disposition, tag string) {
	h["Content-Type"] = []string{media}
	h["X-Content-Type-Options"] = []string{"nosniff"}
	h["Content-Disposition"] = []string{disposition}
	h["Content-Security-Policy"] = []string{"default-src 'none'; sandbox"}
	h["Cross-Origin-Resource-Policy"] = []string{"same-origin"}
	h["Etag"] = []string{`"` + tag + `"`}
}
