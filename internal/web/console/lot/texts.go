package lot

import (
	"rastro/internal/lang"
	"rastro/internal/lineage"
	"rastro/internal/lot"
	"rastro/internal/web/console/pagekit"
)

// lotsTexts are the words of all pages of lots.
var lotsTexts = pagekit.Words{
	"title":    {PT: "Lotes", EN: "Lots", ES: "Lotes"},
	"search":   {PT: "Código do lote, ou parte dele", EN: "Code of the lot, or part of it", ES: "Código del lote, o parte de él"},
	"find":     {PT: "Procurar", EN: "Search", ES: "Buscar"},
	"found":    {PT: "Lotes encontrados", EN: "Lots found", ES: "Lotes encontrados"},
	"code":     {PT: "Lote", EN: "Lot", ES: "Lote"},
	"origin":   {PT: "Origem", EN: "Origin", ES: "Origen"},
	"known":    {PT: "registrada", EN: "on record", ES: "registrada"},
	"unknown":  {PT: "não registrada", EN: "not on record", ES: "no registrada"},
	"records":  {PT: "Registros", EN: "Records", ES: "Registros"},
	"harvests": {PT: "Safras", EN: "Harvests", ES: "Cosechas"},
	"next":     {PT: "Próxima página", EN: "Next page", ES: "Página siguiente"},
	"first":    {PT: "Primeira página", EN: "First page", ES: "Primera página"},
	"none":     {PT: "Nenhum lote aqui.", EN: "No lots here.", ES: "Ningún lote aquí."},
	"nolots":   {PT: "Os lotes aparecem assim que um registro os cita.", EN: "Lots appear as soon as a record names them.", ES: "Los lotes aparecen en cuanto un registro los cita."},
	"near":     {PT: "Talvez seja um destes:", EN: "Maybe one of these:", ES: "Quizás sea uno de estos:"},
	"graph":    {PT: "Rastreio do lote", EN: "Trace of the lot", ES: "Rastreo del lote"},
	"back":     {PT: "Outro lote", EN: "Another lot", ES: "Otro lote"},
	"record":   {PT: "Registro", EN: "Record", ES: "Registro"},
	"days":     {PT: "Datas", EN: "Dates", ES: "Fechas"},
	"more":     {PT: "Há mais do que se mostra aqui; baixe o arquivo ou use a API.", EN: "There is more than is shown here; download the file or use the API.", ES: "Hay más de lo que se muestra aquí; descargue el archivo o use la API."},
}

