// Package eudr prepares what the EU deforestation regulation, (EU) 2023/1115, requires about a lot:
// the GeoJSON file of its plots, a check of what the EU's system would refuse, the state of the
// article 9 information, and a dossier that a buyer can verify offline. It reads no store: a
// Collector receives the plots one by one from package trace and never holds more than one part of
// a file.
package eudr
