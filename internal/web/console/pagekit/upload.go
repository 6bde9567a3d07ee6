package pagekit

import (
	"io"
	"net/http"
)

// Around is the size of a form without its files: fields, names, and the lines between parts.
const Around = 1 << 20

// maxRest is how much of a refused form is still read and discarded.
const maxRest = 96 << 20

// LimitUpload limits how much of a form with files is read, and reports whether the form fits. If
// the request itself declares a larger size, nothing of it needs to be read, and the answer is sent
// at once.
func (on *Call) LimitUpload(most int64) (fits bool) {
	on.upload = on.Request.Body
	// Otherwise the server reads no more of the form once the answer begins.
	_ = http.NewResponseController(on.Writer).EnableFullDuplex() // HTTP/2 always does
	if on.Request.ContentLength > most {
		return false
	}
	on.Request.Body = http.MaxBytesReader(on.Writer, on.Request.Body, most)
	return true
}

// EndUpload reads the rest of a form that was answered early. A browser that is still sending does
// not look at the answer, and treats a closed connection as a failure.
func (on *Call) EndUpload() {
	if on.upload == nil {
		return
	}
	_ = http.NewResponseController(on.Writer).Flush()
	_, _ = io.CopyN(io.Discard, on.upload, maxRest)
}