// traceTexts are the words of a trace.
var traceTexts = pagekit.Words{
	"titleharvest":  {PT: "Lotes da safra", EN: "Lots of the harvest", ES: "Lotes de la cosecha"},
	"direction":     {PT: "Seguir", EN: "Follow", ES: "Seguir"},
	"ambos":         {PT: "para os dois lados", EN: "both ways", ES: "hacia ambos lados"},
	"origem":        {PT: "até a origem", EN: "to the origin", ES: "hasta el origen"},
	"destino":       {PT: "até o destino", EN: "to the destination", ES: "hasta el destino"},
	"depth":         {PT: "Máximo de etapas", EN: "Maximum number of steps", ES: "Máximo de etapas"},
	"asof":          {PT: "Situação em", EN: "As of", ES: "Situación al"},
	"show":          {PT: "Mostrar", EN: "Show", ES: "Mostrar"},
	"events":        {PT: "Para outros sistemas", EN: "For other systems", ES: "Para otros sistemas"},
	"balance":       {PT: "Balanço de massa", EN: "Mass balance", ES: "Balance de masa"},
	"eudr":          {PT: "União Europeia (EUDR)", EN: "European Union (EUDR)", ES: "Unión Europea (EUDR)"},
	"recall":        {PT: "Recall deste lote", EN: "Recall this lot", ES: "Retiro de este lote"},
	"harvest":       {PT: "Ver a safra", EN: "See the harvest", ES: "Ver la cosecha"},
	"drawing":       {PT: "Desenho do rastreio de {nome}; as tabelas abaixo dizem o mesmo", EN: "Drawing of the trace of {nome}; the tables below say the same", ES: "Dibujo del rastreo de {nome}; las tablas de abajo dicen lo mismo"},
	"drawn":         {PT: "Desenho", EN: "Drawing", ES: "Dibujo"},
	"zoom":          {PT: "Tamanho do desenho", EN: "Size of the drawing", ES: "Tamaño del dibujo"},
	"fit":           {PT: "ajustar", EN: "fit", ES: "ajustar"},
	"keys":          {PT: "Arraste ou use as setas para mover; + e − para aproximar; 0 para ajustar.", EN: "Drag or use the arrow keys to move; + and − to zoom; 0 to fit.", ES: "Arrastre o use las flechas para mover; + y − para acercar; 0 para ajustar."},
	"nodes":         {PT: "O que está no desenho", EN: "What is in the drawing", ES: "Lo que está en el dibujo"},
	"edges":         {PT: "O que aconteceu, e o registro que prova", EN: "What happened, and the record that proves it", ES: "Lo que pasó, y el registro que lo prueba"},
	"what":          {PT: "O quê", EN: "What", ES: "Qué"},
	"plots":         {PT: "Safras e talhões de origem", EN: "Harvests and plots of origin", ES: "Cosechas y parcelas de origen"},
	"certificates":  {PT: "Certificados", EN: "Certificates", ES: "Certificados"},
	"inspections":   {PT: "Inspeções", EN: "Inspections", ES: "Inspecciones"},
	"documents":     {PT: "Documentos e análises", EN: "Documents and analyses", ES: "Documentos y análisis"},
	"findings":      {PT: "Pendências", EN: "Findings", ES: "Pendientes"},
	"from":          {PT: "De", EN: "From", ES: "De"},
	"to":            {PT: "Para", EN: "To", ES: "Para"},
	"step":          {PT: "Etapa", EN: "Step", ES: "Etapa"},
	"amount":        {PT: "Quantidade", EN: "Amount", ES: "Cantidad"},
	"downloads":     {PT: "Baixar este rastreio", EN: "Download this trace", ES: "Descargar este rastreo"},
	"here":          {PT: "o lote pedido", EN: "the lot asked for", ES: "el lote pedido"},
	"nothing":       {PT: "Nenhum registro desta safra cita um lote.", EN: "No record of this harvest names a lot.", ES: "Ningún registro de esta cosecha cita un lote."},
	"unnamed":       {PT: "sem nome", EN: "without a name", ES: "sin nombre"},
	"holder":        {PT: "registrado por", EN: "recorded by", ES: "registrado por"},
	"disputed":      {PT: "em disputa", EN: "in dispute", ES: "en disputa"},
	"decided":       {PT: "disputa decidida", EN: "dispute decided", ES: "disputa decidida"},
	"third.own":     {PT: "sua safra, só citação", EN: "your harvest, only a reference", ES: "su cosecha, solo referencia"},
	"third.harvest": {PT: "só citação", EN: "only a reference", ES: "solo referencia"},
	"citedby":       {PT: "Citado por outra parte", EN: "Referred to by another party", ES: "Citado por otra parte"},
	"citedby.own":   {PT: "Citado pela sua safra", EN: "Referred to by your harvest", ES: "Citado por su cosecha"},
	"third":         {PT: "de terceiro", EN: "by a third party", ES: "de un tercero"},
	"unknownorigin": {PT: "origem não registrada", EN: "origin not on record", ES: "origen no registrado"},
	"morefacts":     {PT: "há mais registros deste lote", EN: "there are more records of this lot", ES: "hay más registros de este lote"},
	"past":          {PT: "Situação em {em}.", EN: "As of {em}.", ES: "Situación al {em}."},
	"toomany":       {PT: "Há mais do que cabe num desenho: estão aqui até {n} itens. Escolha um lado ou menos etapas, ou baixe o rastreio inteiro em CSV, JSON ou GeoJSON.", EN: "There is more than fits into the drawing: it shows up to {n} items. Choose one direction or fewer steps, or download the whole trace as CSV, JSON or GeoJSON.", ES: "Hay más de lo que cabe en un dibujo: aquí están hasta {n} ítems. Elija un lado o menos etapas, o descargue el rastreo entero en CSV, JSON o GeoJSON."},
	"truncated":     {PT: "O caminho continua além do que se mostra.", EN: "The path continues beyond what is shown.", ES: "El camino sigue más allá de lo que se muestra."},
	"foreign":       {PT: "restrito", EN: "restricted", ES: "restringido"},
	"foreign.proof": {PT: "restrito; posição {n} no log público, folha {folha}", EN: "restricted; position {n} in the public log, leaf {folha}", ES: "restringido; posición {n} en el log público, hoja {folha}"},
	"restricted":    {PT: "Esta chave só vê algumas safras. O que outras safras registraram destes lotes não aparece aqui.", EN: "This key only sees some harvests. What other harvests recorded about these lots is not shown here.", ES: "Esta clave solo ve algunas cosechas. Lo que otras cosechas registraron de estos lotes no aparece aquí."},

	// as people are addressed
	"restricted.pessoa": {PT: "Você só vê algumas safras. O que outras safras registraram destes lotes não aparece aqui.", EN: "You only see some harvests. What other harvests recorded about these lots is not shown here.", ES: "Usted solo ve algunas cosechas. Lo que otras cosechas registraron de estos lotes no aparece aquí."},
}

