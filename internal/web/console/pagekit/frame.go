package pagekit

// Frame is what every page shows around its content. A view has it as its first member and fills in
// its own parts: a title, a call.
type Frame struct {
	Title string
	// Curl is the equivalent API call; "" if there is none.
	Curl string
	// Holds says that the page answers a form that was not accepted yet, so that only the browser
	// has its content. The page then does not load htmx, which replaces the page's history entry
	// when it loads: a reload would be a GET, and lose the form. Nor does it have links to itself
	// in other languages, which would be GETs too.
	Holds bool
	// Searches: the page is the search itself, and needs no search box above.
	Searches bool

	// The console fills in the rest.
	Lang, Code string
	T          map[string]string
	Languages  []LanguageLink
	Root       string // the way to the server's root, relative
	Files      Files
	// Menu are the links of the menu, and MenuKeys the keys that lead to them, both as HTML that a
	// template copies; nil for none.
	Menu, MenuKeys any
	Who            string // who is signed in; "" for nobody
	MayExport      bool   // who is signed in may download files
	MayImport      bool   // and import them
	Account        bool   // it is a person, who has an account
	Notice         string // what was just done
	Undo           string // where it can be undone; "" for nowhere
	Zone           string // time zone in which times are shown
	Developer      bool   // the reader wants to see what is for developers: see Call.Developer
	Shortcuts      bool   // single keys do something
	Switches       []Switch
	// NewHref leads to the form for a new record; "" if the caller may write none.
	NewHref string
	// Live is where a live list receives changes, and LiveTypes are their types; "" if the caller
	// may read nothing.
	Live, LiveTypes string
}

// Switch is a choice of how pages look, which a link makes.
type Switch struct {
	Text, Href string
	On         bool
}

// View is the content of a page.
type View interface{ Framed() *Frame }

// Framed returns the frame embedded in a view.
func (v *Frame) Framed() *Frame { return v }

// LanguageLink leads to the same page in another language.
type LanguageLink struct {
	Code, Tag, Name, Href string
	Current               bool
}

// Files are the addresses of what pages load.
type Files struct{ Icon, Style, Script, HTMX, Plot, PlotStyle, Attach, Records, Series, Lots, Passkey, PlotMap string }
