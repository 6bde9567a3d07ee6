package dds

import (
	"io"
	"strconv"

	"rastro/internal/canon"
)

// AppendJSON appends the submission as JSON, with the names of the message. Geometry is base64
// as there.
func AppendJSON(dst []byte, s *Statement) []byte {
	w := &jsonWriter{sink: sink{dst: dst}, levels: []level{{}}}
	w.submission(s)
	return w.dst
}

// WriteJSON writes what AppendJSON appends, a piece at a time.
func WriteJSON(out io.Writer, s *Statement) error {
	w := &jsonWriter{sink: sink{out: out}, levels: []level{{}}}
	w.submission(s)
	return w.end()
}

func (w *jsonWriter) submission(s *Statement) {
	w.dst = append(w.dst, '{')
	w.text(own, "operatorRole", string(s.Role))
	walk(w, s)
	w.dst = append(w.dst, '}')
}

// jsonWriter writes elements as members. An element that list announced is an item of an array.
type jsonWriter struct {
	sink
	levels []level
}

// level is an open element: how many members it has, and how many elements of a list it still
// expects.
type level struct {
	members, left int
	array         bool // an item was written
}

func (w *jsonWriter) top() *level { return &w.levels[len(w.levels)-1] }

// name begins a member, or the next item of a list.
func (w *jsonWriter) name(name string) {
	l := w.top()
	if l.left > 0 {
		if l.array {
			w.dst = append(w.dst, ',')
		}
		l.array = true
		return
	}
	if l.members > 0 {
		w.dst = append(w.dst, ',')
	}
	l.members++
	w.dst = append(canon.AppendString(w.dst, name), ':')
}

func (w *jsonWriter) open(_ space, name string) {
	w.name(name)
	w.dst = append(w.dst, '{')
	w.levels = append(w.levels, level{})
}

func (w *jsonWriter) close(space, string) {
	w.dst = append(w.dst, '}')
	w.levels = w.levels[:len(w.levels)-1]
	if l := w.top(); l.left > 0 {
		if l.left--; l.left == 0 {
			w.dst = append(w.dst, ']')
			l.array = false
		}
	}
}

func (w *jsonWriter) list(name string, n int) {
	if n == 0 {
		return
	}
	w.name(name)
	w.dst = append(w.dst, '[')
	w.top().left = n
}

func (w *jsonWriter) text(_ space, name, value string) {
	w.name(name)
	w.dst = canon.AppendString(w.dst, value)
}

func (w *jsonWriter) number(_ space, name, value string) {
	w.name(name)
	w.dst = append(w.dst, value...)
}

func (w *jsonWriter) flag(_ space, name string, value bool) {
	w.name(name)
	w.dst = strconv.AppendBool(w.dst, value)
}

func (w *jsonWriter) binary(_ space, name string, value []byte) {
	w.name(name)
	w.dst = append(w.dst, '"')
	w.encode(value)
	w.dst = append(w.dst, '"')
}
