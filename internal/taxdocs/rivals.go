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
	graded bool
	worth  grade.Worth
	signed string // the digest of what its signature covers; "" if that does not hold
}

func (c *claim) grade(report *grade.Report) {
	c.graded, c.worth = true, report.Worth()
	if report.Signature.State == xmlsig.Holds {
		c.signed = report.Signature.Digest
	}
}

// Limits on what is remembered of the files of an import.
const (
	maxClaims = 4
	maxRivals = 20_000
)

// watch remembers which invoice a file claims to be, before the first is settled. Whoever asks for
// records of all that is proposed would otherwise get those of the file that comes first, even if
// another, which proves as much, contradicts it. Of a key it remembers the first file and those
// others that prove most, each content once: neither copies nor worthless files take the place of one
// that counts.
func (r *run) watch(content []byte) {
	d, err := fiscal.Read(content)
	if err != nil || d.Type != fiscal.Invoice {
		return // it is told later
	}
	key := strings.ToUpper(d.Key)
	one := claim{sum: sha256.Sum256(content)}
	all := r.rivals[key]
	if len(all) == 0 { // of a single file nobody asks: weigh grades it, as every file, when its turn comes
		if len(r.rivals) < maxRivals {
			r.rivals[strings.Clone(key)] = []claim{one}
		}
		return
	}
	if slices.ContainsFunc(all, func(c claim) bool { return c.sum == one.sum }) {
		return
	}
	report := grade.Check(d, grade.Context{Year: r.now().Year(), Trust: r.trust})
	if one.grade(&report); one.worth == grade.Contradicted {
		return
	}
	others := all[1:]
	for i := range others {
		if c := &others[i]; one.signed != "" && c.signed == one.signed {
			c.worth = max(c.worth, one.worth)
			return
		}
	}
	if len(all) < maxClaims {
		r.rivals[key] = append(all, one)
		return
	}
	least := 0
	for i := range others {
		if others[i].worth < others[least].worth {
			least = i
		}
	}
	if others[least].worth < one.worth {
		others[least] = one
	}
}

// weigh grades the claim of a file that was read: the first with its key is compared with the others
// whatever became of it.
func (r *run) weigh(one *item) {
	if len(r.rivals) == 0 || one.Err != nil || one.Document.Type != fiscal.Invoice {
		return
	}
	if all := r.rivals[one.Document.Key]; len(all) > 1 && !all[0].graded && all[0].sum == sha256.Sum256(one.content) {
		all[0].grade(&one.Report)
	}
}

// rivalled reports whether another file of this import has the invoice's key, other content and no
// less proof. An invoice that was not watched counts as one that has.
func (r *run) rivalled(one *item) bool {
	if len(r.rivals) == 0 || one.Document.Type != fiscal.Invoice {
		return false
	}
	all := r.rivals[one.Document.Key]
	if len(all) < 2 {
		return len(all) == 0 && len(r.rivals) == maxRivals
	}
	own := claim{sum: sha256.Sum256(one.content)}
	own.grade(&one.Report)
	return slices.ContainsFunc(all, func(c claim) bool {
		return c.sum != own.sum && (!c.graded || c.worth >= own.worth) && (own.signed == "" || c.signed != own.signed)
	})
}
