package dispute

import (
	"context"
	"slices"

	"rastro/internal/canon"
	"rastro/internal/ownerbook"
	"rastro/internal/ownership"
	"rastro/internal/trace"
)

// place is where a page of disputes ended: in which of the key's harvests, and after which holder.
type place struct {
	Source  int             `json:"f"`
	Realm   ownership.Realm `json:"r"`
	Code    string          `json:"c"`
	Harvest string          `json:"s"`
	Author  string          `json:"a"`
	// Done: the code was listed, or need not be, so its other holders are skipped.
	Done bool `json:"d"`
}

func (p *place) code() ownership.Code { return ownership.Code{Realm: p.Realm, Text: p.Code} }

// listName is the list that its cursors are sealed for.
const listName = "disputas"

// maxLooked bounds the holders that are looked at for one page. A page that is not
// full may have a next one.
const maxLooked = 2_000

// List returns disputes by code, lots first. An administrator who is limited to some harvests sees
// only disputes of which it may see all parties. next is where to continue, "" at the end.
func (d Desk) List(ctx context.Context, cursor string, size int) (found []Dispute, next string, err error) {
	if err := d.By.Need(trace.Admin); err != nil {
		return nil, "", err
	}
	start, err := d.readPlace(ctx, cursor)
	if err != nil {
		return nil, "", err
	}
	var end *place
	err = d.Book.ViewOwnership(ctx, func(r ownership.Reader) (err error) {
		found, end, err = d.page(ctx, r, start, size)
		return err
	})
	if err == nil {
		err = d.tellDecisions(ctx, found)
	}
	if err != nil || end == nil {
		return found, "", err
	}
	text, err := canon.Marshal(*end)
	if err == nil {
		next, err = d.Book.SealText(ctx, d.By, listName, text)
	}
	return found, next, err
}

// tellDecisions looks up who decided disputes, and why.
func (d Desk) tellDecisions(ctx context.Context, found []Dispute) error {
	var settled []ownership.Code
	for i := range found {
		if found[i].Owner.Settled != 0 {
			settled = append(settled, found[i].Owner.Code)
		}
	}
	decided, err := d.Book.Decisions(ctx, d.By, settled)
	for i := range found {
		found[i].Decision = decided[found[i].Owner.Code]
	}
	return err
}

// page reads disputes starting at a place. end is where it stopped, nil at the end.
func (d Desk) page(ctx context.Context, r ownership.Reader, at place, size int) (found []Dispute, end *place, err error) {
	sources := d.By.Harvests // every rival that it may see is in one of its harvests
	if len(sources) == 0 {
		sources = []string{""}
	}
	var about subject
	for looked := 0; at.Source < len(sources); {
		q := ownership.RivalQuery{Limit: size, Organization: d.By.Reach().Organization}
		if name := sources[at.Source]; name != "" {
			q.HarvestIDs = []string{name}
		}
		q.After = ownership.Holder{Code: at.code(), HarvestID: at.Harvest, Author: at.Author}
		rivals, err := r.Rivals(ctx, q)
		if err != nil {
			return nil, nil, err
		}
		for i := range rivals {
			h := &rivals[i]
			at = place{at.Source, h.Realm, h.Text, h.HarvestID, h.Author, at.Done && at.code() == h.Code}
			if !at.Done {
				one, ok, done, err := d.look(ctx, r, &about, h, sources[:at.Source])
				if err != nil {
					return nil, nil, err
				}
				if at.Done = done; ok {
					found = append(found, one)
				}
			}
			if looked++; len(found) == size || looked >= maxLooked {
				return found, &at, nil
			}
		}
		if len(rivals) < q.Limit {
			at = place{Source: at.Source + 1}
		}
	}
	return found, nil, nil
}

// subject is the code whose holders are being looked at.
type subject struct {
	code  ownership.Code
	owner ownership.Owner
	owned bool
}

// look returns the dispute of a rival, unless an earlier source had it. done means that no other
// holder of the code adds anything.
func (d Desk) look(ctx context.Context, r ownership.Reader, s *subject, h *ownership.Holder, earlier []string) (one Dispute, ok, done bool, err error) {
	if s.code != h.Code {
		*s = subject{code: h.Code}
		if s.owner, s.owned, err = ownerbook.OwnerOf(ctx, r, h.Code); err != nil {
			return one, false, false, err
		}
	}
	if !s.owned {
		return one, false, true, nil
	}
	if d.Book.SharesParty(h) {
		return one, false, false, nil
	}
	one, ok, err = d.of(ctx, r, s.owner, h)
	ok = ok && !slices.ContainsFunc(one.Rivals, func(h ownership.Holder) bool { return slices.Contains(earlier, h.HarvestID) })
	one.cut()
	return one, ok, true, err
}

func (d Desk) readPlace(ctx context.Context, cursor string) (p place, err error) {
	if cursor == "" {
		return p, nil
	}
	text, err := d.Book.OpenText(ctx, d.By, listName, cursor)
	if err != nil {
		return p, err
	}
	if canon.Unmarshal(text, &p) != nil {
		return place{}, trace.Fail(trace.CodeBadCursor)
	}
	return p, nil
}
