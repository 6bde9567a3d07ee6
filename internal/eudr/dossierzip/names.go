// Package dossierzip is the form of a dossier: a zip archive with a manifest, named files and the
// files attached to its records. What makes a dossier and what checks one share it.
package dossierzip

import (
	"strconv"

	"rastro/internal/lang"
	"rastro/internal/lineage"
)

// The files of a dossier other than its records and the parts of its GeoJSON.
const (
	ManifestFile   = "manifesto.json"
	ReadmeFile     = "LEIAME-README-LEAME.txt"
	TraceFile      = "rastreio.json"
	CheckFile      = "conferencia.json"
	FindingsFile   = "achados.json"
	BalanceFile    = "balanco.json"
	IdentityFile   = "identidade.json"
	FiledFile      = "declaracoes.json" // statements filed with the EU
	LogoDir        = "logo"
	CheckpointFile = "log/checkpoint.txt"
	KeyFile        = "log/chave.txt"
	RecordsDir     = "registros/"
	GeoJSONDir     = "geojson/"
	FilesFile      = "anexos.json" // what the records list
	FilesDir       = "anexos/"
	LeftOutFile    = FilesDir + "FALTAM-MISSING-FALTAN.txt"
)

// The files for people to read. They come first.
const (
	PagesDir  = "leia-read/"
	HTMLFile  = PagesDir + "dossie.html"
	SheetFile = PagesDir + "dossie.xlsx"
)

// PDFFile returns the name of the PDF in a language.
func PDFFile(l lang.Lang) string { return PagesDir + "dossie-" + l.Code() + ".pdf" }

// RecordFile returns the name of the file of a record.
func RecordFile(prefix, id string, version int64) string {
	return RecordsDir + prefix[1:] + "/" + id + "-v" + strconv.FormatInt(version, 10) + ".json"
}

// PartFile returns the name of a part of the GeoJSON.
func PartFile(number int) string { return GeoJSONDir + "parte-" + strconv.Itoa(number) + ".geojson" }

// MaxRecords bounds the records of a dossier.
const MaxRecords = lineage.MaxOriginFacts

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
