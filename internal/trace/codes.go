package trace

import "rastro/internal/lang"

// The codes, as they are on the wire under "error".
const (
	CodeInternal          Code = "ERRO_INTERNO"
	CodeUnavailable       Code = "ARMAZENAMENTO_INDISPONIVEL"
	CodeUncertain         Code = "RESULTADO_DESCONHECIDO"
	CodeLogForked         Code = "LOG_DIVERGENTE"
	CodeStoreGone         Code = "BANCO_FORA_DO_LUGAR"
	CodeStoreDamaged      Code = "BANCO_DANIFICADO"
	CodeStoreFull         Code = "SEM_ESPACO_NO_DISCO"
	CodeBusy              Code = "MEMORIA_OCUPADA"
	CodeTooMuchMemory     Code = "MEMORIA_INSUFICIENTE"
	CodeEmptyBody         Code = "CORPO_VAZIO"
	CodeNotJSON           Code = "JSON_INVALIDO"
	CodeTruncated         Code = "JSON_INCOMPLETO"
	CodeTwoValues         Code = "JSON_COM_SOBRA"
	CodeDuplicateKey      Code = "CAMPO_REPETIDO"
	CodeInvalidUTF8       Code = "UTF8_INVALIDO"
	CodeNUL               Code = "CARACTERE_NULO"
	CodeTooDeep           Code = "JSON_PROFUNDO"
	CodeNotObject         Code = "OBJETO_ESPERADO"
	CodeNotList           Code = "LISTA_ESPERADA"
	CodeBodyTooLarge      Code = "CORPO_GRANDE"
	CodeWrongMedia        Code = "TIPO_DE_CONTEUDO"
	CodeFormUnreadable    Code = "FORMULARIO_ILEGIVEL"
	CodeOtherOrigin       Code = "OUTRA_ORIGEM"
	CodeInvalid           Code = "DADOS_INVALIDOS"
	CodeRefused           Code = "DADOS_REPROVADOS"
	CodeRecordNotFound    Code = "REGISTRO_NAO_ENCONTRADO"
	CodeErased            Code = "REGISTRO_EXPURGADO"
	CodeNotYet            Code = "REGISTRO_AINDA_NAO_EXISTIA"
	CodeVersionNotFound   Code = "VERSAO_NAO_ENCONTRADA"
	CodeNotLogged         Code = "AINDA_FORA_DO_LOG"
	CodeTileNotFound      Code = "FORA_DO_LOG"
	CodeTilePath          Code = "CAMINHO_DE_BLOCO_INVALIDO"
	CodeFutureInstant     Code = "INSTANTE_FUTURO"
	CodeIDMalformed       Code = "ID_MALFORMADO"
	CodePathNotFound      Code = "CAMINHO_NAO_ENCONTRADO"
	CodeWrongMethod       Code = "METODO_NAO_PERMITIDO"
	CodeAmbiguous         Code = "REGISTRO_AMBIGUO"
	CodeOtherHarvest      Code = "SAFRA_DIFERENTE"
	CodeStale             Code = "VERSAO_DESATUALIZADA"
	CodeContended         Code = "ESCRITA_CONCORRENTE"
	CodeFileLeaving       Code = "ARQUIVO_EM_REMOCAO"
	CodeBadParameter      Code = "PARAMETRO_INVALIDO"
	CodeUnknownParameter  Code = "PARAMETRO_DESCONHECIDO"
	CodeBadSort           Code = "ORDENACAO_INVALIDA"
	CodeBadCursor         Code = "CURSOR_INVALIDO"
	CodeTooFar            Code = "PAGINA_DISTANTE"
	CodePageTooLarge      Code = "PAGINA_GRANDE"
	CodeListTooLarge      Code = "LISTA_GRANDE"
	CodeUnauthenticated   Code = "CHAVE_INVALIDA"
	CodeWrongPassword     Code = "LOGIN_OU_SENHA"
	CodeLinkSpent         Code = "LINK_USADO"
	CodeNoAccount         Code = "SEM_CONTA"
	CodeOtherIdentity     Code = "OUTRA_IDENTIDADE"
	CodePasskeyRefused    Code = "PASSKEY_RECUSADA"
	CodeNeedsPasskey      Code = "PASSKEY_EXIGIDA"
	CodeLoginTaken        Code = "LOGIN_EM_USO"
	CodePersonNotFound    Code = "PESSOA_NAO_ENCONTRADA"
	CodeForbiddenRight    Code = "SEM_DIREITO"
	CodeOwnRole           Code = "PROPRIO_PAPEL"
	CodeRoleNotFound      Code = "PAPEL_NAO_ENCONTRADO"
	CodeRoleTaken         Code = "PAPEL_JA_EXISTE"
	CodeTooManyRoles      Code = "PAPEIS_DEMAIS"
	CodeTooManyFailures   Code = "MUITAS_TENTATIVAS"
	CodeTooManyPasswords  Code = "MUITAS_SENHAS"
	CodeRateLimited       Code = "LIMITE_DE_REQUISICOES"
	CodeForbiddenScope    Code = "SEM_PERMISSAO"
	CodeForbiddenPhase    Code = "FASE_NAO_PERMITIDA"
	CodeForbiddenHarvest  Code = "SAFRA_NAO_PERMITIDA"
	CodeLimitedKey        Code = "CHAVE_LIMITADA"
	CodeUnregistered      Code = "ORGANIZACAO_NAO_CADASTRADA"
	CodeOwnerErases       Code = "SO_A_DONA_EXPURGA"
	CodeOwnerShares       Code = "SO_DONA_COMPARTILHA"
	CodeServerAdmin       Code = "SO_ADMIN_DO_SERVIDOR"
	CodeBeyondKey         Code = "CHAVE_EXCEDE_LIMITES"
	CodeReplayMismatch    Code = "IDEMPOTENCIA_DIVERGENTE"
	CodeCrowded           Code = "SERVIDOR_OCUPADO"
	CodeReplayErased      Code = "IDEMPOTENCIA_EXPURGADA"
	CodeCodeTaken         Code = "CODIGO_EM_USO"
	CodeCodeFixed         Code = "CODIGO_IMUTAVEL"
	CodeCodeNotFound      Code = "CODIGO_NAO_ENCONTRADO"
	CodeRevoked           Code = "VALIDACAO_REVOGADA"
	CodeKeyNotFound       Code = "CHAVE_NAO_ENCONTRADA"
	CodeLastAdmin         Code = "ULTIMA_CHAVE_ADMIN"
	CodePhaseNotFound     Code = "FASE_NAO_ENCONTRADA"
	CodePhaseExists       Code = "FASE_JA_EXISTE"
	CodeUnknownCrop       Code = "CULTURA_DESCONHECIDA"
	CodeCatalogueFull     Code = "CATALOGO_CHEIO"
	CodeFormatUnsupported Code = "FORMATO_NAO_SUPORTADO"
	CodeHarvestTooLarge   Code = "SAFRA_GRANDE"
	CodeReportGone        Code = "CONFERENCIA_EXPURGADA"
	CodeReportTampered    Code = "CONFERENCIA_ADULTERADA"
	CodeLotNotFound       Code = "LOTE_NAO_ENCONTRADO"
	CodeTooManyLots       Code = "LOTES_DEMAIS"
	CodeEUDRNotReady      Code = "EUDR_COM_PENDENCIAS"
	CodeEUDRInParts       Code = "EUDR_EM_PARTES"
	CodePartNotFound      Code = "PARTE_NAO_ENCONTRADA"
	CodeDDSIncomplete     Code = "DDS_INCOMPLETA"
	CodeNoFiling          Code = "DECLARACAO_NAO_ENCONTRADA"
	CodeNoLink            Code = "LINK_NAO_ENCONTRADO"
	CodeFilingDiffers     Code = "DECLARACAO_DIVERGENTE"
	CodeEUOff             Code = "ENVIO_UE_DESLIGADO"
	CodeEUNotYours        Code = "ENVIO_UE_DE_OUTRA_ORGANIZACAO"
	CodeEURefused         Code = "ENVIO_UE_RECUSADO"
	CodeEUUnreachable     Code = "ENVIO_UE_SEM_RESPOSTA"
	CodeEUUnknown         Code = "ENVIO_UE_SEM_DESFECHO"
	CodeEUTooLate         Code = "ENVIO_UE_FORA_DO_PRAZO"
	CodeEUNoUUID          Code = "ENVIO_UE_SEM_UUID"
	CodeDossierTooLarge   Code = "DOSSIE_GRANDE"
	CodeNoCriteria        Code = "RECALL_SEM_CRITERIO"
	CodeRecallTooLarge    Code = "RECALL_GRANDE"
	CodeRecallLimit       Code = "LIMITE_DE_RECALLS"
	CodeTraceTooLarge     Code = "RASTREIO_GRANDE"
	CodeBalanceTooLarge   Code = "BALANCO_GRANDE"
	CodeLotsFilling       Code = "LOTES_EM_PREPARO"
	CodeLotsDiffer        Code = "LOTES_DIVERGENTES"
	CodeSeedChanged       Code = "SEMENTE_ALTERADA"
	CodeBadGTIN           Code = "GTIN_INVALIDO"
	CodeItemNotFound      Code = "ITEM_NAO_ENCONTRADO"
	CodeLabelTooSmall     Code = "ETIQUETA_PEQUENA"
	CodeImportRefused     Code = "IMPORTACAO_RECUSADA"
	CodeImportTooLarge    Code = "IMPORTACAO_GRANDE"
	CodeNoImport          Code = "IMPORTACAO_NAO_ENCONTRADA"
	CodeImportBuiltOn     Code = "IMPORTACAO_EM_USO"
	CodeImportUndone      Code = "IMPORTACAO_DESFEITA"
	CodeNoMapping         Code = "MAPEAMENTO_NAO_ENCONTRADO"
	CodeMappingTaken      Code = "MAPEAMENTO_JA_EXISTE"
	CodeManyMappings      Code = "MAPEAMENTOS_DEMAIS"
	CodeTooManyRows       Code = "LINHAS_DEMAIS"
	CodeTooManySent       Code = "ARQUIVOS_DEMAIS"
	CodeRowTooLong        Code = "LINHA_GRANDE"
	CodeUnknownKind       Code = "TIPO_DESCONHECIDO"
	CodeOtherKind         Code = "TIPO_DIVERGENTE"
	CodeNotImportable     Code = "VALIDACAO_NAO_SE_IMPORTA"
	CodeBadXML            Code = "XML_INVALIDO"
	CodeXMLWithDTD        Code = "XML_COM_DTD"
	CodeUnknownDocument   Code = "DOCUMENTO_DESCONHECIDO"
	CodeDocumentTooLarge  Code = "ARQUIVO_GRANDE"
	CodeBadZip            Code = "ZIP_INVALIDO"
	CodeNotClaimant       Code = "SAFRA_NAO_REIVINDICA"
	CodeNotClaimed        Code = "CODIGO_SEM_TITULAR"
	CodeNoDispute         Code = "SEM_DISPUTA"
	CodeSettledSince      Code = "DISPUTA_JA_DECIDIDA"
	CodeDisputeBeyondKey  Code = "DISPUTA_ALEM_DA_CHAVE"
	CodeNoLogo            Code = "LOGO_NAO_ENCONTRADO"
	CodeNoOrganization    Code = "ORGANIZACAO_NAO_ENCONTRADA"
	CodeOrganizationTaken Code = "ORGANIZACAO_JA_EXISTE"
	CodeLastAdminInside   Code = "ADMIN_DENTRO_DA_ORGANIZACAO"
	CodeOwnersAccess      Code = "ACESSO_DA_DONA"
	CodeManyOrganizations Code = "ORGANIZACOES_DEMAIS"
	CodeNoFile            Code = "ANEXO_NAO_ENCONTRADO"
	CodeFileType          Code = "ANEXO_TIPO_NAO_ACEITO"
	CodeFileTooLarge      Code = "ANEXO_GRANDE"
	CodeFileDiffers       Code = "ANEXO_NAO_CONFERE"
	CodeTooManyFiles      Code = "ANEXOS_DEMAIS"
	CodeNoPreview         Code = "ANEXO_SEM_MINIATURA"
	CodeFileCutOff        Code = "ANEXO_INCOMPLETO"
	CodeFilesFull         Code = "SEM_ESPACO_PARA_ANEXOS"
	CodeFileLost          Code = "ANEXO_FORA_DO_LUGAR"
	CodeTooManyUploads    Code = "ENVIOS_DEMAIS"
	CodeOneFile           Code = "UM_ARQUIVO_POR_PEDIDO"
	CodeLogShorter        Code = "LOG_MENOR_QUE_O_CURSOR"
	CodeTooManyStreams    Code = "TRANSMISSOES_DEMAIS"
	CodeNoWebhook         Code = "WEBHOOK_NAO_ENCONTRADO"
	CodeNoDelivery        Code = "ENTREGA_NAO_ENCONTRADA"
	CodeManyWebhooks      Code = "WEBHOOK_LIMITE"
	CodeWebhookForbidden  Code = "WEBHOOK_DESTINO_PROIBIDO"
)

