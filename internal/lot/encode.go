package lot

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
)

// A fact is stored as one value: a byte for the form, then a number whose bits say which members
// follow, then these, in the order of the bits. Round numbers, such as most masses, take few bytes.
// A row of a receipt is about fifty bytes.
const factForm = 1

// The members, by their bits.
const (
	hasKg = 1 << iota
	hasAmong
	hasIn
	hasOut
	hasLost
	hasMoistureIn
	hasMoistureOut
	hasImpurityIn
	hasImpurityOut
	hasShare
	hasOn
	hasPlace
	hasCarrier
	hasDestination
	hasProduct
	hasPaper
	hasVerdict
	hasCustody
	hasFindings
	hasOthers
	isCut
)

// members returns a bit for each member that the fact states.
func (f *Fact) members() (has uint64) {
	set := func(bit uint64, there bool) {
		if there {
			has |= bit
		}
	}
	set(hasKg, f.Kg != Mass{})
	set(hasAmong, f.Among > 1)
	set(hasIn, f.In != Mass{})
	set(hasOut, f.Out != Mass{})
	set(hasLost, f.Lost != Mass{})
	set(hasMoistureIn, IsKnown(f.MoistureIn))
	set(hasMoistureOut, IsKnown(f.MoistureOut))
	set(hasImpurityIn, IsKnown(f.ImpurityIn))
	set(hasImpurityOut, IsKnown(f.ImpurityOut))
	set(hasShare, f.Share != 0)
	set(hasOn, f.On.Known())
	set(hasPlace, f.Place != "")
	set(hasCarrier, f.Carrier != "")
	set(hasDestination, f.Destination != "")
	set(hasProduct, f.Product != "")
	set(hasPaper, f.Paper != "")
	set(hasVerdict, f.Verdict != NoVerdict)
	set(hasCustody, f.Custody >= 0)
	set(hasFindings, f.Errors|f.Alerts != 0)
	set(hasOthers, len(f.Others) > 0)
	set(isCut, f.Cut)
	return has
}

// Append appends the stored form of a fact.
func (f *Fact) Append(dst []byte) []byte {
	has := f.members()
	dst = append(dst, factForm)
	dst = binary.AppendUvarint(dst, has)
	dst = appendText(dst, f.HarvestID)
	dst = appendText(dst, f.By)
	for _, m := range []*Mass{&f.Kg, &f.In, &f.Out, &f.Lost} {
		if *m != (Mass{}) {
			dst = appendMass(dst, m)
		}
	}
	if has&hasAmong != 0 {
		dst = binary.AppendUvarint(dst, uint64(f.Among))
	}
	for _, v := range []float64{f.MoistureIn, f.MoistureOut, f.ImpurityIn, f.ImpurityOut} {
		if IsKnown(v) {
			dst = appendNumber(dst, v)
		}
	}
	if has&hasShare != 0 {
		dst = appendNumber(dst, f.Share)
	}
	if has&hasOn != 0 {
		dst = binary.AppendVarint(dst, int64(f.On.From))
		dst = binary.AppendUvarint(dst, uint64(f.On.To-f.On.From))
	}
	for _, s := range []string{f.Place, f.Carrier, f.Destination, f.Product, f.Paper} {
		if s != "" {
			dst = appendText(dst, s)
		}
	}
	if has&hasVerdict != 0 {
		dst = append(dst, byte(f.Verdict))
	}
	if has&hasCustody != 0 {
		dst = append(dst, byte(f.Custody))
	}
	if has&hasFindings != 0 {
		dst = append(dst, f.Errors, f.Alerts)
	}
	if has&hasOthers != 0 {
		dst = binary.AppendUvarint(dst, uint64(len(f.Others)))
		for i := range f.Others {
			dst = appendText(dst, f.Others[i].Lot)
			dst = appendNumber(dst, f.Others[i].Kg)
			dst = appendNumber(dst, f.Others[i].Share)
		}
	}
	return dst
}

func appendText(dst []byte, s string) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// appendNumber writes the bits of a number starting with its sign, so that the trailing zeros of a
// round number take no space. An unknown number is encoded as a bare sign, with one more zero than
// any number has.
func appendNumber(dst []byte, v float64) []byte {
	if !IsKnown(v) {
		v = math.Copysign(0, -1)
	}
	return binary.AppendUvarint(dst, bits.ReverseBytes64(math.Float64bits(v)))
}

func appendMass(dst []byte, m *Mass) []byte {
	state := byte(m.State) << 1
	if m.Bags {
		state |= 1
	}
	return appendNumber(append(dst, state), m.Value)
}

