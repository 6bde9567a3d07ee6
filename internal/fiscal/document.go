// Package fiscal reads Brazil's electronic tax documents: NF-e, CT-e, MDF-e, their summaries and
// their events, one XML at a time or a ZIP of many. It refuses only what is not such a document or
// exceeds its limits. A document that breaks its schema is read as far as possible, because most
// documents in circulation do. The package is pure. Sub-packages check a document (grade) and its
// signature (xmlsig), and say which records it becomes (propose).
package fiscal

import (
	"strconv"
	"strings"
	"time"

	"github.com/beevik/etree"

	"rastro/internal/fiscal/paper"
	"rastro/internal/fiscal/xmlsig"
)

// Type is the type of a document.
type Type uint8

// The types.
const (
	Invoice  Type = iota + 1 // NF-e and NFC-e
	Waybill                  // CT-e
	Manifest                 // MDF-e
	Event                    // of any of these
	Summary                  // of an invoice whose XML the reader does not have (resNFe)
)

// Document is a tax document. Texts are as written; "" if missing.
type Document struct {
	Type    Type
	Root    string // the element that was read: nfeProc, NFe …
	ID      string // the attribute Id of the signed element
	Key     string // the access key of the document, or of the one that an event is about
	Version string // of the layout
	Header  Header
	Issuer  Party
	// Recipient is who receives the goods; the payer of a waybill is not read.
	Recipient        Party
	Pickup, Delivery Party // places other than those of issuer and recipient
	References       []string
	Items            []Item
	Transport        Transport
	Export           Export
	Cane             Cane
	Prescriptions    []Prescription
	Permit           Permit
	Notes            []string // infAdFisco, infCpl, xObs
	Cargo            Cargo    // waybills and manifests
	Protocol         Protocol
	Occurrence       Occurrence // events

	signed *etree.Element // the element that was read, for Verify
}

// Header identifies a document; its key contains most of it too.
type Header struct {
	UF, Random, Nature, Model, Series, Number string
	Issued, Left                              string // instants
	Direction                                 string // tpNF: 0 in, 1 out
	Reach                                     string // idDest: 1 in the state, 2 between states, 3 abroad
	Purpose                                   string // finNFe: 4 is a return
	Emission, CheckDigit, Environment         string // environment 2 is for tests
	CFOP                                      string // of a waybill
}

// Party is an issuer or recipient. CPF and names of people stay here and are in no payload.
type Party struct {
	CNPJ, CPF, Foreign           string
	Name, Registration           string // Registration is the IE
	UF, Municipality, Country    string
	MunicipalityCode, PostalCode string
}

// Named reports whether the party is present.
func (p Party) Named() bool { return p != Party{} }

// Item is a line of an invoice.
type Item struct {
	Number, Code, GTIN, TaxGTIN, Description string
	NCM, CFOP                                string
	Unit, TaxUnit                            string
	Quantity, TaxQuantity                    Amount
	Notes                                    string // infAdProd
	Lots                                     []Lot
	Exports                                  []ItemExport
}

// Lot is a rastro group.
type Lot struct {
	Code, Made, Expires, Aggregation string
	Quantity                         Amount
}

// ItemExport is a detExport group.
type ItemExport struct {
	Drawback, Registration, Key string
	Quantity                    Amount
}

// Transport is how the goods travel.
type Transport struct {
	Freight string // modFrete
	Carrier Party
	Plates  []string // the lorry first
	Volumes []Volume
}

// Volume is a vol group. Weights are in kg, though some issuers write tonnes.
type Volume struct {
	Quantity, Net, Gross Amount
	Species, Mark        string
	Seals                []string
}

// Export is where goods leave the country.
type Export struct{ UF, Place, Dispatch string }

// Cane is the cana group: deliveries of sugar cane in one month.
type Cane struct {
	Harvest, Month string
	Days           []CaneDay
}

// CaneDay is a day's delivery.
type CaneDay struct {
	Day      string
	Quantity Amount
}

