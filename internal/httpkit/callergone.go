package httpkit

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
)

// writeFailer is a ResponseWriter that remembers why the caller could not be written to.
type writeFailer interface {
	// WriteError returns the error of the first write that failed, or nil.
	WriteError() error
}

// CallerGone reports whether an error only means that the caller is gone or does not read: the
// request's context has ended, or writing to the caller failed with err. It is not a fault of
// the server.
func CallerGone(w http.ResponseWriter, r *http.Request, err error) bool {
	if r.Context().Err() != nil {
		return true
	}
	return unread(w, err)
}

// IsUnrelatedToLeaving reports whether an error that occurred after the caller left has another cause: no caller
// sees it, so it must be logged. An error from writing to the caller contains the caller's address,
// and is never logged.
func IsUnrelatedToLeaving(w http.ResponseWriter, r *http.Request, err error) bool {
	return CallerGone(w, r, err) && !unread(w, err) && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// Log logs an error that the caller did not cause, at level info only if the caller had left.
func Log(log *slog.Logger, w http.ResponseWriter, r *http.Request, what string, err error) {
	level := slog.LevelError
	if CallerGone(w, r, err) {
		if !IsUnrelatedToLeaving(w, r, err) {
			return
		}
		level = slog.LevelInfo
	}
	log.Log(r.Context(), level, what, "err", err, "id", w.Header().Get("X-Request-Id"))
}

// unread reports whether err is the error from writing to the caller.
func unread(w http.ResponseWriter, err error) bool {
	for {
		if writer, ok := w.(writeFailer); ok {
			failed := writer.WriteError()
			return failed != nil && errors.Is(err, failed)
		}
		inner, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return false
		}
		w = inner.Unwrap()
	}
}
