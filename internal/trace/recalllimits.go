package trace

import "strconv"

// RecallLimit is one reason why a report may say less than happened, as the signed
// text and the CSV name it.
type RecallLimit struct{ Name, Value string }

// Limits are why the report may say less than happened: records that were erased, of
// them those from before the recall, records that may speak of the lots, masses that leave
// some records out, texts about lots that could not be read, harvests that the key may not
// see, records that were not read yet, and that only some harvests were compared with the
// signed log. A report without any has none.
func (r *RecallReport) Limits() (limits []RecallLimit) {
	if len(r.Expurgos) > 0 || r.Version > 1 {
		limits = append(limits, RecallLimit{"expurgos", strconv.Itoa(len(r.Expurgos))})
	}
	if _, before := r.Erasures(); before > 0 {
		limits = append(limits, RecallLimit{"expurgos-antes", strconv.Itoa(before)})
	}
	if n := len(r.Mencoes); n > 0 {
		limits = append(limits, RecallLimit{"mencoes-possiveis", strconv.Itoa(n)})
	}
	if r.Totais.EmbarcadoParcial {
		limits = append(limits, RecallLimit{"embarcado-parcial", "true"})
	}
	if r.receivedPartly() {
		limits = append(limits, RecallLimit{"recebido-parcial", "true"})
	}
	if r.NaoLidos > 0 {
		limits = append(limits, RecallLimit{"textos-nao-lidos", strconv.Itoa(r.NaoLidos)})
	}
	if r.Restrito {
		limits = append(limits, RecallLimit{"restrito", "true"})
	}
	if r.Truncado {
		limits = append(limits, RecallLimit{"truncado", "true"})
	}
	if n, some := r.ComparedSome(); some {
		limits = append(limits, RecallLimit{"conferidas-safras", strconv.Itoa(n)})
	}
	return limits
}

// ComparedSome reports whether only the records of some harvests were compared with the
// signed log, and of how many.
func (r *Recall) ComparedSome() (harvests int, some bool) {
	if r.Conferidas == nil || r.Conferidas.Todas {
		return 0, false
	}
	return len(r.Conferidas.Safras), true
}
