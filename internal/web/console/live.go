package console

import (
	"errors"
	"net/http"
	"strings"

	"rastro/internal/changes"
	"rastro/internal/httpkit/live"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// livePath is where pages receive events about changes.
const livePath = "/mudancas"

// followed are the events after which a live list is reloaded.
var followed = []changes.Type{
	changes.RecordCreated, changes.RecordChanged, changes.RecordDeleted, changes.RecordErased, changes.ValidationCreated, changes.ValidationChanged,
	changes.ValidationRevoked, changes.ValidationEnded, changes.RecallCreated, changes.ImportDone,
}

// addLive tells a page where to receive changes, if its reader may read any.
func addLive(v *pagekit.Frame, key *trace.Key) {
	if !key.Has(trace.Read) {
		return
	}
	names := make([]string, len(followed))
	for i, t := range followed {
		names[i] = string(t)
	}
	v.Live, v.LiveTypes = v.Root+"console"+livePath, strings.Join(names, " ")
}

// follow notifies a page of changes from now on, until it is closed or its reader is signed out.
func (c *Console) follow(on *pagekit.Call) (pagekit.Reply, error) {
	return pagekit.Reply{Raw: func(w http.ResponseWriter) error {
		stream, err := c.service.Changes.Open(on.Ctx, on.Key, changes.Query{Start: changes.Start{Now: true}, Types: followed}, -1)
		if err != nil {
			return err
		}
		defer stream.Close()
		on.Claim.Release()
		sender, err := live.Start(w, live.Patience)
		if err != nil {
			return nil // nobody is listening
		}
		err = stream.Run(on.Ctx, func() (*trace.Key, error) {
			err := c.signedIn(on)
			return on.Key, err
		}, sender.Send)
		if err != nil && on.Ctx.Err() == nil && !errors.Is(err, live.ErrGone) {
			c.log.Warn("a page is no longer told of changes; it connects again", "err", err)
		}
		return nil
	}}, nil
}
