package postgres

import (
	"strings"

	"rastro/internal/store/sqlstore"
)

// harvestPage jumps through the index of live records from harvest to harvest, because there is no
// table of harvests, which all writers would have to share. It reads one entry per harvest, however
// many records there are. The recursion goes no further than the page needs.
func harvestPage(r sqlstore.HarvestRange, selecting string) string {
	if r.Names != nil {
		marks := strings.Join(r.Names, "), (")
		return selecting + `(SELECT safra_id FROM (VALUES (''::text COLLATE "C"), (` + marks + `)) AS asked (safra_id) WHERE ` + r.Where(`safra_id`) + r.Reached(`asked.safra_id`) + `
			AND EXISTS (SELECT 1 FROM journal WHERE journal.safra_id = asked.safra_id AND until IS NULL)` + r.Order(`safra_id`) + r.Page + `) page`
	}
	if r.Organization != "" { // which may have few of all harvests
		return selecting + `(SELECT hr.safra_id FROM harvest_reach hr WHERE ` + sqlstore.Reaches(r.Organization) + ` AND ` + r.Where(`hr.safra_id`) + `
			AND EXISTS (SELECT 1 FROM journal WHERE journal.safra_id = hr.safra_id AND until IS NULL)` + r.Order(`hr.safra_id`) + r.Page + `) page`
	}
	beyond, end := ` > `, ``
	if r.Desc {
		beyond, end = ` < `, ` AND safra_id`+r.Above
	} else if r.Below != "" {
		end = ` AND safra_id` + r.Below
	}
	first := `SELECT safra_id FROM journal WHERE until IS NULL AND `
	return `WITH RECURSIVE harvest (safra_id) AS (
		(` + first + r.Where(`safra_id`) + r.Order(`safra_id`) + ` LIMIT 1)
		UNION ALL
		SELECT (` + first + `journal.safra_id` + beyond + `harvest.safra_id` + strings.ReplaceAll(end, `safra_id`, `journal.safra_id`) + r.Order(`journal.safra_id`) + ` LIMIT 1)
		FROM harvest WHERE harvest.safra_id IS NOT NULL
	) ` + selecting + `(SELECT safra_id FROM harvest WHERE safra_id IS NOT NULL` + r.Page + `) page`
}

// nextHarvest returns the first name after one, of live versions or of ended ones: each have their
// own index.
func nextHarvest(after string) string {
	first := func(live string) string {
		return `(SELECT j.safra_id FROM journal j WHERE j.until IS ` + live + ` AND j.safra_id > ` + after + ` ORDER BY j.safra_id LIMIT 1)`
	}
	return `least(` + first(`NULL`) + `, ` + first(`NOT NULL`) + `)`
}
