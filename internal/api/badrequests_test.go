package api_test

import (
	"net/url"
	"slices"
	"strings"
)

// badRequests returns the table of everything a client may do wrong.
func badRequests(f fixtures) []bad {
	return slices.Concat(badBodies(), badFields(), badReads(f), badKeys(f), badOthers())
}

// badBodies cannot be read.
func badBodies() []bad {
	good := entity("S-1", `{}`)
	post := func(name, body string, status int, code string, headers ...string) bad {
		return bad{name: name, method: "POST", path: planting, body: body, status: status, code: code, headers: headers}
	}
	cutShort := post("connection cut short of Content-Length", good, 400, "JSON_INCOMPLETO")
	cutShort.send = cut
	overLimit := bad{name: "1 MiB + 1", method: "POST", path: harvesting, body: padded(1<<20 + 1), status: 413, code: "CORPO_GRANDE", send: large}
	inChunks := overLimit
	inChunks.name, inChunks.headers = "1 MiB + 1 in chunks", []string{"Transfer-Encoding: chunked"}
	put := post("update that is not JSON", "x", 400, "JSON_INVALIDO")
	put.method = "PUT"
	return []bad{
		cutShort, overLimit, inChunks, put,
		post("not JSON", "isto não é JSON", 400, "JSON_INVALIDO"),
		post("JSON with a comment", "{/**/}", 400, "JSON_INVALIDO"),
		post("JSON with a comma too many", `{"safraId":"S-1","dados":{},}`, 400, "JSON_INVALIDO"),
		post("half a surrogate", entity("S-1", `{"x":"\ud800"}`), 400, "JSON_INVALIDO"),
		post("two JSON values", good+good, 400, "JSON_COM_SOBRA"),
		post("more than JSON", good+"x", 400, "JSON_COM_SOBRA"),
		post("duplicate keys", `{"safraId":"S-1","safraId":"S-2","dados":{}}`, 400, "CAMPO_REPETIDO"),
		post("duplicate keys in dados", entity("S-1", `{"horas":1,"horas":2}`), 400, "CAMPO_REPETIDO"),
		post("duplicate keys by an escape", entity("S-1", `{"a":1,"\u0061":2}`), 400, "CAMPO_REPETIDO"),
		post("truncated body", good[:len(good)-1], 400, "JSON_INCOMPLETO"),
		post("truncated text", `{"safraId":"S`, 400, "JSON_INCOMPLETO"),
		post("invalid UTF-8", entity("S-1", "{\"x\":\"a\xe7\xe3o\"}"), 400, "UTF8_INVALIDO"),
		post("NUL as an escape", entity("S-1", `{"x":"\u0000"}`), 400, "CARACTERE_NULO"),
		post("NUL in a name", entity("S-1", `{"x\u0000":1}`), 400, "CARACTERE_NULO"),
		post("NUL in safraId", `{"safraId":"S\u0000","dados":{}}`, 400, "CARACTERE_NULO"),
		post("NUL as it is", entity("S-1", "{\"x\":\"\x00\"}"), 400, "JSON_INVALIDO"),
		post("depth 33", nested(33), 400, "JSON_PROFUNDO"),
		post("depth 10 000", nested(10_000), 400, "JSON_PROFUNDO"),
		post("empty body", "", 400, "CORPO_VAZIO"),
		post("blank body", " \r\n\t", 400, "CORPO_VAZIO"),
		post("a list for a body", `[`+good+`]`, 422, "OBJETO_ESPERADO"),
		post("a text for a body", `"x"`, 422, "OBJETO_ESPERADO"),
		post("null for a body", `null`, 422, "OBJETO_ESPERADO"),
		post("a text", "olá", 415, "TIPO_DE_CONTEUDO", "Content-Type: text/plain"),
		post("a form", "safraId=S-1", 415, "TIPO_DE_CONTEUDO", "Content-Type: application/x-www-form-urlencoded"),
		post("a content type that cannot be read, and no JSON", "x", 415, "TIPO_DE_CONTEUDO", "Content-Type: application/json; ;="),
		post("Latin-1", entity("S-1", "{\"x\":\"a\xe7\xe3o\"}"), 400, "UTF8_INVALIDO", "Content-Type: application/json; charset=latin1"),
		post("gzip body", "\x1f\x8b\x08", 415, "TIPO_DE_CONTEUDO", "Content-Encoding: gzip"),
		post("same Idempotency-Key with another body", good, 422, "IDEMPOTENCIA_DIVERGENTE", "Idempotency-Key: usada"),
		post("Idempotency-Key too long", good, 400, "PARAMETRO_INVALIDO", "Idempotency-Key: "+strings.Repeat("x", 201)),
		post("Idempotency-Key not ASCII", good, 400, "PARAMETRO_INVALIDO", "Idempotency-Key: ação"),
	}
}

