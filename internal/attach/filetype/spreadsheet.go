package filetype

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"

	"rastro/internal/charset"
)

// isXLSX looks into the archive. Everything in it must be part of a spreadsheet, and nothing may be
// outside its parts, where another program could find a program.
func isXLSX(file io.ReaderAt, size int64) error {
	dir, err := findDirectory(file, size)
	if err != nil {
		return err
	}
	archive, err := zip.NewReader(file, size) // which keeps the whole directory in memory
	if err != nil {
		return refuse(Unreadable)
	}
	parts := map[string]*zip.File{}
	for _, f := range archive.File {
		parts[strings.ToLower(f.Name)] = f
	}
	types := parts["[content_types].xml"]
	if types == nil || parts["xl/workbook.xml"] == nil {
		return refuse(Unknown)
	}
	if len(parts) < len(archive.File) {
		return refuse(Twofold) // programs differ in which of two parts with one name they read
	}
	if err := contentTypes(types); err != nil {
		return err
	}
	for _, f := range archive.File {
		if err := part(f); err != nil {
			return err
		}
	}
	if err := noPage(file, size, true); err != nil {
		return err
	}
	return tiled(file, dir, archive.File)
}

// forbidden are the parts that run something, or are a document of another program.
var forbidden = []struct {
	name string
	why  Reason
}{
	{"vbaproject", Macros}, {"vbadata", Macros}, {"macrosheets/", Macros}, {"dialogsheets/", Macros}, {"/activex/", Macros}, {"embeddings/", Inside},
}

// allowed matches the names of the parts of a spreadsheet.
var allowed = regexp.MustCompile(`(?i)^(` + strings.Join([]string{
	`\[content_types\]\.xml`,
	`(_rels|docprops|docmetadata|customxml|xl)(/[\w .()-]+)*/[\w ()-]*(\.[\w ()-]+)*\.(xml|rels)`,
	`docprops/thumbnail\.(jpe?g|png|emf|wmf)`,
	`xl/media/[\w .()-]+\.(png|jpe?g|gif|bmp|tiff?|emf|wmf)`,
	`xl/drawings/[\w .()-]+\.vml`,
	`xl/printersettings/[\w .()-]+\.bin`,
}, "|") + `)$`)

// programs are the first bytes of programs, archives and documents with objects.
var programs = [][]byte{[]byte("MZ"), []byte("\x7fELF"), []byte("PK"), []byte("\xca\xfe\xba\xbe"), []byte("\xcf\xfa\xed\xfe"), []byte("\xd0\xcf\x11\xe0"), []byte("#!"), []byte("%PDF")}

// part refuses a part that does not belong in a spreadsheet. It reads only the beginning of its
// content.
func part(f *zip.File) error {
	name := strings.ToLower(f.Name)
	for _, row := range forbidden {
		if strings.Contains("/"+name, row.name) {
			return refuse(row.why)
		}
	}
	if strings.HasSuffix(name, "/") && f.UncompressedSize64 == 0 && allowed.MatchString(name+"x.xml") {
		return nil // a folder
	}
	const encrypted = 1
	if !allowed.MatchString(f.Name) || strings.Contains(name, "..") || f.Comment != "" || f.Flags&encrypted != 0 {
		return refuse(Inside)
	}
	content, err := f.Open()
	if err != nil {
		return refuse(Unreadable)
	}
	defer content.Close()
	head := make([]byte, 64)
	n, err := io.ReadFull(content, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return refuse(Unreadable)
	}
	head = head[:n]
	if slices.ContainsFunc(programs, func(p []byte) bool { return bytes.HasPrefix(head, p) }) {
		return refuse(Inside)
	}
	if text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n"); !binaryPart.MatchString(name) && len(text) > 0 && text[0] != '<' && !bytes.HasPrefix(text, []byte("\xff\xfe")) && !bytes.HasPrefix(text, []byte("\xfe\xff")) {
		return refuse(Inside)
	}
	return nil
}

// partEnding matches the allowed extensions of parts.
var partEnding = regexp.MustCompile(`(?i)^(xml|rels|jpe?g|png|emf|wmf|gif|bmp|tiff?|vml|bin)$`)

// binaryPart matches the parts that are not XML.
var binaryPart = regexp.MustCompile(`^(xl/media|xl/printersettings|docprops/thumbnail)`)

