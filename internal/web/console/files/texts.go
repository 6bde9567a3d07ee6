package files

import (
	"rastro/internal/attachment"
	"rastro/internal/web/console/pagekit"
)

// texts are the words of everything about files.
var texts = pagekit.Words{
	"where":      {PT: "Você está em", EN: "You are at", ES: "Usted está en"},
	"files":      {PT: "Anexos", EN: "Attachments", ES: "Anexos"},
	"none":       {PT: "Nenhum arquivo anexado.", EN: "No files attached.", ES: "Ningún archivo anexado."},
	"private":    {PT: "dado pessoal", EN: "personal data", ES: "dato personal"},
	"remove":     {PT: "Remover", EN: "Remove", ES: "Quitar"},
	"ispersonal": {PT: "Os arquivos têm dados pessoais", EN: "The files contain personal data", ES: "Los archivos tienen datos personales"},
	"choose":     {PT: "Arquivos", EN: "Files", ES: "Archivos"},
	"choosehelp": {
		PT: "PDF, foto, XML, XLSX ou GeoJSON, até " + attachment.MaxText + " cada um. Com o computador, também dá para soltar os arquivos aqui ou colar uma imagem. XML e fotos com a localização já ficam como dado pessoal: só os vê quem pode ver dados pessoais.",
		EN: "PDF, photo, XML, XLSX or GeoJSON, up to " + attachment.MaxText + " each. On a computer you can also drop files here or paste a picture. XML and photos with their location count as personal data: only people who may see personal data see them.",
		ES: "PDF, foto, XML, XLSX o GeoJSON, hasta " + attachment.MaxText + " cada uno. En la computadora también puede soltar los archivos aquí o pegar una imagen. Los XML y las fotos con la ubicación quedan como dato personal: solo los ve quien puede ver datos personales.",
	},
	"taken":  {PT: "Foto tirada: {quando}", EN: "Photo taken: {quando}", ES: "Foto tomada: {quando}"},
	"camera": {PT: "Tirar uma foto", EN: "Take a photo", ES: "Tomar una foto"},
	"attach": {PT: "Anexar", EN: "Attach", ES: "Anexar"},
	"chosen": {PT: "Prontos para anexar: {n}", EN: "Ready to attach: {n}", ES: "Listos para anexar: {n}"},

	"title":   {PT: "Anexar arquivos", EN: "Attach files", ES: "Anexar archivos"},
	"refused": {PT: "Não foi anexado", EN: "Not attached", ES: "No se anexó"},
	"added":   {PT: "Anexado", EN: "Attached", ES: "Anexado"},
	"back":    {PT: "Voltar ao registro", EN: "Back to the record", ES: "Volver al registro"},
	"nofile":  {PT: "Nenhum arquivo foi escolhido. Escolha um arquivo ou tire uma foto, e envie de novo.", EN: "No file was chosen. Choose a file or take a photo, and send it again.", ES: "No se eligió ningún archivo. Elija un archivo o tome una foto, y envíe de nuevo."},
	"toomuch": {PT: "Os arquivos juntos passam de " + uploadText + "; o que passou não foi anexado. Envie em partes.", EN: "Together the files are over " + uploadText + "; what was over was not attached. Send them in parts.", ES: "Los archivos juntos superan " + uploadText + "; lo que pasó no se anexó. Envíelos en partes."},
	"because": {PT: "Não é aceito: {motivo}. Envie PDF, foto (JPEG, PNG, HEIC, WebP), XML, XLSX ou GeoJSON.", EN: "It is not accepted: {motivo}. Send a PDF, a photo (JPEG, PNG, HEIC, WebP), XML, XLSX or GeoJSON.", ES: "No se acepta: {motivo}. Envíe PDF, foto (JPEG, PNG, HEIC, WebP), XML, XLSX o GeoJSON."},
	"sure":    {PT: "Remover este anexo?", EN: "Remove this attachment?", ES: "¿Quitar este anexo?"},
	"means":   {PT: "Ele sai do registro. As versões anteriores ainda o mostram, no histórico.", EN: "It leaves the record. Earlier versions still show it, in the history.", ES: "Sale del registro. Las versiones anteriores todavía lo muestran, en el historial."},
	"yes":     {PT: "Sim, remover", EN: "Yes, remove", ES: "Sí, quitar"},
	"no":      {PT: "Não, voltar", EN: "No, go back", ES: "No, volver"},
}
