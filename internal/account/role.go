package account

import (
	"slices"

	"rastro/internal/lang"
	"rastro/internal/right"
	"rastro/internal/trace"
)

// Role is a named set of scopes, phases and rights. A person has one.
type Role struct {
	ID     string // as in the journal; it never changes
	Title  lang.Text
	About  lang.Text
	Scopes []trace.Scope
	Phases []string // that it may write; empty: all
	Rights right.Set
	// Version and Organization are set for roles that an organisation made.
	Version      int64
	Organization string
	record       trace.Record
}

var (
	readOnly  = []trace.Scope{trace.Read}
	readWrite = []trace.Scope{trace.Read, trace.Write}
)

// Administrator is the role of those who manage everything in their organisation.
const Administrator = "ADMINISTRADOR"

// Roles are the built-in roles, in the order of the form. All but one see personal data, because
// they work with it: the weighbridge compares a truck's plate, field staff name plots and workers,
// documents name producers, and an auditor compares all of it with papers. Whoever grades a sample
// needs its lot, but should not know whose it is. The weighbridge imports what its scale exports,
// within its phases.
var Roles = []Role{
	{
		ID: "BALANCA", Title: lang.Text{PT: "Balança", EN: "Weighbridge", ES: "Balanza"},
		About:  lang.Text{PT: "Registra transporte, recebimento e armazenamento, e importa as planilhas e notas dessas fases.", EN: "Records transport, receiving and storage, and imports the spreadsheets and invoices of these phases.", ES: "Registra transporte, recepción y almacenamiento, e importa las planillas y facturas de esas fases."},
		Scopes: readWrite, Phases: []string{"05", "06"}, Rights: right.Set{right.Import, right.Personal},
	},
	{
		ID: "CLASSIFICADOR", Title: lang.Text{PT: "Classificador", EN: "Grader", ES: "Clasificador"},
		About:  lang.Text{PT: "Registra pós-colheita, armazenamento e processamento; não importa arquivos.", EN: "Records post-harvest, storage and processing; imports no files.", ES: "Registra poscosecha, almacenamiento y procesamiento; no importa archivos."},
		Scopes: readWrite, Phases: []string{"04", "06", "07"},
	},
	{
		ID: "CAMPO", Title: lang.Text{PT: "Campo", EN: "Field", ES: "Campo"},
		About:  lang.Text{PT: "Registra planejamento, produção e colheita; não importa arquivos.", EN: "Records planning, production and harvest; imports no files.", ES: "Registra planificación, producción y cosecha; no importa archivos."},
		Scopes: readWrite, Phases: []string{"01", "02", "03"}, Rights: right.Set{right.Personal},
	},
	{
		ID: "DOCUMENTACAO", Title: lang.Text{PT: "Documentação", EN: "Documents", ES: "Documentación"},
		About:  lang.Text{PT: "Registra cadastro, transporte e exportação; importa e baixa arquivos.", EN: "Records registration, transport and export; imports and downloads files.", ES: "Registra inscripción, transporte y exportación; importa y descarga archivos."},
		Scopes: readWrite, Phases: []string{"01", "05", "08", "09"}, Rights: right.Set{right.Import, right.Export, right.Personal},
	},
	{
		ID: "GERENTE", Title: lang.Text{PT: "Gerente", EN: "Manager", ES: "Gerente"},
		About:  lang.Text{PT: "Registra tudo, valida e compartilha safras, importa e baixa arquivos, e convida pessoas.", EN: "Records everything, validates and shares harvests, imports and downloads files, and invites people.", ES: "Registra todo, valida y comparte cosechas, importa y descarga archivos, e invita a personas."},
		Scopes: readWrite, Rights: right.Set{right.Validate, right.Import, right.Export, right.Invite, right.Share, right.Personal},
	},
	{
		ID: "AUDITOR", Title: lang.Text{PT: "Auditor", EN: "Auditor", ES: "Auditor"},
		About:  lang.Text{PT: "Lê tudo e baixa arquivos; não altera nada.", EN: "Reads everything and downloads files; changes nothing.", ES: "Lee todo y descarga archivos; no cambia nada."},
		Scopes: readOnly, Rights: right.Set{right.Export, right.Personal},
	},
	{
		ID: Administrator, Title: lang.Text{PT: "Administrador", EN: "Administrator", ES: "Administrador"},
		About:  lang.Text{PT: "Faz tudo, e administra pessoas e chaves.", EN: "Does everything, and manages people and keys.", ES: "Hace todo, y administra personas y claves."},
		Scopes: trace.Scopes, Rights: right.Everything(),
	},
}

// RoleByID finds a built-in role; false if there is none.
func RoleByID(id string) (Role, bool) {
	at := slices.IndexFunc(Roles, func(r Role) bool { return r.ID == id })
	if at < 0 {
		return Role{}, false
	}
	return Roles[at], true
}

// matches reports whether a role can do everything that a caller can.
func (r *Role) matches(by *trace.Key) bool {
	return !slices.ContainsFunc(by.Scopes, func(s trace.Scope) bool { return !slices.Contains(r.Scopes, s) }) &&
		trace.Within(by.Phases, r.Phases) &&
		!slices.ContainsFunc(right.All, func(row right.Row) bool { return by.May(row.Right) && !r.Rights.Has(row.Right) })
}

// mayGrant reports whether a caller may give someone a role: one with no more scopes, phases and
// rights than the caller has. People are not limited to some harvests, so a key with such a limit
// may not give any role.
func mayGrant(by *trace.Key, r Role) bool {
	return len(by.Harvests) == 0 && !slices.ContainsFunc(r.Scopes, func(s trace.Scope) bool { return !by.Has(s) }) &&
		trace.Within(r.Phases, by.Phases) &&
		!slices.ContainsFunc(r.Rights, func(x right.Right) bool { return !by.May(x) })
}
