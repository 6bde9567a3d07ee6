package main

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// options are the options of a run.
type options struct {
	sizes   []int
	rounds  int
	measure time.Duration
	warm    time.Duration
	loads   []string
	systems []string
	// data holds the filled stores between runs; out gets the report.
	data, out string
	fresh     bool
	// rastro and peers are the programs to run.
	rastro, peers string
	// whole: nothing was left out. Only such a run is published.
	whole bool
}

// Limits of the options, so that a slip does not take a day.
const (
	maxRounds  = 50
	maxMeasure = 10 * time.Minute
	maxRecords = 20 * million
	minRecords = 1_000
)

func allSystems() []string {
	return []string{sqliteName, limitName, postgresName, pgbenchName, pocketbaseName}
}

func allSizes() []int { return []int{10_000, million, 10 * million} }

func allLoads() []string {
	var names []string
	for _, l := range loads() {
		names = append(names, l.name)
	}
	return names
}

func readOptions(args []string) (options, error) {
	var o options
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	sizes := flags.String("sizes", "", "numbers of stored records, separated by commas (all: 10000,1000000,10000000)")
	flags.IntVar(&o.rounds, "rounds", 3, "rounds of each measurement")
	flags.DurationVar(&o.measure, "seconds", 5*time.Second, "length of a measurement")
	flags.DurationVar(&o.warm, "warm", 0, "length of the same load before it, not measured (2s; 1s before less than 5s)")
	chosenLoads := flags.String("loads", "", "loads, separated by commas (all: "+strings.Join(allLoads(), ",")+")")
	only := flags.String("only", "", "systems, separated by commas (all: "+strings.Join(allSystems(), ",")+")")
	flags.StringVar(&o.data, "data", filepath.Join("bench", ".data"), "folder that keeps the filled stores")
	flags.StringVar(&o.out, "out", "", "folder for the report (docs/benchmarks for a whole run, else that of -data)")
	flags.BoolVar(&o.fresh, "fresh", false, "fill the stores anew")
	flags.StringVar(&o.rastro, "rastro", filepath.Join("bin", "rastro"), "the program to measure")
	flags.StringVar(&o.peers, "peers", filepath.Join("bin", "peers"), "the program that runs the peers")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if o.warm == 0 {
		if o.warm = 2 * time.Second; o.measure < 5*time.Second {
			o.warm = time.Second
		}
	}
	var err1, err2, err3 error
	o.sizes, err1 = readSizes(*sizes)
	o.loads, err2 = choose("load", *chosenLoads, allLoads())
	o.systems, err3 = choose("system", *only, allSystems())
	if err := errors.Join(err1, err2, err3); err != nil {
		return o, err
	}
	switch {
	case o.rounds < 1 || o.rounds > maxRounds:
		return o, fmt.Errorf("%d rounds: choose 1 to %d", o.rounds, maxRounds)
	case o.measure < time.Second || o.measure > maxMeasure || o.measure%time.Second != 0:
		return o, fmt.Errorf("a measurement of %s: choose whole seconds, at most %s", o.measure, maxMeasure)
	case o.warm < time.Second || o.warm > maxMeasure || o.warm%time.Second != 0:
		return o, fmt.Errorf("%s before a measurement: choose whole seconds, at most %s", o.warm, maxMeasure)
	case slices.Contains(o.systems, limitName) && !slices.Contains(o.systems, sqliteName):
		return o, fmt.Errorf("%s answers what %s does: measure both", limitName, sqliteName)
	case slices.Contains(o.systems, pgbenchName) && !slices.Contains(o.systems, postgresName):
		return o, fmt.Errorf("%s runs on the server of %s: measure both", pgbenchName, postgresName)
	}
	o.whole = slices.Equal(o.sizes, allSizes()) && len(o.loads) == len(allLoads()) && len(o.systems) == len(allSystems())
	if o.out == "" {
		if o.out = o.data; o.whole {
			o.out = filepath.Join("docs", "benchmarks")
		}
	}
	return o, nil
}

func readSizes(text string) ([]int, error) {
	if text == "" {
		return allSizes(), nil
	}
	var sizes []int
	for _, word := range strings.Split(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || n < minRecords || n > maxRecords {
			return nil, fmt.Errorf("%q is not a size: choose numbers from %d to %d, separated by commas", word, minRecords, maxRecords)
		}
		sizes = append(sizes, n)
	}
	slices.Sort(sizes)
	return slices.Compact(sizes), nil
}

// choose picks names out of all, in the order of all.
func choose(what, text string, all []string) ([]string, error) {
	if text == "" {
		return all, nil
	}
	asked := map[string]bool{}
	for _, word := range strings.Split(text, ",") {
		word = strings.TrimSpace(word)
		if !slices.Contains(all, word) {
			return nil, fmt.Errorf("%q is not a known %s: choose from %s", word, what, strings.Join(all, ", "))
		}
		asked[word] = true
	}
	return slices.DeleteFunc(slices.Clone(all), func(name string) bool { return !asked[name] }), nil
}
