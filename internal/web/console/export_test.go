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

// NavLetters returns the letters that lead to the pages of the menu.
func NavLetters() (letters []string) {
	for _, n := range nav {
		letters = append(letters, n.letter)
	}
	return letters
}
