package lot

// Role is what a record does with a lot. The numbers are stored, and order the rows of a lot: the
// roles that a walk follows come first, those that may be numerous last.
type Role uint8

// The roles.
const (
	// Identified: the lot came out of the record's harvest.
	Identified Role = iota + 1
	// Produced: the lot was made from the lots on the other side or, without any, from the
	// record's harvest.
	Produced
	// Consumed: the lot became all or part of the lots on the other side.
	Consumed
	// Processed: the lot went through a plant and kept its name.
	Processed
	// Shipped: the lot left the country.
	Shipped
	// Received: the lot arrived somewhere and stayed the same lot.
	Received
	// Inspected, Sampled, Documented, Validated: somebody examined the lot, or wrote about it.
	// These are light: see Light.
	Inspected
	Sampled
	Documented
	Validated
	// Suspected: a text of the record has the lot's code in it, and was not read as
	// naming the lot; see EachSuspect. Light as well.
	Suspected
)

// FirstLight is the first light role. Light roles come last.
const FirstLight = Inspected

// Light reports whether no walk follows the role and no balance weighs it. A row in it is only
// shown, so it need not be stored: the version that names the lot is enough to read the row
// again.
func (r Role) Light() bool { return r >= FirstLight }

var roleNames = [...]string{
	Identified: "identifica", Produced: "produz", Consumed: "consome", Processed: "processa", Shipped: "embarca", Received: "recebe",
	Inspected: "inspeciona", Sampled: "analisa", Documented: "documenta", Validated: "valida", Suspected: "podeCitar",
}

// String returns the role as the wire shows it.
func (r Role) String() string {
	if int(r) < len(roleNames) {
		return roleNames[r]
	}
	return ""
}

// Verdict is the result of an inspection.
type Verdict uint8

// The verdicts. The numbers are stored.
const (
	NoVerdict Verdict = iota
	Approved
	ApprovedWithReserves
	Rejected
	Pending
)

var verdictNames = [...]string{NoVerdict: "", Approved: "APROVADO", ApprovedWithReserves: "APROVADO_COM_RESSALVA", Rejected: "REPROVADO", Pending: "PENDENTE"}

// String returns the verdict as the wire shows it, "" for none.
func (v Verdict) String() string {
	if int(v) < len(verdictNames) {
		return verdictNames[v]
	}
	return ""
}
