package review

import (
	"context"
	"slices"

	"rastro/internal/attachment"
	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/facts"
	"rastro/internal/finding"
	"rastro/internal/personal"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// Limits on the search for a harvest's files in other harvests. What exceeds them is not searched:
// that a file is attached twice is only a hint.
const (
	maxOtherFiles  = 1_000 // of the harvest, in the order of its records
	fileQuery      = 250   // files per query
	maxFilePlaces  = 2_000 // places of such a batch, including those in the harvest itself
	maxFileRecords = 200   // of others, that are read
)

// fileReader finds where files are attached. Like attach.Readers it is not part of trace.Reader,
// since little else uses it: the engine's snapshots and transactions have it.
type fileReader interface {
	AttachedAmong(ctx context.Context, sums []string, within reach.Set, limit int) ([]attachment.Place, error)
}

// filesOf returns the files that the records of a book list, each once.
func filesOf(book *facts.Book) []string {
	seen := map[string]bool{}
	var sums []string
	for i := range book.Files {
		if sum := book.Files[i].Sum; !seen[sum] && len(sums) < maxOtherFiles {
			seen[sum] = true
			sums = append(sums, sum)
		}
	}
	return sums
}

// otherFiles returns the records of other harvests that list a file of a harvest, if the key may
// read both the record and the file; a nil key reads no other harvest. Only a record's current
// version counts: the table of places also contains those of earlier versions.
func otherFiles(ctx context.Context, r Reader, by *trace.Key, harvestID string, o *Questions) (found []harvest.OtherFile, err error) {
	if by == nil || len(o.files) == 0 {
		return nil, nil
	}
	read := map[trace.ID]*trace.Record{}
	for sums := range slices.Chunk(o.files, fileQuery) {
		places, err := r.(fileReader).AttachedAmong(ctx, sums, by.Reach(), maxFilePlaces)
		if err != nil {
			return nil, err
		}
		for _, p := range places {
			if p.HarvestID == harvestID || !by.Reaches(p.HarvestID) || p.Personal && personal.Hidden(by) {
				continue
			}
			record, known := read[p.ID]
			if !known {
				if len(read) == maxFileRecords {
					return found, nil
				}
				record, err = r.Record(ctx, p.ID)
				if err != nil && !trace.Is(err, trace.CodeRecordNotFound) && !trace.Is(err, trace.CodeErased) {
					return nil, err
				}
				read[p.ID] = record
			}
			if record == nil || record.HarvestID != p.HarvestID || attachment.Find(personal.Files(by, attachment.List(record.Seal)), p.Sum) == nil {
				continue
			}
			other := harvest.OtherFile{Sum: p.Sum, Record: finding.Ref{Prefix: record.Kind.Prefix, ID: record.ID.String(), Field: attachment.Member}, Harvest: p.HarvestID}
			if n := len(found); n == 0 || found[n-1] != other { // it was removed and attached again
				found = append(found, other)
			}
		}
	}
	return found, nil
}
