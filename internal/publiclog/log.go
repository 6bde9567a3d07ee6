package publiclog

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// Batch is how many commitments enter the log in one step: few enough that writers in the same
// transaction wait only a few milliseconds.
const Batch = 512

// keepInterval is the minimum time between two checkpoints that are kept.
const keepInterval = time.Minute

// clockBound is how far the clock may lag behind the last signature.
const clockBound = 2 * time.Second

// ErrLog is an inconsistent log.
var ErrLog = errors.New("the log does not match what is stored: restore a backup, and find out who changed the database ('rastro verify' names what is damaged)")

// StartLog makes sure that the store has a log, and that its newest part is consistent: the
// signature, the tiles at its edge, the last entries compared with the journal, and every key
// compared with its newest note. origin names a new log; "" makes a random name.
//
// It refuses a store whose log does not continue the one that this server has published
// (ErrForked), and one whose signing key (ErrNoKey) or last checkpoint (ErrNoCheckpoint) is
// missing.
func (s *LogKeeper) StartLog(ctx context.Context, origin string) error {
	err := s.startLog(ctx, origin)
	if stopped := s.seen.halted.Load(); stopped != nil && err != nil {
		return stopped.Cause // the operator reads it
	}
	return err
}

func (s *LogKeeper) startLog(ctx context.Context, origin string) error {
	state, err := s.store.Direct().Log(ctx)
	if trace.Is(err, trace.CodeRecordNotFound) {
		if err := s.newLog(ctx, origin); err != nil {
			return err
		}
		state, err = s.store.Direct().Log(ctx)
	}
	if err != nil {
		return err
	}
	secret, err := s.signingKey(ctx, state)
	if err != nil {
		return err
	}
	signer, err := ledger.NewSigner(secret)
	if err != nil {
		return err
	}
	if origin != "" && origin != signer.Origin() {
		return fmt.Errorf("this store's log is permanently named %s, not %s: leave --log-origin out", signer.Origin(), origin)
	}
	if !Pairs(secret, state.Verifier) {
		return fmt.Errorf("%w: the key that signs is not the one that verifies", ErrLog)
	}
	if err := s.checkEdge(ctx, state); err != nil {
		return err
	}
	if behind := state.SignedAt.Sub(s.now()); behind > clockBound {
		s.log.Warn("the system's clock is behind what is stored: records would be older than those before them; check the time service", "behind", behind.Round(time.Second).String())
	}
	if s.predecessors, err = s.store.Direct().Predecessors(ctx); err != nil {
		return err
	}
	s.signer, s.verifierKey = signer, state.Verifier
	if err := s.startSeen(ctx, state); err != nil {
		return err
	}
	if err := s.forgetKey(ctx, state); err != nil {
		return err
	}
	if err := s.keys.Adopt(ctx); err != nil {
		return err
	}
	return s.keys.CheckKeys(ctx)
}

func (s *LogKeeper) newLog(ctx context.Context, origin string) error {
	origin, err := s.logName(origin)
	if err != nil {
		return err
	}
	if err := s.neverServed(); err != nil {
		return err
	}
	return s.store.Update(ctx, func(w Writer) error {
		if err := w.LockKeys(ctx); err != nil { // several servers may start at once
			return err
		}
		if _, err := w.Log(ctx); !trace.Is(err, trace.CodeRecordNotFound) {
			return err
		}
		// The key is in the vault before the store names it.
		secret, verifier, checkpoint, err := s.firstKey(origin)
		if err != nil {
			return err
		}
		return w.StartLog(ctx, trace.LogState{Secret: secret, Verifier: verifier, Tree: ledger.Empty, Checkpoint: checkpoint, SignedAt: s.now()})
	})
}

// logName returns the name of a new log: the given one, or a random one for "".
func (s *LogKeeper) logName(origin string) (string, error) {
	if origin == "" {
		code, err := trace.NewCode(s.random)
		if err != nil {
			return "", err
		}
		origin = "rastro/" + code
	}
	if !ledger.ValidOrigin(origin) {
		return "", fmt.Errorf("%q cannot name a log: use visible ASCII without spaces or +, such as rastro.example/log", origin)
	}
	return origin, nil
}

