package rules

import (
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// fieldKinds are the records whose photos are taken on the land.
var fieldKinds = []string{kind.Plan, kind.Planting, kind.InputApplication, kind.Harvesting}

var (
	// PhotoElsewhere and those below are about attached files.
	PhotoElsewhere = &finding.Rule{
		ID: "FOTO_FORA_DO_TALHAO", Severity: finding.Alert, Harvest: true, Kinds: fieldKinds, Source: "EXIF of the photo against the plots of the harvest, tolerance 300 m",
		Message: lang.Text{
			PT: "a foto {nome} foi tirada fora dos talhões da safra; confira se é desta safra, e os talhões",
			EN: "photo {nome} was taken outside the plots of the harvest; check that it belongs to this harvest, and check the plots",
			ES: "la foto {nome} se tomó fuera de las parcelas de la cosecha; revise si es de esta cosecha, y revise las parcelas",
		},
		Trigger: `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"cultura":"SOJA","poligono":[-55.72,-12.55,-55.71,-12.54]},"anexos":[{"sha256":"a1","nome":"IMG_1.jpg","mediaType":"image/jpeg","bytes":1,"exif":{"lat":-12.9,"lon":-55.715}}]}]`,
		Quiet:   `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"cultura":"SOJA","poligono":[-55.72,-12.55,-55.71,-12.54]},"anexos":[{"sha256":"a1","nome":"IMG_1.jpg","mediaType":"image/jpeg","bytes":1,"exif":{"lat":-12.5515,"lon":-55.715}}]}]`,
	}

	PhotoAfterSending = &finding.Rule{
		ID: "FOTO_DEPOIS_DO_ENVIO", Severity: finding.Alert, Harvest: true, Source: "EXIF of the photo against when it was attached, tolerance 1 h",
		Message: lang.Text{
			PT: "a foto {nome} diz que foi tirada em {tirada}, depois de enviada; o relógio da câmera está errado, ou a data foi mudada",
			EN: "photo {nome} says that it was taken on {tirada}, after it was sent; the camera's clock is wrong, or the date was changed",
			ES: "la foto {nome} dice que se tomó el {tirada}, después de enviada; el reloj de la cámara está mal, o se cambió la fecha",
		},
		Trigger: `[{"prefixo":"/armazenamento/recebimento","dados":{},"anexos":[{"sha256":"a1","nome":"IMG_1.jpg","mediaType":"image/jpeg","bytes":1,"exif":{"tomadaEm":"2026-02-11T09:00:00-03:00"},"anexadoEm":"2026-02-10T12:00:00.000Z"}]}]`,
		Quiet:   `[{"prefixo":"/armazenamento/recebimento","dados":{},"anexos":[{"sha256":"a1","nome":"IMG_1.jpg","mediaType":"image/jpeg","bytes":1,"exif":{"tomadaEm":"2026-02-10T09:00:00-03:00"},"anexadoEm":"2026-02-10T12:00:00.000Z"}]}]`,
	}

	PhotoAfterDay = &finding.Rule{
		ID: "FOTO_DEPOIS_DO_DIA", Severity: finding.Info, Harvest: true, Kinds: []string{kind.Planting, kind.InputApplication, kind.Harvesting, kind.Receiving, kind.Inspection}, Source: "EXIF of the photo against the day of the record, tolerance one day",
		Message: lang.Text{
			PT: "a foto {nome} foi tirada em {tirada}, e o registro é de {dia}; confira a data do registro, e se a foto é dele",
			EN: "photo {nome} was taken on {tirada}, and the record is of {dia}; check the record's date, and that the photo belongs to it",
			ES: "la foto {nome} se tomó el {tirada}, y el registro es del {dia}; revise la fecha del registro, y si la foto es de él",
		},
		Trigger: `[{"prefixo":"/armazenamento/recebimento","dados":{"dataHoraRecebimento":"2026-02-10T10:00:00-03:00"},"anexos":[{"sha256":"a1","nome":"IMG_1.jpg","mediaType":"image/jpeg","bytes":1,"exif":{"tomadaEm":"2026-02-20T09:00:00"},"anexadoEm":"2026-02-21T12:00:00.000Z"}]}]`,
		Quiet:   `[{"prefixo":"/armazenamento/recebimento","dados":{"dataHoraRecebimento":"2026-02-10T10:00:00-03:00"},"anexos":[{"sha256":"a1","nome":"IMG_1.jpg","mediaType":"image/jpeg","bytes":1,"exif":{"tomadaEm":"2026-02-10T09:00:00"},"anexadoEm":"2026-02-21T12:00:00.000Z"}]}]`,
	}

	FileRepeated = &finding.Rule{
		ID: "ANEXO_REPETIDO", Severity: finding.Info, Harvest: true, Source: "house rule: a photo or a document is evidence of one record",
		Message: lang.Text{
			PT: "o arquivo {nome} está anexado a {registros} {registros|registro|registros} {safras|desta safra|desta e de outras safras}; confira de qual ele é prova",
			EN: "file {nome} is attached to {registros} {registros|record|records} {safras|of this harvest|of this and other harvests}; check which of them it is evidence of",
			ES: "el archivo {nome} está adjunto a {registros} {registros|registro|registros} {safras|de esta cosecha|de esta y de otras cosechas}; revise de cuál es prueba",
		},
		Trigger: `[{"prefixo":"/armazenamento/recebimento","dados":{},"anexos":[{"sha256":"a1","nome":"nota.pdf","mediaType":"application/pdf","bytes":1}]},{"prefixo":"/armazenamento/recebimento","dados":{},"anexos":[{"sha256":"a1","nome":"nota.pdf","mediaType":"application/pdf","bytes":1}]}]`,
		Quiet:   `[{"prefixo":"/armazenamento/recebimento","dados":{},"anexos":[{"sha256":"a1","nome":"nota.pdf","mediaType":"application/pdf","bytes":1}]},{"prefixo":"/armazenamento/recebimento","dados":{},"anexos":[{"sha256":"a2","nome":"nota.pdf","mediaType":"application/pdf","bytes":1}]}]`,
	}
)
