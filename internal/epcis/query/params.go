// Package query reads the parameters of a query for EPCIS events: the fixed names of the standard,
// in one table. An unknown name is one error, and a name of the standard that this server does not
// answer is another: clients can tell a typing error from a limit.
package query

import "rastro/internal/epcis"

// form is how a parameter's values are written.
type form uint8

const (
	aURI     form = iota // URIs, compared in canonical form
	aText                // texts, compared as they are
	aPattern             // URIs, or URI patterns that end in *
	aWord                // words of a vocabulary
	aType                // types of event
	aTime                // one instant
	aNumber              // one number
	aTruth               // true or false
	aCount               // one whole number, from 1
	aField               // the field that events are ordered by
	aWay                 // ASC or DESC
)

// Op is how a parameter compares a field with its values.
type Op string

// The operators.
const (
	EQ     Op = "EQ"    // equals one of the values
	GT     Op = "GT"    // is greater
	GE     Op = "GE"    // is greater or the same
	LT     Op = "LT"    // is less
	LE     Op = "LE"    // is less or the same
	WD     Op = "WD"    // is one of the places, or inside one
	MATCH  Op = "MATCH" // names a thing that a value or pattern names
	EXISTS Op = "EXISTS"
	set    Op = "" // applies to the whole answer
)

// Param is a fixed parameter.
type Param struct {
	Name  string
	Op    Op
	Field string // the field of the event that it compares
	form  form
	words *epcis.Vocabulary
}

// Params are the fixed parameters of the standard.
var Params = []Param{
	{"eventType", EQ, "type", aType, nil},
	{"GE_eventTime", GE, "eventTime", aTime, nil},
	{"LT_eventTime", LT, "eventTime", aTime, nil},
	{"GE_recordTime", GE, "recordTime", aTime, nil},
	{"LT_recordTime", LT, "recordTime", aTime, nil},
	{"EQ_action", EQ, "action", aWord, epcis.Actions},
	{"EQ_bizStep", EQ, "bizStep", aWord, epcis.BizSteps},
	{"EQ_disposition", EQ, "disposition", aWord, epcis.Dispositions},
	{"EQ_persistentDisposition_set", EQ, "persistentDisposition/set", aWord, epcis.Dispositions},
	{"EQ_persistentDisposition_unset", EQ, "persistentDisposition/unset", aWord, epcis.Dispositions},
	{"EQ_readPoint", EQ, "readPoint/id", aURI, nil},
	{"WD_readPoint", WD, "readPoint/id", aURI, nil},
	{"EQ_bizLocation", EQ, "bizLocation/id", aURI, nil},
	{"WD_bizLocation", WD, "bizLocation/id", aURI, nil},
	{"EQ_transformationID", EQ, "transformationID", aURI, nil},
	{"MATCH_epc", MATCH, "epc", aPattern, nil},
	{"MATCH_parentID", MATCH, "parentID", aPattern, nil},
	{"MATCH_inputEPC", MATCH, "inputEPC", aPattern, nil},
	{"MATCH_outputEPC", MATCH, "outputEPC", aPattern, nil},
	{"MATCH_anyEPC", MATCH, "anyEPC", aPattern, nil},
	{"MATCH_epcClass", MATCH, "epcClass", aPattern, nil},
	{"MATCH_inputEPCClass", MATCH, "inputEPCClass", aPattern, nil},
	{"MATCH_outputEPCClass", MATCH, "outputEPCClass", aPattern, nil},
	{"MATCH_anyEPCClass", MATCH, "anyEPCClass", aPattern, nil},
	{"EQ_quantity", EQ, "quantity", aNumber, nil},
	{"GT_quantity", GT, "quantity", aNumber, nil},
	{"GE_quantity", GE, "quantity", aNumber, nil},
	{"LT_quantity", LT, "quantity", aNumber, nil},
	{"LE_quantity", LE, "quantity", aNumber, nil},
	{"EQ_eventID", EQ, "eventID", aText, nil},
	{"EXISTS_errorDeclaration", EXISTS, "errorDeclaration", aTruth, nil},
	{"GE_errorDeclarationTime", GE, "errorDeclaration/declarationTime", aTime, nil},
	{"LT_errorDeclarationTime", LT, "errorDeclaration/declarationTime", aTime, nil},
	{"EQ_errorReason", EQ, "errorDeclaration/reason", aWord, epcis.ErrorReasons},
	{"EQ_correctiveEventID", EQ, "errorDeclaration/correctiveEventIDs", aText, nil},
	{orderBy, set, "", aField, nil},
	{orderDirection, set, "", aWay, nil},
	{eventCountLimit, set, "", aCount, nil},
	{maxEventCount, set, "", aCount, nil},
	{"GE_startTime", GE, "sensorMetadata/startTime", aTime, nil},
	{"LT_startTime", LT, "sensorMetadata/startTime", aTime, nil},
	{"GE_endTime", GE, "sensorMetadata/endTime", aTime, nil},
	{"LT_endTime", LT, "sensorMetadata/endTime", aTime, nil},
	{"EQ_type", EQ, "sensorReport/type", aWord, epcis.Measurements},
	{"EQ_deviceID", EQ, "sensor/deviceID", aURI, nil},
	{"EQ_dataProcessingMethod", EQ, "sensor/dataProcessingMethod", aURI, nil},
	{"EQ_microorganism", EQ, "sensorReport/microorganism", aURI, nil},
	{"EQ_chemicalSubstance", EQ, "sensorReport/chemicalSubstance", aURI, nil},
	{"EQ_bizRules", EQ, "sensor/bizRules", aURI, nil},
	{"EQ_stringValue", EQ, "sensorReport/stringValue", aText, nil},
	{"EQ_hexBinaryValue", EQ, "sensorReport/hexBinaryValue", aText, nil},
	{"EQ_uriValue", EQ, "sensorReport/uriValue", aURI, nil},
	{"EQ_booleanValue", EQ, "sensorReport/booleanValue", aTruth, nil},
}

// The parameters that apply to the whole answer, and those of paging, which are not part of the
// query.
const (
	orderBy         = "orderBy"
	orderDirection  = "orderDirection"
	eventCountLimit = "eventCountLimit"
	maxEventCount   = "maxEventCount"
	perPage         = "perPage"
	nextPageToken   = "nextPageToken"
)

var byName = func() map[string]*Param {
	all := make(map[string]*Param, len(Params))
	for i := range Params {
		all[Params[i].Name] = &Params[i]
	}
	return all
}()

// families are the starts of names that the standard lets queries complete with a type, a unit or a
// field of somebody's own. They are recognised, but not implemented.
var families = []string{
	"EQ_bizTransaction_", "EQ_source_", "EQ_destination_",
	"EXISTS_INNER_", "EXISTS_ILMD_", "EXISTS_ERROR_DECLARATION_", "EXISTS_SENSORELEMENT_", "EXISTS_SENSORMETADATA_", "EXISTS_SENSORREPORT_",
	"EXISTS_readPoint_", "EXISTS_bizLocation_", "HASATTR_", "EQATTR_",
}

// compared are the operators that can precede an element of parts, in each of which a field may be
// an extension, or an element of measured, the numbers from sensors.
var (
	compared = []string{"EQ_", "GT_", "GE_", "LT_", "LE_"}
	parts    = []string{"INNER_", "ILMD_", "ERROR_DECLARATION_", "SENSORELEMENT_", "SENSORMETADATA_", "SENSORREPORT_", "readPoint_", "bizLocation_"}
	measured = []string{"value", "minValue", "maxValue", "meanValue", "sDev", "percRank", "percValue", "time"}
)
