package harvest

// What the tests of the pages look at.
const StartPage = startPage

var (
	UsualBounds    = usualBounds
	ValidationKind = validationKind
	ViewCard       = viewCard
)
