package epcisrest

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/api/params"
	"rastro/internal/canon"
	"rastro/internal/epcis/ours"
	"rastro/internal/epcis/query"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// The media types.
const (
	mediaJSON    = "application/json"
	mediaLD      = "application/ld+json"
	ProblemMedia = "application/problem+json"
)

// version is the one version of the standards that is served.
const version = "2.0.0"

// formats are the ways of writing identifiers that a caller may ask for. Identifiers are never
// translated, and ours are always Digital Links where they are GS1 identifiers at all, so both
// values are true.
var formats = []string{"Never_Translates", "Always_GS1_Digital_Link"}

// Headers sets the headers of every answer.
func Headers(h http.Header, origin string) {
	h["GS1-EPCIS-Version"] = []string{version}
	h["GS1-CBV-Version"] = []string{version}
	h["GS1-Extensions"] = []string{"rastro=" + (&ours.Namer{Origin: origin}).Namespace()}
}

// Options sets the headers of an answer to OPTIONS.
func Options(h http.Header, allowed, build string) {
	h.Set("Allow", allowed)
	for name, value := range map[string]string{
		"GS1-EPCIS-Min": version, "GS1-EPCIS-Max": version, "GS1-CBV-Min": version, "GS1-CBV-Max": version,
		"GS1-EPC-Format": strings.Join(formats, ", "), "GS1-CBV-XML-Format": formats[0], "GS1-Vendor-Version": build,
	} {
		h[name] = []string{value}
	}
}

// acceptable picks the form of an answer, and refuses what this server does not serve: other
// versions, other ways of writing identifiers, XML.
func acceptable(h http.Header) (media string, err error) {
	for _, name := range []string{"GS1-EPCIS", "GS1-CBV"} {
		if least := h.Get(name + "-Min"); least != "" && !within(least, -1) {
			return "", query.Fail(query.NotOffered, name+"-Min", version)
		}
		if most := h.Get(name + "-Max"); most != "" && !within(most, 1) {
			return "", query.Fail(query.NotOffered, name+"-Max", version)
		}
	}
	if asked := h.Get("GS1-EPC-Format"); asked != "" && !slices.Contains(formats, asked) {
		return "", query.Fail(query.NotOffered, "GS1-EPC-Format", strings.Join(formats, ", "))
	}
	accept := strings.Join(h.Values("Accept"), ",")
	switch media = params.Accepted(accept, "", mediaJSON, mediaLD); {
	case media != "":
		return media, nil
	case accept == "", strings.Contains(accept, "*/*"):
		return mediaJSON, nil
	}
	return "", query.Fail(query.NotOffered, "Accept", mediaJSON+", "+mediaLD)
}

// within reports whether the version served is not before a least (-1) or after a most (1).
func within(text string, side int) bool {
	parts := strings.SplitN(text, ".", 3)
	major, err := strconv.Atoi(parts[0])
	minor := 0
	if err == nil && len(parts) > 1 {
		minor, err = strconv.Atoi(parts[1])
	}
	return err == nil && (major == 2 && minor == 0 || (major*1000+minor-2000)*side > 0)
}

// document writes events as the answer to a query.
func (a *asked) document(events []ours.Event) []byte {
	n := ours.Namer{Origin: a.origin}
	size := 512
	for i := range events {
		size += len(events[i].JSON) + 1
	}
	out := append(make([]byte, 0, size), `{"@context":`...)
	out = append(out, n.Context()...)
	out = append(out, `,"type":"EPCISQueryDocument","schemaVersion":"2.0","creationDate":"`...)
	out = a.asker.Now().UTC().AppendFormat(out, "2006-01-02T15:04:05.000Z07:00")
	out = append(out, `","epcisBody":{"queryResults":{"queryName":"SimpleEventQuery","resultsBody":{"eventList":[`...)
	for i := range events {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, events[i].JSON...)
	}
	return append(out, "]}}}}\n"...)
}

// collection writes a list of values.
func collection(members []string, link string) (Answer, error) {
	out := canon.AppendString([]byte(`{"@context":`), ours.ContextAddress)
	out = append(out, `,"type":"Collection","member":`...)
	return Answer{Body: append(canon.AppendStrings(out, members), "}\n"...), Link: link}, nil
}

// exceptions are those of the standard, by what a caller can do about an error.
var exceptions = map[trace.Class]string{
	trace.Unreadable: "QueryParameterException", trace.Unauthenticated: "SecurityException", trace.Forbidden: "SecurityException",
	trace.NotFound: "NoSuchResourceException", trace.Gone: "NoSuchResourceException", trace.Conflict: "QueryParameterException",
	trace.TooLarge: "QueryTooLargeException", trace.WrongMedia: "UnsupportedMediaTypeException", trace.Unacceptable: "ValidationException",
}

// Problem writes an error (RFC 9457).
func Problem(failed *trace.Error, status int, request string, l lang.Lang) []byte {
	exception := exceptions[failed.Class()]
	if exception == "" {
		exception = "ImplementationException"
	}
	return problem(exception, status, failed.Text(l), string(failed.Code), request)
}

func problem(exception string, status int, detail, code, request string) []byte {
	out := canon.AppendString([]byte(`{"type":`), "epcisException:"+exception)
	out = canon.AppendString(append(out, `,"title":`...), exception)
	out = strconv.AppendInt(append(out, `,"status":`...), int64(status), 10)
	out = canon.AppendString(append(out, `,"detail":`...), detail)
	out = canon.AppendString(append(out, `,"error":`...), code)
	out = canon.AppendString(append(out, `,"requestId":`...), request)
	return append(out, "}\n"...)
}
