package eudr

import (
	"rastro/internal/finding"
	"rastro/internal/geo"
	"rastro/internal/lang"
)

// Rule is one row of what is looked for before a file goes out.
type Rule struct {
	ID string
	// Class is the number that the EU's file description gives the refusal; 0 for
	// what its system does not look at.
	Class int
	// Severity is Error where the file would be refused, or would not be whole:
	// no file is given then. What Rastro mends in the file is Info.
	Severity finding.Severity
	Message  lang.Text // with {placeholders} for a finding's Args
}

const (
	refused  = finding.Error
	doubtful = finding.Alert
	mended   = finding.Info
)

// Rules lists every rule: first what is missing behind the lot, then the
// refusals by their class, then what the law asks beyond the file.
var Rules = []*Rule{
	truncated, restricted, unknownOrigin, noPlotInHarvest, noPlots, rivalClaim, wrongProperty,
	crossing, touching, folded, hole, unclosed, tooFew, lineType, loneMulti, collapsed, equalPoints,
	notJSON, misspelt, notGeoJSON, outsideWorld, badCountry, wrongType, noShape,
	largePoint, smallPoint, unstatedArea, looseOutline, coarse, fewDecimals, outsideBrazil, swapped,
	assumedProducer, noPlace, sharedPlot,
}

// What is missing behind the lot.
var (
	truncated = &Rule{"EUDR_RASTREIO_INCOMPLETO", 0, refused, lang.Text{
		PT: "há mais por trás do lote do que foi percorrido de uma vez, ou o índice de lotes ainda está sendo montado; o arquivo não estaria completo. Tente de novo, ou divida o lote",
		EN: "there is more behind the lot than is followed at once, or the index of lots is still being built; the file would not be whole. Try again, or divide the lot",
		ES: "hay más detrás del lote de lo que se recorre de una vez, o el índice de lotes aún se está armando; el archivo no estaría completo. Intente de nuevo, o divida el lote",
	}}
	restricted = &Rule{"EUDR_SAFRA_FORA_DA_CHAVE", 0, refused, lang.Text{
		PT: "registros de safras que esta chave não vê citam lotes da origem; use uma chave com acesso a elas",
		EN: "records of harvests that this key may not see name lots of the origin; use a key that may see them",
		ES: "registros de cosechas que esta clave no ve citan lotes del origen; use una clave con acceso a ellas",
	}}
	unknownOrigin = &Rule{"EUDR_ORIGEM_DESCONHECIDA", 0, refused, lang.Text{
		PT: "nenhum registro diz de onde veio o lote {lote}, que está na origem; misturado com origem desconhecida, o embarque inteiro não pode entrar na UE. Se o lote é seu, identifique-o ou registre do que foi feito; se veio de outra parte, peça a ela que registre a origem",
		EN: "no record says where lot {lote} came from, which is part of the origin; mixed with unknown origin, the whole shipment may not enter the EU. If the lot is yours, identify it or record what it was made of; if it came from another party, ask them to record its origin",
		ES: "ningún registro dice de dónde vino el lote {lote}, que está en el origen; mezclado con origen desconocido, todo el embarque no puede entrar en la UE. Si el lote es suyo, identifíquelo o registre de qué se hizo; si vino de otra parte, pídale que registre el origen",
	}}
	noPlotInHarvest = &Rule{"EUDR_SAFRA_SEM_TALHAO", 0, refused, lang.Text{
		PT: "a safra {safra} está na origem e não tem talhão registrado; envie o polígono em planoCultivo",
		EN: "harvest {safra} is part of the origin and has no plot on record; send its polygon in planoCultivo",
		ES: "la cosecha {safra} está en el origen y no tiene parcela registrada; envíe el polígono en planoCultivo",
	}}
	rivalClaim = &Rule{"EUDR_LOTE_DISPUTADO", 0, doubtful, lang.Text{
		PT: "outra safra{safra} também diz que identificou ou produziu o lote {lote}; o arquivo traz só a origem dada pela safra titular. Se a outra estiver certa, peça ao administrador que decida",
		EN: "another harvest{safra} also says that it identified or made lot {lote}; the file has only the origin that the owning harvest gives. If the other one is right, ask the administrator to settle it",
		ES: "otra cosecha{safra} también dice que identificó o produjo el lote {lote}; el archivo trae solo el origen que da la cosecha titular. Si la otra es correcta, pida al administrador que decida",
	}}
	noPlots = &Rule{"EUDR_SEM_TALHOES", 0, refused, lang.Text{
		PT: "não há talhão por trás do lote; a UE não aceita arquivo vazio. Registre o planoCultivo da safra e identifique o lote nela",
		EN: "there is no plot behind the lot; the EU does not take an empty file. Record the planoCultivo of the harvest and identify the lot in it",
		ES: "no hay parcela detrás del lote; la UE no acepta un archivo vacío. Registre el planoCultivo de la cosecha e identifique el lote en ella",
	}}
)

