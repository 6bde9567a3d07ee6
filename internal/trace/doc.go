// Package trace is the domain: records from the planting plan to the ship, keys,
// the phase catalogue, validations, and the use cases over them. It knows neither
// HTTP nor SQL: the API and the pages call its Service, and a store implements its
// Store port.
package trace
