package lot

import (
	"rastro/internal/eudr"
	"rastro/internal/lang"
	"rastro/internal/web/console/pagekit"
)

// eudrTexts are the texts about the EU's requirements of a lot.
var eudrTexts = pagekit.Words{
	"title":        {PT: "União Europeia (EUDR)", EN: "European Union (EUDR)", ES: "Unión Europea (EUDR)"},
	"share":        {PT: "Compartilhar com um comprador", EN: "Share with a buyer", ES: "Compartir con un comprador"},
	"statement":    {PT: "Declaração à UE", EN: "Statement to the EU", ES: "Declaración a la UE"},
	"trace":        {PT: "Rastreio do lote", EN: "Trace of the lot", ES: "Rastreo del lote"},
	"ready":        {PT: "Pronto: o sistema da UE aceitaria o arquivo dos talhões, e não falta nada do que o artigo 9 pede aos registros.", EN: "Ready: the EU's system would accept the file of plots, and nothing that article 9 asks of the records is missing.", ES: "Listo: el sistema de la UE aceptaría el archivo de las parcelas, y no falta nada de lo que el artículo 9 pide a los registros."},
	"gaps":         {PT: "Ainda não: o sistema da UE aceitaria o arquivo dos talhões, mas falta algo que a EUDR pede.", EN: "Not yet: the EU's system would accept the file of plots, but something that the EUDR asks for is missing.", ES: "Todavía no: el sistema de la UE aceptaría el archivo de las parcelas, pero falta algo que la EUDR pide."},
	"lacking":      {PT: "O que falta nas safras do lote", EN: "What the lot's harvests lack", ES: "Lo que falta en las cosechas del lote"},
	"recalled":     {PT: "o lote está em recall", EN: "the lot is being recalled", ES: "el lote está en retiro"},
	"masses":       {PT: "as massas do lote, ou de um lote de que foi feito, não fecham", EN: "the masses of the lot, or of a lot it was made of, do not add up", ES: "las masas del lote, o de un lote del que se hizo, no cierran"},
	"balance":      {PT: "Ver o balanço", EN: "See the balance", ES: "Ver el balance"},
	"gate":         {PT: "Exigência", EN: "Requirement", ES: "Exigencia"},
	"fix":          {PT: "O que fazer", EN: "What to do", ES: "Qué hacer"},
	"notready":     {PT: "Ainda não: o sistema da UE recusaria o arquivo, ou ele não estaria inteiro.", EN: "Not yet: the EU's system would reject the file, or it would be incomplete.", ES: "Todavía no: el sistema de la UE rechazaría el archivo, o no estaría entero."},
	"open":         {PT: "O que falta fazer", EN: "What is left to do", ES: "Qué falta hacer"},
	"fixthem":      {PT: "Corrija os erros abaixo.", EN: "Fix the errors below.", ES: "Corrija los errores de abajo."},
	"seethem":      {PT: "Os motivos estão abaixo. Você só lê; quem registra na safra é que corrige.", EN: "The reasons are below. You only read; those who record in the harvest correct it.", ES: "Los motivos están abajo. Usted solo lee; los corrige quien registra en la cosecha."},
	"foreign":      {PT: "Este lote é de outra parte. Quem faz o arquivo da UE é ela, com a origem que ela registrou: aqui não há nada para você corrigir.", EN: "This lot belongs to another party. They make the file for the EU, with the origin that they recorded: there is nothing for you to correct here.", ES: "Este lote es de otra parte. El archivo de la UE lo hace ella, con el origen que registró: aquí no hay nada que usted deba corregir."},
	"summary":      {PT: "O que há por trás do lote", EN: "What is behind the lot", ES: "Lo que hay detrás del lote"},
	"plots":        {PT: "Talhões", EN: "Plots", ES: "Parcelas"},
	"plot":         {PT: "Talhão", EN: "Plot", ES: "Parcela"},
	"repeated":     {PT: "Repetidos", EN: "Repeated", ES: "Repetidas"},
	"producers":    {PT: "Produtores", EN: "Producers", ES: "Productores"},
	"area":         {PT: "Área", EN: "Area", ES: "Área"},
	"findings":     {PT: "Conferência dos talhões", EN: "Checks of the plots", ES: "Revisión de las parcelas"},
	"nofindings":   {PT: "Nada a corrigir nos talhões.", EN: "Nothing to fix in the plots.", ES: "Nada que corregir en las parcelas."},
	"severity":     {PT: "Gravidade", EN: "Severity", ES: "Gravedad"},
	"reason":       {PT: "O que há", EN: "What there is", ES: "Qué hay"},
	"place":        {PT: "Onde", EN: "Where", ES: "Dónde"},
	"mended":       {PT: "corrigido no arquivo", EN: "fixed in the file", ES: "corregido en el archivo"},
	"ring":         {PT: "anel {n}", EN: "ring {n}", ES: "anillo {n}"},
	"vertex":       {PT: "vértice {n}", EN: "vertex {n}", ES: "vértice {n}"},
	"sides":        {PT: "lados {a} e {b}", EN: "sides {a} and {b}", ES: "lados {a} y {b}"},
	"article":      {PT: "Informações do artigo 9", EN: "Information of article 9", ES: "Información del artículo 9"},
	"item":         {PT: "Informação", EN: "Information", ES: "Información"},
	"situation":    {PT: "Situação", EN: "Status", ES: "Situación"},
	"whichsafra":   {PT: "Falta em", EN: "Missing in", ES: "Falta en"},
	"files":        {PT: "Arquivos", EN: "Files", ES: "Archivos"},
	"file":         {PT: "Arquivo", EN: "File", ES: "Archivo"},
	"size":         {PT: "Tamanho", EN: "Size", ES: "Tamaño"},
	"cutholes":     {PT: "Cortar os furos no arquivo", EN: "Cut the holes out in the file", ES: "Cortar los huecos en el archivo"},
	"nodossier":    {PT: "O dossiê só sai com os polígonos como estão registrados. Corte os furos nos registros para tê-lo.", EN: "The dossier has the polygons as recorded. Cut the holes out in the records to get it.", ES: "El expediente sale solo con los polígonos como están registrados. Corte los huecos en los registros para tenerlo."},
	"dossier":      {PT: "Baixar o dossiê (zip)", EN: "Download the dossier (zip)", ES: "Descargar el expediente (zip)"},
	"withpersonal": {PT: "Incluir também os anexos com dados pessoais", EN: "Also include attachments with personal data", ES: "Incluir también los archivos adjuntos con datos personales"},
	"personalhelp": {PT: "Como notas fiscais e fotos com localização. Sem isso, o dossiê lista o que ficou de fora.", EN: "Such as invoices and photos with location. Otherwise the dossier lists what was left out.", ES: "Como facturas y fotos con ubicación. Si no, el expediente lista lo que quedó fuera."},
	"verify":       {PT: "O dossiê traz registros, provas e balanço; confira com", EN: "The dossier has records, proofs and balance; check it with", ES: "El expediente trae registros, pruebas y balance; compruébelo con"},
	"nofiles":      {PT: "Os arquivos ficarão aqui quando não houver erros.", EN: "The files will be here once there are no errors.", ES: "Los archivos estarán aquí cuando no haya errores."},
}

