package trace

// TraceMemory is what following a lot takes: the lots that were met, one level of
// the graph, and the answer where it is held until it is whole.
const TraceMemory = 16 << 20
