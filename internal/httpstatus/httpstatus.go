// Package httpstatus maps classes of errors to HTTP statuses and Retry-After
// times, for the API and the pages alike.
package httpstatus

import (
	"net/http"

	"rastro/internal/trace"
)

// Of is the status of a class.
func Of(class trace.Class) int { return table[class] }

// table has a row for each class.
var table = map[trace.Class]int{
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
