package eudr

import (
	"bufio"
	"errors"
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/eudr/dossierzip"
	"rastro/internal/lang"
	"rastro/internal/lineage"
	"rastro/internal/trace"
)

// errChanged means that records changed while a dossier was being written.
var errChanged = errors.New("the records behind the lot changed while the dossier was written")

// list writes the items of a JSON list one by one.
func list(w *bufio.Writer, name string, n int, item func(dst []byte, i int) []byte) error {
	if _, err := w.WriteString(`,"` + name + `":[`); err != nil {
		return err
	}
	var buf []byte
	for i := range n {
		buf = append(buf[:0], ",\n"[:min(i, 1)*2]...)
		if _, err := w.Write(item(buf, i)); err != nil {
			return err
		}
	}
	_, err := w.WriteString("]")
	return err
}

// writeTrace writes what is behind the lot, and which records say so.
func (d *Dossier) writeTrace(w *bufio.Writer, entries []entry) error {
	o := d.Origin
	if _, err := w.Write(canon.AppendString([]byte(`{"lote":`), o.Lot)); err != nil {
		return err
	}
	steps := []error{
		list(w, "lotes", len(o.Lots), func(dst []byte, i int) []byte { return appendLot(dst, &o.Lots[i]) }),
		list(w, "safras", len(o.Harvests), func(dst []byte, i int) []byte {
			dst = append(dst, `{"safraId":`...)
			dst = canon.AppendString(dst, o.Harvests[i].HarvestID)
			dst = append(dst, `,"lotes":`...)
			return append(canon.AppendStrings(dst, o.Harvests[i].Lots), '}')
		}),
		list(w, "talhoes", len(d.Report.Placed), func(dst []byte, i int) []byte {
			p := &d.Report.Placed[i]
			dst = append(dst, `{"id":`...)
			dst = canon.AppendString(dst, p.ID)
			dst = append(dst, `,"registro":`...)
			dst = p.Ref.AppendJSON(dst)
			dst = append(dst, `,"parte":`...)
			dst = strconv.AppendInt(dst, int64(p.Part), 10)
			dst = append(dst, `,"repete":`...)
			if p.Repeats == "" {
				return append(dst, `null}`...)
			}
			return append(canon.AppendString(dst, p.Repeats), '}')
		}),
		list(w, "registros", len(entries), func(dst []byte, i int) []byte {
			e := &entries[i]
			id := e.ID.String()
			dst = append(dst, `{"papel":"`+string(e.role)+`","prefixo":`...)
			dst = canon.AppendString(dst, e.Kind.Prefix)
			dst = append(dst, `,"id":"`+id+`","versao":`...)
			dst = strconv.AppendInt(dst, e.Version, 10)
			dst = append(dst, `,"safraId":`...)
			dst = canon.AppendString(dst, e.HarvestID)
			dst = append(dst, `,"arquivo":`...)
			return append(canon.AppendString(dst, dossierzip.RecordFile(e.Kind.Prefix, id, e.Version)), '}')
		}),
	}
	steps = append(steps, list(w, "disputados", len(o.Rivals), func(dst []byte, i int) []byte {
		dst = canon.AppendString(append(dst, `{"lote":`...), o.Rivals[i].Lot)
		return append(canon.AppendString(append(dst, `,"safraId":`...), o.Rivals[i].HarvestID), '}')
	}))
	if c := o.Checked; c != nil {
		_, err := w.Write(append(canon.AppendStrings(append(strconv.AppendBool([]byte(`,"conferidas":{"todas":`), c.Whole), `,"safras":`...), c.Harvests), '}'))
		steps = append(steps, err)
	}
	_, err := w.WriteString("}\n")
	return errors.Join(append(steps, err)...)
}

func appendLot(dst []byte, l *lineage.OriginLot) []byte {
	dst = append(dst, `{"codigo":`...)
	dst = canon.AppendString(dst, l.Code)
	dst = append(dst, `,"nivel":`...)
	dst = strconv.AppendInt(dst, int64(l.Depth), 10)
	dst = append(dst, `,"safras":`...)
	dst = canon.AppendStrings(dst, l.HarvestIDs)
	dst = append(dst, `,"fatos":[`...)
	for i := range l.Facts {
		row := &l.Facts[i]
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"papel":"`+row.Role.String()+`","id":"`+trace.ID(row.ID).String()+`","versao":`...)
		dst = strconv.AppendInt(dst, row.Version, 10)
		dst = append(dst, `,"quantidadeKg":`...)
		if row.Kg.Known() && row.Among <= 1 {
			dst = strconv.AppendFloat(dst, row.Kg.Value, 'f', -1, 64)
		} else {
			dst = append(dst, `null`...)
		}
		dst = append(dst, '}')
	}
	dst = append(dst, ']')
	if l.Left { // others name the lot more often than is shown
		dst = append(dst, `,"truncado":true`...)
	}
	return append(dst, '}')
}

// writeFindings writes the review of every harvest that was reviewed.
func (d *Dossier) writeFindings(w *bufio.Writer) error {
	if _, err := w.WriteString(`{"alvo":"EUDR"`); err != nil {
		return err
	}
	err := list(w, "safras", len(d.Harvests), func(dst []byte, i int) []byte {
		h := &d.Harvests[i]
		dst = append(dst, `{"safraId":`...)
		dst = canon.AppendString(dst, h.HarvestID)
		from := len(dst)
		dst = h.Review.AppendJSON(dst, lang.PT)
		dst[from] = ',' // its members go next to safraId
		return dst
	})
	if err != nil {
		return err
	}
	_, err = w.WriteString("}\n")
	return err
}
