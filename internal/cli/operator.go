package cli

import (
	"errors"
	"strings"

	"rastro/internal/lang"
	"rastro/internal/trace"
)

// operatorTexts replace, on the command line, texts that send callers to the server's
// operator: here, the operator reads them.
var operatorTexts = map[trace.Code]string{
	trace.CodeInternal:     "The operation failed",
	trace.CodeStoreDamaged: "A part of the database is damaged and could not be read. Keep a copy of the file, check the disk, and restore the newest backup for which 'rastro verify --db sqlite:COPY' exits with 0",
	trace.CodeStoreGone:    "The database file was removed, replaced or cut short; the write was not confirmed",
	trace.CodeLogForked:    "The database does not continue the log that was published from it; nothing is written or signed. See \"After a restore\" in docs/operations.md",
}

// forOperator is the text of an error on the command line.
func forOperator(err error) string {
	text := err.Error()
	if failed, ok := errors.AsType[*trace.Error](err); ok && operatorTexts[failed.Code] != "" {
		text = strings.Replace(text, failed.Text(lang.EN), operatorTexts[failed.Code], 1)
	}
	return strings.ReplaceAll(strings.TrimSpace(text), "\n", " ")
}
