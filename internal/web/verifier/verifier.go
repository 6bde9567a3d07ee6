// Package verifier contains the script with which a browser checks proofs and dossiers by itself,
// the QR reader that it needs, and the texts of its page. The steps are those of docs/verify.md.
package verifier

import (
	_ "embed"
	"encoding/json"
	"strings"

	"rastro/internal/lang"
	"rastro/internal/web/assets"
)

// The parts of the script, each one concept. They share one scope.
var (
	//go:embed broken.js
	brokenPart string
	//go:embed canon.js
	canonPart string
	//go:embed note.js
	notePart string
	//go:embed zip.js
	zipPart string
	//go:embed check.js
	checkPart string
	//go:embed page.js
	pagePart string
)

// Style is this page's addition to the style of all pages.
//
//go:embed verifier.css
var Style string

// Checks returns the part of the script that needs no page: checkProof and checkDossier.
func Checks() string {
	return strings.Join([]string{brokenPart, canonPart, notePart, zipPart, checkPart}, "\n")
}

// Script returns the script of the page.
func Script() string { return "'use strict';\n{\n" + Checks() + "\n" + pagePart + "}\n" }

// CodeReader returns the library that finds QR codes in pictures.
func CodeReader() (string, error) {
	a, err := assets.Open("jsQR.js")
	if err != nil {
		return "", err
	}
	content, err := a.Content()
	return string(content), err
}

// Words returns the script's texts, as JSON.
func Words(l lang.Lang) (string, error) {
	words := map[string]string{}
	for name, text := range said {
		words[name] = text.In(l)
	}
	out, err := json.Marshal(words) // it escapes <, so the words cannot end the element they are in
	return string(out), err
}
