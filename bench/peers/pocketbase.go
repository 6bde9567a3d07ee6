package main

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/pocketbase/pocketbase/apis"
	"github.com/pocketbase/pocketbase/core"
	_ "github.com/pocketbase/pocketbase/migrations" // its own tables
	"github.com/pocketbase/pocketbase/tools/security"
	"github.com/pocketbase/pocketbase/tools/types"
)

const (
	collection = "registros"
	userEmail  = "bench@rastro.example"
)

// open opens a PocketBase with its defaults: its own pragmas, its own request log.
func open(dir string) (core.App, error) {
	app := core.NewBaseApp(core.BaseAppConfig{DataDir: dir})
	if err := app.Bootstrap(); err != nil {
		return nil, fmt.Errorf("open PocketBase: %w", err)
	}
	return app, app.RunAllMigrations()
}

// setup makes the collection in the shape of Rastro's records, and the user
// whose token the requests carry. The superuser is never used: without one
// PocketBase would offer to make it whenever it starts.
func setup(app core.App) error {
	c := core.NewBaseCollection(collection)
	signedIn := types.Pointer(`@request.auth.id != ""`)
	c.ListRule, c.ViewRule, c.CreateRule = signedIn, signedIn, signedIn
	c.Fields.Add(
		&core.TextField{Name: "safraId", Required: true, Max: 100},
		&core.TextField{Name: "safraCodigo", Max: 100},
		&core.TextField{Name: "tipo", Required: true, Max: 100},
		&core.JSONField{Name: "dados", Required: true},
		&core.AutodateField{Name: "criadoEm", OnCreate: true},
		&core.AutodateField{Name: "atualizadoEm", OnCreate: true, OnUpdate: true},
	)
	c.AddIndex("idx_registros_safra", false, "safraId", "")
	if err := app.Save(c); err != nil {
		return fmt.Errorf("make the collection: %w", err)
	}
	for _, name := range []string{"users", core.CollectionNameSuperusers} {
		owner, err := app.FindCollectionByNameOrId(name)
		if err != nil {
			return err
		}
		user := core.NewRecord(owner)
		user.SetEmail(userEmail)
		user.SetPassword(security.RandomString(30))
		if err := app.Save(user); err != nil {
			return fmt.Errorf("make a record of %s: %w", name, err)
		}
	}
	return nil
}

func serve(dir, addr string) error {
	app, err := open(dir)
	if err != nil {
		return err
	}
	user, err := app.FindAuthRecordByEmail("users", userEmail)
	if err != nil {
		return fmt.Errorf("find the user: %w", err)
	}
	token, err := user.NewAuthToken()
	if err != nil {
		return err
	}
	fmt.Println(token)
	err = apis.Serve(app, apis.ServeConfig{HttpAddr: addr})
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
