// Package standalone is the program rastro-verify: it checks files without a server, a network or a
// database.
package standalone

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"rastro/internal/lang"
	"rastro/internal/verifyfile"
	"rastro/internal/verifyfile/pinflags"
)

// Exit codes.
const (
	exitHolds  = 0
	exitFails  = 1
	exitUnable = 2
	exitOpen   = 3
)

type options struct {
	language string
	pins     verifyfile.Pins
	files    []string
}

// Run runs the program and returns its exit code. Of several files, the worst one decides.
func Run(args, environ []string, stdout, stderr io.Writer) int {
	o, l, err := read(args, environ)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, help.In(l))
		return exitHolds
	case err != nil:
		fmt.Fprintf(stderr, "rastro-verify: %v\n", err)
		return exitUnable
	}
	codes := map[int]bool{}
	for i, path := range o.files {
		if i > 0 {
			fmt.Fprintln(stdout)
		}
		code, err := check(path, &o, l, stdout)
		if err != nil {
			fmt.Fprintf(stderr, "rastro-verify: %v\n", err)
		}
		codes[code] = true
	}
	for _, code := range []int{exitFails, exitUnable, exitOpen} {
		if codes[code] {
			return code
		}
	}
	return exitHolds
}

// read reads the command line.
func read(args, environ []string) (o options, l lang.Lang, err error) {
	set := flag.NewFlagSet("rastro-verify", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	flags := pinflags.Add(set)
	set.StringVar(&o.language, "lang", "", "")
	for rest := args; ; { // options may also follow the files
		err = set.Parse(rest)
		if err != nil || set.NArg() == 0 {
			break
		}
		o.files, rest = append(o.files, set.Arg(0)), set.Args()[1:]
	}
	l = ofSystem(environ)
	if chosen, known := lang.ByCode(o.language); known {
		l = chosen
	} else if o.language != "" && err == nil {
		err = fmt.Errorf("--lang is pt, en or es, not %q", o.language)
	}
	if err != nil {
		return o, l, err
	}
	if len(o.files) == 0 {
		return o, l, errors.New(noFile.In(l))
	}
	o.pins, err = flags.Read(l)
	return o, l, err
}

// ofSystem returns the language of the system: Portuguese if it names none of ours.
func ofSystem(environ []string) lang.Lang {
	set := map[string]string{}
	for _, variable := range environ {
		name, value, _ := strings.Cut(variable, "=")
		set[name] = value
	}
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if code, _, _ := strings.Cut(set[name], "_"); code != "" {
			l, known := lang.ByCode(code)
			if !known {
				l = lang.EN
			}
			return l
		}
	}
	return lang.PT
}

// marks precede the steps.
var marks = map[verifyfile.State]string{verifyfile.Passed: "✓", verifyfile.Undone: "!", verifyfile.Broken: "✗", verifyfile.Mentions: "–"}

// codes are the exit codes of the verdicts.
var codes = map[verifyfile.Verdict]int{verifyfile.Holds: exitHolds, verifyfile.Open: exitOpen, verifyfile.Fails: exitFails, verifyfile.Unable: exitUnable}

// check checks a file and prints the result.
func check(path string, o *options, l lang.Lang, stdout io.Writer) (int, error) {
	f, err := os.Open(path)
	if err != nil {
		return exitUnable, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return exitUnable, err
	}
	if !info.Mode().IsRegular() {
		return exitUnable, fmt.Errorf("%s: %s", path, noRegularFile.In(l))
	}
	result, err := verifyfile.Check(f, info.Size(), o.pins)
	if err != nil {
		return exitUnable, err
	}
	out := &strings.Builder{}
	fmt.Fprintf(out, "%s: %s\n", path, verdicts[result.Verdict].In(l))
	for i := range result.Steps {
		fmt.Fprintf(out, "  %s %s\n", marks[result.Steps[i].State], verifyfile.Printable(result.Steps[i].In(l)))
	}
	if result.Err != nil {
		fmt.Fprintf(out, "    %s: %s\n", detail.In(l), verifyfile.Printable(result.Err.Error()))
	}
	if result.Kind == verifyfile.Dossier && result.Err == nil {
		fmt.Fprintf(out, "  – %s: %s\n", lotOf.In(l), verifyfile.Printable(result.Dossier.Lot))
	}
	if result.Verdict == verifyfile.Holds || result.Verdict == verifyfile.Open {
		fmt.Fprintf(out, "%s\n", notProven.In(l))
		for _, text := range result.NotProven() {
			fmt.Fprintf(out, "  · %s\n", text.In(l))
		}
	}
	_, err = io.WriteString(stdout, out.String())
	return codes[result.Verdict], err
}
