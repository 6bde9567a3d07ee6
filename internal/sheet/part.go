package sheet

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"
)

const (
	// maxParts bounds the directory of an XLSX before it is read: one with a
	// thousand sheets and pictures has fewer.
	maxParts = 10_000
	// maxRatio is the maximum ratio at which a large part may unpack. A sheet of shipments unpacks
	// to 13 times its size; a bomb reaches 1000.
	maxRatio = 200
	// smallPart may be unpacked from any archive: one long text in every row.
	smallPart = 64 << 20
)

// archive is the zip that an XLSX is.
type archive struct {
	parts   map[string]*zip.File // by name in lower case: writers differ
	claimed map[string]bool
	left    int64 // bytes that may yet be unpacked
	most    int64
}

// openArchive reads the directory of a zip.
func openArchive(r io.ReaderAt, size, expanded int64) (*archive, error) {
	n, err := count(r, size, []byte("PK\x01\x02"), maxParts+1)
	if err != nil {
		return nil, err
	}
	a := &archive{map[string]*zip.File{}, map[string]bool{}, expanded, expanded}
	if n > maxParts {
		return nil, a.expands()
	}
	in, err := zip.NewReader(r, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return nil, damaged(err)
	}
	for _, f := range in.File {
		a.parts[partName(f.Name)] = f
	}
	return a, nil
}

func partName(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "/"))
}

func (a *archive) expands() error { return expands(a.most) }

// open unpacks a part while it is read, and enforces its declared size.
func (a *archive) open(name string) (io.ReadCloser, error) {
	f := a.parts[partName(name)]
	if f == nil {
		return nil, damaged(errors.New("no part " + name))
	}
	const encrypted = 1
	if f.Flags&encrypted != 0 {
		return nil, &Error{Reason: Protected}
	}
	size := f.UncompressedSize64
	if size > smallPart && size/maxRatio > f.CompressedSize64 || size > uint64(a.most) {
		return nil, a.expands()
	}
	if key := partName(name); !a.claimed[key] {
		a.claimed[key] = true
		if a.left -= int64(size); a.left < 0 {
			return nil, a.expands()
		}
	}
	in, err := f.Open()
	if err != nil {
		return nil, damaged(err)
	}
	return &exact{in, int64(size)}, nil
}

var errLonger = errors.New("a part is longer than it says")

// exact reads no more than a part's declared size.
type exact struct {
	io.ReadCloser
	left int64
}

func (e *exact) Read(p []byte) (int, error) {
	n, err := e.ReadCloser.Read(p)
	if e.left -= int64(n); e.left < 0 {
		return 0, errLonger
	}
	return n, err
}

// markup walks over a part's XML.
type markup struct {
	decoder *xml.Decoder
	in      *meter
	part    io.Closer
}

func (a *archive) markup(name string) (*markup, error) {
	part, err := a.open(name)
	if err != nil {
		return nil, err
	}
	m := &markup{in: &meter{in: bufio.NewReaderSize(part, 64<<10)}, part: part}
	m.decoder = xml.NewDecoder(m.in)
	return m, nil
}

// token returns the next token, io.EOF after the last. It is good until the next call.
func (m *markup) token() (xml.Token, error) {
	m.in.since = 0
	token, err := m.decoder.RawToken()
	switch {
	case err == nil, errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return token, err
	}
	return nil, damaged(err)
}

func (m *markup) close() error { return m.part.Close() }

// maxToken bounds one token: the longest text of a cell has 32 767 characters.
const maxToken = 1 << 20

var errToken = errors.New("a token of XML has no end")

// meter stops a token that does not end.
type meter struct {
	in    *bufio.Reader
	since int
}

func (m *meter) ReadByte() (byte, error) {
	if m.since++; m.since > maxToken {
		return 0, errToken
	}
	return m.in.ReadByte()
}

func (m *meter) Read(p []byte) (int, error) { return m.in.Read(p) }

// attribute returns the value of an attribute, whatever its prefix.
func attribute(e *xml.StartElement, name string) string {
	for i := range e.Attr {
		if e.Attr[i].Name.Local == name {
			return e.Attr[i].Value
		}
	}
	return ""
}

// relation leads from one part to another.
type relation struct{ kind, target string }

// relations reads a part's relationships, by id. A part without any has no relationships file.
func (a *archive) relations(of string) (map[string]relation, error) {
	folder, file := path.Split(of)
	name := folder + "_rels/" + file + ".rels"
	all := map[string]relation{}
	if a.parts[partName(name)] == nil {
		return all, nil
	}
	m, err := a.markup(name)
	if err != nil {
		return nil, err
	}
	defer m.close()
	for len(all) <= maxParts {
		token, err := m.token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		e, ok := token.(xml.StartElement)
		if !ok || e.Name.Local != "Relationship" {
			continue
		}
		target := attribute(&e, "Target")
		if !strings.HasPrefix(target, "/") {
			target = path.Join(folder, target)
		}
		all[attribute(&e, "Id")] = relation{path.Base(attribute(&e, "Type")), strings.TrimPrefix(target, "/")}
	}
	return all, nil
}
