package kind

import "rastro/internal/lang"

// phase10 is validation.
// The interface leaves the payload of validacao open; these fields are our
// proposal. Its kind has no published number: code 100 is beyond them all.
var phase10 = []Kind{
	{
		Code:     100,
		Name:     "validacao",
		Prefix:   Validation,
		Phase:    "10",
		Number:   "",
		Open:     true,
		Title:    lang.Text{PT: "Validação", EN: "Validation", ES: "Validación", More: &lang.More{DE: "Bestätigung", NL: "Validatie", FR: "Validation", IT: "Convalida"}},
		Synonyms: []string{"validação", "validações", "validation"},
		About: lang.Text{
			PT: "Fecha a safra: diz o que foi verificado e recebe o código do QR code público.",
			EN: "Closes the harvest: says what was verified and receives the code of the public QR code.",
			ES: "Cierra la cosecha: indica qué se verificó y recibe el código del QR público.",
		},
		Known: []string{"codigo", "dataValidacao", "status", "cultura"},
		Fields: []Field{
			{
				Name:     "codigo",
				Shape:    Text,
				Label:    lang.Text{PT: "Código", EN: "Code", ES: "Código"},
				Synonyms: []string{"código", "código validação", "code"},
				Help: lang.Text{
					PT: "Código único da validação; deixe vazio para que o sistema o gere.",
					EN: "Unique code of the validation; leave it empty and the system makes one.",
					ES: "Código único de la validación; déjelo vacío para que el sistema lo genere.",
				},
			},
			{
				Name:     "dataValidacao",
				Shape:    Date,
				Label:    lang.Text{PT: "Data da validação", EN: "Validation date", ES: "Fecha de validación"},
				Synonyms: []string{"data validação", "validado em", "data", "validation date"},
				Help: lang.Text{
					PT: "Dia em que a safra foi validada, por exemplo 25/03/2025.",
					EN: "Day on which the harvest was validated, for example 25/03/2025 (day first).",
					ES: "Día en que se validó la cosecha, por ejemplo 25/03/2025.",
				},
			},
			{
				Name:     "responsavel",
				Shape:    Text,
				Personal: true,
				Label:    lang.Text{PT: "Responsável", EN: "Person responsible", ES: "Responsable"},
				Synonyms: []string{"responsável", "validador", "auditor", "responsible"},
				Help: lang.Text{
					PT: "Nome de quem responde pela validação.",
					EN: "Name of the person who answers for the validation.",
					ES: "Nombre de quien responde por la validación.",
				},
			},
			{
				Name:     "status",
				Shape:    Text,
				Label:    lang.Text{PT: "Situação", EN: "Status", ES: "Estado"},
				Synonyms: []string{"status", "situação"},
				Help: lang.Text{
					PT: "Aprovado, reprovado ou pendente.",
					EN: "Approved, rejected or pending.",
					ES: "Aprobado, rechazado o pendiente.",
				},
				Values: []string{"APROVADO", "REPROVADO", "PENDENTE"},
			},
			{
				Name:     "etapasVerificadas",
				Shape:    Texts,
				Label:    lang.Text{PT: "Etapas verificadas", EN: "Phases verified", ES: "Etapas verificadas"},
				Synonyms: []string{"etapas", "etapas verificadas", "fases"},
				Help: lang.Text{
					PT: "Um item por fase verificada, pelo número, por exemplo 01, 02 e 03.",
					EN: "One item per phase verified, by its number, for example 01, 02 and 03.",
					ES: "Un elemento por fase verificada, por su número, por ejemplo 01, 02 y 03.",
				},
			},
			{
				Name:     "lotes",
				Shape:    Texts,
				Says:     LotValidated,
				Label:    lang.Text{PT: "Lotes", EN: "Lots", ES: "Lotes"},
				Synonyms: []string{"lotes", "lote", "lots"},
				Help: lang.Text{
					PT: "Um item por lote a que a validação se refere, por exemplo MT25-S-001.",
					EN: "One item per lot the validation covers, for example MT25-S-001.",
					ES: "Un elemento por lote al que se refiere la validación, por ejemplo MT25-S-001.",
				},
			},
			{
				Name:     "gtin",
				Shape:    Text,
				Label:    lang.Text{PT: "GTIN", EN: "GTIN", ES: "GTIN"},
				Synonyms: []string{"gtin", "ean", "código de barras", "barcode"},
				Help: lang.Text{
					PT: "Número GS1 do produto, de 8, 12, 13 ou 14 dígitos; com ele, um código GS1 na embalagem leva a esta validação.",
					EN: "GS1 number of the product, of 8, 12, 13 or 14 digits; with it a GS1 code on the package leads to this validation.",
					ES: "Número GS1 del producto, de 8, 12, 13 o 14 dígitos; con él un código GS1 en el envase lleva a esta validación.",
				},
			},
			{
				Name:     "resultado",
				Shape:    Text,
				Label:    lang.Text{PT: "Resultado", EN: "Result", ES: "Resultado"},
				Synonyms: []string{"resultado", "conclusão", "result"},
				Help: lang.Text{
					PT: "Conclusão em uma frase, por exemplo todos os registros conferem.",
					EN: "Conclusion in one sentence, for example all records agree.",
					ES: "Conclusión en una frase, por ejemplo todos los registros coinciden.",
				},
			},
			{
				Name:     "pendencias",
				Shape:    Texts,
				Label:    lang.Text{PT: "Pendências", EN: "Open points", ES: "Pendientes"},
				Synonyms: []string{"pendências", "pendência", "pending"},
				Help: lang.Text{
					PT: "Um item por ponto ainda a resolver; deixe a lista vazia se não há nenhum.",
					EN: "One item per point still to be settled; leave the list empty if there is none.",
					ES: "Un elemento por punto aún por resolver; deje la lista vacía si no hay ninguno.",
				},
			},
			{
				Name:     "observacoes",
				Shape:    Text,
				Label:    lang.Text{PT: "Observações", EN: "Remarks", ES: "Observaciones"},
				Synonyms: []string{"observações", "observação", "obs", "notes", "remarks"},
				Help: lang.Text{
					PT: "Qualquer fato da validação que não cabe nos outros campos.",
					EN: "Any fact about the validation that fits no other field.",
					ES: "Cualquier hecho de la validación que no quepa en los otros campos.",
				},
			},
			{
				Name:     "validade",
				Shape:    Date,
				Label:    lang.Text{PT: "Validade", EN: "Valid until", ES: "Validez"},
				Synonyms: []string{"validade", "válido até", "vencimento", "valid until", "expires"},
				Help: lang.Text{
					PT: "Último dia em que a validação vale, por exemplo 25/03/2026.",
					EN: "Last day on which the validation is valid, for example 25/03/2026 (day first).",
					ES: "Último día en que la validación es válida, por ejemplo 25/03/2026.",
				},
			},
			{
				Name:     "cultura",
				Shape:    Text,
				Label:    lang.Text{PT: "Cultura", EN: "Crop", ES: "Cultivo"},
				Synonyms: []string{"cultura", "produto", "crop"},
				Help: lang.Text{
					PT: "Cultura da safra, por exemplo SOJA ou CAFE.",
					EN: "Crop of the harvest, for example SOJA (soy) or CAFE (coffee).",
					ES: "Cultivo de la cosecha, por ejemplo SOJA o CAFE (café).",
				},
				Values: []string{
					"SOJA", "CAFE", "MILHO", "ALGODAO", "CANA_DE_ACUCAR", "TRIGO", "ARROZ", "FEIJAO", "SORGO",
					"AMENDOIM", "GIRASSOL", "GERGELIM", "CANOLA", "AVEIA", "CEVADA", "CENTEIO", "TRITICALE",
					"MAMONA", "MANDIOCA", "BATATA", "CACAU", "LARANJA", "UVA", "BANANA", "MACA", "FUMO",
					"ERVA_MATE", "DENDE", "SERINGUEIRA", "PIMENTA_DO_REINO", "CASTANHA_DE_CAJU", "OUTRA",
				},
			},
		},
		Example: `{"codigo":"7K3M-9QXT-4B2N-VH8R","dataValidacao":"2025-03-25","responsavel":"Marina Couto","status":"APROVADO","etapasVerificadas":["01","02","03","04","05","06","07","08","09"],"lotes":["MT25-S-001"],"gtin":"17891234567892","resultado":"Todos os registros da safra conferem entre si","pendencias":[],"observacoes":"Documentos originais arquivados na fazenda","validade":"2026-03-25","cultura":"SOJA"}`,
	},
}
