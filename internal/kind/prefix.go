package kind

// The record kinds by their prefixes. Code that means one kind names it with one of
// these; TestPrefixesSpelledOnce fails if a prefix is spelled again.
const (
	Plan              = "/cadastroPlanejamento/planoCultivo"
	Planting          = "/producaoAgricola/plantioManejo"
	InputApplication  = "/producaoAgricola/aplicacaoInsumo"
	Labour            = "/producaoAgricola/maoDeObra"
	Harvesting        = "/colheitaIdentificacaoProducao/colheita"
	LotIdentification = "/colheitaIdentificacaoProducao/identificacaoLote"
	PostHarvest       = "/posColheita/beneficiamento"
	Cargo             = "/transporteLogistico/documentacaoCarga"
	Receiving         = "/armazenamento/recebimento"
	Storage           = "/armazenamento/armazenamento"
	StorageQuality    = "/armazenamento/controleQualidade"
	Processing        = "/processamento/processamento"
	ProcessingQuality = "/processamento/controleQualidade"
	Shipment          = "/logisticaExportacao/transporteExportacao"
	ExportCargo       = "/logisticaExportacao/documentacaoCargaExportacao"
	Customs           = "/exportacao/documentacaoAduaneira"
	Conformity        = "/exportacao/certificadoConformidade"
	Inspection        = "/exportacao/inspecaoPreEmbarque"
	Validation        = "/validacao"

	// Profiles is the prefix of harvest profiles: see Profile.
	Profiles = "/safras"
)
