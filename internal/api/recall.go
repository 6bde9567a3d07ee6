package api

import (
	"bytes"
	"net/http"

	"rastro/internal/api/params"
	"rastro/internal/lineage/recall"
	"rastro/internal/tracefile"
)

// recallFormats are the values of ?formato of a recall.
var recallFormats = []params.Format{{Name: "json", Media: mediaJSON}, {Name: "csv", Media: mediaCSV}, {Name: "assinado", Media: mediaText}}

// makeRecall finds what is affected, records it, and answers with the report.
func makeRecall(a *API, c *call) (reply, error) {
	media, err := c.media(recallFormats)
	if err != nil {
		return reply{}, err
	}
	q, err := recall.ReadRequest(c.body)
	if err != nil {
		return reply{}, err
	}
	if q.Once, err = params.Once(c.r, c.body, c.lang); err != nil {
		return reply{}, err
	}
	found, err := a.service.Recall(c.ctx, c.key, q)
	if err != nil {
		return reply{}, err
	}
	if found.Replayed {
		markReplayed(c)
	}
	return recallReply(media, http.StatusCreated, found)
}

// recalled answers with the report of a recall that was made.
func recalled(a *API, c *call) (reply, error) {
	media, err := c.media(recallFormats)
	if err != nil {
		return reply{}, err
	}
	found, err := a.service.RecallOf(c.ctx, c.key, c.path("id"))
	if err != nil {
		return reply{}, err
	}
	return recallReply(media, http.StatusOK, found)
}

func recallReply(media string, status int, found *recall.Signed) (reply, error) {
	switch media {
	case mediaText:
		return reply{status: status, media: mediaText, raw: found.Signature}, nil
	case mediaCSV:
		var out bytes.Buffer
		err := tracefile.RecallCSV(&out, found)
		return reply{status: status, media: mediaCSV, raw: out.Bytes()}, err
	}
	report, rest := tracefile.Recall(found)
	return reply{status: status, data: report, rest: rest}, nil
}
