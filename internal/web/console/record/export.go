package record

import (
	"errors"
	"io"
	"net/http"
	"strconv"

	"rastro/internal/httpkit"
	"rastro/internal/kind"
	"rastro/internal/records"
	"rastro/internal/sheet"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// Limits on a downloaded list: as many records as an import accepts, the number searched for a
// text, and the number read at a time.
const (
	maxExported   = 100_000
	exportStep    = 200
	exportPending = 64 << 10
	// exportMemory is the memory of an XLSX writer and a page of records.
	exportMemory = 48 << 20
)

// exportFormats are the formats of a downloaded list, as named in addresses.
var exportFormats = []struct {
	name   string
	text   string
	format sheet.Format
}{
	{"csv", "CSV", sheet.CSV},
	{"xlsx", "Excel (XLSX)", sheet.XLSX},
}

// exports returns the ways to download the list that is shown, from its first page on.
func (a listAsked) exports(k *kind.Kind) []linkView {
	var all []linkView
	for _, f := range exportFormats {
		all = append(all, linkView{a.address(k, "cursor", "", "formato", f.name), f.text})
	}
	return all
}

// exportRecords streams the list in an address as a spreadsheet.
func (c *Controller) exportRecords(on *pagekit.Call, k *kind.Kind, asked listAsked, format string) (pagekit.Reply, error) {
	for _, f := range exportFormats {
		if f.name != format {
			continue
		}
		tooMany, err := c.service.MoreThan(on.Ctx, on.Key, k, asked.search.HarvestID, maxExported)
		if err == nil && tooMany && asked.search.Text == "" {
			err = trace.Fail(trace.CodeListTooLarge, "max", strconv.Itoa(maxExported))
		}
		if err == nil {
			err = on.Claim.Wait(on.Ctx, exportMemory)
		}
		if err != nil {
			return pagekit.Reply{}, err
		}
		return pagekit.Reply{Raw: func(w http.ResponseWriter) error {
			out := &fileStream{w: w, name: pagekit.KindSlug(k) + f.format.Extension(), mediaType: f.format.MediaType()}
			return out.end(on, c.writeSheet(on, out, k, asked.search, f.format))
		}}, nil
	}
	return pagekit.Reply{}, trace.BadParameter("formato", "csv, xlsx")
}

// writeSheet writes the results of a search, page by page.
func (c *Controller) writeSheet(on *pagekit.Call, to io.Writer, k *kind.Kind, search records.Search, format sheet.Format) error {
	out, err := sheet.NewSignedWriter(to, format, k, on.Lang)
	if err != nil {
		return err
	}
	err = c.eachFound(on, k, search, func(r *trace.Record) error {
		row := sheet.Record{ID: r.ID.String(), HarvestID: r.HarvestID, HarvestCode: r.HarvestCode, Payload: r.Payload, AuthorID: r.UpdatedBy, Author: on.Author(r.UpdatedBy)}
		if err := on.AuthorErr(); err != nil {
			return err
		}
		return out.Write(row)
	})
	if err != nil {
		_ = out.Close() // frees its resources; the output is discarded
		return err
	}
	return out.Close()
}

// eachFound goes through a search to its end.
func (c *Controller) eachFound(on *pagekit.Call, k *kind.Kind, search records.Search, fn func(*trace.Record) error) error {
	page := trace.Paging{Size: exportStep}
	for written, looked := 0, 0; ; {
		found, err := c.service.Search(on.Ctx, on.Key, k, search, page)
		if trace.Is(err, trace.CodePageTooLarge) && page.Size > 1 {
			page.Size = max(1, page.Size/10)
			continue
		}
		if err != nil {
			return err
		}
		pagekit.KnowAuthors(on, found.Records, func(r *trace.Record) string { return r.UpdatedBy })
		for i := range found.Records {
			if err := fn(&found.Records[i]); err != nil {
				return err
			}
		}
		written, looked = written+len(found.Records), looked+found.Looked
		if page.Cursor = found.Next; page.Cursor == "" {
			return nil
		}
		if written >= maxExported || looked >= maxExported {
			return trace.Fail(trace.CodeListTooLarge, "max", strconv.Itoa(maxExported))
		}
	}
}

// fileStream sends a file while it is made. The headers go out with the first bytes, so that an
// earlier failure can be shown as a page.
type fileStream struct {
	w               http.ResponseWriter
	name, mediaType string
	pending         []byte
	begun           bool
}

// Write implements io.Writer.
func (f *fileStream) Write(p []byte) (int, error) {
	f.pending = append(f.pending, p...)
	if len(f.pending) < exportPending {
		return len(p), nil
	}
	return len(p), f.flush()
}

func (f *fileStream) flush() error {
	if !f.begun {
		f.begun = true
		f.w.Header().Set("Content-Type", f.mediaType)
		f.w.Header().Set("Content-Disposition", `attachment; filename="`+f.name+`"`)
	}
	_, err := f.w.Write(f.pending)
	f.pending = f.pending[:0]
	return err
}

// end sends the rest. If the file could not be made, it explains why or, after part of the file was
// sent, closes the connection, so that nobody mistakes the part for the whole.
func (f *fileStream) end(on *pagekit.Call, err error) error {
	switch {
	case err == nil:
		_ = f.flush() // a caller who hung up needs no answer
		return nil
	case f.begun:
		httpkit.Log(on.Log, on.Writer, on.Request, "console: a download", err)
		panic(http.ErrAbortHandler)
	}
	if wrong, ok := errors.AsType[*sheet.Error](err); ok {
		return &pagekit.Refusal{Status: http.StatusUnprocessableEntity, Message: wrong.Message(on.Lang)}
	}
	return err
}
