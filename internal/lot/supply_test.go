package lot

import "testing"

func TestStock(t *testing.T) {
	for _, c := range []struct {
		name            string
		stock           Stock
		available, most float64
	}{
		{"received", Stock{Received: []float64{20, 16}}, 36, 36},
		{"stored alone", Stock{Stored: []float64{36}}, 36, 36},
		{"stored as received, in all", Stock{Received: []float64{20, 16}, Stored: []float64{36}}, 36, 36},
		{"stored as received, load by load", Stock{Received: []float64{20, 16}, Stored: []float64{16.1}}, 36, 36},
		{"stored more than was received", Stock{Received: []float64{36}, Stored: []float64{40}}, 40, 76},
		{"stored less, and not a load of those received", Stock{Received: []float64{36}, Stored: []float64{30}}, 36, 66},
		{"made, and not received", Stock{Undated: 30}, 30, 30},
		{"made before it was received", Stock{Before: 36, Received: []float64{36}}, 36, 36},
		{"made, and received in part", Stock{Before: 36, Received: []float64{10}}, 36, 36},
		{"received twice of what was made", Stock{Before: 36, Received: []float64{36, 36}}, 36, 72},
		{"made since", Stock{Received: []float64{36}, Since: 10}, 46, 46},
		{"made some day", Stock{Received: []float64{36}, Undated: 10}, 36, 46},
		{"more made some day", Stock{Received: []float64{36}, Undated: 50}, 50, 86},
		{"made before, some day and since", Stock{Before: 36, Undated: 10, Since: 5, Received: []float64{20}}, 41, 51},
		{"nothing", Stock{}, 0, 0},
	} {
		if got := c.stock.Available(); got != c.available {
			t.Errorf("%s: %g available, want %g", c.name, got, c.available)
		}
		if got := c.stock.Most(); got != c.most {
			t.Errorf("%s: at most %g, want %g", c.name, got, c.most)
		}
	}
}

func TestWhenMade(t *testing.T) {
	for _, c := range []struct {
		ended, first Day
		want         Making
	}{{NoDay, 5, MadeSometime}, {5, NoDay, MadeSometime}, {4, 5, MadeBefore}, {5, 5, MadeBefore}, {6, 5, MadeSince}} {
		if got := WhenMade(c.ended, c.first); got != c.want {
			t.Errorf("ended %d, arrived %d: %d, want %d", c.ended, c.first, got, c.want)
		}
	}
}
