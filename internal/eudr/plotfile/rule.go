package plotfile

import (
	"rastro/internal/check/harvest/rules"
	"rastro/internal/check/record"
	"rastro/internal/finding"
	"rastro/internal/geo"
	"rastro/internal/lang"
	"rastro/internal/lineage"
)

// How severe a finding is for the file. A problem for which the file would be refused, or that
// would leave it incomplete, prevents sending it; a problem that Rastro fixes in it is Info.
const (
	refused  = finding.Error
	doubtful = finding.Alert
	mended   = finding.Info
)

// Rules lists every rule: first what is missing behind the lot, then the refusals by class, then
// what the law requires beyond the file.
var Rules = []*finding.Rule{
	truncated, restricted, unknownOrigin, noPlotInHarvest, noPlots, foreignLot, rivalClaim, wrongProperty,
	crossing, touching, folded, hole, unclosed, tooFew, lineType, loneMulti, collapsed, equalPoints,
	notJSON, misspelt, notGeoJSON, outsideWorld, badCountry, wrongType, noShape,
	largePoint, smallPoint, unstatedArea, looseOutline, coarse, fewDecimals, outsideBrazil, outsideCountry, atZero, antimeridian,
	partsOverlap, partsAdjoin, swapped,
	rules.PlotDeforested, rules.PlotEmbargoed, rules.PlotIndigenous, rules.PlotProtected,
	assumedProducer, derivedProducer, noPlace, derivedPlace, sharedPlot, holeCut,
}

// Rules on what is missing behind the lot.
var (
	truncated = &finding.Rule{ID: "EUDR_RASTREIO_INCOMPLETO", Severity: refused, Message: lang.Text{
		PT: "há mais por trás do lote do que foi percorrido de uma vez, ou o índice de lotes ainda está sendo montado; o arquivo não estaria completo. Tente de novo, ou divida o lote",
		EN: "there is more behind the lot than is followed at once, or the index of lots is still being built; the file would be incomplete. Try again, or divide the lot",
		ES: "hay más detrás del lote de lo que se recorre de una vez, o el índice de lotes aún se está armando; el archivo no estaría completo. Intente de nuevo, o divida el lote",
	}}
	restricted = &finding.Rule{ID: "EUDR_SAFRA_FORA_DA_CHAVE", Severity: doubtful, Message: lang.Text{
		PT: "aqui só aparecem algumas safras; se registros de outras também dizem de onde vieram estes lotes, o arquivo não os traz. Se o lote passou por outras safras, peça o arquivo a quem tem acesso a todas",
		EN: "only some harvests can be seen here; if records of others also say where these lots came from, the file does not have them. If the lot passed through other harvests, ask someone with access to all of them for the file",
		ES: "aquí solo se ven algunas cosechas; si registros de otras también dicen de dónde vinieron estos lotes, el archivo no los trae. Si el lote pasó por otras cosechas, pida el archivo a quien tiene acceso a todas",
	}}
	unknownOrigin = &finding.Rule{ID: "EUDR_ORIGEM_DESCONHECIDA", Severity: refused, Message: lang.Text{
		PT: "nenhum registro diz de onde veio o lote {lote}, que está na origem; misturado com origem desconhecida, o embarque inteiro não pode entrar na UE. Se o lote é seu, identifique-o ou registre do que foi feito; se veio de outra parte, peça a ela que registre a origem",
		EN: "no record says where lot {lote} came from, which is part of the origin; mixed with unknown origin, the whole shipment may not enter the EU. If the lot is yours, identify it or record what it was made of; if it came from another party, ask them to record its origin",
		ES: "ningún registro dice de dónde vino el lote {lote}, que está en el origen; mezclado con origen desconocido, todo el embarque no puede entrar en la UE. Si el lote es suyo, identifíquelo o registre de qué se hizo; si vino de otra parte, pídale que registre el origen",
	}}
	noPlotInHarvest = &finding.Rule{ID: "EUDR_SAFRA_SEM_TALHAO", Severity: refused, Message: lang.Text{
		PT: "a safra {safra} está na origem e não tem talhão registrado; informe o polígono no plano de cultivo",
		EN: "harvest {safra} is part of the origin and has no plot on record; give its polygon in the crop plan",
		ES: "la cosecha {safra} está en el origen y no tiene parcela registrada; indique el polígono en el plan de cultivo",
	}}
	rivalClaim = &finding.Rule{ID: "EUDR_LOTE_DISPUTADO", Severity: doubtful, Message: lang.Text{
		PT: "outra safra{safra} também diz que identificou ou produziu o lote {lote}; o arquivo traz só a origem dada pela safra titular. {situacao}",
		EN: "another harvest{safra} also says that it identified or made lot {lote}; the file has only the origin that the owning harvest gives. {situacao}",
		ES: "otra cosecha{safra} también dice que identificó o produjo el lote {lote}; el archivo trae solo el origen que da la cosecha titular. {situacao}",
	}}
	foreignLot = &finding.Rule{ID: "EUDR_LOTE_DE_OUTRA_PARTE", Severity: refused, Message: lang.Text{
		PT: "o lote {lote} é de outra parte, e só ela faz o arquivo da UE, com a origem que registrou; não há talhão seu a corrigir. Peça o arquivo a ela. {situacao}",
		EN: "lot {lote} belongs to another party, and only they make the file for the EU, with the origin that they recorded; there is no plot of yours to correct. Ask them for the file. {situacao}",
		ES: "el lote {lote} es de otra parte, y solo ella hace el archivo de la UE, con el origen que registró; no hay parcela suya que corregir. Pídale el archivo. {situacao}",
	}}
	noPlots = &finding.Rule{ID: "EUDR_SEM_TALHOES", Severity: refused, Message: lang.Text{
		PT: "não há talhão por trás do lote; a UE não aceita arquivo vazio. Se o lote é seu, registre o plano de cultivo da safra e identifique o lote nela; se veio de outra parte, peça o arquivo a ela",
		EN: "there is no plot behind the lot; the EU does not accept an empty file. If the lot is yours, record the crop plan of the harvest and identify the lot in it; if it came from another party, ask them for the file",
		ES: "no hay parcela detrás del lote; la UE no acepta un archivo vacío. Si el lote es suyo, registre el plan de cultivo de la cosecha e identifique el lote en ella; si vino de otra parte, pídale el archivo",
	}}
)

