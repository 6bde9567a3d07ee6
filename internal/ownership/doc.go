// Package ownership decides which harvest owns a lot code or a GTIN: the first one that claimed
// it. Later claims by others are kept and shown, but do not change the owner. See
// docs/decisions.md#code-ownership.
//
// A record claims a lot when it identifies or makes it; a validation claims the GTIN that it
// names. A code is free again when no record of its owner claims it, and the next claim takes
// it. An administrator's decision applies until the next decision. The stored owners are
// derived: Replay computes them from the journal.
package ownership