// errFact is a stored fact that cannot be read.
var errFact = errors.New("lot: a stored fact cannot be read")

// Decode reads the stored form of a fact. Its texts share the memory of body.
func (f *Fact) Decode(body string) error {
	d := decoder{rest: body}
	if d.byte() != factForm {
		return errFact
	}
	has := d.uvarint()
	*f = noFact()
	f.HarvestID, f.By, f.Among = d.text(), d.text(), 1
	for _, m := range []struct {
		bit uint64
		to  *Mass
	}{{hasKg, &f.Kg}, {hasIn, &f.In}, {hasOut, &f.Out}, {hasLost, &f.Lost}} {
		if has&m.bit != 0 {
			*m.to = d.mass()
		}
	}
	if has&hasAmong != 0 {
		f.Among = int(d.uvarint())
	}
	for _, n := range []struct {
		bit uint64
		to  *float64
	}{{hasMoistureIn, &f.MoistureIn}, {hasMoistureOut, &f.MoistureOut}, {hasImpurityIn, &f.ImpurityIn}, {hasImpurityOut, &f.ImpurityOut}, {hasShare, &f.Share}} {
		if has&n.bit != 0 {
			*n.to = d.number()
		}
	}
	if has&hasOn != 0 {
		f.On.From = Day(d.varint())
		if f.On.To = f.On.From + Day(d.uvarint()); f.On.From == NoDay {
			f.On = NoDays
		}
	}
	for _, s := range []struct {
		bit uint64
		to  *string
	}{{hasPlace, &f.Place}, {hasCarrier, &f.Carrier}, {hasDestination, &f.Destination}, {hasProduct, &f.Product}, {hasPaper, &f.Paper}} {
		if has&s.bit != 0 {
			*s.to = d.text()
		}
	}
	if has&hasVerdict != 0 {
		f.Verdict = Verdict(d.byte())
	}
	if has&hasCustody != 0 {
		f.Custody = max(int8(d.byte()), -1)
	}
	if has&hasFindings != 0 {
		f.Errors, f.Alerts = d.byte(), d.byte()
	}
	if has&hasOthers != 0 {
		f.Others = d.others()
	}
	f.Share, f.Cut = orZero(f.Share), has&isCut != 0
	if d.failed {
		return errFact
	}
	return nil
}

// HarvestOf returns the HarvestID of a stored fact. It reads no further, so that a
// row of another harvest costs little to pass over.
func HarvestOf(body []byte) ([]byte, error) {
	if len(body) == 0 || body[0] != factForm {
		return nil, errFact
	}
	rest := body[1:]
	_, n := binary.Uvarint(rest)
	if n <= 0 {
		return nil, errFact
	}
	size, m := binary.Uvarint(rest[n:])
	if m <= 0 || size > uint64(len(rest)-n-m) {
		return nil, errFact
	}
	return rest[n+m:][:size], nil
}

// orZero returns a number; 0 if it is unknown.
func orZero(v float64) float64 {
	if !IsKnown(v) {
		return 0
	}
	return v
}

type decoder struct {
	rest   string
	failed bool
}

func (d *decoder) byte() byte {
	if d.rest == "" {
		d.failed = true
		return 0
	}
	b := d.rest[0]
	d.rest = d.rest[1:]
	return b
}

func (d *decoder) uvarint() uint64 {
	var v uint64
	for shift := uint(0); shift < 70; shift += 7 {
		b := d.byte()
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return v
		}
	}
	d.failed = true
	return 0
}

func (d *decoder) varint() int64 {
	u := d.uvarint()
	return int64(u>>1) ^ -int64(u&1)
}

func (d *decoder) text() string {
	n := d.uvarint()
	if n > uint64(len(d.rest)) {
		d.failed = true
		return ""
	}
	s := d.rest[:n]
	d.rest = d.rest[n:]
	return s
}

func (d *decoder) number() float64 {
	v := math.Float64frombits(bits.ReverseBytes64(d.uvarint()))
	if v == 0 && math.Signbit(v) {
		return Unknown
	}
	return v
}

func (d *decoder) others() []Other {
	n := d.uvarint()
	if n > uint64(len(d.rest)) {
		d.failed = true
		return nil
	}
	all := make([]Other, n)
	for i := range all {
		all[i] = Other{d.text(), d.number(), orZero(d.number())}
	}
	return all
}

func (d *decoder) mass() Mass {
	state := d.byte()
	return Mass{Value: orZero(d.number()), State: MassState(state >> 1), Bags: state&1 != 0}
}