// What to do about a dispute about a lot.
var (
	rivalOpen = lang.Text{
		PT: "Se a outra estiver certa, peça a um administrador que decida",
		EN: "If the other one is right, ask an administrator to settle it",
		ES: "Si la otra es correcta, pida a un administrador que decida",
	}
	rivalDecides = lang.Text{
		PT: "Compare os registros e decida de quem é o lote, em Disputas",
		EN: "Compare the records and decide who owns the lot, in Disputes",
		ES: "Compare los registros y decida de quién es el lote, en Disputas",
	}
	rivalSettled = lang.Text{
		PT: "O lote é da safra titular",
		EN: "The lot belongs to the owning harvest",
		ES: "El lote es de la cosecha titular",
	}
	foreignOpen = lang.Text{
		PT: "Se o lote é seu, peça a um administrador que decida",
		EN: "If the lot is yours, ask an administrator to settle it",
		ES: "Si el lote es suyo, pida a un administrador que decida",
	}
	foreignSettled = lang.Text{
		PT: "Se não concorda, fale com um administrador",
		EN: "If you do not agree, talk to an administrator",
		ES: "Si no está de acuerdo, hable con un administrador",
	}
)

// situationOf says how a dispute concerns the reader of the report.
func situationOf(c *lineage.RivalClaim) lang.Text {
	var text lang.Text
	switch {
	case c.Foreign && c.Settled:
		text = foreignSettled
	case c.Foreign:
		return foreignOpen
	case c.Settled:
		text = rivalSettled
	case c.Decides:
		return rivalDecides
	default:
		return rivalOpen
	}
	return lang.Text{PT: c.Decision.PT + " " + text.PT, EN: c.Decision.EN + " " + text.EN, ES: c.Decision.ES + " " + text.ES}
}

