package api

import "rastro/internal/audit"

// listRules lists every rule that findings speak of.
func listRules(_ *API, c *call) (reply, error) {
	data := []byte(`{"content":[`)
	for i, r := range audit.Rules {
		if i > 0 {
			data = append(data, ',')
		}
		data = audit.AppendRuleJSON(data, r, c.lang)
	}
	return reply{data: append(data, `]}`...)}, nil
}
