package derive

import (
	"context"
	"slices"
	"strconv"

	"rastro/internal/access"
	"rastro/internal/proof"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// MaxNamed bounds the differences that are named; the first are enough to act on.
const MaxNamed = 1000

// AndMore is the line after the listed differences if there are more.
const AndMore = "and more: these are the first"

// Verify verifies everything that is stored, in one snapshot: the journal and its
// log (proof.VerifyStore), every key, and every derived table. The error is a
// failure to read; damage is in the result. Its memory does not grow with the store.
func Verify(ctx context.Context, r Reader, newer []byte) (proof.Verification, error) {
	v, err := proof.VerifyStore(ctx, r, newer)
	if err != nil {
		return v, err
	}
	said, unfilled, err := differences(ctx, r, nil, true)
	v.Damages = append(v.Damages, said...)
	v.Unchecked = append(v.Unchecked, unfilled...)
	return v, err
}

// Differences lists what differs from the journal in the named groups; nil is all of them.
// unfilled are the tables that were not compared, and why.
func Differences(ctx context.Context, r Reader, only []string) (said, unfilled []string, err error) {
	return differences(ctx, r, only, false)
}

// differences omits what proof.VerifyStore already reported.
func differences(ctx context.Context, r Reader, only []string, told bool) (said, unfilled []string, err error) {
	chosen, err := choose(only)
	if err != nil {
		return nil, nil, err
	}
	if !told {
		if err := whole(ctx, r); err != nil {
			return nil, nil, err
		}
	}
	if chosen.keys {
		faults, err := access.Faults(ctx, r)
		if err != nil {
			return nil, nil, err
		}
		for _, f := range faults {
			said = append(said, f.String())
		}
	}
	found, err := compare(ctx, r, chosen.tables, chosen.versions, &comparison{held: heldToName})
	if err != nil {
		return nil, nil, err
	}
	if told {
		found.unevens = slices.DeleteFunc(found.unevens, func(u uneven) bool { return u.told })
	}
	for _, name := range found.unfilled {
		unfilled = append(unfilled, name+": older records are still being added, so it was not compared; let a server finish that, or run 'rastro rebuild'")
	}
	return append(said, found.say()...), unfilled, nil
}

// say lists the first differences.
func (c *comparison) say() []string {
	var said []string
	for i := range c.unevens {
		said = append(said, c.unevens[i].String())
	}
	for i := range c.differences {
		said = append(said, c.differences[i].String())
	}
	if len(said) > MaxNamed || c.more {
		said = append(said[:min(len(said), MaxNamed)], AndMore)
	}
	return said
}
