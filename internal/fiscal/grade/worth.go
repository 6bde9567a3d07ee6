package grade

import (
	"reflect"
	"slices"

	"rastro/internal/finding"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/found"
	"rastro/internal/fiscal/xmlsig"
)

// Worth says how much a file proves of the document whose key it has. Anybody can write a file with
// the key of an invoice, so of two the one that proves more is believed, whichever came first.
type Worth uint8

// The worths, in ascending order.
const (
	Contradicted Worth = iota // altered, or not what it claims to be
	Claimed                   // not signed by anybody who may
	Signed                    // signed by its issuer; it is not shown that the tax authority knows it and that it is valid
	Authorized                // as Signed, and the tax authority's answer is about it
)

// impossible are the rules on files that cannot be genuine.
var impossible = []*finding.Rule{found.BadKey, found.OtherKey, found.BrokenSignature, found.OtherDigest, found.OtherProtocol, found.ForTests}

// Worth returns what a checked document is worth. The tax authority's answer is not signed, so an
// answer that makes the document invalid counts less than one that makes it valid.
func (r *Report) Worth() Worth {
	switch {
	case slices.ContainsFunc(impossible, r.has):
		return Contradicted
	case r.Signature.State != xmlsig.Holds, r.has(found.UnknownSigner), r.has(found.ImproperSigner), r.has(found.OtherSigner):
		return Claimed
	case r.has(found.NoProtocol), r.has(found.NotAuthorized), r.has(found.Cancelled):
		return Signed
	}
	return Authorized
}

// Differ reports whether two files with the same key say different things. For signed content the
// digest is compared, which also covers what is not read.
func Differ(a *fiscal.Document, of *Report, b *fiscal.Document, by *Report) bool {
	if of.Signature.State == xmlsig.Broken || by.Signature.State == xmlsig.Broken || of.has(found.Cancelled) != by.has(found.Cancelled) || of.has(found.NotAuthorized) != by.has(found.NotAuthorized) {
		return true
	}
	if of.Signature.State == xmlsig.Holds && by.Signature.State == xmlsig.Holds {
		return of.Signature.Digest != by.Signature.Digest
	}
	one, other := *a, *b
	for _, d := range []*fiscal.Document{&one, &other} {
		d.Forget()
		d.Root, d.Key, d.Protocol = "", "", fiscal.Protocol{}
	}
	return !reflect.DeepEqual(one, other)
}
