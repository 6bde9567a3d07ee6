package mail

import (
	"context"
	"errors"
	"io"
	"net"
	"net/textproto"

	gomail "github.com/wneessen/go-mail"
)

// unconnected says why there is no conversation. Nothing secret has been sent yet, so the cause may
// be shown, unless it is the server's own text.
func unconnected(ctx context.Context, err error) *Error {
	e := failed(ctx, Untrusted, err)
	switch {
	case e.Code != 0:
		e.Reason = Refused
	case e.cause == nil:
		e.detail = err.Error()
	}
	return e
}

// failed says why a conversation ended: the server hung up or was too slow, or else for
// a reason that the step at hand suggests.
func failed(ctx context.Context, otherwise Reason, err error) *Error {
	var answer *textproto.Error
	var network net.Error
	switch {
	case ctx.Err() != nil:
		return &Error{Reason: Unreachable, cause: ctx.Err()}
	case errors.As(err, &answer):
		return &Error{Reason: otherwise, Code: answer.Code}
	case errors.As(err, &network) && network.Timeout():
		return &Error{Reason: Unreachable, cause: context.DeadlineExceeded}
	case errors.As(err, &network), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, errEndless):
		return &Error{Reason: Unreachable}
	}
	return &Error{Reason: otherwise}
}

// unsent says why a message was not accepted.
func unsent(ctx context.Context, err error) *Error {
	var failure *gomail.SendError
	switch {
	case ctx.Err() != nil:
		return &Error{Reason: Unreachable, cause: ctx.Err()}
	case !errors.As(err, &failure) || failure.ErrorCode() == 0:
		return &Error{Reason: Unreachable}
	case failure.Reason == gomail.ErrSMTPRcptTo:
		return &Error{Reason: Recipient, Code: failure.ErrorCode()}
	}
	return &Error{Reason: Refused, Code: failure.ErrorCode()}
}
