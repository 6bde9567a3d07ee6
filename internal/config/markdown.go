package config

import (
	"fmt"
	"strings"
)

const markdownHead = `<!-- Written by go test ./internal/config -update out of its option table. Do not edit. -->

# Options

` + "`rastro serve`" + ` runs without any. A later source wins: default, configuration file, environment, flag.
A wrong value stops the program with one line that says where it stands and what to write instead,
even where a later source overrides it.

| Flag | Variable | Default | Commands | Meaning |
|---|---|---|---|---|
`

// example is read by a test, so that what operators copy works.
const example = `# /etc/rastro.conf
addr = :8080
db = postgres://rastro@db.example.org/rastro
public-url = https://rastro.example.org

# Pages of these origins may call the interface.
cors-origin = https://app.example.org, https://painel.example.org
`

const markdownTail = `
## Environment

A variable is ` + "`RASTRO_`" + ` and the option's name in capitals with underscores. An empty one counts as not set.
A ` + "`RASTRO_`" + ` variable that is not in the table is ignored with a warning, which names the one it is likely a misspelling of.

Each has a twin that ends in ` + "`_FILE`" + ` and names a file with the value in it, as container secrets come:
` + "`RASTRO_DB_FILE=/run/secrets/db`" + `. Line ends at the end of that file do not count. Setting both is an error.
(` + "`RASTRO_CONFIG_FILE`" + ` is simply another name of ` + "`RASTRO_CONFIG`" + `.)

## Configuration file

One ` + "`name = value`" + ` a line, the name as in the flag without its dashes. A line that begins with ` + "`#`" + ` is a comment.
Values take no quotation marks, and no comment stands behind them. An unknown name, or one set twice, is an error.

` + "```" + `
` + example + "```" + `

## Secrets

Flags show in process lists, so the root keys have none: give them as variables, as ` + "`_FILE`" + ` or in a configuration file
that only the server can read. The same holds for a database address with a password in it. No message
repeats a secret, and of a database address only what stands before the first colon.
`

// Markdown returns docs/options.md.
func Markdown() string {
	var b strings.Builder
	b.WriteString(markdownHead)
	for i := range options {
		o := &options[i]
		flag := code(strings.TrimSpace("--" + o.name + " " + o.value))
		if o.secret {
			flag = "none; in the file " + code(o.name)
		}
		commands := "all"
		if o.commands != nil {
			commands = strings.Join(o.commands, ", ")
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", flag, code(o.env()), code(o.def), commands, escape(o.help))
	}
	b.WriteString(markdownTail)
	return b.String()
}

func code(text string) string {
	if text == "" {
		return ""
	}
	return "`" + strings.ReplaceAll(text, "|", `\|`) + "`"
}

// escape keeps Markdown from reading a lone * or a | of a sentence.
func escape(text string) string { return strings.NewReplacer("*", `\*`, "|", `\|`).Replace(text) }