// ErrorRow is a row of the table of errors.
type ErrorRow struct {
	Class Class
	Text  lang.Text
}

// Errors is the one table of errors.
var Errors = map[Code]ErrorRow{
	CodeInternal:          {Internal, lang.Text{PT: "Falha na operação. Informe o requestId a quem mantém o servidor.", EN: "The operation failed. Give the requestId to the server's operator.", ES: "La operación falló. Indique el requestId a quien mantiene el servidor."}},
	CodeUnavailable:       {Unavailable, lang.Text{PT: "Não foi possível acessar o armazenamento; nada foi gravado. Tente de novo em instantes.", EN: "The storage cannot be reached; nothing was written. Try again shortly.", ES: "No se pudo acceder al almacenamiento; no se guardó nada. Intente de nuevo en instantes."}},
	CodeUncertain:         {Unavailable, lang.Text{PT: "O armazenamento parou de responder durante a gravação; não se sabe se ela foi feita. Consulte, ou repita com a mesma Idempotency-Key.", EN: "The storage stopped responding while writing; it is not known whether it was written. Look it up, or repeat with the same Idempotency-Key.", ES: "El almacenamiento dejó de responder durante la escritura; no se sabe si se hizo. Consulte, o repita con la misma Idempotency-Key."}},
	CodeLogForked:         {Unavailable, lang.Text{PT: "O banco de dados não continua o log que este servidor já publicou; nada é gravado nem assinado até quem mantém o servidor resolver.", EN: "The database does not continue the log that this server has published; nothing is written or signed until the server's operator resolves it.", ES: "La base de datos no continúa el log que este servidor ya publicó; no se guarda ni se firma nada hasta que quien mantiene el servidor lo resuelva."}},
	CodeStoreGone:         {Unavailable, lang.Text{PT: "O arquivo do banco de dados foi removido, trocado ou truncado com o servidor no ar; a gravação não foi confirmada. Avise quem mantém o servidor.", EN: "The database file was removed, replaced or cut short while the server was running; the write was not confirmed. Tell the server's operator.", ES: "El archivo de la base de datos fue quitado, reemplazado o truncado con el servidor en marcha; la escritura no se confirmó. Avise a quien mantiene el servidor."}},
	CodeStoreDamaged:      {Unavailable, lang.Text{PT: "Uma parte do banco de dados está danificada e não pôde ser lida. Avise quem mantém o servidor.", EN: "A part of the database is damaged and could not be read. Tell the server's operator.", ES: "Una parte de la base de datos está dañada y no se pudo leer. Avise a quien mantiene el servidor."}},
	CodeStoreFull:         {Unavailable, lang.Text{PT: "O disco do servidor está cheio; nada foi gravado. Avise quem mantém o servidor.", EN: "The server's disk is full; nothing was written. Tell the server's operator.", ES: "El disco del servidor está lleno; no se guardó nada. Avise a quien mantiene el servidor."}},
	CodeBusy:              {Unavailable, lang.Text{PT: "O servidor está ocupado com outras requisições grandes; nada foi gravado. Tente de novo em alguns segundos.", EN: "The server is busy with other large requests; nothing was written. Try again in a few seconds.", ES: "El servidor está ocupado con otras solicitudes grandes; no se guardó nada. Intente de nuevo en unos segundos."}},
	CodeTooMuchMemory:     {Unacceptable, lang.Text{PT: "A requisição precisa de mais memória do que o servidor reserva para uma só; nada foi gravado. Peça menos de cada vez, ou peça a quem mantém o servidor um '--memory' maior.", EN: "The request needs more memory than the server sets aside for one; nothing was written. Ask for less at a time, or ask the server's operator for a larger '--memory'.", ES: "La solicitud necesita más memoria de la que el servidor reserva para una sola; no se guardó nada. Pida menos cada vez, o pida a quien mantiene el servidor un '--memory' mayor."}},
	CodeEmptyBody:         {Unreadable, lang.Text{PT: "O corpo da requisição está vazio; envie um objeto JSON.", EN: "The request body is empty; send a JSON object.", ES: "El cuerpo de la solicitud está vacío; envíe un objeto JSON."}},
	CodeNotJSON:           {Unreadable, lang.Text{PT: "O corpo não é JSON válido perto do byte {posicao}.", EN: "The body is not valid JSON near byte {posicao}.", ES: "El cuerpo no es JSON válido cerca del byte {posicao}."}},
	CodeTruncated:         {Unreadable, lang.Text{PT: "O JSON termina antes da hora; a requisição chegou incompleta.", EN: "The JSON ends too early; the request arrived incomplete.", ES: "El JSON termina antes de tiempo; la solicitud llegó incompleta."}},
	CodeTwoValues:         {Unreadable, lang.Text{PT: "Há mais de um valor JSON no corpo; envie um só.", EN: "There is more than one JSON value in the body; send just one.", ES: "Hay más de un valor JSON en el cuerpo; envíe uno solo."}},
	CodeDuplicateKey:      {Unreadable, lang.Text{PT: "O campo em {ponteiro} aparece duas vezes; não há como saber qual vale.", EN: "The member at {ponteiro} appears twice; it is unclear which one counts.", ES: "El campo en {ponteiro} aparece dos veces; no se sabe cuál vale."}},
	CodeInvalidUTF8:       {Unreadable, lang.Text{PT: "O texto não está em UTF-8 a partir do byte {posicao}.", EN: "The text is not UTF-8 from byte {posicao} on.", ES: "El texto no está en UTF-8 a partir del byte {posicao}."}},
	CodeNUL:               {Unreadable, lang.Text{PT: "O texto em {ponteiro} contém o caractere nulo (\\u0000), que não é aceito.", EN: "The text at {ponteiro} contains the null character (\\u0000), which is not accepted.", ES: "El texto en {ponteiro} contiene el carácter nulo (\\u0000), que no se acepta."}},
	CodeTooDeep:           {Unreadable, lang.Text{PT: "O JSON tem mais de {max} níveis.", EN: "The JSON has more than {max} levels.", ES: "El JSON tiene más de {max} niveles."}},
	CodeNotObject:         {Unacceptable, lang.Text{PT: "O corpo deve ser um objeto JSON.", EN: "The body must be a JSON object.", ES: "El cuerpo debe ser un objeto JSON."}},
	CodeNotList:           {Unacceptable, lang.Text{PT: "O corpo deve ser uma lista JSON com ao menos um item e no máximo {max}.", EN: "The body must be a JSON list with at least one item and at most {max}.", ES: "El cuerpo debe ser una lista JSON con al menos un elemento y como máximo {max}."}},
	CodeBodyTooLarge:      {TooLarge, lang.Text{PT: "O corpo passa de {max} bytes.", EN: "The body is over {max} bytes.", ES: "El cuerpo supera los {max} bytes."}},
	CodeWrongMedia:        {WrongMedia, lang.Text{PT: "Envie o corpo como application/json.", EN: "Send the body as application/json.", ES: "Envíe el cuerpo como application/json."}},
	CodeFormUnreadable:    {Unreadable, lang.Text{PT: "O formulário chegou ilegível; abra a página de novo e repita.", EN: "The form arrived unreadable; open the page again and repeat.", ES: "El formulario llegó ilegible; abra la página de nuevo y repita."}},
	CodeOtherOrigin:       {Forbidden, lang.Text{PT: "O formulário veio de outro site e não foi aceito; nada foi gravado. Use as páginas deste servidor.", EN: "The form came from another site and was not accepted; nothing was written. Use this server's own pages.", ES: "El formulario vino de otro sitio y no se aceptó; no se guardó nada. Use las páginas de este servidor."}},
	CodeInvalid:           {Unacceptable, lang.Text{PT: "Há campos que não podem ser aceitos; veja 'errors'.", EN: "Some fields cannot be accepted; see 'errors'.", ES: "Hay campos que no se pueden aceptar; vea 'errors'."}},
	CodeRefused:           {Unacceptable, lang.Text{PT: "A conferência achou erros e o servidor está em modo estrito; veja 'errors'.", EN: "Grading found errors and the server is in strict mode; see 'errors'.", ES: "La verificación encontró errores y el servidor está en modo estricto; vea 'errors'."}},
	CodeRecordNotFound:    {NotFound, lang.Text{PT: "Registro não encontrado.", EN: "Record not found.", ES: "Registro no encontrado."}},
	CodeErased:            {Gone, lang.Text{PT: "Os dados deste registro foram expurgados; o recibo está em 'data'.", EN: "The data of this record was erased; the receipt is in 'data'.", ES: "Los datos de este registro fueron suprimidos; el recibo está en 'data'."}},
	CodeNotYet:            {NotFound, lang.Text{PT: "O registro ainda não existia em {em}.", EN: "The record did not exist yet at {em}.", ES: "El registro todavía no existía en {em}."}},
	CodeVersionNotFound:   {NotFound, lang.Text{PT: "O registro não tem a versão {versao}.", EN: "The record has no version {versao}.", ES: "El registro no tiene la versión {versao}."}},
	CodeNotLogged:         {Unavailable, lang.Text{PT: "O registro acaba de ser gravado e entra no log em até 1 segundo; tente de novo.", EN: "The record was written just now and enters the log within 1 second; try again.", ES: "El registro acaba de guardarse y entra en el log en 1 segundo; intente de nuevo."}},
	CodeTileNotFound:      {NotFound, lang.Text{PT: "O log não tem este bloco; o tamanho atual está em /log/checkpoint.", EN: "The log has no such tile; its current size is in /log/checkpoint.", ES: "El log no tiene este bloque; su tamaño actual está en /log/checkpoint."}},
	CodeTilePath:          {Unreadable, lang.Text{PT: "O caminho não é o de um bloco do log, como /log/tile/0/000 ou /log/tile/entries/000.p/12.", EN: "The path is not that of a tile of the log, such as /log/tile/0/000 or /log/tile/entries/000.p/12.", ES: "La ruta no es la de un bloque del log, como /log/tile/0/000 o /log/tile/entries/000.p/12."}},
	CodeFutureInstant:     {Unreadable, lang.Text{PT: "O instante '{em}' está no futuro; informe um que já passou.", EN: "The instant '{em}' is in the future; name one that has passed.", ES: "El instante '{em}' está en el futuro; indique uno que ya pasó."}},
	CodeIDMalformed:       {NotFound, lang.Text{PT: "Registro não encontrado: o id não tem o formato do UUID devolvido na criação.", EN: "Record not found: the id is not a UUID like the one returned on creation.", ES: "Registro no encontrado: el id no tiene el formato del UUID devuelto en la creación."}},
	CodePathNotFound:      {NotFound, lang.Text{PT: "Este caminho não existe; a lista está em /openapi.json e /docs.", EN: "There is no such path; /openapi.json and /docs list them.", ES: "Esta ruta no existe; la lista está en /openapi.json y /docs."}},
	CodeWrongMethod:       {WrongMethod, lang.Text{PT: "O método {metodo} não vale aqui; use {permitidos}.", EN: "Method {metodo} does not apply here; use {permitidos}.", ES: "El método {metodo} no vale aquí; use {permitidos}."}},
	CodeAmbiguous:         {Conflict, lang.Text{PT: "A safra tem mais de um registro deste tipo; informe o 'id'. Os candidatos estão em 'errors'.", EN: "The harvest has more than one record of this kind; name the 'id'. The candidates are in 'errors'.", ES: "La cosecha tiene más de un registro de este tipo; indique el 'id'. Los candidatos están en 'errors'."}},
	CodeOtherHarvest:      {Conflict, lang.Text{PT: "O registro pertence a outra safra e não muda de safra; crie um novo registro na safra certa.", EN: "The record belongs to another harvest and never changes harvest; create a new record in the right one.", ES: "El registro pertenece a otra cosecha y no cambia de cosecha; cree un registro nuevo en la correcta."}},
	CodeStale:             {Stale, lang.Text{PT: "O registro já está na versão {versao}; leia-o de novo antes de alterar.", EN: "The record is already at version {versao}; read it again before changing it.", ES: "El registro ya está en la versión {versao}; léalo de nuevo antes de cambiarlo."}},
	CodeContended:         {Unavailable, lang.Text{PT: "Muitas gravações ao mesmo tempo no mesmo registro; nada foi gravado. Tente de novo.", EN: "Too many writes to the same record at once; nothing was written. Try again.", ES: "Demasiados cambios a la vez en el mismo registro; no se guardó nada. Intente de nuevo."}},
	CodeFileLeaving:       {Unavailable, lang.Text{PT: "Uma cópia antiga deste arquivo está sendo removida; nada foi gravado. Tente de novo em alguns minutos.", EN: "An old copy of this file is being removed; nothing was written. Try again in a few minutes.", ES: "Una copia antigua de este archivo se está eliminando; no se guardó nada. Intente de nuevo en unos minutos."}},
	CodeBadParameter:      {Unreadable, lang.Text{PT: "O parâmetro '{nome}' não vale; use {esperado}.", EN: "Parameter '{nome}' is not valid; use {esperado}.", ES: "El parámetro '{nome}' no vale; use {esperado}."}},
	CodeUnknownParameter:  {Unreadable, lang.Text{PT: "Não existe o parâmetro '{nome}' aqui; os que existem: {conhecidos}.", EN: "There is no parameter '{nome}' here; the parameters are: {conhecidos}.", ES: "Aquí no existe el parámetro '{nome}'; los que existen: {conhecidos}."}},
	CodeBadSort:           {Unreadable, lang.Text{PT: "Não é possível ordenar por '{campo}'; campos: {campos}.", EN: "Cannot sort by '{campo}'; fields: {campos}.", ES: "No se puede ordenar por '{campo}'; campos: {campos}."}},
	CodeBadCursor:         {Unreadable, lang.Text{PT: "O cursor não vale para esta lista; use o 'next' da resposta anterior, com a mesma ordenação, ou comece a lista de novo.", EN: "The cursor is not valid for this list; use 'next' of the previous answer, with the same sort, or start the list again.", ES: "El cursor no vale para esta lista; use el 'next' de la respuesta anterior, con el mismo orden, o empiece la lista de nuevo."}},
	CodeTooFar:            {Unreadable, lang.Text{PT: "Por número de página lê-se até o registro {max}; daí em diante use 'cursor'.", EN: "Page numbers go up to record {max}; beyond it use 'cursor'.", ES: "Por número de página se lee hasta el registro {max}; de ahí en adelante use 'cursor'."}},
	CodePageTooLarge:      {Unacceptable, lang.Text{PT: "Esta página passa de {max} MiB; peça menos registros com 'size'.", EN: "This page is over {max} MiB; ask for fewer records with 'size'.", ES: "Esta página supera los {max} MiB; pida menos registros con 'size'."}},
	CodeListTooLarge:      {Unacceptable, lang.Text{PT: "Esta lista passa de {max} registros; escolha uma safra, ou peça a quem mantém o servidor um 'rastro export'.", EN: "This list is over {max} records; choose a harvest, or ask the server's operator for a 'rastro export'.", ES: "Esta lista supera los {max} registros; elija una cosecha, o pida un 'rastro export' a quien mantiene el servidor."}},
	CodeUnauthenticated:   {Unauthenticated, lang.Text{PT: "Chave de acesso ausente, errada, vencida ou desativada.", EN: "Access key missing, wrong, expired or deactivated.", ES: "Clave de acceso ausente, equivocada, vencida o desactivada."}},
	CodeWrongPassword:     {Unauthenticated, lang.Text{PT: "O e-mail ou telefone e a senha não conferem.", EN: "The e-mail or phone number and the password do not match.", ES: "El correo o teléfono y la contraseña no coinciden."}},
	CodeNoAccount:         {Unauthenticated, lang.Text{PT: "Você não tem conta ativa aqui. Peça um convite a quem administra as pessoas.", EN: "You have no active account here. Ask whoever manages people for an invitation.", ES: "Usted no tiene una cuenta activa aquí. Pida una invitación a quien administra las personas."}},
	CodeOtherIdentity:     {Unauthenticated, lang.Text{PT: "A conta com o seu e-mail ou telefone já pertence a outro usuário do provedor. Peça um novo link a quem administra as pessoas.", EN: "The account with your e-mail or phone number already belongs to another user of the provider. Ask whoever manages people for a new link.", ES: "La cuenta con su correo o teléfono ya pertenece a otro usuario del proveedor. Pida un nuevo enlace a quien administra las personas."}},
	CodePasskeyRefused:    {Unauthenticated, lang.Text{PT: "Esta passkey não foi aceita. Tente de novo, ou entre de outro jeito.", EN: "This passkey was not accepted. Try again, or sign in another way.", ES: "Esta passkey no fue aceptada. Pruebe de nuevo, o entre de otra forma."}},
	CodeNeedsPasskey:      {Unauthenticated, lang.Text{PT: "Esta conta só abre com passkey. Use o botão \"Entrar com passkey\"; se você a perdeu, peça um novo link a quem administra as pessoas.", EN: "This account opens only with a passkey. Use the button \"Sign in with a passkey\"; if you lost it, ask whoever manages people for a new link.", ES: "Esta cuenta solo abre con passkey. Use el botón \"Entrar con passkey\"; si la perdió, pida un nuevo enlace a quien administra las personas."}},
	CodeLinkSpent:         {Unauthenticated, lang.Text{PT: "Este link já foi usado ou venceu. Peça outro a quem administra as pessoas.", EN: "This link was already used or has expired. Ask whoever manages people for another.", ES: "Este enlace ya se usó o venció. Pida otro a quien administra las personas."}},
	CodeLoginTaken:        {Conflict, lang.Text{PT: "Já existe uma pessoa com este e-mail ou telefone.", EN: "Somebody already has this e-mail address or phone number.", ES: "Ya existe una persona con este correo o teléfono."}},
	CodePersonNotFound:    {NotFound, lang.Text{PT: "Pessoa não encontrada.", EN: "Person not found.", ES: "Persona no encontrada."}},
	CodeForbiddenRight:    {Forbidden, lang.Text{PT: "Seu papel não permite: {direito}. Peça a quem administra as pessoas da sua organização.", EN: "Your role does not allow this: {direito}. Ask whoever manages the people of your organisation.", ES: "Su rol no permite: {direito}. Pídalo a quien administra las personas de su organización."}},
	CodeOwnRole:           {Forbidden, lang.Text{PT: "Ninguém muda o próprio papel, se desativa ou faz um link de senha para si. Peça a outra pessoa que administre.", EN: "Nobody changes their own role, deactivates themselves or makes themselves a password link. Ask another administrator.", ES: "Nadie cambia su propio rol, se desactiva ni crea un enlace de contraseña para sí. Pida a otra persona que administre."}},
	CodeRoleNotFound:      {NotFound, lang.Text{PT: "Papel não encontrado.", EN: "Role not found.", ES: "Rol no encontrado."}},
	CodeRoleTaken:         {Conflict, lang.Text{PT: "Já existe um papel '{nome}'.", EN: "There already is a role '{nome}'.", ES: "Ya existe un rol '{nome}'."}},
	CodeTooManyRoles:      {Conflict, lang.Text{PT: "Uma organização pode ter até {max} papéis próprios.", EN: "An organisation may have up to {max} roles of its own.", ES: "Una organización puede tener hasta {max} roles propios."}},
	CodeTooManyFailures:   {TooMany, lang.Text{PT: "Muitas tentativas com chave errada a partir deste endereço. Confira a chave; a certa entra na hora.", EN: "Too many attempts with a wrong key from this address. Check the key; the right one gets in at once.", ES: "Demasiados intentos con una clave equivocada desde esta dirección. Revise la clave; la correcta entra de inmediato."}},
	CodeTooManyPasswords:  {TooMany, lang.Text{PT: "Muitas tentativas com senha errada. Espere um minuto e tente de novo.", EN: "Too many attempts with a wrong password. Wait a minute and try again.", ES: "Demasiados intentos con una contraseña equivocada. Espere un minuto e intente de nuevo."}},
	CodeRateLimited:       {TooMany, lang.Text{PT: "Passou do limite de requisições; espere um pouco e tente de novo.", EN: "Over the request limit; wait a moment and try again.", ES: "Superó el límite de solicitudes; espere un momento e intente de nuevo."}},
	CodeForbiddenScope:    {Forbidden, lang.Text{PT: "Esta chave não tem o escopo '{escopo}'.", EN: "This key lacks the scope '{escopo}'.", ES: "Esta clave no tiene el alcance '{escopo}'."}},
	CodeForbiddenPhase:    {Forbidden, lang.Text{PT: "Esta chave não pode escrever na fase {fase}.", EN: "This key may not write in phase {fase}.", ES: "Esta clave no puede escribir en la fase {fase}."}},
	CodeForbiddenHarvest:  {Forbidden, lang.Text{PT: "Esta chave não tem acesso a esta safra.", EN: "This key has no access to this harvest.", ES: "Esta clave no tiene acceso a esta cosecha."}},
	CodeUnregistered:      {Forbidden, lang.Text{PT: "A organização '{organizacao}' não está cadastrada neste servidor. Peça a quem administra o servidor que a cadastre ou corrija o nome.", EN: "The organisation '{organizacao}' is not registered on this server. Ask the server's administrator to register it or to correct the name.", ES: "La organización '{organizacao}' no está registrada en este servidor. Pida a quien administra el servidor que la registre o corrija el nombre."}},
	CodeOwnerErases:       {Forbidden, lang.Text{PT: "Esta safra é de outra organização; só a dona expurga registros dela. Peça a ela.", EN: "This harvest belongs to another organisation; only its owner erases its records. Ask them.", ES: "Esta cosecha es de otra organización; solo la dueña suprime sus registros. Pídaselo a ella."}},
	CodeOwnerShares:       {Forbidden, lang.Text{PT: "Só a organização dona desta safra pode compartilhá-la.", EN: "Only the organisation that owns this harvest can share it.", ES: "Solo la organización dueña de esta cosecha puede compartirla."}},
	CodeServerAdmin:       {Forbidden, lang.Text{PT: "Só quem administra o servidor pode mudar o nome, a razão social e o CNPJ de uma organização, ou a dona de uma safra.", EN: "Only the server's administrator can change the name, legal name and CNPJ of an organisation, or the owner of a harvest.", ES: "Solo quien administra el servidor puede cambiar el nombre, la razón social y el CNPJ de una organización, o la dueña de una cosecha."}},
	CodeLimitedKey:        {Forbidden, lang.Text{PT: "Isto vale para todas as safras e esta chave só alcança algumas; peça a quem tem uma chave admin sem limites.", EN: "This affects every harvest and this key reaches only some; ask someone with an admin key without limits.", ES: "Esto vale para todas las cosechas y esta clave solo alcanza algunas; pídalo a quien tenga una clave admin sin límites."}},
	CodeBeyondKey:         {Forbidden, lang.Text{PT: "Uma chave não pode criar outra que possa mais do que ela; veja 'errors'.", EN: "A key cannot create one that may do more than itself; see 'errors'.", ES: "Una clave no puede crear otra que pueda más que ella; vea 'errors'."}},
	CodeReplayMismatch:    {Unacceptable, lang.Text{PT: "Esta Idempotency-Key já foi usada com outra requisição; use uma nova.", EN: "This Idempotency-Key was already used with another request; use a new one.", ES: "Esta Idempotency-Key ya se usó con otra solicitud; use una nueva."}},
	CodeCrowded:           {Unavailable, lang.Text{PT: "O servidor está conferindo muitas validações ao mesmo tempo. Tente de novo em instantes.", EN: "The server is checking many validations at once. Try again shortly.", ES: "El servidor está verificando muchas validaciones al mismo tiempo. Intente de nuevo en instantes."}},
	CodeReplayErased:      {Gone, lang.Text{PT: "O registro criado por este envio foi expurgado depois, e nada foi gravado de novo. Se quiser mesmo registrar outra vez, envie com outra Idempotency-Key; no console, abra um formulário novo.", EN: "The record that this request created was erased since, and nothing was written again. To record it once more on purpose, send it with another Idempotency-Key; in the console, open a new form.", ES: "El registro creado por este envío fue suprimido después y no se guardó nada de nuevo. Si de verdad quiere registrarlo otra vez, envíelo con otra Idempotency-Key; en la consola, abra un formulario nuevo."}},
	CodeCodeTaken:         {Conflict, lang.Text{PT: "O código '{codigo}' já é de outra validação; escolha outro ou deixe em branco.", EN: "Code '{codigo}' already belongs to another validation; choose another or leave it out.", ES: "El código '{codigo}' ya pertenece a otra validación; elija otro o déjelo en blanco."}},
	CodeCodeFixed:         {Conflict, lang.Text{PT: "O código de uma validação não muda: ele pode estar impresso. O atual é '{codigo}'.", EN: "A validation's code never changes: it may be printed. The current one is '{codigo}'.", ES: "El código de una validación no cambia: puede estar impreso. El actual es '{codigo}'."}},
	CodeRevoked:           {NotFound, lang.Text{PT: "A validação {codigo} foi revogada; não é mais possível imprimir as etiquetas dela.", EN: "The validation {codigo} was revoked; its labels can no longer be printed.", ES: "La validación {codigo} fue revocada; ya no se pueden imprimir sus etiquetas."}},
	CodeCodeNotFound:      {NotFound, lang.Text{PT: "Não há validação com este código.", EN: "There is no validation with this code.", ES: "No hay validación con este código."}},
	CodeKeyNotFound:       {NotFound, lang.Text{PT: "Não há chave com este accessKey.", EN: "There is no key with this accessKey.", ES: "No hay clave con este accessKey."}},
	CodeLastAdmin:         {Conflict, lang.Text{PT: "Esta é a última chave admin ativa sem limites; crie outra antes de desativá-la.", EN: "This is the last active admin key without limits; create another before deactivating it.", ES: "Esta es la última clave admin activa sin límites; cree otra antes de desactivarla."}},
	CodePhaseNotFound:     {NotFound, lang.Text{PT: "Fase não encontrada no catálogo.", EN: "Phase not found in the catalogue.", ES: "Fase no encontrada en el catálogo."}},
	CodeNoLogo:            {NotFound, lang.Text{PT: "A organização não tem este logo.", EN: "The organisation has no such logo.", ES: "La organización no tiene este logotipo."}},
	CodeNoOrganization:    {NotFound, lang.Text{PT: "Não há organização com este nome, CNPJ ou id.", EN: "There is no organisation with this name, CNPJ or id.", ES: "No hay organización con este nombre, CNPJ o id."}},
	CodeOrganizationTaken: {Conflict, lang.Text{PT: "Outra organização tem ou já teve o nome '{nome}'.", EN: "Another organisation has or had the name '{nome}'.", ES: "Otra organización tiene o tuvo el nombre '{nome}'."}},
	CodeLastAdminInside:   {Conflict, lang.Text{PT: "Todas as chaves admin sem limites ficariam dentro de organizações, e ninguém administraria o servidor; crie antes uma chave admin sem organização.", EN: "Every admin key without limits would be inside an organisation, and nobody would administer the server; first create an admin key without an organisation.", ES: "Todas las claves admin sin límites quedarían dentro de organizaciones y nadie administraría el servidor; cree antes una clave admin sin organización."}},
	CodeManyOrganizations: {Conflict, lang.Text{PT: "As organizações já somam {max} nomes, o limite do servidor.", EN: "The organisations already have {max} names, the server's limit.", ES: "Las organizaciones ya suman {max} nombres, el límite del servidor."}},
	CodeOwnersAccess:      {Conflict, lang.Text{PT: "A safra é desta organização; só quem administra o servidor pode passá-la a outra.", EN: "The harvest belongs to this organisation; only the server's administrator can give it to another.", ES: "La cosecha es de esta organización; solo quien administra el servidor puede pasarla a otra."}},
	CodePhaseExists:       {Conflict, lang.Text{PT: "Já existe a fase '{nome}' na etapa {etapa} de {cultura}.", EN: "There already is a phase '{nome}' in stage {etapa} of {cultura}.", ES: "Ya existe la fase '{nome}' en la etapa {etapa} de {cultura}."}},
	CodeUnknownCrop:       {Unreadable, lang.Text{PT: "Cultura desconhecida '{cultura}'; valores: {valores}.", EN: "Unknown crop '{cultura}'; values: {valores}.", ES: "Cultivo desconocido '{cultura}'; valores: {valores}."}},
	CodeCatalogueFull:     {Conflict, lang.Text{PT: "O catálogo de fases chegou ao limite de {max}.", EN: "The phase catalogue reached its limit of {max}.", ES: "El catálogo de fases alcanzó el límite de {max}."}},
	CodeBadGTIN:           {Unreadable, lang.Text{PT: "Isto não é um GTIN; confira os 8, 12, 13 ou 14 dígitos impressos. O motivo está em 'errors'.", EN: "This is not a GTIN; check the 8, 12, 13 or 14 digits that are printed. The reason is in 'errors'.", ES: "Esto no es un GTIN; revise los 8, 12, 13 o 14 dígitos impresos. El motivo está en 'errors'."}},
	CodeItemNotFound:      {NotFound, lang.Text{PT: "Nenhuma validação de quem usa o GTIN {gtin} neste servidor cita este lote. Confira o que está impresso; se estiver certo, pergunte a quem vendeu o produto.", EN: "No validation by the owner of GTIN {gtin} on this server names this lot. Compare with what is printed; if it is right, ask the seller of the product.", ES: "Ninguna validación de quien usa el GTIN {gtin} en este servidor cita este lote. Compare con lo impreso; si es correcto, pregunte a quien vendió el producto."}},
	CodeLabelTooSmall:     {Unacceptable, lang.Text{PT: "O código é longo demais para um QR code legível numa etiqueta {tamanho}; peça um tamanho maior.", EN: "The code is too long for a legible QR code on a label of {tamanho}; ask for a larger size.", ES: "El código es demasiado largo para un QR legible en una etiqueta {tamanho}; pida un tamaño mayor."}},
	CodeFormatUnsupported: {Unreadable, lang.Text{PT: "O formato '{formato}' não existe aqui; formatos: {formatos}.", EN: "There is no format '{formato}' here; formats: {formatos}.", ES: "El formato '{formato}' no existe aquí; formatos: {formatos}."}},
	CodeHarvestTooLarge:   {Unacceptable, lang.Text{PT: "A safra passa de {max} registros, o máximo que se confere de uma vez; divida-a em safras menores.", EN: "The harvest has more than {max} records, the most that is checked at once; divide it into smaller harvests.", ES: "La cosecha supera los {max} registros, el máximo que se revisa de una vez; divídala en cosechas menores."}},
	CodeReportGone:        {Gone, lang.Text{PT: "O texto desta conferência não está mais guardado: um registro da safra foi expurgado. O resumo continua em 'relatorio', na validação.", EN: "The text of this review is no longer kept: a record of the harvest was erased. Its summary stays in 'relatorio', in the validation.", ES: "El texto de esta revisión ya no se guarda: se suprimió un registro de la cosecha. El resumen sigue en 'relatorio', en la validación."}},
	CodeReportTampered:    {Conflict, lang.Text{PT: "A conferência guardada não corresponde ao que foi registrado; não confie nela.", EN: "The stored review does not match what was recorded; do not trust it.", ES: "La revisión guardada no coincide con lo registrado; no confíe en ella."}},
	CodeNoFile:            {NotFound, lang.Text{PT: "Anexo não encontrado.", EN: "Attachment not found.", ES: "Archivo adjunto no encontrado."}},
	CodeFileType:          {WrongMedia, lang.Text{PT: "Este arquivo não é aceito; o motivo está em 'errors'. Tipos aceitos: {tipos}.", EN: "This file is not accepted; the reason is in 'errors'. Accepted types: {tipos}.", ES: "Este archivo no se acepta; el motivo está en 'errors'. Tipos aceptados: {tipos}."}},
	CodeFileTooLarge:      {TooLarge, lang.Text{PT: "O anexo passa do limite: {max}.", EN: "The attachment is over the limit: {max}.", ES: "El archivo adjunto supera el límite: {max}."}},
	CodeFileDiffers:       {Unacceptable, lang.Text{PT: "O arquivo que chegou não confere com o Repr-Digest; nada foi gravado. Envie de novo.", EN: "The file that arrived does not match its Repr-Digest; nothing was written. Send it again.", ES: "El archivo que llegó no coincide con el Repr-Digest; no se guardó nada. Envíelo de nuevo."}},
	CodeTooManyFiles:      {Conflict, lang.Text{PT: "O registro já tem {max} anexos, o máximo; tire um antes, ou crie outro registro.", EN: "The record already has {max} attachments, the most it may have; remove one first, or create another record.", ES: "El registro ya tiene {max} archivos adjuntos, el máximo; quite uno antes, o cree otro registro."}},
	CodeNoPreview:         {Unacceptable, lang.Text{PT: "Não há miniatura deste arquivo; baixe-o inteiro.", EN: "There is no thumbnail of this file; download the whole file.", ES: "No hay miniatura de este archivo; descárguelo entero."}},
	CodeFileCutOff:        {Unreadable, lang.Text{PT: "O arquivo chegou incompleto; nada foi gravado. Envie de novo.", EN: "The file arrived incomplete; nothing was written. Send it again.", ES: "El archivo llegó incompleto; no se guardó nada. Envíelo de nuevo."}},
	CodeFilesFull:         {Unavailable, lang.Text{PT: "Não há espaço para guardar o anexo; nada foi gravado. Avise quem mantém o servidor.", EN: "There is no room to keep the attachment; nothing was written. Tell the server's operator.", ES: "No hay espacio para guardar el archivo adjunto; no se guardó nada. Avise a quien mantiene el servidor."}},
	CodeFileLost:          {Unavailable, lang.Text{PT: "O anexo está registrado, mas o arquivo não está onde deveria. Avise quem mantém o servidor: 'rastro verify' mostra o que falta.", EN: "The attachment is on record, but the file is not where it should be. Tell the server's operator: 'rastro verify' shows what is missing.", ES: "El archivo adjunto está registrado, pero el archivo no está donde debería. Avise a quien mantiene el servidor: 'rastro verify' muestra lo que falta."}},
	CodeOneFile:           {Unacceptable, lang.Text{PT: "Cada requisição anexa um só arquivo, e esta trouxe mais de um; nada foi gravado. Envie um por requisição.", EN: "A request attaches one file, and this one has several; nothing was written. Send each of them in a request of its own.", ES: "Una solicitud adjunta un archivo, y esta trajo más de uno; no se guardó nada. Envíe cada uno en una solicitud propia."}},
	CodeTooManyUploads:    {Unavailable, lang.Text{PT: "Há arquivos demais chegando ao mesmo tempo; nada foi gravado. Espere os outros envios terminarem e tente de novo.", EN: "Too many files are arriving at the same time; nothing was written. Wait until the other uploads have finished and try again.", ES: "Están llegando demasiados archivos a la vez; no se guardó nada. Espere a que terminen los otros envíos e intente de nuevo."}},
	CodeEUDRNotReady:      {Conflict, lang.Text{PT: "O arquivo do lote '{lote}' não sairia completo, ou seria recusado pela UE: {n} {n|pendência|pendências}, as primeiras em 'errors' e todas em {caminho}/conferencia.", EN: "The file of lot '{lote}' would be incomplete, or would be rejected by the EU: {n} {n|problem|problems}, the first in 'errors' and all at {caminho}/conferencia.", ES: "El archivo del lote '{lote}' no saldría completo, o sería rechazado por la UE: {n} {n|pendiente|pendientes}, los primeros en 'errors' y todos en {caminho}/conferencia."}},
	CodeEUDRInParts:       {Conflict, lang.Text{PT: "O arquivo passa dos limites da UE e sai em {partes} partes, nenhuma delas completa por si: peça de ?parte=1 a ?parte={partes}.", EN: "The file is over the EU's limits and comes in {partes} parts, none of them complete by itself: ask for ?parte=1 to ?parte={partes}.", ES: "El archivo supera los límites de la UE y sale en {partes} partes, ninguna completa por sí sola: pida de ?parte=1 a ?parte={partes}."}},
	CodeNoFiling:          {NotFound, lang.Text{PT: "Esta declaração não existe.", EN: "There is no such statement.", ES: "Esta declaración no existe."}},
	CodeNoLink:            {NotFound, lang.Text{PT: "Este link não existe, ou não vale mais.", EN: "There is no such link, or it is no longer valid.", ES: "Este enlace no existe, o ya no vale."}},
	CodeFilingDiffers:     {Conflict, lang.Text{PT: "A declaração '{referencia}' está anotada com outro número de verificação; confira os dois números no sistema da UE.", EN: "Statement '{referencia}' is noted with another verification number; check both numbers in the EU's system.", ES: "La declaración '{referencia}' está anotada con otro número de verificación; revise los dos números en el sistema de la UE."}},
	CodeEUOff:             {Conflict, lang.Text{PT: "Este servidor não envia declarações à UE; quem o mantém liga o envio com --eudr-url, --eudr-user, --eudr-client e RASTRO_EUDR_KEY. Baixe a declaração e entregue-a no sistema da UE.", EN: "This server sends no statements to the EU; the server's operator can turn that on with --eudr-url, --eudr-user, --eudr-client and RASTRO_EUDR_KEY. Download the statement and file it in the EU's system.", ES: "Este servidor no envía declaraciones a la UE; quien lo mantiene lo activa con --eudr-url, --eudr-user, --eudr-client y RASTRO_EUDR_KEY. Descargue la declaración y preséntela en el sistema de la UE."}},
	CodeEUNotYours:        {Forbidden, lang.Text{PT: "A conta no sistema da UE é de outra organização. Baixe a declaração e entregue-a com a sua.", EN: "The account in the EU's system belongs to another organisation. Download the statement and file it with yours.", ES: "La cuenta en el sistema de la UE es de otra organización. Descargue la declaración y preséntela con la suya."}},
	CodeEURefused:         {Conflict, lang.Text{PT: "O sistema da UE recusou; em 'errors' está o que ele disse. Corrija e envie com outra Idempotency-Key.", EN: "The EU's system refused; 'errors' has what it said. Correct it and send it with another Idempotency-Key.", ES: "El sistema de la UE rechazó el envío; en 'errors' está lo que dijo. Corrija y envíe con otra Idempotency-Key."}},
	CodeEUUnreachable:     {Unavailable, lang.Text{PT: "A resposta do sistema da UE não pôde ser lida. Veja nele se a declaração chegou antes de enviar de novo, com outra Idempotency-Key.", EN: "The answer of the EU's system could not be read. See there whether the statement arrived before you send it again, with another Idempotency-Key.", ES: "El sistema de la UE no dio una respuesta legible. Vea en él si la declaración llegó antes de enviarla de nuevo, con otra Idempotency-Key."}},
	CodeEUUnknown:         {Conflict, lang.Text{PT: "Um envio com esta Idempotency-Key começou e não chegou ao fim. Veja no sistema da UE se a declaração está lá; se não, envie com outra Idempotency-Key.", EN: "A call with this Idempotency-Key began and did not come to its end. See whether the statement is in the EU's system; if not, send it with another Idempotency-Key.", ES: "Un envío con esta Idempotency-Key comenzó y no terminó. Vea si la declaración está en el sistema de la UE; si no, envíela con otra Idempotency-Key."}},
	CodeEUTooLate:         {Conflict, lang.Text{PT: "Passaram as 72 horas em que a UE deixa corrigir ou retirar uma declaração.", EN: "The 72 hours in which the EU lets a statement be amended or withdrawn are over.", ES: "Pasaron las 72 horas en que la UE permite corregir o retirar una declaración."}},
	CodeEUNoUUID:          {Conflict, lang.Text{PT: "A declaração foi anotada sem o UUID do sistema da UE; anote-o, ou resolva pelo sistema da UE.", EN: "The statement was noted without the UUID of the EU's system; note it, or deal with it in the EU's system.", ES: "La declaración se anotó sin el UUID del sistema de la UE; anótelo, o resuélvalo en el sistema de la UE."}},
	CodeDDSIncomplete:     {Conflict, lang.Text{PT: "A declaração do lote '{lote}' não pode ser entregue à UE: {n} {n|pendência|pendências}; em 'errors' estão as primeiras, cada uma com o que fazer; veja também {caminho}/conferencia.", EN: "The statement of lot '{lote}' cannot be filed with the EU: {n} {n|problem|problems}; 'errors' has the first, each with what to do; see also {caminho}/conferencia.", ES: "La declaración del lote '{lote}' no puede presentarse a la UE: {n} {n|pendiente|pendientes}; en 'errors' están los primeros, cada uno con qué hacer; vea también {caminho}/conferencia."}},
	CodePartNotFound:      {NotFound, lang.Text{PT: "Não há parte {parte}: o arquivo tem {partes}.", EN: "There is no part {parte}: the file has {partes}.", ES: "No hay parte {parte}: el archivo tiene {partes}."}},
	CodeDossierTooLarge:   {Unacceptable, lang.Text{PT: "Há mais de {max} registros por trás do lote; peça o arquivo e as provas em separado.", EN: "There are more than {max} records behind the lot; ask for the file and the proofs separately.", ES: "Hay más de {max} registros detrás del lote; pida el archivo y las pruebas por separado."}},
	CodeLotNotFound:       {NotFound, lang.Text{PT: "Nenhum registro que esta chave possa ler cita o lote '{lote}'; confira o código.", EN: "No record that this key may read names lot '{lote}'; check the code.", ES: "Ningún registro que esta clave pueda leer cita el lote '{lote}'; revise el código."}},
	CodeNoCriteria:        {Unacceptable, lang.Text{PT: "Diga o que recolher: 'lotes', 'talhoes' (ids), 'insumos' (ids de aplicacaoInsumo) ou 'periodo'.", EN: "Say what to recall: 'lotes', 'talhoes' (ids), 'insumos' (ids of aplicacaoInsumo) or 'periodo'.", ES: "Diga qué retirar: 'lotes', 'talhoes' (ids), 'insumos' (ids de aplicacaoInsumo) o 'periodo'."}},
	CodeImportRefused:     {Unacceptable, lang.Text{PT: "Nada foi gravado: {recusados} de {total} linhas não podem ser aceitas; as primeiras estão em 'errors', por linha. Corrija-as, ou use modo=validas para gravar as outras.", EN: "Nothing was written: {recusados} of {total} rows cannot be accepted; the first are in 'errors', by row. Correct them, or use modo=validas to write the others.", ES: "No se guardó nada: {recusados} de {total} filas no se pueden aceptar; las primeras están en 'errors', por fila. Corríjalas, o use modo=validas para guardar las otras."}},
	CodeImportTooLarge:    {TooLarge, lang.Text{PT: "O modo tudo ou nada aceita até {max} linhas e {mib} MiB de uma vez; divida o arquivo ou use modo=validas. Nada foi gravado.", EN: "All-or-nothing mode takes up to {max} rows and {mib} MiB at once; split the file or use modo=validas. Nothing was written.", ES: "El modo todo o nada acepta hasta {max} filas y {mib} MiB de una vez; divida el archivo o use modo=validas. No se guardó nada."}},
	CodeNoImport:          {NotFound, lang.Text{PT: "Não há importação com este id.", EN: "There is no import with this id.", ES: "No hay importación con este id."}},
	CodeImportBuiltOn:     {Conflict, lang.Text{PT: "Esta importação já não pode ser desfeita: há coisas feitas em cima dela. Nada mudou.", EN: "This import can no longer be undone: other things were built on it. Nothing changed.", ES: "Esta importación ya no se puede deshacer: hay cosas hechas a partir de ella. Nada cambió."}},
	CodeImportUndone:      {Conflict, lang.Text{PT: "Alguém desfez esta importação enquanto ela era gravada; ela parou.", EN: "Somebody undid this import while it was being written; it stopped.", ES: "Alguien deshizo esta importación mientras se guardaba; se detuvo."}},
	CodeNoMapping:         {NotFound, lang.Text{PT: "Não há formato de planilha com este nome ou id.", EN: "There is no spreadsheet layout with this name or id.", ES: "No hay formato de planilla con este nombre o id."}},
	CodeMappingTaken:      {Conflict, lang.Text{PT: "Já existe um formato de planilha chamado '{nome}'.", EN: "There already is a spreadsheet layout called '{nome}'.", ES: "Ya existe un formato de planilla llamado '{nome}'."}},
	CodeManyMappings:      {Conflict, lang.Text{PT: "Já há {max} formatos de planilha; exclua algum que não usa mais.", EN: "There are already {max} spreadsheet layouts; delete one that is no longer used.", ES: "Ya hay {max} formatos de planilla; elimine alguno que ya no use."}},
	CodeTooManySent:       {TooLarge, lang.Text{PT: "Um envio leva até {max} arquivos; divida em partes, ou junte todos num ZIP. Nada foi gravado.", EN: "A form takes up to {max} files; send them in parts, or put all of them into a ZIP. Nothing was written.", ES: "Un envío lleva hasta {max} archivos; divídalo en partes, o júntelos en un ZIP. No se guardó nada."}},
	CodeTooManyRows:       {TooLarge, lang.Text{PT: "Uma requisição leva até {max} linhas; divida o arquivo. Nada foi gravado.", EN: "A request takes up to {max} rows; split the file. Nothing was written.", ES: "Una solicitud lleva hasta {max} filas; divida el archivo. No se guardó nada."}},
	CodeRowTooLong:        {TooLarge, lang.Text{PT: "A linha passa de {max} bytes, o máximo de um registro.", EN: "The row is over {max} bytes, the most that a record has.", ES: "La fila supera los {max} bytes, el máximo de un registro."}},
	CodeUnknownKind:       {Unacceptable, lang.Text{PT: "Não se sabe de que tipo é o registro ('{tipo}'); diga o 'prefixo', como /armazenamento/recebimento.", EN: "The kind of the record is unknown ('{tipo}'); name the 'prefixo', such as /armazenamento/recebimento.", ES: "No se sabe de qué tipo es el registro ('{tipo}'); diga el 'prefixo', como /armazenamento/recebimento."}},
	CodeOtherKind:         {Unacceptable, lang.Text{PT: "A linha diz que é de {dito}, mas esta importação é de {tipo}; separe os tipos.", EN: "The row says that it is of {dito}, but this import is of {tipo}; keep the kinds apart.", ES: "La fila dice que es de {dito}, pero esta importación es de {tipo}; separe los tipos."}},
	CodeNotImportable:     {Unacceptable, lang.Text{PT: "Validações não podem ser importadas: cada uma confere a safra como está no momento. Crie-as uma a uma, em POST /validacao.", EN: "Validations are not imported: each reviews the harvest as it is at that moment. Create them one by one, with POST /validacao.", ES: "Las validaciones no se importan: cada una revisa la cosecha como está en ese momento. Créelas una a una, con POST /validacao."}},
	CodeBadXML:            {Unreadable, lang.Text{PT: "O XML não pode ser lido; veja 'errors'. Nada foi gravado.", EN: "The XML cannot be read; see 'errors'. Nothing was written.", ES: "El XML no se puede leer; vea 'errors'. No se guardó nada."}},
	CodeXMLWithDTD:        {Unreadable, lang.Text{PT: "O XML tem uma declaração DTD, que não é aceita; veja 'errors'. Nada foi gravado.", EN: "The XML has a DTD declaration, which is not accepted; see 'errors'. Nothing was written.", ES: "El XML tiene una declaración DTD, que no se acepta; vea 'errors'. No se guardó nada."}},
	CodeUnknownDocument:   {Unacceptable, lang.Text{PT: "O arquivo não é um documento fiscal conhecido; veja 'errors'. Nada foi gravado.", EN: "The file is not a tax document that can be read; see 'errors'. Nothing was written.", ES: "El archivo no es un documento fiscal conocido; vea 'errors'. No se guardó nada."}},
	CodeDocumentTooLarge:  {TooLarge, lang.Text{PT: "O arquivo é grande demais; veja 'errors'. Nada foi gravado.", EN: "The file is too large; see 'errors'. Nothing was written.", ES: "El archivo es demasiado grande; vea 'errors'. No se guardó nada."}},
	CodeBadZip:            {Unreadable, lang.Text{PT: "O zip não pode ser lido; veja 'errors'. Nada foi gravado.", EN: "The zip cannot be read; see 'errors'. Nothing was written.", ES: "El zip no se puede leer; vea 'errors'. No se guardó nada."}},
	CodeRecallTooLarge: {Unacceptable, lang.Text{
		PT: "O recall alcança mais do que cabe em um relatório assinado ({mib} MiB); nada foi registrado. Divida os critérios, ou siga cada lote em GET /rastreio/lote com direcao=destino, que entrega tudo em páginas.",
		EN: "The recall reaches more than fits in one signed report ({mib} MiB); nothing was recorded. Split the criteria, or follow each lot by GET /rastreio/lote with direcao=destino, which gives everything in pages.",
		ES: "El retiro alcanza más de lo que cabe en un informe firmado ({mib} MiB); no se registró nada. Divida los criterios, o siga cada lote con GET /rastreio/lote y direcao=destino, que entrega todo en páginas."}},
	CodeRecallLimit: {TooMany, lang.Text{
		PT: "Esta chave já registrou todos os relatórios de recall que pode em uma hora ({max}; um relatório grande conta mais); nada foi registrado. Um recall leva até {lotes} lotes: junte-os em um só, ou espere.",
		EN: "This key has recorded as many recall reports as it may in an hour ({max}; a large report counts more); nothing was recorded. One recall takes up to {lotes} lots: put them in one, or wait.",
		ES: "Esta clave ya registró todos los informes de retiro que puede en una hora ({max}; un informe grande cuenta más); no se registró nada. Un retiro lleva hasta {lotes} lotes: júntelos en uno solo, o espere."}},
	CodeTraceTooLarge:   {Unacceptable, lang.Text{PT: "Este rastreio alcança mais lotes do que o servidor pode seguir de uma vez; peça um só sentido ('direcao') ou menos etapas ('profundidade').", EN: "This trace reaches more lots than the server can follow at once; ask for one direction ('direcao') or fewer steps ('profundidade').", ES: "Este rastreo alcanza más lotes de los que el servidor puede seguir de una vez; pida un solo sentido ('direcao') o menos etapas ('profundidade')."}},
	CodeBalanceTooLarge: {Unacceptable, lang.Text{PT: "Há mais por trás deste lote do que cabe em um balanço; peça o balanço dos lotes de que ele foi feito.", EN: "There is more behind this lot than fits in one balance; ask for the balances of the lots it was made of.", ES: "Hay más detrás de este lote de lo que cabe en un balance; pida el balance de los lotes de los que se hizo."}},
	CodeLotsFilling: {Unavailable, lang.Text{
		PT: "O servidor ainda está preparando os lotes de registros antigos, e um recall feito agora poderia sair incompleto; nada foi registrado. Tente de novo em alguns minutos; /readyz mostra quando terminou ('lotesCompletos').",
		EN: "The server is still taking in the lots of older records, and a recall made now could be incomplete; nothing was recorded. Try again in a few minutes; /readyz shows when it is done ('lotesCompletos').",
		ES: "El servidor todavía está preparando los lotes de registros antiguos, y un retiro hecho ahora podría salir incompleto; no se registró nada. Intente de nuevo en unos minutos; /readyz muestra cuándo terminó ('lotesCompletos')."}},
	CodeSeedChanged: {Unavailable, lang.Text{
		PT: "A semente das marcas de linhas importadas (tabela import_seed) não é a que marcou as importações anteriores: linhas já importadas entrariam de novo. Nada foi gravado. Avise quem mantém o servidor: restaure a tabela de um backup.",
		EN: "The seed of the marks of imported rows (table import_seed) is not the one that earlier imports were marked with: rows would be imported again. Nothing was written. Tell the server's operator: restore the table from a backup.",
		ES: "La semilla de las marcas de filas importadas (tabla import_seed) no es la que marcó las importaciones anteriores: las filas entrarían de nuevo. No se guardó nada. Avise a quien mantiene el servidor: restaure la tabla de un respaldo.",
	}},
	CodeLotsDiffer: {Unavailable, lang.Text{
		PT: "As tabelas de lotes não conferem com os registros assinados, e um recall ou arquivo para a UE feito agora poderia sair errado; nada foi registrado nem enviado. Avise quem mantém o servidor: 'rastro verify' mostra o que mudou, e 'rastro rebuild' restaura.",
		EN: "The tables of lots do not match the signed records, and a recall or a file for the EU made now could be wrong; nothing was recorded or sent. Tell the server's operator: 'rastro verify' shows what changed, and 'rastro rebuild' restores it.",
		ES: "Las tablas de lotes no coinciden con los registros firmados, y un retiro o un archivo para la UE hecho ahora podría salir mal; no se registró ni se envió nada. Avise a quien mantiene el servidor: 'rastro verify' muestra qué cambió, y 'rastro rebuild' lo restaura."}},
	CodeTooManyLots:  {Unacceptable, lang.Text{PT: "O registro liga lotes demais de uma vez (o máximo é {max}, contando cada lote e cada par de lote de entrada e de saída); nada foi gravado. Divida-o em vários registros.", EN: "The record links too many lots at once (at most {max}, counting each lot and each pair of an input and an output lot); nothing was written. Split it into several records.", ES: "El registro relaciona demasiados lotes a la vez (el máximo es {max}, contando cada lote y cada par de lote de entrada y de salida); no se guardó nada. Divídalo en varios registros."}},
	CodeNotClaimant:  {Unacceptable, lang.Text{PT: "Nenhum registro da safra '{safra}' reivindica o código '{codigo}'; escolha uma das safras que o reivindicam.", EN: "No record of harvest '{safra}' claims code '{codigo}'; choose one of the harvests that do.", ES: "Ningún registro de la cosecha '{safra}' reivindica el código '{codigo}'; elija una de las cosechas que lo reivindican."}},
	CodeNoDispute:    {Conflict, lang.Text{PT: "Não há disputa sobre o código '{codigo}': só uma parte o reivindica, e não há o que decidir.", EN: "There is no dispute about code '{codigo}': only one party claims it, so there is nothing to settle.", ES: "No hay disputa sobre el código '{codigo}': solo una parte lo reivindica, y no hay nada que decidir."}},
	CodeSettledSince: {Conflict, lang.Text{PT: "Alguém decidiu sobre o código '{codigo}' depois que esta página foi aberta. Veja a decisão abaixo antes de mudá-la.", EN: "Someone settled code '{codigo}' after this page was opened. Read that decision below before you change it.", ES: "Alguien decidió sobre el código '{codigo}' después de abrirse esta página. Vea la decisión abajo antes de cambiarla."}},
	CodeDisputeBeyondKey: {Forbidden, lang.Text{
		PT: "Para decidir de quem é '{codigo}' é preciso uma chave de administrador que alcance as safras de todas as partes da disputa e não tenha limite de fases; esta não basta. Peça a quem tem uma.",
		EN: "Deciding who owns '{codigo}' takes an administrator's key that covers the harvests of all parties to the dispute and is not limited to phases; this one does not. Ask someone who has one.",
		ES: "Para decidir de quién es '{codigo}' hace falta una clave de administrador que alcance las cosechas de todas las partes de la disputa y no tenga límite de fases; esta no basta. Pídalo a quien tenga una."}},
	CodeNotClaimed:       {NotFound, lang.Text{PT: "Nenhum registro identifica ou produz o código '{codigo}'; confira como foi escrito.", EN: "No record identifies or makes code '{codigo}'; check how it is spelt.", ES: "Ningún registro identifica o produce el código '{codigo}'; revise cómo se escribió."}},
	CodeLogShorter:       {Conflict, lang.Text{PT: "O log tem {tamanho} entradas, e 'desde' é {desde}: o cursor é de outro servidor, ou o banco foi restaurado de um backup anterior. Confira com quem mantém o servidor; depois continue de {tamanho}, ou releia tudo de 0.", EN: "The log has {tamanho} entries, and 'desde' is {desde}: the cursor is from another server, or the database was restored from an earlier backup. Check with the server's operator; then continue from {tamanho}, or read everything again from 0.", ES: "El log tiene {tamanho} entradas, y 'desde' es {desde}: el cursor es de otro servidor, o la base de datos se restauró de un respaldo anterior. Verifique con quien mantiene el servidor; luego continúe desde {tamanho}, o relea todo desde 0."}},
	CodeTooManyStreams:   {TooMany, lang.Text{PT: "Já há muitas conexões à espera de mudanças, desta chave ou ao todo. Feche alguma, ou tente de novo em instantes.", EN: "There are already many connections waiting for changes, of this key or in all. Close one, or try again shortly.", ES: "Ya hay muchas conexiones a la espera de cambios, de esta clave o en total. Cierre alguna, o intente de nuevo en instantes."}},
	CodeNoWebhook:        {NotFound, lang.Text{PT: "Este webhook não existe.", EN: "There is no such webhook.", ES: "Este webhook no existe."}},
	CodeNoDelivery:       {NotFound, lang.Text{PT: "Esta entrega não está na lista: só as que falharam ficam guardadas, por 30 dias. Para reenviar outra, use 'recuperar'.", EN: "This delivery is not in the list: only those that failed are kept, for 30 days. To send another one again, use 'recuperar'.", ES: "Esta entrega no está en la lista: solo las que fallaron se guardan, por 30 días. Para reenviar otra, use 'recuperar'."}},
	CodeManyWebhooks:     {Conflict, lang.Text{PT: "Já há {max} webhooks, e não cabem mais; exclua um que não se usa.", EN: "There are {max} webhooks already, and no more fit; delete one that is not used.", ES: "Ya hay {max} webhooks, y no caben más; elimine uno que no se use."}},
	CodeWebhookForbidden: {Unacceptable, lang.Text{PT: "O webhook não pode ir para este endereço; veja 'errors'.", EN: "The webhook cannot go to this address; see 'errors'.", ES: "El webhook no puede ir a esta dirección; vea 'errors'."}},
}
