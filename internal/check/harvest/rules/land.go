package rules

import (
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// What a plot shares with the areas of public layers that an operator imported. In their
// examples a record whose safraId is CAMADA and a kind of layer is an area of such a layer.
var (
	PlotDeforested = &finding.Rule{
		ID: "TALHAO_DESMATADO", Severity: finding.Error, Harvest: true, Kinds: []string{kind.Plan, kind.Planting}, Source: "Regulation (EU) 2023/1115, articles 2 and 3: no deforestation after 31 December 2020; tolerance 0.1 ha, one pixel of the images it is mapped from",
		Message: plotDeforestedSays,
		Also:    map[finding.List]finding.Wording{finding.EUFile: {Severity: finding.Error, Message: plotDeforestedSays}},
		Trigger: `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"poligono":[-55.720000,-12.550000,-55.710000,-12.540000]}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"destino":"NLRTM"}},{"prefixo":"/cadastroPlanejamento/planoCultivo","safraId":"CAMADA DESMATAMENTO","dados":{"poligono":[-55.711000,-12.550000,-55.700000,-12.540000]}}]`,
		Quiet:   `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"poligono":[-55.720000,-12.550000,-55.710000,-12.540000]}},{"prefixo":"/logisticaExportacao/transporteExportacao","dados":{"destino":"NLRTM"}},{"prefixo":"/cadastroPlanejamento/planoCultivo","safraId":"CAMADA DESMATAMENTO","dados":{"poligono":[-55.710005,-12.550000,-55.700000,-12.540000]}}]`,
	}

	PlotEmbargoed = &finding.Rule{
		ID: "TALHAO_EMBARGADO", Severity: finding.Error, Harvest: true, Kinds: []string{kind.Plan, kind.Planting}, Source: "Decreto 6.514/2008, articles 51, 54 and 79: what grew on embargoed land may not be bought or sold; tolerance 0.1 ha",
		Message: plotEmbargoedSays,
		Also:    map[finding.List]finding.Wording{finding.EUFile: {Severity: finding.Error, Message: plotEmbargoedSays}},
		Trigger: `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"poligono":[-55.720000,-12.550000,-55.710000,-12.540000]}},{"prefixo":"/cadastroPlanejamento/planoCultivo","safraId":"CAMADA EMBARGO","dados":{"poligono":[-55.711000,-12.550000,-55.700000,-12.540000]}}]`,
		Quiet:   `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"poligono":[-55.720000,-12.550000,-55.710000,-12.540000]}},{"prefixo":"/cadastroPlanejamento/planoCultivo","safraId":"CAMADA EMBARGO","dados":{"poligono":[-55.710005,-12.550000,-55.700000,-12.540000]}}]`,
	}

	PlotIndigenous = &finding.Rule{
		ID: "TALHAO_EM_TERRA_INDIGENA", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Plan, kind.Planting}, Source: "Constituição Federal, article 231: its people alone may use indigenous land, and some grow crops; tolerance 0.5 ha, as boundaries are drawn",
		Message: plotIndigenousSays,
		Also:    map[finding.List]finding.Wording{finding.EUFile: {Severity: finding.Alert, Message: plotIndigenousSays}},
		Trigger: `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"poligono":[-55.720000,-12.550000,-55.710000,-12.540000]}},{"prefixo":"/cadastroPlanejamento/planoCultivo","safraId":"CAMADA TERRA_INDIGENA","dados":{"poligono":[-55.711000,-12.550000,-55.700000,-12.540000]}}]`,
		Quiet:   `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"poligono":[-55.720000,-12.550000,-55.710000,-12.540000]}},{"prefixo":"/cadastroPlanejamento/planoCultivo","safraId":"CAMADA TERRA_INDIGENA","dados":{"poligono":[-55.710030,-12.550000,-55.700000,-12.540000]}}]`,
	}

	PlotProtected = &finding.Rule{
		ID: "TALHAO_EM_AREA_PROTEGIDA", Severity: finding.Alert, Harvest: true, Kinds: []string{kind.Plan, kind.Planting}, Source: "Lei 9.985/2000: farming is forbidden in some categories of protected areas and allowed in others, such as APA; tolerance 0.5 ha, as boundaries are drawn",
		Message: plotProtectedSays,
		Also:    map[finding.List]finding.Wording{finding.EUFile: {Severity: finding.Alert, Message: plotProtectedSays}},
		Trigger: `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"poligono":[-55.720000,-12.550000,-55.710000,-12.540000]}},{"prefixo":"/cadastroPlanejamento/planoCultivo","safraId":"CAMADA AREA_PROTEGIDA","dados":{"poligono":[-55.711000,-12.550000,-55.700000,-12.540000]}}]`,
		Quiet:   `[{"prefixo":"/cadastroPlanejamento/planoCultivo","dados":{"poligono":[-55.720000,-12.550000,-55.710000,-12.540000]}},{"prefixo":"/cadastroPlanejamento/planoCultivo","safraId":"CAMADA AREA_PROTEGIDA","dados":{"poligono":[-55.710030,-12.550000,-55.700000,-12.540000]}}]`,
	}
)

