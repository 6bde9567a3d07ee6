// Package web serves the public pages. Everything a page needs is embedded in the
// binary and served under a content security policy that allows no other source.
// Names of served files contain a hash of their content, so browsers cache them
// forever and still see a new release at once.
package web