// The refusals of the EU's file description.
var (
	crossing = record.PlotRule(geo.Crossing)
	touching = record.PlotRule(geo.Touching)
	folded   = record.PlotRule(geo.Folded)
	hole     = record.PlotRule(geo.Hole)
	unclosed = record.PlotRule(geo.Unclosed)
	tooFew   = &finding.Rule{ID: string(geo.TooFew), Class: 4, Severity: refused, Message: lang.Text{
		PT: "o anel tem menos de quatro posições, contando a que fecha; envie o contorno inteiro",
		EN: "the ring has fewer than four positions, the closing one included; send the whole outline",
		ES: "el anillo tiene menos de cuatro posiciones, con la que cierra; envíe el contorno entero",
	}}
	lineType = &finding.Rule{ID: "EUDR_LINHA", Class: 5, Severity: refused, Message: lang.Text{
		PT: "uma linha não é um talhão; a UE só aceita Point, MultiPoint, Polygon e MultiPolygon. Envie o polígono",
		EN: "a line is not a plot; the EU accepts only Point, MultiPoint, Polygon and MultiPolygon. Send the polygon",
		ES: "una línea no es una parcela; la UE solo acepta Point, MultiPoint, Polygon y MultiPolygon. Envíe el polígono",
	}}
	loneMulti = &finding.Rule{ID: string(geo.LoneMulti), Class: 5, Severity: mended, Message: lang.Text{
		PT: "MultiPoint ou MultiPolygon com um só item, que a UE recusa; no arquivo ele sai simples",
		EN: "a MultiPoint or MultiPolygon with one item, which the EU refuses; in the file it is a plain one",
		ES: "MultiPoint o MultiPolygon con un solo ítem, que la UE rechaza; en el archivo sale simple",
	}}
	collapsed   = record.PlotRule(geo.Collapsed)
	equalPoints = record.PlotRule(geo.EqualPoints)
	notJSON     = &finding.Rule{ID: "EUDR_MALFORMADO", Class: 8, Severity: refused, Message: lang.Text{
		PT: "a geometria não é JSON bem formado, ou passa dos limites; envie-a de novo",
		EN: "the geometry is not well-formed JSON, or is over the limits; send it again",
		ES: "la geometría no es JSON bien formado, o supera los límites; envíela de nuevo",
	}}
	misspelt = &finding.Rule{ID: "EUDR_PROPRIEDADE_GRAFIA", Class: 9, Severity: doubtful, Message: lang.Text{
		PT: "a propriedade '{nome}' do GeoJSON enviado não é lida: maiúsculas fazem diferença, o nome é '{certo}'",
		EN: "property '{nome}' of the GeoJSON that was sent is not read: capitals matter, the name is '{certo}'",
		ES: "la propiedad '{nome}' del GeoJSON enviado no se lee: las mayúsculas importan, el nombre es '{certo}'",
	}}
	notGeoJSON = &finding.Rule{ID: "EUDR_NAO_GEOJSON", Class: 10, Severity: refused, Message: lang.Text{
		PT: "a geometria não é GeoJSON: tipo desconhecido, ou sem coordenadas. Envie um Polygon",
		EN: "the geometry is not GeoJSON: an unknown type, or no coordinates. Send a Polygon",
		ES: "la geometría no es GeoJSON: tipo desconocido, o sin coordenadas. Envíe un Polygon",
	}}
	outsideWorld = record.PlotRule(geo.OutsideWorld)
	badCountry   = &finding.Rule{ID: "EUDR_PAIS_INVALIDO", Class: 12, Severity: refused, Message: lang.Text{
		PT: "'{pais}' não é o código ISO de duas letras de um país; para o Brasil, BR",
		EN: "'{pais}' is not the two-letter ISO code of a country; for Brazil, BR",
		ES: "'{pais}' no es el código ISO de dos letras de un país; para Brasil, BR",
	}}
	wrongType = &finding.Rule{ID: "EUDR_TIPO_ERRADO", Class: 14, Severity: refused, Message: lang.Text{
		PT: "valor do tipo errado em {ponteiro}: coordenadas são números sem aspas, cada tipo com suas listas. A UE não mostraria o talhão",
		EN: "a value of the wrong type at {ponteiro}: coordinates are numbers without quotes, each type with its own lists. The EU would not show the plot",
		ES: "valor del tipo equivocado en {ponteiro}: las coordenadas son números sin comillas, cada tipo con sus listas. La UE no mostraría la parcela",
	}}
	wrongProperty = &finding.Rule{ID: "EUDR_PROPRIEDADE_TIPO", Class: 14, Severity: doubtful, Message: lang.Text{
		PT: "a propriedade '{nome}' do GeoJSON enviado tem o tipo errado e não é lida (Area é número, as outras são textos)",
		EN: "property '{nome}' of the GeoJSON that was sent has the wrong type and is not read (Area is a number, the others are texts)",
		ES: "la propiedad '{nome}' del GeoJSON enviado tiene el tipo equivocado y no se lee (Area es número, las otras son textos)",
	}}
	noShape = &finding.Rule{ID: string(geo.NoShape), Class: 10, Severity: refused, Message: lang.Text{
		PT: "os números enviados não formam um talhão; envie o polígono, em longitude e latitude",
		EN: "the numbers that were sent make no plot; send the polygon, in longitude and latitude",
		ES: "los números enviados no forman una parcela; envíe el polígono, en longitud y latitud",
	}}
)

