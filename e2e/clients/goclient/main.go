// Command goclient creates, reads, lists, updates and deletes a record through
// the client that was generated from a server's OpenAPI document into the
// folder client.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strconv"

	"goclient/client"
)

func main() {
	if err := run(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(url, access, secret string) error {
	ctx := context.Background()
	c, err := client.NewClientWithResponses(url, client.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.SetBasicAuth(access, secret)
		return nil
	}))
	if err != nil {
		return err
	}
	// A float32 would make 0.0070000172 and 1234567.9 of these.
	seeds, ring := 1234567.891, []float64{-55.7000012345, -12.5, -55.69, -12.49}
	day := "2025-10-02"
	dados := client.DadosPlantioManejo{QuantidadeSemente: &seeds, DataPlantio: &day, AreaPlantada: &client.DadosPlantioManejo_AreaPlantada{}}
	if err := dados.AreaPlantada.FromDadosPlantioManejoAreaPlantada0(ring); err != nil {
		return err
	}
	created, err := c.CreatePlantioManejoWithResponse(ctx, nil, client.CreateChainEntityPlantioManejo{SafraId: "S-GO", Dados: dados})
	if err != nil || created.JSON201 == nil {
		return fmt.Errorf("create: %v %s", err, created.Body)
	}
	if created.HTTPResponse.Header.Get("Location") == "" {
		return fmt.Errorf("create: no Location")
	}
	id := created.JSON201.Data.Id.String()

	read, err := c.GetPlantioManejoWithResponse(ctx, id, nil)
	if err != nil || read.JSON200 == nil {
		return fmt.Errorf("read: %v %s", err, read.Body)
	}
	got := read.JSON200.Data.Dados
	if *got.QuantidadeSemente != seeds || *(*got.AreaPlantada)[0] != ring[0] {
		return fmt.Errorf("read %v and %v, want %v and %v", *got.QuantidadeSemente, *(*got.AreaPlantada)[0], seeds, ring[0])
	}

	listed, err := c.ListPlantioManejoOfSafraWithResponse(ctx, "S-GO", nil)
	if err != nil || listed.JSON200 == nil || len(listed.JSON200.Data.Content) != 1 {
		return fmt.Errorf("list: %v %s", err, listed.Body)
	}

	seeds++
	etag := strconv.Quote(strconv.Itoa(read.JSON200.Data.Versao))
	updated, err := c.UpdatePlantioManejoWithResponse(ctx, &client.UpdatePlantioManejoParams{IfMatch: &etag}, client.UpdateChainEntityPlantioManejo{Id: &id, SafraId: "S-GO", Dados: dados})
	if err != nil || updated.JSON200 == nil || updated.JSON200.Data.Versao != 2 {
		return fmt.Errorf("update: %v %s", err, updated.Body)
	}

	deleted, err := c.DeletePlantioManejoWithResponse(ctx, id, nil)
	if err != nil || deleted.JSON200 == nil {
		return fmt.Errorf("delete: %v %s", err, deleted.Body)
	}
	gone, err := c.GetPlantioManejoWithResponse(ctx, id, nil)
	if err != nil || gone.JSON404 == nil {
		return fmt.Errorf("read what was deleted: %v %s", err, gone.Body)
	}
	return nil
}
