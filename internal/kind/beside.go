package kind

import (
	"slices"

	"rastro/internal/lang"
)

// besidePlots are the fields that a record with a plot may have besides the interface's: who
// grows the plot, and where. The file for the European Union is made from them. A profile of
// the harvest says the same once for all plots.
var besidePlots = []Field{
	ofProfile("produtor"),
	{
		Name: "nomeProdutor", Shape: Text, Personal: true, SameAs: "produtor",
		Label: lang.Text{PT: "Nome do produtor", EN: "Name of the producer", ES: "Nombre del productor"},
		Help: lang.Text{
			PT: "O mesmo que produtor, que vale mais se vierem os dois.",
			EN: "The same as produtor, which counts if both are given.",
			ES: "Lo mismo que produtor, que vale más si vienen los dos.",
		},
	},
	ofProfile("municipio"), ofProfile("uf"), ofProfile("fazenda"), ofProfile("pais"), ofProfile("localProducao"),
}

// ofProfile is a field of the profile.
func ofProfile(name string) Field {
	f, _ := Profile.Field(name)
	f.Section = AboutPlot
	return f
}

// Declared finds a field by name, also one besides the interface's.
func (k *Kind) Declared(name string) (Field, bool) {
	if f, ok := k.Field(name); ok {
		return f, true
	}
	for _, f := range k.Beside {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// FormFields are the fields that a form asks for: the interface's, then those besides it, each
// under one name.
func (k *Kind) FormFields() []Field {
	fields := slices.Clone(k.Fields)
	for _, f := range k.Beside {
		if f.SameAs == "" {
			fields = append(fields, f)
		}
	}
	return fields
}
