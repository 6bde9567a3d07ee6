package api

import (
	"crypto/sha256"
	"encoding/hex"
)

// brunoFiles are the files that requests of the collection send.
var brunoFiles = map[string]string{
	"talhao.geojson": `{"type":"Polygon","coordinates":[[[-55.72,-12.55],[-55.71,-12.55],[-55.71,-12.54],[-55.72,-12.54],[-55.72,-12.55]]]}` + "\n",
	"planilha.csv":   "Placa;Peso líquido;Lote\nABC1C34;36.000 kg;MT25-S-001\n",
	"nota.xml":       "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- Put the XML of an invoice here. -->\n<nfeProc xmlns=\"http://www.portalfiscal.inf.br/nfe\" versao=\"4.00\"></nfeProc>\n",
	"logo.svg":       `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#1a7f37"/></svg>` + "\n",
}

// brunoFileOf is the file that an operation sends.
var brunoFileOf = map[string]string{
	"attach": "talhao.geojson", "read plot file": "talhao.geojson", "import sheet": "planilha.csv", "import tax documents": "nota.xml", "put logo": "logo.svg",
}

// brunoDigest returns the digest by which the attached file is found again.
func brunoDigest() string {
	sum := sha256.Sum256([]byte(brunoFiles[brunoFileOf["attach"]]))
	return hex.EncodeToString(sum[:])
}

const brunoRoot = `auth {
  mode: basic
}

auth:basic {
  username: {{accessKey}}
  password: {{secretKey}}
}
`

const brunoEnvironment = `vars {
  baseUrl: http://localhost:8080
  accessKey: rk_
  safraId: BRUNO-2025-001
  lote: MT25-S-001
  gtin: 7891234567895
}
vars:secret [
  secretKey
]
`

const brunoReadme = `# Bruno collection

Every request of the interface, with examples, for [Bruno](https://www.usebruno.com). Open this folder in Bruno, choose the environment "servidor", and fill in its address and your key.

Requests use what those before them made: create a record, then read it, change it, and so on. A run of all of them writes, deletes and erases, so run it against a server for tests:

    npx @usebruno/cli run -r --env servidor --env-var baseUrl=http://localhost:8080 --env-var accessKey=rk_… --env-var secretKey=rs_… --exclude-tags sem-fim

Postman imports the interface itself: give it the address of ` + "`/openapi-3.0.json`" + `.

These files are generated from the route table: ` + "`go test ./internal/api -run BrunoCollection -update`" + `.
`
