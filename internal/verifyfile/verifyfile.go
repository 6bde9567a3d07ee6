// Package verifyfile checks a proof, a dossier or a checkpoint in a file, and says step by step
// what is valid and what that does not prove. `rastro verify FILE` and the program rastro-verify
// both use it.
package verifyfile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"rastro/internal/cosign"
	"rastro/internal/eudr/dossierproof"
	"rastro/internal/eudr/dossierzip"
	"rastro/internal/landlayer"
	"rastro/internal/lang"
	"rastro/internal/ledger"
)

// Verdict is the outcome of a check. The page /verificar has the same four.
type Verdict int

// The verdicts.
const (
	Holds  Verdict = iota // under the key that the reader gave
	Open                  // it is consistent, but the right key is unknown
	Fails                 // it was changed, is incomplete, or is from another log
	Unable                // it could not be checked, which says nothing about the file
)

// Kind is the type of a file.
type Kind int

// The kinds of files.
const (
	Record     Kind = iota // a proof with its document
	Bare                   // a proof of a commitment alone
	Dossier                // a dossier
	Checkpoint             // a signed state of the log
)

// Pins are what the reader trusts, from another source than the file.
type Pins struct {
	Key string // the log's verifier key
	// Checkpoint is a signed state of the log that the reader kept; nil for none.
	Checkpoint []byte
	// Witnesses are keys of witnesses that the reader trusts. At least Threshold of them must have
	// cosigned the state of the log; 0: all.
	Witnesses []string
	Threshold int
}

// Result is the result of a check.
type Result struct {
	Kind    Kind
	Verdict Verdict
	Steps   []Step
	// Err says in English why it is invalid, or cannot be checked.
	Err error

	Proof    ledger.Proof          // of a proof
	Dossier  dossierproof.Verified // of a dossier
	Tree     ledger.Tree
	Origin   string // of the log
	Verifier *ledger.Verifier

	Cosigned []cosign.Cosignature // by the witnesses that the reader trusts
	Layers   *Step                // the public layers that a validation names; nil for none
	Kept     *Step                // how it compares with the checkpoint that the reader kept; nil without one
	signed   []byte               // the checkpoint
}

// State is the state of one step.
type State int

// The states of a step.
const (
	Passed   State = iota
	Undone         // it is valid only as far as its text says
	Broken         // it is invalid
	Mentions       // it does not apply, or says what else there is
)

// Step is a step of a check, for people.
type Step struct {
	State State
	Text  lang.Text
	Args  lang.Args
}

// In returns the step in one language.
func (s *Step) In(l lang.Lang) string { return s.Text.Fill(l, s.Args) }

func (r *Result) tell(state State, text lang.Text, args ...string) {
	r.Steps = append(r.Steps, Step{state, text, pairs(args)})
}

func pairs(args []string) lang.Args {
	out := lang.Args{}
	for i := 0; i+1 < len(args); i += 2 {
		out[args[i]] = args[i+1]
	}
	return out
}

// Largest is the maximum size of a file other than a dossier.
const Largest = 16 << 20

// ErrTooLarge means that a file is larger than any real proof or checkpoint.
var ErrTooLarge = fmt.Errorf("a proof has at most %d MiB", Largest>>20)

// Check checks a file. An error means that a pin, not the file, is unusable.
func Check(file io.ReaderAt, size int64, pins Pins) (Result, error) {
	r := Result{Origin: "?"}
	if pins.Key != "" {
		var err error
		if r.Verifier, err = ledger.NewVerifier(pins.Key); err != nil {
			return r, err
		}
	}
	kept, err := openKept(pins, r.Verifier)
	if err != nil {
		return r, err
	}
	witnesses, err := cosign.ParseAll(pins.Witnesses)
	if err == nil && (pins.Threshold < 0 || pins.Threshold > len(witnesses)) {
		err = fmt.Errorf("%d of %d witnesses cannot be asked for", pins.Threshold, len(witnesses))
	}
	if err != nil {
		return r, err
	}
	begin := make([]byte, 4)
	switch n, err := file.ReadAt(begin, 0); {
	case err != nil && !errors.Is(err, io.EOF):
		return r, err
	case string(begin[:n]) == "PK\x03\x04" || string(begin[:n]) == "PK\x05\x06":
		r.checkDossier(file, size, pins.Key)
	case size > Largest:
		r.end(fmt.Errorf("%w", ErrTooLarge))
	default:
		text := make([]byte, size)
		if _, err := io.ReadFull(io.NewSectionReader(file, 0, size), text); err != nil {
			return r, err
		}
		r.checkText(text)
	}
	if kept != nil && r.Err == nil {
		r.compareKept(*kept)
	}
	if len(witnesses) > 0 && r.Err == nil {
		r.checkWitnesses(witnesses, cmp.Or(pins.Threshold, len(witnesses)))
	}
	if r.Err == nil && r.Verdict == Holds && r.Verifier == nil {
		r.Verdict = Open
	}
	return r, nil
}

