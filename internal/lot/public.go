package lot

import (
	"regexp"

	"rastro/internal/brdoc"
)

// maxGS1 is how long a lot can be in a GS1 code, AI (10).
const maxGS1 = 20

var (
	publicCode = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._/-]{0,49}$`)
	// People and their documents stay private even if they are written as lots: names (which have
	// no digit), CPF, CNPJ and longer numbers (invoices, receipts), plates.
	privateCode = regexp.MustCompile(`(?i)^[^0-9]*$|^[\d./-]*\d[./-]?\d([./-]?\d){7,}[./-]?$|^[a-z]{3}-?\d[a-z0-9]\d\d$`)
)

// Shown reports whether a text is a lot's code that the public may read: one that identifies no
// person.
func Shown(code string) bool {
	if !publicCode.MatchString(code) || privateCode.MatchString(code) || brdoc.Public(code) != code {
		return false
	}
	return len(brdoc.Scan(code, brdoc.Types(brdoc.CAR), brdoc.LateYear)) == 0
}

// Addressed reports whether a lot gets its own page beside a GTIN: it is shown, and short enough
// for a GS1 code.
func Addressed(code string) bool { return len(code) <= maxGS1 && Shown(code) }
