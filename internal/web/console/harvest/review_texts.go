package harvest

import (
	"rastro/internal/web/console/pagekit"
)

// reviewTexts are the words of a review.
var reviewTexts = pagekit.Words{
	"about":             {PT: "O que um auditor apontaria: cada registro por si, os registros entre si, e o que falta.", EN: "What an auditor would point out: each record by itself, the records against each other, and what is missing.", ES: "Lo que señalaría un auditor: cada registro por sí mismo, los registros entre sí, y lo que falta."},
	"against":           {PT: "Conferir para", EN: "Check for", ES: "Revisar para"},
	"target.":           {PT: "o que as fases da cultura pedem", EN: "what the phases of the crop ask for", ES: "lo que piden las fases del cultivo"},
	"target.EUDR":       {PT: "o regulamento da UE (EUDR)", EN: "the EU regulation (EUDR)", ES: "el reglamento de la UE (EUDR)"},
	"target.EXPORTACAO": {PT: "exportação", EN: "export", ES: "exportación"},
	"target.INTERNO":    {PT: "mercado interno", EN: "the home market", ES: "mercado interno"},
	"result":            {PT: "Resultado", EN: "Result", ES: "Resultado"},
	"findings":          {PT: "Achados", EN: "Findings", ES: "Hallazgos"},
	"whole":             {PT: "A safra toda", EN: "The whole harvest", ES: "Toda la cosecha"},
	"see":               {PT: "Veja", EN: "See", ES: "Vea"},
	"rule":              {PT: "regra", EN: "rule", ES: "regla"},
	"left":              {PT: "Mais {n} achados não cabem nesta página.", EN: "{n} more findings do not fit on this page.", ES: "{n} hallazgos más no caben en esta página."},
	"leftfirst":         {PT: "Corrija estes primeiro.", EN: "Correct these first.", ES: "Corrija estos primero."},
	"present":           {PT: "O que está registrado", EN: "What is recorded", ES: "Lo que está registrado"},
	"missing":           {PT: "O que falta", EN: "What is missing", ES: "Lo que falta"},
	"item":              {PT: "Item", EN: "Item", ES: "Ítem"},
	"found":             {PT: "O que há", EN: "What there is", ES: "Lo que hay"},
	"lacks":             {PT: "O que falta", EN: "What is missing", ES: "Lo que falta"},
	"do":                {PT: "Fazer", EN: "To do", ES: "Hacer"},
	"add":               {PT: "Registrar", EN: "Record", ES: "Registrar"},
	"next":              {PT: "Próximos passos", EN: "Next steps", ES: "Próximos pasos"},
	"who":               {PT: "Quem", EN: "Who", ES: "Quién"},
	"who.produtor":      {PT: "Produtor", EN: "Producer", ES: "Productor"},
	"who.armazem":       {PT: "Armazém", EN: "Warehouse", ES: "Almacén"},
	"who.industria":     {PT: "Indústria", EN: "Plant", ES: "Industria"},
	"who.exportador":    {PT: "Exportador", EN: "Exporter", ES: "Exportador"},
	"who.certificadora": {PT: "Certificadora", EN: "Certifier", ES: "Certificadora"},
	"at":                {PT: "Conferida em {quando}", EN: "Checked on {quando}", ES: "Revisada el {quando}"},
	"reviewed":          {PT: "Conferida em", EN: "Checked on", ES: "Revisada el"},
}
