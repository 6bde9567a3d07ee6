package vital

import (
	"time"

	"rastro/internal/lang"
)

// OfWork returns the figures of a store's work.
func OfWork(work func() Work) []Figure {
	return []Figure{
		{Name: "rastro_writes_waiting", Help: "Writers that wait for a transaction.",
			Title: lang.Text{PT: "Gravações na fila", EN: "Writes waiting", ES: "Escrituras en espera"},
			Value: func() float64 { return float64(work().Waiting) }},
		{Name: "rastro_commits_total", Help: "Transactions that were committed; writers share them.", Counts: true,
			Title: lang.Text{PT: "Transações confirmadas", EN: "Transactions committed", ES: "Transacciones confirmadas"},
			Value: func() float64 { return float64(work().Groups) }},
		{Name: "rastro_writes_total", Help: "Writers whose transaction was committed. By rastro_commits_total: the size of a group.", Counts: true,
			Title: lang.Text{PT: "Gravações confirmadas", EN: "Writes committed", ES: "Escrituras confirmadas"},
			Value: func() float64 { return float64(work().Writes) }},
		{Name: "rastro_cache_misses_total", Help: "Reads of records that the cache did not have.", Counts: true,
			Title: lang.Text{PT: "Registros lidos do disco", EN: "Records read from disk", ES: "Registros leídos del disco"},
			Value: func() float64 { return float64(work().CacheMisses) }},
		{Name: "rastro_cache_records", Help: "Records in the cache.",
			Title: lang.Text{PT: "Registros em memória", EN: "Records in memory", ES: "Registros en memoria"},
			Value: func() float64 { return float64(work().CachedRecords) }},
	}
}

// OfLog returns how far the public log is behind the writes: everything committed before that
// instant is in it.
func OfLog(caughtUp func() time.Time, now func() time.Time) Figure {
	return Figure{Name: "rastro_log_lag_seconds", Help: "How long ago the public log last held everything that was written; 0 before the first time.", Unit: Span,
		Title: lang.Text{PT: "Atraso do log público", EN: "Public log behind by", ES: "Atraso del log público"},
		Value: func() float64 { return Since(caughtUp(), now()) }}
}

// OfDisk returns the figures of the disk of a database. space fails where the system does not say.
func OfDisk(space func() (free, size uint64, err error)) []Figure {
	read := func(of func(free, size uint64) uint64) func() float64 {
		return func() float64 {
			free, size, err := space()
			if err != nil {
				return -1
			}
			return float64(of(free, size))
		}
	}
	return []Figure{
		{Name: "rastro_disk_free_bytes", Help: "Free space of the disk of the database; -1 if the system does not say.", Unit: Bytes,
			Title: lang.Text{PT: "Espaço livre em disco", EN: "Free disk space", ES: "Espacio libre en disco"},
			Value: read(func(free, _ uint64) uint64 { return free })},
		{Name: "rastro_disk_size_bytes", Help: "Size of the disk of the database; -1 if the system does not say.", Unit: Bytes,
			Title: lang.Text{PT: "Tamanho do disco", EN: "Disk size", ES: "Tamaño del disco"},
			Value: read(func(_, size uint64) uint64 { return size })},
	}
}

// OfBackup is when the last copy of the database was made.
func OfBackup(last func() time.Time) Figure {
	return Figure{Name: "rastro_backup_made_seconds", Help: "When rastro backup last copied the database, in seconds since 1970; 0: never, or not with it.", Unit: Instant,
		Title: lang.Text{PT: "Última cópia de segurança", EN: "Last backup", ES: "Última copia de seguridad"},
		Value: func() float64 { return Unix(last()) }}
}

// OfCertificate is when the server's certificate ends.
func OfCertificate(ends func() time.Time) Figure {
	return Figure{Name: "rastro_certificate_expires_seconds", Help: "When the server's certificate ends, in seconds since 1970; 0 while there is none.", Unit: Instant,
		Title: lang.Text{PT: "Certificado TLS vence em", EN: "TLS certificate expires", ES: "Certificado TLS vence"},
		Value: func() float64 { return Unix(ends()) }}
}

// OfMemory returns the figures for the memory that requests share.
func OfMemory(usage func() (budget, claimed int64, waiting int)) []Figure {
	return []Figure{
		{Name: "rastro_memory_budget_bytes", Help: "Memory that requests may claim (--memory).", Unit: Bytes,
			Title: lang.Text{PT: "Memória para pedidos", EN: "Memory for requests", ES: "Memoria para peticiones"},
			Value: func() float64 { budget, _, _ := usage(); return float64(budget) }},
		{Name: "rastro_memory_claimed_bytes", Help: "Memory that requests have claimed.", Unit: Bytes,
			Title: lang.Text{PT: "Memória em uso por pedidos", EN: "Memory in use by requests", ES: "Memoria en uso por peticiones"},
			Value: func() float64 { _, claimed, _ := usage(); return float64(claimed) }},
		{Name: "rastro_memory_waiting_requests", Help: "Requests that wait for memory.",
			Title: lang.Text{PT: "Pedidos à espera de memória", EN: "Requests waiting for memory", ES: "Peticiones en espera de memoria"},
			Value: func() float64 { _, _, waiting := usage(); return float64(waiting) }},
	}
}

