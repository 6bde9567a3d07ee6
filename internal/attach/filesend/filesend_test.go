package filesend

import (
	"net/http"
	"strings"
	"testing"

	"rastro/internal/attach/filetype"
	"rastro/internal/attachment"
)

// A browser shows pictures only, and runs nothing in any file.
func TestFilesAreSaved(t *testing.T) {
	for _, media := range filetype.Accepted {
		h := http.Header{}
		headers(h, media, disposition(attachment.File{Name: "a", Media: media}), "x")
		want := "attachment"
		if strings.HasPrefix(media, "image/") {
			want = "inline"
		}
		if how := h.Get("Content-Disposition"); !strings.HasPrefix(how, want) || h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Security-Policy") != "default-src 'none'; sandbox" {
			t.Errorf("%s: %v", media, h)
		}
	}
}
