package chaos

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// The clock of a single process. A static Go program reads the time from the page of code that the
// kernel maps into it (the vDSO). So neither LD_PRELOAD nor a filter of system calls affects it, a
// time namespace moves only the monotonic clocks, and setting the machine's clock would affect
// everybody. Therefore that page is rewritten in this process alone: its clock_gettime calls the
// kernel, and adds seconds to the time of day. Monotonic time stays unchanged, as when an operator
// sets a clock.
//
// mov eax, 228; syscall; test edi, edi; jne end; add qword [rsi], seconds; end: ret
var movedClock = []byte{0xb8, 228, 0, 0, 0, 0x0f, 0x05, 0x85, 0xff, 0x75, 7, 0x48, 0x81, 0x06, 0, 0, 0, 0, 0xc3}

const secondsAt = 14 // in movedClock

// clockMoves says why the clock of a process cannot be moved here; nil if it can.
func clockMoves() error {
	f, err := os.OpenFile("/proc/self/mem", os.O_RDWR, 0)
	if err != nil {
		return errors.New("the memory of processes cannot be written")
	}
	f.Close()
	_, _, err = clockCode(os.Getpid())
	return err
}

// moveClock moves the clock of a process ahead of the machine's, or behind it.
func moveClock(pid int, by time.Duration) error {
	base, end, err := clockCode(pid)
	if err != nil {
		return err
	}
	mem, err := os.OpenFile(fmt.Sprintf("/proc/%d/mem", pid), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer mem.Close()
	code := bytes.Clone(movedClock)
	binary.LittleEndian.PutUint32(code[secondsAt:], uint32(int32(by/time.Second)))
	for range 1000 {
		free, err := stopOutside(pid, base, end)
		if err == nil && free {
			_, err = mem.WriteAt(code, base)
		}
		if err := errors.Join(err, syscall.Kill(pid, syscall.SIGCONT)); err != nil || free {
			return err
		}
	}
	return errors.New("the process never leaves its clock")
}

// clockCode finds where a process reads the time.
func clockCode(pid int) (begin, end int64, err error) {
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(maps)) {
		if !strings.HasSuffix(line, "[vdso]\n") {
			continue
		}
		var from, to int64
		if _, err := fmt.Sscanf(line, "%x-%x", &from, &to); err != nil {
			return 0, 0, err
		}
		mem, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
		if err != nil {
			return 0, 0, err
		}
		defer mem.Close()
		page := make([]byte, to-from)
		if _, err := mem.ReadAt(page, from); err != nil {
			return 0, 0, err
		}
		object, err := elf.NewFile(bytes.NewReader(page))
		if err != nil {
			return 0, 0, err
		}
		symbols, err := object.DynamicSymbols()
		for _, s := range symbols {
			if s.Name == "__vdso_clock_gettime" && s.Size >= uint64(len(movedClock)) {
				return from + int64(s.Value), from + int64(s.Value+s.Size), nil
			}
		}
		return 0, 0, errors.Join(err, errors.New("the kernel's page has no clock"))
	}
	return 0, 0, errors.New("the kernel maps no clock into programs")
}

// stopOutside stops a process and reports whether none of its threads is within a range of
// its code.
func stopOutside(pid int, begin, end int64) (bool, error) {
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		return false, err
	}
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*", pid))
	if err != nil {
		return false, err
	}
	for _, thread := range threads {
		var place string
		for place == "" || place == "running" {
			text, err := os.ReadFile(thread + "/syscall")
			if errors.Is(err, os.ErrNotExist) {
				break
			}
			if err != nil {
				return false, err
			}
			place = strings.TrimSpace(string(text))
		}
		fields := strings.Fields(place)
		if len(fields) == 0 {
			continue
		}
		var at int64
		if _, err := fmt.Sscanf(fields[len(fields)-1], "0x%x", &at); err != nil {
			return false, fmt.Errorf("%s: %w", place, err)
		}
		if at >= begin && at < end {
			return false, nil
		}
	}
	return true, nil
}
