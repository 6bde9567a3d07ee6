package record

import (
	"rastro/internal/finding"
	"rastro/internal/geo"
	"rastro/internal/lang"
)

// inEUFile are the findings on a plot before it goes into a file for the EU, which rejects some of
// what a record may contain. An Error keeps the file from being sent; an Info is fixed in it.
var inEUFile = map[geo.Code]finding.Wording{
	geo.Crossing: {Class: 1, Severity: finding.Error, Message: lang.Text{
		PT: "os lados {lados} se cruzam; a UE recusa o arquivo. Corrija o contorno perto do vértice {vertice}",
		EN: "sides {lados} cross; the EU rejects the file. Fix the outline near vertex {vertice}",
		ES: "los lados {lados} se cruzan; la UE rechaza el archivo. Corrija el contorno cerca del vértice {vertice}",
	}},
	geo.Touching: {Class: 1, Severity: finding.Error, Message: lang.Text{
		PT: "o contorno encosta em si mesmo no vértice {vertice}, lados {lados}; a UE recusa o arquivo. Separe em dois polígonos",
		EN: "the outline touches itself at vertex {vertice}, sides {lados}; the EU refuses the file. Divide it into two polygons",
		ES: "el contorno se toca a sí mismo en el vértice {vertice}, lados {lados}; la UE rechaza el archivo. Sepárelo en dos polígonos",
	}},
	geo.Folded: {Class: 2, Severity: finding.Error, Message: lang.Text{
		PT: "os lados {lados} se sobrepõem, ou o contorno volta sobre si no vértice {vertice}; a UE recusa o arquivo. Retire o vértice",
		EN: "sides {lados} overlap, or the outline turns back along itself at vertex {vertice}; the EU refuses the file. Remove the vertex",
		ES: "los lados {lados} se superponen, o el contorno vuelve sobre sí en el vértice {vertice}; la UE rechaza el archivo. Quite el vértice",
	}},
	geo.Hole: {Class: 3, Severity: finding.Error, Message: lang.Text{
		PT: "o polígono tem furo, que a UE não considera; corte-o em duas metades sem furo, ou peça o arquivo já cortado (furos=cortar)",
		EN: "the polygon has a hole, which the EU does not take into account; cut it into two halves without one, or ask for the file with the cut made (furos=cortar)",
		ES: "el polígono tiene un hueco, que la UE no considera; córtelo en dos mitades sin hueco, o pida el archivo ya cortado (furos=cortar)",
	}},
	geo.Unclosed: {Class: 4, Severity: finding.Info, Message: lang.Text{
		PT: "o anel não termina onde começa; no arquivo ele sai fechado",
		EN: "the outline does not end where it begins; in the file it is closed",
		ES: "el contorno no termina donde empieza; en el archivo sale cerrado",
	}},
	geo.Collapsed: {Class: 6, Severity: finding.Error, Message: lang.Text{
		PT: "cortadas na sexta casa decimal, as posições ficam numa só linha: não há área. Envie o contorno do talhão",
		EN: "cut to six decimals, the positions lie on one line: there is no area. Send the outline of the plot",
		ES: "cortadas en el sexto decimal, las posiciones quedan en una sola línea: no hay área. Envíe el contorno de la parcela",
	}},
	geo.EqualPoints: {Class: 7, Severity: finding.Error, Message: lang.Text{
		PT: "posições iguais depois de cortadas na sexta casa decimal, a partir do vértice {vertice}; a UE recusa o arquivo. Retire a repetida",
		EN: "positions are equal once cut to six decimals, from vertex {vertice} on; the EU refuses the file. Remove the repeated one",
		ES: "posiciones iguales después de cortadas en el sexto decimal, desde el vértice {vertice}; la UE rechaza el archivo. Quite la repetida",
	}},
	geo.OutsideWorld: {Class: 11, Severity: finding.Error, Message: lang.Text{
		PT: "latitude além de ±90 ou longitude além de ±180 no vértice {vertice}; envie graus decimais (WGS 84)",
		EN: "latitude beyond ±90 or longitude beyond ±180 at vertex {vertice}; send decimal degrees (WGS 84)",
		ES: "latitud más allá de ±90 o longitud más allá de ±180 en el vértice {vertice}; envíe grados decimales (WGS 84)",
	}},
	geo.NeedsPolygon: {Severity: finding.Alert, Message: lang.Text{
		PT: "{ha} ha dados por um retângulo de dois cantos; acima de 4 ha o regulamento pede o polígono desenhado no plano de cultivo",
		EN: "{ha} ha given by a rectangle of two corners; over 4 ha the regulation asks for the polygon drawn in the crop plan",
		ES: "{ha} ha dadas por un rectángulo de dos esquinas; por encima de 4 ha el reglamento pide el polígono dibujado en el plan de cultivo",
	}},
	geo.CoarseDecimals: {Severity: finding.Alert, Message: lang.Text{
		PT: "coordenadas com {casas} casas decimais, mais de dez metros de erro; a UE pede seis",
		EN: "coordinates of {casas} decimals, more than ten metres off; the EU asks for six",
		ES: "coordenadas con {casas} decimales, más de diez metros de error; la UE pide seis",
	}},
	geo.FewDecimals: {Severity: finding.Info, Message: lang.Text{
		PT: "coordenadas com {casas} casas decimais; no arquivo saem com as seis que a UE pede, completadas com zeros",
		EN: "coordinates of {casas} decimals; in the file they have the six that the EU asks for, filled up with zeros",
		ES: "coordenadas con {casas} decimales; en el archivo salen con los seis que pide la UE, completadas con ceros",
	}},
	geo.OutsideCountry: {Severity: finding.Error, Message: lang.Text{
		PT: "o país do produtor é {pais} e o vértice {vertice} está fora dele; corrija o país ou as coordenadas",
		EN: "the producer's country is {pais} and vertex {vertice} is outside it; correct the country or the coordinates",
		ES: "el país del productor es {pais} y el vértice {vertice} está fuera; corrija el país o las coordenadas",
	}},
	geo.OutsideBrazil: {Severity: finding.Error, Message: lang.Text{
		PT: "o produtor é do Brasil e o vértice {vertice} está fora dele; corrija o país ou as coordenadas",
		EN: "the producer is in Brazil and vertex {vertice} is outside it; correct the country or the coordinates",
		ES: "el productor es de Brasil y el vértice {vertice} está fuera; corrija el país o las coordenadas",
	}},
	geo.AtZero: {Severity: finding.Error, Message: lang.Text{
		PT: "o vértice {vertice} está em 0, 0, no mar: o aparelho estava sem sinal. Meça de novo",
		EN: "vertex {vertice} is at 0, 0, in the sea: the device had no signal. Measure again",
		ES: "el vértice {vertice} está en 0, 0, en el mar: el dispositivo no tenía señal. Mida de nuevo",
	}},
	geo.Antimeridian: {Severity: finding.Error, Message: lang.Text{
		PT: "o contorno atravessa o meridiano de 180 graus, ou um sinal está trocado; corrija, ou divida-o nesse meridiano",
		EN: "the outline crosses the 180th meridian, or a sign is wrong; correct it, or cut it at that meridian",
		ES: "el contorno cruza el meridiano de 180 grados, o un signo está cambiado; corríjalo, o divídalo en ese meridiano",
	}},
	geo.PartsOverlap: {Severity: finding.Alert, Message: lang.Text{
		PT: "as partes {partes} do talhão se sobrepõem em {ha} ha, que o arquivo conta duas vezes; corrija o contorno de uma delas",
		EN: "parts {partes} of the plot overlap by {ha} ha, which the file counts twice; correct the outline of one of them",
		ES: "las partes {partes} de la parcela se superponen en {ha} ha, que el archivo cuenta dos veces; corrija el contorno de una de ellas",
	}},
	geo.PartsAdjoin: {Severity: finding.Alert, Message: lang.Text{
		PT: "as partes {partes} do talhão têm um lado em comum, o que alguns sistemas recusam; junte-as numa só",
		EN: "parts {partes} of the plot have a side in common, which some systems refuse; join them into one",
		ES: "las partes {partes} de la parcela tienen un lado en común, lo que algunos sistemas rechazan; únalas en una sola",
	}},
	geo.OrderSwapped: {Severity: finding.Info, Message: lang.Text{
		PT: "as coordenadas vieram em latitude, longitude; no arquivo saem em longitude, latitude",
		EN: "the coordinates came as latitude, longitude; in the file they are longitude, latitude",
		ES: "las coordenadas vinieron en latitud, longitud; en el archivo salen en longitud, latitud",
	}},
}

// alsoInEUFile returns the wording of a rule on plots for the EU's file, nil if that
// has the rule's own or does not look at it.
func alsoInEUFile(code geo.Code) map[finding.List]finding.Wording {
	if told, ok := inEUFile[code]; ok {
		return map[finding.List]finding.Wording{finding.EUFile: told}
	}
	return nil
}

// PlotRule returns the rule of a remark on a plot, nil for a remark without one.
func PlotRule(code geo.Code) *finding.Rule {
	for _, r := range plotRules {
		if r.ID == string(code) {
			return r
		}
	}
	return nil
}
