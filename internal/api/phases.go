package api

import (
	"context"
	"net/http"
	"slices"

	"rastro/internal/api/params"
	"rastro/internal/catalogue"
	"rastro/internal/trace"
)

func createPhase(a *API, c *call) (reply, error) {
	request, err := catalogue.ReadRequest(c.body)
	if err != nil {
		return reply{}, err
	}
	return a.createPhases(c, []catalogue.Request{request}, func(made []trace.CropPhase) []byte { return made[0].JSON() })
}

func createPhases(a *API, c *call) (reply, error) {
	requests, err := catalogue.ReadRequests(c.body)
	if err != nil {
		return reply{}, err
	}
	answer, err := a.createPhases(c, requests, func(made []trace.CropPhase) []byte {
		return list(c.r, trace.Paging{Size: len(made), Total: true}, int64(len(made)), "", 512*len(made), appendPhases(made)).data
	})
	answer.location, answer.version = "", 0 // a list has no single location or version
	return answer, err
}

func (a *API) createPhases(c *call, requests []catalogue.Request, encode func([]trace.CropPhase) []byte) (reply, error) {
	once, err := params.Once(c.r, c.body, c.lang)
	if err != nil {
		return reply{}, err
	}
	written, err := a.service.CreatePhases(c.ctx, c.key, requests, once, encode)
	if err != nil {
		return reply{}, err
	}
	if written.Replay != nil {
		return replayed(c, written.Replay, http.StatusCreated, 1), nil
	}
	return reply{status: http.StatusCreated, data: encode(written.Phases), location: catalogue.PhaseLocation(written.Phases), version: 1}, nil
}

func appendPhases(phases []trace.CropPhase) func(dst []byte) []byte {
	return func(dst []byte) []byte {
		for i := range phases {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, phases[i].JSON()...)
		}
		return dst
	}
}

// listPhases serves the whole catalogue and its three narrower lists.
func listPhases(a *API, c *call) (reply, error) {
	filter := catalogue.Filter{Stage: c.path("etapa"), Name: c.path("nome")}
	if c.r.PathValue("cultura") != "" {
		crop, err := catalogue.ParseCrop(c.path("cultura"))
		if err != nil {
			return reply{}, err
		}
		filter.Crop = crop
	}
	query := c.r.URL.Query()
	order, err := params.PhaseOrder(query["sort"])
	if err != nil {
		return reply{}, err
	}
	p, err := params.Paging(query)
	if err != nil {
		return reply{}, err
	}
	phases, err := a.service.Phases(c.ctx, c.key, filter, order)
	if err != nil {
		return reply{}, err
	}
	if c.unmatchable("etapa") || c.unmatchable("nome") {
		phases = nil // an empty filter would pick them all
	}
	page, next, err := a.phasePage(c.ctx, phases, p)
	if err != nil {
		return reply{}, err
	}
	return list(c.r, p, int64(len(phases)), next, 512*len(page), appendPhases(page)), nil
}

// phasePage cuts a page out of the catalogue. Its cursor is the id of the last
// entry shown, sealed.
func (a *API) phasePage(ctx context.Context, phases []trace.CropPhase, p trace.Paging) (page []trace.CropPhase, next string, err error) {
	from := int64(len(phases))
	if p.Number <= int64(len(phases)) { // before multiplying: no overflow
		from = min(from, p.Number*int64(p.Size))
	}
	if p.Cursor != "" {
		last, err := a.service.OpenCursor(ctx, phaseScope, p.Cursor)
		if err != nil {
			return nil, "", err
		}
		i := slices.IndexFunc(phases, func(ph trace.CropPhase) bool { return ph.ID == last })
		if i < 0 {
			return nil, "", trace.Fail(trace.CodeBadCursor)
		}
		from = int64(i) + 1
	}
	page = phases[from:min(from+int64(p.Size), int64(len(phases)))]
	if from+int64(len(page)) < int64(len(phases)) {
		next, err = a.service.SealCursor(ctx, phaseScope, page[len(page)-1].ID)
	}
	return page, next, err
}

// phaseScope is the list that a cursor of the catalogue belongs to.
const phaseScope = "fases"

func updatePhase(a *API, c *call) (reply, error) {
	request, err := catalogue.ReadRequest(c.body)
	if err != nil {
		return reply{}, err
	}
	match, err := params.IfMatch(c.r)
	if err != nil {
		return reply{}, err
	}
	p, err := a.service.UpdatePhase(c.ctx, c.key, request, match)
	if err != nil {
		return reply{}, err
	}
	return reply{data: p.JSON(), version: p.Version}, nil
}

func deletePhase(a *API, c *call) (reply, error) {
	match, err := params.IfMatch(c.r)
	if err != nil {
		return reply{}, err
	}
	p, err := a.service.DeletePhase(c.ctx, c.key, c.path("id"), match)
	if err != nil {
		return reply{}, err
	}
	return reply{data: p.JSON()}, nil
}
