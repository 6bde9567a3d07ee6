package api

// What the tests see of the inside.
const InterfaceRoutes = interfaceRoutes
