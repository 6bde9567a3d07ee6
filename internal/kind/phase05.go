package kind

import "rastro/internal/lang"

// phase05 is transport to storage or industry.
// The published list numbers this phase 04 as well.
var phase05 = []Kind{
	{
		Code:         14,
		Name:         "documentacaoCarga",
		Prefix:       Cargo,
		Phase:        "05",
		Number:       "14",
		QueryUnknown: true,
		Title:        lang.Text{PT: "Documentação da carga", EN: "Cargo documentation", ES: "Documentación de la carga", More: &lang.More{DE: "Frachtpapiere", NL: "Vrachtdocumenten", FR: "Documents de chargement", IT: "Documenti del carico"}},
		Synonyms:     []string{"notas fiscais", "nf", "nfe", "documentos da carga", "documentação", "invoices", "relação de notas"},
		About: lang.Text{
			PT: "Reúne os documentos que acompanham a carga até o armazém ou a indústria.",
			EN: "Collects the documents that travel with the cargo to the warehouse or the plant.",
			ES: "Reúne los documentos que acompañan la carga hasta el almacén o la industria.",
		},
		Known: []string{"notaFiscal", "declaracaoSegregacao", "certificadoOrigemLote"},
		Fields: []Field{
			{
				Name:     "notaFiscal",
				Pattern:  InvoiceKey,
				Shape:    Text,
				Says:     Paper,
				Label:    lang.Text{PT: "Nota fiscal", EN: "Invoice", ES: "Factura"},
				Synonyms: []string{"nf", "nfe", "nf e", "nº nf", "n nf", "numero nf", "nota", "nota fiscal", "número da nota", "nº nota", "danfe", "chave", "chave nfe", "chave de acesso", "chave de acesso nfe", "chave nf e", "invoice", "nf produtor", "nº nfe", "nota produtor"},
				Help: lang.Text{
					PT: "Chave de acesso da NF-e, com 44 caracteres, ou o número da nota.",
					EN: "Access key of the electronic invoice (NF-e), 44 characters, or the invoice number.",
					ES: "Clave de acceso de la factura electrónica (NF-e), de 44 caracteres, o el número de la factura.",
				},
			},
			{
				Name:     "declaracaoSegregacao",
				Long:     true,
				Shape:    Text,
				Says:     LotDocumented,
				Label:    lang.Text{PT: "Declaração de segregação", EN: "Segregation declaration", ES: "Declaración de segregación"},
				Synonyms: []string{"segregação", "declaração segregação", "decl segregação", "segregado"},
				Help: lang.Text{
					PT: "Declare como a carga foi mantida separada de outros lotes e cite o número da declaração, se houver.",
					EN: "State how the cargo was kept apart from other lots, and give the number of the declaration if there is one.",
					ES: "Declare cómo se mantuvo la carga separada de otros lotes e indique el número de la declaración, si lo hay.",
				},
			},
			{
				Name:     "certificadoOrigemLote",
				Long:     true,
				Shape:    Text,
				Says:     LotDocumented,
				Label:    lang.Text{PT: "Certificado de origem do lote", EN: "Certificate of origin of the lot", ES: "Certificado de origen del lote"},
				Synonyms: []string{"certificado de origem", "cert origem", "origem", "declaração de origem", "car", "certificado origem"},
				Help: lang.Text{
					PT: "Número do certificado ou da declaração de origem e o CAR da propriedade.",
					EN: "Number of the certificate or declaration of origin, and the farm's CAR number.",
					ES: "Número del certificado o de la declaración de origen y el CAR de la propiedad.",
				},
			},
			{
				Name:     "certificadoFitossanitario",
				Shape:    Text,
				Label:    lang.Text{PT: "Certificado fitossanitário", EN: "Phytosanitary certificate", ES: "Certificado fitosanitario"},
				Synonyms: []string{"fitossanitário", "cert fito", "fito", "ptv", "cfo", "nº ptv", "permissão de trânsito", "cfoc"},
				Help: lang.Text{
					PT: "Número da PTV, do CFO ou do certificado; para grãos que não precisam dele, escreva “não se aplica”.",
					EN: "Number of the PTV, the CFO or the certificate; for grain that needs none, write “não se aplica” (not applicable).",
					ES: "Número de la PTV, del CFO o del certificado; para granos que no lo necesitan, escriba “não se aplica” (no se aplica).",
				},
			},
			schemeCertificate,
		},
		Example: `{"notaFiscal":"51250211222333000181550010000123451123456780","declaracaoSegregacao":"Carga única do lote MT25-S-001, carreta limpa antes do carregamento","certificadoOrigemLote":"Declaração de origem 45/2025, Fazenda Boa Esperança; CAR MT-5107925-0123456789ABCDEF0123456789ABCDEF","certificadoFitossanitario":"Não se aplica","certificadoCertificacao":"RTRS 2024-0456"}`,
	},
}

// schemeCertificate is a field of the papers of a load, in a truck and in a ship.
var schemeCertificate = Field{
	Name:     "certificadoCertificacao",
	Shape:    Text,
	Label:    lang.Text{PT: "Certificado da certificação", EN: "Certification-scheme certificate", ES: "Certificado de la certificación"},
	Synonyms: []string{"certificação", "certificado", "selo", "programa de certificação", "rtrs", "cert", "certification"},
	Help: lang.Text{
		PT: "Nome do programa de certificação e número do certificado, por exemplo RTRS 2024-0456.",
		EN: "Name of the certification scheme and number of the certificate, for example RTRS 2024-0456.",
		ES: "Nombre del programa de certificación y número del certificado, por ejemplo RTRS 2024-0456.",
	},
	Values: schemes,
}

// schemes are the names of known certification schemes.
var schemes = []string{
	"Rainforest Alliance", "UTZ", "4C", "RTRS", "ISCC", "ProTerra", "Fairtrade", "Orgânico",
	"IBD", "Nucoffee", "Certifica Minas", "GLOBALG.A.P.",
}
