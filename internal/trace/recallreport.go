package trace

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lot"
)

// Recall is what a recall found, as its report says it. The names are those of
// the wire.
type Recall struct {
	Motivo     string           `json:"motivo"`
	Em         string           `json:"em"`
	Por        string           `json:"por"`
	Criterios  RecallCriteria   `json:"criterios"`
	Iniciais   []string         `json:"lotesIniciais"`
	Lotes      []RecallLot      `json:"lotes"`
	Embarques  []RecallShipment `json:"embarques"`
	Detentores []RecallHolder   `json:"detentores"`
	Totais     RecallTotals     `json:"totais"`
	DuracaoMs  int64            `json:"duracaoMs"`
	// Truncado: older records are still being taken into the graph, or a lot has
	// more on record than is read. Restrito: there may be more that the key may not
	// see.
	Truncado bool `json:"truncado"`
	Restrito bool `json:"restrito"`
}

// RecallCriteria are those that were asked for.
type RecallCriteria struct {
	Lotes   []string      `json:"lotes"`
	Talhoes []string      `json:"talhoes"`
	Insumos []string      `json:"insumos"`
	Periodo *RecallPeriod `json:"periodo"`
}

// RecallPeriod is from one instant to another.
type RecallPeriod struct {
	De  string `json:"de"`
	Ate string `json:"ate"`
}

// RecallLot is a lot that is affected.
type RecallLot struct {
	Codigo string   `json:"codigo"`
	Nivel  int      `json:"nivel"`
	Safras []string `json:"safras"`
}

// RecallRecord names a record on the wire.
type RecallRecord struct {
	Prefixo string `json:"prefixo"`
	ID      string `json:"id"`
}

// RecallDocument is a paper that goes with a shipment.
type RecallDocument struct {
	Registro RecallRecord `json:"registro"`
	Numero   string       `json:"numero"`
}

// RecallShipment is a shipment that is affected. QuantidadeKg is null where it is
// not said.
type RecallShipment struct {
	Registro      RecallRecord     `json:"registro"`
	Identificacao string           `json:"identificacao"`
	Destino       string           `json:"destino"`
	Data          string           `json:"data"`
	Detentor      string           `json:"detentor"`
	QuantidadeKg  *float64         `json:"quantidadeKg"`
	Lotes         []string         `json:"lotes"`
	Documentos    []RecallDocument `json:"documentos"`

	safra string
}

// RecallHolder is who received affected lots.
type RecallHolder struct {
	Nome       string   `json:"nome"`
	Lotes      []string `json:"lotes"`
	Registros  int      `json:"registros"`
	RecebidoKg float64  `json:"recebidoKg"`
}

// RecallTotals counts.
type RecallTotals struct {
	Lotes       int     `json:"lotes"`
	Embarques   int     `json:"embarques"`
	Detentores  int     `json:"detentores"`
	EmbarcadoKg float64 `json:"embarcadoKg"`
}

// RecallReport is a recall with its report in the journal.
type RecallReport struct {
	Recall
	// ID and Hash are those of the report's entry in the journal, Signature a text
	// signed with the log's key that names both and the report's own digest.
	ID        ID
	Hash      [32]byte
	Document  []byte // the report in canonical form, as the journal has it
	Signature []byte
}

// recallNote is what the signed text of a recall begins with.
const recallNote = "rastro recall"

// Recall finds everything that is affected, forward, and writes the report into
// the journal. Nothing is written where it fails.
func (s *Service) Recall(ctx context.Context, by *Key, q RecallRequest) (*RecallReport, error) {
	now := s.now()
	found, err := s.affected(ctx, by, q, now)
	if err != nil {
		return nil, err
	}
	return s.report(ctx, by, now, found)
}

// PreviewRecall finds what Recall would, for who may recall, and writes nothing.
func (s *Service) PreviewRecall(ctx context.Context, by *Key, q RecallRequest) (*Recall, error) {
	return s.affected(ctx, by, q, s.now())
}

