package epcis

import (
	"strconv"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/lang"
)

// checker walks through a document with the tables of fields and collects what is wrong with it. A
// nil checker walks without reporting.
type checker struct {
	doc     *Reading
	event   *Event // that it is in; nil outside
	now     time.Time
	path    []step
	types   Type            // of the document or event that it is in
	context *Context        // at this place
	said    map[string]bool // prefixes that were reported: once is enough
	refused int             // findings that refuse, and others, are bounded separately
	others  int
}

// step is a token of a JSON pointer: a name or, if not negative, an index.
type step struct {
	name  string
	index int
}

func (k *checker) enter(name string) {
	if k != nil {
		k.path = append(k.path, step{name, -1})
	}
}

func (k *checker) enterItem(i int) {
	if k != nil {
		k.path = append(k.path, step{index: i})
	}
}

func (k *checker) leave() {
	if k != nil {
		k.path = k.path[:len(k.path)-1]
	}
}

func (k *checker) sawStandard() {
	if k != nil {
		k.doc.standard = true
	}
}

// pointer returns where the checker is (RFC 6901).
func (k *checker) pointer() string {
	var b strings.Builder
	for _, s := range k.path {
		b.WriteByte('/')
		if s.index >= 0 {
			b.WriteString(strconv.Itoa(s.index))
		} else {
			b.WriteString(canon.PointerToken(s.name))
		}
	}
	return b.String()
}

// found reports a broken rule at this place. The values are pairs of names and values.
func (k *checker) found(rule *finding.Rule, values ...any) {
	if k == nil {
		return
	}
	k.weigh(rule)
	if !k.room(rule) {
		k.doc.More++
		return
	}
	if rule.Severity == finding.Error {
		k.refused++
	} else {
		k.others++
	}
	f := finding.Finding{Rule: rule, Pointer: k.pointer()}
	for i := len(k.path) - 1; i >= 0 && f.Field == ""; i-- {
		f.Field = lang.Clip(k.path[i].name, finding.MaxQuoted)
	}
	for i := 0; i+1 < len(values); i += 2 {
		value := values[i+1]
		if text, ok := value.(string); ok {
			value = lang.Clip(text, finding.MaxQuoted)
		}
		f.Say(values[i].(string), value)
	}
	if k.event != nil {
		k.event.Findings = append(k.event.Findings, f)
	} else {
		k.doc.Findings = append(k.doc.Findings, f)
	}
}

// room reports whether a finding of the rule would be kept. A caller that has to compute the words
// of a message asks first.
func (k *checker) room(rule *finding.Rule) bool {
	if rule.Severity == finding.Error {
		return k.refused < MaxFindings
	}
	return k.others < MaxFindings
}

// weigh lowers the verdict on the event or document, whether the finding is kept or not.
func (k *checker) weigh(rule *finding.Rule) {
	verdict := Accepted
	if rule.Severity == finding.Error {
		verdict = Refused
		if Keeps(rule) {
			verdict = Doubtful
		}
	}
	if k.event != nil {
		k.event.Verdict = max(k.event.Verdict, verdict)
	} else {
		k.doc.own = max(k.doc.own, verdict)
	}
}

// object checks an object against its table.
func (k *checker) object(n *Node, o *object) {
	if n.Kind != '{' {
		k.found(WrongShape, "campo", k.name(), "esperado", shapeTexts[anObject])
		return
	}
	outer := k.context
	if c := n.Member("@context"); c != nil && len(k.path) > 0 {
		k.enter("@context")
		k.context = contextOf(c, outer, k)
		k.leave()
	}
	for i := range n.In {
		m := &n.In[i]
		k.enter(m.Name)
		k.member(m, o)
		k.leave()
	}
	for i := range o.fields {
		f := &o.fields[i]
		if f.must&k.types == 0 || n.Member(f.name) != nil {
			continue
		}
		rule := Missing
		if f.vital {
			rule = MissingVital
		}
		k.found(rule, "campo", f.name)
	}
	k.context = outer
}

// member checks one member of an object.
func (k *checker) member(m *Node, o *object) {
	f := o.byName[m.Name]
	switch {
	case f == nil && m.Name == "@context": // read together with its object
	case f == nil && o.open && strings.Contains(m.Name, ":"):
		k.prefix(m.Name)
	case f == nil:
		k.found(UnknownField, "campo", m.Name)
	case f.in&k.types == 0:
		k.found(WrongEvent, "campo", m.Name, "tipo", k.types.String())
	case f.is == eventList:
		k.events(m)
	case f.many || f.one && m.Kind == '[':
		k.list(m, f)
	default:
		k.value(m, f)
	}
}

// list checks the items of a list.
func (k *checker) list(n *Node, f *field) {
	if n.Kind != '[' {
		k.found(WrongShape, "campo", f.name, "esperado", shapeList)
		return
	}
	if len(n.In) < f.least {
		k.found(TooFew, "campo", f.name)
	}
	var seen map[string]bool
	if f.once && len(n.In) > 1 {
		seen = make(map[string]bool, len(n.In))
	}
	for i := range n.In {
		k.enterItem(i)
		k.value(&n.In[i], f)
		if text := n.In[i].Text; seen != nil && n.In[i].Kind == '"' {
			if seen[text] {
				k.found(Twice, "campo", f.name, "valor", text)
			}
			seen[text] = true
		}
		k.leave()
	}
}

// name returns the field that the checker is in.
func (k *checker) name() string {
	for i := len(k.path) - 1; i >= 0; i-- {
		if k.path[i].name != "" {
			return k.path[i].name
		}
	}
	return "EPCIS"
}

// prefix reports an extension field with an undeclared prefix.
func (k *checker) prefix(name string) {
	prefix, _, _ := strings.Cut(name, ":")
	switch prefix {
	case "http", "https", "urn": // the whole URI
		return
	}
	if _, ok := k.context.Known(prefix); ok || k.said[prefix] {
		return
	}
	if k.room(UndeclaredPrefix) { // what is remembered is bounded like the findings
		k.said[prefix] = true
	}
	k.found(UndeclaredPrefix, "valor", prefix)
}
