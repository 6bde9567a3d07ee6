package sheet

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"

	"rastro/internal/lang"
)

// book is a workbook: what its sheets share.
type book struct {
	*archive
	sheets    []string // the parts of the visible ones, in order
	names     []string // what people call them
	styles    []style
	texts     texts
	count1904 bool
	document  bool // an OpenDocument file
}

// openXLSX opens the first visible sheet with a header of the kind.
func (r *Rows) openXLSX(in io.ReaderAt, size int64) error {
	a, err := openArchive(in, size, r.limits.Expanded)
	if err != nil {
		return err
	}
	b, err := openBook(a)
	if err != nil {
		return err
	}
	var trouble error
	for _, part := range b.sheets {
		err := r.openSheet(b, part)
		if err == nil {
			return nil
		}
		failed, ok := errors.AsType[*Error](err)
		if !ok || failed.Reason != NoHeader && failed.Reason != NoKnownColumn {
			return err
		}
		if trouble == nil || failed.Reason == NoKnownColumn && trouble.(*Error).Reason == NoHeader {
			trouble = err
		}
	}
	if trouble == nil {
		return &Error{Reason: NoSheet}
	}
	return trouble
}

func (r *Rows) openSheet(b *book, part string) error {
	rows, err := b.rows(part)
	if err != nil {
		return err
	}
	s := r.limits.meter(rows)
	line, header, err := first(s)
	if err == nil {
		err = r.begin(s, line, append([]Cell(nil), header...))
	}
	if err == nil {
		var rows int
		if rows, err = b.countRows(part, r.limits.Rows+len(marks)+2); err == nil {
			r.total = rows - 1
			if r.total > r.limits.Rows+len(marks) {
				err = tooManyRows(r.limits.Rows)
			}
		}
	}
	if err != nil {
		_ = s.close()
		r.source = nil
	}
	return err
}

// openBook finds the sheets of a workbook, and reads what they share.
func openBook(a *archive) (*book, error) {
	root, err := a.relations("")
	if err != nil {
		return nil, err
	}
	main := ""
	for _, to := range root {
		if to.kind == "officeDocument" {
			main = to.target
		}
	}
	switch {
	case a.parts["mimetype"] != nil && a.parts["content.xml"] != nil:
		return nil, &Error{Reason: OpenDocument}
	case a.parts["xl/workbook.bin"] != nil:
		return nil, &Error{Reason: BinaryExcel}
	case a.parts["encryptedpackage"] != nil:
		return nil, &Error{Reason: Protected}
	case main == "" && a.parts["xl/workbook.xml"] != nil:
		main = "xl/workbook.xml"
	case main == "" || a.parts["word/document.xml"] != nil || a.parts["ppt/presentation.xml"] != nil:
		return nil, &Error{Reason: NotSpreadsheet}
	}
	b := &book{archive: a}
	to, err := a.relations(main)
	if err != nil {
		return nil, err
	}
	if err := b.readWorkbook(main, to); err != nil {
		return nil, err
	}
	for _, one := range to {
		if a.parts[partName(one.target)] == nil {
			continue
		}
		switch one.kind {
		case "styles":
			b.styles, err = a.styles(one.target)
		case "sharedStrings":
			b.texts, err = a.texts(one.target)
		}
		if err != nil {
			return nil, err
		}
	}
	return b, nil
}

// maxSheets bounds how many sheets are looked at for a header.
const maxSheets = 50

// readWorkbook lists the visible sheets, and reports from when days are counted.
func (b *book) readWorkbook(main string, to map[string]relation) error {
	return b.each(main, func(e *xml.StartElement, _ string) error {
		switch e.Name.Local {
		case "workbookPr":
			count := attribute(e, "date1904")
			b.count1904 = count == "1" || count == "true"
		case "sheet":
			if state := attribute(e, "state"); state == "hidden" || state == "veryHidden" {
				return nil
			}
			for i := range e.Attr {
				// The id of the relation and the sheet's own number differ by case and prefix.
				if e.Attr[i].Name.Local != "id" {
					continue
				}
				if one, ok := to[e.Attr[i].Value]; ok && one.kind == "worksheet" && len(b.sheets) < maxSheets {
					b.sheets = append(b.sheets, one.target)
					b.names = append(b.names, lang.Clip(attribute(e, "name"), maxShown))
				}
			}
		}
		return nil
	})
}

// each calls fn for every element of a part, with the name of the one around it.
func (a *archive) each(name string, fn func(e *xml.StartElement, around string) error) error {
	m, err := a.markup(name)
	if err != nil {
		return err
	}
	defer m.close()
	var open []string
	for {
		token, err := m.token()
		switch {
		case errors.Is(err, io.EOF):
			if len(open) > 0 {
				return damaged(errors.New(name + " ends early"))
			}
			return nil
		case err != nil:
			return err
		}
		switch e := token.(type) {
		case xml.StartElement:
			around := ""
			if len(open) > 0 {
				around = open[len(open)-1]
			}
			if len(open) > maxDepth {
				return damaged(errors.New(name + " is nested too deep"))
			}
			open = append(open, e.Name.Local)
			if err := fn(&e, around); err != nil {
				return err
			}
		case xml.EndElement:
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		}
	}
}

const (
	maxDepth  = 64
	maxStyles = 65_536 // that a workbook can have
)

// styles reads the meaning of a workbook's number formats.
func (a *archive) styles(name string) ([]style, error) {
	codes := map[string]style{}
	var all []style
	err := a.each(name, func(e *xml.StartElement, around string) error {
		switch {
		case e.Name.Local == "numFmt" && around == "numFmts" && len(codes) < maxStyles:
			codes[attribute(e, "numFmtId")] = formatStyle(lang.Clip(attribute(e, "formatCode"), 255))
		case e.Name.Local == "xf" && around == "cellXfs" && len(all) < maxStyles:
			id := attribute(e, "numFmtId")
			one, custom := codes[id]
			if !custom {
				n, _ := strconv.Atoi(id)
				one = builtIn(n)
			}
			all = append(all, one)
		}
		return nil
	})
	return all, err
}
