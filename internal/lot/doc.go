// Package lot is everything the house knows of lots without a store: the form in
// which the spellings of one code are equal, which lots a record names and what
// it does with them (by the column Says of the kind table), what is kept of that
// for the graph, and the walks and sums over it.
//
// A record is read once, when it is written, into a Reading; its Rows are what
// the store keeps, one for each lot and role, each with the lots on the other
// side. So a step of a walk is one range of rows, and reads no record.
package lot
