package taxdocs

import (
	"crypto/sha256"
	"slices"
	"strings"

	"rastro/internal/fiscal"
	"rastro/internal/fiscal/grade"
	"rastro/internal/fiscal/xmlsig"
)

// claim is a file that claims to be the invoice with some key.
type claim struct {
	sum    [sha256.Size]byte
	signed string // the digest of what its signature covers; "" if that does not hold
	worth  grade.Worth
}

// Limits on what is remembered of the files of an import.
const (
	maxClaims = 4
	maxRivals = 20_000
)

// watch remembers which invoice a file claims to be, before the first is settled. Whoever asks for
// records of all that is proposed would otherwise get those of the file that comes first, even if
// another, which proves as much, contradicts it.
func (r *run) watch(content []byte) {
	d, err := fiscal.Read(content)
	if err != nil || d.Type != fiscal.Invoice {
		return // it is told later
	}
	key := strings.ToUpper(d.Key)
	one := claim{sum: sha256.Sum256(content)}
	all := r.rivals[key]
	if len(all) == maxClaims || len(all) == 0 && len(r.rivals) == maxRivals || slices.ContainsFunc(all, func(c claim) bool { return c.sum == one.sum }) {
		return
	}
	if len(all) > 0 { // of a single file nobody asks
		report := grade.Check(d, grade.Context{Year: r.now().Year(), Trust: r.trust})
		if one.worth = report.Worth(); report.Signature.State == xmlsig.Holds {
			one.signed = report.Signature.Digest
		}
	}
	r.rivals[strings.Clone(key)] = append(all, one)
}

// rivalled reports whether another file of this import has the invoice's key, other content and no
// less proof. Only the first such file needs this; those after it are compared with what it became.
func (r *run) rivalled(one *item) bool {
	all := r.rivals[one.Document.Key]
	if len(all) < 2 {
		return false
	}
	signed := ""
	if one.Report.Signature.State == xmlsig.Holds {
		signed = one.Report.Signature.Digest
	}
	own := sha256.Sum256(one.content)
	return slices.ContainsFunc(all[1:], func(c claim) bool {
		return c.sum != own && c.worth >= one.Report.Worth() && (signed == "" || c.signed != signed)
	})
}
