package recall

import (
	"context"
	"maps"
	"slices"

	"rastro/internal/evidence"
	"rastro/internal/kind"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// Recall is the result of a recall, as its report shows it. The names are those of the API.
type Recall struct {
	// Format is recallFormat; 0 in reports from before there was one.
	Format int    `json:"formato,omitzero"`
	Reason string `json:"motivo"`
	// ReasonErased: the reason quoted a record that was erased since, and was removed with it.
	ReasonErased bool `json:"motivoExpurgado,omitzero"`

	At          string     `json:"em"`
	By          string     `json:"por"`
	Criteria    Criteria   `json:"criterios"`
	InitialLots []string   `json:"lotesIniciais"`
	Lots        []Lot      `json:"lotes"`
	Shipments   []Shipment `json:"embarques"`
	Holders     []Holder   `json:"detentores"`
	Totals      Totals     `json:"totais"`
	DurationMs  int64      `json:"duracaoMs"`
	// Common are papers that go with every shipment of a lot or of a harvest, listed
	// here once if each shipment would repeat too many of them.
	Common []Papers `json:"documentosComuns,omitempty"`
	// Mentions are the records that may mention the lots.
	Mentions []Mention `json:"mencoesPossiveis,omitempty"`
	// Unread counts the compared records with a text about lots that could not be read
	// (LOTE_NAO_LIDO). Any of them may mention the lots.
	Unread int `json:"textosNaoLidos,omitzero"`
	// Truncated: older records are still being indexed. Only a preview can be truncated; incomplete
	// reports are not stored. Restricted: the key is limited to some harvests, so there may be more
	// in others.
	Truncated  bool `json:"truncado"`
	Restricted bool `json:"restrito"`
	// ReadOnly are the covered harvests in which the maker of the report could not write. The report
	// marks nothing of theirs: see ForeignNotices. Reports from before there was a difference have none.
	ReadOnly []string `json:"somenteLeitura,omitempty"`
	// ByKey marks the key that made the report, if it is limited to some harvests: of
	// several keys with one name, only it reads a report that found nothing.
	ByKey string `json:"porChave,omitzero"`
	// Erasures are the records erased since, with the report's statements about them: totals
	// still count them, masses do not. It also has records that named its lots and were erased
	// before.
	Erasures []Erasure `json:"expurgos,omitzero"`

	// Checked says how much was compared with the journal before the report was signed. A preview
	// is not signed, and has none.
	Checked *evidence.Compared `json:"conferidas,omitempty"`

	weight int // about how many bytes the report has
	// timed is the position, in the report's document, of its time and duration.
	timed        [2]int
	criteriaSpan [2]int // position of the criteria in its document
	seed         []byte // of the erased lots' marks
}

// Criteria are the criteria of the request.
type Criteria struct {
	Lots   []string `json:"lotes"`
	Plots  []string `json:"talhoes"`
	Inputs []string `json:"insumos"`
	Period *Period  `json:"periodo"`
}

// typed returns the lists of criteria that people type, each of which may quote a record.
func (c *Criteria) typed() []*[]string { return append(c.records(), &c.Lots) }

// records are those that name records by id.
func (c *Criteria) records() []*[]string { return []*[]string{&c.Plots, &c.Inputs} }

// Period is a period of time.
type Period struct {
	From string `json:"de"`
	To   string `json:"ate"`
}

// Lot is a lot that is affected.
type Lot struct {
	Code     string   `json:"codigo"`
	Level    int      `json:"nivel"`
	Harvests []string `json:"safras"`
	// Erased: the lot is known from a record that was erased since.
	Erased bool `json:"expurgado,omitzero"`
}

// NamedRecord names a record on the wire.
type NamedRecord struct {
	Prefix string `json:"prefixo"`
	ID     string `json:"id"`
}

// Document is a paper of a shipment.
type Document struct {
	Record NamedRecord `json:"registro"`
	Number string      `json:"numero"`
	// Erased: the document is known from a record that was erased since.
	Erased bool `json:"expurgado,omitzero"`
}

// Papers are the papers of all shipments of a lot, or of a harvest.
type Papers struct {
	Lot       string     `json:"lote,omitempty"`
	HarvestID string     `json:"safraId,omitempty"`
	Documents []Document `json:"documentos"`
}

// Shipment is a shipment that is affected.
type Shipment struct {
	Record         NamedRecord `json:"registro"`
	Identification string      `json:"identificacao"`
	Destination    string      `json:"destino"`
	Day            string      `json:"data"`
	Holder         string      `json:"detentor"`
	// QuantityKg is the mass of the whole shipment; null if unknown.
	QuantityKg *float64 `json:"quantidadeKg"`
	// SharedQuantity: the shipment also contains other lots, so the affected share is unknown.
	SharedQuantity bool       `json:"quantidadeCompartilhada,omitzero"`
	Lots           []string   `json:"lotes"`
	Documents      []Document `json:"documentos"`
	Erased         bool       `json:"expurgado,omitzero"`

	harvest string
	among   int // lots that share its mass
}

// Totals counts.
type Totals struct {
	Lots      int `json:"lotes"`
	Shipments int `json:"embarques"`
	Holders   int `json:"detentores"`
	// ShippedKg is the sum of the known masses; null if there are shipments but no known mass.
	ShippedKg *float64 `json:"embarcadoKg"`
	// ShippedPartial: ShippedKg is incomplete, because a shipment has no mass, or has one mass for
	// several lots of which only some are affected.
	ShippedPartial bool `json:"embarcadoParcial,omitzero"`
}

// Signed is a recall with its report in the journal.
type Signed struct {
	Recall
	// ID and Hash identify the report's entry in the journal; Signature is a text signed with
	// the log's key that names both and the report's own digest.
	ID   trace.ID
	Hash [32]byte
	// Version is 1 for the original report, and more after an erasure changed it; First is the
	// hash of the original entry.
	Version   int64
	First     [32]byte
	Document  []byte // the report in canonical form, as in the journal
	Signature []byte
	// Replayed: an earlier request made the report, under the same Once or with the same result.
	// searched: it was found only after the search.
	Replayed, searched bool
}

// harvests are those whose records the report may quote, and entries for those of them in which its
// maker could not write. For a report that found nothing it is the mark of its key, by which that key
// finds the report again.
func (c *Recall) harvests() []string {
	if len(c.Lots) == 0 && c.ByKey != "" {
		return []string{reach.MarkedHarvest(c.ByKey)}
	}
	all := map[string]bool{}
	for i := range c.Lots {
		for _, harvest := range c.Lots[i].Harvests {
			all[harvest] = true
		}
	}
	for i := range c.Mentions {
		all[c.Mentions[i].HarvestID] = true
	}
	for _, harvest := range c.ReadOnly {
		all[reach.ToldHarvest(harvest)] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// HarvestsOf returns the harvests that the report of a recall covers; none
// for any other version. An erasure removes no harvest from a report.
func HarvestsOf(r *trace.Record) []string {
	if r.Kind != kind.RecallReport || r.Gone() {
		return nil
	}
	report, err := readRecall(context.Background(), r)
	if err != nil {
		return nil
	}
	return report.harvests()
}
