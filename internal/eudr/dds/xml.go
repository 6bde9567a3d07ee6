package dds

import (
	"bytes"
	"encoding/xml"
	"io"
	"strconv"
)

// The namespaces of the message.
const (
	Namespace       = "http://ec.europa.eu/tracesnt/certificate/eudr/due-diligence-statement/v3"
	commonNamespace = "http://ec.europa.eu/tracesnt/certificate/eudr/common/v3"
)

const declared = ` xmlns:dds="` + Namespace + `" xmlns:common="` + commonNamespace + `"`

var prefixes = [...]string{own: "dds:", shared: "common:"}

// AppendXML appends the body of a submission: the element SubmitDdsRequest.
func AppendXML(dst []byte, s *Statement) []byte {
	w := &xmlWriter{sink{dst: dst}}
	w.submission(s)
	return w.dst
}

// WriteXML writes what AppendXML appends, in pieces: geometry is encoded on the way.
func WriteXML(out io.Writer, s *Statement) error {
	w := &xmlWriter{sink{out: out}}
	w.submission(s)
	return w.end()
}

func (w *xmlWriter) submission(s *Statement) {
	w.root("SubmitDdsRequest")
	w.text(own, "operatorRole", string(s.Role))
	walk(w, s)
	w.close(own, "SubmitDdsRequest")
}

// AppendAmendment appends the body of an amendment of a statement that the EU's system knows by its
// UUID.
func AppendAmendment(dst []byte, uuid string, s *Statement) []byte {
	w := &xmlWriter{sink{dst: dst}}
	w.root("AmendDdsRequest")
	w.text(own, "uuid", uuid)
	walk(w, s)
	w.close(own, "AmendDdsRequest")
	return w.dst
}

// AppendWithdrawal appends the body of a withdrawal.
func AppendWithdrawal(dst []byte, uuid string) []byte {
	w := &xmlWriter{sink{dst: dst}}
	w.root("WithdrawDdsRequest")
	w.text(own, "uuid", uuid)
	w.close(own, "WithdrawDdsRequest")
	return w.dst
}

// AppendQuestion appends the body of a question about statements by their UUIDs.
func AppendQuestion(dst []byte, uuids ...string) []byte {
	w := &xmlWriter{sink{dst: dst}}
	w.root("GetDdsRequest")
	for _, uuid := range uuids {
		w.text(own, "uuidList", uuid)
	}
	w.close(own, "GetDdsRequest")
	return w.dst
}

type xmlWriter struct{ sink }

func (w *xmlWriter) root(name string) {
	w.dst = append(w.dst, '<')
	w.dst = append(w.dst, prefixes[own]...)
	w.dst = append(w.dst, name...)
	w.dst = append(w.dst, declared...)
	w.dst = append(w.dst, '>')
}

func (w *xmlWriter) open(in space, name string) {
	w.dst = append(w.dst, '<')
	w.dst = append(w.dst, prefixes[in]...)
	w.dst = append(w.dst, name...)
	w.dst = append(w.dst, '>')
}

func (w *xmlWriter) close(in space, name string) {
	w.dst = append(w.dst, "</"...)
	w.dst = append(w.dst, prefixes[in]...)
	w.dst = append(w.dst, name...)
	w.dst = append(w.dst, '>')
}

func (w *xmlWriter) text(in space, name, value string) {
	w.open(in, name)
	var escaped bytes.Buffer
	_ = xml.EscapeText(&escaped, []byte(value)) // a buffer takes everything
	w.dst = append(w.dst, escaped.Bytes()...)
	w.close(in, name)
}

func (w *xmlWriter) number(in space, name, value string) { w.text(in, name, value) }

func (w *xmlWriter) flag(in space, name string, value bool) {
	w.text(in, name, strconv.FormatBool(value))
}

func (w *xmlWriter) binary(in space, name string, value []byte) {
	w.open(in, name)
	w.encode(value)
	w.close(in, name)
}

func (w *xmlWriter) list(string, int) {}
