package recall

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"rastro/internal/admit"
	"rastro/internal/evidence"
	"rastro/internal/kind"
	"rastro/internal/lot"
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

// DocumentOf is a paper that goes with a shipment.
type DocumentOf struct {
	Registro NamedRecord `json:"registro"`
	Numero   string      `json:"numero"`
	// Expurgado: what it said came of a record that was erased since.
	Expurgado bool `json:"expurgado,omitzero"`
}

// Papers are the papers of all shipments of a lot, or of a harvest.
type Papers struct {
	Lote       string       `json:"lote,omitempty"`
	SafraID    string       `json:"safraId,omitempty"`
	Documentos []DocumentOf `json:"documentos"`
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
	QuantidadeCompartilhada bool         `json:"quantidadeCompartilhada,omitzero"`
	Lotes                   []string     `json:"lotes"`
	Documentos              []DocumentOf `json:"documentos"`
	Expurgado               bool         `json:"expurgado,omitzero"`

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

// recallNote is what the signed text of a recall begins with.
const recallNote = "rastro recall"

// Recall finds everything that is affected, forward, and writes the report into
// the journal. Nothing is written or signed where it fails: with CodeRecallTooLarge
// where there is more than fits in a report, with CodeLotsFilling while the lot graph
// lacks older records, with CodeLotsDiffer where the store is not what the signed log
// says, with CodeRecallLimit where the key has stored too many. A request that is repeated under its Once gets the first report, as it reads now:
// what was erased since is not in it.
func (s *Recaller) Recall(ctx context.Context, by *trace.Key, q Request) (*Signed, error) {
	if made, err := s.recalledBefore(ctx, s.store, by, q.Once); made != nil || err != nil {
		return made, err // before the search, which may be long
	}
	if err := s.takeRecall(by); err != nil {
		return nil, err
	}
	made, err := s.recall(ctx, by, q)
	err = s.unlessLost(ctx, by, &q, err)
	s.evidence.Divergences().Note(q.question(by), err, s.now())
	s.chargeRecall(by, made, err)
	return made, err
}

// recall makes a report, and begins again where a record was erased meanwhile.
func (s *Recaller) recall(ctx context.Context, by *trace.Key, q Request) (*Signed, error) {
	for try := range maxRecallTries {
		if try == patientTries { // somebody erases record after record: now they wait
			release, err := s.store.DeferErasures(ctx)
			if err != nil {
				return nil, err
			}
			defer release()
		}
		now := s.now()
		erasures, err := s.store.Erasures(ctx) // before anything is read
		if err != nil {
			return nil, err
		}
		found, err := s.affected(ctx, by, q, now, true)
		if err != nil {
			return nil, err
		}
		made, err := s.report(ctx, by, now, found, erasures, q.Once)
		if !errors.Is(err, errErasedMeanwhile) {
			return made, err
		}
	}
	return nil, trace.Fail(trace.CodeContended)
}

// maxRecallTries is how often a recall begins again because a record was erased
// while it was made.
const maxRecallTries = 10

// patientTries is how often it begins again before the erasures of all servers wait for it.
const patientTries = 2

// errErasedMeanwhile: a report may quote a record that was erased while it was made.
var errErasedMeanwhile = errors.New("a record was erased while the recall was made")

// PreviewRecall finds what Recall would, for who may recall, and writes nothing.
func (s *Recaller) PreviewRecall(ctx context.Context, by *trace.Key, q Request) (*Recall, error) {
	found, err := s.affected(ctx, by, q, s.now(), false)
	if err = s.unlessLost(ctx, by, &q, err); trace.Is(err, trace.CodeLotsDiffer) {
		s.evidence.Divergences().Note(q.question(by), err, s.now())
	}
	return found, err
}

// unlessLost is how a recall ended. Where it says that there is no such lot, or that a text
// may name several, CodeLotsDiffer takes its place if a record still names that lot.
func (s *Recaller) unlessLost(ctx context.Context, by *trace.Key, q *Request, err error) error {
	if !trace.Is(err, trace.CodeLotNotFound) && (!trace.Is(err, trace.CodeInvalid) || !slices.ContainsFunc(q.Lots, lot.Ambiguous)) {
		return err
	}
	return s.evidence.LostLots(ctx, s.store, by, q.Lots, err)
}

// question is what a recall asks, for those that are refused.
func (q *Request) question(by *trace.Key) string {
	return evidence.Question(by, "recall", slices.Concat(q.Lots, q.Plots, q.Inputs))
}

// affected finds what a recall reaches. Where it is for a report, it must be all.
func (s *Recaller) affected(ctx context.Context, by *trace.Key, q Request, now time.Time, all bool) (*Recall, error) {
	if err := by.Need(trace.Write); err != nil {
		return nil, err
	}
	if err := by.Need(trace.Read); err != nil {
		return nil, err
	}
	if all { // before a snapshot is held: whoever waits must not keep others from reading
		done, err := s.evidence.Turns().Wait(ctx, by.AccessKey)
		if err != nil {
			return nil, err
		}
		defer done()
	}
	served := s.public.Served() // before a snapshot is opened: it cannot have less
	began := time.Now()
	recalled := newRecalling(Recall{Formato: recallFormat, Motivo: q.Reason, Em: now.Format(trace.TimeLayout), Por: by.Author(), PorChave: by.ReportMark(), Criterios: criteriaOf(&q)}, s.lots.Report, admit.From(ctx))
	recalled.served = served
	err := s.store.View(ctx, func(r trace.Reader) error {
		// The snapshot itself says whether the graph is whole in it. What is known
		// from before may be older than a rebuild.
		filled, err := r.LotsFilled(ctx)
		switch {
		case err != nil:
			return err
		case all && !filled:
			return trace.Fail(trace.CodeLotsFilling)
		}
		recalled.Truncado = !filled
		return recalled.find(ctx, s, r, by, &q, all)
	})
	if errors.Is(err, lot.ErrTooLarge) {
		return nil, s.recallTooLarge()
	}
	if err != nil {
		return nil, err
	}
	recalled.finish()
	recalled.DuracaoMs = time.Since(began).Milliseconds()
	return &recalled.Recall, nil
}

func criteriaOf(q *Request) Criteria {
	list := func(l []string) []string { return append([]string{}, l...) }
	c := Criteria{Lotes: list(q.Lots), Talhoes: list(q.Plots), Insumos: list(q.Inputs)}
	if !q.From.IsZero() {
		c.Periodo = &Period{q.From.Format(trace.TimeLayout), q.To.Format(trace.TimeLayout)}
	}
	return c
}

// report writes a report into the journal and signs it. erasures is how many there
// were before the records were read; errErasedMeanwhile where there are more.
func (s *Recaller) report(ctx context.Context, by *trace.Key, now time.Time, found *Recall, erasures int64, once *trace.Once) (*Signed, error) {
	document, err := found.document()
	if err != nil {
		return nil, err
	}
	if len(document) > s.lots.Report {
		return nil, s.recallTooLarge()
	}
	id, err := trace.NewID(now, "", s.random)
	if err != nil {
		return nil, err
	}
	r := trace.Record{ID: id, Kind: kind.RecallReport, Dados: document, Version: 1, Operation: trace.Created, UpdatedAt: now, CreatedBy: by.Author(), UpdatedBy: by.Author()}
	if _, err := io.ReadFull(s.random, r.Salt[:]); err != nil {
		return nil, err
	}
	if err := r.CommitCanonical(); err != nil {
		return nil, err
	}
	out := &Signed{Recall: *found, ID: id, Hash: r.Hash, Version: 1, First: r.Hash, Document: document}
	if err := s.signRecall(out); err != nil {
		return nil, err
	}
	var before *trace.Reply
	err = s.store.Update(ctx, func(w trace.Writer) (err error) {
		if before, err = once.ReplayReport(ctx, w, by, now); before != nil || err != nil {
			return err
		}
		switch n, err := w.HoldErasures(ctx); {
		case err != nil:
			return err
		case n != erasures:
			return errErasedMeanwhile
		}
		if err := w.PutRecall(ctx, id, found.harvests()); err != nil {
			return err
		}
		if err := w.Append(ctx, r); err != nil {
			return err
		}
		return once.Mark(ctx, w, by, now, trace.RecallPlace+id.String())
	})
	if before != nil && err == nil {
		return s.replayRecall(ctx, by, before)
	}
	return out, err
}

// recalledBefore returns the report that an earlier request under the same Once
// made; nil where there was none.
func (s *Recaller) recalledBefore(ctx context.Context, r trace.Reader, by *trace.Key, once *trace.Once) (*Signed, error) {
	before, err := once.ReplayReport(ctx, r, by, s.now())
	if before == nil || err != nil {
		return nil, err
	}
	return s.replayRecall(ctx, by, before)
}

func (s *Recaller) replayRecall(ctx context.Context, by *trace.Key, before *trace.Reply) (*Signed, error) {
	out, err := s.RecallOf(ctx, by, strings.TrimPrefix(before.Location, trace.RecallPlace))
	if err != nil {
		return nil, err
	}
	out.Replayed = true
	return out, nil
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

// signRecall signs a report with the log's key, which gives the same text each
// time.
func (s *Recaller) signRecall(r *Signed) error {
	if s.public.Signer() == nil {
		return nil
	}
	var err error
	r.Signature, err = s.public.Signer().SignText(recallNote, r.signedText())
	return err
}

// signedText is what is signed of a report. It says what the report does not tell, so
// that nobody takes "embarques 0" for more than it is.
func (r *Signed) signedText() string {
	digest := sha256.Sum256(r.Document)
	text := fmt.Sprintf("id %s\nem %s\nhash %s\nrelatorio-sha256 %s\nlotes %d\nembarques %d\n",
		r.ID, r.Em, hex.EncodeToString(r.Hash[:]), hex.EncodeToString(digest[:]), len(r.Lotes), len(r.Embarques))
	if r.Version > 1 {
		text += fmt.Sprintf("versao %d\noriginal %s\n", r.Version, hex.EncodeToString(r.First[:]))
	}
	for _, limit := range r.Limits() {
		text += limit.Name + " " + limit.Value + "\n"
	}
	return text
}
