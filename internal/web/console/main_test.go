package console_test

import (
	"os"
	"testing"

	"rastro/internal/store/postgres/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
