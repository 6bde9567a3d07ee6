package api

import (
	"net/http"
	"strings"

	"rastro/internal/api/params"
	"rastro/internal/canon"
	"rastro/internal/lang"
	"rastro/internal/profiles"
	"rastro/internal/trace"
)

// profileCreated is the message for the first profile of a harvest.
var profileCreated = lang.Text{PT: "Perfil da safra criado.", EN: "Profile of the harvest created.", ES: "Perfil de la cosecha creado."}

func putProfile(a *API, c *call) (reply, error) {
	if err := c.key.NeedTrial(c.route.Kind, harvestOf(c)); err != nil { // before anything about the body is revealed
		return reply{}, err
	}
	env, err := profiles.ReadEnvelope(harvestOf(c), c.body)
	if err != nil {
		return reply{}, err
	}
	match, err := params.IfMatch(c.r)
	if err != nil {
		return reply{}, err
	}
	once, err := params.Once(c.r, c.body, c.lang)
	if err != nil {
		return reply{}, err
	}
	put, err := a.service.PutProfile(c.ctx, c.key, env, match, once)
	if err != nil {
		return reply{}, err
	}
	if put.Replay != nil {
		answer := replayed(c, put.Replay, http.StatusOK, 0)
		if version, _ := trace.PayloadText(put.Replay.Data, "versao"); version == "1" {
			answer.status, answer.message = http.StatusCreated, profileCreated
		}
		answer.location = "" // it names the record, and the path names the harvest
		return answer, nil
	}
	answer := recordReply(&put.Record)
	if put.Created {
		answer.status, answer.message = http.StatusCreated, profileCreated
	}
	return answer, nil
}

// getProfile answers with the profile and the derived values. The derived ones change without a new
// version, so a caller's copy may be stale under the same ETag.
func getProfile(a *API, c *call) (reply, error) {
	c.r.Header.Del("If-None-Match")
	found, err := a.service.Profile(c.ctx, c.key, harvestOf(c))
	if err != nil {
		return reply{}, err
	}
	var data []byte
	var version int64
	if r := found.Record; r != nil {
		version = r.Version
		data = r.AppendJSON(data, c.lang)
		data = data[:len(data)-1]
	} else {
		data = append(data, `{"safraId":`...)
		data = canon.AppendString(data, harvestOf(c))
		data = append(data, `,"dados":{},"versao":0`...)
	}
	data = append(data, `,"derivados":`...)
	data = profiles.AppendDerived(data, found.Derived)
	return reply{data: append(data, '}'), version: version}, nil
}

// ofProfile makes a handler of records one of profiles: the path has the name of the harvest,
// where that of a record has an id.
func ofProfile(handle func(*API, *call) (reply, error)) func(*API, *call) (reply, error) {
	return func(a *API, c *call) (reply, error) {
		if scope := c.route.Scopes[0]; scope != trace.Read { // before revealing whether there is one
			if err := c.key.NeedChange(scope, c.route.Kind); err != nil {
				return reply{}, err
			}
		}
		id, err := a.service.ProfileID(c.ctx, c.key, harvestOf(c))
		if err != nil {
			return reply{}, err
		}
		of := *c
		of.recordID = id
		return handle(a, &of)
	}
}

// harvestOf returns the harvest that the path names, as names are stored.
func harvestOf(c *call) string { return strings.TrimSpace(c.path("id")) }
