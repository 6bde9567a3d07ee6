package recall

import (
	"strconv"
)

// Gap is a reason why a report may be incomplete, as named in the signed text and the CSV.
type Gap struct{ Name, Value string }

// Gaps returns the reasons why the report may be incomplete: records that were erased, some of them
// before the recall; records that may mention the lots; masses that leave out records; texts about
// lots that could not be read; harvests that the key may not see; harvests in which its maker could not write, so
// that their owners were only told; records not read yet; and a
// comparison of only some harvests with the signed log.
func (r *Signed) Gaps() (gaps []Gap) {
	if len(r.Erasures) > 0 || r.Version > 1 {
		gaps = append(gaps, Gap{"expurgos", strconv.Itoa(len(r.Erasures))})
	}
	if _, before := r.CountErasures(); before > 0 {
		gaps = append(gaps, Gap{"expurgos-antes", strconv.Itoa(before)})
	}
	if n := len(r.Mentions); n > 0 {
		gaps = append(gaps, Gap{"mencoes-possiveis", strconv.Itoa(n)})
	}
	if r.Totals.ShippedPartial {
		gaps = append(gaps, Gap{"embarcado-parcial", "true"})
	}
	if r.receivedPartly() {
		gaps = append(gaps, Gap{"recebido-parcial", "true"})
	}
	if r.Unread > 0 {
		gaps = append(gaps, Gap{"textos-nao-lidos", strconv.Itoa(r.Unread)})
	}
	if r.Restricted {
		gaps = append(gaps, Gap{"restrito", "true"})
	}
	if n := len(r.ReadOnly); n > 0 {
		gaps = append(gaps, Gap{"somente-leitura", strconv.Itoa(n)})
	}
	if r.Truncated {
		gaps = append(gaps, Gap{"truncado", "true"})
	}
	if n, some := r.ComparedSome(); some {
		gaps = append(gaps, Gap{"conferidas-safras", strconv.Itoa(n)})
	}
	return gaps
}

// ComparedSome reports whether only the records of some harvests were compared with the
// signed log, and of how many.
func (r *Recall) ComparedSome() (harvests int, some bool) {
	if r.Checked == nil || r.Checked.Whole {
		return 0, false
	}
	return len(r.Checked.Harvests), true
}
