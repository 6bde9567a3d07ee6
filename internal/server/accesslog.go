package server

import (
	"bytes"
	"context"
	"log/slog"
	"strconv"
	"time"

	"rastro/internal/api"
	"rastro/internal/trace"
)

// accessEntry is a request's entry in the access log. It contains the route, never the path or the
// query, which name harvests and records.
type accessEntry struct {
	at     time.Time
	method string
	route  string
	status int
	bytes  int64
	took   time.Duration
	id     string
	api.Outcome
}

// ms returns the duration of a request, in milliseconds.
func (a *accessEntry) ms() float64 { return float64(a.took.Microseconds()) / 1000 }

// accessLog writes the access log in slog's format, without slog if nothing in a line needs
// quoting. That is nearly always the case, and a tenth of the work.
type accessLog struct {
	log   *slog.Logger
	lines *Lines // nil: everything goes through log
	json  bool
}

func (l *accessLog) write(a *accessEntry) {
	var room [384]byte // most lines are shorter
	switch {
	case l.lines == nil || a.Cause != nil || !plain(a.AccessKey) || !plain(a.id):
		l.slow(a)
	case l.json:
		l.lines.later(a.appendJSON(room[:0]))
	default:
		l.lines.later(a.appendText(room[:0]))
	}
}

func (l *accessLog) slow(a *accessEntry) {
	attrs := []slog.Attr{
		slog.String("method", a.method), slog.String("route", a.route), slog.Int("status", a.status),
		slog.Int64("bytes", a.bytes), slog.Float64("ms", a.ms()), slog.String("id", a.id),
	}
	if a.AccessKey != "" {
		attrs = append(attrs, slog.String("key", a.AccessKey))
	}
	if a.Code != "" {
		attrs = append(attrs, slog.String("error", string(a.Code)))
	}
	level := slog.LevelInfo
	if a.Cause != nil {
		if !a.Left {
			level = slog.LevelError
		}
		attrs = append(attrs, slog.String("cause", a.Cause.Error()))
	}
	line := slog.NewRecord(a.at, level, "request", 0)
	line.AddAttrs(attrs...)
	_ = l.log.Handler().Handle(context.Background(), line) // there is nowhere to report a failure
}

// Routes and error codes are the program's own words, and plain.

// plain reports whether a text needs no quotes in any format of the log.
func plain(text string) bool {
	for _, c := range []byte(text) {
		if c <= ' ' || c >= 0x7f || c == '"' || c == '\\' || c == '=' {
			return false
		}
	}
	return true
}

// appendMoment writes an instant to the millisecond, as slog's text does.
func appendMoment(dst []byte, at time.Time) []byte {
	if _, offset := at.Zone(); offset != 0 {
		return at.AppendFormat(dst, "2006-01-02T15:04:05.000Z07:00")
	}
	return trace.AppendTime(dst, at)
}

// appendMillis writes a duration in milliseconds to the microsecond, as slog
// writes the same number.
func appendMillis(dst []byte, d time.Duration) []byte {
	us := d.Microseconds()
	dst = strconv.AppendInt(dst, us/1000, 10)
	if us %= 1000; us != 0 {
		digits := [4]byte{'.', byte('0' + us/100), byte('0' + us/10%10), byte('0' + us%10)}
		dst = append(dst, bytes.TrimRight(digits[:], "0")...)
	}
	return dst
}

func (a *accessEntry) appendText(dst []byte) []byte {
	dst = append(dst, "time="...)
	dst = appendMoment(dst, a.at)
	dst = append(dst, " level=INFO msg=request method="...)
	dst = append(dst, a.method...)
	dst = append(dst, " route="...)
	dst = append(dst, a.route...)
	dst = append(dst, " status="...)
	dst = strconv.AppendInt(dst, int64(a.status), 10)
	dst = append(dst, " bytes="...)
	dst = strconv.AppendInt(dst, a.bytes, 10)
	dst = append(dst, " ms="...)
	dst = appendMillis(dst, a.took)
	dst = append(dst, " id="...)
	dst = append(dst, a.id...)
	if a.AccessKey != "" {
		dst = append(dst, " key="...)
		dst = append(dst, a.AccessKey...)
	}
	if a.Code != "" {
		dst = append(dst, " error="...)
		dst = append(dst, a.Code...)
	}
	return append(dst, '\n')
}

func (a *accessEntry) appendJSON(dst []byte) []byte {
	dst = append(dst, `{"time":"`...)
	dst = a.at.AppendFormat(dst, time.RFC3339Nano)
	dst = append(dst, `","level":"INFO","msg":"request","method":"`...)
	dst = append(dst, a.method...)
	dst = append(dst, `","route":"`...)
	dst = append(dst, a.route...)
	dst = append(dst, `","status":`...)
	dst = strconv.AppendInt(dst, int64(a.status), 10)
	dst = append(dst, `,"bytes":`...)
	dst = strconv.AppendInt(dst, a.bytes, 10)
	dst = append(dst, `,"ms":`...)
	dst = appendMillis(dst, a.took)
	dst = append(dst, `,"id":"`...)
	dst = append(dst, a.id...)
	if a.AccessKey != "" {
		dst = append(dst, `","key":"`...)
		dst = append(dst, a.AccessKey...)
	}
	if a.Code != "" {
		dst = append(dst, `","error":"`...)
		dst = append(dst, a.Code...)
	}
	return append(dst, '"', '}', '\n')
}