func (s *Service) affected(ctx context.Context, by *Key, q RecallRequest, now time.Time) (*Recall, error) {
	if err := by.Need(Write); err != nil {
		return nil, err
	}
	if err := by.Need(Read); err != nil {
		return nil, err
	}
	began := time.Now()
	recalled := &recalling{Recall: Recall{Motivo: q.Reason, Em: now.Format(TimeLayout), Por: by.Author(), Criterios: criteriaOf(&q)}, shipments: map[ID]int{}, holders: map[string]int{}}
	err := s.store.View(ctx, func(r Reader) error { return recalled.find(ctx, s, r, by, &q) })
	if err != nil {
		return nil, err
	}
	recalled.finish()
	recalled.DuracaoMs = time.Since(began).Milliseconds()
	return &recalled.Recall, nil
}

func criteriaOf(q *RecallRequest) RecallCriteria {
	list := func(l []string) []string { return append([]string{}, l...) }
	c := RecallCriteria{Lotes: list(q.Lots), Talhoes: list(q.Plots), Insumos: list(q.Inputs)}
	if !q.From.IsZero() {
		c.Periodo = &RecallPeriod{q.From.Format(TimeLayout), q.To.Format(TimeLayout)}
	}
	return c
}

// report writes a report into the journal and signs it.
func (s *Service) report(ctx context.Context, by *Key, now time.Time, found *Recall) (*RecallReport, error) {
	document, err := canon.Marshal(found)
	if err == nil {
		document, err = canon.Canonical(document)
	}
	if err != nil {
		return nil, err
	}
	id, err := NewID(now, "", s.random)
	if err != nil {
		return nil, err
	}
	r := Record{ID: id, Kind: kind.RecallReport, Dados: document, Version: 1, Operation: Created, UpdatedAt: now, CreatedBy: by.Author(), UpdatedBy: by.Author()}
	if err := s.commit(&r); err != nil {
		return nil, err
	}
	out := &RecallReport{Recall: *found, ID: id, Hash: r.Hash, Document: document}
	if err := s.signRecall(out); err != nil {
		return nil, err
	}
	return out, s.store.Update(ctx, func(w Writer) error { return w.Append(ctx, r) })
}

// signRecall signs a report with the log's key, which gives the same text each
// time.
func (s *Service) signRecall(r *RecallReport) error {
	if s.signer == nil {
		return nil
	}
	digest := sha256.Sum256(r.Document)
	text := fmt.Sprintf("id %s\nem %s\nhash %s\nrelatorio-sha256 %s\nlotes %d\nembarques %d\n",
		r.ID, r.Em, hex.EncodeToString(r.Hash[:]), hex.EncodeToString(digest[:]), len(r.Lotes), len(r.Embarques))
	var err error
	r.Signature, err = s.signer.SignText(recallNote, text)
	return err
}

// recalling gathers a recall.
type recalling struct {
	Recall
	shipments map[ID]int
	holders   map[string]int
}

func (c *recalling) find(ctx context.Context, s *Service, r Reader, by *Key, q *RecallRequest) error {
	start, err := s.recallStart(ctx, r, by, q)
	if err != nil {
		return err
	}
	c.Iniciais = append([]string{}, start...)
	t := &tracing{ctx: ctx, s: s, r: r, by: by}
	w := lot.Walk{Direction: lot.Forward, Depth: -1, Fetch: t.fetch}
	if err := w.From(start, c.visit); err != nil {
		return err
	}
	filled, err := s.lotsFilled(ctx, r)
	if err != nil {
		return err
	}
	c.Truncado, c.Restrito = t.cut || !filled || c.Truncado, t.restricted
	return c.papers(ctx, s, r)
}

func (c *recalling) visit(step *lot.Step) error {
	if len(c.Lotes) == maxRecall {
		return Fail(CodeRecallTooLarge, "max", strconv.Itoa(maxRecall))
	}
	one := RecallLot{Codigo: step.Lot, Nivel: step.Depth, Safras: []string{}}
	facts := 0
	for i := range step.Rows {
		row := &step.Rows[i]
		one.Safras = appendOnce(one.Safras, row.SafraID)
		if row.Role > lot.Consumed {
			facts++
		}
		switch row.Role {
		case lot.Shipped:
			c.ship(step.Lot, row)
		case lot.Received, lot.Processed:
			c.hold(step.Lot, row)
		}
	}
	c.Truncado = c.Truncado || facts > MaxFacts
	// The papers of a lot go with its shipments.
	for i := range step.Rows {
		switch row := &step.Rows[i]; row.Role {
		case lot.Documented, lot.Inspected, lot.Validated:
			for k := range step.Rows {
				if step.Rows[k].Role == lot.Shipped {
					c.paper(&c.Embarques[c.shipments[ID(step.Rows[k].ID)]], RowRef(row), row.Paper)
				}
			}
		}
	}
	c.Lotes = append(c.Lotes, one)
	return nil
}

