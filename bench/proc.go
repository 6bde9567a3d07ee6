package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// clockTick is the unit of processor time in /proc on every Linux that Go runs on.
const clockTick = 10 * time.Millisecond

// procStat returns a process's parent and the processor time it used, with that of
// its children that ended.
func procStat(pid int) (parent int, used time.Duration, err error) {
	text, err := os.ReadFile(procPath(pid, "stat"))
	if err != nil {
		return 0, 0, err
	}
	return parseStat(string(text))
}

func parseStat(text string) (parent int, used time.Duration, err error) {
	// The name, in brackets, may contain anything; the fields are counted after it.
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	const parentAt, firstTime, lastTime = 1, 11, 14
	if len(fields) <= lastTime {
		return 0, 0, fmt.Errorf("cannot read %q as the state of a process", text)
	}
	if parent, err = strconv.Atoi(fields[parentAt]); err != nil {
		return 0, 0, err
	}
	for _, field := range fields[firstTime : lastTime+1] {
		ticks, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, 0, err
		}
		used += time.Duration(ticks) * clockTick
	}
	return parent, used, nil
}

// family returns a process and its children.
func family(pid int) ([]int, error) {
	names, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil, err
	}
	all := []int{pid}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			continue // it ended since
		}
		parent, _, err := parseStat(string(text))
		if err != nil {
			return nil, err
		}
		if child, err := strconv.Atoi(filepath.Base(filepath.Dir(name))); err == nil && parent == pid {
			all = append(all, child)
		}
	}
	return all, nil
}

// databaseTime returns what a PostgreSQL server used, all its processes together.
// Children that end hand their time on to their parent, so none is lost.
func databaseTime(pid int) (total time.Duration, err error) {
	if pid == 0 {
		return 0, nil
	}
	pids, err := family(pid)
	if err != nil {
		return 0, err
	}
	for _, pid := range pids {
		if _, used, err := procStat(pid); err == nil {
			total += used
		}
	}
	return total, nil
}

// memory reads a line of a process's state, such as VmHWM or VmRSS, in bytes.
func memory(pid int, line string) (int64, error) {
	return memoryIn(procPath(pid, "status"), line)
}

func memoryIn(file, line string) (int64, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	for l := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(l, line+":"); ok {
			kib, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return kib << 10, err
		}
	}
	return 0, fmt.Errorf("%s has no line %s", file, line)
}

// databaseMemory returns the memory of a PostgreSQL server, counting shared pages once.
func databaseMemory(pid int) (total int64, err error) {
	if pid == 0 {
		return 0, nil
	}
	pids, err := family(pid)
	if err != nil {
		return 0, err
	}
	for _, pid := range pids {
		if pss, err := memoryIn(procPath(pid, "smaps_rollup"), "Pss"); err == nil {
			total += pss
		}
	}
	return total, nil
}

func procPath(pid int, name string) string { return filepath.Join("/proc", strconv.Itoa(pid), name) }