// What the table of contents may say of a part, and may not.
var (
	contentPrefixes = []string{"application/xml", "application/vnd.openxmlformats-", "application/vnd.ms-excel.", "application/vnd.ms-office.", "application/vnd.wps-officedocument.", "image/", "text/xml"}
	runs            = regexp.MustCompile(`(?i)vba|macro|activex|intlmacrosheet|dialogsheet`)
	embeds          = regexp.MustCompile(`(?i)oleobject|package\.binary|svg`)
)

const (
	mainType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
	maxTypes = 1 << 20 // bytes of the table of contents: a hundred for each part
)

// contentTypes reads the table of contents, which determines the type of a part, whatever its name.
func contentTypes(f *zip.File) error {
	content, err := f.Open()
	if err != nil {
		return refuse(Unreadable)
	}
	defer content.Close()
	text, err := io.ReadAll(io.LimitReader(content, maxTypes+1))
	if err != nil {
		return refuse(Unreadable)
	}
	if len(text) > maxTypes {
		return refuse(Deep)
	}
	type row struct {
		Ending string `xml:"Extension,attr"`
		Type   string `xml:"ContentType,attr"`
	}
	var table struct {
		Defaults  []row `xml:"Default"`
		Overrides []row `xml:"Override"`
	}
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = charset.Reader
	if err := d.Decode(&table); err != nil {
		return refuse(Unreadable)
	}
	main := false
	for _, r := range slices.Concat(table.Defaults, table.Overrides) {
		if r.Ending != "" && !partEnding.MatchString(r.Ending) {
			continue // no part has it: some programs list every type they know
		}
		media := strings.ToLower(strings.TrimSpace(r.Type))
		main = main || media == mainType
		switch {
		case runs.MatchString(media):
			return refuse(Macros)
		case embeds.MatchString(media), !slices.ContainsFunc(contentPrefixes, func(p string) bool { return strings.HasPrefix(media, p) }):
			return refuse(Inside)
		}
	}
	if !main {
		return refuse(Unknown)
	}
	return nil
}

// tiled refuses an archive that has bytes before its first part, or between two.
func tiled(file io.ReaderAt, dir directory, files []*zip.File) error {
	directory := make([]byte, dir.length)
	if err := read(file, directory, dir.at); err != nil {
		return err
	}
	var starts []extent
	for _, f := range files {
		if len(directory) < directorySize || string(directory[:4]) != directoryMark {
			return refuse(Twofold)
		}
		start := int64(binary.LittleEndian.Uint32(directory[42:]))
		long := directorySize + int(binary.LittleEndian.Uint16(directory[28:])) + int(binary.LittleEndian.Uint16(directory[30:])) + int(binary.LittleEndian.Uint16(directory[32:]))
		if len(directory) < long {
			return refuse(Twofold)
		}
		directory = directory[long:]
		starts = append(starts, extent{start, f})
	}
	if len(directory) > 0 {
		return refuse(Twofold)
	}
	return adjoin(file, starts, dir.at)
}

// read reads a part of a file; beyond the end it returns zeros.
func read(file io.ReaderAt, into []byte, at int64) error {
	if _, err := file.ReadAt(into, at); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// extent is where a part begins.
type extent struct {
	start int64
	of    *zip.File
}

// adjoin refuses parts that do not follow each other up to the end.
func adjoin(file io.ReaderAt, parts []extent, end int64) error {
	slices.SortFunc(parts, func(a, b extent) int { return int(a.start - b.start) })
	next, slack := int64(0), int64(0)
	follows := func(start int64) bool { return start >= next && start <= next+slack }
	for _, p := range parts {
		head := make([]byte, localSize+len(p.of.Name))
		if err := read(file, head, p.start); err != nil {
			return err
		}
		if !follows(p.start) || string(head[:4]) != localMark || string(head[localSize:]) != p.of.Name {
			return refuse(Twofold)
		}
		next = p.start + int64(len(head)) + int64(binary.LittleEndian.Uint16(head[28:])) + int64(p.of.CompressedSize64)
		const hasDescriptor, descriptor = 8, 24 // sizes after the content
		if slack = 0; p.of.Flags&hasDescriptor != 0 {
			slack = descriptor
		}
	}
	if !follows(end) {
		return refuse(Twofold)
	}
	return nil
}