// nodeTexts are the names of the types of nodes.
var nodeTexts = map[lineage.NodeType]lang.Text{
	lineage.LotNode:        {PT: "Lote", EN: "Lot", ES: "Lote"},
	lineage.HarvestNode:    {PT: "Safra", EN: "Harvest", ES: "Cosecha"},
	lineage.PlotNode:       {PT: "Talhão", EN: "Plot", ES: "Parcela"},
	lineage.PlaceNode:      {PT: "Instalação", EN: "Facility", ES: "Instalación"},
	lineage.ShipmentNode:   {PT: "Embarque", EN: "Shipment", ES: "Embarque"},
	lineage.RestrictedNode: {PT: "Outra organização", EN: "Another organisation", ES: "Otra organización"},
}

// roleTexts are the names of the roles of edges.
var roleTexts = pagekit.Words{
	"identificacao":  {PT: "identificação", EN: "identification", ES: "identificación"},
	"beneficiamento": {PT: "beneficiamento", EN: "post-harvest", ES: "beneficio"},
	"processamento":  {PT: "processamento", EN: "processing", ES: "procesamiento"},
	"blendagem":      {PT: "blendagem", EN: "blend", ES: "mezcla"},
	"mistura":        {PT: "lotes reunidos", EN: "merged lots", ES: "lotes reunidos"},
	"recebimento":    {PT: "recebimento", EN: "receiving", ES: "recepción"},
	"armazenamento":  {PT: "armazenagem", EN: "storage", ES: "almacenaje"},
	"embarque":       {PT: "embarque", EN: "shipment", ES: "embarque"},
	"planoCultivo":   {PT: "plano de cultivo", EN: "crop plan", ES: "plan de cultivo"},
	"plantioManejo":  {PT: "plantio", EN: "planting", ES: "siembra"},
}

// verdictTexts are the names of the verdicts of inspections.
var verdictTexts = map[lot.Verdict]lang.Text{
	lot.NoVerdict:            {PT: "sem resultado", EN: "no verdict", ES: "sin resultado"},
	lot.Approved:             {PT: "aprovado", EN: "approved", ES: "aprobado"},
	lot.ApprovedWithReserves: {PT: "aprovado com ressalva", EN: "approved with reserves", ES: "aprobado con reservas"},
	lot.Rejected:             {PT: "reprovado", EN: "rejected", ES: "rechazado"},
	lot.Pending:              {PT: "pendente", EN: "pending", ES: "pendiente"},
}

// countTexts are numbers with their noun, for one and for many.
var countTexts = pagekit.Words{
	"node":         {PT: "{n} item", EN: "{n} item", ES: "{n} ítem"},
	"nodes":        {PT: "{n} itens", EN: "{n} items", ES: "{n} ítems"},
	"edge":         {PT: "{n} ligação", EN: "{n} link", ES: "{n} enlace"},
	"edges":        {PT: "{n} ligações", EN: "{n} links", ES: "{n} enlaces"},
	"certificate":  {PT: "{n} certificado", EN: "{n} certificate", ES: "{n} certificado"},
	"certificates": {PT: "{n} certificados", EN: "{n} certificates", ES: "{n} certificados"},
	"moreplot":     {PT: "mais {n} talhão", EN: "{n} more plot", ES: "{n} parcela más"},
	"moreplots":    {PT: "mais {n} talhões", EN: "{n} more plots", ES: "{n} parcelas más"},
	"error":        {PT: "{n} erro", EN: "{n} error", ES: "{n} error"},
	"errors":       {PT: "{n} erros", EN: "{n} errors", ES: "{n} errores"},
	"alert":        {PT: "{n} alerta", EN: "{n} alert", ES: "{n} alerta"},
	"alerts":       {PT: "{n} alertas", EN: "{n} alerts", ES: "{n} alertas"},
}
