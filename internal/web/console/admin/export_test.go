package admin

// What the tests of the pages look at.
var (
	DisputeTexts = disputeTexts
	KeyEndTexts  = keyEndTexts
	KeyNewTexts  = keyNewTexts
	KeyTexts     = keyTexts
	LogTexts     = logTexts
	PhaseTexts   = phaseTexts
	TrailTexts   = trailTexts
)
