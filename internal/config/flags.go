package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// Flags adds to fs the flags of a command. It panics on a command that no row of
// the table names.
func Flags(fs *pflag.FlagSet, command string) {
	if !slices.ContainsFunc(options, func(o option) bool { return slices.Contains(o.commands, command) }) {
		panic(fmt.Sprintf("config: no option names the command %q", command))
	}
	for i := range options {
		o := &options[i]
		if o.secret || !o.usedBy(command) {
			continue
		}
		f := fs.VarPF(&rawFlag{option: o, command: command}, o.name, "", o.help)
		if o.value == "" {
			f.NoOptDefVal = "true"
		}
	}
}

// rawFlag keeps the text of a flag. Load parses it like the other sources, with the same messages.
type rawFlag struct {
	option  *option
	command string
	values  []string
}

func (f *rawFlag) Set(value string) error {
	if !f.option.list {
		f.values = nil // the last one wins, as everywhere
	}
	f.values = append(f.values, value)
	return nil
}

func (f *rawFlag) String() string {
	if f.values == nil {
		return f.option.def
	}
	return strings.Join(f.values, ",")
}

// Type returns the name of the value in the help; "bool" makes pflag show none.
func (f *rawFlag) Type() string {
	if f.option.value == "" {
		return "bool"
	}
	return f.option.value
}

func fromFlags(fs *pflag.FlagSet) []setting {
	var list []setting
	for i := range options {
		if f := ours(fs, options[i].name); f != nil && f.values != nil {
			list = append(list, setting{option: f.option, value: f.String(), origin: "flag --" + f.option.name})
		}
	}
	return list
}

// wantedBy returns the options that the command of fs uses.
func wantedBy(fs *pflag.FlagSet) func(*option) bool {
	for i := range options {
		if f := ours(fs, options[i].name); f != nil {
			return func(o *option) bool { return o.usedBy(f.command) }
		}
	}
	return func(*option) bool { return true }
}

// ours returns nil for a flag that is not there or that Flags did not make.
func ours(fs *pflag.FlagSet, name string) *rawFlag {
	if fs == nil {
		return nil
	}
	if found := fs.Lookup(name); found != nil {
		f, _ := found.Value.(*rawFlag)
		return f
	}
	return nil
}