// OfChecks returns the figures of the daily check of the journal.
func OfChecks(checked func() (versions, damaged int64)) []Figure {
	return []Figure{
		{Name: "rastro_checked_versions_total", Help: "Stored versions held against their commitments.", Counts: true,
			Title: lang.Text{PT: "Versões conferidas", EN: "Versions checked", ES: "Versiones comprobadas"},
			Value: func() float64 { n, _ := checked(); return float64(n) }},
		{Name: "rastro_damaged_versions", Help: "Stored versions found damaged in the last look.",
			Title: lang.Text{PT: "Versões danificadas", EN: "Damaged versions", ES: "Versiones dañadas"},
			Value: func() float64 { _, n := checked(); return float64(n) }},
	}
}

// OfState reports whether the server writes, and whether the last write succeeded.
func OfState(halted func() error, writesFail func() bool) []Figure {
	return []Figure{
		{Name: "rastro_ready", Help: "1 while the store is in its place and its log is not forked, else 0.", Unit: Answer,
			Title: lang.Text{PT: "Pronto para gravar", EN: "Ready to write", ES: "Listo para escribir"},
			Value: func() float64 { return yes(halted() == nil) }},
		{Name: "rastro_writes_failing", Help: "1 if the last write failed because of the store, else 0.", Unit: Answer,
			Title: lang.Text{PT: "Gravações falhando", EN: "Writes failing", ES: "Escrituras con falla"},
			Value: func() float64 { return yes(writesFail()) }},
	}
}

// Deliveries describes webhook delivery, as known to the delivering server.
type Deliveries struct{ Lag, Pending, Disabled, Delivered, Failed int64 }

// OfWebhooks returns the figures of webhooks.
func OfWebhooks(state func() Deliveries) []Figure {
	read := func(of func(Deliveries) int64) func() float64 { return func() float64 { return float64(of(state())) } }
	return []Figure{
		{Name: "rastro_webhook_lag_entries", Help: "Entries of the log between its end and the webhook that is furthest behind; known to the server that delivers.",
			Title: lang.Text{PT: "Webhooks: eventos por entregar", EN: "Webhooks: events to deliver", ES: "Webhooks: eventos por entregar"},
			Value: read(func(d Deliveries) int64 { return d.Lag })},
		{Name: "rastro_webhook_pending", Help: "Deliveries of webhooks that wait for another attempt; known to the server that delivers.",
			Title: lang.Text{PT: "Webhooks: entregas a repetir", EN: "Webhooks: deliveries to repeat", ES: "Webhooks: entregas por repetir"},
			Value: read(func(d Deliveries) int64 { return d.Pending })},
		{Name: "rastro_webhook_disabled", Help: "Webhooks that are disabled; known to the server that delivers.",
			Title: lang.Text{PT: "Webhooks desativados", EN: "Webhooks disabled", ES: "Webhooks desactivados"},
			Value: read(func(d Deliveries) int64 { return d.Disabled })},
		{Name: "rastro_webhook_deliveries_total", Help: "Deliveries of webhooks that succeeded.", Counts: true,
			Title: lang.Text{PT: "Webhooks: entregas feitas", EN: "Webhooks: deliveries made", ES: "Webhooks: entregas hechas"},
			Value: read(func(d Deliveries) int64 { return d.Delivered })},
		{Name: "rastro_webhook_failures_total", Help: "Attempts to deliver to webhooks that failed.", Counts: true,
			Title: lang.Text{PT: "Webhooks: tentativas sem sucesso", EN: "Webhooks: failed attempts", ES: "Webhooks: intentos fallidos"},
			Value: read(func(d Deliveries) int64 { return d.Failed })},
	}
}

// OfClock counts the jumps of the system's clock.
func OfClock(jumps func() int64) Figure {
	return Figure{Name: "rastro_clock_jumps_total", Help: "Jumps of the system's clock that were seen.", Counts: true,
		Title: lang.Text{PT: "Saltos do relógio", EN: "Clock jumps", ES: "Saltos del reloj"},
		Value: func() float64 { return float64(jumps()) }}
}

// OfReplicas counts what replicas of the database answered.
func OfReplicas(reads func() int64) Figure {
	return Figure{Name: "rastro_replica_reads_total", Help: "Reads that a replica of the database answered.", Counts: true,
		Title: lang.Text{PT: "Leituras em réplicas", EN: "Reads from replicas", ES: "Lecturas en réplicas"},
		Value: func() float64 { return float64(reads()) }}
}

func yes(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
