package trace

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"
	"time"

	"github.com/google/uuid"
)

// ID names a record permanently. It is a UUIDv7: 48 bits of creation time in
// milliseconds, 12 bits of partition where version 7 allows any random bits,
// and 62 random bits. Sorting by id is therefore sorting by creation time, and
// an id gives the partition of its harvest without a look-up.
type ID [16]byte

// Partitions is how many partitions a store can be divided into.
const Partitions = 4096

// PartitionOf maps a harvest to its partition. Every id contains the result, so the
// mapping never changes.
func PartitionOf(harvestID string) uint16 {
	sum := sha256.Sum256([]byte(harvestID))
	return binary.BigEndian.Uint16(sum[:2]) % Partitions
}

// NewID returns the id of a record created at an instant in a harvest.
func NewID(at time.Time, harvestID string, random io.Reader) (ID, error) {
	var id ID
	if _, err := io.ReadFull(random, id[8:]); err != nil {
		return ID{}, err
	}
	var ms [8]byte
	binary.BigEndian.PutUint64(ms[:], uint64(at.UnixMilli()))
	copy(id[:6], ms[2:])
	binary.BigEndian.PutUint16(id[6:8], 0x7000|PartitionOf(harvestID))
	id[8] = id[8]&0x3f | 0x80
	return id, nil
}

// ParseID reads the usual 36-character form, and no other.
func ParseID(text string) (ID, bool) {
	if len(text) != 36 {
		return ID{}, false
	}
	parsed, err := uuid.Parse(text)
	return ID(parsed), err == nil
}

func (id ID) String() string { return uuid.UUID(id).String() }

// append appends the usual form.
func (id ID) append(dst []byte) []byte {
	dst = hex.AppendEncode(dst, id[:4])
	for _, part := range [][2]int{{4, 6}, {6, 8}, {8, 10}, {10, 16}} {
		dst = hex.AppendEncode(append(dst, '-'), id[part[0]:part[1]])
	}
	return dst
}

// Partition returns the partition of the record's harvest.
func (id ID) Partition() uint16 { return binary.BigEndian.Uint16(id[6:8]) & 0x0fff }

// Time returns the instant of creation.
func (id ID) Time() time.Time {
	var ms [8]byte
	copy(ms[2:], id[:6])
	return time.UnixMilli(int64(binary.BigEndian.Uint64(ms[:]))).UTC()
}
