package trace

import "testing"

func TestCropNames(t *testing.T) {
	if len(cropNames) != len(Crops) {
		t.Errorf("%d names for %d crops", len(cropNames), len(Crops))
	}
	for _, c := range Crops {
		if !c.Name().Complete() {
			t.Errorf("%s lacks a name in some language: %+v", c, c.Name())
		}
		if read, err := ParseCrop(c.Name().PT); err != nil || read != c {
			if c != Other && c != "SERINGUEIRA" { // these two are named by what they give, not by what is written
				t.Errorf("the name %q is read as %q, %v; want %s", c.Name().PT, read, err, c)
			}
		}
	}
	if n := Crop("NADA").Name(); n.PT != "" {
		t.Errorf("a crop that is none is called %q", n.PT)
	}
}
