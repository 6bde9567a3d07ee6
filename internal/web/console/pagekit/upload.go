package pagekit

import (
	"net/http"

	"rastro/internal/httpkit/early"
)

// Around is the size of a form without its files: fields, names, and the lines between parts.
const Around = 1 << 20

// LimitUpload limits how much of a form with files is read, and reports whether the form fits. If
// the request itself declares a larger size, nothing of it needs to be read, and the answer is sent
// at once.
func (on *Call) LimitUpload(most int64) (fits bool) {
	on.upload = on.Request.Body
	early.Allow(on.Writer)
	if on.Request.ContentLength > most {
		return false
	}
	on.Request.Body = http.MaxBytesReader(on.Writer, on.Request.Body, most)
	return true
}

// EndUpload reads the rest of a form that was answered early. A browser that is still sending does
// not look at the answer, and treats a closed connection as a failure.
func (on *Call) EndUpload() {
	if on.upload != nil {
		on.Claim.Release()
		early.Discard(on.Request.Context(), on.Writer, on.upload, early.Limits{})
	}
}
