package attach

// MostOfKey and MostOfOrganization are how many files of one sender arrive at once.
const (
	MostOfKey          = maxArrivingOfKey
	MostOfOrganization = maxArrivingOfOrganization
)

// Hurry makes a Keeper refuse at once when it is full, instead of waiting.
func (k *Keeper) Hurry() { k.patience = 0 }
