package recall

import (
	"strconv"
)

// Limit is one reason why a report may say less than happened, as the signed
// text and the CSV name it.
type Limit struct{ Name, Value string }

// Limits are why the report may say less than happened: records that were erased, of
// them those from before the recall, records that may speak of the lots, masses that leave
// some records out, texts about lots that could not be read, harvests that the key may not
// see, records that were not read yet, and that only some harvests were compared with the
// signed log. A report without any has none.
func (r *Signed) Limits() (limits []Limit) {
	if len(r.Erasures) > 0 || r.Version > 1 {
		limits = append(limits, Limit{"expurgos", strconv.Itoa(len(r.Erasures))})
	}
	if _, before := r.CountErasures(); before > 0 {
		limits = append(limits, Limit{"expurgos-antes", strconv.Itoa(before)})
	}
	if n := len(r.Mentions); n > 0 {
		limits = append(limits, Limit{"mencoes-possiveis", strconv.Itoa(n)})
	}
	if r.Totals.ShippedPartial {
		limits = append(limits, Limit{"embarcado-parcial", "true"})
	}
	if r.receivedPartly() {
		limits = append(limits, Limit{"recebido-parcial", "true"})
	}
	if r.Unread > 0 {
		limits = append(limits, Limit{"textos-nao-lidos", strconv.Itoa(r.Unread)})
	}
	if r.Restricted {
		limits = append(limits, Limit{"restrito", "true"})
	}
	if r.Truncated {
		limits = append(limits, Limit{"truncado", "true"})
	}
	if n, some := r.ComparedSome(); some {
		limits = append(limits, Limit{"conferidas-safras", strconv.Itoa(n)})
	}
	return limits
}

// ComparedSome reports whether only the records of some harvests were compared with the
// signed log, and of how many.
func (r *Recall) ComparedSome() (harvests int, some bool) {
	if r.Checked == nil || r.Checked.Whole {
		return 0, false
	}
	return len(r.Checked.Harvests), true
}
