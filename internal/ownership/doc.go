// Package ownership says whose a code is: a lot's, or a GTIN's.
//
// A code belongs to the harvest that first claimed it. A record claims a lot when
// it identifies or makes it, and a GTIN when it is a validation that names it.
// Others may claim the same code. They become holders of it, not owners: what they
// say is shown as theirs and decides nothing. A code is free again when its owner
// corrects the record and nothing of that harvest claims it any more; the next to
// claim it owns it. An administrator can settle a dispute, and that holds until an
// administrator decides again.
//
// What is stored is derived. Replay works it out from the journal alone.
package ownership
