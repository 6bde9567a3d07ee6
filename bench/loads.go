package main

import (
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"rastro/internal/kind"
)

// load is a kind of work.
type load struct {
	name, title string
	// most is the largest store it is measured on.
	most int
	// items is the list whose items it asks for, "" if every request is the
	// same; each item is width bytes long.
	items string
	width int
	// creates: an item is the body of a create.
	creates bool
	// rastro and pocketbase are the path around an item; a peer without a path has no such work.
	rastro, pocketbase around
	headers            []string
	// holds is what an answer must contain, and how often.
	holds string
	times int
}

type around struct{ before, after string }

const (
	million = 1_000_000
	// idWidth and codeWidth are the lengths of Rastro's ids and codes, harvestWidth that of
	// harvestID, cursorWidth that of a cursor on an id.
	idWidth      = 36
	codeWidth    = 19
	harvestWidth = 13
	cursorWidth  = 135
)

// loads returns all loads, in the order in which they run: those that write come last, because they
// make a store larger than its name says.
func loads() []load {
	byID := around{before: recordPrefix + "/"}
	pocketbaseByID := around{before: pocketbaseRecords + "/"}
	return []load{
		{name: "hot", title: "read by id, hot", most: 10 * million, items: hotFile, width: idWidth,
			rastro: byID, pocketbase: pocketbaseByID, holds: `"notaFiscal":"`, times: 1},
		{name: "uniform", title: "read by id, uniform", most: 10 * million, items: idsFile, width: idWidth,
			rastro: byID, pocketbase: pocketbaseByID, holds: `"notaFiscal":"`, times: 1},
		{name: "harvest", title: "read by harvest, 50 records", most: 10 * million, items: harvestsFile, width: harvestWidth,
			rastro:     around{recordPrefix + "/safra/", fmt.Sprintf("?size=%d", harvestRecords)},
			pocketbase: around{pocketbaseRecords + fmt.Sprintf("?perPage=%d&filter=", harvestRecords) + url.QueryEscape("safraId='"), url.QueryEscape("'")},
			holds:      `"notaFiscal":"`, times: harvestRecords},
		{name: "list", title: "list, first page", most: million,
			rastro: around{before: recordPrefix + fmt.Sprintf("?size=%d", pageSize)},
			// Without the total, for which it would count all rows at every request.
			pocketbase: around{before: pocketbaseRecords + fmt.Sprintf("?skipTotal=1&perPage=%d&sort=", pageSize) + url.QueryEscape("-@rowid")},
			holds:      `"notaFiscal":"`, times: pageSize},
		{name: "deep", title: "list, 100 000 deep by cursor", most: million, items: cursorsFile, width: cursorWidth,
			rastro: around{before: recordPrefix + fmt.Sprintf("?size=%d&cursor=", pageSize)}, holds: `"notaFiscal":"`, times: pageSize},
		{name: "qr", title: "QR code", most: million, items: codesFile, width: codeWidth,
			rastro: around{before: kind.Validation + "/qrcode/"}, holds: `"estado":"VALIDA"`, times: 1},
		{name: "public", title: "public validation, JSON", most: million, items: codesFile, width: codeWidth,
			rastro: around{before: "/v/"}, headers: []string{"Accept: application/json"}, holds: `"estado":"VALIDA"`, times: 1},
		{name: "page", title: "public page, hot", most: million, items: codesFile, width: codeWidth,
			rastro: around{before: "/v/"}, headers: []string{"Accept: text/html", takesBrotli}, holds: `class="state valida"`, times: 1},
		{name: "proof", title: "proof", most: million, items: idsFile, width: idWidth,
			rastro: around{recordPrefix + "/", "/prova"}, holds: `"indice"`, times: 1},
		{name: "feed", title: "feed, 1 000 events", most: million,
			rastro: around{before: fmt.Sprintf("/mudancas?desde=0&tamanho=%d", feedEvents)}, holds: `"rastrohash":"`, times: feedEvents},
		{name: createLoad, title: "create", most: 10 * million, items: bodiesFile, creates: true,
			rastro: around{before: recordPrefix}, pocketbase: around{before: pocketbaseRecords}, holds: `"notaFiscal":"`, times: 1},
	}
}

const createLoad = "create"

// feedEvents are the most that a page of the feed has.
const feedEvents = 1000

// takesBrotli is the header of a browser that accepts a compressed page.
const takesBrotli = "Accept-Encoding: br"

// on returns a system's form of the load: the path around an item, the length of items, and whether
// that system has such work.
func (l load) on(system string) (path around, width int, ok bool) {
	width = l.width
	switch system {
	case pocketbaseName:
		path = l.pocketbase
		if l.items == idsFile || l.items == hotFile {
			width = pocketbaseID
		}
		if l.creates {
			width = len(pocketbaseBody(body(0, 0)))
		}
	case pgbenchName:
		return around{}, 0, l.creates // it brings its own load
	default:
		path = l.rastro
		if l.creates {
			width = bodyBytes
		}
	}
	return path, width, path.before != ""
}

// shot aims the load at a running system.
func (l load) shot(system string, r *running, s *stored) (shot, error) {
	path, width, ok := l.on(system)
	if !ok {
		return shot{}, fmt.Errorf("%s has no load %s", system, l.name)
	}
	made := shot{url: r.base, sealAt: -1, width: width}
	if l.items != "" {
		made.items = filepath.Join(s.dir, l.items)
	}
	headers := append(r.headers[:len(r.headers):len(r.headers)], l.headers...)
	host := r.base[len("http://"):]
	if !l.creates {
		made.head, made.tail = rawRequest(http.MethodGet, host, path.before, path.after, 0, headers)
		return made, nil
	}
	item, err := firstItem(s, l.items, width)
	made.sealAt = sealAt(item)
	made.head, made.tail = rawRequest(http.MethodPost, host, path.before, path.after, width, headers)
	return made, err
}

// first returns the load's first request, made once before the measurement to see
// that the answer is the one meant.
func (l load) first(system string, s *stored) (request, error) {
	path, width, ok := l.on(system)
	if !ok {
		return request{}, fmt.Errorf("%s has no load %s", system, l.name)
	}
	req := request{method: http.MethodGet, headers: l.headers, want: http.StatusOK}
	item := ""
	if l.items != "" {
		var err error
		if item, err = firstItem(s, l.items, width); err != nil {
			return req, err
		}
	}
	if !l.creates {
		req.path = path.before + item + path.after
		return req, nil
	}
	req.method, req.path, req.body = http.MethodPost, path.before+path.after, item
	req.headers = []string{"Content-Type: application/json"}
	if req.want = http.StatusCreated; system == pocketbaseName {
		req.want = http.StatusOK
	}
	return req, nil
}
