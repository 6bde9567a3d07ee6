package recall

import (
	"strconv"

	"rastro/internal/quota"
	"rastro/internal/trace"
)

// A report stays forever, so a key that may recall could fill the disk with them.
// recallWeighs is how many bytes of a report count as one more report.
const recallWeighs = 1 << 20

func recallRate(perHour int) quota.Rate {
	return quota.Rate{PerSecond: float64(perHour) / 3600, Burst: perHour}
}

// takeRecall counts a recall against its key before the work begins: of many at once, not
// all may pass.
func (s *Recaller) takeRecall(by *trace.Key) error {
	if s.recalls == nil {
		return nil
	}
	if _, wait := s.recalls.Take(by.AccessKey); wait > 0 {
		err := trace.Fail(trace.CodeRecallLimit, "max", strconv.Itoa(s.recalls.Rate().Burst), "lotes", strconv.Itoa(trace.MaxCriteria))
		err.Wait = wait
		return err
	}
	return nil
}

// chargeRecall charges a key for the size of the stored report. If none was stored, it returns what
// takeRecall took: a mistyped lot must not cost a recall. A search whose result equals a stored
// report is charged like one, because it takes as much work.
func (s *Recaller) chargeRecall(by *trace.Key, made *Signed, err error) {
	switch {
	case err != nil || made.Replayed && !made.searched:
		s.recalls.Spend(by.AccessKey, -1)
		return
	case made.Replayed:
		return
	}
	s.recalls.Spend(by.AccessKey, float64(len(made.Document)/recallWeighs))
}
