package api

import (
	"net/http"
	"strconv"
	"strings"

	"rastro/internal/trace"
)

// ifMatch reads If-Match: the versions a write may replace. A weak tag, or one
// that is none of ours, matches nothing; a header that is no list of tags is
// refused rather than ignored, since ignoring it would overwrite.
func ifMatch(r *http.Request) (trace.IfMatch, error) {
	header := strings.TrimSpace(strings.Join(r.Header.Values("If-Match"), ","))
	if header == "" || header == "*" {
		return trace.AnyVersion, nil
	}
	versions := trace.IfMatch{}
	for tag := range strings.SplitSeq(header, ",") {
		tag = strings.TrimSpace(tag)
		bare, weak := strings.CutPrefix(tag, "W/")
		if len(bare) < 2 || bare[0] != '"' || bare[len(bare)-1] != '"' {
			return nil, badParameter("If-Match", `"<versao>"`)
		}
		if version, err := strconv.ParseInt(bare[1:len(bare)-1], 10, 64); err == nil && !weak {
			versions = append(versions, version)
		}
	}
	return versions, nil
}

// badParameter refuses a parameter or header and shows what it should be. The
// form is the same in every language.
func badParameter(name, want string) error {
	return trace.Fail(trace.CodeBadParameter, "nome", name, "esperado", want)
}
