package config

import (
	"fmt"
	"slices"
	"strings"
)

// entry is a line of a configuration file.
type entry struct {
	option *option
	value  string
	line   int
}

// fromConfigFile reads the file named by the last setting for it.
func fromConfigFile(named []setting, readFile func(string) ([]byte, error)) ([]setting, error) {
	named = slices.DeleteFunc(named, func(s setting) bool { return !s.option.file })
	if len(named) == 0 || named[len(named)-1].value == "" {
		return nil, nil
	}
	from := named[len(named)-1]
	data, err := readFile(from.value)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot read %s: %w; name a configuration file",
			from.origin, from.option.show(from.value), cause(err))
	}
	name := strings.Trim(quote(from.value), `"`)
	entries, err := parseFile(string(data))
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	var list []setting
	for _, e := range entries {
		list = append(list, setting{
			option: e.option, value: e.value, origin: fmt.Sprintf("%s:%d: %s", name, e.line, e.option.name),
		})
	}
	return list, nil
}

// parseFile reads lines of the form name = value, and skips blank lines and those that begin with
// #. An error begins with the number of its line. Of the line it only repeats known or similar
// names: anything else may be a misplaced secret.
func parseFile(text string) ([]entry, error) {
	var list []entry
	seen := map[string]int{}
	text = strings.TrimPrefix(text, "\ufeff") // some editors on Windows begin with it
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		o, value, err := parseLine(line)
		if err != nil {
			return nil, fmt.Errorf("%d: %w", number, err)
		}
		if first := seen[o.name]; first != 0 {
			return nil, fmt.Errorf("%d: %s is set on line %d already; remove one of the two", number, o.name, first)
		}
		seen[o.name] = number
		list = append(list, entry{o, value, number})
	}
	return list, nil
}

func parseLine(line string) (*option, string, error) {
	name, value, found := strings.Cut(line, "=")
	if !found {
		return nil, "", fmt.Errorf("the line has no =; write name = value, or # before a comment")
	}
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	o := lookup(name)
	switch {
	case o == nil:
		return nil, "", unknownName(name)
	case o.file:
		return nil, "", fmt.Errorf("%s cannot be set in the file itself; give it as --%s or %s", name, name, o.env())
	case value != "" && strings.ContainsAny(value[:1], `"'`):
		return nil, "", fmt.Errorf("%s begins with a quotation mark; write the value without", name)
	case strings.Contains(value, " #") || strings.Contains(value, "\t#"):
		// Taken for part of the value, it would make a database of that name.
		return nil, "", fmt.Errorf("%s has a comment behind its value; put the comment on its own line", name)
	}
	return o, value, nil
}

func unknownName(name string) error {
	var known []string
	for i := range options {
		if !options[i].file {
			known = append(known, options[i].name)
		}
	}
	// For a copied variable's name, suggest the option's.
	plain := strings.ReplaceAll(strings.ToLower(name), "_", "-")
	if near := nearest(strings.TrimPrefix(plain, "rastro-"), known); near != "" {
		return fmt.Errorf("unknown option %q; did you mean %s?", name, near)
	}
	return fmt.Errorf("unknown option; the names are %s", strings.Join(known, ", "))
}
