package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// fromEnvironment reads the variables of the wanted options, and warns about unknown ones. An empty
// variable counts as not set, because that is how a shell or a compose file unsets one.
func fromEnvironment(environ []string, wanted func(*option) bool, readFile func(string) ([]byte, error)) ([]setting, []string, error) {
	vars := map[string]string{}
	for _, line := range environ {
		name, value, _ := strings.Cut(line, "=")
		if strings.HasPrefix(name, envPrefix) {
			vars[name] = value
		}
	}
	maps.DeleteFunc(vars, func(_, value string) bool { return value == "" })

	warnings := unknownVariables(vars)
	var list []setting
	for i := range options {
		o := &options[i]
		if !wanted(o) {
			continue
		}
		s, err := fromVariables(o, vars, readFile)
		if err != nil {
			return nil, warnings, err
		}
		if s.option != nil {
			list = append(list, s)
		}
	}
	return list, warnings, nil
}

// fromVariables returns a zero setting if neither variable is set.
func fromVariables(o *option, vars map[string]string, readFile func(string) ([]byte, error)) (setting, error) {
	value, path := vars[o.env()], vars[o.envFile()]
	switch {
	case value != "" && path != "":
		return setting{}, fmt.Errorf("%s: set together with %s; unset one of them", o.env(), o.envFile())
	case value != "":
		return setting{option: o, value: value, origin: o.env()}, nil
	case path == "":
		return setting{}, nil
	case o.file:
		return setting{option: o, value: path, origin: o.envFile()}, nil
	}
	data, err := readFile(path)
	if err != nil {
		return setting{}, fmt.Errorf("%s: cannot read %s: %w; name a file that holds the value",
			o.envFile(), o.showPath(path), cause(err))
	}
	// Editors and echo end a file with a newline that is not meant as part of the value.
	if value = strings.TrimRight(string(data), "\r\n"); value == "" {
		return setting{}, fmt.Errorf("%s: the file %s is empty; name a file that holds the value", o.envFile(), quote(path))
	}
	return setting{option: o, value: value, origin: o.envFile(), path: path}, nil
}

func unknownVariables(vars map[string]string) []string {
	var known, warnings []string
	for i := range options {
		known = append(known, options[i].env(), options[i].envFile())
	}
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		if slices.Contains(known, name) {
			continue
		}
		line := fmt.Sprintf("%q: no such variable, it is ignored", name)
		if near := nearest(name, known); near != "" {
			line += fmt.Sprintf("; did you mean %s?", near)
		}
		warnings = append(warnings, line)
	}
	return warnings
}
