package trace

import "context"

// The store's seed keys the marks of imported rows and those of erased lots. No
// signature covers it. Under another seed a file that was imported would be imported
// again, and a recall would not know of what was erased. So the seed is held against
// marks that were made with it.

// seedSample is how many imported rows are looked at.
const seedSample = 8

// importSeed returns the seed. It fails with CodeSeedChanged where it is not the one
// that earlier imports were marked with.
func importSeed(ctx context.Context, r Reader) ([]byte, error) {
	seed, err := r.ImportSeed(ctx)
	if err != nil {
		return nil, err
	}
	sample, err := r.SomeImported(ctx, seedSample)
	if err != nil {
		return nil, err
	}
	compared := false
	for _, one := range sample {
		versions, err := r.Versions(ctx, one.ID)
		if err != nil {
			return nil, err
		}
		if len(versions) == 0 || versions[0].Gone() || !versions[0].Intact() {
			continue
		}
		// Whichever row this is of those in its file that say the same, the first of
		// them was marked too, and marks outlive their records.
		first, err := firstMark(seed, &versions[0])
		if err != nil {
			continue
		}
		found, err := r.Imported(ctx, []Mark{first})
		if err != nil {
			return nil, err
		}
		if len(found) > 0 {
			return seed, nil
		}
		compared = true
	}
	if compared {
		return nil, Fail(CodeSeedChanged)
	}
	return seed, nil
}

// firstMark is the mark under a seed of the first row of a file that says what a record
// says.
func firstMark(seed []byte, row *Record) (Mark, error) {
	m := newMarker(seed)
	base, err := m.base(row)
	return m.mark(base), err
}

// seedMark is the mark of no lot. An erasure keeps it beside those of its lots, and
// tells by it which seed they were made with.
func seedMark(seed []byte) lotMark { return markOf(seed, "") }

// MarkedUnder reports whether an erasure was marked under a seed, as far as it can be
// told: earlier builds did not say.
func (r *Record) MarkedUnder(seed []byte) bool {
	said, ok := r.seedMark()
	return !ok || said == seedMark(seed)
}
