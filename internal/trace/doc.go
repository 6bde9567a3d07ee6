// Package trace is the domain: records of a crop's way from planting plan to
// ship, the keys that may write them, the catalogue of phases, validations,
// and the use cases over them. It knows neither HTTP nor SQL: the API and the
// pages call its Service, and a store implements its Store port.
package trace
