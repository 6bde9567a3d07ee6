package trace

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// This file decides what a key may do. The API, the console and the command line
// ask here and nowhere else. One rule stands above the others: what a key may not
// read does not exist for it. A thing named by its id or code is therefore "not
// found", never "forbidden"; only what the caller himself names as a harvest or a
// phase outside the key's limits is "forbidden", whether or not it exists.

// Has reports whether the key has a scope.
func (k *Key) Has(s Scope) bool { return slices.Contains(k.Escopos, s) }

// Limited reports whether the key is kept to some phases or some harvests.
func (k *Key) Limited() bool { return len(k.Fases) > 0 || len(k.Safras) > 0 }

// Need fails with CodeForbiddenScope when the key has none of the scopes.
func (k *Key) Need(any ...Scope) error {
	if slices.ContainsFunc(any, k.Has) {
		return nil
	}
	return Fail(CodeForbiddenScope, "escopo", string(any[0]))
}

// needHarvest fails with CodeForbiddenHarvest for a harvest that the caller named
// and the key does not reach. For a record's harvest use Reaches.
func (k *Key) needHarvest(safraID string) error {
	if k.Reaches(safraID) {
		return nil
	}
	return Fail(CodeForbiddenHarvest)
}

// Reaches reports whether the key's limits admit a harvest.
func (k *Key) Reaches(safraID string) bool {
	return len(k.Safras) == 0 || slices.Contains(k.Safras, safraID)
}

// mayHold reports whether an id can be that of a record in the key's harvests. An
// id carries 12 bits of its harvest, so most ids of other harvests are turned away
// without looking: they cost what an id costs that nobody has.
func (k *Key) mayHold(id ID) bool {
	return len(k.Safras) == 0 || slices.ContainsFunc(k.Safras, func(safraID string) bool { return PartitionOf(safraID) == id.Partition() })
}

// needPhase fails with CodeForbiddenPhase for a phase outside the key's limits.
func (k *Key) needPhase(code string) error {
	if len(k.Fases) > 0 && !slices.Contains(k.Fases, code) {
		return Fail(CodeForbiddenPhase, "fase", code)
	}
	return nil
}

// needChange fails unless the key may change records of a kind with a scope: Write
// to write them, Admin to erase them. It says nothing of a harvest.
func (k *Key) needChange(s Scope, kd *kind.Kind) error {
	if err := k.Need(s); err != nil {
		return err
	}
	return k.needPhase(kd.Phase)
}

func (k *Key) needWrite(kd *kind.Kind, safraID string) error {
	if err := k.needChange(Write, kd); err != nil {
		return err
	}
	return k.needHarvest(safraID)
}

// MayWrite reports whether the key may write records of a kind in a harvest; "" is
// some harvest.
func (k *Key) MayWrite(kd *kind.Kind, safraID string) bool {
	if safraID == "" && len(k.Safras) > 0 {
		safraID = k.Safras[0]
	}
	return k.needWrite(kd, safraID) == nil
}

// MayErase reports whether the key may erase records of a kind in a harvest.
func (k *Key) MayErase(kd *kind.Kind, safraID string) bool {
	return k.needChange(Admin, kd) == nil && k.Reaches(safraID)
}

// MayRead fails unless the key may read the records of a harvest that the caller
// named.
func (k *Key) MayRead(safraID string) error {
	if err := k.Need(Read); err != nil {
		return err
	}
	return k.needHarvest(safraID)
}

// Reads reports whether the key may read a harvest's records.
func (k *Key) Reads(safraID string) bool { return k.MayRead(safraID) == nil }

// needPhaseChange fails unless the key may change catalogue entries of some
// stages. The catalogue says what every harvest must have, so a key that is kept to
// some harvests never may.
func (k *Key) needPhaseChange(stages ...string) error {
	if err := k.Need(Admin); err != nil {
		return err
	}
	if len(k.Safras) > 0 {
		return Fail(CodeLimitedKey)
	}
	for _, stage := range stages {
		if err := k.needPhase(stage); err != nil {
			return err
		}
	}
	return nil
}

// MayChangeCatalogue reports whether the key may change some of the catalogue.
func (k *Key) MayChangeCatalogue() bool { return k.needPhaseChange() == nil }

// MaySettle reports whether the key may settle disputes: those all of whose parties it
// reaches. A code is not a matter of one phase.
func (k *Key) MaySettle() bool { return k.Has(Admin) && len(k.Fases) == 0 }

// MayFillDemo reports whether the key may write all that the demonstration has.
func (k *Key) MayFillDemo() bool { return k.Has(Write) && !k.Limited() }

// mayRead reports whether a recall's report is the key's to read: a key that is
// kept to some harvests reads what tells of these alone, or of nothing and is its
// own.
func (k *Key) mayRead(r *Recall) bool {
	if len(k.Safras) == 0 {
		return true
	}
	for i := range r.Lotes {
		for _, safra := range r.Lotes[i].Safras {
			if !k.Reaches(safra) {
				return false
			}
		}
	}
	return len(r.Lotes) > 0 || r.PorChave != "" && r.PorChave == k.reportMark()
}

