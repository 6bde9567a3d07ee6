package web

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"rastro/internal/disclose"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ptbr/words"
	"rastro/internal/trace"
)

var placeholder = regexp.MustCompile(`\{(\w+)`)

// placeholders returns the names that a text leaves open, each once.
func placeholders(text string) string {
	var names []string
	for _, found := range placeholder.FindAllStringSubmatch(text, -1) {
		names = append(names, found[1])
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), " ")
}

// Every text that a buyer may read is there in the seven languages, with the same placeholders.
func TestTexts(t *testing.T) {
	whole := func(name string, text lang.Text) {
		t.Helper()
		if !text.CompleteForBuyers() {
			t.Errorf("%s lacks a language: %+v", name, text)
		}
		for _, l := range lang.OfBuyers {
			if placeholders(text.In(l)) != placeholders(text.EN) {
				t.Errorf("%s in %s has other placeholders than in English: %s", name, l.Code(), text.In(l))
			}
		}
	}
	for _, table := range []map[string]lang.Text{publicTexts, startTexts, sharedTexts, noticeTexts, busyTexts} {
		for name, text := range table {
			whole(name, text)
		}
	}
	for situation, text := range sharedSituations {
		whole(string(situation), text)
	}
	for _, state := range []trace.State{trace.Valid, trace.Altered, trace.Tampered, trace.Refused, trace.Expired, trace.Revoked} {
		for _, text := range stateTexts[state] {
			whole(string(state), text)
		}
	}
	for _, phase := range kind.Phases {
		whole(phase.Code, phase.Title)
		whole(phase.Code+" short", phaseShort[phase.Code])
	}
	for _, k := range kind.All {
		whole(k.Name, k.Title)
	}
	for _, c := range trace.Crops {
		whole(string(c), c.Shown())
	}
	for _, topic := range disclose.Topics {
		whole(string(topic), topicNames[topic])
		for term, name := range termNames[topic] {
			whole(string(topic)+" "+term, name)
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
