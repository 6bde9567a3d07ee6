package trace

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/canon"
)

// State is the state of a validation now.
type State string

// The states, gravest first: of several that apply, the first counts.
const (
	Revoked  State = "REVOGADA"   // the validation was deleted
	Tampered State = "ADULTERADA" // stored data does not match its commitment
	Refused  State = "REPROVADA"  // it was not approved, or had errors without a reason
	Expired  State = "VENCIDA"    // its validity is over
	Altered  State = "ALTERADA"   // records were added, changed or deleted since
	Valid    State = "VALIDA"
)

// Divergence is one record that differs from what the validation covered.
type Divergence struct {
	Prefix string
	ID     string
	Reason string // adicionado, alterado, excluido, expurgado, adulterado
}

// StateReport is a validation's state and its causes.
type StateReport struct {
	State       State
	At          time.Time
	Divergences []Divergence
}

// covered is a line of a cover.
type covered struct {
	prefix  string
	id      ID
	version int64
	hash    [32]byte
}

func parseCover(cover []byte) ([]covered, error) {
	var list []covered
	lines := bufio.NewScanner(bytes.NewReader(cover))
	for lines.Scan() {
		var c covered
		parts := strings.Fields(lines.Text())
		if len(parts) != 4 {
			return nil, fmt.Errorf("a line of the cover cannot be read")
		}
		id, ok := ParseID(parts[1])
		version, err := strconv.ParseInt(parts[2], 10, 64)
		hash, err2 := hex.DecodeString(parts[3])
		if !ok || err != nil || err2 != nil || len(hash) != len(c.hash) {
			return nil, fmt.Errorf("a line of the cover cannot be read")
		}
		c.prefix, c.id, c.version = parts[0], id, version
		copy(c.hash[:], hash)
		list = append(list, c)
	}
	return list, lines.Err()
}

// StateOf computes a validation's state: from its own version, the list it
// froze, and every record of its harvest as it is stored now. Other validations
// of the harvest change nothing.
func (s *Journal) StateOf(ctx context.Context, r StateReader, v *Record) (StateReport, error) {
	report := StateReport{At: s.now()}
	cover, err := r.Cover(ctx, v.ID)
	if Is(err, CodeRecordNotFound) {
		cover, err = nil, nil
		report.Add(v.Kind.Prefix, v.ID, "adulterado")
	}
	if err != nil {
		return report, err
	}
	seal := v.Sealed()
	if !v.Intact() || !Matches(seal.Coverage.Root, cover) {
		report.Add(v.Kind.Prefix, v.ID, "adulterado")
	}
	found, err := r.Report(ctx, v.ID)
	if err != nil && !Is(err, CodeRecordNotFound) { // the erasure of a record removes it
		return report, err
	}
	if err == nil && !Matches(seal.Report.Root, found) {
		report.Add(v.Kind.Prefix, v.ID, "adulterado")
	}
	list, err := parseCover(cover)
	if err != nil {
		report.Add(v.Kind.Prefix, v.ID, "adulterado")
	}
	frozen := make(map[ID]covered, len(list))
	for _, c := range list {
		if c.prefix != v.Kind.Prefix {
			frozen[c.id] = c
		}
	}
	var before ID
	err = r.EachOf(ctx, v.HarvestID, func(live *Record) error {
		if live.Kind == v.Kind {
			return nil
		}
		twice := live.ID == before
		before = live.ID
		was, known := frozen[live.ID]
		switch {
		case twice || !live.Intact():
			report.Add(live.Kind.Prefix, live.ID, "adulterado")
			delete(frozen, live.ID)
		case !known:
			report.Add(live.Kind.Prefix, live.ID, "adicionado")
		case was.version == live.Version && was.hash != live.Hash:
			report.Add(live.Kind.Prefix, live.ID, "adulterado")
			delete(frozen, live.ID)
		case was.version == live.Version:
			delete(frozen, live.ID)
		}
		return nil
	})
	if err != nil {
		return report, err
	}
	if err := s.lookBack(ctx, r, list, frozen, &report); err != nil {
		return report, err
	}
	report.State = Judge(v, &seal, &report)
	return report, nil
}

// lookBack checks the records of the list that are no longer live as they were.
func (s *Journal) lookBack(ctx context.Context, r VersionReader, list []covered, left map[ID]covered, report *StateReport) error {
	for _, was := range list {
		if _, still := left[was.id]; !still {
			continue
		}
		versions, err := r.Versions(ctx, was.id)
		if err != nil {
			return err
		}
		if int64(len(versions)) < was.version {
			report.Add(was.prefix, was.id, "adulterado") // a version never disappears
			continue
		}
		then, now := &versions[was.version-1], &versions[len(versions)-1]
		switch {
		case then.Hash != was.hash:
			report.Add(was.prefix, was.id, "adulterado")
		case now.Operation == Erased && then.Gone():
			report.Add(was.prefix, was.id, "expurgado")
		case !then.Intact() || now.Operation != Deleted && now.Version == was.version: // or it is hidden
			report.Add(was.prefix, was.id, "adulterado")
		case now.Operation == Deleted:
			report.Add(was.prefix, was.id, "excluido")
		default:
			report.Add(was.prefix, was.id, "alterado")
		}
	}
	return nil
}

// Judge returns the gravest state that applies.
func Judge(v *Record, seal *SealContent, report *StateReport) State {
	has := func(reason string) bool {
		return slices.ContainsFunc(report.Divergences, func(d Divergence) bool { return d.Reason == reason })
	}
	said := v.Validation()
	end := said.Ends()
	switch {
	case v.Operation == Deleted:
		return Revoked
	case has("adulterado"):
		return Tampered
	case !said.Approved || seal.Report.Summary.Errors > 0 && seal.Justification == "":
		return Refused
	case !end.IsZero() && !report.At.Before(end):
		return Expired
	case len(report.Divergences) > 0:
		return Altered
	}
	return Valid
}

// maxDivergences bounds what a report lists; one is enough to change the state.
const maxDivergences = 200

// Add notes a record that is not what the validation covered.
func (p *StateReport) Add(prefix string, id ID, reason string) {
	if len(p.Divergences) < maxDivergences || reason == "adulterado" && len(p.Divergences) < 2*maxDivergences {
		p.Divergences = append(p.Divergences, Divergence{prefix, id.String(), reason})
	}
}

// appendMembers appends the report as members of a validation.
func (p *StateReport) appendMembers(dst []byte) []byte {
	dst = append(dst, `"estado":"`...)
	dst = append(dst, p.State...)
	dst = append(dst, `","estadoEm":"`...)
	dst = p.At.AppendFormat(dst, TimeLayout)
	dst = append(dst, `","divergencias":[`...)
	for i, d := range p.Divergences {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, `{"prefixo":`...)
		dst = canon.AppendString(dst, d.Prefix)
		dst = append(dst, `,"id":"`...)
		dst = append(dst, d.ID...)
		dst = append(dst, `","motivo":"`...)
		dst = append(dst, d.Reason...)
		dst = append(dst, `"}`...)
	}
	return append(dst, ']')
}

// WithState adds the present state to validations among records that were read.
func (s *Journal) WithState(ctx context.Context, r StateReader, records ...*Record) error {
	for _, v := range records {
		if !v.Kind.IsValidation() {
			continue
		}
		erased, err := WasErased(ctx, r, v)
		if err != nil {
			return err
		}
		if erased { // read as of an earlier time: nothing can be said about it
			continue
		}
		report, err := s.StateOf(ctx, r, v)
		if err != nil {
			return err
		}
		v.State = &report
	}
	return nil
}
