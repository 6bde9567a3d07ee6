package openapi

// The media types that the documents themselves mention.
const (
	mediaJSON   = "application/json"
	mediaNDJSON = "application/x-ndjson"
)

// createBody is the schema of the body that creates a record, whose unused
// parameter some kinds declare.
const createBody = "CreateChainEntity{kind}"
