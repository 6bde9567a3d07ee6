package eventhash

import "rastro/internal/epcis"

// row is a field in the order of the pre-hash.
type row struct {
	name  string
	time  bool              // an instant
	words *epcis.Vocabulary // of a word
	of    []row             // the fields of an object, in their order
	list  bool              // the name is written once, before the items
	item  string            // the name of each item of a list; "" for none
}

func rowNamed(rows []row, name string) *row {
	for i := range rows {
		if rows[i].name == name {
			return &rows[i]
		}
	}
	return nil
}

// left are the fields of an event that are not part of its hash: what only identifies it, when it
// was recorded, and that it is wrong.
var left = []string{"type", "eventID", "recordTime", "errorDeclaration", "@context"}

var quantities = []row{{name: "epcClass"}, {name: "quantity"}, {name: "uom"}}

// ordered are the fields that come first, in this order.
var ordered = []row{
	{name: "eventTime", time: true},
	{name: "eventTimeZoneOffset"},
	{name: "certificationInfo"},
	{name: "parentID"},
	{name: "epcList", list: true, item: "epc"},
	{name: "inputEPCList", list: true, item: "epc"},
	{name: "childEPCs", list: true, item: "epc"},
	{name: "quantityList", list: true, item: "quantityElement", of: quantities},
	{name: "childQuantityList", list: true, item: "quantityElement", of: quantities},
	{name: "inputQuantityList", list: true, item: "quantityElement", of: quantities},
	{name: "outputEPCList", list: true, item: "epc"},
	{name: "outputQuantityList", list: true, item: "quantityElement", of: quantities},
	{name: "action"},
	{name: "transformationID"},
	{name: "bizStep", words: epcis.BizSteps},
	{name: "disposition", words: epcis.Dispositions},
	{name: "persistentDisposition", of: []row{{name: "set", words: epcis.Dispositions}, {name: "unset", words: epcis.Dispositions}}},
	{name: "readPoint", of: []row{{name: "id"}}},
	{name: "bizLocation", of: []row{{name: "id"}}},
	{name: "sensorElementList", list: true, item: "sensorElement", of: []row{
		{name: "sensorMetadata", of: []row{
			{name: "time", time: true}, {name: "startTime", time: true}, {name: "endTime", time: true},
			{name: "deviceID"}, {name: "deviceMetadata"}, {name: "rawData"}, {name: "dataProcessingMethod"}, {name: "bizRules"},
		}},
		{name: "sensorReport", of: []row{
			{name: "type", words: epcis.Measurements}, {name: "exception", words: epcis.Alerts},
			{name: "deviceID"}, {name: "deviceMetadata"}, {name: "rawData"}, {name: "dataProcessingMethod"}, {name: "time", time: true},
			{name: "microorganism"}, {name: "chemicalSubstance"}, {name: "value"}, {name: "component", words: epcis.Components},
			{name: "stringValue"}, {name: "booleanValue"}, {name: "hexBinaryValue"}, {name: "uriValue"},
			{name: "minValue"}, {name: "maxValue"}, {name: "meanValue"}, {name: "sDev"}, {name: "percRank"}, {name: "percValue"},
			{name: "uom"}, {name: "coordinateReferenceSystem"},
		}},
	}},
}

// sorted are the other fields of the standard. They are sorted with the fields of others.
var sorted = []row{
	{name: "bizTransactionList", list: true, of: []row{{name: "type", words: epcis.Transactions}, {name: "bizTransaction"}}},
	{name: "sourceList", list: true, of: []row{{name: "type", words: epcis.Parties}, {name: "source"}}},
	{name: "destinationList", list: true, of: []row{{name: "type", words: epcis.Parties}, {name: "destination"}}},
	{name: "ilmd"},
}
