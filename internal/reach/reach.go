// Package reach decides which harvests a caller reaches. Most callers reach all of them, some a
// list, and those of an organisation the harvests that it owns or shares. An organisation may have
// any number of harvests, so nothing here keeps them all in memory: queries carry a Set, and single
// checks use a Caller.
package reach

import (
	"context"
	"encoding/hex"
	"slices"
	"strings"
)

// ID identifies an organisation: the id of its entry in the journal.
type ID = [16]byte

// Level is what an organisation may do in a harvest.
type Level uint8

// The levels. Each includes those before it. The numbers are stored.
const (
	None Level = iota
	Read
	Write
	Owner
)

// LevelNames are the levels as the journal and the wire name them.
var LevelNames = []string{None: "nenhum", Read: "leitura", Write: "escrita", Owner: "dona"}

func (l Level) String() string { return LevelNames[l] }

// LevelNamed finds a level by its name.
func LevelNamed(name string) (Level, bool) {
	i := slices.Index(LevelNames, name)
	return Level(max(i, 0)), i >= 0
}

// Set is the harvests that a query is about. The zero value is all of them. If both members
// are set, it is the harvests that are in both.
type Set struct {
	HarvestIDs   []string // only these; none: any
	Organization ID       // only what it reaches; zero: any
}

// Only returns a set of some harvests. The list must not be empty, because that would mean all of
// them.
func Only(harvestIDs ...string) Set { return Set{HarvestIDs: harvestIDs} }

// All reports whether the set is all harvests.
func (s *Set) All() bool { return len(s.HarvestIDs) == 0 && s.Organization == ID{} }

// Text returns the set as a text; equal sets have equal texts.
func (s *Set) Text() string {
	text := strings.Join(s.HarvestIDs, "\x00")
	if s.Organization != (ID{}) {
		text += "\x00\x01" + hex.EncodeToString(s.Organization[:]) // no harvest has such a name
	}
	return text
}

// Grant is an organisation's right in a harvest, and the entry of the journal that gave it.
type Grant struct {
	Organization ID
	HarvestID    string
	Level        Level
	Note         ID
}

// OrganizationName is a name that an organisation has or had, folded.
type OrganizationName struct {
	Folded       string
	Organization ID
	Current      string // what the organisation is called now
}

// StoredOrganization is an organisation as stored: Body is the content of its newest journal entry.
type StoredOrganization struct {
	ID      ID
	Version int64
	Name    string
	Body    []byte
}

// Logo is a picture as stored, with the journal entry that contains it too.
type Logo struct {
	Sum   string // its SHA-256
	Media string
	Body  []byte
	Note  ID
}

// Claim has the facts that decide whether a harvest is still free: its owner, and the author of
// its first version.
type Claim struct {
	Owned  bool
	Author string // "" if nothing was ever written in it
}

// Reader reads organisations and their reach.
type Reader interface {
	GrantReader
	// Organizations returns organisations by name, those after one name and id.
	Organizations(ctx context.Context, after StoredOrganization, limit int) ([]StoredOrganization, error)
	// Organization returns an organisation; ok is false if there is none.
	Organization(ctx context.Context, id ID) (found StoredOrganization, ok bool, err error)
	// OrganizationNamed returns the organisation that has or had a folded name.
	OrganizationNamed(ctx context.Context, folded string) (found StoredOrganization, ok bool, err error)
	// OrganizationNames returns every name that an organisation has or had.
	OrganizationNames(ctx context.Context) ([]OrganizationName, error)
	// Grants returns who reaches a harvest, including revoked shares.
	Grants(ctx context.Context, harvestID string) ([]Grant, error)
	// UnownedHarvests reads up to a number of harvest names after one, and returns those without an
	// owner, including those without live records. last is the last name it read; "" if there are
	// no more.
	UnownedHarvests(ctx context.Context, after string, look int) (names []string, last string, err error)
	// ShareRevision grows whenever a harvest is shared or a share is revoked.
	ShareRevision(ctx context.Context) (int64, error)
}

// GrantReader reads one organisation's right in one harvest.
type GrantReader interface {
	// Grant returns one look-up of a primary key. A missing row is a grant of None.
	Grant(ctx context.Context, organization ID, harvestID string) (Grant, error)
	// Claim reads a bounded number of rows, however many the harvest has.
	Claim(ctx context.Context, harvestID string) (Claim, error)
}

// ClaimingReader knows which organisations still lack some of their earlier harvests.
type ClaimingReader interface {
	Claiming(ctx context.Context, organization ID) (bool, error)
}

// ClaimingWriter notes that an organisation must be given the harvests that it began earlier, or
// that this is done.
type ClaimingWriter interface {
	SetClaiming(ctx context.Context, organization ID, claiming bool) error
}

// LogoReader reads logos.
type LogoReader interface {
	// Logo returns a logo by its SHA-256; ok is false if there is none.
	Logo(ctx context.Context, sum string) (found Logo, ok bool, err error)
}

// LogoWriter adds logos.
type LogoWriter interface {
	LogoReader
	// PutLogo adds a logo. One that is there already conflicts.
	PutLogo(ctx context.Context, l Logo) error
}

// Writer changes organisations and their reach.
type Writer interface {
	// PutOrganization writes an organisation and its folded names, in place of those it had.
	// A name that another has conflicts.
	PutOrganization(ctx context.Context, o StoredOrganization, folded []string) error
	// PutGrant writes what an organisation may do in a harvest. A second owner conflicts.
	PutGrant(ctx context.Context, g Grant) error
	// ChangeShares changes the revision of shares.
	ChangeShares(ctx context.Context) error
}
