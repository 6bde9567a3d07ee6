// Package tracetest has what tests of several packages need of the model.
package tracetest

import (
	"strings"

	"rastro/internal/trace"
)

// Told writes an error as "CODE" or, with problems, "CODE: RULE pointer, …";
// nil is "".
func Told(err error) string {
	if err == nil {
		return ""
	}
	e := trace.AsError(err)
	var problems []string
	for _, p := range e.Problems {
		problems = append(problems, p.Rule+" "+p.Pointer)
	}
	if problems == nil {
		return string(e.Code)
	}
	return string(e.Code) + ": " + strings.Join(problems, ", ")
}
