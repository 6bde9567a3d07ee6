package dossierzip

import "strings"

// Readme describes a dossier, in three languages.
func Readme(lot string) string { return strings.ReplaceAll(readmeText, "{lote}", lot) }

const readmeText = `Lote / Lot / Lote: {lote}

PORTUGUÊS
=========
Dossiê EUDR (Regulamento (UE) 2023/1115) de um lote, feito pelo Rastro.
  geojson/parte-N.geojson  os talhões do lote, para o sistema de informação da UE; cada parte é um arquivo
  registros/…              os registros, cada um com a prova de que está no log público
  rastreio.json            os lotes e safras da origem, e por que cada registro está aqui
  conferencia.json         o que foi conferido antes de entregar, e o que falta do artigo 9
  achados.json             o que um auditor diria de cada safra
  balanco.json             a massa que entrou e saiu, quando disponível
  declaracoes.json         os números das declarações à UE, do lote ou do que entrou nele, quando há
  log/checkpoint.txt       o estado assinado do log; log/chave.txt: a chave que o verifica
  manifesto.json           o tamanho e o SHA-256 de cada arquivo
Para conferir, sem rede e sem o servidor de quem o fez:
  rastro verify dossie.zip --key "CHAVE"
Peça a CHAVE a quem opera o log, por outro caminho que não este arquivo. A conferência refaz os hashes, o compromisso
e a prova de inclusão de cada registro, a assinatura do log, e o GeoJSON a partir dos registros provados. Os outros
arquivos .json valem o que vale o manifesto: nenhum registro os assina. Ela não prova que nada ficou de fora: isso só
afirma quem fez o dossiê.
Contém dados pessoais (LGPD, RGPD): guarde-o como tal.

ENGLISH
=======
EUDR dossier (Regulation (EU) 2023/1115) of one lot, made by Rastro.
  geojson/parte-N.geojson  the plots of the lot, for the EU's information system; each part is one file
  registros/…              the records, each with the proof that it is in the public log
  rastreio.json            the lots and harvests of the origin, and why each record is here
  conferencia.json         what was checked before it was handed over, and what of article 9 is missing
  achados.json             what an auditor would say of each harvest
  balanco.json             the mass that went in and out, where available
  declaracoes.json         the numbers of statements to the EU, of the lot or of what went into it, if any
  log/checkpoint.txt       the signed state of the log; log/chave.txt: the key that verifies it
  manifesto.json           the size and SHA-256 of every file
To check it, without a network and without its maker's server:
  rastro verify dossie.zip --key "KEY"
Get the KEY from the log's operator, not together with this file. The check recomputes the hashes, the commitment and
the proof of inclusion of every record, the signature of the log, and the GeoJSON out of the proven records. The other
.json files are worth what the manifest is worth: no record signs them. It does not prove that nothing was left out:
only its maker vouches for that.
It holds personal data (LGPD, GDPR): keep it as such.

ESPAÑOL
=======
Expediente EUDR (Reglamento (UE) 2023/1115) de un lote, hecho por Rastro.
  geojson/parte-N.geojson  las parcelas del lote, para el sistema de información de la UE; cada parte es un archivo
  registros/…              los registros, cada uno con la prueba de que está en el log público
  rastreio.json            los lotes y cosechas del origen, y por qué cada registro está aquí
  conferencia.json         lo que se revisó antes de entregar, y lo que falta del artículo 9
  achados.json             lo que un auditor diría de cada cosecha
  balanco.json             la masa que entró y salió, cuando está disponible
  declaracoes.json         los números de las declaraciones a la UE, del lote o de lo que entró en él, si hay
  log/checkpoint.txt       el estado firmado del log público; log/chave.txt: la clave que lo verifica
  manifesto.json           el tamaño y el SHA-256 de cada archivo
Para comprobarlo, sin red y sin el servidor de quien lo hizo:
  rastro verify dossie.zip --key "CLAVE"
Pida la CLAVE a quien opera el log público, por otro camino que este archivo. La comprobación rehace los hashes,
el compromiso y la prueba de inclusión de cada registro, la firma del log público, y el GeoJSON a partir de los
registros probados. Los otros archivos .json valen lo que vale el manifiesto: ningún registro los firma. No prueba que
no se dejó nada fuera: de eso responde quien hizo el expediente.
Contiene datos personales (LGPD, RGPD): guárdelo como tal.
`
