package attach

// MostOfKey and MostOfOrganization are how many files of one sender arrive at once.
const (
	MostOfKey          = maxArrivingOfKey
	MostOfOrganization = maxArrivingOfOrganization
)

// Hurry makes a Keeper wait for no place: what is full is refused at once.
func (k *Keeper) Hurry() { k.patience = 0 }
