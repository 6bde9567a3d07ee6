package eudr

import (
	"archive/zip"
	"bufio"
	"cmp"
	"crypto/sha256"
	"hash"
	"io"
	"strconv"
	"time"

	"rastro/internal/canon"
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

// MaxDossierRecords bounds the records of a dossier.
const MaxDossierRecords = lineage.MaxOriginFacts

// Role is the reason why a record is in a dossier.
type Role string

// The roles.
const (
	RoleProfile  Role = "perfil" // of a harvest: what its plots do not state themselves
	RolePlot     Role = "talhao"
	RoleWay      Role = "caminho"
	RoleFact     Role = "fato"
	RoleEvidence Role = "evidencia"
)

// entry is a record in a dossier.
type entry struct {
	trace.RecordRef
	role Role
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
	add := func(role Role, ref trace.RecordRef) {
		if v := (version{ref.ID, ref.Version}); !seen[v] && ref.Kind != nil {
			seen[v] = true
			all = append(all, entry{ref, role})
		}
	}
	for _, ref := range d.Report.Profiles {
		add(RoleProfile, ref)
	}
	for _, ref := range d.Report.Records {
		add(RolePlot, ref)
	}
	for _, ref := range d.Origin.Proofs {
		add(RoleWay, ref)
	}
	for i := range d.Origin.Lots {
		for j := range d.Origin.Lots[i].Facts {
			add(RoleFact, lineage.RowRef(&d.Origin.Lots[i].Facts[j]))
		}
	}
	for _, ref := range d.Evidence {
		add(RoleEvidence, ref)
	}
	return all
}

// Write writes the dossier as a zip archive: what people read, the attached files, then what programs
// read. The same lot at the same state of
// the log is the same bytes.
func (d *Dossier) Write(w io.Writer) error {
	z := &archive{zip: zip.NewWriter(w), manifest: manifest{Form: dossierForm, Lot: d.Report.Lot}, hash: sha256.New()}
	entries := d.entries()
	attached := attachedFiles{personal: d.Personal}
	refs := d.Refs()
	z.err = d.Seals(refs, attached.addSealed) // what people read names the files
	d.writePages(z, &attached)
	attached.write(z, MaxDossierFileBytes, d.Open)
	z.text(readmeFile, []byte(readme(d.Report.Lot)))
	for _, part := range d.Report.Parts {
		z.part(part, d.Part)
	}
	z.file(traceFile, func(w *bufio.Writer) error { return d.writeTrace(w, entries) })
	z.text(checkFile, append(d.Report.AppendJSON(nil, lang.PT, d.Article9, d.Harvests), '\n'))
	z.file(findingsFile, d.writeFindings)
	if d.Balance != nil {
		z.text(balanceFile, append(d.Balance, '\n'))
	}
	d.identity.write(z)
	if len(d.filed) > 0 {
		z.text(filedFile, append(AppendFiled(nil, d.filed), '\n'))
	}
	z.text(checkpointFile, d.Checkpoint)
	z.text(keyFile, []byte(d.Verifier+"\n"))
	if z.err == nil {
		z.err = d.Proofs(refs, func(ref *trace.RecordRef, proof ledger.Proof) error {
			if !d.Personal {
				proof.Revealed = nil
			}
			text, err := canon.Marshal(proof)
			if err != nil {
				return err
			}
			z.text(recordFile(ref.Kind.Prefix, ref.ID.String(), ref.Version), append(text, '\n'))
			return z.err
		})
	}
	return z.end()
}

func recordFile(prefix, id string, version int64) string {
	return recordsDir + prefix[1:] + "/" + id + "-v" + strconv.FormatInt(version, 10) + ".json"
}

func partFile(number int) string { return geojsonDir + "parte-" + strconv.Itoa(number) + ".geojson" }

// archive is a zip archive that keeps its own manifest. The first error stays.
type archive struct {
	zip      *zip.Writer
	manifest manifest
	hash     hash.Hash
	err      error
}

// stamp is when every file was changed: a different time for each would make two dossiers
// of one state differ.
var stamp = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// fail notes an error, unless there is one already.
func (z *archive) fail(err error) { z.err = cmp.Or(z.err, err) }

func (z *archive) file(name string, write func(*bufio.Writer) error) {
	z.packed(name, zip.Deflate, write)
}

func (z *archive) packed(name string, method uint16, write func(*bufio.Writer) error) {
	if z.err != nil {
		return
	}
	var out io.Writer
	if out, z.err = z.zip.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: stamp}); z.err != nil {
		return
	}
	z.hash.Reset()
	count := &counter{}
	buffer := bufio.NewWriter(io.MultiWriter(out, z.hash, count))
	if z.err = write(buffer); z.err == nil {
		z.err = buffer.Flush()
	}
	if name != manifestFile {
		z.manifest.add(name, count.n, z.hash.Sum(nil))
	}
}

type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

func (z *archive) text(name string, text []byte) {
	z.file(name, func(w *bufio.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// part writes a part, which must be the one that was planned.
func (z *archive) part(planned Part, give func(int) ([]byte, error)) {
	if z.err != nil {
		return
	}
	var text []byte
	if text, z.err = give(planned.Number); z.err != nil {
		return
	}
	if sha256.Sum256(text) != planned.SHA256 {
		z.err = errChanged
		return
	}
	z.text(partFile(planned.Number), text)
}

func (z *archive) end() error {
	if z.err != nil {
		return z.err
	}
	text, err := z.manifest.encode()
	if err != nil {
		return err
	}
	z.text(manifestFile, text)
	if z.err != nil {
		return z.err
	}
	return z.zip.Close()
}
