package cli

// headroom is memory that is reserved and never touched, so that it takes room
// in Go's reckoning and none in the machine. Go collects when the heap has
// doubled; of the few megabytes a small store needs that would be many times a
// second, which takes a tenth of the machine and frees nothing that was needed.
const headroom = 16 << 20

// reserve returns the headroom, which counts as long as it is held.
func reserve() []byte { return make([]byte, headroom) }
