package console

import (
	"cmp"
	"net/http"
	"slices"

	"rastro/internal/trace"
)

// screen is one route of the console.
type screen struct {
	method, path string // below /console
	// scopes are the rights of which the key needs one; nil: nobody has to be
	// signed in.
	scopes []trace.Scope
	// door tells that it is where one signs in. It stays open to everybody: the
	// gate counts the wrong secrets, and a right one is never turned away.
	door bool
	// body is how much a form may send, 0 for maxForm.
	body int64
	// memory is what a call claims before it begins, 0 where it claims what it needs
	// as it goes.
	memory int64
	serve  func(*Console, *call) (reply, error)
}

// limit is how much a form may send.
func (s *screen) limit() int64 { return cmp.Or(s.body, maxForm) }

// Who may see a screen. As in the API, to manage needs admin; an admin key alone
// may not read records.
var (
	readers = []trace.Scope{trace.Read}
	writers = []trace.Scope{trace.Write}
	admins  = []trace.Scope{trace.Admin}
	anyone  = []trace.Scope{trace.Read, trace.Write, trace.Admin}
)

// maxForm bounds what a form sends: as much as a record may.
const maxForm = 1 << 20

// screens are all routes, in one place to read; each theme has its own table
// beside its handlers.
func screens() []screen {
	return slices.Concat(sessionScreens, startScreens, demoScreens,
		recordScreens,
		harvestScreens,
		lotScreens, disputeScreens, recallScreens,
		keyScreens, phaseScreens, trailScreens, logScreens, importScreens,
	)
}

var startScreens = []screen{
	{method: http.MethodGet, path: "", scopes: anyone, serve: start},
	{method: http.MethodGet, path: "/{$}", scopes: anyone, serve: start},
	{method: http.MethodGet, path: "/{nada...}", scopes: anyone, serve: notThere},
}

// notThere answers for a page that is none, as a page.
func notThere(*Console, *call) (reply, error) { return reply{}, trace.Fail(trace.CodePathNotFound) }

// Route is a route of the console, for those who go through all of them.
type Route struct {
	Method, Path string
	Scopes       []trace.Scope // of which one is needed; nil: nobody has to be signed in
}

// Routes lists every route of the console.
func Routes() []Route {
	var all []Route
	for _, s := range screens() {
		all = append(all, Route{s.method, "/console" + s.path, s.scopes})
	}
	return all
}