// The refusals of the EU's file description.
var (
	crossing = &Rule{string(geo.Crossing), 1, refused, lang.Text{
		PT: "os lados {lados} se cruzam; a UE recusa o arquivo. Corrija o contorno perto do vértice {vertice}",
		EN: "sides {lados} cross; the EU refuses the file. Mend the outline near vertex {vertice}",
		ES: "los lados {lados} se cruzan; la UE rechaza el archivo. Corrija el contorno cerca del vértice {vertice}",
	}}
	touching = &Rule{string(geo.Touching), 1, refused, lang.Text{
		PT: "o contorno encosta em si mesmo no vértice {vertice}, lados {lados}; a UE recusa o arquivo. Separe em dois polígonos",
		EN: "the outline touches itself at vertex {vertice}, sides {lados}; the EU refuses the file. Divide it into two polygons",
		ES: "el contorno se toca a sí mismo en el vértice {vertice}, lados {lados}; la UE rechaza el archivo. Sepárelo en dos polígonos",
	}}
	folded = &Rule{string(geo.Folded), 2, refused, lang.Text{
		PT: "os lados {lados} se sobrepõem, ou o contorno volta sobre si no vértice {vertice}; a UE recusa o arquivo. Retire o vértice",
		EN: "sides {lados} overlap, or the outline turns back along itself at vertex {vertice}; the EU refuses the file. Remove the vertex",
		ES: "los lados {lados} se superponen, o el contorno vuelve sobre sí en el vértice {vertice}; la UE rechaza el archivo. Quite el vértice",
	}}
	hole = &Rule{string(geo.Hole), 3, refused, lang.Text{
		PT: "o polígono tem furo, que a UE não considera; corte-o em duas metades sem furo",
		EN: "the polygon has a hole, which the EU does not take into account; cut it into two halves without one",
		ES: "el polígono tiene un hueco, que la UE no considera; córtelo en dos mitades sin hueco",
	}}
	unclosed = &Rule{string(geo.Unclosed), 4, mended, lang.Text{
		PT: "o anel não termina onde começa; no arquivo ele sai fechado",
		EN: "the ring does not end where it begins; in the file it is closed",
		ES: "el anillo no termina donde empieza; en el archivo sale cerrado",
	}}
	tooFew = &Rule{string(geo.TooFew), 4, refused, lang.Text{
		PT: "o anel tem menos de quatro posições, contando a que fecha; envie o contorno inteiro",
		EN: "the ring has fewer than four positions, the closing one included; send the whole outline",
		ES: "el anillo tiene menos de cuatro posiciones, con la que cierra; envíe el contorno entero",
	}}
	lineType = &Rule{"EUDR_LINHA", 5, refused, lang.Text{
		PT: "uma linha não é um talhão; a UE só aceita Point, MultiPoint, Polygon e MultiPolygon. Envie o polígono",
		EN: "a line is no plot; the EU takes only Point, MultiPoint, Polygon and MultiPolygon. Send the polygon",
		ES: "una línea no es una parcela; la UE solo acepta Point, MultiPoint, Polygon y MultiPolygon. Envíe el polígono",
	}}
	loneMulti = &Rule{string(geo.LoneMulti), 5, mended, lang.Text{
		PT: "MultiPoint ou MultiPolygon de um só, que a UE recusa; no arquivo ele sai simples",
		EN: "a MultiPoint or MultiPolygon of one, which the EU refuses; in the file it is a plain one",
		ES: "MultiPoint o MultiPolygon de uno solo, que la UE rechaza; en el archivo sale simple",
	}}
	collapsed = &Rule{string(geo.Collapsed), 6, refused, lang.Text{
		PT: "cortadas na sexta casa decimal, as posições ficam numa só linha: não há área. Envie o contorno do talhão",
		EN: "cut to six decimals, the positions lie on one line: there is no area. Send the outline of the plot",
		ES: "cortadas en el sexto decimal, las posiciones quedan en una sola línea: no hay área. Envíe el contorno de la parcela",
	}}
	equalPoints = &Rule{string(geo.EqualPoints), 7, refused, lang.Text{
		PT: "posições iguais depois de cortadas na sexta casa decimal, a partir do vértice {vertice}; a UE recusa o arquivo. Retire a repetida",
		EN: "positions are equal once cut to six decimals, from vertex {vertice} on; the EU refuses the file. Remove the repeated one",
		ES: "posiciones iguales después de cortadas en el sexto decimal, desde el vértice {vertice}; la UE rechaza el archivo. Quite la repetida",
	}}
	notJSON = &Rule{"EUDR_MALFORMADO", 8, refused, lang.Text{
		PT: "a geometria não é JSON bem formado, ou passa dos limites; envie-a de novo",
		EN: "the geometry is not well-formed JSON, or is over the limits; send it again",
		ES: "la geometría no es JSON bien formado, o pasa de los límites; envíela de nuevo",
	}}
	misspelt = &Rule{"EUDR_PROPRIEDADE_GRAFIA", 9, doubtful, lang.Text{
		PT: "a propriedade '{nome}' do GeoJSON enviado não é lida: maiúsculas contam, o nome é '{certo}'",
		EN: "property '{nome}' of the GeoJSON that was sent is not read: capitals count, the name is '{certo}'",
		ES: "la propiedad '{nome}' del GeoJSON enviado no se lee: las mayúsculas cuentan, el nombre es '{certo}'",
	}}
	notGeoJSON = &Rule{"EUDR_NAO_GEOJSON", 10, refused, lang.Text{
		PT: "a geometria não é GeoJSON: tipo desconhecido, ou sem coordenadas. Envie um Polygon",
		EN: "the geometry is not GeoJSON: an unknown type, or no coordinates. Send a Polygon",
		ES: "la geometría no es GeoJSON: tipo desconocido, o sin coordenadas. Envíe un Polygon",
	}}
	outsideWorld = &Rule{string(geo.OutsideWorld), 11, refused, lang.Text{
		PT: "latitude além de ±90 ou longitude além de ±180 no vértice {vertice}; envie graus decimais (WGS 84)",
		EN: "latitude beyond ±90 or longitude beyond ±180 at vertex {vertice}; send decimal degrees (WGS 84)",
		ES: "latitud más allá de ±90 o longitud más allá de ±180 en el vértice {vertice}; envíe grados decimales (WGS 84)",
	}}
	badCountry = &Rule{"EUDR_PAIS_INVALIDO", 12, refused, lang.Text{
		PT: "'{pais}' não é o código ISO de duas letras de um país; para o Brasil, BR",
		EN: "'{pais}' is not the ISO code of two letters of a country; for Brazil, BR",
		ES: "'{pais}' no es el código ISO de dos letras de un país; para Brasil, BR",
	}}
	wrongType = &Rule{"EUDR_TIPO_ERRADO", 14, refused, lang.Text{
		PT: "valor do tipo errado em {ponteiro}: coordenadas são números sem aspas, cada tipo com suas listas. A UE não mostraria o talhão",
		EN: "a value of the wrong type at {ponteiro}: coordinates are numbers without quotes, each type with its own lists. The EU would not show the plot",
		ES: "valor del tipo equivocado en {ponteiro}: las coordenadas son números sin comillas, cada tipo con sus listas. La UE no mostraría la parcela",
	}}
	wrongProperty = &Rule{"EUDR_PROPRIEDADE_TIPO", 14, doubtful, lang.Text{
		PT: "a propriedade '{nome}' do GeoJSON enviado tem o tipo errado e não é lida (Area é número, as outras são textos)",
		EN: "property '{nome}' of the GeoJSON that was sent has the wrong type and is not read (Area is a number, the others are texts)",
		ES: "la propiedad '{nome}' del GeoJSON enviado tiene el tipo equivocado y no se lee (Area es número, las otras son textos)",
	}}
	noShape = &Rule{string(geo.NoShape), 10, refused, lang.Text{
		PT: "os números enviados não formam um talhão; envie o polígono, em longitude e latitude",
		EN: "the numbers that were sent make no plot; send the polygon, in longitude and latitude",
		ES: "los números enviados no forman una parcela; envíe el polígono, en longitud y latitud",
	}}
)

