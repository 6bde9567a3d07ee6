package lot

import (
	"rastro/internal/web/console/pagekit"
)

// balanceTexts are the words of a mass balance.
var balanceTexts = pagekit.Words{
	"title":       {PT: "Balanço de massa", EN: "Mass balance", ES: "Balance de masa"},
	"trace":       {PT: "Rastreio do lote", EN: "Trace of the lot", ES: "Rastreo del lote"},
	"closes":      {PT: "A conta fecha: nada contradiz os pesos registrados.", EN: "It adds up: nothing contradicts the weights on record.", ES: "La cuenta cierra: nada contradice los pesos registrados."},
	"unreviewed":  {PT: "Os lotes e as etapas fecham, mas nem todas as safras de origem foram conferidas: são muitas, ou grandes demais.", EN: "Lots and steps add up, but not all harvests of origin were checked: there are too many, or they are too large.", ES: "Los lotes y las etapas cierran, pero no se revisaron todas las cosechas de origen: son muchas, o demasiado grandes."},
	"cannottell":  {PT: "Não dá para dizer se a conta fecha: faltam pesos ou umidades. Nada contradiz os que foram registrados.", EN: "It is not known whether it adds up: some weights or moisture values are missing. Nothing contradicts those on record.", ES: "No se puede decir si la cuenta cierra: faltan pesos o humedades. Nada contradice los registrados."},
	"totals":      {PT: "A conta não fecha: de uma safra saiu mais do que foi colhido nela.", EN: "It does not add up: more came out of a harvest than was harvested in it.", ES: "La cuenta no cierra: de una cosecha salió más de lo que se cosechó en ella."},
	"overtotal":   {PT: "Safras de que saiu mais do que foi colhido", EN: "Harvests with more going out than was harvested", ES: "Cosechas de las que salió más de lo cosechado"},
	"nomoisture":  {PT: "sem umidade não dá para conferir: faltam {kg} kg", EN: "cannot be checked without moisture: {kg} kg are missing", ES: "sin humedad no se puede revisar: faltan {kg} kg"},
	"unexplained": {PT: "não dá para dizer: faltam {kg} kg, e a umidade e a impureza explicam {perda} kg", EN: "cannot tell: {kg} kg are missing, and moisture and impurity explain {perda} kg", ES: "no se puede decir: faltan {kg} kg, y la humedad y la impureza explican {perda} kg"},
	"unjudged":    {PT: "não dá para dizer", EN: "cannot tell", ES: "no se puede decir"},
	"violation":   {PT: "{n} divergência.", EN: "{n} discrepancy.", ES: "{n} discrepancia."},
	"violations":  {PT: "{n} divergências.", EN: "{n} discrepancies.", ES: "{n} discrepancias."},
	"bylot":       {PT: "Por lote", EN: "By lot", ES: "Por lote"},
	"bystep":      {PT: "Por etapa", EN: "By step", ES: "Por etapa"},
	"lots":        {PT: "O lote e aqueles de que foi feito, em kg", EN: "The lot and those it was made of, in kg", ES: "El lote y aquellos de los que se hizo, en kg"},
	"steps":       {PT: "Etapas, em kg", EN: "Steps, in kg", ES: "Etapas, en kg"},
	"lotchart":    {PT: "Barras: de cada lote, o disponível, a perda, o que saiu e o saldo; a tabela abaixo diz o mesmo", EN: "Bars: of each lot, what there was, what was lost, what went out and what is left; the table below says the same", ES: "Barras: de cada lote, lo disponible, la pérdida, lo que salió y el saldo; la tabla de abajo dice lo mismo"},
	"stepchart":   {PT: "Barras: de cada etapa, a entrada, a saída e a perda; a tabela abaixo diz o mesmo", EN: "Bars: of each step, what went in, what came out and what was lost; the table below says the same", ES: "Barras: de cada etapa, lo que entró, lo que salió y lo que se perdió; la tabla de abajo dice lo mismo"},
	"available":   {PT: "disponível", EN: "available", ES: "disponible"},
	"lost":        {PT: "perda", EN: "loss", ES: "pérdida"},
	"consumed":    {PT: "em outros lotes", EN: "in other lots", ES: "en otros lotes"},
	"shipped":     {PT: "embarcado", EN: "shipped", ES: "embarcado"},
	"left":        {PT: "saldo", EN: "left", ES: "saldo"},
	"over":        {PT: "além do disponível", EN: "more than available", ES: "más de lo disponible"},
	"in":          {PT: "entrada", EN: "in", ES: "entrada"},
	"out":         {PT: "saída", EN: "out", ES: "salida"},
	"gap":         {PT: "sem explicação", EN: "not accounted for", ES: "sin explicación"},
	"shrunk":      {PT: "perda calculada", EN: "calculated loss", ES: "pérdida calculada"},
	"expected":    {PT: "saída esperada", EN: "output expected", ES: "salida esperada"},
	"shares":      {PT: "soma da blendagem", EN: "sum of the blend", ES: "suma de la mezcla"},
	"wrong":       {PT: "O que não fecha", EN: "What does not add up", ES: "Lo que no cierra"},
	"partial":     {PT: "há registros sem peso", EN: "some records have no weight", ES: "hay registros sin peso"},
	"unknown":     {PT: "não informado", EN: "not stated", ES: "no informado"},
	"atleast":     {PT: "pelo menos {kg}", EN: "at least {kg}", ES: "al menos {kg}"},
	"atmost":      {PT: "no máximo {kg}", EN: "at most {kg}", ES: "como máximo {kg}"},
	"shared":      {PT: "há peso registrado para vários lotes juntos; a parte deste não se sabe", EN: "some weights are for several lots together; this lot's part is not known", ES: "hay pesos registrados para varios lotes juntos; la parte de este no se sabe"},
	"from":        {PT: "De", EN: "From", ES: "De"},
	"to":          {PT: "Para", EN: "To", ES: "Para"},
	"good":        {PT: "fecha", EN: "adds up", ES: "cierra"},
}
