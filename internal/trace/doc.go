// Package trace is the domain: records from the planting plan to the ship, keys, the
// phases of crops, validations, and the journal that they are versions in. It knows
// neither HTTP nor SQL: a store implements its Store port, and the packages above it are
// the use cases, which package app puts together.
package trace