func (c *recalling) ship(code string, row *lot.Row) {
	id := ID(row.ID)
	at, ok := c.shipments[id]
	if !ok {
		at = len(c.Embarques)
		c.shipments[id] = at
		s := RecallShipment{
			Registro: recordOf(RowRef(row)), Identificacao: row.Carrier, Destino: row.Destination, Detentor: row.By,
			Lotes: []string{}, Documentos: []RecallDocument{}, safra: row.SafraID,
		}
		if row.On.Known() {
			s.Data = row.On.From.Time().Format(time.DateOnly)
		}
		if row.Kg.Known() {
			kg := row.Kg.Value
			s.QuantidadeKg = &kg
		}
		c.Embarques = append(c.Embarques, s)
	}
	c.Embarques[at].Lotes = append(c.Embarques[at].Lotes, code)
}

func (c *recalling) hold(code string, row *lot.Row) {
	name := cmp.Or(row.Place, row.By)
	at, ok := c.holders[name]
	if !ok {
		at = len(c.Detentores)
		c.holders[name] = at
		c.Detentores = append(c.Detentores, RecallHolder{Nome: name})
	}
	h := &c.Detentores[at]
	if n := len(h.Lotes); n == 0 || h.Lotes[n-1] != code { // lots come one after another
		h.Lotes = append(h.Lotes, code)
	}
	h.Registros++
	if row.Role == lot.Received && row.Kg.Known() && row.Among <= 1 {
		h.RecebidoKg += row.Kg.Value
	}
}

func recordOf(r RecordRef) RecallRecord { return RecallRecord{r.Kind.Prefix, r.ID.String()} }

// paper adds a document to a shipment, once.
func (c *recalling) paper(s *RecallShipment, r RecordRef, number string) {
	d := RecallDocument{recordOf(r), number}
	if !slices.ContainsFunc(s.Documentos, func(have RecallDocument) bool { return have.Registro == d.Registro }) {
		s.Documentos = append(s.Documentos, d)
	}
}

// papers adds the export documents of the shipments' harvests that name no lot:
// they go with all of it.
func (c *recalling) papers(ctx context.Context, s *Service, r Reader) error {
	of := map[string][]int{}
	for i := range c.Embarques {
		of[c.Embarques[i].safra] = append(of[c.Embarques[i].safra], i)
	}
	safras := slices.Sorted(maps.Keys(of))
	for _, k := range exportKinds {
		err := s.eachOfHarvests(ctx, r, k, safras, time.Time{}, func(v *Record) error {
			if len(v.LotRows()) > 0 {
				return nil
			}
			for _, i := range of[v.SafraID] {
				c.paper(&c.Embarques[i], v.ref(), "")
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// finish sorts and counts what was found.
func (c *recalling) finish() {
	slices.SortFunc(c.Embarques, func(a, b RecallShipment) int {
		return cmp.Or(cmp.Compare(a.Data, b.Data), cmp.Compare(a.Registro.ID, b.Registro.ID))
	})
	slices.SortFunc(c.Detentores, func(a, b RecallHolder) int { return strings.Compare(a.Nome, b.Nome) })
	c.Lotes, c.Embarques, c.Detentores = append([]RecallLot{}, c.Lotes...), append([]RecallShipment{}, c.Embarques...), append([]RecallHolder{}, c.Detentores...)
	c.Totais = RecallTotals{Lotes: len(c.Lotes), Embarques: len(c.Embarques), Detentores: len(c.Detentores)}
	for i := range c.Embarques {
		if kg := c.Embarques[i].QuantidadeKg; kg != nil {
			c.Totais.EmbarcadoKg += *kg
		}
	}
}
