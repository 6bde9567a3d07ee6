package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"rastro/internal/store/sqlstore"
	"rastro/internal/trace"
)

// SQLSTATE codes that mean something to us.
const (
	uniqueViolation      = "23505"
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	diskFull             = "53100"
	tooManyConnections   = "53300"
	readOnlyTransaction  = "25006" // the server has become a standby
)

// classify converts a driver's error into one that the store port promises.
func classify(err error) error {
	if err == nil || errors.Is(err, sqlstore.ErrConflict) || errors.Is(err, context.Canceled) {
		return err
	}
	unavailable := &trace.Error{Code: trace.CodeUnavailable, Cause: err}
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch failed.Code {
		case uniqueViolation, serializationFailure, deadlockDetected:
			return fmt.Errorf("%w: %w", sqlstore.ErrConflict, err)
		case diskFull:
			return &trace.Error{Code: trace.CodeStoreFull, Cause: err}
		case tooManyConnections, readOnlyTransaction:
			return unavailable
		}
		// 08: connection; 53: out of resources; 57: the
		// operator intervened; 58: the system failed.
		for _, class := range []string{"08", "53", "57", "58"} {
			if strings.HasPrefix(failed.Code, class) {
				return unavailable
			}
		}
		return err
	}
	// An error without an answer from the database means that it could not be reached.
	if scanning := (pgx.ScanArgError{}); errors.As(err, &scanning) {
		return err
	}
	return unavailable
}

// isReadOnly reports whether an error means that the server accepts no writes.
func isReadOnly(err error) bool {
	failed, ok := errors.AsType[*pgconn.PgError](err)
	return ok && failed.Code == readOnlyTransaction
}

// uncertain marks the error of a commit after which the transaction may be durable: any error
// except a refusal by the server or a failure to send.
func uncertain(err error) error {
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok && failed.SeverityUnlocalized == "ERROR" || pgconn.SafeToRetry(err) {
		return err
	}
	return &trace.Error{Code: trace.CodeUncertain, Cause: fmt.Errorf("%w: %w", sqlstore.ErrUncertain, err)}
}

// explain describes the problem to the operator without the address, which may contain a password.
func explain(err error) error {
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok {
		return fmt.Errorf("the database refused: %s (%s): check user, password and database in --db", failed.Message, failed.Code)
	}
	var refused *pgconn.ConnectError
	if errors.Is(err, pgconn.ErrStandbyConnection) && errors.As(err, &refused) {
		return fmt.Errorf("the database at %s:%d is a standby, which takes no writes: --db must lead to the server that leads, or name all of them (HOST1,HOST2); standbys go into --db-replicas", refused.Config.Host, refused.Config.Port)
	}
	if errors.As(err, &refused) {
		return fmt.Errorf("cannot reach the database at %s:%d: check that it runs and that --db names it", refused.Config.Host, refused.Config.Port)
	}
	return fmt.Errorf("opening the database: %w", err)
}