// checkEdge compares the newest state with the key, its tiles and the journal.
func (s *LogKeeper) checkEdge(ctx context.Context, state trace.LogState) error {
	tree, err := ledger.OpenUnder(state.Verifier, state.Checkpoint)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrLog, err)
	}
	if tree != state.Tree {
		return fmt.Errorf("%w: the signed checkpoint is not of the stored state", ErrLog)
	}
	if tree.Size == 0 {
		return nil
	}
	if _, err := ledger.Inclusion(tree, s.Tiles(ctx, s.store.Direct()), tree.Size-1); err != nil {
		return unsound(ctx, err)
	}
	const edge = 100
	from := max(0, tree.Size-edge)
	records, err := s.store.Direct().Logged(ctx, from, edge)
	if err != nil {
		return err
	}
	for i := range records {
		if from+int64(i) >= tree.Size {
			break
		}
		if err := s.CheckLogged(ctx, tree, &records[i], from+int64(i)); err != nil {
			return unsound(ctx, err)
		}
	}
	if int64(len(records)) < tree.Size-from {
		return fmt.Errorf("%w: the journal ends at entry %d, the log at %d", ErrLog, from+int64(len(records)), tree.Size)
	}
	return nil
}

// CheckLogged compares one version with its entry in the log.
func (s *LogKeeper) CheckLogged(ctx context.Context, tree ledger.Tree, r *trace.Record, index int64) error {
	leaf, err := trace.LeafAt(ctx, s.store.Direct(), index)
	if err != nil {
		return err
	}
	if leaf != ledger.LeafHash(r.Hash[:]) {
		return fmt.Errorf("%s %s version %d is not what entry %d of the log says", r.Kind.Prefix, r.ID, r.Version, index)
	}
	erased, err := trace.WasErased(ctx, s.store.Direct(), r)
	if err != nil {
		return err
	}
	if !erased && !r.Intact() {
		return fmt.Errorf("%s %s version %d was changed after it was written", r.Kind.Prefix, r.ID, r.Version)
	}
	return nil
}

// Tiles reads the log's tiles for the ledger.
func (s *LogKeeper) Tiles(ctx context.Context, r trace.TileReader) ledger.ReadTile {
	return func(t ledger.Tile) ([]byte, error) { return r.Tile(ctx, t) }
}

// IntegrateAll adds everything that is committed to the log. For an idle store it costs one
// small read and no transaction.
func (s *LogKeeper) IntegrateAll(ctx context.Context) error {
	if s.Halt() != nil {
		return nil // already reported; WatchLog checks whether it is over
	}
	begun := s.now()
	behind, err := s.store.Direct().LogBehind(ctx)
	for more := behind; more && err == nil; {
		more, err = s.Integrate(ctx)
	}
	if err == nil {
		s.caughtUp.Store(&begun)
	}
	return err
}

// CaughtUp returns an instant before which everything that was committed is in the log; zero before the
// first time.
func (s *LogKeeper) CaughtUp() time.Time {
	if at := s.caughtUp.Load(); at != nil {
		return *at
	}
	return time.Time{}
}

// Checkpoint returns the newest signed state of the log.
func (s *LogKeeper) Checkpoint(ctx context.Context) ([]byte, error) {
	state, err := s.NewestState(ctx)
	if err != nil {
		return nil, err
	}
	return s.Cosigned(state, state.Tree.Size-1).Checkpoint, nil
}

// Tile returns one tile of the log. A partial tile that has grown since is cut back
// to the asked width.
func (s *LogKeeper) Tile(ctx context.Context, t ledger.Tile) ([]byte, error) {
	if err := s.Halt(); err != nil {
		return nil, err
	}
	state, err := s.store.Direct().Log(ctx)
	if err != nil {
		return nil, err
	}
	if !t.Within(state.Tree.Size) {
		return nil, trace.Fail(trace.CodeTileNotFound)
	}
	return s.store.Direct().Tile(ctx, t)
}

// LogVerifier returns the verifier key of a store's log; CodeRecordNotFound
// when it has none yet.
func (s *LogKeeper) LogVerifier(ctx context.Context) (string, error) {
	state, err := s.store.Direct().Log(ctx)
	return state.Verifier, err
}

// VerifierKey returns the key that verifies the log's checkpoints.
func (s *LogKeeper) VerifierKey() string { return s.verifierKey }
