package changes

import (
	"slices"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// Type is the type of an event on the wire.
type Type string

// The types.
const (
	RecordCreated     Type = "rastro.registro.criado"
	RecordChanged     Type = "rastro.registro.alterado"
	RecordDeleted     Type = "rastro.registro.excluido"
	RecordErased      Type = "rastro.registro.expurgado"
	ValidationCreated Type = "rastro.validacao.criada"
	ValidationChanged Type = "rastro.validacao.alterada"
	ValidationRevoked Type = "rastro.validacao.revogada"
	ValidationEnded   Type = "rastro.validacao.vencida"
	CertificateEnding Type = "rastro.certificado.vencendo"
	RecallCreated     Type = "rastro.recall.criado"
	ImportDone        Type = "rastro.importacao.concluida"
	CheckpointSigned  Type = "rastro.prova.checkpoint"
	WebhookDisabled   Type = "rastro.webhook.desativado"
	gap               Type = "rastro.lacuna" // what the caller may not read, or has no type
)

// Types are those that a reader can request.
var Types = []Type{
	RecordCreated, RecordChanged, RecordDeleted, RecordErased, ValidationCreated, ValidationChanged, ValidationRevoked, ValidationEnded,
	CertificateEnding, RecallCreated, ImportDone, CheckpointSigned, WebhookDisabled,
}

var recordTypes = map[trace.Operation]Type{
	trace.Created: RecordCreated, trace.Updated: RecordChanged, trace.Deleted: RecordDeleted, trace.Erased: RecordErased,
}

var validationTypes = map[trace.Operation]Type{
	trace.Created: ValidationCreated, trace.Updated: ValidationChanged, trace.Deleted: ValidationRevoked, trace.Erased: RecordErased,
}

// typeOf returns the type of a version's event; "" if it has none. An erasure removes something
// from a recall's report in a new version, which is not a new recall.
func typeOf(v *trace.Record) Type {
	switch {
	case v.Kind == kind.RecallReport && v.Operation == trace.Created:
		return RecallCreated
	case v.Kind == kind.ImportRun:
		return ImportDone
	case v.Kind == kind.Reminder:
		return CertificateEnding
	case v.Kind == kind.Webhook:
		return WebhookDisabled
	case v.Kind.IsChange():
		return ""
	case v.Kind.IsValidation():
		return validationTypes[v.Operation]
	}
	return recordTypes[v.Operation]
}

// ParseTypes reads a list of types with commas between them.
func ParseTypes(text string) ([]Type, error) {
	var all []Type
	for name := range strings.SplitSeq(text, ",") {
		t := Type(strings.TrimSpace(name))
		if !slices.Contains(Types, t) {
			return nil, trace.BadParameter("tipo", TypeNames())
		}
		all = append(all, t)
	}
	return all, nil
}

// TypeNames returns the names of all types, with commas between them.
func TypeNames() string {
	names := make([]string, len(Types))
	for i, t := range Types {
		names[i] = string(t)
	}
	return strings.Join(names, ", ")
}
