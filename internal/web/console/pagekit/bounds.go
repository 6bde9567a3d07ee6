package pagekit

// ReviewedVersions is how many versions of a harvest's records are reviewed while someone waits for
// a page: of the harvest, of a list, or of one of its records. One takes 20 to 60 microseconds.
const ReviewedVersions = 500
