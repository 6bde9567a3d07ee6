package web

import (
	"testing"

	"rastro/internal/disclose"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ptbr/words"
	"rastro/internal/trace"
)

// Every text is there in every language.
func TestTexts(t *testing.T) {
	whole := func(name string, text lang.Text) {
		t.Helper()
		if !text.Complete() {
			t.Errorf("%s lacks a language: %+v", name, text)
		}
	}
	for _, table := range []map[string]lang.Text{publicTexts, startTexts} {
		for name, text := range table {
			whole(name, text)
		}
	}
	for _, state := range []trace.State{trace.Valid, trace.Altered, trace.Tampered, trace.Refused, trace.Expired, trace.Revoked} {
		for _, text := range stateTexts[state] {
			whole(string(state), text)
		}
	}
	for _, phase := range kind.Phases {
		whole(phase.Code, phaseShort[phase.Code])
	}
	for _, topic := range disclose.Topics {
		whole(string(topic), topicNames[topic])
		for term, name := range termNames[topic] {
			whole(string(topic)+" "+term, name)
		}
	}
	for _, months := range monthNames {
		for i, name := range months {
			if name == "" {
				t.Errorf("month %d has no name", i+1)
			}
		}
	}
}

// Every term that a vocabulary can give has a name.
func TestTermsHaveNames(t *testing.T) {
	for topic, v := range map[disclose.Topic]*words.Vocabulary{
		disclose.Farming: words.Farming, disclose.Inputs: words.InputClasses, disclose.Trainings: words.Trainings, disclose.Steps: words.Processes,
		disclose.Pathway: words.Pathways, disclose.Drying: words.Dryings, disclose.Custody: words.Custody, disclose.Cup: words.Cups,
		disclose.Inspection: words.Results, disclose.Certificates: words.Schemes, disclose.Transport: words.Transports,
	} {
		for _, term := range v.Terms() {
			if _, ok := termNames[topic][string(term)]; !ok {
				t.Errorf("%s of %s has no name", term, topic)
			}
		}
	}
	if got := termName(disclose.Destination, "NLRTM", lang.PT); got != "Rotterdam (NL)" {
		t.Errorf("NLRTM is %q", got)
	}
}
