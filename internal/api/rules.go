package api

import (
	"rastro/internal/check"
	"rastro/internal/finding"
)

// listRules lists every rule that findings mention.
func listRules(_ *API, c *call) (reply, error) {
	data := []byte(`{"content":[`)
	for i, r := range check.Rules {
		if i > 0 {
			data = append(data, ',')
		}
		data = finding.AppendRuleJSON(data, r, c.lang)
	}
	return reply{data: append(data, `]}`...)}, nil
}
