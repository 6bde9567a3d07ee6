// Package check has the list of the rules that records and harvests are graded by. The checks are in
// check/record and check/harvest.
package check

import (
	"slices"

	"rastro/internal/check/harvest/rules"
	"rastro/internal/check/record"
)

// Rules lists every rule that GET /regras shows, those on one record first. Rules on shapes,
// profiles, balances and EU files are in the tables of their packages.
var Rules = slices.Concat(record.Rules, rules.All)
