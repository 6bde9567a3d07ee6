package api_test

import "strings"

// badKeys returns requests that their keys may not make.
func badKeys(f fixtures) []bad {
	good := entity("S-1", `{}`)
	byID := planting + "/" + f.record.ID
	none := f.as("", "")
	row := func(name string, by client, method, path, body string, status int, code string) bad {
		return bad{name: name, by: by, method: method, path: path, body: body, status: status, code: code}
	}
	return []bad{
		row("missing key", none, "POST", planting, good, 401, "CHAVE_INVALIDA"),
		row("access key alone", f.as(f.access, ""), "POST", planting, good, 401, "CHAVE_INVALIDA"),
		row("wrong secret", f.as(f.access, "rs_errada"), "POST", planting, good, 401, "CHAVE_INVALIDA"),
		row("secret of another key", f.as(f.access, f.reader.secret), "GET", planting, "", 401, "CHAVE_INVALIDA"),
		row("unknown key", f.as("rk_nada", f.secret), "POST", planting, good, 401, "CHAVE_INVALIDA"),
		row("expired key", f.expired, "POST", planting, good, 401, "CHAVE_INVALIDA"),
		row("deactivated key", f.deactivated, "POST", planting, good, 401, "CHAVE_INVALIDA"),
		row("missing key on a bad body", none, "POST", planting, "{", 401, "CHAVE_INVALIDA"),
		row("under-scoped key creates", f.reader, "POST", planting, good, 403, "SEM_PERMISSAO"),
		row("under-scoped key updates", f.reader, "PUT", planting+"?id="+f.record.ID, good, 403, "SEM_PERMISSAO"),
		row("under-scoped key deletes", f.reader, "DELETE", byID, "", 403, "SEM_PERMISSAO"),
		row("under-scoped key makes a key", f.storage, "POST", "/apikey", "{}", 403, "SEM_PERMISSAO"),
		row("under-scoped key lists keys", f.storage, "GET", "/apikey", "", 403, "SEM_PERMISSAO"),
		row("under-scoped key deactivates", f.storage, "DELETE", "/apikey/"+f.access, "", 403, "SEM_PERMISSAO"),
		row("under-scoped key makes a phase", f.storage, "POST", "/fase", `{"cultura":"SOJA","etapa":"01","nome":"x"}`, 403, "SEM_PERMISSAO"),
		row("key of another phase creates", f.storage, "POST", planting, good, 403, "FASE_NAO_PERMITIDA"),
		row("key of another phase updates", f.storage, "PUT", planting+"?id="+f.record.ID, good, 403, "FASE_NAO_PERMITIDA"),
		row("key of another phase deletes", f.storage, "DELETE", byID, "", 403, "FASE_NAO_PERMITIDA"),
		row("key of another harvest creates", f.restricted, "POST", planting, good, 403, "SAFRA_NAO_PERMITIDA"),
		row("key of another harvest updates", f.restricted, "PUT", planting+"?id="+f.record.ID, good, 403, "SAFRA_NAO_PERMITIDA"),
		row("key of another harvest claims a record", f.restricted, "PUT", planting+"?id="+f.record.ID, entity("S-9", `{}`), 404, "REGISTRO_NAO_ENCONTRADO"),
		row("key of another harvest reads", f.restricted, "GET", byID, "", 404, "REGISTRO_NAO_ENCONTRADO"),
		row("key of another harvest lists it", f.restricted, "GET", planting+"/safra/S-1", "", 403, "SAFRA_NAO_PERMITIDA"),
		row("key of another harvest deletes", f.restricted, "DELETE", byID, "", 404, "REGISTRO_NAO_ENCONTRADO"),
	}
}