// openKept opens the checkpoint that the reader kept. It must be of the pinned log.
func openKept(pins Pins, v *ledger.Verifier) (*ledger.Tree, error) {
	if pins.Checkpoint == nil {
		return nil, nil
	}
	if v == nil {
		return nil, errors.New("a kept checkpoint needs the log's key")
	}
	tree, err := v.Open(pins.Checkpoint)
	if err != nil {
		return nil, fmt.Errorf("the kept checkpoint: %w", err)
	}
	return &tree, nil
}

// compareKept compares the file's state of the log with the one that the reader kept.
func (r *Result) compareKept(kept ledger.Tree) {
	size := fmt.Sprint(kept.Size)
	switch {
	case r.Tree.Size != kept.Size:
		r.tell(Mentions, keptOther, "tamanho", size)
	case r.Tree.Root != kept.Root:
		r.end(&ledger.Failure{Step: StepKept, Err: fmt.Errorf("the log signed two different states of %d entries: it was forked", kept.Size)})
	default:
		r.tell(Passed, keptSame, "tamanho", size)
	}
	r.Kept = &r.Steps[len(r.Steps)-1]
}

// StepWitness: enough witnesses cosigned the state of the log.
const StepWitness ledger.Step = "witness"

// checkWitnesses counts the witnesses that cosigned the state of the log.
func (r *Result) checkWitnesses(witnesses []cosign.Witness, need int) {
	r.Cosigned = cosign.Of(r.signed, witnesses)
	for _, c := range r.Cosigned {
		r.tell(Passed, witnessed, "testemunha", c.Witness, "data", c.At.UTC().Format(time.RFC3339))
	}
	if len(r.Cosigned) < need {
		r.end(&ledger.Failure{Step: StepWitness, Err: fmt.Errorf("%d of the %d witnesses cosigned this state of the log, %d are asked for", len(r.Cosigned), len(witnesses), need)})
	}
}

// StepKept: the state of the log is the one that the reader kept.
const StepKept ledger.Step = "checkpoint"

// end notes why the check stops.
func (r *Result) end(err error) {
	r.Err, r.Verdict = err, Fails
	if errors.Is(err, dossierzip.ErrOtherForm) || errors.Is(err, ErrTooLarge) {
		r.Verdict = Unable
		r.tell(Undone, unable)
		return
	}
	step := ledger.StepFile
	if f, ok := errors.AsType[*ledger.Failure](err); ok {
		step = f.Step
	}
	if step == ledger.StepSignature && r.Verifier == nil {
		r.tell(Broken, brokenOwnSignature)
		return
	}
	r.tell(Broken, cmp.Or(brokenSteps[step], brokenSteps[ledger.StepFile]))
}

// checkText checks a proof, or a checkpoint by itself.
func (r *Result) checkText(text []byte) {
	if tree, origin, err := ledger.ReadCheckpoint(text); err == nil && !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		r.Kind, r.Tree, r.Origin, r.signed = Checkpoint, tree, origin, text
		r.checkSignedState(text)
		return
	}
	proof, err := ledger.ReadProof(text)
	if err != nil {
		r.end(err)
		return
	}
	r.Proof, r.signed = proof, []byte(proof.Checkpoint)
	if proof.Bare() {
		r.Kind = Bare
	}
	if r.Verifier != nil {
		r.Tree, err = proof.Check(r.Verifier)
		r.Origin = r.Verifier.Origin()
	} else {
		r.Tree, r.Origin, err = proof.CheckUnsigned()
	}
	r.tellProof(err)
}

// proofSteps are the steps of a proof, in order.
var proofSteps = []ledger.Step{ledger.StepFile, ledger.StepCommitment, ledger.StepSignature, ledger.StepInclusion, ledger.StepPredecessor}

