package lot

// MaxDrawn is for the tests of the pages.
const MaxDrawn = maxDrawn
