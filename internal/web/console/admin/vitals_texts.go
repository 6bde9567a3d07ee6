package admin

import "rastro/internal/web/console/pagekit"

var vitalTexts = pagekit.Words{
	"title":   {PT: "Servidor", EN: "Server", ES: "Servidor"},
	"about":   {PT: "Como está o servidor que respondeu a esta página, neste momento. São os mesmos números de /metrics.", EN: "How the server that answered this page is doing right now. These are the figures of /metrics.", ES: "Cómo está ahora el servidor que respondió a esta página. Son los mismos números de /metrics."},
	"figure":  {PT: "O que", EN: "What", ES: "Qué"},
	"value":   {PT: "Valor", EN: "Value", ES: "Valor"},
	"metric":  {PT: "Métrica", EN: "Metric", ES: "Métrica"},
	"yes":     {PT: "sim", EN: "yes", ES: "sí"},
	"no":      {PT: "não", EN: "no", ES: "no"},
	"never":   {PT: "nunca", EN: "never", ES: "nunca"},
	"unknown": {PT: "o sistema não informa", EN: "the system does not say", ES: "el sistema no informa"},
	"none":    {PT: "Este servidor não mostra números.", EN: "This server shows no figures.", ES: "Este servidor no muestra números."},
}