// badFields can be read, but not accepted.
func badFields() []bad {
	post := func(name, path, body string, pointers ...string) bad {
		return bad{name: name, method: "POST", path: path, body: body, status: 422, code: "DADOS_INVALIDOS", pointers: pointers}
	}
	labour := "/producaoAgricola/maoDeObra"
	return []bad{
		post("dados missing", planting, `{"safraId":"S-1"}`, "/dados"),
		post("dados null", planting, entity("S-1", `null`), "/dados"),
		post("dados a list", planting, entity("S-1", `[]`), "/dados"),
		post("dados a text", planting, entity("S-1", `"{}"`), "/dados"),
		post("dados a number", planting, entity("S-1", `1`), "/dados"),
		post("text where a number is due", planting, entity("S-1", `{"quantidadeSemente":"7200"}`), "/dados/quantidadeSemente"),
		post("list where a text is due", planting, entity("S-1", `{"dataPlantio":["2024-10-05"]}`), "/dados/dataPlantio"),
		post("text where a list is due", labour, entity("S-1", `{"treinamentos":"NR-31"}`), "/dados/treinamentos"),
		post("object in a list of texts", labour, entity("S-1", `{"treinamentos":["a",{}]}`), "/dados/treinamentos/1"),
		post("text in a plot", planting, entity("S-1", `{"areaPlantada":["a",1,2,3]}`), "/dados/areaPlantada/0"),
		post("null in a plot", planting, entity("S-1", `{"areaPlantada":[1,null]}`), "/dados/areaPlantada/1"),
		post("a pair that is none", planting, entity("S-1", `{"areaPlantada":[[-55.72,-12.55],[-55.71]]}`), "/dados/areaPlantada/1"),
		post("text in a pair", planting, entity("S-1", `{"areaPlantada":[[-55.72,"-12.55"]]}`), "/dados/areaPlantada/0/1"),
		post("a line", planting, entity("S-1", `{"areaPlantada":{"type":"LineString","coordinates":[[1,2],[3,4]]}}`), "/dados/areaPlantada/type"),
		post("an unknown geometry", planting, entity("S-1", `{"areaPlantada":{"type":"Feature","geometry":{"type":"Curve"}}}`), "/dados/areaPlantada/geometry/type"),
		post("a geometry without coordinates", planting, entity("S-1", `{"areaPlantada":{"type":"Polygon"}}`), "/dados/areaPlantada"),
		post("a polygon of pairs alone", planting, entity("S-1", `{"areaPlantada":{"type":"Polygon","coordinates":[[1,2],[3,4],[5,6]]}}`), "/dados/areaPlantada/coordinates/0/0"),
		post("1e999 in GeoJSON", planting, entity("S-1", `{"areaPlantada":{"type":"Point","coordinates":[1e999,1]}}`), "/dados/areaPlantada/coordinates/0"),
		post("100 001 vertices", planting, entity("S-1", `{"areaPlantada":[[1,2]`+strings.Repeat(",[1,2]", 100_000)+`]}`), "/dados/areaPlantada"),
		post("10 001 features", planting, entity("S-1", `{"areaPlantada":{"type":"FeatureCollection","features":[{}`+strings.Repeat(`,{}`, 10_000)+`]}}`), "/dados/areaPlantada/features/0"),
		post("1e999", planting, entity("S-1", `{"quantidadeSemente":1e999}`), "/dados/quantidadeSemente"),
		post("-1e999", planting, entity("S-1", `{"areaPlantada":[0,-1e999]}`), "/dados/areaPlantada/1"),
		post("1e999 where we know no field", planting, entity("S-1", `{"a/b":{"c~d":1e999}}`), "/dados/a~1b/c~0d"),
		post("-1 hours", labour, entity("S-1", `{"horas":-1}`), "/dados/horas"),
		post("5001 characters", harvesting, entity("S-1", `{"registroLimpeza":"`+strings.Repeat("x", 5001)+`"}`), "/dados/registroLimpeza"),
		post("1001 items", harvesting, entity("S-1", `{"x":[0`+strings.Repeat(",0", 1000)+`]}`), "/dados/x"),
		post("1001 members", harvesting, entity("S-1", members(1001)), "/dados"),
		post("200 001 numbers in a plot", planting, entity("S-1", `{"areaPlantada":[0`+strings.Repeat(",0", 200_000)+`]}`), "/dados/areaPlantada"),
		post("validation code of 101 characters", "/validacao", entity("S-1", `{"codigo":"`+strings.Repeat("A", 101)+`"}`), "/dados/codigo"),
		post("safraId missing", planting, `{"dados":{}}`, "/safraId"),
		post("safraId null", planting, `{"safraId":null,"dados":{}}`, "/safraId"),
		post("empty safraId", planting, entity("", `{}`), "/safraId"),
		post("blank safraId", planting, `{"safraId":" \t\u00a0","dados":{}}`, "/safraId"),
		post("safraId of 101 characters", planting, entity(strings.Repeat("ç", 101), `{}`), "/safraId"),
		post("safraId a list", planting, `{"safraId":["S-1"],"dados":{}}`, "/safraId"),
		post("safraCodigo of 101 characters", planting, `{"safraId":"S-1","safraCodigo":"`+strings.Repeat("x", 101)+`","dados":{}}`, "/safraCodigo"),
		post("safraCodigo an object", planting, `{"safraId":"S-1","safraCodigo":{},"dados":{}}`, "/safraCodigo"),
		post("everything wrong at once", labour, `{"safraCodigo":true,"dados":{"horas":-1,"treinamentos":1}}`, "/safraCodigo", "/safraId", "/dados/horas", "/dados/treinamentos"),
	}
}

