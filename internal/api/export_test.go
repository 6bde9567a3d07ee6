package api

// Internals that the tests use.
const InterfaceRoutes = interfaceRoutes
