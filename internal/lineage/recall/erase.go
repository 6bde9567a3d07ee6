package recall

import (
	"context"
	"errors"
	"slices"

	"rastro/internal/admit"
	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// Erasure is a record whose data was erased from a report.
type Erasure struct {
	Registro NamedRecord `json:"registro"`
	Em       string      `json:"em"`
	// Antes: it was erased before the recall, so the report never quoted it.
	Antes bool `json:"antes,omitzero"`
}

// Erasures counts the records that were erased from the report, and those that were
// erased before it was made.
func (c *Recall) Erasures() (since, before int) {
	for i := range c.Expurgos {
		if c.Expurgos[i].Antes {
			before++
		} else {
			since++
		}
	}
	return since, before
}

// Partial reports whether something was erased from the report.
func (c *Recall) Partial() bool {
	since, _ := c.Erasures()
	return since > 0
}

// EraseFromRecalls takes what reports of recalls say of a record out of them, once its own
// rows are gone. What is left of a report becomes a new version of its entry, and
// the older versions lose payload and salt: their commitments stay in the log.
//
// A report that tells of the record's harvest is looked through whole. Of any other only
// lots, and what people typed into it, can quote the record. It reads only those reports
// that look has left.
func (s *Recaller) EraseFromRecalls(ctx context.Context, w QuoteWriter, by *trace.Key, look *QuoteSearch, receipt *trace.Record) error {
	own, err := ownRecalls(ctx, w, receipt.SafraID)
	if err != nil {
		return err
	}
	left, err := look.Left(ctx, w, kind.RecallReport)
	if err != nil {
		return err
	}
	look.Gone.At = receipt.UpdatedAt.Format(trace.TimeLayout)
	for _, note := range left {
		if _, err := s.EraseFromRecall(ctx, w, by, note, own[note.ID], look.Gone); err != nil {
			return err
		}
	}
	return nil
}

// ownRecalls returns the reports that tell of a harvest.
func ownRecalls(ctx context.Context, r QuoteReader, safraID string) (map[trace.ID]bool, error) {
	ids, err := r.RecallsOf(ctx, safraID)
	if err != nil {
		return nil, err
	}
	own := make(map[trace.ID]bool, len(ids))
	for _, id := range ids {
		own[id] = true
	}
	return own, nil
}

// EraseFromRecall takes a record out of one report, and returns the report's newest
// version.
func (s *Recaller) EraseFromRecall(ctx context.Context, w QuoteWriter, by *trace.Key, note trace.NoteVersion, own bool, gone *recallEraser) (version int64, err error) {
	entry, rest, err := gone.rest(ctx, w, by, note, own)
	if err != nil || rest == nil {
		return note.Version, err
	}
	gone.note(rest)
	document, err := rest.document()
	if err != nil {
		return 0, err
	}
	return entry.Version + 1, s.RewriteEntry(ctx, w, by, *entry, document)
}

// rest returns the newest entry of a report and what is left of the report without the
// record; nil where the record is not in it, or the key may not read it.
func (e *recallEraser) rest(ctx context.Context, r QuoteReader, by *trace.Key, note trace.NoteVersion, own bool) (*trace.Record, *Recall, error) {
	read, redact := reportToSearch, e.redactOther
	if own { // whatever else it tells of
		read, redact = func(ctx context.Context, r QuoteReader, _ *trace.Key, note trace.NoteVersion) (*trace.Record, error) {
			return NewestOf(ctx, r, note)
		}, e.redact
	}
	entry, err := read(ctx, r, by, note)
	if err != nil || entry == nil || !own && !e.mayBeIn(entry.Dados) {
		return nil, nil, err
	}
	report, err := readRecall(ctx, entry)
	switch {
	case errors.Is(err, admit.ErrBusy) || errors.Is(err, admit.ErrTooLarge):
		return nil, nil, err
	case err != nil: // nobody can tell what it says, so none of it can stay
		return entry, &Recall{
			Em: entry.CreatedAt().Format(trace.TimeLayout), Por: entry.CreatedBy, Criterios: criteriaOf(&Request{}),
			Iniciais: []string{}, Lotes: []Lot{}, Embarques: []Shipment{}, Detentores: []Holder{}, Totais: Totals{EmbarcadoParcial: true},
		}, nil
	}
	if err := e.lookAt(ctx, r, &report.Recall); err != nil || !redact(&report.Recall) {
		return nil, nil, err
	}
	return entry, &report.Recall, nil
}

// redact takes the record out of a report, and the reason with it where it quotes the
// record. It reports whether either was in there.
func (e *recallEraser) redact(c *Recall) bool {
	found := e.redactHolders(c) // while the report still names all of its lots
	found = e.redactShipments(c) || found
	found = e.redactCodes(c) || found
	// redactCodes saw to the lots that were asked for: it takes out only the record's own.
	found = redactTyped(c, c.Criterios.records(), e.quotedBy) || found
	if !found {
		return false
	}
	c.addShipped()
	return true
}

// redactTyped takes the reason out of a report where it quotes the record, and the items
// of some lists of criteria that do.
func redactTyped(c *Recall, lists []*[]string, quotes func(sentence string) bool) (found bool) {
	if quotes(c.Motivo) {
		c.Motivo, c.MotivoExpurgado, found = "", true, true
	}
	for _, list := range lists {
		before := len(*list)
		*list = slices.DeleteFunc(*list, quotes)
		found = found || len(*list) < before
	}
	return found
}

func (e *recallEraser) note(c *Recall) {
	c.Expurgos = append(c.Expurgos, Erasure{Registro: e.record, Em: e.At})
}

// redactCodes takes the record's own lots out of all lists of a report.
func (e *recallEraser) redactCodes(c *Recall) (found bool) {
	for i := range c.Embarques {
		found = e.without(&c.Embarques[i].Lotes) || found
	}
	for i := range c.Comuns {
		if e.lots[c.Comuns[i].Lote] {
			c.Comuns[i].Lote, found = "", true
		}
	}
	for i := range c.Detentores {
		found = e.without(&c.Detentores[i].Lotes) || found
	}
	found = e.redactMentions(c) || found
	for i := range c.Lotes {
		if e.lots[c.Lotes[i].Codigo] {
			c.Lotes[i].Codigo, c.Lotes[i].Expurgado, found = "", true, true
		}
	}
	found = e.without(&c.Iniciais) || found
	return e.without(&c.Criterios.Lotes) || found
}

// without takes the record's own lots out of a list, however they are written.
func (e *recallEraser) without(list *[]string) bool {
	before := len(*list)
	*list = slices.DeleteFunc(*list, func(written string) bool { return e.lots[lot.Fold(written)] })
	return len(*list) < before
}

func (e *recallEraser) redactShipments(c *Recall) (found bool) {
	for i := range c.Embarques {
		s := &c.Embarques[i]
		if s.Registro == e.record {
			*s = Shipment{Registro: s.Registro, Lotes: []string{}, Documentos: s.Documentos, Expurgado: true}
			found = true
		}
		found = e.redactPapers(s.Documentos) || found
	}
	for i := range c.Comuns {
		found = e.redactPapers(c.Comuns[i].Documentos) || found
	}
	return found
}

func (e *recallEraser) redactPapers(papers []Document) (found bool) {
	for i := range papers {
		if papers[i].Registro == e.record {
			papers[i].Numero, papers[i].Expurgado, found = "", true, true
		}
	}
	return found
}

// redactHolders takes what the record received off the holders. A name that no other
// record of the report gives goes with it.
func (e *recallEraser) redactHolders(c *Recall) (found bool) {
	told := make(map[string]bool, len(c.Lotes))
	for i := range c.Lotes {
		told[c.Lotes[i].Codigo] = true
	}
	for i := range c.Detentores {
		h := &c.Detentores[i]
		if h.Expurgado {
			continue
		}
		most, then, kg := e.share(c, told, h.Nome)
		switch {
		case most == 0:
			continue
		case h.Registros <= most:
			e.holders = append(e.holders, h.Nome)
			*h = Holder{Registros: h.Registros, Lotes: []string{}, Expurgado: true}
		default:
			h.Registros -= then
			h.giveBack(kg)
		}
		found = true
	}
	return found
}

// share is what the record has to do with a holder of some lots: how often any version
// of it counts among his records, how often the one that the report was made of, and
// how much that one received.
func (e *recallEraser) share(c *Recall, lots map[string]bool, holder string) (most, then int, kg float64) {
	for i := range e.versions {
		v := &e.versions[i]
		rows, received := 0, 0.0
		for _, row := range v.LotRows() {
			if !lots[row.Lot] || !isHeld(&row) || holderOf(&row) != holder {
				continue
			}
			rows++
			whole := row.Among <= 1 || c.Formato >= recordsOnce && rows == row.Among
			if row.Role == lot.Received && row.Kg.Known() && whole {
				received += row.Kg.Value
			}
		}
		if c.Formato >= recordsOnce {
			rows = min(rows, 1)
		}
		most = max(most, rows)
		if v.UpdatedAt.Format(trace.TimeLayout) <= c.Em {
			then, kg = rows, received
		}
	}
	return most, then, kg
}