// What the law requires beyond what the system refuses.
var (
	largePoint = &finding.Rule{ID: "EUDR_PONTO_GRANDE", Class: 14, Severity: refused, Message: lang.Text{
		PT: "um ponto com {ha} ha: acima de 4 ha a UE pede o polígono",
		EN: "a point of {ha} ha: over 4 ha the EU asks for the polygon",
		ES: "un punto de {ha} ha: por encima de 4 ha la UE pide el polígono",
	}}
	smallPoint = &finding.Rule{ID: "EUDR_AREA_DO_PONTO", Class: 14, Severity: doubtful, Message: lang.Text{
		PT: "a área {ha} ha do ponto está fora de 0,0001 a 4 ha e não vai no arquivo; a UE contará 4 ha",
		EN: "the area of the point, {ha} ha, is outside 0.0001 to 4 ha and does not go into the file; the EU will count 4 ha",
		ES: "el área {ha} ha del punto está fuera de 0,0001 a 4 ha y no va en el archivo; la UE contará 4 ha",
	}}
	unstatedArea = &finding.Rule{ID: "EUDR_PONTO_SEM_AREA", Severity: mended, Message: lang.Text{
		PT: "ponto sem área: a UE contará 4 ha. Informe Area, em hectares, nas propriedades do GeoJSON",
		EN: "a point without its area: the EU will count 4 ha. Give Area, in hectares, in the properties of the GeoJSON",
		ES: "punto sin área: la UE contará 4 ha. Indique Area, en hectáreas, en las propiedades del GeoJSON",
	}}
	looseOutline    = record.PlotRule(geo.NeedsPolygon)
	coarse          = record.PlotRule(geo.CoarseDecimals)
	fewDecimals     = record.PlotRule(geo.FewDecimals)
	outsideBrazil   = record.PlotRule(geo.OutsideBrazil)
	outsideCountry  = record.PlotRule(geo.OutsideCountry)
	atZero          = record.PlotRule(geo.AtZero)
	antimeridian    = record.PlotRule(geo.Antimeridian)
	partsOverlap    = record.PlotRule(geo.PartsOverlap)
	partsAdjoin     = record.PlotRule(geo.PartsAdjoin)
	swapped         = record.PlotRule(geo.OrderSwapped)
	assumedProducer = &finding.Rule{ID: "EUDR_PRODUTOR_PRESUMIDO", Severity: doubtful, Message: lang.Text{
		PT: "o registro não diz quem é o produtor; o arquivo traz quem o registrou, '{nome}'. Informe o produtor no perfil da safra, ou junto com o talhão",
		EN: "the record does not say who the producer is; the file names the person who recorded it, '{nome}'. Give the producer in the profile of the harvest, or with the plot",
		ES: "el registro no dice quién es el productor; el archivo trae a quien lo registró, '{nome}'. Indique el productor en el perfil de la cosecha, o junto con la parcela",
	}}
	noPlace = &finding.Rule{ID: "EUDR_SEM_LOCAL", Severity: mended, Message: lang.Text{
		PT: "sem local de produção, que a UE recomenda; informe o local, ou o município e a UF, no perfil da safra ou junto com o talhão",
		EN: "no place of production, which the EU recommends; give the place, or the municipality and the state, in the profile of the harvest or with the plot",
		ES: "sin lugar de producción, que la UE recomienda; indique el lugar, o el municipio y el estado, en el perfil de la cosecha o junto con la parcela",
	}}
	derivedProducer = &finding.Rule{ID: "EUDR_PRODUTOR_A_CONFIRMAR", Severity: doubtful, Message: lang.Text{
		PT: "o registro do talhão não diz quem é o produtor, mas outros registros da safra dizem '{produtor}'; confirme-o no perfil da safra, e ele entra no arquivo. Até lá o arquivo traz quem registrou, '{nome}'",
		EN: "the record of the plot does not say who the producer is, but other records of the harvest say '{produtor}'; confirm it in the profile of the harvest, and it goes into the file. Until then the file names who recorded it, '{nome}'",
		ES: "el registro de la parcela no dice quién es el productor, pero otros registros de la cosecha dicen '{produtor}'; confírmelo en el perfil de la cosecha, y entra en el archivo. Hasta entonces el archivo trae a quien lo registró, '{nome}'",
	}}
	derivedPlace = &finding.Rule{ID: "EUDR_LOCAL_A_CONFIRMAR", Severity: mended, Message: lang.Text{
		PT: "o talhão e o perfil não dizem o local de produção, mas os registros da safra indicam {local}; confirme-o no perfil da safra, e ele entra no arquivo",
		EN: "the plot and the profile do not say the place of production, but the records of the harvest point to {local}; confirm it in the profile of the harvest, and it goes into the file",
		ES: "la parcela y el perfil no dicen el lugar de producción, pero los registros de la cosecha indican {local}; confírmelo en el perfil de la cosecha, y entra en el archivo",
	}}
	holeCut = &finding.Rule{ID: "EUDR_FURO_CORTADO", Class: 3, Severity: mended, Message: lang.Text{
		PT: "o polígono tem furo, que a UE não considera; como pedido, no arquivo ele sai cortado em {partes} partes sem furo, cada uma como uma Feature",
		EN: "the polygon has a hole, which the EU does not take into account; as asked, in the file it is cut into {partes} parts without one, each a Feature",
		ES: "el polígono tiene un hueco, que la UE no considera; como se pidió, en el archivo sale cortado en {partes} partes sin hueco, cada una como una Feature",
	}}
	sharedPlot = &finding.Rule{ID: "EUDR_TALHAO_DE_DOIS", Severity: doubtful, Message: lang.Text{
		PT: "o mesmo talhão consta com outro produtor; o arquivo traz os dois. Confira quem o cultiva",
		EN: "the same plot is on record with another producer; the file has both. Check who grows it",
		ES: "la misma parcela consta con otro productor; el archivo trae los dos. Revise quién la cultiva",
	}}
)

// ofCode finds the rule of a refusal or remark of geo.
var ofCode = func() map[geo.Code]*finding.Rule {
	all := map[geo.Code]*finding.Rule{}
	for _, r := range Rules {
		all[geo.Code(r.ID)] = r
	}
	return all
}()

// ofReason finds the rule of why a value is not a plot.
var ofReason = map[geo.Reason]*finding.Rule{
	geo.NotAPlot: notGeoJSON, geo.NotJSON: notJSON, geo.NotNumber: wrongType, geo.NotFinite: wrongType, geo.WrongNesting: wrongType,
	geo.UnknownType: notGeoJSON, geo.LineType: lineType, geo.NoCoordinates: notGeoJSON,
	geo.TooManyNumbers: notJSON, geo.TooManyFeatures: notJSON, geo.TooDeep: notJSON,
}
