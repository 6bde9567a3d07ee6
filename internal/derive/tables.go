package derive

import (
	"context"
	"slices"

	"rastro/internal/trace"
)

// Tables are the derived tables.
//
// Not among them, since nothing derives them: sessions, kept answers and the
// marks of imported rows. What validations cover and report is compared with their
// seals, and keys against their notes, elsewhere (proof.VerifyStore,
// access.Faults).
var Tables = []*Table{
	{
		Name: "lot_entry", Group: groupLots, What: "an entry of the lot graph",
		Key:   []Column{{"lot", Text}, {"role", Int}, {"id", ID}, {"version", Int}, {"part", Int}},
		Value: []Column{{"kind", Int}, {"since", Int}, {"until", Int}, {"body", Bytes}},
		Of:    lotEntries, Record: recordAt(2), Filled: lotsFilled,
	},
	{
		Name: "lot_mention", Group: groupLots, What: "a mention of a lot",
		Key: []Column{{"lot", Text}, {"role", Int}, {"id", ID}, {"version", Int}, {"part", Int}},
		Of:  lotMentions, Record: recordAt(2), Filled: lotsFilled,
	},
	{
		Name: "plot_cell", Group: "plots", What: "a cell of the index of plots",
		Key:   []Column{{"season", Text}, {"cell", Int}, {"id", ID}, {"part", Int}},
		Value: []Column{{"kind", Int}, {"safra_id", Text}, {"west", Int}, {"south", Int}, {"east", Int}, {"north", Int}},
		Of:    plotCells, Record: recordAt(2), Filled: plotsFilled,
	},
	{
		Name: "trade_item", Group: groupItems, What: "goods that a validation names",
		Key:   []Column{{"gtin", Text}, {"lot", Text}, {"id", ID}},
		Value: []Column{{"safra_id", Text}},
		Of:    tradeItems, Record: recordAt(2),
	},
	{
		Name: "attachment", Group: "attachments", What: "a file that a record names",
		Key:   []Column{{"sha256", Text}, {"id", ID}, {"version", Int}},
		Value: []Column{{"safra_id", Text}, {"personal", Int}},
		Of:    attachments, Record: recordAt(1),
	},
	{
		Name: "code", Group: "codes", What: "a validation's code",
		Key:   []Column{{"code", Text}},
		Value: []Column{{"id", ID}},
		Of:    codes, Record: func(row Row) trace.ID { return row.Value[0].(trace.ID) }, Lasts: erasedCode,
	},
	{
		Name: "code_owner", Group: groupOwners, What: "the owner of a lot or a GTIN",
		Key:    []Column{{"realm", Int}, {"code", Text}},
		Value:  []Column{{"safra_id", Text}, {"id", ID}, {"since", Int}, {"settled", Int}},
		Filled: lotsFilled,
	},
	{
		Name: "code_holder", Group: groupOwners, What: "who claims a lot or a GTIN",
		Key:    []Column{{"realm", Int}, {"code", Text}, {"safra_id", Text}, {"author", Text}},
		Value:  []Column{{"id", ID}, {"since", Int}, {"live", Int}, {"against", Text}},
		Filled: lotsFilled,
	},
	{
		Name: "search_term", Group: "search", What: "what a record is found by",
		Key:   []Column{{"realm", Int}, {"term", Text}, {"id", ID}},
		Value: []Column{{"safra_id", Text}},
		Of:    searchTerms, Record: recordAt(2), Filled: termsWhole, UpTo: termsUpTo,
	},
	{
		Name: "lot_erased", Group: groupLots, What: "an erased record that named a lot",
		Key: []Column{{"mark", Text}, {"id", ID}},
		Of:  erasedLots, Record: recordAt(1),
	},
	{
		Name: "recall_harvest", Group: "recalls", What: "a harvest that a recall covers",
		Key: []Column{{"safra_id", Text}, {"id", ID}},
		Of:  recallHarvests, Record: recordAt(1),
	},
	{
		Name: "log_predecessor", Group: "predecessors", What: "a log that this one continues",
		Key:   []Column{{"statement", Text}},
		Value: []Column{{"origin", Text}, {"verifier", Text}, {"size", Int}, {"root", Text}, {"seen_size", Int}, {"seen_root", Text}},
		Of:    predecessors, Merge: keepFirst, Mend: mendPredecessors,
	},
	{
		Name: "tally", Group: "counts", What: "the number of a kind's live records",
		Key:   []Column{{"kind", Int}},
		Value: []Column{{"n", Int}},
		Of:    tallies, Merge: addUp,
		Mend: func(ctx context.Context, w Writer, _ *Table, key []any) error {
			return w.Recount(ctx, int16(key[0].(int64)))
		},
	},
	{
		Name: "phase", Group: "phases", What: "an entry of the catalogue",
		Key: []Column{{"id", ID}},
		Value: []Column{
			{"version", Int}, {"crop", Text}, {"stage", Text}, {"stage_name", Text}, {"name", Text}, {"folded_name", Text}, {"description", Text},
			{"ordinal", Int}, {"record_kind", Text}, {"record_number", Text}, {"mandatory", Int}, {"active", Int}, {"created_at", Int},
			{"updated_at", Int}, {"deleted", Int},
		},
		Of: phases, Merge: newerPhase, Mend: mendPhase,
	},
	{
		Name: "organization", Group: groupOrganizations, What: "an organisation",
		Key:   []Column{{"id", ID}},
		Value: []Column{{"version", Int}, {"name", Text}, {"body", Bytes}},
		Of:    organizations, Record: recordAt(0),
	},
	{
		Name: "organization_name", Group: groupOrganizations, What: "a name of an organisation",
		Key:   []Column{{"name", Text}},
		Value: []Column{{"id", ID}},
		Of:    organizationNames, Record: func(row Row) trace.ID { return row.Value[0].(trace.ID) },
	},
	{
		Name: "logo", Group: groupOrganizations, What: "a logo",
		Key:   []Column{{"sha256", Text}},
		Value: []Column{{"media", Text}, {"body", Bytes}, {"id", ID}},
		Of:    logos, Record: func(row Row) trace.ID { return row.Value[2].(trace.ID) },
	},
	{
		Name: "harvest_reach", Group: groupOrganizations, What: "what an organisation may do in a harvest",
		Key:   []Column{{"organization", ID}, {"safra_id", Text}},
		Value: []Column{{"level", Int}, {"id", ID}},
		Of:    grants, Record: func(row Row) trace.ID { return row.Value[1].(trace.ID) },
	},
	{
		Name: "note_entry", Group: "imports", What: "a mapping of columns, an import, a statement, a webhook or a link",
		Key:   []Column{{"id", ID}},
		Value: []Column{{"owner", Text}, {"kind", Int}, {"name", Text}, {"version", Int}, {"body", Bytes}},
		Of:    noteEntries, Record: recordAt(0),
	},
	{
		Name: "harvest", Group: "harvests", What: "the name of a harvest", Stray: " that no record is of",
		Key: []Column{{"safra_id", Text}},
		Of:  nothing, Record: noRecord, Mend: dropStray,
	},
	{
		Name: "report", Group: "reports", What: "a review", Stray: " that no validation of its harvest was made with",
		Key:   []Column{{"id", ID}},
		Value: []Column{{"safra_id", Text}},
		Of:    nothing, Record: recordAt(0), Mend: mendReport,
	},
	{
		Name: "cover", Group: "reports", What: "a list of covered records", Stray: " that no validation has",
		Key: []Column{{"id", ID}},
		Of:  nothing, Record: recordAt(0), Mend: dropStray,
	},
	{
		Name: "log_leaf", Group: "log", What: "a place in the log", Stray: " that the log does not reach, or of a version that is not there",
		Key: []Column{{"num", Int}},
		Of:  nothing, Record: noRecord, Mend: dropStray,
	},
	{
		Name: "log_tile", Group: "log", What: "a tile", Stray: " that the log does not reach",
		Key: []Column{{"level", Int}, {"num", Int}},
		Of:  nothing, Record: noRecord, Mend: dropStray,
	},
	{
		Name: "log_checkpoint", Group: "checkpoints", What: "kept checkpoints", Stray: " were deleted, or added where the number is negative; a rebuild can only count them again",
		Key: []Column{{"missing", Int}},
		Of:  nothing, Record: noRecord, Mend: dropStray,
	},
}

