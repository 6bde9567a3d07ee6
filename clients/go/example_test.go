package rastro_test

import (
	"context"
	"errors"
	"log"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	rastro "rastro/clients/go"
)

// The code of README.md, which TestReadme compares with this file and runs.
func readmeRecords(ctx context.Context, url, access, secret, id string) error {
	client := &rastro.Client{URL: url, AccessKey: access, SecretKey: secret}
	receipts := rastro.For[rastro.Recebimento](client)
	record, err := receipts.Create(ctx, rastro.New[rastro.Recebimento]{
		SafraID: "S-2025-001",
		Dados:   rastro.Recebimento{LoteOrigem: "MT25-S-001", Volume: "36.000 kg", Umidade: "13,8%"},
	}, rastro.IdempotencyKey("receipt-4711"))
	if err != nil {
		return err
	}
	for _, finding := range record.Avisos {
		log.Println(finding.Severidade, finding.Campo, finding.Mensagem)
	}
	for record, err := range receipts.Harvest(ctx, "S-2025-001") {
		if err != nil {
			return err
		}
		log.Println(record.ID, record.Dados.Volume)
	}
	_, err = receipts.Get(ctx, id)
	if failed, ok := errors.AsType[*rastro.Error](err); ok {
		log.Println(failed.Status, failed.Code, failed.Message, failed.RequestID)
		for _, problem := range failed.Problems {
			log.Println(problem.Ponteiro, problem.Mensagem)
		}
	}
	return err
}

func readmeChanges(ctx context.Context, client *rastro.Client, position int64) error {
	for event, err := range client.Follow(ctx, position+1, nil) {
		if rastro.HasCode(err, "LOG_MENOR_QUE_O_CURSOR") {
			return errors.New("the server was restored from a backup: ask its operator, then read from its end or from 0")
		}
		if err != nil {
			return err
		}
		position = event.Posicao
		log.Println(position, event.Type, event.Subject)
	}
	return nil
}

func readmeWebhooks(secret, nextSecret string, enqueue func(string, *rastro.Event) error) error {
	hook, err := rastro.NewWebhook(secret, nextSecret)
	if err != nil {
		return err
	}
	http.Handle("POST /rastro", hook.Handler(func(r *http.Request, id string, e *rastro.Event) error {
		return enqueue(id, e) // the same id may come twice
	}))
	return nil
}

func readmeProofs(ctx context.Context, receipts rastro.Records[rastro.Recebimento], published, id string) error {
	key, err := rastro.ParseLogKey(published)
	if err != nil {
		return err
	}
	proof, err := receipts.Proof(ctx, id)
	if err != nil {
		return err
	}
	proven, err := key.Verify(proof)
	if err != nil {
		return err
	}
	log.Printf("entry %d of %d: %s", proven.Index, proven.Size, proven.Document)
	return nil
}

// TestReadme runs what README.md shows.
func TestReadme(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	compiled := strings.ReplaceAll(string(source), "\n\t", "\n")
	for _, block := range regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(string(readme), -1) {
		if !strings.Contains(compiled, block[1]) {
			t.Errorf("example_test.go does not have this code of README.md:\n%s", block[1])
		}
	}
	c, ctx := server(t), t.Context()
	if err := readmeRecords(ctx, c.URL, c.AccessKey, c.SecretKey, "none"); !rastro.HasCode(err, "ID_MALFORMADO") {
		t.Error(err)
	}
	receipts := rastro.For[rastro.Recebimento](c)
	made, err := receipts.Create(ctx, received("S-2025-001", "GO-R"))
	if err != nil {
		t.Fatal(err)
	}
	if err := readmeProofs(ctx, receipts, os.Getenv("RASTRO_LOG_KEY"), made.ID); err != nil {
		t.Error(err)
	}
	if err := readmeChanges(ctx, c, 1<<40); err == nil || !strings.Contains(err.Error(), "backup") {
		t.Error(err)
	}
	if err := readmeWebhooks(vectorSecret, vectorSecret, nil); err != nil {
		t.Error(err)
	}
}
