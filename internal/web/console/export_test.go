package console

// What the tests of the pages look at.
const (
	CarriedPrefix  = carriedPrefix
	LanguageCookie = languageCookie
	MaxCarried     = maxCarried
	PlainCookie    = sessionCookie
	SecureCookie   = "__Host-" + sessionCookie
)

type Carried = carried

var (
	Carry      = carry
	FrameTexts = frameTexts
	Leave      = leave
	Policy     = policy
	WayBack    = wayBack
)
