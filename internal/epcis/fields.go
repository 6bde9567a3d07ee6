package epcis

import "rastro/internal/lang"

// Type is a type of event, or of a document that contains events. Each is one bit, so that a row of
// the table of fields can name several.
type Type uint8

// The types.
const (
	ObjectEvent Type = 1 << iota
	AggregationEvent
	TransactionEvent
	TransformationEvent
	AssociationEvent
	Document
	QueryDocument

	events  = ObjectEvent | AggregationEvent | TransactionEvent | TransformationEvent | AssociationEvent
	acting  = events &^ TransformationEvent
	listing = ObjectEvent | TransactionEvent
	nesting = AggregationEvent | AssociationEvent
	every   = events | Document | QueryDocument
)

// typeNames are how documents name them.
var typeNames = []struct {
	is   Type
	name string
}{
	{ObjectEvent, "ObjectEvent"}, {AggregationEvent, "AggregationEvent"}, {TransactionEvent, "TransactionEvent"},
	{TransformationEvent, "TransformationEvent"}, {AssociationEvent, "AssociationEvent"},
	{Document, "EPCISDocument"}, {QueryDocument, "EPCISQueryDocument"},
}

// String returns how documents name the type.
func (t Type) String() string {
	for _, row := range typeNames {
		if row.is == t {
			return row.name
		}
	}
	return ""
}

// typeNamed finds a type by its name; 0 if there is none.
func typeNamed(name string) Type {
	for _, row := range typeNames {
		if row.name == name {
			return row.is
		}
	}
	return 0
}

// shape is the form of a value.
type shape uint8

const (
	anything   shape = iota // a value of somebody else's making, or one that is read elsewhere
	aText                   // any text
	aURI                    // a complete URI
	aTime                   // an instant with its zone
	anOffset                // a time zone
	aNumber                 // a number
	aTruth                  // true or false
	aHex                    // bytes in hexadecimal
	aUnit                   // a unit of UN/CEFACT Recommendation 20
	aVersion                // numbers with dots
	aWord                   // a word of a vocabulary
	anObject                // an object with fields of its own
	extensions              // an object all of whose fields have a prefix
	eventList               // a list of events
)

// shapeTexts complete "must be …".
var shapeTexts = map[shape]lang.Text{
	aText:      {PT: "um texto", EN: "a text", ES: "un texto"},
	aURI:       {PT: "um URI", EN: "a URI", ES: "un URI"},
	aTime:      {PT: "um instante com fuso, como 2026-03-01T08:30:00-03:00", EN: "an instant with its zone, such as 2026-03-01T08:30:00-03:00", ES: "un instante con huso, como 2026-03-01T08:30:00-03:00"},
	anOffset:   {PT: "um fuso de -14:00 a +14:00, como -03:00", EN: "an offset from -14:00 to +14:00, such as -03:00", ES: "un huso de -14:00 a +14:00, como -03:00"},
	aNumber:    {PT: "um número, sem aspas", EN: "a number, without quotes", ES: "un número, sin comillas"},
	aTruth:     {PT: "true ou false", EN: "true or false", ES: "true o false"},
	aHex:       {PT: "um texto hexadecimal", EN: "a hexadecimal text", ES: "un texto hexadecimal"},
	aUnit:      {PT: "uma unidade da UN/CEFACT, como KGM", EN: "a unit of UN/CEFACT, such as KGM", ES: "una unidad de UN/CEFACT, como KGM"},
	aVersion:   {PT: "uma versão 2, como 2.0", EN: "a version 2, such as 2.0", ES: "una versión 2, como 2.0"},
	aWord:      {PT: "uma palavra ou um URI", EN: "a word or a URI", ES: "una palabra o un URI"},
	anObject:   {PT: "um objeto", EN: "an object", ES: "un objeto"},
	extensions: {PT: "um objeto", EN: "an object", ES: "un objeto"},
	eventList:  {PT: "uma lista de eventos", EN: "a list of events", ES: "una lista de eventos"},
}

var (
	shapeList    = lang.Text{PT: "uma lista", EN: "a list", ES: "una lista"}
	shapeContext = lang.Text{PT: "um endereço, um objeto ou uma lista deles", EN: "an address, an object or a list of them", ES: "una dirección, un objeto o una lista de ellos"}
)

// field is a row of a table of fields.
type field struct {
	name  string
	is    shape
	words *Vocabulary // of a word
	of    *object     // of an object
	many  bool        // a list of them
	one   bool        // a list of them, or a single one
	least int         // items that the list has
	once  bool        // no item is repeated in the list
	in    Type        // the types of event that have it
	must  Type        // those that must have it
	vital bool        // the event cannot be kept without it
}

// object is a kind of object: its fields, and whether it may have extension fields.
type object struct {
	fields []field
	open   bool
	byName map[string]*field
}

func fields(open bool, rows ...field) *object {
	o := &object{fields: rows, open: open, byName: make(map[string]*field, len(rows))}
	for i := range rows {
		if rows[i].in == 0 {
			rows[i].in = every
		}
		o.byName[rows[i].name] = &rows[i]
	}
	return o
}

