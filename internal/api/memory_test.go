package api_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"rastro/internal/admit"
)

const mib = 1 << 20

// within gives a server a memory budget.
func within(b *admit.Budget) func(*settings) { return func(s *settings) { s.memory = b } }

// take reserves a part of a budget in a key's name until the test ends or it is released.
func take(t *testing.T, b *admit.Budget, key string, bytes int64) *admit.Claim {
	t.Helper()
	c := b.Claim()
	c.For(key)
	if err := c.Grow(bytes); err != nil {
		t.Fatal(err)
	}
	return c
}

// wide returns a payload of n fields of five kilobytes each.
func wide(fields int) string {
	text := strings.Repeat("x", 4990)
	var b strings.Builder
	for i := range fields {
		fmt.Fprintf(&b, `,"f%d":%q`, i, text)
	}
	return "{" + b.String()[1:] + "}"
}

// While others hold the memory, small requests are served, and large ones are told to come back,
// with nothing written. Afterwards all of them work.
func TestMemoryIsShared(t *testing.T) {
	t.Parallel()
	for name, engine := range map[string][]func(*settings){"SQLite": nil, "PostgreSQL": {onPostgres}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			memory := admit.New(128*mib, 0)
			c := start(t, append(engine, within(memory))...)
			long := wide(60)
			for range 12 {
				c.create(planting, "S-1", long)
			}
			small := c.create(planting, "S-2", `{}`)
			rows := strings.Repeat(entity("S-3", long)+"\n", 12)
			ndjson := "Content-Type: application/x-ndjson"

			others := []*admit.Claim{take(t, memory, "one", 96*mib), take(t, memory, "two", 15*mib)}
			for range 16 {
				others = append(others, take(t, memory, "small", mib))
			}
			before := memory.Usage()
			c.get(planting + "/" + small.ID).ok(200)
			c.create(planting, "S-2", `{}`)
			c.get(planting+"?size=100").fails(503, "MEMORIA_OCUPADA").has("Retry-After", "5")
			c.get(planting+"/safra/S-1").fails(503, "MEMORIA_OCUPADA")
			c.post(planting+"/all", rows, ndjson).fails(503, "MEMORIA_OCUPADA").has("Retry-After", "5")
			c.post(planting, entity("S-3", long)).fails(503, "MEMORIA_OCUPADA")
			c.get("/rastreio/lote/X").fails(503, "MEMORIA_OCUPADA")
			c.get("/eudr/lote/X/dossie.zip").fails(503, "MEMORIA_OCUPADA")
			if got := memory.Usage(); got != before {
				t.Errorf("%+v, before %+v", got, before)
			}
			for _, other := range others {
				other.Release()
			}
			if p := c.get(planting + "/safra/S-3").records(); p.total() != 0 {
				t.Errorf("%d records were written", p.total())
			}
			if p := c.get(planting + "?size=100").records(); p.total() != 14 {
				t.Errorf("%d records", p.total())
			}
			c.post(planting+"/all", rows, ndjson).ok(201)
			if got := memory.Usage(); got.Held != 0 || got.Waiting != 0 {
				t.Errorf("left: %+v", got)
			}
		})
	}
}

// An import claims the memory that it holds: one that runs in batches is admitted when one that is
// all or nothing has to wait.
func TestAnImportClaimsWhatItHolds(t *testing.T) {
	t.Parallel()
	memory := admit.New(128*mib, 0)
	c := start(t, within(memory))
	rows := strings.Repeat(entity("S-3", wide(60))+"\n", 33) // 10 MiB
	lines := "Content-Type: application/x-ndjson"
	other := take(t, memory, "other", 70*mib) // which leaves 42 for large ones
	c.post(planting+"/all?simular=true", rows, lines).ok(200)
	c.post(planting+"/all?modo=validas", rows, lines).ok(201)
	c.post(planting+"/all", rows, lines).fails(503, "MEMORIA_OCUPADA")
	list := "[" + strings.ReplaceAll(strings.TrimSpace(rows), "\n", ",") + "]"
	c.post(planting+"/all?simular=true", list).fails(503, "MEMORIA_OCUPADA") // which is read as a whole
	other.Release()
	c.post(planting+"/all", rows, lines).ok(201)
	c.post(planting+"/all?simular=true", list).ok(200)
}

// A request that finds the memory taken waits for it, and gets the usual answer.
func TestALargeRequestWaitsItsTurn(t *testing.T) {
	t.Parallel()
	memory := admit.New(128*mib, admit.Patience)
	c := start(t, within(memory))
	for range 12 {
		c.create(planting, "S-1", wide(30))
	}
	other, more := take(t, memory, "one", 96*mib), take(t, memory, "two", 15*mib)
	var small []*admit.Claim
	for memory.Usage().Held < 128*mib {
		small = append(small, take(t, memory, "small", mib))
	}
	done := make(chan answer)
	go func() { done <- c.get(planting + "?size=100") }()
	for memory.Usage().Waiting == 0 {
		runtime.Gosched()
	}
	for _, c := range append(small, other, more) {
		c.Release()
	}
	if p := (<-done).ok(200).records(); p.total() != 12 {
		t.Errorf("%d records", p.total())
	}
}

// A request that could never get its memory is refused, with advice.
func TestMoreMemoryThanOneMayHave(t *testing.T) {
	t.Parallel()
	memory := admit.New(4*mib, admit.Patience)
	c := start(t, within(memory))
	record := c.create(planting, "S-1", wide(80))
	for range 8 {
		c.put(planting, entity("S-1", wide(81))).ok(200)
	}
	c.get(planting+"/"+record.ID+"/historico").fails(422, "MEMORIA_INSUFICIENTE")
	c.get(planting + "/" + record.ID).ok(200)
	if got := memory.Usage(); got.Held != 0 {
		t.Errorf("left: %+v", got)
	}
}

// A completed write is answered as completed, however little memory is left for the answer: a
// caller who reads that nothing was written would send it again.
func TestADoneWriteIsAnsweredAsDone(t *testing.T) {
	t.Parallel()
	for name, engine := range map[string][]func(*settings){"SQLite": nil, "PostgreSQL": {onPostgres}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			memory := admit.New(128*mib, 0)
			c := start(t, append(engine, within(memory))...)
			record := c.create(planting, "S-1", wide(8)) // more than is free, less than a read claims
			small := c.create(planting, "S-2", `{}`)
			take(t, memory, "one", 96*mib)
			take(t, memory, "two", 15*mib)
			for range 17 {
				take(t, memory, "small", mib)
			}
			c.get(planting+"/"+record.ID).fails(503, "MEMORIA_OCUPADA")
			c.delete(planting + "/" + record.ID).ok(200)
			c.delete(planting+"/"+record.ID).fails(404, "REGISTRO_NAO_ENCONTRADO")
			c.delete(planting + "/" + small.ID).ok(200)
		})
	}
}
