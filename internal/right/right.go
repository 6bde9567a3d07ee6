// Package right names what a person may do beyond reading and writing records. A role is a
// set of rights, scopes and phases.
package right

import (
	"slices"

	"rastro/internal/lang"
)

// Right is something that not everyone may do.
type Right string

// The rights.
const (
	Validate Right = "validar"
	Import   Right = "importar"
	Export   Right = "exportar"
	Invite   Right = "convidar"
	Share    Right = "compartilhar"
	Erase    Right = "expurgar"
	Personal Right = "dadosPessoais"
)

// Row describes a right.
type Row struct {
	Right Right
	Text  lang.Text
}

// All lists the rights, in display order.
var All = []Row{
	{Validate, lang.Text{PT: "Validar safras e emitir o QR code", EN: "Validate harvests and issue the QR code", ES: "Validar cosechas y emitir el código QR"}},
	{Import, lang.Text{PT: "Importar planilhas e arquivos", EN: "Import spreadsheets and files", ES: "Importar planillas y archivos"}},
	{Export, lang.Text{PT: "Baixar planilhas, dossiês e arquivos", EN: "Download spreadsheets, dossiers and files", ES: "Descargar planillas, dosieres y archivos"}},
	{Invite, lang.Text{PT: "Convidar e administrar pessoas", EN: "Invite and manage people", ES: "Invitar y administrar personas"}},
	{Share, lang.Text{PT: "Compartilhar safras com outras organizações", EN: "Share harvests with other organisations", ES: "Compartir cosechas con otras organizaciones"}},
	{Erase, lang.Text{PT: "Expurgar registros", EN: "Erase records", ES: "Suprimir registros"}},
	{Personal, lang.Text{PT: "Ver dados pessoais", EN: "See personal data", ES: "Ver datos personales"}},
}

// Delegated are the rights that people have without the scope that a key needs for them: somebody
// who invites or shares need not administer keys.
var Delegated = Set{Invite, Share}

// Set is a list of rights.
type Set []Right

// Everything has all rights.
func Everything() Set {
	set := make(Set, len(All))
	for i := range All {
		set[i] = All[i].Right
	}
	return set
}

// Has reports whether the set has a right.
func (s Set) Has(r Right) bool { return slices.Contains(s, r) }

// Known reports whether the right exists.
func Known(r Right) bool {
	return slices.ContainsFunc(All, func(row Row) bool { return row.Right == r })
}

// Title describes a right in a language.
func (r Right) Title(l lang.Lang) string {
	for i := range All {
		if All[i].Right == r {
			return All[i].Text.In(l)
		}
	}
	return string(r)
}