// Prescription is a defensivo group. Its CPF is that of an agronomist.
type Prescription struct{ Number, CPF string }

// Permit is a guiaTransito group.
type Permit struct{ Type, UF, Series, Number string }

// permits names the types of permits.
var permits = map[string]string{"1": "GTA", "2": "TTA", "3": "DTA", "4": "ATV", "5": "PTV", "6": "GTV", "7": "DOF"}

// Name returns what people call the permit's type, "" for an unknown one.
func (p Permit) Name() string { return permits[p.Type] }

// Cargo is the load of a waybill or a manifest.
type Cargo struct {
	Product, Value, Unit string // Unit is the MDF-e's: 01 kg, 02 t
	Weight               Amount // the MDF-e's qCarga
	Measures             []Measure
	Keys                 []string // of the invoices and waybills
	Origin, Destination  Place
	States               []string // on the way
	Ship, IMO            string
	Started              string
}

// Measure is an infQ group.
type Measure struct {
	Unit, Name string // Unit: 00 m³, 01 kg, 02 t, 03 units, 04 L, 05 MMBTU
	Quantity   Amount
}

// Place is a municipality.
type Place struct{ Code, Name, UF string }

// Protocol is the tax authority's answer, as the file contains it. Only its own optional signature
// vouches for it.
type Protocol struct {
	Key, Number, Received, Digest, Status, Reason string
	Environment                                   string
	Event                                         string // of the answer to an event: its code
}

// Occurrence is the content of an event.
type Occurrence struct {
	Code, Description, Sequence, At string
	Author                          Party
	Protocol                        string // of the document that it cancels or closes
	Justification, Correction       string
	Keys                            []string // documents that it adds
}

// The codes of events that change the validity of a document.
const (
	EventCorrection      = paper.Correction
	EventCancellation    = paper.Cancellation
	EventSubstitution    = paper.Substitution
	EventConfirmation    = paper.Confirmation
	EventAwareness       = paper.Awareness
	EventUnknownPurchase = paper.UnknownPurchase
	EventNotDone         = paper.NotDone
)

// Cancels reports whether the document is an event that cancels another. The code is that of
// an NF-e's substitution and of an MDF-e's closing, so the model decides.
func (d *Document) Cancels() bool {
	if d.Type != Event {
		return false
	}
	model := ""
	if len(d.Key) == 44 {
		model = d.Key[20:22]
	}
	return d.Occurrence.Code == EventCancellation || d.Occurrence.Code == EventSubstitution && (model == "55" || model == "65")
}

// Rejects reports whether the document is an event with which the recipient says that an invoice is
// not for it, or that the sale did not take place.
func (d *Document) Rejects() bool {
	return d.Type == Event && (d.Occurrence.Code == EventUnknownPurchase || d.Occurrence.Code == EventNotDone)
}

// Verify checks the signature over exactly the element that was read.
func (d *Document) Verify(trust xmlsig.Trust) xmlsig.Result {
	if d.signed == nil {
		return xmlsig.Result{}
	}
	at, _ := Instant(d.Header.Issued)
	return xmlsig.Verify(d.signed, trust, at)
}

// Forget releases what Verify checks, by far the largest part of a document. Verify finds no
// signature afterwards.
func (d *Document) Forget() { d.signed = nil }

// Exports reports whether an invoice is for a sale abroad.
func (d *Document) Exports() bool {
	for _, item := range d.Items {
		if strings.HasPrefix(item.CFOP, "7") {
			return true
		}
	}
	return d.Export != Export{}
}

// Amount is a decimal number as XML writes it: 1234.5000.
type Amount string

// Float returns the number; false for a text that is not one.
func (a Amount) Float() (float64, bool) {
	if a == "" || len(a) > 32 || strings.Trim(string(a), "0123456789.") != "" {
		return 0, false
	}
	v, err := strconv.ParseFloat(string(a), 64)
	return v, err == nil
}

// Instant reads a moment as these documents write it; before 2014 they had only dates.
func Instant(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
