// Package e2e opens the pages in a real browser: Debian's Chromium, driven by
// Playwright from scripts in this folder. It has tests only. They need node,
// chromium and the packages of package-lock.json ("npm ci"); without them they
// are skipped on a workstation and fail in CI.
package e2e
