// Package web serves the pages: what people open in a browser. Everything a
// page needs is embedded in the binary and served by it under a content
// security policy that lets the browser ask nobody else. Names of served files
// carry a hash of their content, so a browser keeps them for good and a new
// release is seen at once.
package web