// The parts of events.
var (
	place = fields(true, field{name: "id", is: aURI, must: every})

	quantity = fields(false,
		field{name: "epcClass", is: aURI, must: every},
		field{name: "quantity", is: aNumber},
		field{name: "uom", is: aUnit})

	transaction = fields(false,
		field{name: "type", is: aWord, words: Transactions},
		field{name: "bizTransaction", is: aURI, must: every})

	source = fields(false,
		field{name: "type", is: aWord, words: Parties, must: every},
		field{name: "source", is: aURI, must: every})

	destination = fields(false,
		field{name: "type", is: aWord, words: Parties, must: every},
		field{name: "destination", is: aURI, must: every})

	lasting = fields(false,
		field{name: "set", is: aWord, words: Dispositions, many: true, least: 1, once: true},
		field{name: "unset", is: aWord, words: Dispositions, many: true, least: 1, once: true})

	declaration = fields(true,
		field{name: "declarationTime", is: aTime, must: every},
		field{name: "reason", is: aWord, words: ErrorReasons},
		field{name: "correctiveEventIDs", is: aURI, many: true})

	sensorMetadata = fields(true,
		field{name: "time", is: aTime}, field{name: "startTime", is: aTime}, field{name: "endTime", is: aTime},
		field{name: "deviceID", is: aURI}, field{name: "deviceMetadata", is: aURI}, field{name: "rawData", is: aURI},
		field{name: "dataProcessingMethod", is: aURI}, field{name: "bizRules", is: aURI})

	sensorReport = fields(true,
		field{name: "type", is: aWord, words: Measurements, must: every},
		field{name: "exception", is: aWord, words: Alerts},
		field{name: "deviceID", is: aURI}, field{name: "deviceMetadata", is: aURI}, field{name: "rawData", is: aURI},
		field{name: "dataProcessingMethod", is: aURI}, field{name: "bizRules", is: aURI}, field{name: "time", is: aTime},
		field{name: "microorganism", is: aURI}, field{name: "chemicalSubstance", is: aURI}, field{name: "coordinateReferenceSystem", is: aURI},
		field{name: "value", is: aNumber}, field{name: "component", is: aWord, words: Components},
		field{name: "stringValue", is: aText}, field{name: "booleanValue", is: aTruth}, field{name: "hexBinaryValue", is: aHex}, field{name: "uriValue", is: aURI},
		field{name: "minValue", is: aNumber}, field{name: "maxValue", is: aNumber}, field{name: "meanValue", is: aNumber},
		field{name: "sDev", is: aNumber}, field{name: "percRank", is: aNumber}, field{name: "percValue", is: aNumber},
		field{name: "uom", is: aText})

	sensor = fields(true,
		field{name: "sensorMetadata", is: anObject, of: sensorMetadata},
		field{name: "sensorReport", is: anObject, of: sensorReport, many: true, least: 1, must: every})
)

// event has the fields of all events. The published schema forgets persistentDisposition in
// three of them; the standard does not.
var event = fields(true,
	field{name: "@context"},
	field{name: "type"},
	field{name: "eventTime", is: aTime, must: events, vital: true},
	field{name: "eventTimeZoneOffset", is: anOffset, must: events},
	field{name: "recordTime", is: aTime},
	field{name: "eventID", is: aURI},
	field{name: "certificationInfo", is: aURI, one: true},
	field{name: "errorDeclaration", is: anObject, of: declaration},
	field{name: "parentID", is: aURI, in: nesting | TransactionEvent, must: AssociationEvent},
	field{name: "epcList", is: aURI, many: true, once: true, in: listing},
	field{name: "quantityList", is: anObject, of: quantity, many: true, in: listing},
	field{name: "childEPCs", is: aURI, many: true, in: nesting},
	field{name: "childQuantityList", is: anObject, of: quantity, many: true, in: nesting},
	field{name: "inputEPCList", is: aURI, many: true, once: true, in: TransformationEvent},
	field{name: "inputQuantityList", is: anObject, of: quantity, many: true, in: TransformationEvent},
	field{name: "outputEPCList", is: aURI, many: true, once: true, in: TransformationEvent},
	field{name: "outputQuantityList", is: anObject, of: quantity, many: true, in: TransformationEvent},
	field{name: "transformationID", is: aURI, in: TransformationEvent},
	field{name: "action", is: aWord, words: Actions, in: acting, must: acting},
	field{name: "bizStep", is: aWord, words: BizSteps},
	field{name: "disposition", is: aWord, words: Dispositions},
	field{name: "persistentDisposition", is: anObject, of: lasting},
	field{name: "readPoint", is: anObject, of: place},
	field{name: "bizLocation", is: anObject, of: place},
	field{name: "bizTransactionList", is: anObject, of: transaction, many: true, must: TransactionEvent},
	field{name: "sourceList", is: anObject, of: source, many: true},
	field{name: "destinationList", is: anObject, of: destination, many: true},
	field{name: "sensorElementList", is: anObject, of: sensor, many: true},
	field{name: "ilmd", is: extensions, in: ObjectEvent | TransformationEvent},
)

// The documents that have events.
var (
	results = fields(true,
		field{name: "eventList", is: eventList, must: every, vital: true},
		field{name: "vocabularyList"})

	queried = fields(true,
		field{name: "queryName", is: aText, must: every},
		field{name: "subscriptionID", is: aText},
		field{name: "resultsBody", is: anObject, of: results, must: every, vital: true})

	body = fields(true,
		field{name: "eventList", is: eventList, in: Document, must: Document, vital: true},
		field{name: "queryResults", is: anObject, of: queried, in: QueryDocument, must: QueryDocument, vital: true})

	document = fields(true,
		field{name: "@context", must: every},
		field{name: "id", is: aURI},
		field{name: "type"},
		field{name: "schemaVersion", is: aVersion, must: Document},
		field{name: "creationDate", is: aTime, must: Document},
		field{name: "instanceIdentifier", is: aText},
		field{name: "sender", is: aText},
		field{name: "receiver", is: aText},
		field{name: "epcisHeader"}, // master data, which we ignore
		field{name: "epcisBody", is: anObject, of: body, must: every, vital: true})
)
