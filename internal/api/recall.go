package api

import (
	"bytes"
	"net/http"

	"rastro/internal/trace"
	"rastro/internal/tracefile"
)

// recallFormats are the values of ?formato of a recall.
var recallFormats = []mediaFormat{{"json", mediaJSON}, {"csv", mediaCSV}, {"assinado", mediaText}}

// recall finds what is affected, records it, and answers with the report.
func recall(a *API, c *call) (reply, error) {
	media, err := c.media(recallFormats)
	if err != nil {
		return reply{}, err
	}
	q, err := trace.ReadRecall(c.body)
	if err != nil {
		return reply{}, err
	}
	found, err := a.service.Recall(c.ctx, c.key, q)
	if err != nil {
		return reply{}, err
	}
	switch media {
	case mediaText:
		return reply{status: http.StatusCreated, media: mediaText, raw: found.Signature}, nil
	case mediaCSV:
		var out bytes.Buffer
		err := tracefile.RecallCSV(&out, found)
		return reply{status: http.StatusCreated, media: mediaCSV, raw: out.Bytes()}, err
	}
	return reply{status: http.StatusCreated, data: tracefile.AppendRecall(nil, found)}, nil
}
