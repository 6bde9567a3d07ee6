package intake

import (
	"bufio"
	"encoding/csv"
	"io"
	"os"
	"strconv"
	"strings"

	"rastro/internal/admit"
	"rastro/internal/finding"
	"rastro/internal/intake"
	"rastro/internal/lang"
	"rastro/internal/sheet"
	"rastro/internal/trace"
)

// Limits on what is reported about a file.
const (
	findingsShown = 200      // of each sort, on the page
	findingsBytes = 32 << 20 // of all, in the file to download
)

// linesShown is how many lines are listed for a remark on many rows.
const linesShown = 8

// importFinding is a mistake in a row, or something in it that deserves attention.
type importFinding struct {
	Line    int64
	lines   []int64 // the first that have the same
	n       int64   // all that have
	Field   string
	Level   string // the class of its colour: erro, alerta, info
	Refused bool
	text    lang.Text
	args    lang.Args
}

// findings collects the results of reading a file: the first of each sort for the page, and all of
// them in a file, in the sender's language.
type findings struct {
	lang     lang.Lang
	labels   labels
	fixes    map[string]bool // what can be fixed on the page of columns
	refused  []importFinding
	remarks  []importFinding
	nRefused int64          // problems of refused rows
	groups   map[string]int // index of a remark in remarks
	more     bool           // there are other remarks
	remarked int64          // rows with remarks that are not refused
	cut      bool           // the file to download is not whole
	loads    []repeatedLoad // the first
	twice    []repeatedRow  // the first

	notices map[int64][]trace.Problem // of rows that were read and not reported yet
	file    *os.File
	buffer  *bufio.Writer
	table   *csv.Writer
	written int64
}

func newFindings(l lang.Lang) *findings {
	return &findings{lang: l, notices: map[int64][]trace.Problem{}, groups: map[string]int{}, fixes: map[string]bool{}}
}

func (f *findings) note(line int64, notices []trace.Problem) {
	if len(notices) > 0 {
		f.notices[line] = notices
	}
}

// take processes the result of a row.
func (f *findings) take(r *intake.Result) error {
	notices := f.notices[r.Line]
	delete(f.notices, r.Line)
	if r.Outcome == intake.RowRefused {
		for _, p := range intake.RowProblems("", r.Err) {
			f.fixes[fixOf(p.Field, p.Rule)] = true
			if err := f.add(importFinding{Line: r.Line, Field: p.Field, Level: "erro", Refused: true, text: p.Message, args: p.Args}); err != nil {
				return err
			}
		}
		return nil
	}
	if r.Load {
		if len(f.loads) < loadsShown {
			f.loads = append(f.loads, repeatedLoad{r.Line, r.ID, r.MaybeSameLoad})
		}
		text := importJobTexts["sameload"]
		if r.MaybeSameLoad {
			text = importJobTexts["perhapsload"]
		}
		return f.append(&importFinding{Line: r.Line, Level: string(finding.Info), text: text, args: lang.Args{"id": r.ID.String()}})
	}
	if r.Twice != 0 {
		if len(f.twice) < loadsShown {
			f.twice = append(f.twice, repeatedRow{r.Line, r.Twice})
		}
		return f.append(&importFinding{Line: r.Line, Level: string(finding.Info), text: importJobTexts["twicerow"], args: lang.Args{"linha": strconv.FormatInt(r.Twice, 10)}})
	}
	if r.Record == nil { // it was there before
		return nil
	}
	remarks := r.Record.Remarks()
	if len(remarks)+len(notices) > 0 {
		f.remarked++
	}
	for _, p := range notices {
		if err := f.add(importFinding{Line: r.Line, Field: p.Field, Level: string(finding.Info), text: p.Message, args: p.Args}); err != nil {
			return err
		}
	}
	for _, remark := range remarks {
		if err := f.add(importFinding{Line: r.Line, Field: remark.Field, Level: string(remark.Rule.Severity), text: remark.Text()}); err != nil {
			return err
		}
	}
	return nil
}

// add keeps a finding. A problem is shown for each row, a remark once for all rows with the same:
// often hundreds.
func (f *findings) add(one importFinding) error {
	if one.Refused {
		if f.nRefused++; len(f.refused) < findingsShown {
			f.refused = append(f.refused, one)
		}
		return f.append(&one)
	}
	field, _, _ := strings.Cut(one.Field, " (") // whatever the cell
	same := field + "\x00" + one.Level + "\x00" + one.text.Fill(lang.PT, one.args)
	at, known := f.groups[same]
	switch {
	case !known && len(f.remarks) == findingsShown:
		f.more = true
		return f.append(&one)
	case !known:
		at = len(f.remarks)
		f.groups[same] = at
		f.remarks = append(f.remarks, one)
		f.remarks[at].Field = field
	}
	group := &f.remarks[at]
	if group.n++; len(group.lines) < linesShown {
		group.lines = append(group.lines, one.Line)
	}
	return f.append(&one)
}

// append writes a line of the file to download. Its cells must not become
// formulas: a message may quote what someone typed.
func (f *findings) append(one *importFinding) error {
	if f.table == nil {
		var err error
		if f.file, err = admit.Scratch(); err != nil {
			return err
		}
		f.buffer = bufio.NewWriterSize(f.file, 64<<10)
		_, _ = f.buffer.WriteString("\ufeff") // an error stays with the writer until Flush
		f.table = csv.NewWriter(f.buffer)
		if f.lang != lang.EN { // as spreadsheet programs split there
			f.table.Comma = ';'
		}
		_ = f.table.Write([]string{importTexts["line"].In(f.lang), importTexts["field"].In(f.lang), importTexts["level"].In(f.lang), importTexts["finding"].In(f.lang)})
	}
	cells := []string{strconv.FormatInt(one.Line, 10), sheet.Guard(f.labels.where(one.Field, one.Line, f.lang)), levelText(one.Level, one.Refused).In(f.lang), sheet.Guard(one.text.Fill(f.lang, one.args))}
	for _, cell := range cells {
		f.written += int64(len(cell)) + 1
	}
	if f.written > findingsBytes {
		f.cut = true
		return nil
	}
	return f.table.Write(cells)
}

func (f *findings) flush() error {
	if f.table == nil {
		return nil
	}
	f.table.Flush()
	if err := f.table.Error(); err != nil {
		return err
	}
	return f.buffer.Flush()
}

// read returns the file for download; nil if nothing was found.
func (f *findings) read() (io.Reader, error) {
	if f.file == nil {
		return nil, nil
	}
	about, err := f.file.Stat()
	if err != nil {
		return nil, err
	}
	return io.NewSectionReader(f.file, 0, about.Size()), nil
}

func (f *findings) close() {
	if f != nil {
		forget(f.file)
	}
}
