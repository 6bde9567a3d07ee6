// Package httpkit contains the HTTP helpers that the API and the pages share: the status of a class
// of errors and when to try again, whether a caller is still there, compression, entity tags, and
// the language of a request. Packages below it admit callers (keygate) and cache answers
// (answercache, publiccache).
package httpkit

import (
	"net/http"

	"rastro/internal/trace"
)

// Status returns the HTTP status of a class of errors.
func Status(class trace.Class) int { return statuses[class] }

// statuses has a row for each class.
var statuses = map[trace.Class]int{
	trace.Internal:        http.StatusInternalServerError,
	trace.Unreadable:      http.StatusBadRequest,
	trace.Unauthenticated: http.StatusUnauthorized,
	trace.Forbidden:       http.StatusForbidden,
	trace.NotFound:        http.StatusNotFound,
	trace.Gone:            http.StatusGone,
	trace.WrongMethod:     http.StatusMethodNotAllowed,
	trace.Conflict:        http.StatusConflict,
	trace.Stale:           http.StatusPreconditionFailed,
	trace.TooLarge:        http.StatusRequestEntityTooLarge,
	trace.WrongMedia:      http.StatusUnsupportedMediaType,
	trace.Unacceptable:    http.StatusUnprocessableEntity,
	trace.TooMany:         http.StatusTooManyRequests,
	trace.Unavailable:     http.StatusServiceUnavailable,
}
