// Package e2e tests the whole program from outside: pages in a real browser
// (Debian's Chromium, driven by Playwright), clients generated from the OpenAPI
// documents, and the commands of the tour. It needs node, chromium and the
// packages in package-lock.json ("npm ci"); without them its tests are skipped on
// a workstation and fail in CI.
package e2e
