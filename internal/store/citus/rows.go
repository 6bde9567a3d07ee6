package citus

import (
	"regexp"
	"strconv"
	"strings"
)

// chunks are how many rows statements insert, the largest first: a few lengths, so that the
// statements stay prepared.
var chunks = []int{64, 16, 4, 1}

var valuesOf = regexp.MustCompile(`^(?s)(.*?\sVALUES )\((.*?)\)(\s+ON CONFLICT.*)?$`)

var placeholder = regexp.MustCompile(`\$\d+`)

// rowsOf inserts rows as a statement for one row does, several at a time. A statement with
// arrays, which one server takes, would be answered by a COPY to every shard.
func rowsOf(one string) func(rows [][]any, queue func(sql string, args ...any)) {
	parts := valuesOf.FindStringSubmatch(one)
	width := strings.Count(parts[2], "$")
	statements := make([]string, len(chunks))
	for i, n := range chunks {
		all := make([]string, n)
		for row := range all {
			all[row] = "(" + placeholder.ReplaceAllStringFunc(parts[2], func(m string) string {
				k, _ := strconv.Atoi(m[1:]) // the pattern has digits alone
				return "$" + strconv.Itoa(row*width+k)
			}) + ")"
		}
		statements[i] = parts[1] + strings.Join(all, ", ") + parts[3]
	}
	return func(rows [][]any, queue func(string, ...any)) {
		for i, n := range chunks {
			for len(rows) >= n {
				args := make([]any, 0, n*width)
				for _, row := range rows[:n] {
					args = append(args, row...)
				}
				queue(statements[i], args...)
				rows = rows[n:]
			}
		}
	}
}