// badOthers returns mistakes in requests that are not about records.
func badOthers() []bad {
	row := func(name, method, path, body string, status int, code string, pointers ...string) bad {
		return bad{name: name, method: method, path: path, body: body, status: status, code: code, pointers: pointers}
	}
	return []bad{
		row("phase without anything", "POST", "/fase", `{}`, 422, "DADOS_INVALIDOS", "/cultura", "/etapa", "/nome"),
		row("phase of an unknown crop", "POST", "/fase", `{"cultura":"PEDRA","etapa":"01","nome":"x"}`, 400, "CULTURA_DESCONHECIDA"),
		row("phase with wrong types", "POST", "/fase", `{"cultura":"SOJA","etapa":"01","nome":["x"],"ordem":1.5,"ativo":"sim"}`, 422, "DADOS_INVALIDOS", "/nome", "/ordem", "/ativo"),
		row("phases that are no list", "POST", "/fase/all", `{"cultura":"SOJA"}`, 422, "LISTA_ESPERADA"),
		row("no phases", "POST", "/fase/all", `[]`, 422, "LISTA_ESPERADA"),
		row("phases that are no objects", "POST", "/fase/all", `[1]`, 422, "DADOS_INVALIDOS", "/0"),
		row("one phase of a list without a name", "POST", "/fase/all", `[{"cultura":"SOJA","etapa":"01"}]`, 422, "DADOS_INVALIDOS", "/0/nome"),
		row("a list of two with a bad second", "POST", "/fase/all", `[{"cultura":"SOJA","etapa":"01","nome":"boa"},{"cultura":"SOJA","etapa":"01"}]`, 422, "DADOS_INVALIDOS", "/1/nome"),
		row("truncated list", "POST", "/fase/all", `[{}`, 400, "JSON_INCOMPLETO"),
		row("change of no phase", "PUT", "/fase", `{"nome":"x"}`, 422, "DADOS_INVALIDOS", "/id"),
		row("change of an unknown phase", "PUT", "/fase", `{"id":"`+someID+`"}`, 404, "FASE_NAO_ENCONTRADA"),
		row("change of a malformed phase", "PUT", "/fase", `{"id":"1"}`, 404, "FASE_NAO_ENCONTRADA"),
		row("delete an unknown phase", "DELETE", "/fase/"+someID, "", 404, "FASE_NAO_ENCONTRADA"),
		row("delete a phase with %00", "DELETE", "/fase/%00", "", 404, "FASE_NAO_ENCONTRADA"),
		row("key that is not an object", "POST", "/apikey", `[]`, 422, "OBJETO_ESPERADO"),
		row("key with an unknown scope", "POST", "/apikey", `{"escopos":["tudo"]}`, 422, "DADOS_INVALIDOS", "/escopos"),
		row("key with an unknown phase", "POST", "/apikey", `{"fases":["99"]}`, 422, "DADOS_INVALIDOS", "/fases"),
		row("key with a harvest that is not a text", "POST", "/apikey", `{"safras":[1]}`, 422, "DADOS_INVALIDOS", "/safras"),
		row("key that has expired already", "POST", "/apikey", `{"expiraEm":"2020-01-01"}`, 422, "DADOS_INVALIDOS", "/expiraEm"),
		row("key that expires some day", "POST", "/apikey", `{"expiraEm":"um dia"}`, 422, "DADOS_INVALIDOS", "/expiraEm"),
		{name: "bad Idempotency-Key of a key", method: "POST", path: "/apikey", body: `{}`, headers: []string{"Idempotency-Key: \u00e7"}, status: 400, code: "PARAMETRO_INVALIDO"},
		{name: "bad Idempotency-Key of a phase", method: "POST", path: "/fase", body: `{"cultura":"SOJA","etapa":"01","nome":"x"}`, headers: []string{"Idempotency-Key: \u00e7"}, status: 400, code: "PARAMETRO_INVALIDO"},
		{name: "bad If-Match of a phase", method: "DELETE", path: "/fase/" + someID, headers: []string{"If-Match: 1"}, status: 400, code: "PARAMETRO_INVALIDO"},
		row("deactivate an unknown key", "DELETE", "/apikey/rk_nada", "", 404, "CHAVE_NAO_ENCONTRADA"),
		row("deactivate a key with %00", "DELETE", "/apikey/%00", "", 404, "CHAVE_NAO_ENCONTRADA"),
		row("a long unknown form of a QR code", "GET", "/validacao/qrcode/NADA?formato="+strings.Repeat("%C3%A7", 200), "", 400, "FORMATO_NAO_SUPORTADO"),
		row("sort of phases that cannot be read", "GET", "/fase?sort=id:up", "", 400, "PARAMETRO_INVALIDO"),
		row("size of phases", "GET", "/fase?size=0", "", 400, "PARAMETRO_INVALIDO"),
		row("unknown form of a QR code", "GET", "/validacao/qrcode/NADA?formato=gif", "", 400, "FORMATO_NAO_SUPORTADO"),
	}
}
