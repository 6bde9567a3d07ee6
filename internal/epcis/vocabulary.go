package epcis

import (
	"slices"
	"strings"

	"rastro/internal/lang"
)

// Vocabulary is a list of words of GS1's Core Business Vocabulary. Events write them bare;
// they may also write them, or words of their own, as URIs.
type Vocabulary struct {
	Name  lang.Text // the name for its words
	Base  string    // the Web URI of a word is the base and the word
	URN   string    // of older events; "" if there was none
	Bare  bool      // only the bare words count
	words []string  // sorted
}

func vocabulary(name lang.Text, base, urn, words string) *Vocabulary {
	return &Vocabulary{Name: name, Base: base, URN: urn, words: strings.Fields(words)}
}

// The vocabularies.
var (
	BizSteps = vocabulary(lang.Text{PT: "etapa (bizStep)", EN: "business step", ES: "etapa (bizStep)"}, cbvBase+"BizStep-", "urn:epcglobal:cbv:bizstep:", `
		accepting arriving assembling collecting commissioning consigning creating_class_instance cycle_counting
		decommissioning departing destroying disassembling dispensing encoding entering_exiting holding inspecting
		installing killing loading other packing picking receiving removing repackaging repairing replacing reserving
		retail_selling sampling sensor_reporting shipping staging_outbound stock_taking stocking storing transporting
		unloading unpacking void_shipping`)
	Dispositions = vocabulary(lang.Text{PT: "situação (disposition)", EN: "disposition", ES: "situación (disposition)"}, cbvBase+"Disp-", "urn:epcglobal:cbv:disp:", `
		active available completeness_inferred completeness_verified conformant container_closed container_open
		damaged destroyed dispensed disposed encoded expired in_progress in_transit inactive mismatch_class
		mismatch_instance mismatch_quantity needs_replacement no_pedigree_match non_conformant non_sellable_other
		partially_dispensed recalled reserved retail_sold returned sellable_accessible sellable_not_accessible stolen
		unavailable unknown`)
	Transactions = vocabulary(lang.Text{PT: "tipo de documento", EN: "type of business transaction", ES: "tipo de documento"}, cbvBase+"BTT-", "urn:epcglobal:cbv:btt:",
		"bol cert desadv inv pedigree po poc prodorder recadv rma testprd testres upevt")
	Parties = vocabulary(lang.Text{PT: "tipo de origem ou destino", EN: "type of source or destination", ES: "tipo de origen o destino"}, cbvBase+"SDT-", "urn:epcglobal:cbv:sdt:",
		"location owning_party possessing_party")
	ErrorReasons = vocabulary(lang.Text{PT: "motivo da correção", EN: "error reason", ES: "motivo de la corrección"}, cbvBase+"ER-", "urn:epcglobal:cbv:er:",
		"did_not_occur incorrect_data")
	Components = vocabulary(lang.Text{PT: "componente da medida", EN: "component of a measurement", ES: "componente de la medida"}, cbvBase+"Comp-", "",
		"altitude axial_distance azimuth easting elevation_angle height latitude longitude northing polar_angle spherical_radius x y z")
	// Measurements has two words that are not in the published schema, and that other
	// systems take.
	Measurements = vocabulary(lang.Text{PT: "tipo de medida", EN: "type of measurement", ES: "tipo de medida"}, vocBase, "", `
		AbsoluteHumidity AbsorbedDose AbsorbedDoseRate Acceleration Altitude AmountOfSubstance
		AmountOfSubstancePerUnitVolume Angle AngularAcceleration AngularMomentum AngularVelocity Area Capacitance
		Conductance Conductivity Count Density Dimensionless DoseEquivalent DoseEquivalentRate DynamicViscosity
		EffectiveDoseRate ElectricCharge ElectricCurrent ElectricCurrentDensity ElectricFieldStrength Energy Exposure
		Force Frequency Illuminance Inductance Irradiance KinematicViscosity Length LinearMomentum Luminance
		LuminousFlux LuminousIntensity MagneticFlux MagneticFluxDensity MagneticVectorPotential Mass MassConcentration
		MassFlowRate MassPerAreaTime MemoryCapacity MolalityOfSolute MolarEnergy MolarMass MolarVolume
		Molar_concentration Power Pressure RadiantFlux RadiantIntensity Radioactivity RelativeHumidity Resistance
		Resistivity SolidAngle SpecificVolume Speed SurfaceDensity SurfaceTension Temperature Time Torque Voltage
		Volume VolumeFlowRate VolumeFraction VolumetricFlux Wavenumber`)
	Alerts = vocabulary(lang.Text{PT: "tipo de alerta do sensor", EN: "type of sensor alert", ES: "tipo de alerta del sensor"}, vocBase, "",
		"ALARM_CONDITION ERROR_CONDITION")
	Actions = &Vocabulary{Name: lang.Text{PT: "ação (action)", EN: "action", ES: "acción (action)"}, Bare: true, words: []string{"ADD", "DELETE", "OBSERVE"}}
)

// Has reports whether a bare word is in the vocabulary.
func (v *Vocabulary) Has(word string) bool {
	_, ok := slices.BinarySearch(v.words, word)
	return ok
}

// Words lists the words.
func (v *Vocabulary) Words() []string { return slices.Clone(v.words) }

// URI returns the canonical form of a value: words of the vocabulary as Web URIs, in any notation,
// and expanded prefixes. Any other value is returned unchanged.
func (v *Vocabulary) URI(value string, c *Context) string {
	switch {
	case v.Bare:
		return value
	case v.Has(value):
		return v.Base + value
	case v.URN != "" && strings.HasPrefix(value, v.URN):
		return v.Base + value[len(v.URN):]
	}
	return Expand(value, c)
}

// Expand writes out a prefix that the document declares.
func Expand(value string, c *Context) string {
	prefix, rest, ok := strings.Cut(value, ":")
	if !ok || strings.HasPrefix(rest, "//") {
		return value
	}
	if base, ok := c.Declared(prefix); ok {
		return base + rest
	}
	return value
}

// near returns the word that somebody may have meant, "" if none is close.
func (v *Vocabulary) near(word string) string {
	const close = 3 // edits: the largest slip that still identifies one word
	best, least := "", close
	for _, w := range v.words {
		if n := lang.Edits(word, w, close); n < least {
			best, least = w, n
		}
	}
	return best
}
