//go:build !unix

package wholefile

// SyncFolder does nothing here: folders cannot be synced.
func SyncFolder(string) error { return nil }
