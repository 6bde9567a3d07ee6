package eudr

import (
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/check/harvest"
	"rastro/internal/lang"
	"rastro/internal/lot"
	"rastro/internal/verdict"
)

// LotVerdict reports whether a lot is ready for the EU: its file would be accepted, everything that
// article 9 requires is there, its masses do not contradict each other, it is not being recalled,
// and the harvests behind it pass the gates of the EUDR.
type LotVerdict struct {
	Accepted bool // the file
	Masses   lot.Closing
	Recalled bool
	Shut     []ShutGate
	// Missing are the items of article 9 that are missing, or that were not examined.
	Missing []string
}

// ShutGate is a gate that a harvest behind the lot does not pass.
type ShutGate struct {
	HarvestID string
	verdict.GateCheck
}

// Verdict judges the lot by its file, by the requirements of article 9, and by its harvests.
func (r *Report) Verdict(article9 []Information, harvests []Reviewed) LotVerdict {
	out := LotVerdict{Accepted: r.Ready(), Masses: r.Masses, Recalled: r.Recalled}
	for i := range article9 {
		if s := article9[i].Situation; s == Missing || s == Unexamined {
			out.Missing = append(out.Missing, article9[i].Item)
		}
	}
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

// Ready reports whether the file is accepted, every gate open, nothing of article 9 missing, no
// mass contradicted, and the lot not recalled.
func (v *LotVerdict) Ready() bool {
	return v.Accepted && !v.Recalled && !v.Contradicted() && len(v.Shut) == 0 && len(v.Missing) == 0
}

// Contradicted reports whether masses of the lot contradict each other.
func (v *LotVerdict) Contradicted() bool { return v.Masses == lot.Differs }

// appendJSON appends the verdict as the wire shows it.
func (v *LotVerdict) appendJSON(dst []byte, l lang.Lang) []byte {
	dst = append(dst, `{"pronto":`...)
	dst = strconv.AppendBool(dst, v.Ready())
	dst = append(dst, `,"arquivoAceito":`...)
	dst = strconv.AppendBool(dst, v.Accepted)
	dst = append(dst, `,"emRecall":`...)
	dst = strconv.AppendBool(dst, v.Recalled)
	dst = append(dst, `,"massas":"`...)
	dst = append(dst, v.Masses...)
	dst = append(dst, `","fechadas":[`...)
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
	dst = append(dst, `],"faltam":[`...)
	for i, item := range v.Missing {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = canon.AppendString(dst, item)
	}
	return append(dst, `]}`...)
}