// What the law asks beyond what the system refuses.
var (
	largePoint = &Rule{"EUDR_PONTO_GRANDE", 14, refused, lang.Text{
		PT: "um ponto com {ha} ha: acima de 4 ha a UE pede o polígono",
		EN: "a point of {ha} ha: over 4 ha the EU asks for the polygon",
		ES: "un punto de {ha} ha: por encima de 4 ha la UE pide el polígono",
	}}
	smallPoint = &Rule{"EUDR_AREA_DO_PONTO", 14, doubtful, lang.Text{
		PT: "a área {ha} ha do ponto está fora de 0,0001 a 4 ha e não vai no arquivo; a UE contará 4 ha",
		EN: "the area of the point, {ha} ha, is outside 0.0001 to 4 ha and does not go into the file; the EU will count 4 ha",
		ES: "el área {ha} ha del punto está fuera de 0,0001 a 4 ha y no va en el archivo; la UE contará 4 ha",
	}}
	unstatedArea = &Rule{"EUDR_PONTO_SEM_AREA", 0, mended, lang.Text{
		PT: "ponto sem área: a UE contará 4 ha. Informe Area, em hectares, nas propriedades do GeoJSON",
		EN: "a point without its area: the EU will count 4 ha. Give Area, in hectares, in the properties of the GeoJSON",
		ES: "punto sin área: la UE contará 4 ha. Informe Area, en hectáreas, en las propiedades del GeoJSON",
	}}
	looseOutline = &Rule{string(geo.NeedsPolygon), 0, doubtful, lang.Text{
		PT: "{ha} ha dados por um retângulo de dois cantos; acima de 4 ha o regulamento pede o contorno do talhão",
		EN: "{ha} ha given by a rectangle of two corners; over 4 ha the regulation asks for the outline of the plot",
		ES: "{ha} ha dados por un rectángulo de dos esquinas; por encima de 4 ha el reglamento pide el contorno de la parcela",
	}}
	coarse = &Rule{string(geo.CoarseDecimals), 0, doubtful, lang.Text{
		PT: "coordenadas com {casas} casas decimais, mais de dez metros de erro; a UE pede seis",
		EN: "coordinates of {casas} decimals, more than ten metres off; the EU asks for six",
		ES: "coordenadas con {casas} decimales, más de diez metros de error; la UE pide seis",
	}}
	fewDecimals = &Rule{string(geo.FewDecimals), 0, mended, lang.Text{
		PT: "coordenadas com {casas} casas decimais; no arquivo saem com as seis que a UE pede, completadas com zeros",
		EN: "coordinates of {casas} decimals; in the file they have the six that the EU asks for, filled up with zeros",
		ES: "coordenadas con {casas} decimales; en el archivo salen con los seis que pide la UE, completadas con ceros",
	}}
	outsideBrazil = &Rule{string(geo.OutsideBrazil), 0, doubtful, lang.Text{
		PT: "o produtor é do Brasil e o vértice {vertice} está fora dele; confira o país e as coordenadas",
		EN: "the producer is in Brazil and vertex {vertice} is outside it; check the country and the coordinates",
		ES: "el productor es de Brasil y el vértice {vertice} está fuera; revise el país y las coordenadas",
	}}
	swapped = &Rule{string(geo.OrderSwapped), 0, mended, lang.Text{
		PT: "as coordenadas vieram em latitude, longitude; no arquivo saem em longitude, latitude",
		EN: "the coordinates came as latitude, longitude; in the file they are longitude, latitude",
		ES: "las coordenadas vinieron en latitud, longitud; en el archivo salen en longitud, latitud",
	}}
	assumedProducer = &Rule{"EUDR_PRODUTOR_PRESUMIDO", 0, doubtful, lang.Text{
		PT: "o registro não diz quem é o produtor; o arquivo traz quem o registrou, '{nome}'. Informe 'produtor' junto com o talhão",
		EN: "the record does not say who the producer is; the file has who recorded it, '{nome}'. Send 'produtor' with the plot",
		ES: "el registro no dice quién es el productor; el archivo trae a quien lo registró, '{nome}'. Informe 'produtor' junto con la parcela",
	}}
	noPlace = &Rule{"EUDR_SEM_LOCAL", 0, mended, lang.Text{
		PT: "sem local de produção (ProductionPlace), que a UE recomenda; informe 'localProducao', ou 'municipio' e 'uf'",
		EN: "no place of production (ProductionPlace), which the EU recommends; send 'localProducao', or 'municipio' and 'uf'",
		ES: "sin lugar de producción (ProductionPlace), que la UE recomienda; informe 'localProducao', o 'municipio' y 'uf'",
	}}
	sharedPlot = &Rule{"EUDR_TALHAO_DE_DOIS", 0, doubtful, lang.Text{
		PT: "o mesmo talhão consta com outro produtor; o arquivo traz os dois. Confira quem o cultiva",
		EN: "the same plot is on record with another producer; the file has both. Check who grows it",
		ES: "la misma parcela consta con otro productor; el archivo trae los dos. Revise quién la cultiva",
	}}
)

// ofCode finds the rule of a refusal or remark of geo.
var ofCode = func() map[geo.Code]*Rule {
	all := map[geo.Code]*Rule{}
	for _, r := range Rules {
		all[geo.Code(r.ID)] = r
	}
	return all
}()

// ofReason finds the rule of why a value is no plot.
var ofReason = map[geo.Reason]*Rule{
	geo.NotAPlot: notGeoJSON, geo.NotJSON: notJSON, geo.NotNumber: wrongType, geo.NotFinite: wrongType, geo.WrongNesting: wrongType,
	geo.UnknownType: notGeoJSON, geo.LineType: lineType, geo.NoCoordinates: notGeoJSON,
	geo.TooManyNumbers: notJSON, geo.TooManyFeatures: notJSON, geo.TooDeep: notJSON,
}
