// Package postage limits how much mail people have sent: to one address, and for one sender, one
// organisation and one network. Each server counts by itself.
package postage

import (
	"time"

	"rastro/internal/quota"
)

// Letter is what is known about a message before it is sent.
type Letter struct{ To, Sender, Organization, Network string }

// rates are the limits. An organisation may invite everybody on one day; nobody needs a dozen links.
var rates = [...]quota.Rate{
	{Burst: 5, PerSecond: 1. / 3600}, // to one address
	{Burst: 100, PerSecond: 1. / 300},
	{Burst: 200, PerSecond: 1. / 60},
	{Burst: 200, PerSecond: 1. / 60},
}

// Meter counts letters. It is safe for concurrent use.
type Meter struct {
	by [len(rates)]*quota.Buckets[string]
}

// New returns a Meter.
func New(now func() time.Time) (*Meter, error) {
	var m Meter
	for i, rate := range rates {
		var err error
		if m.by[i], err = quota.New[string](rate, now); err != nil {
			return nil, err
		}
	}
	return &m, nil
}

// Take counts a letter that may be sent; for any other it returns how long its sender has to wait.
func (m *Meter) Take(l Letter) (wait time.Duration) {
	named := [len(rates)]string{l.To, l.Sender, l.Organization, l.Network} // as in rates
	for i, name := range named {
		wait = max(wait, m.by[i].Wait(name))
	}
	for i := 0; i < len(named) && wait == 0; i++ {
		_, wait = m.by[i].Take(named[i])
	}
	return wait
}