var plotDeforestedSays = lang.Text{
	PT: "{area} ha do talhão estão em desmatamento posterior a 31/12/2020 na camada {camada}, de {data} ({registros} {registros|sobreposição|sobreposições}); a UE não aceita o produto desta área: confira o polígono, ou separe a produção dela",
	EN: "{area} ha of the plot lie in deforestation after 2020-12-31 in the layer {camada}, of {data} ({registros} {registros|overlap|overlaps}); the EU does not accept what grew on this land: check the polygon, or keep its produce apart",
	ES: "{area} ha de la parcela están en deforestación posterior al 31/12/2020 en la capa {camada}, de {data} ({registros} {registros|superposición|superposiciones}); la UE no acepta el producto de esta área: revise el polígono, o separe su producción",
}

var plotEmbargoedSays = lang.Text{
	PT: "{area} ha do talhão estão em área embargada na camada {camada}, de {data} ({registros} {registros|sobreposição|sobreposições}); confira o polígono e o termo de embargo, e não comercialize o que for desta área",
	EN: "{area} ha of the plot lie in an embargoed area in the layer {camada}, of {data} ({registros} {registros|overlap|overlaps}); check the polygon and the embargo, and do not trade what grew on this land",
	ES: "{area} ha de la parcela están en área embargada en la capa {camada}, de {data} ({registros} {registros|superposición|superposiciones}); revise el polígono y el embargo, y no comercialice lo que sea de esta área",
}

var plotIndigenousSays = lang.Text{
	PT: "{area} ha do talhão estão em terra indígena na camada {camada}, de {data} ({registros} {registros|sobreposição|sobreposições}); confira o polígono e com que direito a área é cultivada",
	EN: "{area} ha of the plot lie in indigenous land in the layer {camada}, of {data} ({registros} {registros|overlap|overlaps}); check the polygon, and by what right the land is farmed",
	ES: "{area} ha de la parcela están en tierra indígena en la capa {camada}, de {data} ({registros} {registros|superposición|superposiciones}); revise el polígono y con qué derecho se cultiva el área",
}

var plotProtectedSays = lang.Text{
	PT: "{area} ha do talhão estão em área protegida na camada {camada}, de {data} ({registros} {registros|sobreposição|sobreposições}); confira o polígono e se a categoria da unidade permite o cultivo",
	EN: "{area} ha of the plot lie in a protected area in the layer {camada}, of {data} ({registros} {registros|overlap|overlaps}); check the polygon, and whether the area's category allows farming",
	ES: "{area} ha de la parcela están en área protegida en la capa {camada}, de {data} ({registros} {registros|superposición|superposiciones}); revise el polígono y si la categoría del área permite el cultivo",
}
