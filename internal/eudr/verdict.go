package eudr

import (
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/check/harvest"
	"rastro/internal/lang"
	"rastro/internal/verdict"
)

// LotVerdict says whether a lot is ready for the EU: its file would be accepted, and the
// harvests behind it have what article 9 asks, as their own verdicts say.
type LotVerdict struct {
	Accepted bool // the file
	Shut     []ShutGate
}

// ShutGate is a gate that a harvest behind the lot does not pass.
type ShutGate struct {
	HarvestID string
	verdict.GateCheck
}

// Verdict judges the lot by its file and its harvests.
func (r *Report) Verdict(harvests []Reviewed) LotVerdict {
	out := LotVerdict{Accepted: r.Ready()}
	for i := range harvests {
		said := harvests[i].Review.Review.Verdict()
		for _, target := range said.Targets {
			if target.Target != string(harvest.EUDR) {
				continue
			}
			for _, gate := range target.Gates {
				if gate.Passing() == verdict.Shut {
					out.Shut = append(out.Shut, ShutGate{harvests[i].HarvestID, gate})
				}
			}
		}
	}
	return out
}

// Ready reports whether the file is accepted and every gate open.
func (v *LotVerdict) Ready() bool { return v.Accepted && len(v.Shut) == 0 }

// appendJSON appends the verdict as the wire shows it.
func (v *LotVerdict) appendJSON(dst []byte, l lang.Lang) []byte {
	dst = append(dst, `{"pronto":`...)
	dst = strconv.AppendBool(dst, v.Ready())
	dst = append(dst, `,"arquivoAceito":`...)
	dst = strconv.AppendBool(dst, v.Accepted)
	dst = append(dst, `,"fechadas":[`...)
	for i := range v.Shut {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"safraId":`...)
		dst = canon.AppendString(dst, v.Shut[i].HarvestID)
		dst = append(dst, `,"porta":`...)
		dst = v.Shut[i].AppendJSON(dst, l)
		dst = append(dst, '}')
	}
	return append(dst, `]}`...)
}