// reportMark tells reports of this key from those of another with the same name; ""
// for a key that reads all reports. It is a digest: whoever reads a report need not
// learn which access key made it.
func (k *Key) reportMark() string {
	if len(k.Safras) == 0 {
		return ""
	}
	sum := sha256.Sum256([]byte("rastro recall\x00" + k.AccessKey))
	return hex.EncodeToString(sum[:16])
}

// markedHarvest stands for a harvest where a report tells of none. Names of harvests
// do not begin with a space.
func markedHarvest(mark string) string { return " " + mark }

// readsOnly reports whether the key, which is kept to some harvests, may read all that a
// report is listed under. Under none there is no report for it: every report of such a
// key is listed, also one that found nothing.
func (k *Key) readsOnly(harvests []string) bool {
	return len(harvests) > 0 && !slices.ContainsFunc(harvests, func(safraID string) bool { return !k.Reaches(safraID) && safraID != markedHarvest(k.reportMark()) })
}

// maySee reports whether the key may learn of an entry of the audit trail. dados
// is what the entry says, for a change of a key and a decision.
func (k *Key) maySee(e *TrailEntry, dados []byte) bool {
	switch e.Kind {
	case kind.KeyChange:
		if !k.Has(Admin) {
			return false
		}
		noted := keyOfNote(dados)
		return noted != nil && k.Manages(noted) || noted == nil && !k.Limited() // what cannot be read is shown as something
	case kind.PhaseChange, kind.LogChange:
		return k.Has(Read) || k.Has(Admin)
	case kind.Settlement:
		if k.Has(Admin) && !k.Limited() {
			return true
		}
		var note SettlementNote // the parties see it, without what it says of the others
		return canon.Unmarshal(dados, &note) == nil && note.concerns(k)
	case kind.RecallReport: // of those with limits, see seeRecalls
		return k.Has(Read)
	}
	return k.Has(Read) && k.Reaches(e.SafraID)
}

// Manages reports whether the key may see and deactivate another: one that holds
// no more than it does. nil is whoever runs the server, who manages all.
func (k *Key) Manages(other *Key) bool {
	if k == nil {
		return true
	}
	return other != nil && k.Has(Admin) &&
		!slices.ContainsFunc(other.Escopos, func(s Scope) bool { return !k.Has(s) }) &&
		within(other.Fases, k.Fases) && within(other.Safras, k.Safras)
}

// within reports whether a list of limits admits no more than another; an empty
// one admits everything.
func within(list, most []string) bool {
	if len(most) == 0 {
		return true
	}
	return len(list) > 0 && !slices.ContainsFunc(list, func(s string) bool { return !slices.Contains(most, s) })
}

// grant completes a request for a new key with the limits of the key that makes
// it, and fails with CodeBeyondKey where it asks for more than that key holds. What
// the request leaves out is the maker's own limit. nil may grant everything.
func (k *Key) grant(req KeyRequest) (KeyRequest, error) {
	if k == nil {
		return req, nil
	}
	if len(req.Escopos) == 0 {
		req.Escopos = slices.DeleteFunc(defaultScopes(), func(s Scope) bool { return !k.Has(s) })
	}
	var problems []Problem
	refuse := func(field string, most []string) {
		problems = append(problems, problem(field, "/"+field, ruleBeyondKey, lang.Args{"valores": lang.Clip(strings.Join(most, ", "), 200)}))
	}
	if len(req.Escopos) == 0 || slices.ContainsFunc(req.Escopos, func(s Scope) bool { return !k.Has(s) }) {
		refuse("escopos", scopeNames(k.Escopos))
	}
	limit := func(field string, asked *[]string, most []string) {
		if len(*asked) == 0 {
			*asked = slices.Clone(most)
		}
		if !within(*asked, most) {
			refuse(field, most)
		}
	}
	limit("fases", &req.Fases, k.Fases)
	limit("safras", &req.Safras, k.Safras)
	// Authors say whose a lot is, so a limited key must not write under another's name.
	// Without an organisation it is itself: two keys may share a name.
	if k.Limited() {
		organisation := cmp.Or(k.Organizacao, k.AccessKey)
		if req.Organizacao == "" {
			req.Organizacao = organisation
		}
		if req.Organizacao != organisation {
			refuse("organizacao", []string{organisation})
		}
	}
	if !k.ExpiraEm.IsZero() {
		if req.ExpiraEm.IsZero() {
			req.ExpiraEm = k.ExpiraEm
		}
		if req.ExpiraEm.After(k.ExpiraEm) {
			refuse("expiraEm", []string{k.ExpiraEm.UTC().Format(TimeLayout)})
		}
	}
	if problems != nil {
		return KeyRequest{}, &Error{Code: CodeBeyondKey, Problems: problems}
	}
	return req, nil
}

func scopeNames(list []Scope) []string {
	names := make([]string, len(list))
	for i, s := range list {
		names[i] = string(s)
	}
	return names
}

// replaceable reports whether a key may be deactivated at an instant: it is no
// admin without limits, or another such admin stays. Otherwise nobody could make
// one again.
func (k *Key) replaceable(all []Key, at time.Time) bool {
	if !k.Has(Admin) || k.Limited() || !k.ActiveAt(at) {
		return true
	}
	return slices.ContainsFunc(all, func(other Key) bool {
		return other.AccessKey != k.AccessKey && other.ActiveAt(at) && other.Has(Admin) && !other.Limited()
	})
}
