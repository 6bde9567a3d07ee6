package dispute_test

import (
	"fmt"
	"os"
	"testing"

	"rastro/internal/access"
	"rastro/internal/app"
	"rastro/internal/dispute"
	"rastro/internal/kind"
	"rastro/internal/ownerbook"
	"rastro/internal/ownership"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// keyOf makes a key with all rights over some harvests.
func keyOf(t *testing.T, service *app.App, root *trace.Key, organization string, harvests ...string) *trace.Key {
	t.Helper()
	made, err := service.CreateKey(t.Context(), root, access.Request{
		Name: organization, Organization: organization, Scopes: []trace.Scope{trace.Read, trace.Write, trace.Admin}, Harvests: harvests,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &made.Key.Key
}

func identify(t *testing.T, service *app.App, by *trace.Key, harvestID, lot string) {
	t.Helper()
	envelope := trace.Envelope{HarvestID: harvestID, Payload: fmt.Appendf(nil, `{"codigoLote":%q}`, lot)}
	if _, err := service.Create(t.Context(), by, kind.ByPrefix(kind.LotIdentification), envelope, nil); err != nil {
		t.Fatal(err)
	}
}

// A lot that two parties identify is in dispute until an administrator who sees both settles
// it; neither party sees the other.
func TestSettle(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		service, root := stores.Rooted(t, d.Store(t), testkit.Ticking().Now)
		north, south := keyOf(t, service, &root.Key, "Norte", "N-1"), keyOf(t, service, &root.Key, "Sul", "S-1")
		identify(t, service, north, "N-1", "LOTE-7")
		identify(t, service, south, "S-1", "LOTE-7")
		identify(t, service, south, "S-1", "LOTE-8")

		desk := func(by *trace.Key) dispute.Desk { return dispute.Desk{Book: service, By: by} }
		for _, by := range []*trace.Key{north, south} {
			if found, _, err := desk(by).List(t.Context(), "", 10); err != nil || len(found) != 0 {
				t.Errorf("a party that sees one side lists %d disputes, %v", len(found), err)
			}
		}
		found, _, err := desk(&root.Key).List(t.Context(), "", 10)
		if err != nil || len(found) != 1 || found[0].Owner.HarvestID != "N-1" || len(found[0].Rivals) != 1 || found[0].Rivals[0].HarvestID != "S-1" {
			t.Fatalf("the administrator lists %+v, %v", found, err)
		}

		code := ownership.Code{Realm: ownership.Lots, Text: found[0].Owner.Text}
		if _, _, err := desk(north).Settle(t.Context(), code, ownerbook.Settlement{HarvestID: "N-1", Reason: "É meu"}, nil); err == nil {
			t.Error("a party settled its own dispute")
		}
		if _, _, err := desk(&root.Key).Settle(t.Context(), code, ownerbook.Settlement{HarvestID: "S-1", Reason: "Romaneio conferido"}, nil); err != nil {
			t.Fatal(err)
		}
		whose, err := desk(&root.Key).Standing(t.Context(), code)
		if err != nil || whose == nil || whose.Owner != "S-1" || !whose.Settled {
			t.Errorf("after the decision: %+v, %v", whose, err)
		}
	})
}
