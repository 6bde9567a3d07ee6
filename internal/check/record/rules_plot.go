package record

import (
	"rastro/internal/finding"
	"rastro/internal/geo"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// plots are the kinds that carry a plot.
var plots = []string{kind.Plan, kind.Planting}

// plotRule makes the rule of a remark on a plot. In its message {vertice} and
// {lados} count from 1, as people do.
func plotRule(code geo.Code, severity finding.Severity, source, trigger, quiet string, message lang.Text) *finding.Rule {
	return &finding.Rule{
		ID: string(code), Severity: severity, Source: source, Kinds: plots, Message: message,
		Trigger: `{"poligono":` + trigger + `}`, Quiet: `{"poligono":` + quiet + `}`, Also: alsoInEUFile(code), Before: plotMessagesBefore[code],
	}
}

// addedSinceCommitments marks a rule that was added after versions began to commit to their findings.
func addedSinceCommitments(r *finding.Rule) *finding.Rule {
	r.Later = true
	return r
}

// plotMessagesBefore are the messages that were worded differently while versions did not
// commit to their findings; see finding.Rule.
var plotMessagesBefore = map[geo.Code]string{
	geo.OutsideBrazil:  "{quantos} ponto(s) fora do Brasil, o primeiro no vértice {vertice}; confira sinais e ordem",
	geo.CoarseDecimals: "só {casas} casas decimais, um erro de mais de 10 m; envie 6",
	geo.FewDecimals:    "{casas} casas decimais; a União Europeia pede 6",
	geo.Hole:           "o contorno tem furo(s), que a União Europeia não considera; corte-o em duas metades",
}

const (
	fileDescription = "GeoJSON file description of the EU's due diligence system"
	partSquare      = `[[[-45.451201,-21.360503],[-45.449404,-21.360503],[-45.449404,-21.358802],[-45.451201,-21.358802],[-45.451201,-21.360503]]]`
	partApart       = `[[[-45.449004,-21.360503],[-45.448404,-21.360503],[-45.448404,-21.358802],[-45.449004,-21.358802],[-45.449004,-21.360503]]]`
	goodPlot        = `[-45.451201,-21.360503,-45.449404,-21.358802]`
	squareRing      = `[-45.451201,-21.360503,-45.449404,-21.360503,-45.449404,-21.358802,-45.451201,-21.358802,-45.451201,-21.360503]`
)

var unreadablePlot = &finding.Rule{
	ID: "GEO_ILEGIVEL", Severity: finding.Alert, Source: "RFC 7946", Kinds: plots,
	Message: lang.Text{
		PT: "não é um contorno que se possa ler; use uma lista de números ou GeoJSON (Point, Polygon, MultiPolygon)",
		EN: "no outline can be read here; use a list of numbers, or GeoJSON (Point, Polygon, MultiPolygon)",
		ES: "no es un contorno que se pueda leer; use una lista de números o GeoJSON (Point, Polygon, MultiPolygon)",
	},
	Trigger: `{"geojson":{"type":"Ponto","coordinates":[-45.451201,-21.360503]}}`, Quiet: `{"geojson":{"type":"Point","coordinates":[-45.451201,-21.360503]}}`,
}

var twoPlaces = addedSinceCommitments(&finding.Rule{
	ID: "TALHAO_EM_DOIS_LUGARES", Severity: finding.Error, Source: "house rule: a plot is in one place", Kinds: plots,
	Message: lang.Text{
		PT: "mostra outro lugar que geojson, que é o que vale; corrija os dois, ou apague geojson",
		EN: "is in another place than geojson, which is what counts; correct both, or remove geojson",
		ES: "no muestra el mismo lugar que geojson, que es el que vale; corrija los dos, o borre geojson",
	},
	Trigger: `{"poligono":[-55.720012,-12.550034,-55.710056,-12.540078],"geojson":{"type":"Polygon","coordinates":` + partSquare + `}}`,
	Quiet:   `{"poligono":` + goodPlot + `,"geojson":{"type":"Polygon","coordinates":` + partSquare + `}}`,
})

var plotRules = []*finding.Rule{
	unreadablePlot, twoPlaces,
	plotRule(geo.OrderSwapped, finding.Alert, "RFC 7946, 3.1.1", `[-21.360503,-45.451201,-21.358802,-45.449404]`, goodPlot, lang.Text{
		PT: "as coordenadas estão na ordem latitude, longitude; envie longitude, latitude",
		EN: "the coordinates are in the order latitude, longitude; send longitude, latitude",
		ES: "las coordenadas están en el orden latitud, longitud; envíe longitud, latitud",
	}),
	plotRule(geo.CornersUnsorted, finding.Alert, "RFC 7946, 5", `[-45.449404,-21.358802,-45.451201,-21.360503]`, goodPlot, lang.Text{
		PT: "os cantos não estão na ordem oeste, sul, leste, norte; lemos o retângulo entre eles",
		EN: "the corners are not in the order west, south, east, north; we read the rectangle between them",
		ES: "las esquinas no están en el orden oeste, sur, este, norte; leemos el rectángulo entre ellas",
	}),
	plotRule(geo.OutsideBrazil, finding.Error, "extent of Brazil", `[10.120034,20.340056,10.130078,20.350091]`, goodPlot, lang.Text{
		PT: "{quantos} {quantos|ponto|pontos} fora do Brasil, o primeiro no vértice {vertice}; confira sinais e ordem",
		EN: "{quantos} {quantos|point|points} outside Brazil, the first at vertex {vertice}; check signs and order",
		ES: "{quantos} {quantos|punto|puntos} fuera de Brasil, el primero en el vértice {vertice}; revise signos y orden",
	}),
	addedSinceCommitments(plotRule(geo.OutsideCountry, finding.Error, "extent of countries (Natural Earth)",
		`{"type":"Feature","properties":{"ProducerCountry":"PY"},"geometry":{"type":"Point","coordinates":[-45.451201,-21.360503]}}`,
		`{"type":"Feature","properties":{"ProducerCountry":"PY"},"geometry":{"type":"Point","coordinates":[-57.631201,-25.280503]}}`, lang.Text{
			PT: "{quantos} {quantos|ponto|pontos} fora do país informado ({pais}), o primeiro no vértice {vertice}; confira o país, os sinais e a ordem",
			EN: "{quantos} {quantos|point|points} outside the country given ({pais}), the first at vertex {vertice}; check the country, signs and order",
			ES: "{quantos} {quantos|punto|puntos} fuera del país indicado ({pais}), el primero en el vértice {vertice}; revise el país, los signos y el orden",
		})),
	addedSinceCommitments(plotRule(geo.AtZero, finding.Error, "house rule", `[0.000000,0.000000]`, `[-45.451201,-21.360503]`, lang.Text{
		PT: "{quantos} {quantos|ponto|pontos} em 0, 0, que é mar: o aparelho estava sem sinal (vértice {vertice}). Meça de novo",
		EN: "{quantos} {quantos|point|points} at 0, 0, which is sea: the device had no signal (vertex {vertice}). Measure again",
		ES: "{quantos} {quantos|punto|puntos} en 0, 0, que es mar: el dispositivo no tenía señal (vértice {vertice}). Mida de nuevo",
	})),
	addedSinceCommitments(plotRule(geo.Antimeridian, finding.Error, "RFC 7946, 3.1.9",
		`{"type":"Feature","properties":{"ProducerCountry":"FJ"},"geometry":{"type":"Polygon","coordinates":[[[179.990001,-16.800001],[-179.990001,-16.800001],[-179.990001,-16.790001],[179.990001,-16.800001]]]}}`,
		squareRing, lang.Text{
			PT: "o contorno dá mais de meia volta na Terra: atravessa o meridiano de 180 graus, ou um sinal está trocado. Corrija, ou divida-o nesse meridiano",
			EN: "the outline goes more than halfway around the earth: it crosses the 180th meridian, or a sign is wrong. Correct it, or cut it at that meridian",
			ES: "el contorno da más de media vuelta a la Tierra: cruza el meridiano de 180 grados, o un signo está cambiado. Corríjalo, o divídalo en ese meridiano",
		})),
	addedSinceCommitments(plotRule(geo.PartsOverlap, finding.Alert, "OGC 06-103r4, 6.1.14", `[`+partSquare+`,[[[-45.450404,-21.360503],[-45.448404,-21.360503],[-45.448404,-21.358802],[-45.450404,-21.358802],[-45.450404,-21.360503]]]]`,
		`[`+partSquare+`,`+partApart+`]`, lang.Text{
			PT: "as partes {partes} do talhão se sobrepõem em {ha} ha, que contam duas vezes na área; corrija o contorno de uma delas",
			EN: "parts {partes} of the plot overlap by {ha} ha, which count twice in its area; correct the outline of one of them",
			ES: "las partes {partes} de la parcela se superponen en {ha} ha, que cuentan dos veces en el área; corrija el contorno de una de ellas",
		})),
	addedSinceCommitments(plotRule(geo.PartsAdjoin, finding.Alert, "OGC 06-103r4, 6.1.14", `[`+partSquare+`,[[[-45.449404,-21.360503],[-45.448404,-21.360503],[-45.448404,-21.358802],[-45.449404,-21.358802],[-45.449404,-21.360503]]]]`,
		`[`+partSquare+`,`+partApart+`]`, lang.Text{
			PT: "as partes {partes} do talhão têm um lado em comum; junte-as numa só",
			EN: "parts {partes} of the plot have a side in common; join them into one",
			ES: "las partes {partes} de la parcela tienen un lado en común; únalas en una sola",
		})),
	plotRule(geo.CoarseDecimals, finding.Alert, "Regulation (EU) 2023/1115, art. 2 (28)", `[-45.45,-21.36,-45.44,-21.35]`, goodPlot, lang.Text{
		PT: "só {casas} casas decimais na maioria dos números, um erro de mais de 10 m; envie 6",
		EN: "only {casas} decimals in most numbers, an error of more than 10 m; send 6",
		ES: "solo {casas} decimales en la mayoría de los números, un error de más de 10 m; envíe 6",
	}),
	plotRule(geo.FewDecimals, finding.Info, "Regulation (EU) 2023/1115, art. 2 (28)", `[-45.4512,-21.3605,-45.4494,-21.3588]`, goodPlot, lang.Text{
		PT: "{casas} casas decimais na maioria dos números; a União Europeia pede 6",
		EN: "{casas} decimals in most numbers; the European Union asks for 6",
		ES: "{casas} decimales en la mayoría de los números; la Unión Europea pide 6",
	}),
	plotRule(geo.Crossing, finding.Alert, fileDescription,
		`[-45.451201,-21.360503,-45.449404,-21.358802,-45.449404,-21.360503,-45.451201,-21.358802,-45.451201,-21.360503]`, squareRing, lang.Text{
			PT: "os lados {lados} do contorno se cruzam; corrija a ordem dos vértices",
			EN: "sides {lados} of the outline cross; correct the order of the vertices",
			ES: "los lados {lados} del contorno se cruzan; corrija el orden de los vértices",
		}),
	plotRule(geo.Touching, finding.Alert, fileDescription,
		`[-45.451201,-21.360503,-45.449404,-21.360503,-45.450302,-21.359603,-45.449404,-21.358802,-45.451201,-21.358802,-45.450302,-21.359603,-45.451201,-21.360503]`, squareRing, lang.Text{
			PT: "o contorno encosta em si mesmo no vértice {vertice}; divida-o em dois",
			EN: "the outline touches itself at vertex {vertice}; split it in two",
			ES: "el contorno se toca a sí mismo en el vértice {vertice}; divídalo en dos",
		}),
	plotRule(geo.Folded, finding.Alert, fileDescription,
		`[-45.451201,-21.360503,-45.449404,-21.360503,-45.449404,-21.358802,-45.449404,-21.360103,-45.451201,-21.358802,-45.451201,-21.360503]`, squareRing, lang.Text{
			PT: "os lados {lados} do contorno se sobrepõem; retire o vértice que volta",
			EN: "sides {lados} of the outline lie on each other; remove the vertex that turns back",
			ES: "los lados {lados} del contorno se superponen; quite el vértice que vuelve",
		}),
	plotRule(geo.Collapsed, finding.Alert, fileDescription, `[-45.451201,-21.360503,-45.450201,-21.360503,-45.449404,-21.360503,-45.451201,-21.360503]`, squareRing, lang.Text{
		PT: "o contorno não tem área: os vértices estão numa linha ou são menos de três",
		EN: "the outline has no area: its vertices are on one line, or fewer than three",
		ES: "el contorno no tiene área: los vértices están en una línea o son menos de tres",
	}),
	plotRule(geo.OddCount, finding.Alert, "house rule", `[-45.451201,-21.360503,-45.449404,-21.358802,-45.451201]`, squareRing, lang.Text{
		PT: "há um número sobrando: as coordenadas vão aos pares",
		EN: "there is a number left over: coordinates go in pairs",
		ES: "sobra un número: las coordenadas van en pares",
	}),
	plotRule(geo.Hole, finding.Info, fileDescription,
		`[[[-45.452001,-21.361001],[-45.448001,-21.361001],[-45.448001,-21.357001],[-45.452001,-21.357001],[-45.452001,-21.361001]],[[-45.451001,-21.360001],[-45.451001,-21.358001],[-45.449001,-21.358001],[-45.451001,-21.360001]]]`,
		squareRing, lang.Text{
			PT: "o contorno tem furos, que a União Europeia não considera; corte-o em duas metades",
			EN: "the outline has holes, which the European Union does not take into account; cut it into two halves",
			ES: "el contorno tiene huecos, que la Unión Europea no considera; córtelo en dos mitades",
		}),
	plotRule(geo.EqualPoints, finding.Info, fileDescription,
		`[-45.451201,-21.360503,-45.449404,-21.360503,-45.449404,-21.360503,-45.449404,-21.358802,-45.451201,-21.358802,-45.451201,-21.360503]`, squareRing, lang.Text{
			PT: "há pontos iguais até a sexta casa decimal, a partir do vértice {vertice}; retire os repetidos",
			EN: "some points are equal to the sixth decimal, from vertex {vertice} on; remove the repeated ones",
			ES: "hay puntos iguales hasta el sexto decimal, desde el vértice {vertice}; quite los repetidos",
		}),
	plotRule(geo.Unclosed, finding.Info, "RFC 7946, 3.1.6", `[-45.451201,-21.360503,-45.449404,-21.360503,-45.449404,-21.358802,-45.451201,-21.358802]`, squareRing, lang.Text{
		PT: "o contorno não termina onde começa; nós o fechamos",
		EN: "the outline does not end where it begins; we close it",
		ES: "el contorno no termina donde empieza; nosotros lo cerramos",
	}),
	plotRule(geo.NeedsPolygon, finding.Info, "Regulation (EU) 2023/1115, art. 2 (28)", `[-55.720000,-12.550000,-55.710000,-12.540000]`, goodPlot, lang.Text{
		PT: "{ha} ha dados por ponto ou retângulo; acima de 4 ha a União Europeia pede o polígono desenhado no plano de cultivo",
		EN: "{ha} ha given by a point or a rectangle; over 4 ha the European Union asks for the polygon drawn in the crop plan",
		ES: "{ha} ha dadas por punto o rectángulo; por encima de 4 ha la Unión Europea pide el polígono dibujado en el plan de cultivo",
	}),
	plotRule(geo.Empty, finding.Info, "house rule", `[]`, goodPlot, lang.Text{
		PT: "a lista está vazia; envie as coordenadas do talhão",
		EN: "the list is empty; send the coordinates of the plot",
		ES: "la lista está vacía; envíe las coordenadas de la parcela",
	}),
	plotRule(geo.NoExtent, finding.Info, "house rule", `[-45.451201,-21.360503,-45.451201,-21.358802]`, goodPlot, lang.Text{
		PT: "os dois cantos estão numa linha: não há retângulo entre eles",
		EN: "the two corners are on one line: there is no rectangle between them",
		ES: "las dos esquinas están en una línea: no hay rectángulo entre ellas",
	}),
	plotRule(geo.NotCorners, finding.Info, "house rule", `[30,40,10,20]`, goodPlot, lang.Text{
		PT: "os quatro números não são os cantos de um retângulo; envie oeste, sul, leste, norte",
		EN: "the four numbers are not the corners of a rectangle; send west, south, east, north",
		ES: "los cuatro números no son las esquinas de un rectángulo; envíe oeste, sur, este, norte",
	}),
	plotRule(geo.OutsideWorld, finding.Info, "house rule", `[100,200,300,400]`, goodPlot, lang.Text{
		PT: "os números não são coordenadas em graus decimais (vértice {vertice}); confira a unidade",
		EN: "the numbers are not coordinates in decimal degrees (vertex {vertice}); check the unit",
		ES: "los números no son coordenadas en grados decimales (vértice {vertice}); revise la unidad",
	}),
}

// byRemark finds the rule of a remark.
var byRemark = func() map[geo.Code]*finding.Rule {
	all := map[geo.Code]*finding.Rule{}
	for _, r := range plotRules {
		all[geo.Code(r.ID)] = r
	}
	return all
}()
