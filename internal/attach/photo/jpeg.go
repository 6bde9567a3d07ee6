package photo

import (
	"bufio"
	"encoding/binary"
	"io"
)

// Markers of a JPEG.
const (
	startOfImage  = 0xd8
	endOfImage    = 0xd9
	firstRestart  = 0xd0
	lastRestart   = 0xd7
	startOfScan   = 0xda
	huffmanTable  = 0xc4
	arithmetic    = 0xcc
	extension     = 0xc8
	progressive   = 0xc2
	firstFrame    = 0xc0
	lastFrame     = 0xcf
	block         = 8 // pixels of a block's side
	maxComponents = 4
)

// worstJPEG is how many bytes a pixel Go's decoder takes at most: five for each of four samples, and
// four for the conversion.
const worstJPEG = 5*maxComponents + 4

// jpegMemory returns the memory that Go's decoder needs for a JPEG, from the header of its frame; 0
// if that cannot be read. The decoder keeps one byte per sample, and four more in a progressive
// JPEG, whose coefficients come in several passes. RGB and CMYK pictures are also converted. The
// frame is searched for exactly as the decoder does: otherwise the decoder could find one that was
// not counted.
func jpegMemory(file io.Reader) int64 {
	in := bufio.NewReader(file)
	var head [2]byte
	if _, err := io.ReadFull(in, head[:]); err != nil || head != [2]byte{0xff, startOfImage} {
		return 0
	}
	for {
		marker, err := nextMarker(in)
		if err != nil || marker == startOfScan || marker == endOfImage {
			return 0
		}
		if marker >= firstRestart && marker <= lastRestart {
			continue // these have no length
		}
		var size [2]byte
		if _, err := io.ReadFull(in, size[:]); err != nil {
			return 0
		}
		length := int(binary.BigEndian.Uint16(size[:])) - len(size)
		isFrame := marker >= firstFrame && marker <= lastFrame && marker != huffmanTable && marker != extension && marker != arithmetic
		if !isFrame {
			if _, err := in.Discard(max(length, 0)); err != nil {
				return 0
			}
			continue
		}
		frame := make([]byte, max(length, 0))
		if _, err := io.ReadFull(in, frame); err != nil {
			return 0
		}
		return frameMemory(frame, marker == progressive)
	}
}

func nextMarker(in *bufio.Reader) (byte, error) {
	for {
		if b, err := in.ReadByte(); err != nil || b != 0xff {
			if err != nil {
				return 0, err
			}
			continue
		}
		for {
			b, err := in.ReadByte()
			if err != nil || b != 0xff && b != 0 {
				return b, err
			}
			if b == 0 {
				break
			}
		}
	}
}

// frameMemory reads the header of a frame: precision, height, width, components with their sampling.
func frameMemory(frame []byte, progressive bool) int64 {
	if len(frame) < 6 {
		return 0
	}
	height, width, n := int64(binary.BigEndian.Uint16(frame[1:])), int64(binary.BigEndian.Uint16(frame[3:])), int(frame[5])
	if n < 1 || n > maxComponents || len(frame) < 6+3*n {
		return 0
	}
	var wide, high, all int64
	for i := range n {
		h, v := int64(frame[7+3*i]>>4), int64(frame[7+3*i]&15)
		wide, high, all = max(wide, h), max(high, v), all+h*v
	}
	if wide == 0 || high == 0 {
		return 0
	}
	across, down := (width+block*wide-1)/(block*wide), (height+block*high-1)/(block*high)
	samples := across * down * all * block * block
	memory := samples
	if progressive {
		memory += 4 * samples
	}
	if n == maxComponents || n == 3 && all == 3*wide*high { // it may be CMYK or RGB
		memory += 4 * width * height
	}
	return memory
}