// articleTexts name the requirements of article 9.
var articleTexts = pagekit.Words{
	"PRODUTO":        {PT: "Produto", EN: "Product", ES: "Producto"},
	"QUANTIDADE":     {PT: "Quantidade", EN: "Quantity", ES: "Cantidad"},
	"PAIS":           {PT: "País de produção", EN: "Country of production", ES: "País de producción"},
	"GEOLOCALIZACAO": {PT: "Geolocalização dos talhões", EN: "Geolocation of the plots", ES: "Geolocalización de las parcelas"},
	"PERIODO":        {PT: "Data da produção", EN: "Date of production", ES: "Fecha de producción"},
	"FORNECEDOR":     {PT: "Fornecedor", EN: "Supplier", ES: "Proveedor"},
	"CLIENTE":        {PT: "Cliente", EN: "Customer", ES: "Cliente"},
	"DESMATAMENTO":   {PT: "Livre de desmatamento", EN: "Free of deforestation", ES: "Libre de deforestación"},
	"LEGALIDADE":     {PT: "Produção legal", EN: "Legal production", ES: "Producción legal"},
}

var situationTexts = map[eudr.Situation]lang.Text{
	eudr.There:      {PT: "presente", EN: "given", ES: "presente"},
	eudr.Missing:    {PT: "falta", EN: "missing", ES: "falta"},
	eudr.Elsewhere:  {PT: "fora do Rastro", EN: "outside Rastro", ES: "fuera de Rastro"},
	eudr.Unexamined: {PT: "não conferido", EN: "not examined", ES: "no revisado"},
}
