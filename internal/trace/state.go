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
	"rastro/internal/finding"
	"rastro/internal/verdict"
)

// State is the state of a validation now.
type State = verdict.State

// The states, gravest first.
const (
	Revoked  = verdict.Revoked
	Tampered = verdict.Tampered
	Refused  = verdict.Refused
	Expired  = verdict.Expired
	Altered  = verdict.Altered
	Valid    = verdict.Valid
)

// Divergence is a record that differs from what the validation covered.
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
	// Newest is the harvest's newest other live validation; nil if there is none. Whoever reads a
	// validation must see the newest verdict.
	Newest *Sibling
}

// Sibling is another validation of the same harvest.
type Sibling struct {
	ID       ID
	Code     string
	Approved bool // when it was made
}

// MadeAt is when it was made.
func (s *Sibling) MadeAt() time.Time { return s.ID.Time() }

// NewerThan returns the sibling if it was made after the validation, else nil.
func (s *Sibling) NewerThan(v *Record) *Sibling {
	if s == nil || bytes.Compare(s.ID[:], v.ID[:]) < 0 {
		return nil
	}
	return s
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
// of the harvest do not change it; the report names the newest.
func (s *Journal) StateOf(ctx context.Context, r StateReader, v *Record) (StateReport, error) {
	check, err := CheckState(ctx, r, v, s.now())
	if err != nil {
		return check.report, err
	}
	err = r.EachOf(ctx, v.HarvestID, func(live *Record) error {
		check.Take(live)
		return nil
	})
	if err != nil {
		return check.report, err
	}
	return check.End(ctx)
}

// StateCheck is a validation whose state is being computed. It sees every record of the
// harvest once, so that a review of the harvest can compute the state in the same pass.
type StateCheck struct {
	r      StateReader
	v      *Record
	seal   SealContent
	list   []covered
	frozen map[ID]covered // of the list, those not seen yet
	before ID
	report StateReport
}

// CheckState begins with the validation itself, at an instant.
func CheckState(ctx context.Context, r StateReader, v *Record, now time.Time) (*StateCheck, error) {
	c := &StateCheck{r: r, v: v, seal: v.Sealed(), report: StateReport{At: now}}
	cover, err := r.Cover(ctx, v.ID)
	if Is(err, CodeRecordNotFound) {
		cover, err = nil, nil
		c.tampered()
	}
	if err != nil {
		return c, err
	}
	if !v.Intact() || !Matches(c.seal.Coverage.Root, cover) {
		c.tampered()
	}
	found, err := r.Report(ctx, v.ID)
	if err != nil && !Is(err, CodeRecordNotFound) { // the erasure of a record removes it
		return c, err
	}
	if err == nil && !Matches(c.seal.Report.Root, found) {
		c.tampered()
	}
	if c.list, err = parseCover(cover); err != nil {
		c.tampered()
	}
	c.frozen = make(map[ID]covered, len(c.list))
	for _, one := range c.list {
		if one.prefix != v.Kind.Prefix {
			c.frozen[one.id] = one
		}
	}
	return c, nil
}

// tampered notes that the validation itself does not match its commitment.
func (c *StateCheck) tampered() { c.report.Add(c.v.Kind.Prefix, c.v.ID, "adulterado") }

// Take compares the next live record of the harvest with the list. Records arrive in the list's
// order.
func (c *StateCheck) Take(live *Record) {
	if live.Kind == c.v.Kind {
		c.sibling(live)
		return
	}
	twice := live.ID == c.before
	c.before = live.ID
	was, known := c.frozen[live.ID]
	switch {
	case twice || !live.Intact():
		c.report.Add(live.Kind.Prefix, live.ID, "adulterado")
		delete(c.frozen, live.ID)
	case !known:
		c.report.Add(live.Kind.Prefix, live.ID, "adicionado")
	case was.version == live.Version && was.hash != live.Hash:
		c.report.Add(live.Kind.Prefix, live.ID, "adulterado")
		delete(c.frozen, live.ID)
	case was.version == live.Version:
		delete(c.frozen, live.ID)
	}
}

// sibling keeps the newest of the other validations.
func (c *StateCheck) sibling(live *Record) {
	newest := c.report.Newest
	if live.ID == c.v.ID || newest != nil && bytes.Compare(live.ID[:], newest.ID[:]) <= 0 {
		return
	}
	seal := live.Sealed()
	made := Judge(live, &seal, &StateReport{At: live.CreatedAt()})
	c.report.Newest = &Sibling{ID: live.ID, Code: live.ValidationCode, Approved: made != Refused}
}

// End returns the state, once every record was taken.
func (c *StateCheck) End(ctx context.Context) (StateReport, error) {
	if err := lookBack(ctx, c.r, c.list, c.frozen, &c.report); err != nil {
		return c.report, err
	}
	c.report.State = Judge(c.v, &c.seal, &c.report)
	return c.report, nil
}

// lookBack checks the listed records that are no longer live as they were.
func lookBack(ctx context.Context, r VersionReader, list []covered, left map[ID]covered, report *StateReport) error {
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

// Verdict returns the verdict on a validation in its current state, with the review from its
// creation.
func (r *Record) Verdict(report *StateReport) verdict.Verdict {
	seal := r.Sealed()
	found := seal.Report.Summary
	return verdict.Verdict{
		State: report.State, Diverged: len(report.Divergences) > 0, Overruled: overruled(report.Newest.NewerThan(r)),
		Summary: finding.Summary{Errors: found.Errors, Alerts: found.Alerts, Infos: found.Info},
		Present: seal.Completeness.Present, Total: seal.Completeness.Total,
	}
}

// VerdictThen returns the validation's verdict at its creation, before any change.
func (r *Record) VerdictThen() verdict.Verdict {
	made, seal := *r, r.Sealed()
	made.Operation = Created
	report := StateReport{At: r.CreatedAt()}
	report.State = Judge(&made, &seal, &report)
	return r.Verdict(&report)
}

// overruled reports whether a newer validation says that the harvest is not approved.
func overruled(newer *Sibling) bool { return newer != nil && !newer.Approved }

// maxDivergences bounds what a report lists; one is enough to change the state.
const maxDivergences = 200

// Add notes a record that differs from what the validation covered.
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
		if erased { // the state is read as of an earlier time, so this is unknown
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