// badReads returns requests for things that do not exist, or that make no sense.
func badReads(f fixtures) []bad {
	get := func(name, path string, status int, code string) bad {
		return bad{name: name, method: "GET", path: path, status: status, code: code}
	}
	list := func(name, query string, code string) bad { return get(name, planting+"?"+query, 400, code) }
	phases := f.get("/fase?size=1").Data
	phaseCursor := *decode[page[phaseAnswer]](f.t, "/fase", phases).Next
	return []bad{
		get("unknown id", planting+"/"+someID, 404, "REGISTRO_NAO_ENCONTRADO"),
		get("malformed id", planting+"/123", 404, "ID_MALFORMADO"),
		get("id in braces", planting+"/%7B"+someID+"%7D", 404, "ID_MALFORMADO"),
		get("id of another kind", planting+"/"+f.other.ID, 404, "REGISTRO_NAO_ENCONTRADO"),
		get("id of a deleted record", planting+"/"+f.deleted.ID, 404, "REGISTRO_NAO_ENCONTRADO"),
		get("id with %00", planting+"/%00", 404, "ID_MALFORMADO"),
		get("id not UTF-8", planting+"/%FF", 404, "ID_MALFORMADO"),
		get("harvest with %00", planting+"/safra/%00", 200, ""),
		get("harvest not UTF-8", planting+"/safra/S-1%FF", 200, ""),
		get("crop with %00", "/fase/cultura/%00", 400, "CULTURA_DESCONHECIDA"),
		get("crop not UTF-8", "/fase/cultura/%C3", 400, "CULTURA_DESCONHECIDA"),
		get("code with %00", "/validacao/qrcode/%00", 404, "CODIGO_NAO_ENCONTRADO"),
		get("code not UTF-8", "/validacao/qrcode/%FF", 404, "CODIGO_NAO_ENCONTRADO"),
		get("unknown code", "/validacao/qrcode/NADA", 404, "CODIGO_NAO_ENCONTRADO"),
		get("unknown path", "/producaoAgricola/nada/x/y", 404, "CAMINHO_NAO_ENCONTRADO"),
		{name: "wrong method", method: "PATCH", path: planting, body: entity("S-1", `{}`), status: 405, code: "METODO_NAO_PERMITIDO"},
		{name: "delete an id of another kind", method: "DELETE", path: planting + "/" + f.other.ID, status: 404, code: "REGISTRO_NAO_ENCONTRADO"},
		{name: "delete a malformed id", method: "DELETE", path: planting + "/%00", status: 404, code: "ID_MALFORMADO"},
		{name: "delete the whole list", method: "DELETE", path: planting, status: 405, code: "METODO_NAO_PERMITIDO"},
		list("size=0", "size=0", "PARAMETRO_INVALIDO"),
		list("size=-1", "limit=-1", "PARAMETRO_INVALIDO"),
		list("size=abc", "size=abc", "PARAMETRO_INVALIDO"),
		list("size empty", "size=", "PARAMETRO_INVALIDO"),
		list("size far below", "size=-99999999999999999999", "PARAMETRO_INVALIDO"),
		list("page=-1", "page=-1", "PARAMETRO_INVALIDO"),
		list("page=abc", "page=1.5", "PARAMETRO_INVALIDO"),
		list("page beyond a number", "page=99999999999999999999", "PARAMETRO_INVALIDO"),
		list("page too far", "page=1000000", "PAGINA_DISTANTE"),
		list("total=talvez", "total=talvez", "PARAMETRO_INVALIDO"),
		list("sort=senha", "sort=senha", "ORDENACAO_INVALIDA"),
		list("forged cursor", "cursor=AAAAAAAAAAAAAAAAAAAA", "CURSOR_INVALIDO"),
		list("cursor that is not a cursor", "cursor="+url.QueryEscape("' OR 1=1 --"), "CURSOR_INVALIDO"),
		list("cursor empty", "cursor=", "CURSOR_INVALIDO"),
		list("cursor too long", "cursor="+strings.Repeat("A", 3000), "CURSOR_INVALIDO"),
		list("cursor changed", "sort=safraId&cursor="+changedEnd(f.cursor), "CURSOR_INVALIDO"),
		list("cursor of another order", "cursor="+f.cursor, "CURSOR_INVALIDO"),
		list("cursor of the catalogue", "cursor="+phaseCursor, "CURSOR_INVALIDO"),
		get("cursor of another list", harvesting+"?sort=safraId&cursor="+f.cursor, 400, "CURSOR_INVALIDO"),
		get("cursor of the whole for a harvest", planting+"/safra/S-1?sort=safraId&cursor="+f.cursor, 400, "CURSOR_INVALIDO"),
		get("record cursor for the catalogue", "/fase?cursor="+f.cursor, 400, "CURSOR_INVALIDO"),
		get("cursor of another catalogue list", "/fase/cultura/UVA?cursor="+phaseCursor, 400, "CURSOR_INVALIDO"),
	}
}

// changedEnd returns the cursor with another ending, whatever the ending was.
func changedEnd(cursor string) string {
	body, end := cursor[:len(cursor)-2], "AA"
	if strings.HasSuffix(cursor, end) {
		end = "BB"
	}
	return body + end
}