// tellProof lists the steps of a proof up to the one that failed.
func (r *Result) tellProof(err error) {
	failed, _ := errors.AsType[*ledger.Failure](err)
	for _, step := range proofSteps {
		if failed != nil && failed.Step == step {
			break
		}
		switch step {
		case ledger.StepFile:
			r.tell(Passed, proofRead)
		case ledger.StepCommitment:
			if r.Kind == Bare {
				r.tell(Mentions, proofBare)
			} else {
				r.tell(Passed, proofCommitted)
			}
		case ledger.StepSignature:
			r.tellSignature()
		case ledger.StepInclusion:
			r.tell(Passed, proofIncluded, "entrada", fmt.Sprint(r.Proof.Index), "tamanho", fmt.Sprint(r.Tree.Size))
		case ledger.StepPredecessor:
			r.tellPredecessors()
		}
	}
	if err != nil {
		r.end(err)
		return
	}
	if sealed, ok := landlayer.ReadSealed(r.Proof.Document); ok {
		r.tell(Mentions, landlayer.SealedText)
		r.Layers = &r.Steps[len(r.Steps)-1]
		r.Layers.Args = sealed.Args()
	}
}

func (r *Result) tellSignature() {
	if r.Verifier == nil {
		r.tell(Undone, noKey, "log", r.Origin)
		return
	}
	r.tell(Passed, signed, "log", r.Origin)
}

func (r *Result) tellPredecessors() {
	if r.Verifier == nil && len(r.Proof.Predecessors) > 0 {
		r.tell(Undone, unlinked)
		return
	}
	for _, p := range ledger.Lineage(r.Origin, r.Proof.Predecessors) {
		r.tell(Passed, continues, "log", p.Successor, "outro", p.Origin, "tamanho", fmt.Sprint(p.Size))
	}
}

// checkSignedState checks a checkpoint by itself.
func (r *Result) checkSignedState(text []byte) {
	if r.Verifier != nil {
		tree, err := r.Verifier.Open(text)
		if err != nil {
			r.end(&ledger.Failure{Step: ledger.StepSignature, Err: err})
			return
		}
		r.Tree = tree
	}
	r.tellSignature()
	r.tell(Mentions, stateOf, "tamanho", fmt.Sprint(r.Tree.Size))
}

func (r *Result) checkDossier(file io.ReaderAt, size int64, key string) {
	r.Kind = Dossier
	v, err := dossierproof.Verify(file, size, key)
	if err != nil {
		r.tellDossier(err, &v)
		return
	}
	r.Dossier, r.Tree, r.Origin, r.signed = v, v.Tree, v.Verifier.Origin(), v.Checkpoint
	r.tellDossier(nil, &v)
}

// dossierSteps are the steps of a dossier, in order.
var dossierSteps = []ledger.Step{ledger.StepFile, dossierproof.StepManifest, ledger.StepSignature, dossierproof.StepRecords, dossierproof.StepFiles, dossierproof.StepGeoJSON}

func (r *Result) tellDossier(err error, v *dossierproof.Verified) {
	failed := ledger.Step("")
	if f, ok := errors.AsType[*ledger.Failure](err); ok {
		if failed = f.Step; failed == ledger.StepCommitment || failed == ledger.StepInclusion || failed == ledger.StepPredecessor {
			failed = dossierproof.StepRecords // of one of them
		}
	}
	for _, step := range dossierSteps {
		if failed == step {
			break
		}
		switch {
		case step == ledger.StepFile && failed == "":
		case err != nil: // how much of it there is, is unknown
			r.tell(Passed, passedSteps[step])
		case step == dossierproof.StepManifest:
			r.tell(Passed, passedSteps[step])
		case step == ledger.StepSignature && v.OwnKey:
			r.tell(Undone, ownKey, "chave", v.Key)
		case step == ledger.StepSignature:
			r.tell(Passed, signed, "log", r.Origin)
		case step == dossierproof.StepRecords:
			r.tell(Passed, recordsHold, "n", fmt.Sprint(v.Records))
		case step == dossierproof.StepFiles:
			r.tell(Passed, filesHold, "n", fmt.Sprint(v.Files), "faltam", fmt.Sprint(v.LeftOut))
		case step == dossierproof.StepGeoJSON:
			r.tell(Passed, mapHolds, "n", fmt.Sprint(v.Plots))
		}
	}
	if err != nil {
		r.end(err)
	}
}

// Printable keeps a file's content from controlling the terminal.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x2028 && r <= 0x202e || r >= 0x2066 && r <= 0x2069 || r == 0x200e || r == 0x200f {
			return '�'
		}
		return r
	}, text)
}
