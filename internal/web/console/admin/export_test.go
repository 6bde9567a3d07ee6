package admin

// What the tests of the pages look at.
var (
	DisputeTexts = disputeTexts
	KeyEndTexts  = keyEndTexts
	KeyNewTexts  = keyNewTexts
	KeyTexts     = keyTexts
	LogTexts     = logTexts
	PhaseTexts   = phaseTexts
	NoteTexts    = noteTexts
	TrailTexts   = trailTexts
)
