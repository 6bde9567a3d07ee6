package kind

import "testing"

// TestFormFacts: the table has everything that a form needs.
func TestFormFacts(t *testing.T) {
	for _, k := range append(All[:len(All):len(All)], Profile) {
		usual := 0
		for _, f := range k.FormFields() {
			if f.Section == Usual {
				usual++
			} else if !Sections[f.Section].Complete() {
				t.Errorf("%s.%s: its section %d has no name", k.Name, f.Name, f.Section)
			}
			if f.Choice && (len(f.Values) == 0 || f.Shape != Text) {
				t.Errorf("%s.%s: nothing to choose from", k.Name, f.Name)
			}
			if (f.Shape == Objects) != (len(f.Columns) > 0) {
				t.Errorf("%s.%s: objects and columns go together", k.Name, f.Name)
			}
			if f.Only != "" && !f.Only.Name().Complete() {
				t.Errorf("%s.%s: unknown crop %q", k.Name, f.Name, f.Only)
			}
			if (f.Long || f.Pattern != 0) && f.Shape != Text {
				t.Errorf("%s.%s: only a text is long or has a pattern", k.Name, f.Name)
			}
			for _, c := range f.Columns {
				if c.Shape != Text && c.Shape != Quantity || !c.Label.Complete() {
					t.Errorf("%s.%s.%s cannot be a cell", k.Name, f.Name, c.Name)
				}
			}
		}
		if most := 12; usual == 0 || usual > most {
			t.Errorf("%s: %d usual fields", k.Name, usual)
		}
	}
}