// Groups returns the names that `rastro rebuild --only` takes.
func Groups() []string {
	var groups []string
	for _, t := range Tables {
		if !slices.Contains(groups, t.Group) {
			groups = append(groups, t.Group)
		}
	}
	return append(groups, groupVersions, groupKeys)
}

// groupLots is the lot graph: recalls are refused while it is restored.
const groupLots = "lots"

// groupOrganizations covers who belongs to which organisation, and what those reach.
const groupOrganizations = "organizations"

// What is repaired in addition to Tables: the columns of the journal that follow from its other
// columns, and keys.
const (
	groupVersions = "versions"
	groupKeys     = "keys"
)

// groupOwners are restored from records that the lot graph and the items lead to,
// so these are restored with them. Who claims a lot follows from the graph, so
// owners are restored with that.
const (
	groupItems  = "items"
	groupOwners = "owners"
)

func recordAt(i int) func(Row) trace.ID {
	return func(row Row) trace.ID { return row.Key[i].(trace.ID) }
}

func lotsFilled(ctx context.Context, r trace.Reader) (bool, error) { return r.LotsFilled(ctx) }

func plotsFilled(ctx context.Context, r trace.Reader) (bool, error) {
	mark, err := r.ClaimsFilled(ctx)
	if trace.Is(err, trace.CodeRecordNotFound) { // the mark itself is gone
		return false, nil
	}
	return mark.Done, err
}
