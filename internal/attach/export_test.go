package attach

// MostOfKey and MostOfOrganization are how many files of one sender arrive at once.
const (
	MostOfKey          = maxArrivingOfKey
	MostOfOrganization = maxArrivingOfOrganization
)

// Hurry makes a Keeper refuse at once when it is full, instead of waiting.
func (k *Keeper) Hurry() { k.patience = 0 }

// Full takes every place in which files are stored, and returns how to give them back.
func (k *Keeper) Full() (release func()) {
	var all []func()
	for give, ok := k.storing.hold(); ok; give, ok = k.storing.hold() {
		all = append(all, give)
	}
	return func() {
		for _, give := range all {
			give()
		}
	}
}

func (p *slots) hold() (give func(), ok bool) {
	_, ok = p.try(nil)
	return func() { p.give(nil) }, ok
}
