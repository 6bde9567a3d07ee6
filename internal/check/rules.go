// Package check has the list of all rules on what was written. The checks are in
// check/record and check/harvest.
package check

import (
	"slices"

	"rastro/internal/check/harvest"
	"rastro/internal/check/record"
)

// Rules lists every rule, those on one record first.
var Rules = slices.Concat(record.Rules, harvest.Rules)
