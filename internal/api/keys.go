package api

import (
	"net/http"

	"rastro/internal/access"
	"rastro/internal/api/params"
	"rastro/internal/trace"
)

func createKey(a *API, c *call) (reply, error) {
	now := a.service.Now()
	request, err := access.ReadRequest(c.body, now)
	if err != nil {
		return reply{}, err
	}
	once, err := params.Once(c.r, c.body, c.lang)
	if err != nil {
		return reply{}, err
	}
	if once != nil {
		_, once.Secret = a.credentials(c.r)
	}
	written, err := a.service.CreateKey(c.ctx, c.key, request, once)
	if err != nil {
		return reply{}, err
	}
	c.w.Header().Set("Cache-Control", "no-store")
	if written.Replay != nil {
		return replayed(c, written.Replay, http.StatusCreated, 0), nil
	}
	return reply{status: http.StatusCreated, data: written.Key.JSON(now), location: "/apikey/" + written.Key.AccessKey}, nil
}

func listKeys(a *API, c *call) (reply, error) {
	keys, err := a.service.Keys(c.ctx, c.key)
	if err != nil {
		return reply{}, err
	}
	now := a.service.Now()
	p := trace.Paging{Size: max(1, len(keys)), Total: true} // the interface asks for all
	return list(c.r, p, int64(len(keys)), "", 512*len(keys), func(dst []byte) []byte {
		for i := range keys {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(dst, keys[i].JSON(now)...)
		}
		return dst
	}), nil
}

func deactivateKey(a *API, c *call) (reply, error) {
	key, err := a.service.DeactivateKey(c.ctx, c.key, c.path("accessKey"))
	if err != nil {
		return reply{}, err
	}
	return reply{data: key.JSON(a.service.Now())}, nil
}
