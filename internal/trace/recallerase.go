package trace

import (
	"context"
	"errors"
	"slices"

	"rastro/internal/admit"
	"rastro/internal/lot"
)

// RecallErasure is a record whose data was erased from a report.
type RecallErasure struct {
	Registro RecallRecord `json:"registro"`
	Em       string       `json:"em"`
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

// eraseFromRecalls takes what reports of recalls say of a record out of them. versions
// are the record's own, from before it was erased; receipt is the version that says
// that it was. What is left of a report becomes a new version of its entry, and
// the older versions lose payload and salt: their commitments stay in the log.
//
// A report that tells of the record's harvest is looked through whole. Of any other only
// what people typed into it can quote the record: see quotingRecalls.
func (s *Service) eraseFromRecalls(ctx context.Context, w Writer, by *Key, look *quoteLook, versions []Record, receipt *Record) error {
	ids, err := w.RecallsOf(ctx, receipt.SafraID)
	if err != nil {
		return err
	}
	gone := &recallEraser{record: recordOf(receipt.ref()), at: receipt.UpdatedAt.Format(TimeLayout), versions: versions, texts: textsOf(versions)}
	if err := gone.look(ctx, w); err != nil {
		return err
	}
	others, err := gone.quotingRecalls(ctx, w, by, ids, look)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.eraseFromRecall(ctx, w, by, id, gone, gone.redact); err != nil {
			return err
		}
	}
	for _, id := range others {
		if err := s.eraseFromRecall(ctx, w, by, id, gone, gone.redactTyped); err != nil {
			return err
		}
	}
	return nil
}

// eraseFromRecall takes a record out of one report.
func (s *Service) eraseFromRecall(ctx context.Context, w Writer, by *Key, id ID, gone *recallEraser, redact func(*Recall) bool) error {
	entries, err := w.Versions(ctx, id)
	if err != nil || len(entries) == 0 {
		return err
	}
	newest := entries[len(entries)-1]
	report, err := readRecall(ctx, &newest)
	if errors.Is(err, admit.ErrBusy) || errors.Is(err, admit.ErrTooLarge) {
		return err
	}
	if err != nil { // nobody can tell what it says, so none of it can stay
		report = &RecallReport{Recall: Recall{
			Em: newest.CreatedAt().Format(TimeLayout), Por: newest.CreatedBy, Criterios: criteriaOf(&RecallRequest{}),
			Iniciais: []string{}, Lotes: []RecallLot{}, Embarques: []RecallShipment{}, Detentores: []RecallHolder{}, Totais: RecallTotals{EmbarcadoParcial: true},
		}}
	} else if !redact(&report.Recall) {
		return nil
	}
	gone.note(&report.Recall)
	return s.rewriteRecall(ctx, w, by, newest, &report.Recall)
}

func (s *Service) rewriteRecall(ctx context.Context, w Writer, by *Key, entry Record, rest *Recall) error {
	document, err := rest.document()
	if err != nil {
		return err
	}
	return s.rewriteEntry(ctx, w, by, entry, document)
}

// recallEraser knows what a record that is erased said, as far as reports quote it.
type recallEraser struct {
	record   RecallRecord
	at       string
	versions []Record
	// lots are the lots that no other stored record names, texts all that a sentence
	// may quote of the record.
	lots  map[string]bool
	texts []string
}

// look finds which lots were named by the record alone. Its own rows must be gone.
func (e *recallEraser) look(ctx context.Context, r Reader) error {
	named := map[string]bool{}
	e.lots = map[string]bool{}
	for i := range e.versions {
		for _, row := range e.versions[i].GraphRows() {
			named[row.Lot] = true
			for _, other := range row.Others {
				named[other.Lot] = true
			}
			e.texts = append(e.texts, row.Carrier, row.Paper)
		}
	}
	others := map[string]bool{} // lots that other records name too
	for code := range named {
		found, err := r.LotCodes(ctx, LotCodes{From: code, Limit: 1})
		if err != nil {
			return err
		}
		if len(found) == 0 || found[0] != code {
			e.lots[code] = true
			e.texts = append(e.texts, code)
		} else {
			others[code] = true
		}
	}
	e.texts = slices.DeleteFunc(e.texts, func(text string) bool { return others[lot.Fold(text)] })
	return nil
}

// redact takes the record out of a report, and the reason with it where it quotes the
// record. It reports whether either was in there.
func (e *recallEraser) redact(c *Recall) bool {
	found := e.redactHolders(c) // while the report still names all of its lots
	found = e.redactShipments(c) || found
	found = e.redactMentions(c) || found
	found = e.redactLots(c) || found
	// redactLots saw to the lots that were asked for: it takes out only the record's own.
	found = redactTyped(c, c.Criterios.records(), func(sentence string) bool { return quotes(sentence, e.texts) }) || found
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
	c.Expurgos = append(c.Expurgos, RecallErasure{Registro: e.record, Em: e.at})
}

func (e *recallEraser) redactLots(c *Recall) (found bool) {
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
			*s = RecallShipment{Registro: s.Registro, Lotes: []string{}, Documentos: s.Documentos, Expurgado: true}
			found = true
		}
		found = e.without(&s.Lotes) || found
		found = e.redactPapers(s.Documentos) || found
	}
	for i := range c.Comuns {
		if e.lots[c.Comuns[i].Lote] {
			c.Comuns[i].Lote, found = "", true
		}
		found = e.redactPapers(c.Comuns[i].Documentos) || found
	}
	return found
}

func (e *recallEraser) redactPapers(papers []RecallDocument) (found bool) {
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
		found = e.without(&h.Lotes) || found
		if h.Expurgado {
			continue
		}
		most, then, kg := e.share(c, told, h.Nome)
		switch {
		case most == 0:
			continue
		case h.Registros <= most:
			e.texts = append(e.texts, h.Nome)
			*h = RecallHolder{Registros: h.Registros, Lotes: []string{}, Expurgado: true}
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
		if v.UpdatedAt.Format(TimeLayout) <= c.Em {
			then, kg = rows, received
		}
	}
	return most, then, kg
}
