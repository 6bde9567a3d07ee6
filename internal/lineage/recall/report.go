package recall

import (
	"context"
	"maps"
	"slices"

	"rastro/internal/evidence"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// Recall is what a recall found, as its report says it. The names are those of
// the wire.
type Recall struct {
	// Formato is recallFormat; 0 in reports from before there was one.
	Formato int    `json:"formato,omitzero"`
	Motivo  string `json:"motivo"`
	// MotivoExpurgado: the reason quoted a record that was erased since, and went with it.
	MotivoExpurgado bool `json:"motivoExpurgado,omitzero"`

	Em         string     `json:"em"`
	Por        string     `json:"por"`
	Criterios  Criteria   `json:"criterios"`
	Iniciais   []string   `json:"lotesIniciais"`
	Lotes      []Lot      `json:"lotes"`
	Embarques  []Shipment `json:"embarques"`
	Detentores []Holder   `json:"detentores"`
	Totais     Totals     `json:"totais"`
	DuracaoMs  int64      `json:"duracaoMs"`
	// Comuns are papers that go with every shipment of a lot or of a harvest, told
	// here once where each shipment would repeat too many of them.
	Comuns []Papers `json:"documentosComuns,omitempty"`
	// Mencoes are the records that may speak of the lots.
	Mencoes []Mention `json:"mencoesPossiveis,omitempty"`
	// NaoLidos is how many of the records that were compared have a text about lots that
	// could not be read (LOTE_NAO_LIDO): any of them may speak of the lots.
	NaoLidos int `json:"textosNaoLidos,omitzero"`
	// Truncado: older records are still being taken into the graph. Only a preview
	// says so: a report that could be short is not made. Restrito: the key is kept to
	// some harvests, so there may be more in others.
	Truncado bool `json:"truncado"`
	Restrito bool `json:"restrito"`
	// PorChave marks the key that made the report, where it is kept to some harvests:
	// of several keys with one name it alone reads a report that found nothing.
	PorChave string `json:"porChave,omitzero"`
	// Expurgos are the records that were erased since, with what the report said of
	// them: totals still count them, masses do not. And those that named its lots and
	// were erased before.
	Expurgos []Erasure `json:"expurgos,omitzero"`

	// Conferidas says how far the lots were compared with the journal before the report
	// was signed. A preview, which is not signed, has none.
	Conferidas *evidence.Compared `json:"conferidas,omitempty"`

	weight int // about how many bytes the report has
}

// Criteria are those that were asked for.
type Criteria struct {
	Lotes   []string `json:"lotes"`
	Talhoes []string `json:"talhoes"`
	Insumos []string `json:"insumos"`
	Periodo *Period  `json:"periodo"`
}

// typed are the lists of criteria that people type, each of which may quote a record.
func (c *Criteria) typed() []*[]string { return append(c.records(), &c.Lotes) }

// records are those that name records by id.
func (c *Criteria) records() []*[]string { return []*[]string{&c.Talhoes, &c.Insumos} }

// Period is from one instant to another.
type Period struct {
	De  string `json:"de"`
	Ate string `json:"ate"`
}

// Lot is a lot that is affected.
type Lot struct {
	Codigo string   `json:"codigo"`
	Nivel  int      `json:"nivel"`
	Safras []string `json:"safras"`
	// Expurgado: what it said came of a record that was erased since.
	Expurgado bool `json:"expurgado,omitzero"`
}

// NamedRecord names a record on the wire.
type NamedRecord struct {
	Prefixo string `json:"prefixo"`
	ID      string `json:"id"`
}

// Document is a paper that goes with a shipment.
type Document struct {
	Registro NamedRecord `json:"registro"`
	Numero   string      `json:"numero"`
	// Expurgado: what it said came of a record that was erased since.
	Expurgado bool `json:"expurgado,omitzero"`
}

// Papers are the papers of all shipments of a lot, or of a harvest.
type Papers struct {
	Lote       string     `json:"lote,omitempty"`
	SafraID    string     `json:"safraId,omitempty"`
	Documentos []Document `json:"documentos"`
}

// Shipment is a shipment that is affected.
type Shipment struct {
	Registro      NamedRecord `json:"registro"`
	Identificacao string      `json:"identificacao"`
	Destino       string      `json:"destino"`
	Data          string      `json:"data"`
	Detentor      string      `json:"detentor"`
	// QuantidadeKg is the mass of the whole shipment; null where it is not said.
	QuantidadeKg *float64 `json:"quantidadeKg"`
	// QuantidadeCompartilhada: other lots are in it too, so how much of it is affected is
	// not known.
	QuantidadeCompartilhada bool       `json:"quantidadeCompartilhada,omitzero"`
	Lotes                   []string   `json:"lotes"`
	Documentos              []Document `json:"documentos"`
	Expurgado               bool       `json:"expurgado,omitzero"`

	safra string
	among int // lots that its mass is of
}

// Totals counts.
type Totals struct {
	Lotes      int `json:"lotes"`
	Embarques  int `json:"embarques"`
	Detentores int `json:"detentores"`
	// EmbarcadoKg adds up the masses that are known; null where there are shipments and
	// none is.
	EmbarcadoKg *float64 `json:"embarcadoKg"`
	// EmbarcadoParcial: not all that was shipped is in EmbarcadoKg. A shipment says no
	// mass, or one mass for several lots of which only some are affected.
	EmbarcadoParcial bool `json:"embarcadoParcial,omitzero"`
}

// Signed is a recall with its report in the journal.
type Signed struct {
	Recall
	// ID and Hash are those of the report's entry in the journal, Signature a text
	// signed with the log's key that names both and the report's own digest.
	ID   trace.ID
	Hash [32]byte
	// Version is 1 as the report was made, and more once something of it was
	// erased; First is the hash of the entry as it was made.
	Version   int64
	First     [32]byte
	Document  []byte // the report in canonical form, as the journal has it
	Signature []byte
	// Replayed: the report was made by an earlier request under the same Once.
	Replayed bool
}

// harvests are those whose records the report may quote. Of a report that found
// nothing it is the mark of the key that made it, by which that key finds it again.
func (c *Recall) harvests() []string {
	if len(c.Lotes) == 0 && c.PorChave != "" {
		return []string{trace.MarkedHarvest(c.PorChave)}
	}
	all := map[string]bool{}
	for i := range c.Lotes {
		for _, safra := range c.Lotes[i].Safras {
			all[safra] = true
		}
	}
	for i := range c.Mencoes {
		all[c.Mencoes[i].SafraID] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// HarvestsOf returns the harvests that the report of a recall tells of; none
// for any other version. An erasure takes no harvest out of a report.
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
