package eudr

import (
	"bufio"
	"crypto/sha256"
	"io"

	"rastro/internal/canon"
	"rastro/internal/eudr/dossierzip"
	"rastro/internal/eudr/plotfile"
	"rastro/internal/filings"
	"rastro/internal/lang"
	"rastro/internal/ledger"
	"rastro/internal/lineage"
	"rastro/internal/trace"
)

// Dossier is what a buyer receives about a lot. Large parts are loaded only when they are written,
// so that little is in memory at a time.
type Dossier struct {
	Report   *Report
	Origin   *lineage.Origin
	Article9 []Information
	Harvests []Reviewed
	Evidence []trace.RecordRef // records of the harvests that prove what article 9 requires
	Balance  []byte            // JSON; nil for none
	identity *identity         // who validated; nil for nobody
	filed    []filings.Filing  // with the EU, for the lot or for what went into it
	gathered *gathered         // the plots on the pages; nil: there are no pages
	balance  *lineage.Balance
	recalled bool

	Checkpoint []byte
	Verifier   string
	// Part gives one part of the GeoJSON, Proofs calls fn with the proof of each
	// record, in order.
	Part   func(n int) ([]byte, error)
	Proofs func(refs []trace.RecordRef, fn func(*trace.RecordRef, ledger.Proof) error) error
	// Seals calls fn with the seal of each record.
	Seals func(refs []trace.RecordRef, fn func(seal []byte) error) error
	// Personal: including attached files that may hold personal data.
	Personal bool
	// Open opens a file that is attached to one of the records.
	Open func(sum string) (io.ReadSeekCloser, error)
}

// entry is a record in a dossier.
type entry struct {
	trace.RecordRef
	role dossierzip.Role
}

// Refs returns the records of the dossier, each once: the profiles, those that have the plots, in
// the order in which they make the file, then the way of the lots, then the rest.
func (d *Dossier) Refs() []trace.RecordRef {
	entries := d.entries()
	refs := make([]trace.RecordRef, len(entries))
	for i := range entries {
		refs[i] = entries[i].RecordRef
	}
	return refs
}

func (d *Dossier) entries() []entry {
	type version struct {
		id      trace.ID
		version int64
	}
	seen := map[version]bool{}
	var all []entry
	add := func(role dossierzip.Role, ref trace.RecordRef) {
		if v := (version{ref.ID, ref.Version}); !seen[v] && ref.Kind != nil {
			seen[v] = true
			all = append(all, entry{ref, role})
		}
	}
	for _, ref := range d.Report.Profiles {
		add(dossierzip.RoleProfile, ref)
	}
	for _, ref := range d.Report.Records {
		add(dossierzip.RolePlot, ref)
	}
	for _, ref := range d.Origin.Proofs {
		add(dossierzip.RoleWay, ref)
	}
	for i := range d.Origin.Lots {
		for j := range d.Origin.Lots[i].Facts {
			add(dossierzip.RoleFact, lineage.RowRef(&d.Origin.Lots[i].Facts[j]))
		}
	}
	for _, ref := range d.Evidence {
		add(dossierzip.RoleEvidence, ref)
	}
	return all
}

// Write writes the dossier as a zip archive: what people read, the attached files, then what
// programs read. The same lot at the same state of the log gives the same bytes.
func (d *Dossier) Write(w io.Writer) error {
	z := dossierzip.NewArchive(w, d.Report.Lot)
	entries := d.entries()
	attached := dossierzip.Attachments{Personal: d.Personal}
	refs := d.Refs()
	z.Fail(d.Seals(refs, attached.AddSealed)) // what people read names the files
	d.writePages(z, &attached)
	attached.Write(z, dossierzip.MaxFileBytes, d.Open)
	z.Text(dossierzip.ReadmeFile, []byte(dossierzip.Readme(d.Report.Lot)))
	for _, part := range d.Report.Parts {
		writePart(z, part, d.Part)
	}
	z.File(dossierzip.TraceFile, func(w *bufio.Writer) error { return d.writeTrace(w, entries) })
	z.Text(dossierzip.CheckFile, append(d.Report.AppendJSON(nil, lang.PT, d.Article9, d.Harvests), '\n'))
	z.File(dossierzip.FindingsFile, d.writeFindings)
	if d.Balance != nil {
		z.Text(dossierzip.BalanceFile, append(d.Balance, '\n'))
	}
	d.identity.write(z)
	if len(d.filed) > 0 {
		z.Text(dossierzip.FiledFile, append(AppendFiled(nil, d.filed), '\n'))
	}
	z.Text(dossierzip.CheckpointFile, d.Checkpoint)
	z.Text(dossierzip.KeyFile, []byte(d.Verifier+"\n"))
	if z.Err() == nil {
		z.Fail(d.Proofs(refs, func(ref *trace.RecordRef, proof ledger.Proof) error {
			if !d.Personal {
				proof.Revealed = nil
			}
			text, err := canon.Marshal(proof)
			if err != nil {
				return err
			}
			z.Text(dossierzip.RecordFile(ref.Kind.Prefix, ref.ID.String(), ref.Version), append(text, '\n'))
			return z.Err()
		}))
	}
	return z.End()
}

// writePart writes a part, which must be the one that was planned.
func writePart(z *dossierzip.Archive, planned plotfile.Part, give func(int) ([]byte, error)) {
	if z.Err() != nil {
		return
	}
	text, err := give(planned.Number)
	if err == nil && sha256.Sum256(text) != planned.SHA256 {
		err = errChanged
	}
	if err != nil {
		z.Fail(err)
		return
	}
	z.Text(dossierzip.PartFile(planned.Number), text)
}
