package dispute

import (
	"context"
	"encoding/base64"

	"rastro/internal/canon"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// place is where a page of disputes ended: in which of the key's harvests, and
// after which holder. It names nothing that the key may not see.
type place struct {
	Source int             `json:"f"`
	Realm  ownership.Realm `json:"r"`
	Code   string          `json:"c"`
	Safra  string          `json:"s"`
	Author string          `json:"a"`
}

// maxLooked bounds the holders that are looked at for one page. A page that is not
// full may have a next one.
const maxLooked = 2_000

// List returns disputes by code, lots first. An administrator who is limited to
// some harvests sees those about which he may see all. next is where to go on, ""
// at the end.
func (d Desk) List(ctx context.Context, cursor string, size int) (found []Dispute, next string, err error) {
	if err := d.By.Need(trace.Admin); err != nil {
		return nil, "", err
	}
	at, err := readPlace(cursor)
	if err != nil {
		return nil, "", err
	}
	sources := d.By.Safras // a rival of what it may see is of one of its harvests
	if len(sources) == 0 {
		sources = []string{""}
	}
	err = d.Book.ViewOwnership(ctx, func(r ownership.Reader) error {
		found, next = nil, ""
		for looked := 0; at.Source < len(sources); {
			q := ownership.RivalQuery{SafraID: sources[at.Source], Limit: size}
			q.After = ownership.Holder{Code: ownership.Code{Realm: at.Realm, Text: at.Code}, SafraID: at.Safra, Author: at.Author}
			rivals, err := r.Rivals(ctx, q)
			if err != nil {
				return err
			}
			for i := range rivals {
				h := &rivals[i]
				again := h.Code == ownership.Code{Realm: at.Realm, Text: at.Code}
				at.Realm, at.Code, at.Safra, at.Author = h.Realm, h.Text, h.SafraID, h.Author
				looked++
				if again {
					continue
				}
				one, ok, err := d.about(ctx, r, h, sources[:at.Source])
				if err != nil {
					return err
				}
				if ok {
					found = append(found, one)
				}
				if len(found) == size || looked >= maxLooked {
					next = at.String()
					return nil
				}
			}
			if len(rivals) < q.Limit {
				at = place{Source: at.Source + 1}
			}
		}
		return nil
	})
	return found, next, err
}

// about returns the dispute that a rival is part of, unless an earlier source had
// it.
func (d Desk) about(ctx context.Context, r ownership.Reader, h *ownership.Holder, earlier []string) (Dispute, bool, error) {
	owners, err := r.Owners(ctx, h.Realm, []string{h.Text})
	if err != nil || len(owners) == 0 {
		return Dispute{}, false, err
	}
	one, ok, err := d.of(ctx, r, owners[0])
	for i := range one.Rivals {
		for _, source := range earlier {
			ok = ok && one.Rivals[i].SafraID != source
		}
	}
	return one, ok, err
}

func (p place) String() string {
	text, err := canon.Marshal(p)
	if err != nil {
		return "" // numbers and texts always encode
	}
	return base64.RawURLEncoding.EncodeToString(text)
}

func readPlace(cursor string) (p place, err error) {
	if cursor == "" {
		return p, nil
	}
	const longest = 4096
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || len(cursor) > longest || canon.Unmarshal(text, &p) != nil || p.Source < 0 {
		return place{}, trace.Fail(trace.CodeBadCursor)
	}
	return p, nil
}
